import { usdText } from '@kerf/core';
import type { LaunchReason, PoolRefusal, Reason } from '@kerf/engine';
import { schedulingReasonText } from './scheduling-reason-text.js';

/**
 * Returns the reason as half a sentence, for Events and conditions; the dashboard has its own
 * texts.
 */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'INSUFFICIENT_CAPACITY':
    case 'NODE_CLASS_NOT_READY':
    case 'LAUNCH_REFUSED':
    case 'LAUNCH_WITHHELD':
      return reason.detail;
    default:
      return blockText(reason);
  }
}

/**
 * Returns why a pod cannot be scheduled: the reasons that hold for all NodePools, then the reason
 * of each NodePool.
 */
export function unschedulableText(pod: {
  readonly reasons: readonly Reason[];
  readonly byNodePool: readonly PoolRefusal[];
}): string {
  const everywhere = pod.reasons.map(reasonText);
  const inPools = pod.byNodePool.map(
    ({ nodePool, reason }) => `incompatible with nodepool "${nodePool}", ${reasonText(reason)}`,
  );
  return [...everywhere, ...inPools].join('; ') || 'no compatible NodePool';
}

type Block = Exclude<Reason, LaunchReason>;

/** Returns why a node cannot be disrupted for any reason. */
function blockText(block: Block): string {
  switch (block.code) {
    case 'NOT_MANAGED':
      return 'node is not managed by Kerf';
    case 'NOT_INITIALIZED':
      return 'node is not initialized';
    case 'TERMINATING':
      return 'node is deleting or marked for deletion';
    case 'IN_DECISION':
      return `node is part of decision ${block.decisionId}`;
    case 'NOMINATED':
      return 'node is nominated for a pending pod';
    case 'WITHOUT_NODE_POOL':
      return 'node has no NodePool';
    case 'NODE_POOL_UNKNOWN':
      return `NodePool not found (NodePool=${block.nodePool})`;
    case 'NO_INSTANCE_TYPES':
      return `NodePool has no instance types (NodePool=${block.nodePool})`;
    case 'DISRUPTION_PAUSED':
      return `${block.stops === 'Consolidation' ? 'consolidation' : 'disruption'} is paused by ${block.owner}: ${block.reason}`;
    case 'NODE_DO_NOT_DISRUPT':
      return 'disruption is blocked through the karpenter.sh/do-not-disrupt annotation';
    case 'POD_DO_NOT_DISRUPT':
      return `pod has the karpenter.sh/do-not-disrupt annotation (Pod=${block.pod})`;
    case 'PDB_BLOCKS':
      return `PDB prevents pod evictions (PodDisruptionBudget=${block.pdb}, Pod=${block.pod})`;
    case 'MULTIPLE_PDBS':
      return `eviction does not support multiple PDBs (PodDisruptionBudgets=${block.pdbs.join(', ')}, Pod=${block.pod})`;
    default:
      return repairText(block);
  }
}

/** Returns why an unhealthy node is not repaired. */
function repairText(block: Exclude<Block, { readonly code: OfAnyNode }>): string {
  switch (block.code) {
    case 'NODE_DO_NOT_REPAIR':
      return 'repair is blocked through the karpenter.sh/do-not-repair annotation';
    case 'MANY_UNHEALTHY':
      return `too many nodes of NodePool ${block.nodePool} are unhealthy (${block.unhealthy} of ${block.nodes}; up to 20% may be)`;
    case 'REPAIR_FAILED':
      return `repair failed (decision ${block.decisionId}), and is tried again later`;
    default:
      return poolText(block);
  }
}

type OfNode = OfAnyNode | 'NODE_DO_NOT_REPAIR' | 'MANY_UNHEALTHY' | 'REPAIR_FAILED';

type OfAnyNode =
  | 'NOT_MANAGED'
  | 'NOT_INITIALIZED'
  | 'TERMINATING'
  | 'IN_DECISION'
  | 'NOMINATED'
  | 'WITHOUT_NODE_POOL'
  | 'NODE_POOL_UNKNOWN'
  | 'NO_INSTANCE_TYPES'
  | 'DISRUPTION_PAUSED'
  | 'NODE_DO_NOT_DISRUPT'
  | 'POD_DO_NOT_DISRUPT'
  | 'PDB_BLOCKS'
  | 'MULTIPLE_PDBS';

