import type { CostHistoryQuery } from '../../gql/graphql.js';
import type { AreaSeries } from '../../ui/area-chart.js';
import type { HistoryCut } from './cost.search.js';
import { groupHue } from './group-hue.js';

type Series = CostHistoryQuery['costSeries'];

export interface CostHistory {
  /** Begin of each bucket, in milliseconds since 1970. */
  readonly buckets: readonly number[];
  readonly bucketMs: number;
  /** Dollars per hour, so that minutes and days can be compared. The dearest first. */
  readonly series: readonly (AreaSeries & { readonly totalUsd: number })[];
  readonly totalUsd: number;
  /** Decimals that tell the ticks of the axis apart; all ticks have as many. */
  readonly tickDigits: number;
  readonly unpricedNodeHours: number;
}

/** Areas that can be told apart; the rest is one. */
const areasShown = 7;
const hueCount = 8;
const hourMs = 3_600_000;

/**
 * The series as a chart and a table show it: from the first bucket of which anything is known. The
 * bucket that runs is left out, it is not full yet.
 */
export function toCostHistory(series: Series, cut: HistoryCut): CostHistory {
  const { bucketMs, asOf } = series;
  const known = series.buckets.findIndex((_, index) =>
    series.groups.some(({ costs }) => costs[index] !== null),
  );
  const from = Math.max(0, known);
  const buckets = series.buckets.slice(from).map((at) => Date.parse(at));
  const full = buckets.filter((at) => at + bucketMs <= Date.parse(asOf));
  const count = full.length === 0 ? buckets.length : full.length;
  const perHour = hourMs / bucketMs / 1e6;
  const groups = series.groups.map(({ key, label, total, costs }) => ({
    id: key,
    label: labelOf(key, label, cut),
    hue: groupHue(cut, key),
    totalUsd: Number(total) / 1e6,
    values: costs
      .slice(from, from + count)
      .map((cost) => (cost === null ? null : Number(cost) * perHour)),
  }));
  return {
    buckets: buckets.slice(0, count),
    bucketMs,
    series: withOwnHues(foldRest(groups)),
    totalUsd: Number(series.total) / 1e6,
    tickDigits: tickDigits(groups),
    unpricedNodeHours: series.unpricedNodeHours,
  };
}

type Group = CostHistory['series'][number];

function tickDigits(groups: readonly Group[]): number {
  const heights = (groups[0]?.values ?? []).map((_, index) =>
    groups.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const highest = Math.max(0, ...heights);
  if (highest >= 10) return highest >= 100 ? 0 : 1;
  return highest >= 1 ? 2 : 4;
}

function foldRest(groups: readonly Group[]): readonly Group[] {
  if (groups.length <= areasShown) return groups;
  const rest = groups.slice(areasShown - 1);
  const others: Group = {
    id: '…',
    label: `${rest.length} others`,
    hue: groupHue('family', ''),
    totalUsd: rest.reduce((sum, { totalUsd }) => sum + totalUsd, 0),
    values: (rest[0]?.values ?? []).map((_, index) =>
      rest.reduce<number | null>((sum, { values }) => addKnown(sum, values[index] ?? null), null),
    ),
  };
  return [...groups.slice(0, areasShown - 1), others];
}

/** Areas that touch must differ: a hue that is taken gives way to the next free one. */
function withOwnHues(groups: readonly Group[]): readonly Group[] {
  const taken = new Set<number>();
  return groups.map((group) => {
    const hues = Array.from({ length: hueCount }, (_, step) => (group.hue + step) % hueCount);
    const hue = hues.find((each) => !taken.has(each)) ?? group.hue;
    taken.add(hue);
    return { ...group, hue };
  });
}

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

function labelOf(key: string, label: string, cut: HistoryCut): string {
  if (key !== '') return label;
  return cut === 'pool' ? 'Not managed by a pool' : 'Unknown';
}

/** All buckets for all groups, also those that the chart folds, in dollars of each bucket. */
export function toHistoryRows(series: Series): readonly (readonly (string | number | null)[])[] {
  return [
    ['Bucket begins (UTC)', ...series.groups.map(({ key, label }) => label || key || 'none')],
    ...series.buckets.map((at, index) => [
      at,
      ...series.groups.map(({ costs }) => {
        const cost = costs[index] ?? null;
        return cost === null ? null : Number(cost) / 1e6;
      }),
    ]),
  ];
}
