import { getOrCreate, labelKeys, reservationLabels } from '@kerf/core';
import {
  type InstanceType,
  type LastExclusion,
  lastExclusion,
  type OfferingTerms,
  type RemainingOfferings,
  remainingOfferings,
} from '@kerf/engine';
import { requireKnown } from '../clusters/api.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { NodeClassDefinition } from '../domain/definition/definition.js';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import { ClusterMemory } from '../memory/cluster-memory.js';
import type { ManifestCatalog, ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import { instanceTypesOf, type OfferingSources } from '../snapshot/instance-types-by-node-pool.js';
import { isMarketUnknown, loadOfferings } from '../snapshot/load-offerings.js';

/** The offerings that a NodePool may launch, of the instance types of its region, or why that is unknown. */
export type PoolOfferings =
  | { readonly kind: 'Known'; readonly remaining: RemainingOfferings; readonly region: RegionSize }
  | { readonly kind: 'Unknown'; readonly reason: string };

/** How many instance types and zones a region has. */
export interface RegionSize {
  readonly name: string;
  readonly types: number;
  readonly zones: number;
}

/** The instance types of a cluster's region, as NodePools and their EC2NodeClasses select them. */
export interface PoolCatalog extends ManifestCatalog {
  readonly offeringsOf: (pool: NodePoolManifest) => PoolOfferings;
}

type CatalogPorts = Pick<Ports, 'store' | 'clock' | 'instanceTypes' | 'digest'>;

/**
 * Reads the instance types by which NodePools of a text are checked before they are saved. Prices are
 * those without NodeOverlays.
 * @param saved definitions of the same text; what an EC2NodeClass selects is unknown once it changes
 * @returns a text that says why the instance types are not known
 */
export async function loadPoolCatalog(
  ports: CatalogPorts,
  cluster: Cluster,
  saved: readonly ReadDefinition[],
): Promise<PoolCatalog | string> {
  const nodeClasses = await ports.store.definitions.nodeClasses(cluster.id);
  try {
    const known = requireKnown(cluster);
    const now = ports.clock.now();
    const sources = await loadOfferings(ports.store, known, { now, nodeClasses });
    // NodePools of a text often share an EC2NodeClass, whose list is long.
    const byClass = new Map<string, ClassTypes>();
    return catalogOf(ports, sources, (name) =>
      getOrCreate(byClass, name, () => typesOf(ports, { name, nodeClasses, saved, sources })),
    );
  } catch (error) {
    if (isMarketUnknown(error)) return error.message;
    throw error;
  }
}

/** The instance types of an EC2NodeClass, or why they are unknown. */
type ClassTypes = readonly InstanceType[] | string;

function catalogOf(
  { instanceTypes }: Pick<CatalogPorts, 'instanceTypes'>,
  { catalog }: OfferingSources,
  typesOfClass: (name: string) => ClassTypes,
): PoolCatalog {
  const { region } = catalog;
  const values = instanceTypes.labelValues(catalog);
  const offered = catalog.instanceTypes.filter(({ zones }) => zones.length > 0);
  const size: RegionSize = {
    name: region,
    types: offered.length,
    zones: new Set(offered.flatMap(({ zones }) => zones)).size,
  };
  return {
    region,
    valuesOf: (label) => values.get(label) ?? null,
    exclusionOf: (pool) => {
      const types = typesOfClass(classOf(pool));
      const exclusion = typeof types === 'string' ? null : lastExclusion(termsOf(pool), types);
      return exclusion !== null && awaitsReservation(pool, exclusion) ? null : exclusion;
    },
    offeringsOf: (pool) => {
      const types = typesOfClass(classOf(pool));
      return typeof types === 'string'
        ? { kind: 'Unknown', reason: types }
        : { kind: 'Known', remaining: remainingOfferings(termsOf(pool), types), region: size };
    },
  };
}

const classOf = ({ template }: NodePoolManifest): string => template.spec.nodeClassRef.name;

const termsOf = ({ template: { metadata, spec } }: NodePoolManifest): OfferingTerms => ({
  labels: metadata.labels,
  requirements: toRequirementSpecs(spec.requirements),
});

/** Capacity reservations come and go, so a requirement for them is no mistake while there are none. */
function awaitsReservation({ template }: NodePoolManifest, { term }: LastExclusion): boolean {
  if (term.kind === 'Label') return false;
  const { key, values = [] } = template.spec.requirements[term.index] ?? { key: '' };
  const isReserved = key === labelKeys.capacityType && values.includes('reserved');
  return isReserved || Object.values(reservationLabels).some((label) => label === key);
}

interface ClassInput {
  readonly name: string;
  readonly nodeClasses: readonly NodeClassDefinition[];
  readonly saved: readonly ReadDefinition[];
  readonly sources: OfferingSources;
}

function typesOf(
  { instanceTypes, digest }: Pick<CatalogPorts, 'instanceTypes' | 'digest'>,
  { name, nodeClasses, saved, sources }: ClassInput,
): ClassTypes {
  const stored = nodeClasses.find((nodeClass) => nodeClass.name === name);
  const next = saved.find((each) => each.kind === 'EC2NodeClass' && each.name === name);
  if (stored === undefined) {
    return next === undefined
      ? `the cluster has no EC2NodeClass ${name}`
      : `EC2NodeClass ${name} is new: its subnets and images are read after it is saved`;
  }
  if (next !== undefined && digest.of(next.spec) !== digest.of(stored.spec)) {
    return `EC2NodeClass ${name} changes too: its subnets and images are read after it is saved`;
  }
  if (stored.resolution === null) return `EC2NodeClass ${name} is not resolved yet`;
  // Nothing of it is kept: the lists are large, and manifests are saved rarely.
  const types = instanceTypesOf(
    { instanceTypes, memory: new ClusterMemory() },
    stored.clusterId,
    stored,
    sources,
  );
  const [problem] = stored.resolution.problems;
  if (types.length > 0) return types;
  return `EC2NodeClass ${name} allows no instance type${problem === undefined ? '' : `: ${problem.message}`}`;
}
