import type { ClusterId } from '@kerf/core';
import type { CatalogGaps, InstanceType } from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { ClusterSettings, ZonalShift } from '../domain/cluster/cluster.js';
import type {
  NodeClassDefinition,
  NodeClassResolution,
  NodePoolDefinition,
} from '../domain/definition/definition.js';
import type { ReservedLaunch } from '../domain/node-claim/reservation.js';
import type { MarkedOffering } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';

/** The data from which the instance types of NodePools are resolved. */
export interface OfferingSources {
  readonly catalog: CatalogFacts;
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: readonly MarkedOffering[];
  readonly reservedLaunches: readonly ReservedLaunch[];
  /** Shifts in force. */
  readonly zonalShifts: readonly ZonalShift[];
  readonly settings: ClusterSettings;
}

type TypePorts = Pick<Ports, 'instanceTypes' | 'memory'>;

/**
 * Returns the instance types that each NodePool may launch. NodePools with the same EC2NodeClass
 * share one list; it is empty while the EC2NodeClass is not resolved.
 */
export function instanceTypesByNodePool(
  ports: TypePorts,
  sources: OfferingSources,
  nodePools: readonly NodePoolDefinition[],
  nodeClasses: readonly NodeClassDefinition[],
): Readonly<Record<string, readonly InstanceType[]>> {
  const byClass = new Map(
    nodeClasses.map((nodeClass) => [
      nodeClass.name,
      instanceTypesOf(ports, nodeClass.clusterId, nodeClass, sources),
    ]),
  );
  return Object.fromEntries(
    nodePools.map((pool) => [
      pool.name,
      byClass.get(pool.spec.template.spec.nodeClassRef.name) ?? [],
    ]),
  );
}

/**
 * Returns the instance types and zones of the region that each NodePool's EC2NodeClass cannot use.
 * NodePools with the same EC2NodeClass share one object.
 */
export function catalogGapsByNodePool(
  ports: TypePorts,
  sources: OfferingSources,
  nodePools: readonly NodePoolDefinition[],
  nodeClasses: readonly NodeClassDefinition[],
): Readonly<Record<string, CatalogGaps>> {
  const byClass = new Map(
    nodeClasses.map((nodeClass) => [nodeClass.name, catalogGapsOf(ports, nodeClass, sources)]),
  );
  return Object.fromEntries(
    nodePools.flatMap(({ name, spec }) => {
      const gaps = byClass.get(spec.template.spec.nodeClassRef.name);
      return gaps === undefined || gaps === null ? [] : [[name, gaps] as const];
    }),
  );
}

function catalogGapsOf(
  ports: TypePorts,
  nodeClass: NodeClassDefinition,
  { catalog, settings }: OfferingSources,
): CatalogGaps | null {
  const { clusterId, name, spec, resolution } = nodeClass;
  if (resolution === null) return null;
  const rules = rulesOf(nodeClass, resolution, settings);
  return ports.memory.catalog.gaps(clusterId, { nodeClass: name, catalog, rules }, () =>
    ports.instanceTypes.gapsOf({ catalog, nodeClass: spec, resolution, settings }),
  );
}

/** Returns a text of all inputs of instance types except the catalog and the offerings. */
function rulesOf(
  { revision }: NodeClassDefinition,
  { subnets, images, placementGroup = null }: NodeClassResolution,
  { vmMemoryOverheadRatio, reservedEnis }: ClusterSettings,
): string {
  return JSON.stringify([
    revision,
    subnets.map(({ zone, zoneId }) => [zone, zoneId]),
    images.map(({ id, architecture, variant }) => [id, architecture, variant]),
    placementGroup,
    vmMemoryOverheadRatio,
    reservedEnis,
  ]);
}

/**
 * Returns the instance types of one EC2NodeClass. They are built again only when an input has
 * changed, and only those that the change affects. The identity of lists and types can therefore be
 * used as a cache key.
 */
export function instanceTypesOf(
  ports: TypePorts,
  clusterId: ClusterId,
  definition: NodeClassDefinition,
  sources: OfferingSources,
): readonly InstanceType[] {
  const { name, spec: nodeClass, resolution } = definition;
  if (resolution === null) return [];
  const { catalog, spotPrices, reservedLaunches, zonalShifts, settings } = sources;
  const unavailable = sources.unavailable.filter((mark) => concerns(mark, resolution));
  const rules = rulesOf(definition, resolution, settings);
  const { capacityReservations = [], resolvedAt } = resolution;
  const reserved =
    capacityReservations.length === 0 ? [] : [capacityReservations, resolvedAt, reservedLaunches];
  const imageIds = new Set(resolution.images.map(({ id }) => id));
  const learnedMemory = ports.memory.catalog
    .learnedMemory(clusterId)
    .filter(({ imageId }) => imageIds.has(imageId));
  const capacity = JSON.stringify([unavailable, reserved, zonalShifts, learnedMemory]);
  return ports.memory.catalog.instanceTypes(
    clusterId,
    { nodeClass: name, catalog, rules, spotPrices, capacity },
    (previous) =>
      ports.instanceTypes.resolve(
        { ...sources, unavailable, learnedMemory, nodeClass, resolution },
        previous,
      ),
  );
}

/** A placement group without room for an instance says nothing about the other instances. */
const concerns = (
  { placementGroupId }: MarkedOffering,
  { placementGroup = null }: NodeClassResolution,
): boolean => placementGroupId === undefined || placementGroupId === placementGroup?.id;
