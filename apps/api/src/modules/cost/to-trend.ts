import { type CostResolution, costResolutionMs } from '@kerf/application';
import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import {
  type CostRate,
  type CostSpanCoverage,
  type CostTrendPoint,
  type FigurePoint,
  type FiguresAt,
  savingHoldsMs,
} from '@kerf/db';
import type { Trend } from '../../generated/schema-types.js';
import { recordedUntil, toChangePeriod } from './to-cost-change.js';

/** Hours are too few points for less. */
const leastMsInHours: DurationMs = 3 * costResolutionMs.hour;

/** The buckets of a trend, and the times that are compared with now. */
export interface TrendPeriod {
  /** Start of the first bucket. */
  readonly from: Instant;
  /** End of the last bucket; `from` if there is none. */
  readonly to: Instant;
  readonly resolution: CostResolution;
  /** The time of cost and nodes. */
  readonly costFrom: Instant;
  /** The time of pending pods and possible savings. */
  readonly figuresFrom: Instant;
}

/**
 * Returns the last day, or the part of it in which all clusters are measured, as of a cost change. Its
 * buckets are recorded of all clusters that are measured: the sum of some would look like a change.
 */
export function toTrendPeriod(coverage: readonly CostSpanCoverage[], now: Instant): TrendPeriod {
  const costFrom = toChangePeriod({}, coverage, now).from;
  const figuresFrom = toChangePeriod({}, withFigures(coverage), now).from;
  const resolution = now - costFrom > leastMsInHours ? 'hour' : 'minute';
  const bucketMs = costResolutionMs[resolution];
  const from = Math.ceil(costFrom / bucketMs) * bucketMs;
  const until = Math.floor(recordedUntil(coverage, now) / bucketMs) * bucketMs;
  return {
    from,
    to: Math.max(from, until),
    resolution,
    costFrom,
    figuresFrom,
  };
}

/** The coverage with pending pods in place of that with spans of nodes. */
const withFigures = (coverage: readonly CostSpanCoverage[]): readonly CostSpanCoverage[] =>
  coverage.map((covered) => ({ ...covered, spansFrom: covered.pendingFrom }));

/** The records of a trend. */
export interface TrendRecords {
  readonly rate: CostRate;
  readonly figures: FiguresAt;
  readonly costs: readonly CostTrendPoint[];
  readonly samples: readonly FigurePoint[];
  readonly coverage: readonly CostSpanCoverage[];
}

/** Returns the figures in common buckets. Buckets in which nobody measured are unknown, not zero. */
export function toTrend(records: TrendRecords, period: TrendPeriod): Trend {
  const { rate, figures, costs, coverage } = records;
  const bucketMs = costResolutionMs[period.resolution];
  const count = (period.to - period.from) / bucketMs;
  const buckets = Array.from({ length: count }, (_, index) => period.from + index * bucketMs);
  const isCostKnown = isMeasured(coverage, bucketMs);
  const isPendingKnown = isMeasured(withFigures(coverage), bucketMs);
  const costAt = new Map(costs.map((point) => [point.at, point]));
  const costsOf = (read: (point: CostTrendPoint) => number) =>
    buckets.map((at) => {
      const point = costAt.get(at);
      if (point !== undefined) return read(point);
      return isCostKnown(at) ? 0 : null;
    });
  const pendingAt = sumsOf(records.samples, ({ pendingPods }) => pendingPods);
  const hasCosts = coverage.some(({ spansFrom }) => spansFrom !== null);
  const hasFigures =
    coverage.every(({ isWhole }) => isWhole) &&
    coverage.some(({ pendingFrom }) => pendingFrom !== null);
  const costFrom = hasCosts ? period.costFrom : null;
  const figuresFrom = hasFigures ? period.figuresFrom : null;
  return {
    bucketMs,
    buckets,
    price: {
      from: costFrom,
      before: hasCosts ? rate.priceMicroUsdPerHour : null,
      values: costsOf(({ microUsdPerHour }) => Math.round(microUsdPerHour)),
    },
    nodes: {
      from: costFrom,
      before: hasCosts ? rate.nodes : null,
      values: costsOf(({ nodes }) => nodes),
    },
    pendingPods: {
      from: figuresFrom,
      before: hasFigures ? figures.pendingPods : null,
      values: buckets.map((at) =>
        hasFigures && isPendingKnown(at) ? (pendingAt.get(at) ?? 0) : null,
      ),
    },
    possibleSaving: {
      from: figuresFrom,
      before: hasFigures ? rounded(figures.savingMicroUsdPerHour) : null,
      values: savingsOf(records.samples, { buckets, bucketMs }).map((saving) =>
        hasFigures ? rounded(saving) : null,
      ),
    },
  };
}

const rounded = (amount: number | null): number | null =>
  amount === null ? null : Math.round(amount);

/** Returns whether a cluster was measured in a bucket. */
const isMeasured =
  (coverage: readonly CostSpanCoverage[], bucketMs: DurationMs) =>
  (at: Instant): boolean =>
    coverage.some(
      ({ spansFrom, accountedUntil }) =>
        spansFrom !== null && spansFrom < at + bucketMs && accountedUntil > at,
    );

function sumsOf(
  samples: readonly FigurePoint[],
  read: (sample: FigurePoint) => number,
): ReadonlyMap<Instant, number> {
  const sums = new Map<Instant, number>();
  for (const sample of samples) sums.set(sample.at, (sums.get(sample.at) ?? 0) + read(sample));
  return sums;
}

/** Returns the sum over the clusters in each bucket; the saving of a cluster holds until its next report. */
function savingsOf(
  samples: readonly FigurePoint[],
  { buckets, bucketMs }: Pick<Trend, 'buckets' | 'bucketMs'>,
): readonly (number | null)[] {
  const holdsMs = Math.max(savingHoldsMs, bucketMs);
  const known = samples.filter(({ savingMicroUsdPerHour }) => savingMicroUsdPerHour !== null);
  const byBucket = Map.groupBy(known, ({ at }) => at);
  const last = new Map<ClusterId, FigurePoint>();
  return buckets.map((at) => {
    for (const sample of byBucket.get(at) ?? []) last.set(sample.clusterId, sample);
    const current = [...last.values()].filter((sample) => at - sample.at <= holdsMs);
    if (current.length === 0) return null;
    return current.reduce(
      (sum, { savingMicroUsdPerHour }) => sum + (savingMicroUsdPerHour ?? 0),
      0,
    );
  });
}
