import { assertNever, formatUsd } from '@kerf/core';
import type { PoolRefusal, Reason } from '@kerf/engine';
import { formatAmount } from '../format-amount.js';

/** Returns the reason as half a sentence, for Events and conditions; the dashboard has its own words. */
export function reasonText(reason: Reason): string {
  return 'detail' in reason ? reason.detail : podText(reason);
}

/** Why a pod cannot be scheduled: what holds everywhere, then what is in the way in each pool. */
export function unschedulableText(pod: {
  readonly reasons: readonly Reason[];
  readonly byNodePool: readonly PoolRefusal[];
}): string {
  const everywhere = pod.reasons.map(reasonText);
  const inPools = pod.byNodePool.map(
    ({ nodePool, reason }) => `incompatible with nodepool "${nodePool}", ${reasonText(reason)}`,
  );
  return [...everywhere, ...inPools].join('; ') || 'no NodePool can take it';
}

type Detailed = Extract<Reason, { readonly detail: string }>;
type Plain = Exclude<Reason, Detailed>;

/** What a pod asks for and a pool has not. */
function podText(reason: Plain): string {
  switch (reason.code) {
    case 'CONSTRAINT_UNSUPPORTED':
      return `${reason.constraint} is not supported`;
    case 'NO_NODE_POOL':
      return 'the cluster has no NodePool';
    case 'TAINT_NOT_TOLERATED':
      return `did not tolerate taint ${reason.key}${reason.value && `=${reason.value}`}:${reason.effect}`;
    case 'LABEL_UNDEFINED':
      return `label ${reason.key} is not defined`;
    case 'REQUIREMENT_INCOMPATIBLE':
      return `incompatible requirements, key ${reason.key}, ${reason.wanted} not in ${reason.found}`;
    case 'RESOURCE_TOO_LARGE':
      return `no instance type has ${formatAmount(reason.resource, reason.requested)} of ${reason.resource}`;
    case 'TOPOLOGY_UNSATISFIABLE':
      return `unsatisfiable topology constraint over ${reason.key}`;
    case 'HOST_PORT_CONFLICT':
      return `host port ${reason.port}/${reason.protocol} is in use`;
    case 'VOLUME_LIMIT':
      return `more volumes of ${reason.driver} than a node can attach`;
    default:
      return offeringText(reason);
  }
}

type OfPod =
  | 'CONSTRAINT_UNSUPPORTED'
  | 'NO_NODE_POOL'
  | 'TAINT_NOT_TOLERATED'
  | 'LABEL_UNDEFINED'
  | 'REQUIREMENT_INCOMPATIBLE'
  | 'RESOURCE_TOO_LARGE'
  | 'TOPOLOGY_UNSATISFIABLE'
  | 'HOST_PORT_CONFLICT'
  | 'VOLUME_LIMIT';

/** What is not to be had. */
function offeringText(reason: Exclude<Plain, { readonly code: OfPod }>): string {
  switch (reason.code) {
    case 'NO_OFFERING':
      return 'no instance type that fits is available';
    case 'OFFERING_UNPRICED':
      return 'no instance type that fits has a known price';
    case 'LIMIT_EXCEEDED':
      return `all available instance types exceed limits for nodepool, ${reason.resource} is ${formatAmount(reason.resource, reason.usage)} of ${formatAmount(reason.resource, reason.limit)}`;
    case 'MIN_VALUES_UNMET':
      return `minValues of ${reason.key} is ${reason.minValues}, and only ${reason.found} are left`;
    case 'RESERVATION_PENDING':
      return 'a capacity reservation is being taken by another node';
    case 'SPOT_DEARER_THAN_ON_DEMAND':
    case 'DEARER_THAN_CHOSEN':
      return 'a cheaper instance type was chosen';
    default:
      return blockText(reason);
  }
}

type OfOffering =
  | OfPod
  | 'NO_OFFERING'
  | 'OFFERING_UNPRICED'
  | 'LIMIT_EXCEEDED'
  | 'MIN_VALUES_UNMET'
  | 'RESERVATION_PENDING'
  | 'SPOT_DEARER_THAN_ON_DEMAND'
  | 'DEARER_THAN_CHOSEN';
