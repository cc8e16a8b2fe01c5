import type { DurationMs, Instant } from '@kerf/core';
import { labelKeys, placementGroupLabels } from '@kerf/core';
import { type Labels, type RequirementSpec, unmetRequirements } from '@kerf/engine';
import type { InstanceTypeFacts } from '../catalog/catalog-facts.js';
import type {
  NodeClassDefinition,
  NodeClassResolution,
  NodePoolDefinition,
  ResolvedImage,
} from '../definition/definition.js';
import { toRequirementSpecs } from '../definition/to-requirement-specs.js';
import { isStaleHash } from './drift-hash.js';
import type { ClaimDrift, LaunchedInstance, NodeClaim, NodeClaimState } from './node-claim.js';
import { reservationOf } from './reservation.js';

/**
 * The definitions that drift is computed from: the stored ones, or those that are about to be
 * stored, which are not resolved yet.
 */
export interface Definitions {
  readonly nodePools: readonly Pick<NodePoolDefinition, 'name' | 'spec' | 'driftHash'>[];
  readonly nodeClasses: readonly (Pick<NodeClassDefinition, 'name' | 'driftHash'> &
    Partial<Pick<NodeClassDefinition, 'resolution'>>)[];
}

/** The instance types that the region has, and the images that they boot. */
export interface DriftCatalog {
  readonly typeOf: (name: string) => InstanceTypeFacts | undefined;
  /** Returns the image that the type is launched with; `null` when none supports it. */
  readonly imageOf: (
    type: InstanceTypeFacts,
    images: readonly ResolvedImage[],
  ) => ResolvedImage | null;
}

/** Records that drift is computed from. */
export interface DriftSources extends Definitions {
  /** `null` while the region's instance types are unknown. */
  readonly catalog: DriftCatalog | null;
}

const launchedStates: readonly NodeClaimState[] = ['Launched', 'Registered', 'Initialized'];

/** A younger NodeClaim may have a type that the last catalog does not contain yet. */
const minimumAgeMs: DurationMs = 3_600_000;

/**
 * Returns why a NodeClaim no longer matches its definitions, and since when; `null` while it
 * matches, before its launch, and as far as facts are unknown. A later change of another fact is
 * a new drift. A terminating NodeClaim keeps its drift.
 * Source: karpenter nodeclaim/disruption/drift.go and aws cloudprovider/drift.go @v1.14.1.
 * @remarks Differs: an EC2NodeClass that is not ready causes no drift but of its hash; upstream
 * requires only that the fact itself is known.
 */
export function driftOf(claim: NodeClaim, sources: DriftSources, now: Instant): ClaimDrift | null {
  if (claim.state === 'Terminating') return claim.drift;
  if (!launchedStates.includes(claim.state)) return null;
  const found = findDrift(claim, sources, now);
  if (found === null) return null;
  const { drift } = claim;
  const isSame =
    drift !== null &&
    drift.reason === found.reason &&
    drift.definitionHash === found.definitionHash;
  return isSame ? drift : { ...found, since: now };
}

type Found = Omit<ClaimDrift, 'since'>;

function findDrift(claim: NodeClaim, sources: DriftSources, now: Instant): Found | null {
  const pool = sources.nodePools.find(({ name }) => name === claim.nodePool);
  if (pool === undefined) return null;
  if (isStaleHash(claim.nodePoolHash, pool.driftHash)) {
    return { reason: 'NodePoolDrifted', definitionHash: pool.driftHash };
  }
  const unmet = unmetByClaim(claim, pool);
  if (unmet.length > 0) {
    return {
      reason: 'RequirementsDrifted',
      definitionHash: unmet.map(requirementText).join('; '),
    };
  }
  const { catalog } = sources;
  if (catalog !== null && isTypeGone(claim, catalog, now)) {
    return { reason: 'InstanceTypeNotFound', definitionHash: '' };
  }
  const nodeClass = nodeClassOf(pool, sources);
  if (nodeClass === undefined) return null;
  if (isStaleHash(claim.nodeClassHash, nodeClass.driftHash)) {
    return { reason: 'NodeClassDrift', definitionHash: nodeClass.driftHash };
  }
  const { resolution = null } = nodeClass;
  if (claim.instance === null || resolution === null || resolution.problems.length > 0) return null;
  return resolutionDrift(claim.instance, resolution, catalog);
}

function nodeClassOf(
  pool: Definitions['nodePools'][number],
  { nodeClasses }: Definitions,
): Definitions['nodeClasses'][number] | undefined {
  return nodeClasses.find(({ name }) => name === pool.spec.template.spec.nodeClassRef.name);
}

/** Returns the requirements of its NodePool that a launched NodeClaim does not satisfy. */
export function unmetByClaim(
  claim: NodeClaim,
  { spec }: Pick<NodePoolDefinition, 'spec'>,
): readonly RequirementSpec[] {
  const requirements = toRequirementSpecs(spec.template.spec.requirements);
  if (requirements.length === 0 || !areLabelsKnown(claim)) return [];
  const labels = launchedLabels(claim);
  return unmetRequirements(requirements, labels).filter(
    ({ key }) => labels[key] !== undefined || !labelsOfAllNodes.has(key),
  );
}

