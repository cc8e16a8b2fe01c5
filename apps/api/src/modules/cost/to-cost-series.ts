import { type CostResolution, costKeptMs, costResolutionMs } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import type { CostPoint } from '@kerf/db';
import { badInput } from '../../contract/public-error.js';
import type { CostSeries } from '../../generated/schema-types.js';

/** What a chart of a screen's width can show, with some room. */
const mostBuckets = 1_500;

export interface CostPeriod {
  /** Begin of the first bucket. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly resolution: CostResolution;
}

interface AskedPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly resolution?: CostResolution | null | undefined;
}

/**
 * The finest resolution that is kept for so long and fits, unless one is asked for.
 * @throws INPUT.INVALID for a period without length, or with too many buckets
 */
export function toCostPeriod({ from, to, resolution }: AskedPeriod, now: Instant): CostPeriod {
  if (to <= from) throw badInput('to must be later than from');
  const fits = (candidate: CostResolution): boolean =>
    (to - from) / costResolutionMs[candidate] <= mostBuckets;
  const isKept = (candidate: CostResolution): boolean => from >= now - costKeptMs[candidate];
  const finest = finestFirst.find((candidate) => fits(candidate) && isKept(candidate)) ?? 'day';
  const chosen = resolution ?? finest;
  if (!fits(chosen)) throw badInput(`the period has more than ${mostBuckets} buckets`);
  const bucketMs = costResolutionMs[chosen];
  return { from: Math.floor(from / bucketMs) * bucketMs, to, resolution: chosen };
}

const finestFirst = ['minute', 'hour', 'day'] as const satisfies readonly CostResolution[];
const hourMs: DurationMs = costResolutionMs.hour;

/**
 * Points of groups, in one row of buckets for all. A bucket that no group has a point in is unknown,
 * not free: Kerf did not look then.
 */
export function toCostSeries(
  points: readonly CostPoint[],
  { from, to, resolution }: CostPeriod,
  now: Instant,
): CostSeries {
  const bucketMs = costResolutionMs[resolution];
  const until = Math.min(to, now);
  const count = Math.max(0, Math.ceil((until - from) / bucketMs));
  const buckets = Array.from({ length: count }, (_, index) => from + index * bucketMs);
  const known = new Set(points.map(({ at }) => at));
  const groups = [...Map.groupBy(points, ({ key }) => key)].map(([key, ofGroup]) => {
    const costAt = new Map(ofGroup.map(({ at, costMicroUsd }) => [at, Math.round(costMicroUsd)]));
    return {
      key,
      label: ofGroup[0]?.label ?? key,
      total: totalOf(ofGroup),
      costs: buckets.map((at) => costAt.get(at) ?? (known.has(at) ? 0 : null)),
    };
  });
  const unpricedNodes = points.reduce((sum, point) => sum + point.unpricedNodes, 0);
  return {
    resolution,
    bucketMs,
    buckets,
    groups: groups.toSorted((a, b) => b.total - a.total || a.key.localeCompare(b.key)),
    total: totalOf(points),
    unpricedNodeHours: (unpricedNodes * bucketMs) / hourMs,
    asOf: now,
  };
}

const totalOf = (points: readonly CostPoint[]): number =>
  Math.round(points.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0));