type Block = Exclude<Plain, { readonly code: OfOffering }>;

/** What keeps a node from any disruption. */
function blockText(block: Block): string {
  switch (block.code) {
    case 'NOT_MANAGED':
      return 'node is not managed by Kerf';
    case 'NOT_INITIALIZED':
      return 'node is not initialized';
    case 'LEAVING':
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
    case 'NODE_DO_NOT_DISRUPT':
      return 'disruption is blocked through the karpenter.sh/do-not-disrupt annotation';
    case 'POD_DO_NOT_DISRUPT':
      return `pod has the karpenter.sh/do-not-disrupt annotation (Pod=${block.pod})`;
    case 'PDB_BLOCKS':
      return `PDB prevents pod evictions (PodDisruptionBudget=${block.pdb}, Pod=${block.pod})`;
    case 'SEVERAL_PDBS':
      return `eviction does not support multiple PDBs (PodDisruptionBudgets=${block.pdbs.join(', ')}, Pod=${block.pod})`;
    default:
      return poolText(block);
  }
}

type OfNode =
  | 'NOT_MANAGED'
  | 'NOT_INITIALIZED'
  | 'LEAVING'
  | 'IN_DECISION'
  | 'NOMINATED'
  | 'WITHOUT_NODE_POOL'
  | 'NODE_POOL_UNKNOWN'
  | 'NO_INSTANCE_TYPES'
  | 'NODE_DO_NOT_DISRUPT'
  | 'POD_DO_NOT_DISRUPT'
  | 'PDB_BLOCKS'
  | 'SEVERAL_PDBS';

/** What a pool's rules say of a node. */
function poolText(block: Exclude<Block, { readonly code: OfNode }>): string {
  switch (block.code) {
    case 'CONSOLIDATION_OFF':
      return `NodePool ${block.nodePool} has consolidation disabled`;
    case 'STATIC_POOL':
      return `NodePool ${block.nodePool} is static`;
    case 'STATIC_POOL_BUSY':
      return `NodePool ${block.nodePool} has ${block.nodes} nodes for ${block.replicas} replicas`;
    case 'NODE_LIMIT_REACHED':
      return `NodePool ${block.nodePool} has reached its limit of ${block.limit} nodes`;
    case 'CONSOLIDATE_AFTER':
      return 'consolidateAfter has not passed';
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
  | 'CONSOLIDATION_OFF'
  | 'STATIC_POOL'
  | 'STATIC_POOL_BUSY'
  | 'NODE_LIMIT_REACHED'
  | 'CONSOLIDATE_AFTER'
  | 'NOT_EMPTY'
  | 'BUDGET_EXHAUSTED';

/** Why it is not worth replacing a node. */
function consolidationText(block: Exclude<Block, { readonly code: OfPool }>): string {
  switch (block.code) {
    case 'HOLDS_BUFFER':
      return `node keeps room for CapacityBuffers ${block.buffers.join(', ')}`;
    case 'TURN_AWAITED':
      return 'another node was evaluated first';
    case 'NO_LONGER_CONCERNED':
      return `no longer a candidate (${block.reason})`;
    case 'PODS_WITHOUT_PLACE':
      return `not all pods would schedule (${block.pod}${block.pods > 1 ? ` and ${block.pods - 1} more` : ''})`;
    case 'SEVERAL_REPLACEMENTS':
      return `cannot remove without launching ${block.nodes} nodes`;
    case 'PRICE_UNKNOWN':
      return 'the price of the node is not known';
    case 'NO_CHEAPER_REPLACEMENT':
      return `cannot replace with a cheaper node ($${formatUsd(block.priceMicroUsdPerHour)} per hour now, $${formatUsd(block.bestMicroUsdPerHour)} at best)`;
    case 'SPOT_INFLEXIBLE':
      return `spot-to-spot consolidation requires ${block.needed} cheaper instance types, got ${block.cheaperTypes}`;
    default:
      return assertNever(block);
  }
}
