import type { BudgetStatus } from '../model/command.js';
import type { DisruptionReason } from '../model/node-pool.js';
import type { RemainingBudgets } from './methods/method.js';

/**
 * Returns the remaining disruption budgets of all NodePools for one reason; each call of `take`
 * uses one.
 */
export function remainingBudgets(
  budgets: readonly BudgetStatus[],
  reason: DisruptionReason,
): RemainingBudgets {
  const budgetByPool = new Map(
    budgets.filter((status) => status.reason === reason).map((item) => [item.nodePool, item]),
  );
  const taken = new Map<string, number>();
  return {
    take(nodePool) {
      const status = budgetByPool.get(nodePool);
      const allowed = status?.allowed ?? 0;
      const count = (taken.get(nodePool) ?? 0) + 1;
      if (count > allowed) {
        const budget = status?.limitingBudget ?? null;
        return { code: 'BUDGET_EXHAUSTED', nodePool, reason, allowed, budget };
      }
      taken.set(nodePool, count);
      return null;
    },
  };
}
