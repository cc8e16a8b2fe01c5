import type { BudgetManifest } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { RuledBudgetStanding } from '@kerf/db';
import type {
  BudgetRule,
  BudgetStanding,
  DisruptionBudgets,
} from '../../generated/schema-types.js';

export function toStandingView(standing: Omit<RuledBudgetStanding, 'asOf'>): BudgetStanding {
  return {
    clusterId: standing.clusterId,
    nodePool: standing.nodePool,
    reason: standing.reason,
    nodes: standing.nodes,
    disrupting: standing.disrupting,
    allowed: standing.allowed,
    rule: toRule(standing.rulingBudget, standing.rule),
    changesAt: standing.changesAt,
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
  standings: readonly RuledBudgetStanding[],
  now: Instant,
): DisruptionBudgets {
  return {
    asOf: Math.min(now, ...standings.map(({ asOf }) => asOf)),
    standings: standings.map(toStandingView),
  };
}
