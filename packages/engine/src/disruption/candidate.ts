import type { Instant, MicroUsdPerHour } from '@kerf/core';
import { compareText } from '@kerf/core';
import { podBlocks } from '../drainability/pod-blocks.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CommandCandidate, PodMove } from '../model/command.js';
import type { Node, NodeClaimRef } from '../model/node.js';
import type { NodePool } from '../model/node-pool.js';
import { type BoundPod, namespacedName } from '../model/pod.js';
import type { DisruptionBlock } from '../model/reason.js';
import type { PlannedNodeClaim } from '../model/scheduling-result.js';
import { buffersByNode } from '../plan/pending-pods.js';
import { pauseBlocks } from './pause-block.js';
import { reschedulingCost } from './rescheduling-cost.js';

/** A node that nothing blocks from being disrupted, if a disruption method has a reason to. */
export interface Candidate {
  readonly node: Node;
  readonly nodeClaim: NodeClaimRef;
  readonly nodePool: NodePool;
  /** Pods that would have to run on another node. */
  readonly reschedulable: readonly BoundPod[];
  /** CapacityBuffers that use its capacity, `namespace/name`. */
  readonly capacityBuffers: readonly string[];
  /**
   * Disruption that its pods block. A node with a termination grace period may be disrupted all the
   * same, if the method is not consolidation.
   */
  readonly podBlocks: readonly DisruptionBlock[];
}

/** A managed node that no method may disrupt now. */
interface BlockedNode {
  readonly node: Node;
  /** At least one. */
  readonly blocks: readonly DisruptionBlock[];
}

/** The managed nodes of a cluster: candidates, and blocked nodes with their blockers. */
export interface Inspection {
  /** Candidates by node name. */
  readonly candidates: readonly Candidate[];
  readonly blocked: readonly BlockedNode[];
}

/**
 * Returns the managed nodes as candidates or as blocked nodes with their blockers. Source:
 * karpenter disruption/types.go NewCandidate, state/statenode.go @v1.14.1.
 */
export function inspectNodes(snapshot: ClusterSnapshot): Inspection {
  const pools = new Map(snapshot.nodePools.map((nodePool) => [nodePool.name, nodePool]));
  const buffersOfNodes = buffersByNode(snapshot);
  const candidates: Candidate[] = [];
  const blocked: BlockedNode[] = [];
  for (const node of snapshot.nodes.toSorted((a, b) => compareText(a.name, b.name))) {
    const { nodeClaim } = node;
    if (nodeClaim === null) continue;
    const nodePool = nodeClaim.nodePool === null ? undefined : pools.get(nodeClaim.nodePool);
    const blocks = [
      ...nodeBlocks(node, nodeClaim, snapshot.now),
      ...pauseBlocks(nodePool, ['Disruption', 'DisruptionAndLaunches']),
      ...nodePoolBlocks(snapshot, nodeClaim, nodePool),
    ];
    const byPods = podBlocks(node.pods, snapshot.podDisruptionBudgets, snapshot.now);
    if (blocks.length > 0 || nodePool === undefined) {
      blocked.push({ node, blocks: [...blocks, ...byPods] });
    } else {
      candidates.push({
        node,
        nodeClaim,
        nodePool,
        reschedulable: node.pods.filter(isReschedulable),
        capacityBuffers: buffersOfNodes.get(node.name) ?? [],
        podBlocks: byPods,
      });
    }
  }
  return { candidates, blocked };
}

/** Returns the candidate as a command records it. */
export function toCommandCandidate(candidate: Candidate): CommandCandidate {
  const { node, nodeClaim, nodePool, reschedulable } = candidate;
  return {
    ...toRemovedNode(node, nodeClaim),
    nodePool: nodePool.name,
    disruptionCost: reschedulingCost(reschedulable),
  };
}

/** Returns the candidate of a repair as a command records it. */
export function toRepairCandidate(candidate: Candidate): CommandCandidate {
  const { repair } = candidate.node;
  if (repair === undefined) return toCommandCandidate(candidate);
  const { action, condition, status, since, drainMs } = repair;
  return {
    ...toCommandCandidate(candidate),
    repair: { action, condition, status, since, drainMs },
  };
}

