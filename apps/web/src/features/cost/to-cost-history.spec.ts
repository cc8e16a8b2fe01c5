import { describe, expect, it } from 'vitest';
import type { CostHistoryQuery } from '../../gql/graphql.js';
import { toCostHistory, toHistoryRows } from './to-cost-history.js';
import { toMarks } from './to-marks.js';

type Series = CostHistoryQuery['costSeries'];
const hour = 3_600_000;
const from = Date.parse('2026-11-21T12:00:00Z');
const iso = (at: number) => new Date(at).toISOString();

const series = (groups: readonly (readonly [string, ...(number | null)[]])[]): Series => ({
  resolution: 'HOUR',
  bucketMs: hour,
  buckets: [0, 1, 2].map((hours) => iso(from + hours * hour)),
  groups: groups.map(([key, ...costs]) => ({
    key,
    label: key,
    total: String(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
    costs: costs.map((cost) => (cost === null ? null : String(cost))),
  })),
  total: '0',
  unpricedNodeHours: 0,
  asOf: iso(from + 2 * hour + 60_000),
});

describe('toCostHistory', () => {
  it('draws dollars per hour, keeps the unknown unknown, and leaves out the running bucket', () => {
    const minutes = { ...series([['a', 50_000, null, 100_000]]), bucketMs: hour / 60 };
    expect(toCostHistory(minutes, 'pool').series[0]?.values).toEqual([3, null, 6]);
    const history = toCostHistory(series([['a', 1_000_000, null, 10]]), 'pool');
    expect(history.buckets).toEqual([from, from + hour]);
    expect(history.series).toMatchObject([{ label: 'a', values: [1, null] }]);
  });

  it('shows the running bucket where there is no other', () => {
    const young = { ...series([['a', 5_000_000]]), buckets: [iso(from)], asOf: iso(from + 1) };
    expect(toCostHistory(young, 'pool').buckets).toEqual([from]);
  });

  it('begins with the first bucket of which anything is known', () => {
    const history = toCostHistory(series([['a', null, 1_000_000, null]]), 'pool');
    expect(history.buckets).toEqual([from + hour]);
    expect(history.series).toMatchObject([{ values: [1] }]);
    const running = toCostHistory(series([['a', null, null, 1_000_000]]), 'pool');
    expect(running.buckets).toEqual([from + 2 * hour]);
  });

  it.each([
    [4_000, 4],
    [4_000_000, 2],
    [40_000_000, 1],
    [400_000_000, 0],
  ])('gives the ticks of an axis up to twice %d µUSD/h %d decimals', (cost, digits) => {
    const both = series([
      ['a', cost, null, 0],
      ['b', cost, null, 0],
    ]);
    expect(toCostHistory(both, 'pool').tickDigits).toBe(digits);
  });

  it('folds a long tail, and gives each area a hue of its own', () => {
    const many = Array.from(
      { length: 12 },
      (_, index) => [`g${index}`, 1_000_000, null, 1] as const,
    );
    const history = toCostHistory(series(many.map((group) => [...group])), 'family');
    expect(history.series).toHaveLength(7);
    expect(history.series.at(-1)).toMatchObject({ label: '6 others', totalUsd: 6.000006 });
    expect(history.series.at(-1)?.values).toEqual([6, null]);
    expect(new Set(history.series.map(({ hue }) => hue)).size).toBe(7);
  });

  it('names what belongs to no pool', () => {
    expect(toCostHistory(series([['', 1]]), 'pool').series[0]?.label).toBe('Not managed by a pool');
  });
});

describe('toHistoryRows', () => {
  it('has every bucket and group, and nothing where nothing is known', () => {
    expect(toHistoryRows(series([['a', 1_500_000, null, 0]]))).toEqual([
      ['Bucket begins (UTC)', 'a'],
      [iso(from), 1.5],
      [iso(from + hour), null],
      [iso(from + 2 * hour), 0],
    ]);
  });
});

describe('toMarks', () => {
  const event = (at: number, interruptionId: string | null) => ({
    at: iso(at),
    clusterId: 'clu_1',
    clusterName: 'prod',
    nodePools: [],
    decisionId: interruptionId === null ? `dec_${at}` : null,
    decisionKind: null,
    decisionEvent: null,
    actor: null,
    interruptionId,
    interruptionKind: null,
    nodeName: null,
    nodeCount: 1,
    podCount: 0,
    costChange: null,
  });

  it('marks decisions and warnings, and says how many', () => {
    const { marks, words } = toMarks([event(from, null), event(from + 1, 'int_1')]);
    expect(marks.map(({ kind }) => kind)).toEqual(['decision', 'interruption']);
    expect(words).toBe('1 decision carried out (dotted), 1 warning of AWS (dashed).');
    expect(toMarks([]).words).toBe('');
  });

  it('marks the last ones where there are too many', () => {
    const { marks, words } = toMarks(Array.from({ length: 90 }, (_, index) => event(index, null)));
    expect(marks).toHaveLength(60);
    expect(words).toContain(
      '90 decisions carried out (dotted), 0 warnings of AWS (dashed); the last 60',
    );
  });
});
