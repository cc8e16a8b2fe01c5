import type { Instant } from '@kerf/core';
import type { CostNow as CostRow, CostShare as ShareRow } from '@kerf/db';
import type { CostNow, CostShare } from '../../generated/schema-types.js';

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
