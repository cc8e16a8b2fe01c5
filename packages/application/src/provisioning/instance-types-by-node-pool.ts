import type { ClusterId } from '@kerf/core';
import type { InstanceType } from '@kerf/engine';
import type { CatalogFacts, SpotPrice } from '../catalog/catalog-facts.js';
import type { ClusterSettings } from '../clusters/cluster.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../definitions/definition.js';
import type { UnavailableOffering } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';

export interface OfferingSources {
  readonly catalog: CatalogFacts;
  readonly spotPrices: readonly SpotPrice[];
  readonly unavailable: readonly UnavailableOffering[];
  readonly settings: ClusterSettings;
}

type TypePorts = Pick<Ports, 'instanceTypes' | 'memory'>;

/** What each pool may buy; pools of one node class share one list. A class not ready buys nothing. */
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
 * The types of one node class. A thousand types with their offerings are made anew only when
 * something that they are made from is another, and only those that it changes: whoever prepares
 * a list or a type for solving may remember what it prepared.
 */
export function instanceTypesOf(
  ports: TypePorts,
  clusterId: ClusterId,
  { name, revision, spec: nodeClass, resolution }: NodeClassDefinition,
  sources: OfferingSources,
): readonly InstanceType[] {
  if (resolution === null) return [];
  const { catalog, spotPrices, unavailable, settings } = sources;
  const rules = JSON.stringify([
    revision,
    resolution.subnets.map(({ zone, zoneId }) => [zone, zoneId]),
    resolution.images.map(({ id, architecture, variant }) => [id, architecture, variant]),
    settings.vmMemoryOverheadRatio,
    settings.reservedEnis,
  ]);
  return ports.memory.recallInstanceTypes(
    clusterId,
    { nodeClass: name, catalog, rules, spotPrices, unavailable: JSON.stringify(unavailable) },
    (previous) => ports.instanceTypes.resolve({ ...sources, nodeClass, resolution }, previous),
  );
}
