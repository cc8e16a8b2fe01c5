import type { Command } from '../../model/command.js';
import type { Candidate } from '../candidate.js';
import { isWorthMoving, savesMore } from '../min-saving.js';
import { rejectionBlock } from '../rejection.js';
import { consolidate, highestSavingsRatioFirst, underutilized } from './consolidation.js';
import type { Method, MethodContext, MethodResult } from './method.js';
import { proposeKnown } from './propose-known.js';

/** Largest number of nodes that one command may remove. Source: karpenter. */
const maxNodes = 100;
/** Largest number of candidates that one evaluation tries to add to a command one by one. */
const additionsPerEvaluation = 50;

/**
 * Removes several nodes at once whose pods fit on other nodes, or on these and one cheaper new node.
 * A binary search finds the longest list of candidates, the highest savings ratio first, for which
 * this is possible. Then further candidates are added one by one, where that increases the savings;
 * so a candidate whose pods fit nowhere does not keep those behind it from being removed. Source:
 * karpenter disruption/multinodeconsolidation.go @v1.14.1; differs: upstream only has the binary
 * search, and sorts equal ratios at random.
 */
export const multiNodeConsolidation: Method = {
  ...underutilized,
  name: 'MultiNodeConsolidation',

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const { snapshot, budget, known, widens, effort } = context;
    if (known !== null)
      return proposeKnown(candidates, { ...context, method: 'MultiNodeConsolidation', known });
    const inOrder = candidates
      .filter(
        ({ nodeClaim }) =>
          rejectionBlock(nodeClaim, { reason: 'Underutilized' }, snapshot.now) === null,
      )
      .filter((candidate) => isWorthMoving(snapshot.settings.minSaving, candidate))
      .toSorted(highestSavingsRatioFirst);
    const withinBudget = budget.fork();
    const considered = inOrder
      .filter(({ nodePool }) => withinBudget.take(nodePool.name) === null)
      .slice(0, maxNodes);
    const longest = longestPrefix(considered, { snapshot, effort });
    const command = widens ? withMore(longest, inOrder, { snapshot, budget, effort }) : longest;
    const isMultiple = command !== null && command.candidates.length > 1;
    const isWidened = isMultiple && command !== longest;
    return {
      commands: isMultiple ? [command] : [],
      blocked: new Map(),
      ...(isWidened && { isWidened: true as const }),
    };
  },
};

/** Returns the command for as many of the first candidates as possible, at least two; or `null`. */
function longestPrefix(
  candidates: readonly Candidate[],
  { snapshot, effort }: Pick<MethodContext, 'snapshot' | 'effort'>,
): Command | null {
  let longest: Command | null = null;
  let low = 2;
  let high = candidates.length;
  while (low <= high) {
    const length = Math.floor((low + high) / 2);
    effort.simulations += 1;
    const proposal = consolidate(snapshot, candidates.slice(0, length), {
      method: 'MultiNodeConsolidation',
    });
    if ('code' in proposal) high = length - 1;
    else {
      longest = proposal;
      low = length + 1;
    }
  }
  return longest;
}

/** Returns the command with further candidates, as far as each increases the savings. */
function withMore(
  start: Command | null,
  inOrder: readonly Candidate[],
  { snapshot, budget, effort }: Pick<MethodContext, 'snapshot' | 'budget' | 'effort'>,
): Command | null {
  const removed = new Set(start?.candidates.map(({ nodeName }) => nodeName));
  const chosen = inOrder.filter(({ node }) => removed.has(node.name));
  for (const { nodePool } of chosen) budget.take(nodePool.name);
  const further = inOrder.filter(({ node }) => !removed.has(node.name));
  let command = start;
  for (const candidate of further.slice(0, additionsPerEvaluation)) {
    if (chosen.length >= maxNodes) break;
    const { name } = candidate.nodePool;
    if (budget.fork().take(name) !== null) continue;
    effort.simulations += 1;
    const proposal = consolidate(snapshot, [...chosen, candidate], {
      method: 'MultiNodeConsolidation',
    });
    if ('code' in proposal || !savesMore(snapshot, proposal, command)) continue;
    budget.take(name);
    chosen.push(candidate);
    command = proposal;
  }
  return command;
}
