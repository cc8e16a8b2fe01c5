import type { Instant } from '@kerf/core';
import type {
  CostNow as CostRow,
  CostMonth as MonthRow,
  SavingsRequest,
  SavingsShare as SavingsRow,
  CostShare as ShareRow,
  UnusedAnticipation as UnusedRow,
} from '@kerf/db';
import { z } from 'zod';
import type {
  CostMonth,
  CostNow,
  CostShare,
  QuerySavingsArgs,
  SavingsShare,
  UnusedAnticipation,
} from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { rowsUpTo } from '../../rest/paging.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { components, instant, list, money, sum, text, whole, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';
import { mostGroups, usualGroups } from './to-cost-allocation.js';

export function toCostView(cost: CostRow, now: Instant): CostNow {
  return {
    asOf: cost.asOf ?? now,
    total: cost.priceMicroUsdPerHour,
    nodes: cost.nodes,
    unpricedNodes: cost.unpricedNodes,
    byCluster: cost.byCluster.map(toShare),
    byNodePool: cost.byNodePool.map(toShare),
    byInstanceType: cost.byInstanceType.map(toShare),
    byCapacityType: cost.byCapacityType.map(toShare),
    spotSaving: {
      nodes: cost.spot.nodes,
      unpricedNodes: cost.spot.unpricedNodes,
      saving: cost.spot.microUsdPerHour,
    },
  };
}

function toShare(share: ShareRow): CostShare {
  const { key, label, nodes, unpricedNodes, priceMicroUsdPerHour: price } = share;
  return { key, label, nodes, unpricedNodes, price };
}

export function toMonthView(month: MonthRow): CostMonth {
  return {
    from: month.from,
    to: month.to,
    knownFrom: month.knownFrom,
    recent: month.recentMicroUsdPerHour,
    cost: Math.round(month.costMicroUsd),
    forecast: Math.round(month.forecastMicroUsd),
  };
}

export function toSavingsView(share: SavingsRow): SavingsShare {
  return {
    kind: share.kind,
    decisions: share.decisions,
    unpricedDecisions: share.unpricedDecisions,
    estimated: share.promisedMicroUsdPerHour,
    achieved: share.achievedMicroUsdPerHour,
    saved: Math.round(share.savedMicroUsd),
  };
}

export function toUnusedView({
  nodes,
  unpricedNodes,
  costMicroUsd,
}: UnusedRow): UnusedAnticipation {
  return { nodes, unpricedNodes, cost: Math.round(costMicroUsd) };
}

/** A period that ends in the future ends now. */
export const toPast = (
  { clusterId = null, from, to }: QuerySavingsArgs,
  now: Instant,
): SavingsRequest => ({ clusterId, from, to: Math.min(to, now) });

const costShare = componentOf('CostShare', {});

const costResource = componentOf('CostNow', {
  unpricedNodes: whole.meta({ description: 'Nodes without a known price; no sum contains them' }),
  byCluster: list(costShare),
  byNodePool: list(costShare),
  byInstanceType: list(costShare),
  byCapacityType: list(costShare),
  spotSaving: componentOf('SpotSaving', {}),
});

const costAllocationResource = resourceOf('CostAllocation', { shares: z.never() }, ['shares'])
  .extend({
    items: list(componentOf('CostAllocationShare', {})).meta({
      description: 'The most expensive groups first, then the other kinds; they add up to `total`',
    }),
  })
  .register(components, { id: 'CostAllocation' });

const costReportResource = componentOf('CostReport', {
  asOf: instant.nullable().meta({
    description: 'Time of the oldest analysis in it; null before the first',
  }),
  lowerBound: money.meta({
    description: 'No nodes of the NodePools, existing or new, that hold the running pods cost less',
  }),
  unboundedPods: whole.meta({
    description: 'Pods that no new node could run now; the bound includes no cost for them',
  }),
  causes: list(
    resourceOf('CostCauseShare', { subjects: list(resourceOf('CostCauseSubject', {})) }),
  ).meta({ description: 'Causes of the difference between cost and bound; they add up to it' }),
  unmeasuredCauses: list(word('CostCause')).meta({
    description:
      'Causes in force whose parts are unknown, because consolidation has too much to do to simulate its end; what they hold back is part of NotHeldBack',
  }),
  boundParts: list(
    resourceOf('CostBoundPart', { subjects: list(resourceOf('CostBoundPartSubject', {})) }),
  ).meta({
    description:
      'Parts of the bound that are a choice: each would not be there without its cause; parts may overlap',
  }),
  clusters: list(resourceOf('ClusterCostReport', {})),
});

const costSeriesResource = componentOf('CostSeries', {
  buckets: list(instant).meta({ description: 'Start of each bucket' }),
  measuredMs: list(whole).meta({ description: 'Measured time of each bucket' }),
  groups: list(
    resourceOf('CostSeriesGroup', {
      costs: list(sum.nullable()).meta({
        description: 'One entry per bucket; null without data',
      }),
      rates: list(money.nullable()).meta({
        description:
          'Cost per hour in each bucket, averaged over its measured time; null without data',
      }),
    }),
  ),
});

