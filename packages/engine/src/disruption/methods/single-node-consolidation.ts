import type { DisruptionBlock } from '../../model/reason.js';
import type { Candidate } from '../candidate.js';
import { nextToEvaluate } from '../evaluation-order.js';
import { rejectionOfSaving } from '../rejection.js';
import { consolidate, highestSavingsRatioFirst, underutilized } from './consolidation.js';
import type { Method, MethodContext, MethodResult } from './method.js';

/**
 * Number of candidates that one evaluation simulates; the next one continues at the cursor.
 * Upstream stops after three minutes; the engine has no clock.
 */
const simulationsPerEvaluation = 250;

/**
 * Removes one node whose pods fit on other nodes, or on one cheaper new node. Candidates with the
 * highest savings ratio come first, one of each NodePool in turn. Source: karpenter
 * disruption/singlenodeconsolidation.go, consolidation.go @v1.14.1.
 */
export const singleNodeConsolidation: Method = {
  ...underutilized,
  name: 'SingleNodeConsolidation',

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const { snapshot, budget, cursor, effort, known } = context;
    const blocked = new Map<string, DisruptionBlock>();
    const evaluated = new Set<string>();
    const inOrder = byPoolInTurn(candidates);
    for (const candidate of nextToEvaluate(inOrder, cursor, simulationsPerEvaluation)) {
      evaluated.add(candidate.nodeClaim.id);
      effort.simulations += 1;
      const proposal = consolidate(snapshot, [candidate], {
        method: 'SingleNodeConsolidation',
        known,
      });
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

/** Sorts by savings ratio within a NodePool, then takes one candidate of each NodePool in turn. */
function byPoolInTurn(candidates: readonly Candidate[]): readonly Candidate[] {
  const sorted = candidates.toSorted(highestSavingsRatioFirst);
  const lists = [...Map.groupBy(sorted, ({ nodePool }) => nodePool.name).values()];
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list[round] ?? []),
  ).flat();
}