/** Returns the moves of all its pods to one destination, by the name of the pod. */
export function movesTo({ node, reschedulable }: Candidate, to: PodMove['to']): readonly PodMove[] {
  return reschedulable
    .map((pod) => ({ podUid: pod.uid, pod: namespacedName(pod), from: node.name, to }))
    .sort((a, b) => compareText(a.pod, b.pod));
}

/** Returns the facts about a removed node that do not depend on its NodePool. */
export function toRemovedNode(
  node: Node,
  nodeClaim: NodeClaimRef,
): Omit<CommandCandidate, 'nodePool'> {
  const daemonPods = node.pods.filter(
    ({ ownerKind, isTerminal }) =>
      !isTerminal && (ownerKind === 'DaemonSet' || ownerKind === 'Node'),
  );
  return {
    nodeName: node.name,
    nodeClaimId: nodeClaim.id,
    instanceType: node.offering?.instanceType ?? null,
    zone: node.offering?.zone ?? null,
    capacityType: node.offering?.capacityType ?? null,
    priceMicroUsdPerHour: node.offering?.priceMicroUsdPerHour ?? null,
    ...(node.offering?.priceOverlay !== undefined && { priceOverlay: node.offering.priceOverlay }),
    daemonPods: daemonPods.length,
  };
}

/** Returns the price of a node in micro-USD per hour; `null` if it is unknown. */
export const priceOf = ({ node }: Pick<Candidate, 'node'>): MicroUsdPerHour | null =>
  node.offering?.priceMicroUsdPerHour ?? null;

/** Returns the price of the nodes in micro-USD per hour; `null` if one of them is unknown. */
export const totalPriceOf = (candidates: readonly Candidate[]): MicroUsdPerHour | null =>
  sumOfPrices(candidates.map(priceOf));

/** Returns the sum of prices in micro-USD per hour; `null` if one of them is unknown. */
export function sumOfPrices(prices: readonly (MicroUsdPerHour | null)[]): MicroUsdPerHour | null {
  return prices.reduce<MicroUsdPerHour | null>(
    (sum, price) => (sum === null || price === null ? null : sum + price),
    0,
  );
}

/**
 * Returns the savings of replacing nodes at this price by these, in micro-USD per hour; `null` if a
 * price is unknown.
 */
export function savingOf(
  price: MicroUsdPerHour | null,
  replacements: readonly PlannedNodeClaim[],
): MicroUsdPerHour | null {
  return replacements.reduce<MicroUsdPerHour | null>(
    (saving, { expected }) =>
      saving === null || expected.isPriceEstimated === true
        ? null
        : saving - expected.priceMicroUsdPerHour,
    price,
  );
}

/** Returns true if an annotation of the node forbids its disruption, except for its repair. */
export const isKept = ({ doNotDisrupt }: Pick<Node, 'doNotDisrupt'>): boolean =>
  doNotDisrupt === 'true';

function nodeBlocks(
  node: Node,
  { decisionId }: NodeClaimRef,
  now: Instant,
): readonly DisruptionBlock[] {
  const blocks: DisruptionBlock[] = [];
  if (decisionId !== null) blocks.push({ code: 'IN_DECISION', decisionId });
  else if (node.isTerminating) blocks.push({ code: 'TERMINATING' });
  if (!node.isInitialized) blocks.push({ code: 'NOT_INITIALIZED' });
  if (node.nominatedUntil !== null && node.nominatedUntil > now) {
    blocks.push({ code: 'NOMINATED', until: node.nominatedUntil });
  }
  // An unhealthy node may be repaired all the same; the other methods are blocked one by one.
  if (isKept(node) && node.repair === undefined) blocks.push({ code: 'NODE_DO_NOT_DISRUPT' });
  return blocks;
}

function nodePoolBlocks(
  snapshot: ClusterSnapshot,
  { nodePool: name }: NodeClaimRef,
  nodePool: NodePool | undefined,
): readonly DisruptionBlock[] {
  if (name === null) return [{ code: 'WITHOUT_NODE_POOL' }];
  if (nodePool === undefined) return [{ code: 'NODE_POOL_UNKNOWN', nodePool: name }];
  const { unreadable } = nodePool;
  if (unreadable !== undefined) {
    return [{ code: 'NODE_POOL_UNREADABLE', nodePool: name, ...unreadable }];
  }
  const types = snapshot.instanceTypesByNodePool[name] ?? [];
  return types.length === 0 ? [{ code: 'NO_INSTANCE_TYPES', nodePool: name }] : [];
}
