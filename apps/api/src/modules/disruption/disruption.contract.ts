import type { BudgetManifest, CalendarPeriod } from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { BudgetStatusOfPool } from '@kerf/db';
import { z } from 'zod';
import { boundedPeriod } from '../../contract/bounded-period.js';
import type {
  BudgetStatus,
  DisruptionBudgets,
  NodePoolBudget,
  NodePoolCalendar,
} from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { instant, list, text, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';
import type { CalendarRow } from './disruption.reads.js';

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
  return index === null || budget === null ? null : toBudget(budget, index);
}

function toBudget(budget: BudgetManifest, index: number): NodePoolBudget {
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

export type NodePoolCalendarView = NodePoolCalendar;

const maxCalendarDays = 35;

/** @throws INPUT.INVALID for a period that ends before it begins, or is too long */
export const toCalendarPeriod = (period: CalendarPeriod): CalendarPeriod =>
  boundedPeriod(period, maxCalendarDays, 'request shorter periods');

export const toCalendarView = ({
  pool,
  calendar,
  pauses,
  windows,
}: CalendarRow): NodePoolCalendarView => ({
  clusterId: pool.clusterId,
  clusterName: pool.clusterName,
  nodePool: pool.nodePool,
  nodes: pool.nodes,
  countedAt: pool.asOf,
  budgets: pool.budgets.map(toBudget),
  lanes: calendar.lanes.map(({ reasons, intervals }) => ({
    reasons,
    intervals: intervals.map(({ permitted, ...interval }) => ({ ...interval, allowed: permitted })),
  })),
  pauses: pauses.map(({ id, scope, stops, reason, owner, setAt, expiresAt }) => ({
    id,
    scope: scope.kind,
    stops,
    reason,
    owner,
    from: setAt,
    to: expiresAt,
  })),
  maintenanceWindows: windows.map(({ decisionId, kind, from, to }) => ({
    decisionId,
    kind,
    from,
    to,
  })),
  problems: calendar.problems.map(({ path, message }) => ({ field: path, message })),
});

export const budgetStatusResource = componentOf('BudgetStatus', {
  limitingBudget: resourceOf('NodePoolBudget', {}).nullable(),
});

const budgetsResource = componentOf('DisruptionBudgets', {
  budgets: list(budgetStatusResource),
});

const calendarResource = componentOf('NodePoolCalendar', {
  budgets: list(resourceOf('NodePoolBudget', {})),
  lanes: list(
    resourceOf('BudgetLane', {
      intervals: list(resourceOf('BudgetInterval', { state: word('BudgetIntervalState') })),
    }),
  ),
  pauses: list(resourceOf('CalendarPause', {})),
  maintenanceWindows: list(resourceOf('CalendarWindow', {})),
  problems: list(resourceOf('BudgetProblem', {})),
});

export const disruptionOperations = {
  get: {
    id: 'getDisruptionBudgets',
    summary: 'Number of disruptions allowed now, by NodePool and reason',
    query: z.strictObject(ofClusterQuery),
    answer: budgetsResource,
  },
  calendar: {
    id: 'listBudgetCalendar',
    topics: ['definition', 'pause', 'nodes'],
    summary: 'Disruptions that the budgets of each NodePool allow in a period, by reason',
    description:
      'The period is at most 35 days. Intervals begin and end where a window of a budget does; windows are in UTC. With pauses in force, and maintenance windows of approved decisions.',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      from: instant,
      to: instant.meta({ description: 'Exclusive; at most 35 days after `from`' }),
      nodePool: z.array(text).optional(),
      search: text
        .optional()
        .meta({ description: 'Part of the name of the NodePool or its cluster' }),
    }),
    answer: pageOf('BudgetCalendarPage', calendarResource),
  },
} as const satisfies Record<string, OperationSpec>;