/** Returns why a NodePool's settings block the disruption of a node. */
function poolText(block: Exclude<Block, { readonly code: OfNode }>): string {
  switch (block.code) {
    case 'NODE_POOL_UNREADABLE':
      return `NodePool is refused (NodePool=${block.nodePool}): ${block.detail}`;
    case 'CONSOLIDATION_DISABLED':
      return `NodePool ${block.nodePool} has consolidation disabled`;
    case 'SCORE_TOO_LOW':
      return `saving is too small for the disruption (score ${block.score}, NodePool ${block.nodePool} needs ${block.minScore})`;
    case 'STATIC_POOL':
      return `NodePool ${block.nodePool} is static`;
    case 'STATIC_POOL_BUSY':
      return `NodePool ${block.nodePool} has ${block.nodes} nodes for ${block.replicas} replicas`;
    case 'NODE_LIMIT_REACHED':
      return `NodePool ${block.nodePool} has reached its limit of ${block.limit} nodes`;
    case 'CONSOLIDATE_AFTER':
      return 'consolidateAfter has not passed';
    case 'DESTINATION_NOT_CONSOLIDATABLE':
      return `pods would move to node ${block.nodeName}, whose consolidateAfter has not passed`;
    case 'NOT_EMPTY':
      return `consolidation policy WhenEmpty, and ${block.pods} pods run on the node`;
    case 'BUDGET_EXHAUSTED':
      return `no allowed disruptions for reason ${block.reason} due to blocking budget`;
    default:
      return consolidationText(block);
  }
}

type OfPool =
  | OfNode
  | 'NODE_POOL_UNREADABLE'
  | 'CONSOLIDATION_DISABLED'
  | 'SCORE_TOO_LOW'
  | 'STATIC_POOL'
  | 'STATIC_POOL_BUSY'
  | 'NODE_LIMIT_REACHED'
  | 'CONSOLIDATE_AFTER'
  | 'DESTINATION_NOT_CONSOLIDATABLE'
  | 'NOT_EMPTY'
  | 'BUDGET_EXHAUSTED';

function smallSavingText(block: Extract<Block, { readonly code: 'SAVING_TOO_SMALL' }>): string {
  const { savingMicroUsdPerHour: saving, minSavingMicroUsdPerHour: minimum, pods } = block;
  const source = block.nodePool === undefined ? '' : ` of NodePool ${block.nodePool}`;
  return `saving of ${usdText(saving)} per hour for ${pods} moved pods is below the minimum of ${usdText(minimum)}${source}`;
}

/** Returns why a node is not consolidated. */
function consolidationText(block: Exclude<Block, { readonly code: OfPool }>): string {
  switch (block.code) {
    case 'HOLDS_CAPACITY_BUFFER':
      return `node has capacity for CapacityBuffers ${block.buffers.join(', ')}`;
    case 'NOT_EVALUATED_YET':
      return 'another node was evaluated first';
    case 'EXPECTS_PODS':
      return `decision ${block.decisionId} moves pods to the node`;
    case 'REJECTED':
      return `decision ${block.decisionId} was rejected`;
    case 'SAVING_TOO_SMALL':
      return smallSavingText(block);
    case 'DESTINATION_NOT_READY':
      return `pods would move to node ${block.nodeName}, which is not initialized`;
    case 'REASON_NO_LONGER_APPLIES':
      return `no longer a candidate (${block.reason})`;
    case 'PODS_UNSCHEDULABLE':
      return `not all pods would schedule (${block.pod}${block.pods > 1 ? ` and ${block.pods - 1} more` : ''})`;
    case 'MULTIPLE_REPLACEMENTS':
      return `cannot remove without launching ${block.nodes} nodes`;
    case 'PRICE_UNKNOWN':
      return 'the price of the node is unknown';
    case 'NO_CHEAPER_REPLACEMENT':
      return `cannot replace with a cheaper node (${usdText(block.priceMicroUsdPerHour)} per hour now, a replacement may cost ${usdText(block.bestMicroUsdPerHour)})`;
    case 'SPOT_TO_SPOT_DISABLED':
      return 'SpotToSpotConsolidation is disabled, cannot replace a spot node with a spot node';
    case 'SPOT_INFLEXIBLE':
      return `spot-to-spot consolidation requires ${block.needed} cheaper instance types, got ${block.cheaperTypes}`;
    default:
      return schedulingReasonText(block);
  }
}
