import { compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command, DisruptionMethod } from '../../model/command.js';
import type { NodePool } from '../../model/node-pool.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { planStaticNodes } from '../../plan/static-nodes.js';
import { type Candidate, priceOf, savingOf } from '../candidate.js';
import type { Method, MethodContext, MethodResult } from './method.js';
import type { ReplacementCause } from './replacing.js';

/**
 * Returns the method that replaces nodes of static NodePools for a cause, each by a new node of its
 * NodePool that is initialized before the old one is removed: as many at once as the disruption
 * budget and the limit of nodes allow; none while another replacement is in progress, or while the
 * NodePool has more nodes than its replicas. Places for the pods are not simulated: the new node is
 * as large as the NodePool allows. Source: karpenter disruption/staticdrift.go @v1.14.1.
 * @remarks Differs: deleting nodes still count as nodes of the NodePool, here as everywhere.
 */
export const replacingStaticNodes = (name: DisruptionMethod, cause: ReplacementCause): Method => ({
  name,
  reason: cause.reason,
  isEventual: true,

  appliesTo: (candidate) =>
    cause.isDue(candidate) && candidate.nodePool.replicas !== null && !cause.reboots(candidate),

  blockerFor: (candidate, now) => cause.blockerFor(candidate, now),

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const blocked = new Map<string, DisruptionBlock>();
    const commands: Command[] = [];
    for (const [nodePool, due] of Map.groupBy(candidates, (one) => one.nodePool)) {
      const plan = planReplacements(context, nodePool, due.length);
      let replaced = 0;
      let headroom = headroomOf(nodePool);
      for (const candidate of due.toSorted(cause.compare)) {
        const replacement = 'code' in plan ? plan : (plan[replaced] ?? noneLeft(nodePool));
        if ('code' in replacement) {
          blocked.set(candidate.node.name, replacement);
          continue;
        }
        const block = headroom > 0 ? context.budget.take(nodePool.name) : limitReached(nodePool);
        if (block === null) {
          commands.push(replace(candidate, replacement, { name, cause }));
          replaced += 1;
        } else blocked.set(candidate.node.name, block);
        headroom -= 1;
      }
    }
    return { commands, blocked };
  },
});

/**
 * Plans the replacements of nodes of the NodePool, fewer if spend limits leave less, or returns
 * what blocks all of them.
 */
function planReplacements(
  { snapshot, known }: MethodContext,
  nodePool: NodePool,
  count: number,
): readonly PlannedNodeClaim[] | DisruptionBlock {
  const { name, replicas } = nodePool;
  const nodes =
    known === null
      ? usedNodes(nodePool) + nodesInDecisions(snapshot, nodePool)
      : runningNodes(snapshot, nodePool);
  if (replicas === null || nodes > replicas) {
    return { code: 'STATIC_POOL_BUSY', nodePool: name, nodes, replicas: replicas ?? 0 };
  }
  const plan = planStaticNodes(snapshot, name, count);
  return plan.kind === 'Planned' ? plan.result.newNodeClaims : noneLeft(nodePool);
}

const noneLeft = ({ name }: NodePool): DisruptionBlock => ({
  code: 'NO_INSTANCE_TYPES',
  nodePool: name,
});

const usedNodes = ({ usage }: NodePool): number => usage['nodes'] ?? 0;

const headroomOf = (nodePool: NodePool): number =>
  (nodePool.limits['nodes'] ?? Infinity) - usedNodes(nodePool);

const limitReached = (nodePool: NodePool): DisruptionBlock => ({
  code: 'NODE_LIMIT_REACHED',
  nodePool: nodePool.name,
  limit: nodePool.limits['nodes'] ?? 0,
});

/** Counts nodes that an open decision will replace and whose replacement is not requested yet. */
function nodesInDecisions({ nodes }: ClusterSnapshot, { name }: NodePool): number {
  return nodes.filter(
    ({ nodeClaim, isTerminating }) =>
      nodeClaim?.nodePool === name && nodeClaim.decisionId !== null && !isTerminating,
  ).length;
}

/** Counts nodes without those that have a replacement, or one in progress. */
function runningNodes({ nodes }: ClusterSnapshot, nodePool: NodePool): number {
  const terminating = nodes.filter(
    ({ nodeClaim, isTerminating }) => nodeClaim?.nodePool === nodePool.name && isTerminating,
  );
  return usedNodes(nodePool) - terminating.length;
}

function replace(
  candidate: Candidate,
  replacement: PlannedNodeClaim,
  { name, cause }: { readonly name: DisruptionMethod; readonly cause: ReplacementCause },
): Command {
  return {
    method: name,
    reason: cause.reason,
    candidates: [cause.record(candidate)],
    replacements: [replacement],
    moves: candidate.reschedulable
      .map((pod) => ({
        podUid: pod.uid,
        pod: namespacedName(pod),
        from: candidate.node.name,
        to: replacement.id,
      }))
      .sort((a, b) => compareText(a.pod, b.pod)),
    savingMicroUsdPerHour: savingOf(priceOf(candidate), [replacement]),
  };
}
