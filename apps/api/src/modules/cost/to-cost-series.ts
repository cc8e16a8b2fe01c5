import { type CostResolution, costResolutionMs, costRetentionMs } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import type { CostCoverage, CostPoint } from '@kerf/db';
import { badInput } from '../../contract/public-error.js';
import type { CostSeries } from '../../generated/schema-types.js';

/** Number of points that a chart as wide as a screen can show. */
const maxBuckets = 1_500;

export interface CostPeriod {
  /** Start of the first bucket. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly resolution: CostResolution;
}

interface RequestedPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly resolution?: CostResolution | null | undefined;
}

/**
 * Returns the finest resolution that is available for the whole range and fits, unless one is requested.
 * @throws INPUT.INVALID for an empty range, or one with too many buckets
 */
export function toCostPeriod({ from, to, resolution }: RequestedPeriod, now: Instant): CostPeriod {
  if (to <= from) throw badInput('to must be later than from.');
  const fits = (candidate: CostResolution): boolean =>
    (to - from) / costResolutionMs[candidate] <= maxBuckets;
  const isRetained = (candidate: CostResolution): boolean =>
    from >= now - costRetentionMs[candidate];
  const finest = finestFirst.find((candidate) => fits(candidate) && isRetained(candidate)) ?? 'day';
  const chosen = resolution ?? finest;
  if (!fits(chosen))
    throw badInput(
      `The time range has more than ${maxBuckets} buckets. Use a coarser resolution or a shorter range.`,
    );
  const bucketMs = costResolutionMs[chosen];
  return { from: Math.floor(from / bucketMs) * bucketMs, to, resolution: chosen };
}

const finestFirst = ['minute', 'hour', 'day'] as const satisfies readonly CostResolution[];
const hourMs: DurationMs = costResolutionMs.hour;

export interface CostMeasurements {
  readonly points: readonly CostPoint[];
  /** Measured time of each cluster. */
  readonly coverage: readonly CostCoverage[];
}

/**
 * Returns the values of each group in common buckets. A bucket in which no cluster was measured is
 * unknown, not zero.
 */
export function toCostSeries(
  { points, coverage }: CostMeasurements,
  { from, to, resolution }: CostPeriod,
  now: Instant,
): CostSeries {
  const bucketMs = costResolutionMs[resolution];
  const until = Math.min(to, now);
  const count = Math.max(0, Math.ceil((until - from) / bucketMs));
  const buckets = Array.from({ length: count }, (_, index) => from + index * bucketMs);
  const retainedFrom = now - costRetentionMs[resolution];
  const measuredMs = buckets.map((at) =>
    at < retainedFrom
      ? 0
      : Math.max(0, ...coverage.map((covered) => overlap(covered, at, bucketMs))),
  );
  const groups = [...Map.groupBy(points, ({ key }) => key)].map(([key, ofGroup]) => {
    const pointAt = new Map(ofGroup.map((point) => [point.at, point]));
    const inBuckets = (amountOf: (point: CostPoint) => number) =>
      buckets.map((at, index) => {
        const point = pointAt.get(at);
        if (point !== undefined) return Math.round(amountOf(point));
        return measuredMs[index] === 0 ? null : 0;
      });
    return {
      key,
      label: ofGroup[0]?.label ?? key,
      total: totalOf(ofGroup),
      costs: inBuckets(({ costMicroUsd }) => costMicroUsd),
      rates: inBuckets(({ microUsdPerHour }) => microUsdPerHour),
    };
  });
  const unpricedNodes = points.reduce((sum, point) => sum + point.unpricedNodes, 0);
  return {
    resolution,
    bucketMs,
    buckets,
    measuredMs,
    groups: groups.toSorted((a, b) => b.total - a.total || a.key.localeCompare(b.key)),
    total: totalOf(points),
    unpricedNodeHours: (unpricedNodes * bucketMs) / hourMs,
    asOf: now,
  };
}

const overlap = ({ from, until }: CostCoverage, at: Instant, bucketMs: DurationMs): DurationMs =>
  Math.min(until, at + bucketMs) - Math.max(from, at);

const totalOf = (points: readonly CostPoint[]): number =>
  Math.round(points.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0));
