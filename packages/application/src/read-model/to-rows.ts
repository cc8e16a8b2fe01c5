import { type ClusterId, getOrCreate, type Instant, labelKeys, taintKeys } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type { NodeBlockers } from '../domain/decision/node-blockers.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { LabeledPodRow, NodeRow } from '../domain/read-model/rows.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CachedNode, CachedPod } from '../ports/cluster-cache.js';
import { offeringOf } from '../snapshot/snapshot-nodes.js';

/** The input of the read model's rows, in addition to the node or pod. */
export interface RowContext {
  readonly clusterId: ClusterId;
  readonly asOf: Instant;
  readonly priceOf: PriceLookup;
  /** NodeClaim IDs by provider ID. */
  readonly claimIds: ReadonlyMap<string, string>;
  /** NodeClaims that are being launched or terminated, by ID. */
  readonly movingClaims: ReadonlyMap<string, NodeClaim>;
  readonly blockers: ReadonlyMap<string, NodeBlockers>;
  /** NodePools whose nodes another controller launches; Kerf does not count them. */
  readonly foreignPools: ReadonlySet<string>;
}

const noOffering = {
  instanceType: null,
  zone: null,
  capacityType: null,
  priceMicroUsdPerHour: null,
  onDemandMicroUsdPerHour: null,
} as const;

/** Returns the row of a node. */
export function toNodeRow(node: CachedNode, context: RowContext): NodeRow {
  const claimId = node.providerId === null ? undefined : context.claimIds.get(node.providerId);
  const claim = claimId === undefined ? undefined : context.movingClaims.get(claimId);
  return {
    clusterId: context.clusterId,
    name: node.name,
    providerId: node.providerId,
    nodePool: claim?.nodePool ?? ownPoolOf(node, context),
    nodeClaimId: claimId ?? null,
    ...toOffering(node, context),
    arch: node.labels[labelKeys.arch] ?? null,
    labels: node.labels,
    taints: node.taints,
    capacity: node.capacity,
    allocatable: node.allocatable,
    requested: sumRequests(node),
    podCount: node.pods.filter((pod) => !pod.isTerminal).length,
    state: stateOf(node, claim),
    ...toBlockers(claimId === undefined ? notManaged : context.blockers.get(node.name)),
    createdAt: node.createdAt,
    asOf: context.asOf,
  };
}

function toOffering({ labels }: CachedNode, { priceOf }: RowContext) {
  const offering = offeringOf(labels, priceOf);
  if (offering === null) return noOffering;
  return { ...offering, onDemandMicroUsdPerHour: onDemandPriceOf(offering, priceOf) };
}

const onDemandPriceOf = (
  { instanceType, zone }: { readonly instanceType: string; readonly zone: string },
  priceOf: PriceLookup,
) => priceOf({ instanceType, zone, capacityType: 'on-demand' });

function ownPoolOf({ labels }: CachedNode, { foreignPools }: RowContext): string | null {
  const nodePool = labels[labelKeys.nodePool];
  return nodePool === undefined || foreignPools.has(nodePool) ? null : nodePool;
}

const notManaged: NodeBlockers = { reasons: [{ code: 'NOT_MANAGED' }], evaluatedAt: null };

/**
 * Returns the disruption blockers of a node; unknown for a node that no evaluation has considered
 * yet.
 */
function toBlockers(
  known: NodeBlockers = { reasons: [{ code: 'NOT_EVALUATED_YET' }], evaluatedAt: null },
): Pick<NodeRow, 'blockers' | 'blockersEvaluatedAt'> {
  return { blockers: known.reasons, blockersEvaluatedAt: known.evaluatedAt };
}

/** Returns the row of a NodeClaim whose instance is launched and whose node has not joined yet. */
export function toJoiningRow(
  claim: NodeClaim,
  context: Omit<RowContext, 'claimIds'>,
): readonly NodeRow[] {
  const { instance } = claim;
  if (instance === null) return [];
  return [
    {
      clusterId: context.clusterId,
      name: claim.name,
      providerId: instance.providerId,
      nodePool: claim.nodePool,
      nodeClaimId: claim.id,
      instanceType: instance.instanceType,
      zone: instance.zone,
      capacityType: instance.capacityType,
      arch: instance.labels[labelKeys.arch] ?? null,
      priceMicroUsdPerHour: context.priceOf(instance),
      onDemandMicroUsdPerHour: onDemandPriceOf(instance, context.priceOf),
      labels: instance.labels,
      taints: claim.plan.taints,
      capacity: instance.capacity,
      allocatable: instance.allocatable,
      requested: {},
      podCount: 0,
      state: claim.state === 'Terminating' ? 'Terminating' : 'Joining',
      blockers: [],
      blockersEvaluatedAt: null,
      createdAt: claim.launchedAt ?? claim.requestedAt,
      asOf: context.asOf,
    },
  ];
}

function stateOf(node: CachedNode, claim: NodeClaim | undefined): NodeRow['state'] {
  const hasDisruptedTaint = node.taints.some(({ key }) => key === taintKeys.disrupted);
  if (node.deletionRequestedAt !== null || claim?.state === 'Terminating' || hasDisruptedTaint) {
    return 'Terminating';
  }
  if (claim !== undefined) return 'Joining';
  if (!node.isReady) return 'NotReady';
  return node.isCordoned ? 'Cordoned' : 'Ready';
}

/** By the pods of a node: a cached node keeps its list until one of its pods changes. */
const sums = new WeakMap<CachedNode['pods'], ResourceList>();

function sumRequests({ pods }: CachedNode): ResourceList {
  return getOrCreate(sums, pods, sumOf);
}

function sumOf(pods: CachedNode['pods']): ResourceList {
  const sum: Record<string, number> = {};
  for (const pod of pods) {
    if (pod.isTerminal) continue;
    for (const [resource, amount] of Object.entries(pod.spec.requests)) {
      sum[resource] = (sum[resource] ?? 0) + amount;
    }
  }
  return sum;
}

/** Returns the row of a pod. */
export function toPodRow(pod: CachedPod, clusterId: ClusterId, asOf: Instant): LabeledPodRow {
  return {
    clusterId,
    uid: pod.uid,
    namespace: pod.namespace,
    name: pod.name,
    ownerKind: pod.ownerKind,
    ownerName: pod.ownerName,
    deployment: pod.deployment,
    nodeName: pod.nodeName,
    phase: pod.isTerminating ? 'Terminating' : pod.nodeName === null ? 'Pending' : 'Bound',
    isDaemon: pod.ownerKind === 'DaemonSet',
    requests: pod.requests,
    createdAt: pod.createdAt,
    schedulerMessage: pod.schedulerMessage,
    labels: pod.labels,
    asOf,
  };
}