const costChangeResource = componentOf('CostChange', {
  drivers: list(
    resourceOf('CostDriver', {
      workload: resourceOf('CostWorkload', {}).nullable(),
      definitions: list(resourceOf('CostDriverDefinition', {})),
    }),
  ).meta({
    description:
      'Causes of the change, which add up to it exactly; the largest first, at most 100: the smallest are merged into OTHER',
  }),
  gaps: list(resourceOf('CostGap', {})).meta({
    description: 'Periods in which nobody measured, the latest first, at most 100',
  }),
});

const countTrend = componentOf('CountTrend', { values: list(z.number().nullable()) });
const priceTrend = componentOf('PriceTrend', { values: list(money.nullable()) });

const trendResource = componentOf('Trend', {
  buckets: list(instant).meta({
    description: 'Start of each bucket that all clusters are recorded in',
  }),
  price: priceTrend,
  nodes: countTrend,
  pendingPods: countTrend,
  possibleSaving: priceTrend,
});

const costMonthResource = componentOf('CostMonth', {});

const savingsResource = z
  .object({ items: list(resourceOf('SavingsShare', {})) })
  .register(components, { id: 'Savings' });

const unusedAnticipationResource = componentOf('UnusedAnticipation', {
  unpricedNodes: whole.meta({
    description: 'Nodes without a known price; `cost` has none of them',
  }),
  cost: sum.meta({ description: 'Cost from launch to termination' }),
});

const ownedQuery = {
  ...ofClusterQuery,
  team: z
    .array(text)
    .optional()
    .meta({ description: 'Names of teams that own the NodePool or the cluster now' }),
};
const filterQuery = {
  ...ownedQuery,
  nodePool: z.array(text).optional(),
  capacityType: z.array(word('CapacityType')).optional(),
  instanceFamily: z.array(text).optional(),
};
const allocationQuery = {
  ...ofClusterQuery,
  by: word('CostAllocationDimension'),
  label: text.optional().meta({ description: 'Key of the label, for `LABEL`' }),
  team: z.array(text).optional().meta({
    description: 'Names of teams that own the namespace, the NodePool or the cluster now',
  }),
  of: word('CostAllocationDimension').optional().meta({
    description: 'Only the pods of one share of the allocation by this, with `key`; not `OWNER`',
  }),
  key: text.optional().meta({ description: 'Key of that share; empty for pods without one' }),
  groups: rowsUpTo(mostGroups)
    .default(usualGroups)
    .meta({ description: 'Number of groups at most; the smallest others are merged' }),
};
const period = { from: instant, to: instant };

export const costOperations = {
  get: {
    id: 'getCost',
    summary: 'Current cost per hour, grouped in four ways',
    query: z.strictObject(ownedQuery),
    answer: costResource,
  },
  allocation: {
    id: 'getCostAllocation',
    summary: 'Current cost per hour, allocated to namespaces, teams, label values or owners',
    query: z.strictObject(allocationQuery),
    answer: costAllocationResource,
  },
  report: {
    id: 'getCostReport',
    summary: 'Cost of nodes, its lower bound, and why the cost is above it',
    query: z.strictObject(ofClusterQuery),
    answer: costReportResource,
  },
  series: {
    id: 'getCostSeries',
    summary: 'Cost over time, in groups',
    query: z.strictObject({
      ...filterQuery,
      ...period,
      by: word('CostDimension'),
      resolution: word('CostResolution').optional(),
    }),
    answer: costSeriesResource,
  },
  change: {
    id: 'getCostChange',
    summary: 'Difference of the cost per hour between two times, and its causes',
    query: z.strictObject({
      ...filterQuery,
      from: instant.optional().meta({
        description:
          'A day before `to` if absent, or, on the first day, the time from which all clusters are measured',
      }),
      to: instant.optional().meta({ description: 'Now if absent or in the future' }),
    }),
    answer: costChangeResource,
  },
  trend: {
    id: 'getTrend',
    summary: 'Cost, nodes, pending pods and possible saving over the last day',
    query: z.strictObject(ofClusterQuery),
    answer: trendResource,
  },
  month: {
    id: 'getCostMonth',
    summary: 'Cost of the current month (UTC) so far, and its forecast',
    query: z.strictObject(filterQuery),
    answer: costMonthResource,
  },
  savings: {
    id: 'getSavings',
    summary: 'Savings by disruption in a time range, by kind of decision',
    query: z.strictObject({ ...ofClusterQuery, ...period }),
    answer: savingsResource,
  },
  unusedAnticipation: {
    id: 'getUnusedAnticipation',
    summary: 'Nodes launched for expected pods that never came, and ended in a time range',
    query: z.strictObject({ ...ofClusterQuery, ...period }),
    answer: unusedAnticipationResource,
  },
} as const satisfies Record<string, OperationSpec>;
