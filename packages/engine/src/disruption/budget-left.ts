import type { BudgetStanding } from '../model/command.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { BudgetLeft } from './methods/method.js';

/** Counts down what the budgets of all pools allow for one reason. */
export function budgetLeft(
  standings: readonly BudgetStanding[],
  reason: DisruptionReason,
): BudgetLeft {
  const standingByPool = new Map(
    standings.filter((standing) => standing.reason === reason).map((item) => [item.nodePool, item]),
  );
  const taken = new Map<string, number>();
  return {
    take(nodePool) {
      const standing = standingByPool.get(nodePool);
      const allowed = standing?.allowed ?? 0;
      const count = (taken.get(nodePool) ?? 0) + 1;
      if (count > allowed) {
        const budget = standing?.rulingBudget ?? null;
        return { code: 'BUDGET_EXHAUSTED', nodePool, reason, allowed, budget };
      }
      taken.set(nodePool, count);
      return null;
    },
  };
}