/** Without the capacity of its type, an instance was recorded without the labels of its type too. */
const areLabelsKnown = ({ instance }: NodeClaim): boolean =>
  instance !== null && Object.keys(instance.capacity).length > 0;

/** Each node has these labels, so one that is absent is unknown. */
const labelsOfAllNodes: ReadonlySet<string> = new Set([
  labelKeys.instanceType,
  labelKeys.zone,
  labelKeys.zoneId,
  labelKeys.region,
  labelKeys.capacityType,
  labelKeys.arch,
  labelKeys.os,
]);

/** Returns a requirement as text, e.g. `kubernetes.io/arch In [arm64]`. */
export const requirementText = ({ key, operator, values }: RequirementSpec): string =>
  values.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${values.join(', ')}]`;

/** Returns the labels of a launched NodeClaim. */
export function launchedLabels({ plan, instance, nodePool, nodeClass }: NodeClaim): Labels {
  return {
    ...plan.labels,
    ...instance?.labels,
    [labelKeys.nodeClass]: nodeClass,
    ...(nodePool !== null && { [labelKeys.nodePool]: nodePool }),
  };
}

/** Whether the region no longer has the instance's type in its zone and capacity type. */
function isTypeGone(
  { instance, requestedAt }: NodeClaim,
  { typeOf }: DriftCatalog,
  now: Instant,
): boolean {
  if (instance === null || instance.instanceType === '' || now - requestedAt <= minimumAgeMs) {
    return false;
  }
  const type = typeOf(instance.instanceType);
  // A reservation may end; its instance then runs on demand.
  const capacityType = instance.capacityType === 'reserved' ? 'on-demand' : instance.capacityType;
  return (
    type === undefined ||
    !type.zones.includes(instance.zone) ||
    !type.usageClasses.includes(capacityType)
  );
}

/** Compares the instance with what its EC2NodeClass resolves to. */
function resolutionDrift(
  instance: LaunchedInstance,
  resolution: NodeClassResolution,
  catalog: DriftCatalog | null,
): Found | null {
  const { images, securityGroups, subnets, capacityReservations = [] } = resolution;
  return (
    (catalog === null ? null : imageDrift(instance, images, catalog)) ??
    securityGroupDrift(instance, idsOf(securityGroups)) ??
    subnetDrift(instance, idsOf(subnets)) ??
    reservationDrift(instance, idsOf(capacityReservations)) ??
    placementGroupDrift(instance, resolution)
  );
}

function imageDrift(
  { instanceType, imageId }: LaunchedInstance,
  images: readonly ResolvedImage[],
  { typeOf, imageOf }: DriftCatalog,
): Found | null {
  const type = typeOf(instanceType);
  if (type === undefined || imageId === '' || images.length === 0) return null;
  const current = imageOf(type, images)?.id ?? '';
  return current === imageId ? null : { reason: 'AMIDrift', definitionHash: current };
}

function securityGroupDrift(
  { securityGroupIds = [] }: LaunchedInstance,
  selected: readonly string[],
): Found | null {
  if (securityGroupIds.length === 0 || selected.length === 0) return null;
  const definitionHash = selected.join();
  const isSame = sortedIds(securityGroupIds).join() === definitionHash;
  return isSame ? null : { reason: 'SecurityGroupDrift', definitionHash };
}

function subnetDrift({ subnetId }: LaunchedInstance, selected: readonly string[]): Found | null {
  if (subnetId === '' || selected.length === 0 || selected.includes(subnetId)) return null;
  return { reason: 'SubnetDrift', definitionHash: selected.join() };
}

/** A node whose reservation has ended runs on demand, and no longer depends on the selection. */
function reservationDrift(instance: LaunchedInstance, selected: readonly string[]): Found | null {
  const reservation = instance.capacityType === 'reserved' ? reservationOf(instance) : null;
  if (reservation === null || selected.includes(reservation)) return null;
  return { reason: 'CapacityReservationDrift', definitionHash: selected.join() };
}

/** An instance without the label was launched by an earlier version: its group is unknown. */
function placementGroupDrift(
  { labels }: LaunchedInstance,
  { placementGroup }: NodeClassResolution,
): Found | null {
  const launchedInto = labels[placementGroupLabels.id];
  if (launchedInto === undefined || placementGroup === undefined) return null;
  const selected = placementGroup?.id ?? '';
  return launchedInto === selected
    ? null
    : { reason: 'PlacementGroupDrift', definitionHash: selected };
}

const idsOf = (resolved: readonly { readonly id: string }[]): readonly string[] =>
  sortedIds(resolved.map(({ id }) => id));

const sortedIds = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort();
