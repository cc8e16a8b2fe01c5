import { usdText } from '@kerf/core';
import {
  type CalendarMonth,
  isForecastExceeded,
  type MonthSpend,
  type SpendLimit,
} from '../domain/brake/spend-limit.js';
import type { Ports } from '../ports/ports.js';
import { auditSpendLimit } from './audit-spend-limit.js';

/** A share of the limit below which another forecast is not recorded. */
const smallestChange = 0.01;

/**
 * Records whether the forecast of the month is above the monthly limit. The first time in a month,
 * it also writes an audit entry, which is notified. A forecast that falls a little below the limit
 * and rises again changes nothing.
 */
export async function checkSpendForecast(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  limit: SpendLimit,
  { name: month }: CalendarMonth,
  spend: MonthSpend,
): Promise<void> {
  const next = nextForecast(limit, month, spend);
  if (next === undefined) return;
  await ports.store.transaction(async (tx) => {
    const current = await tx.spendLimits.find(limit.id);
    if (current === null) return;
    await tx.spendLimits.setForecast(limit.id, next, ports.clock.now());
    if (current.forecast?.month === month) return;
    await auditSpendLimit(ports, tx, current, {
      action: 'spend-limit.forecast',
      comment: `forecast ${usdText(spend.forecastMicroUsd, 2)} of ${usdText(limit.monthlyMicroUsd ?? 0, 2)} by the end of the month`,
      after: { month, monthlyMicroUsd: limit.monthlyMicroUsd, ...spend },
    });
  });
}

/** Returns what is to be recorded; absent if nothing has changed. */
function nextForecast(
  limit: SpendLimit,
  month: string,
  spend: MonthSpend,
): NonNullable<SpendLimit['forecast']> | undefined {
  const reported = limit.forecast?.month === month ? limit.forecast : null;
  const before = reported?.exceedingMicroUsd ?? null;
  if (!isForecastExceeded(limit, spend, before !== null)) {
    return before === null ? undefined : { month, exceedingMicroUsd: null };
  }
  const { forecastMicroUsd } = spend;
  const isSame =
    before !== null &&
    Math.abs(forecastMicroUsd - before) < (limit.monthlyMicroUsd ?? 0) * smallestChange;
  return isSame ? undefined : { month, exceedingMicroUsd: forecastMicroUsd };
}
