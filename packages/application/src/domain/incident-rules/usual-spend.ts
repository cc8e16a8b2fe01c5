import type { DurationMs, Instant } from '@kerf/core';
import type { UsualSpend } from './incident-facts.js';

const minuteMs: DurationMs = 60_000;
const hourMs: DurationMs = 60 * minuteMs;
const dayMs: DurationMs = 24 * hourMs;
const weekDays = 7;
/** The last minutes are compared, so they do not count as usual. */
const comparedMs: DurationMs = 5 * minuteMs;
const mostRecentMs: DurationMs = 6 * hourMs;
const leastRecentMs: DurationMs = 10 * minuteMs;
/** Below this time, samples of minutes are read: an hour has too few of its own. */
const byHourFromMs: DurationMs = 3 * hourMs;

/**
 * Returns the starts of the hours that a cost is compared with: the same hour of the day on each of
 * the last seven days, with the hour before and the hour after. All of them are over.
 */
export function usualHours(now: Instant): readonly Instant[] {
  const current = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: weekDays }, (_, day) => current - (day + 1) * dayMs).flatMap(
    (hour) => [hour - hourMs, hour, hour + hourMs],
  );
}

/** A period of samples, from one bucket to another, which is not included. */
export interface SamplePeriod {
  readonly resolution: 'minute' | 'hour';
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * Returns the samples that say what a cluster usually costs: {@link usualHours} (`Week`) once its cost
 * has been measured for a week, before that the last hours, up to six.
 * @returns `null` if the cost was measured for less than ten minutes
 */
export function usualSamples(
  accountedFrom: Instant | null,
  now: Instant,
): { readonly basis: 'Week' } | ({ readonly basis: 'Recent' } & SamplePeriod) | null {
  if (accountedFrom === null) return null;
  if (now - accountedFrom >= weekDays * dayMs + hourMs) return { basis: 'Week' };
  const isByHour = now - accountedFrom >= byHourFromMs;
  const bucketMs = isByHour ? hourMs : minuteMs;
  const from = Math.ceil(Math.max(accountedFrom, now - mostRecentMs) / bucketMs) * bucketMs;
  const until = Math.floor((now - comparedMs) / bucketMs) * bucketMs;
  if (until - from < leastRecentMs) return null;
  return { basis: 'Recent', resolution: isByHour ? 'hour' : 'minute', from, until };
}

/** Returns the usual spend from the cost of its buckets, in micro-USD. */
export function usualSpendOf(
  samples: NonNullable<ReturnType<typeof usualSamples>>,
  costsMicroUsd: readonly number[],
): UsualSpend {
  if (samples.basis === 'Week') {
    return { basis: 'Week', microUsdPerHour: Math.max(0, ...costsMicroUsd) };
  }
  const { from, until } = samples;
  const total = costsMicroUsd.reduce((sum, cost) => sum + cost, 0);
  return {
    basis: 'Recent',
    microUsdPerHour: Math.round((total * hourMs) / (until - from)),
    since: from,
  };
}
