import type { BudgetManifest } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { BudgetStatusOfPool } from '@kerf/db';
import type {
  BudgetStatus,
  DisruptionBudgets,
  NodePoolBudget,
} from '../../generated/schema-types.js';

export function toBudgetView(status: Omit<BudgetStatusOfPool, 'asOf'>): BudgetStatus {
  return {
    clusterId: status.clusterId,
    nodePool: status.nodePool,
    reason: status.reason,
    nodes: status.nodes,
    disrupting: status.disrupting,
    allowed: status.allowed,
    limitingBudget: toNodePoolBudget(status.limitingBudget, status.budget),
    changesAt: status.changesAt,
  };
}

function toNodePoolBudget(
  index: number | null,
  budget: BudgetManifest | null,
): NodePoolBudget | null {
  if (index === null || budget === null) return null;
  const { nodes, schedule, duration, reasons } = budget;
  return {
    index,
    nodes,
    schedule: schedule ?? null,
    duration: duration ?? null,
    reasons: reasons ?? [],
  };
}

/** The time is that of the oldest budget. */
export function toBudgetsView(
  budgets: readonly BudgetStatusOfPool[],
  now: Instant,
): DisruptionBudgets {
  return {
    asOf: Math.min(now, ...budgets.map(({ asOf }) => asOf)),
    budgets: budgets.map(toBudgetView),
  };
}
