import type { Reason } from '@kerf/client';
import { detailsOf, reasonText } from './values.js';

/** A sentence for each code that blocks the disruption of a node; `{name}` is a member of its data. */
const sentences: Readonly<Record<string, string>> = {
  NOT_MANAGED: 'Kerf does not manage this node',
  NOT_INITIALIZED: 'The node is not initialized yet',
  TERMINATING: 'The node is already being removed',
  IN_DECISION: 'The node is part of decision {decisionId}',
  NOMINATED: 'The node is nominated for pending pods until {until}',
  WITHOUT_NODE_POOL: 'The NodeClaim has no NodePool, so Kerf does not disrupt the node',
  NODE_POOL_UNKNOWN: 'NodePool {nodePool} does not exist',
  NO_INSTANCE_TYPES: 'NodePool {nodePool} allows no instance type',
  DISRUPTION_PAUSED: '{owner} paused disruption: {reason}',
  NODE_DO_NOT_DISRUPT: 'The node has the annotation karpenter.sh/do-not-disrupt',
  POD_DO_NOT_DISRUPT: 'Pod {pod} has the annotation karpenter.sh/do-not-disrupt',
  PDB_BLOCKS: 'PodDisruptionBudget {pdb} allows no eviction of pod {pod}',
  MULTIPLE_PDBS: 'Pod {pod} has several PodDisruptionBudgets, so Kubernetes does not evict it',
  CONSOLIDATION_DISABLED: 'NodePool {nodePool} has consolidateAfter: Never',
  STATIC_POOL: 'NodePool {nodePool} is static; number of its nodes: {replicas}',
  STATIC_POOL_BUSY: 'Other nodes of NodePool {nodePool} are being replaced or removed',
  NODE_LIMIT_REACHED:
    'Its replacement would exceed the limit of nodes of NodePool {nodePool}: {limit}',
  CONSOLIDATE_AFTER:
    'Pods were added or removed within consolidateAfter; consolidatable from {until}',
  NOT_EMPTY: 'Pods run on the node: {pods}',
  HOLDS_CAPACITY_BUFFER: 'The node holds capacity for CapacityBuffers: {buffers}',
  NOT_EVALUATED_YET: 'Not evaluated yet: other nodes are ahead in the queue',
  REASON_NO_LONGER_APPLIES: 'The node no longer has the reason for disruption {reason}',
  EXPECTS_PODS: 'Decision {decisionId} moves pods to this node',
  REJECTED: 'Decision {decisionId} was rejected; it can be proposed again from {until}',
  DESTINATION_NOT_READY: 'Its pods would move to node {nodeName}, which is not initialized yet',
  PODS_UNSCHEDULABLE: 'Pods that cannot be scheduled elsewhere: {pods}, for example {pod}',
  MULTIPLE_REPLACEMENTS: 'Its pods need more new nodes than consolidation launches: {nodes}',
  PRICE_UNKNOWN: 'The price of the node or of its replacement is unknown',
  NO_CHEAPER_REPLACEMENT:
    'No replacement saves enough: the node costs {priceMicroUsdPerHour} per hour, a replacement at least {bestMicroUsdPerHour}',
  SAVING_TOO_SMALL:
    'Consolidation would save {savingMicroUsdPerHour} per hour; the minimum for its pods is {minSavingMicroUsdPerHour}',
  SCORE_TOO_LOW:
    'NodePool {nodePool} has the policy Balanced: the saving has a score of {score}, and {minScore} is required',
  SPOT_TO_SPOT_DISABLED: 'Spot-to-spot consolidation is off in this cluster',
  SPOT_INFLEXIBLE:
    'Too few spot types are cheaper: {cheaperTypes}; spot-to-spot consolidation requires {needed}',
  BUDGET_EXHAUSTED:
    'The disruption budgets of NodePool {nodePool} allow no more disruptions for reason {reason} now; allowed: {allowed}',
};

/**
 * Returns why a node is not disrupted, as a sentence with its code, e.g. for scripts that search it.
 * A code that this version does not know is written with its data.
 */
export function blockerText(reason: Reason): string {
  const sentence = Object.hasOwn(sentences, reason.code) ? sentences[reason.code] : undefined;
  if (sentence === undefined) return reasonText(reason);
  const details = detailsOf(reason);
  const missing = [...sentence.matchAll(/\{(\w+)\}/gu)].some(([, name = '']) => !details.has(name));
  if (missing) return reasonText(reason);
  return `${sentence.replace(/\{(\w+)\}/gu, (_, name: string) => details.get(name) ?? '')} (${reason.code})`;
}
