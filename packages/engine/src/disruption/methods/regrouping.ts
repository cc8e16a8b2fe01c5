import type { Command } from '../../model/command.js';
import type { DisruptionBlock } from '../../model/reason.js';
import { type Candidate, priceOf, sumOfPrices } from '../candidate.js';
import { isWorthMoving, netSaving } from '../min-saving.js';
import { rejectionBlock } from '../rejection.js';
import { leastSaving } from '../replacements/least-saving.js';
import { podValues } from '../replacements/pod-values.js';
import { consolidate, underutilized } from './consolidation.js';
import type { Method, MethodContext, MethodResult } from './method.js';
import { proposeKnown } from './propose-known.js';

/** Largest number of nodes that one command may remove, as in Karpenter's commands. */
const maxNodes = 100;

/**
 * Removes several nodes at once and launches several cheaper ones for their pods. It is the last
 * method, because it moves more pods for the same savings than the others. Nodes whose price is
 * most above the dual prices of their pods come first; the number of nodes is doubled as long as the
 * budgets allow, and the command that saves most is proposed, in the worst of some orders in which the
 * scheduler may bind its pods. Karpenter has no such method.
 */
export const regrouping: Method = {
  ...underutilized,
  name: 'Regrouping',

  propose(candidates: readonly Candidate[], context: MethodContext): MethodResult {
    const { regroups, snapshot, known } = context;
    if (known !== null)
      return proposeKnown(candidates, { ...context, method: 'Regrouping', known });
    const blocked = new Map<string, DisruptionBlock>();
    if (!regroups || snapshot.settings.maxReplacements < 2) return { commands: [], blocked };
    const command = bestCommand(mostWastefulFirst(candidates, context), context);
    return { commands: command === null ? [] : [command], blocked };
  },
};

/**
 * Returns the candidates within the budgets, ordered by their price less the value of their pods;
 * among equals, in the given order. A node with a pod that fits on no new node is left to the other
 * methods: it would come first, and no command could remove the nodes behind it.
 */
function mostWastefulFirst(
  candidates: readonly Candidate[],
  { snapshot, budget }: MethodContext,
): readonly Candidate[] {
  const valueOf = podValues(snapshot);
  return candidates
    .filter(
      ({ nodeClaim }) =>
        rejectionBlock(nodeClaim, { reason: 'Underutilized' }, snapshot.now) === null,
    )
    .filter((candidate) => isWorthMoving(snapshot.settings.minSaving, candidate))
    .flatMap((candidate) => {
      const price = priceOf(candidate);
      const value = sumOfPrices(candidate.reschedulable.map(valueOf));
      return price === null || value === null ? [] : [{ candidate, waste: price - value }];
    })
    .toSorted((a, b) => b.waste - a.waste)
    .map(({ candidate }) => candidate)
    .filter(({ nodePool }) => budget.take(nodePool.name) === null)
    .slice(0, maxNodes);
}

function bestCommand(
  inOrder: readonly Candidate[],
  { snapshot, effort }: Pick<MethodContext, 'snapshot' | 'effort'>,
): Command | null {
  let best: Command | null = null;
  let bestSaving = 0;
  let length = 1;
  while (length < inOrder.length) {
    length = Math.min(2 * length, inOrder.length);
    effort.simulations += 1;
    const proposal = consolidate(snapshot, inOrder.slice(0, length), {
      method: 'Regrouping',
      newNodes: 'Cheapest',
    });
    if ('code' in proposal || (netSaving(snapshot, proposal) ?? 0) <= bestSaving) continue;
    const saving = netSaving(snapshot, {
      ...proposal,
      savingMicroUsdPerHour: leastSaving(snapshot, proposal),
    });
    if (saving === null || saving <= bestSaving) continue;
    best = proposal;
    bestSaving = saving;
  }
  return best;
}
