import type { BudgetManifest } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { RuledBudgetStanding } from '@kerf/db';
import type { BudgetRule, BudgetStatus, DisruptionBudgets } from '../../generated/schema-types.js';

export function toBudgetView(status: Omit<RuledBudgetStanding, 'asOf'>): BudgetStatus {
  return {
    clusterId: status.clusterId,
    nodePool: status.nodePool,
    reason: status.reason,
    nodes: status.nodes,
    disrupting: status.disrupting,
    allowed: status.allowed,
    rule: toRule(status.limitingBudget, status.rule),
    changesAt: status.changesAt,
  };
}

function toRule(index: number | null, budget: BudgetManifest | null): BudgetRule | null {
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

/** They hold up to when the oldest of them does. */
export function toBudgetsView(
  budgets: readonly RuledBudgetStanding[],
  now: Instant,
): DisruptionBudgets {
  return {
    asOf: Math.min(now, ...budgets.map(({ asOf }) => asOf)),
    budgets: budgets.map(toBudgetView),
  };
}
