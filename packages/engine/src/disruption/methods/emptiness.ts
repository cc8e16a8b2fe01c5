import type { Instant } from '@kerf/core';
import { compareText } from '@kerf/core';
import type { Command } from '../../model/command.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, priceOf, toCommandCandidate, totalPriceOf } from '../candidate.js';
import { consolidationPause } from '../pause-block.js';
import { rejectionBlock } from '../rejection.js';
import { consolidateAfterBlock } from './consolidatable.js';
import type { Method, MethodContext, MethodResult } from './method.js';

/**
 * Deletes the nodes that run only daemons: as many as the budgets allow, in one command, the most
 * expensive first. Source: karpenter disruption/emptiness.go @v1.14.1; differs: upstream also
 * deletes nodes whose pods all have a very low deletion cost, and evicts these pods.
 */
export const emptiness: Method = {
  name: 'Emptiness',
  reason: 'Empty',

  isEventual: false,

  appliesTo: ({ reschedulable }) => reschedulable.length === 0,

  blockerFor(candidate: Candidate, now: Instant) {
    const { capacityBuffers, nodePool } = candidate;
    const pause = consolidationPause(nodePool);
    if (pause !== null) return pause;
    if (capacityBuffers.length > 0)
      return { code: 'HOLDS_CAPACITY_BUFFER', buffers: capacityBuffers };
    return (
      rejectionBlock(candidate.nodeClaim, { reason: 'Empty' }, now) ??
      consolidateAfterBlock(candidate, now)
    );
  },

  propose(candidates: readonly Candidate[], { budget }: MethodContext): MethodResult {
    const taken: Candidate[] = [];
    const blocked = new Map<string, DisruptionBlock>();
    for (const candidate of candidates.toSorted(mostExpensiveFirst)) {
      const block = budget.take(candidate.nodePool.name);
      if (block === null) taken.push(candidate);
      else blocked.set(candidate.node.name, block);
    }
    return { commands: taken.length === 0 ? [] : [deletionOf(taken)], blocked };
  },
};

function deletionOf(candidates: readonly Candidate[]): Command {
  return {
    method: 'Emptiness',
    reason: 'Empty',
    candidates: candidates.map(toCommandCandidate),
    replacements: [],
    moves: [],
    savingMicroUsdPerHour: totalPriceOf(candidates),
  };
}

/** Unknown prices come last; among equals by name. */
function mostExpensiveFirst(a: Candidate, b: Candidate): number {
  return (priceOf(b) ?? -1) - (priceOf(a) ?? -1) || compareText(a.node.name, b.node.name);
}
