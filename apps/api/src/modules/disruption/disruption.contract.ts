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
import { resourceOf } from '../../rest/resource-of.js';
import { components, list } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

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

export const budgetStatusResource = resourceOf('BudgetStatus', {
  limitingBudget: resourceOf('NodePoolBudget', {}).nullable(),
}).register(components, { id: 'BudgetStatus' });

const budgetsResource = resourceOf('DisruptionBudgets', {
  budgets: list(budgetStatusResource),
}).register(components, { id: 'DisruptionBudgets' });

export const disruptionOperations = {
  get: {
    id: 'getDisruptionBudgets',
    summary: 'Number of disruptions allowed now, by NodePool and reason',
    query: z.strictObject(ofClusterQuery),
    answer: budgetsResource,
  },
} as const satisfies Record<string, OperationSpec>;
