import { type SpendLimit, scopeKey } from '@kerf/application';
import { scopeColumns, toScope, toScopeColumns } from './brake-scope.js';
import { bigint, flag, instant, integer, text } from './columns.js';
import { identifiedBy, table } from './table.js';

export const toReached = (reached: SpendLimit['reached']) => ({
  reachedMonth: reached?.month ?? null,
  reachedPercent: reached?.percent ?? 0,
});

export const toForecast = (forecast: SpendLimit['forecast']) => ({
  forecastMonth: forecast?.month ?? null,
  forecastMicroUsd: forecast?.exceedingMicroUsd ?? null,
});

export const spendLimits = table({
  name: 'spend_limits',
  identity: identifiedBy('SpendLimit', 'id'),
  fixed: { id: text, version: integer },
  changing: {
    ...scopeColumns,
    hourlyMicroUsd: bigint.nullable(),
    monthlyMicroUsd: bigint.nullable(),
    blocksLaunches: flag,
    reachedMonth: text.nullable(),
    reachedPercent: integer,
    forecastMonth: text.nullable(),
    forecastMicroUsd: bigint.nullable(),
    changedBy: text,
    changedAt: instant,
  },
  unread: { fixed: {}, changing: { scopeKey: text } },
  toRow: ({ scope, reached, forecast, ...limit }: SpendLimit) => ({
    ...limit,
    ...toScopeColumns(scope),
    scopeKey: scopeKey(scope),
    ...toReached(reached),
    ...toForecast(forecast),
  }),
  fromRow: ({ scopeKind, teamId, clusterId, nodePool, ...row }): SpendLimit => {
    const { reachedMonth, reachedPercent, forecastMonth, forecastMicroUsd, ...limit } = row;
    return {
      ...limit,
      scope: toScope({ scopeKind, teamId, clusterId, nodePool }),
      reached: reachedMonth === null ? null : { month: reachedMonth, percent: reachedPercent },
      forecast:
        forecastMonth === null
          ? null
          : { month: forecastMonth, exceedingMicroUsd: forecastMicroUsd },
    };
  },
});
