import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import { namespacedName } from '../../model/pod.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, priceOf, toCommandCandidate } from '../candidate.js';
import { nextToEvaluate } from '../evaluation-order.js';
import { rejectionOfSaving } from '../rejection.js';
import { cheaperReplacement } from '../replacement.js';
import { reschedulingCost } from '../rescheduling-cost.js';
import { simulateWithout } from '../simulate.js';
import { consolidateAfterBlock } from './consolidatable.js';
import type { Method, MethodContext, MethodResult } from './method.js';

/**
 * Number of candidates that one evaluation simulates; the next one continues at the cursor.
 * Upstream stops after three minutes; the engine has no clock.
 */
const simulationsPerEvaluation = 100;

/**
 * Removes one node whose pods fit on other nodes, or on one cheaper new node. Candidates with the
 * highest savings ratio come first, one of each NodePool in turn. Source: karpenter
 * disruption/singlenodeconsolidation.go, consolidation.go @v1.14.1.
 */
export const singleNodeConsolidation: Method = {
  name: 'SingleNodeConsolidation',
  reason: 'Underutilized',
  isEventual: false,

  appliesTo: ({ reschedulable }) => reschedulable.length > 0,

  blockerFor(candidate: Candidate, now: Instant) {
    const { nodePool, reschedulable, node } = candidate;
    if (node.expectsPodsOf !== null) {
      return { code: 'EXPECTS_PODS', decisionId: node.expectsPodsOf };
    }
    const { consolidationPolicy: policy } = nodePool.disruption;
    if (policy === 'WhenEmpty') return { code: 'NOT_EMPTY', pods: reschedulable.length };
    // Its score is not computed yet; it always allows the removal of empty nodes.
    if (policy === 'Balanced') return { code: 'POLICY_UNSUPPORTED', policy };
    return consolidateAfterBlock(candidate, now);
  },

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const { snapshot, budget, cursor } = context;
    const blocked = new Map<string, DisruptionBlock>();
    const evaluated = new Set<string>();
    const inOrder = byPoolInTurn(candidates);
    for (const candidate of nextToEvaluate(inOrder, cursor, simulationsPerEvaluation)) {
      evaluated.add(candidate.nodeClaim.id);
      const proposal = consolidate(snapshot, candidate);
      const blocker =
        'code' in proposal
          ? proposal
          : rejectionOfSaving(candidate.nodeClaim, proposal.savingMicroUsdPerHour, snapshot.now);
      if ('code' in proposal || blocker !== null) {
        if (blocker !== null) blocked.set(candidate.node.name, blocker);
        continue;
      }
      const block = budget.take(candidate.nodePool.name);
      if (block === null) return { commands: [proposal], blocked, evaluated };
      blocked.set(candidate.node.name, block);
    }
    return { commands: [], blocked, evaluated };
  },
};

function consolidate(snapshot: ClusterSnapshot, candidate: Candidate): Command | DisruptionBlock {
  const price = priceOf(candidate);
  const { unplacedPods, startingNode, moves, newNodeClaims } = simulateWithout(snapshot, [
    candidate,
  ]);
  if (startingNode !== null) return { code: 'DESTINATION_NOT_READY', nodeName: startingNode };
  const [first] = unplacedPods;
  if (first !== undefined) {
    return { code: 'PODS_UNSCHEDULABLE', pods: unplacedPods.length, pod: namespacedName(first) };
  }
  const command = {
    method: 'SingleNodeConsolidation',
    reason: 'Underutilized',
    candidates: [toCommandCandidate(candidate)],
    moves,
  } as const;
  const [claim] = newNodeClaims;
  if (claim === undefined) return { ...command, replacements: [], savingMicroUsdPerHour: price };
  if (newNodeClaims.length > 1) {
    return { code: 'MULTIPLE_REPLACEMENTS', nodes: newNodeClaims.length };
  }
  const { offering } = candidate.node;
  if (offering === null || price === null) return { code: 'PRICE_UNKNOWN' };
  const replacement = cheaperReplacement(snapshot, claim, {
    capacityType: offering.capacityType,
    priceMicroUsdPerHour: price,
  });
  if ('code' in replacement) return replacement;
  return {
    ...command,
    replacements: [replacement],
    savingMicroUsdPerHour: price - replacement.expected.priceMicroUsdPerHour,
  };
}

/** Sorts by savings ratio within a NodePool, then takes one candidate of each NodePool in turn. */
function byPoolInTurn(candidates: readonly Candidate[]): readonly Candidate[] {
  const pools = new Map<string, Candidate[]>();
  for (const candidate of candidates.toSorted(highestSavingsRatioFirst)) {
    const { name } = candidate.nodePool;
    pools.set(name, [...(pools.get(name) ?? []), candidate]);
  }
  const lists = [...pools.values()];
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list[round] ?? []),
  ).flat();
}

function highestSavingsRatioFirst(a: Candidate, b: Candidate): number {
  const ratio = (candidate: Candidate): number =>
    (priceOf(candidate) ?? 0) / reschedulingCost(candidate.reschedulable);
  return ratio(b) - ratio(a) || compareText(a.node.name, b.node.name);
}
