import type { CostHistoryQuery } from '../../gql/graphql.js';
import type { AreaSeries, ChartGap } from '../../ui/charts/area-chart.js';
import type { HistoryDimension } from './cost.search.js';
import { othersLabel, unnamedGroupLabel } from './cost-text.js';
import { groupHue } from './group-hue.js';

type Series = CostHistoryQuery['costSeries'];

export interface CostHistoryView {
  /** Start of each bucket of the range, in milliseconds since 1970. */
  readonly buckets: readonly number[];
  readonly bucketMs: number;
  /** End of the range: now, at the latest. */
  readonly until: number;
  /** Measured time of each bucket. */
  readonly measuredMs: readonly number[];
  /** Spans of the range without data. */
  readonly gaps: readonly ChartGap[];
  /** Start of the data in the range; `null` when it covers the whole range, or none of it. */
  readonly measuredFrom: number | null;
  /** Dollars per hour, so that minutes and days can be compared. The most expensive first. */
  readonly series: readonly (AreaSeries & { readonly totalUsd: number })[];
  readonly totalUsd: number;
  /** Number of decimals of the axis ticks. */
  readonly tickDigits: number;
  readonly unpricedNodeHours: number;
}

/** Maximum number of areas; the rest is merged into one. */
const areasShown = 7;
const hueCount = 8;

/** Returns the series for chart and table: the whole range, with gaps where there is no data. */
export function toCostHistory(series: Series, dimension: HistoryDimension): CostHistoryView {
  const { bucketMs, measuredMs } = series;
  const buckets = series.buckets.map((at) => Date.parse(at));
  const lastEnd = (buckets.at(-1) ?? 0) + bucketMs;
  const until = Math.min(lastEnd, Date.parse(series.asOf));
  const groups = series.groups.map(({ key, label, total, rates }) => ({
    id: key,
    label: key === '' ? unnamedGroupLabel(dimension) : label,
    hue: groupHue(dimension === 'type' ? 'family' : dimension, key),
    totalUsd: Number(total),
    values: rates.map((rate) => (rate === null ? null : Number(rate))),
  }));
  const gaps = gapsOf({ buckets, bucketMs, measuredMs, until });
  const [first] = gaps;
  const startsWithGap = first !== undefined && first.from === buckets[0];
  return {
    buckets,
    bucketMs,
    until,
    measuredMs,
    gaps,
    measuredFrom: startsWithGap && first.to < until ? first.to : null,
    series: withDistinctHues(mergeSmallGroups(groups)),
    totalUsd: Number(series.total),
    tickDigits: tickDigits(groups),
    unpricedNodeHours: series.unpricedNodeHours,
  };
}

/** A gap at the start ends where the first measured bucket has data; later buckets count as a whole. */
function gapsOf({
  buckets,
  bucketMs,
  measuredMs,
  until,
}: Pick<CostHistoryView, 'buckets' | 'bucketMs' | 'measuredMs' | 'until'>): readonly ChartGap[] {
  const gaps: { from: number; to: number }[] = [];
  buckets.forEach((at, index) => {
    const end = Math.min(at + bucketMs, until);
    const last = gaps.at(-1);
    if (measuredMs[index] === 0) {
      if (last?.to === at) last.to = end;
      else gaps.push({ from: at, to: end });
    } else if (last?.to === at && gaps.length === 1 && last.from === buckets[0]) {
      last.to = Math.max(at, end - (measuredMs[index] ?? 0));
    }
  });
  return gaps;
}

type Group = CostHistoryView['series'][number];

function tickDigits(groups: readonly Group[]): number {
  const heights = (groups[0]?.values ?? []).map((_, index) =>
    groups.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const highest = Math.max(0, ...heights);
  if (highest >= 10) return highest >= 100 ? 0 : 1;
  return highest >= 1 ? 2 : 4;
}

function mergeSmallGroups(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= areasShown) return groups;
  const rest = groups.slice(areasShown - 1);
  const others: Group = {
    id: '…',
    label: othersLabel(rest.length),
    hue: groupHue('family', ''),
    totalUsd: rest.reduce((sum, { totalUsd }) => sum + totalUsd, 0),
    values: (rest[0]?.values ?? []).map((_, index) =>
      rest.reduce<number | null>((sum, { values }) => addKnown(sum, values[index] ?? null), null),
    ),
  };
  return [...groups.slice(0, areasShown - 1), others];
}

/** Returns the groups with different hues; a hue that is in use is replaced by the next free one. */
function withDistinctHues(groups: readonly Group[]): readonly Group[] {
  const usedHues = new Set<number>();
  return groups.map((group) => {
    const hues = Array.from({ length: hueCount }, (_, step) => (group.hue + step) % hueCount);
    const hue = hues.find((each) => !usedHues.has(each)) ?? group.hue;
    usedHues.add(hue);
    return { ...group, hue };
  });
}

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

/** Returns all buckets of all groups, including those that the chart merges, in dollars. */
export function toHistoryRows(series: Series): readonly (readonly (string | number | null)[])[] {
  return [
    [
      'Bucket start (UTC)',
      'Measured (s)',
      ...series.groups.map(({ key, label }) => label || key || 'none'),
    ],
    ...series.buckets.map((at, index) => [
      at,
      (series.measuredMs[index] ?? 0) / 1_000,
      ...series.groups.map(({ costs }) => {
        const cost = costs[index] ?? null;
        return cost === null ? null : Number(cost);
      }),
    ]),
  ];
}
