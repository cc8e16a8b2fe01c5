import type { BudgetManifest } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { BudgetStatusOfPool } from '@kerf/db';
import { z } from 'zod';
import type {
  BudgetStatus,
  DisruptionBudgets,
  NodePoolBudget,
} from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { list } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

export const toBudgetView = ({
  limitingBudget,
  budget,
  ...status
}: Omit<BudgetStatusOfPool, 'asOf'>): BudgetStatus => ({
  ...status,
  limitingBudget: toNodePoolBudget(limitingBudget, budget),
});

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

export const budgetStatusResource = componentOf('BudgetStatus', {
  limitingBudget: resourceOf('NodePoolBudget', {}).nullable(),
});

const budgetsResource = componentOf('DisruptionBudgets', {
  budgets: list(budgetStatusResource),
});

export const disruptionOperations = {
  get: {
    id: 'getDisruptionBudgets',
    summary: 'Number of disruptions allowed now, by NodePool and reason',
    query: z.strictObject(ofClusterQuery),
    answer: budgetsResource,
  },
} as const satisfies Record<string, OperationSpec>;
