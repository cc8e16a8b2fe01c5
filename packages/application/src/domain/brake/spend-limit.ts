import {
  assertNever,
  type DurationMs,
  type Instant,
  type MicroUsdPerHour,
  type SpendLimitId,
} from '@kerf/core';
import type { BrakeScope } from './brake-scope.js';

/** Maximum cost of the nodes of a scope; there is at most one limit for each scope. */
export interface SpendLimit {
  readonly id: SpendLimitId;
  readonly scope: BrakeScope;
  /** Nothing that would exceed it is launched; `null`: no limit. */
  readonly hourlyMicroUsd: MicroUsdPerHour | null;
  /** Limit for a calendar month, UTC; `null`: no limit. */
  readonly monthlyMicroUsd: number | null;
  /** If true, nothing is launched once the month has reached its limit. */
  readonly blocksLaunches: boolean;
  /** The highest threshold that was reported, with its month, e.g. `2026-11`. */
  readonly reached: { readonly month: string; readonly percent: number } | null;
  /**
   * The last month in which a forecast above the monthly limit was reported, with that forecast while
   * it is above; `null` if there was none.
   */
  readonly forecast: {
    readonly month: string;
    readonly exceedingMicroUsd: number | null;
  } | null;
  readonly changedBy: string;
  readonly changedAt: Instant;
  readonly version: number;
}

/** The shares of a monthly limit that are reported, in percent. */
export const spendThresholds = [50, 80, 100] as const;

/** A forecast counts as above the limit until it falls below this share of it. */
const forecastEndShare = 0.95;

/** Returns whether the forecast of a month is above the monthly limit, with hysteresis. */
export function isForecastExceeded(
  { monthlyMicroUsd }: Pick<SpendLimit, 'monthlyMicroUsd'>,
  { forecastMicroUsd }: Pick<MonthSpend, 'forecastMicroUsd'>,
  wasExceeded: boolean,
): boolean {
  if (monthlyMicroUsd === null) return false;
  return forecastMicroUsd > monthlyMicroUsd * (wasExceeded ? forecastEndShare : 1);
}

/** Returns the text that identifies a scope. */
export function scopeKey(scope: BrakeScope): string {
  switch (scope.kind) {
    case 'Organization':
      return 'org';
    case 'Team':
      return `team/${scope.teamId}`;
    case 'Cluster':
      return `cluster/${scope.clusterId}`;
    case 'NodePool':
      return `pool/${scope.clusterId}/${scope.nodePool}`;
    default:
      return assertNever(scope);
  }
}

/** The calendar month of a time, UTC. */
export interface CalendarMonth {
  /** E.g. `2026-11`. */
  readonly name: string;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

const dayMs: DurationMs = 24 * 3_600_000;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Returns the calendar month of a time from 1970 on. */
export function monthOf(now: Instant): CalendarMonth {
  let from = 0;
  for (let index = 0; ; index += 1) {
    const [year, month] = [1970 + Math.floor(index / 12), index % 12];
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const days = (daysOfMonths[month] ?? 0) + (isLeap && month === 1 ? 1 : 0);
    const to = from + days * dayMs;
    if (to > now) return { name: `${year}-${String(month + 1).padStart(2, '0')}`, from, to };
    from = to;
  }
}

/** Cost of a NodePool in a month so far, and its cost per hour in the last day. */
export interface PoolMonthSpend {
  readonly clusterId: string;
  readonly nodePool: string;
  readonly costMicroUsd: number;
  readonly recentMicroUsdPerHour: MicroUsdPerHour;
}

/** The spending of a scope in a month. */
export interface MonthSpend {
  readonly spentMicroUsd: number;
  /** Cost of the whole month if nodes go on to cost what they did in the last day. */
  readonly forecastMicroUsd: number;
}

/** Returns the spending of several NodePools together. */
export function sumOfMonth(
  pools: readonly PoolMonthSpend[],
  { to }: CalendarMonth,
  now: Instant,
): MonthSpend {
  const spentMicroUsd = pools.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
  const rate = pools.reduce((sum, pool) => sum + pool.recentMicroUsdPerHour, 0);
  const remainingHours = Math.max(0, to - now) / 3_600_000;
  return {
    spentMicroUsd: Math.round(spentMicroUsd),
    forecastMicroUsd: Math.round(spentMicroUsd + rate * remainingHours),
  };
}

/** Returns the highest threshold that the spending has reached, in percent; 0 if none. */
export function thresholdReached(
  { monthlyMicroUsd }: Pick<SpendLimit, 'monthlyMicroUsd'>,
  { spentMicroUsd }: Pick<MonthSpend, 'spentMicroUsd'>,
): number {
  if (monthlyMicroUsd === null) return 0;
  return Math.max(
    0,
    ...spendThresholds.filter((percent) => spentMicroUsd * 100 >= monthlyMicroUsd * percent),
  );
}
