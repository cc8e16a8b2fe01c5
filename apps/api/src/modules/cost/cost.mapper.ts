import type { Instant } from '@kerf/core';
import type {
  CostNow as CostRow,
  CostMonth as MonthRow,
  SavingsShare as SavingsRow,
  CostShare as ShareRow,
} from '@kerf/db';
import type { CostMonth, CostNow, CostShare, SavingsShare } from '../../generated/schema-types.js';

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
    promised: share.promisedMicroUsdPerHour,
    achieved: share.achievedMicroUsdPerHour,
    saved: Math.round(share.savedMicroUsd),
  };
}
