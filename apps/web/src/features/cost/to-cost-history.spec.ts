import { formatDecimalUsd } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { CostHistoryQuery } from '../../gql/graphql.js';
import { toCostHistory, toHistoryRows } from './to-cost-history.js';
import { toMarks } from './to-marks.js';

type Series = CostHistoryQuery['costSeries'];
const hour = 3_600_000;
const from = Date.parse('2026-11-21T12:00:00Z');
const iso = (at: number) => new Date(at).toISOString();

/** Returns costs of three hours in micro-USD, the last of which started a minute ago; `rates` are twice the costs. */
const series = (
  groups: readonly (readonly [string, ...(number | null)[]])[],
  measuredMs: readonly number[] = [hour, hour, 60_000],
): Series => ({
  resolution: 'HOUR',
  bucketMs: hour,
  buckets: [0, 1, 2].map((hours) => iso(from + hours * hour)),
  measuredMs: [...measuredMs],
  groups: groups.map(([key, ...costs]) => ({
    key,
    label: key,
    total: formatDecimalUsd(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
    costs: costs.map((cost) => (cost === null ? null : formatDecimalUsd(cost))),
    rates: costs.map((cost) => (cost === null ? null : formatDecimalUsd(cost * 2))),
  })),
  total: '0',
  unpricedNodeHours: 0,
  asOf: iso(from + 2 * hour + 60_000),
});

describe('toCostHistory', () => {
  it('returns the rates of the API until now, with `null` for missing data', () => {
    const history = toCostHistory(series([['a', 500_000, null, 1_000_000]]), 'pool');
    expect(history.series).toMatchObject([{ label: 'a', values: [1, null, 2] }]);
    expect(history.buckets).toEqual([from, from + hour, from + 2 * hour]);
    expect(history.until).toBe(from + 2 * hour + 60_000);
    expect(history).toMatchObject({ gaps: [], measuredFrom: null });
  });

  it('returns the whole range, with a gap where nothing was measured', () => {
    const measured = [0, hour / 4, 60_000];
    const history = toCostHistory(series([['a', null, 250_000, 10]], measured), 'pool');
    expect(history.buckets).toHaveLength(3);
    const begin = from + hour + (hour * 3) / 4;
    expect(history.gaps).toEqual([{ from, to: begin }]);
    expect(history.measuredFrom).toBe(begin);
  });

  it('returns gaps within the range and at its end', () => {
    const history = toCostHistory(series([['a', 1, null, null]], [hour, 0, 0]), 'pool');
    expect(history.gaps).toEqual([{ from: from + hour, to: from + 2 * hour + 60_000 }]);
    expect(history.measuredFrom).toBeNull();
  });

  it('returns one gap when there is no data', () => {
    const history = toCostHistory(series([], [0, 0, 0]), 'pool');
    expect(history.gaps).toEqual([{ from, to: from + 2 * hour + 60_000 }]);
    expect(history.measuredFrom).toBeNull();
  });

  it.each([
    [2_000, 4],
    [2_000_000, 2],
    [20_000_000, 1],
    [200_000_000, 0],
  ])('chooses decimals by the height of the axis, four times %d µUSD/h: %d', (cost, digits) => {
    const both = series([
      ['a', cost, null, 0],
      ['b', cost, null, 0],
    ]);
    expect(toCostHistory(both, 'pool').tickDigits).toBe(digits);
  });

  it('merges small groups, and gives each area its own hue', () => {
    const many = Array.from(
      { length: 12 },
      (_, index) => [`g${index}`, 1_000_000, null, 1] as const,
    );
    const history = toCostHistory(series(many.map((group) => [...group])), 'family');
    expect(history.series).toHaveLength(7);
    expect(history.series.at(-1)).toMatchObject({ label: '6 others', totalUsd: 6.000006 });
    expect(history.series.at(-1)?.values).toEqual([12, null, expect.closeTo(0.000012, 9)]);
    expect(new Set(history.series.map(({ hue }) => hue)).size).toBe(7);
  });

  it('labels nodes without a NodePool', () => {
    expect(toCostHistory(series([['', 1]]), 'pool').series[0]?.label).toBe('No NodePool');
  });
});

describe('toHistoryRows', () => {
  it('returns every bucket and group, with `null` where there is no data', () => {
    expect(toHistoryRows(series([['a', 1_500_000, null, 0]]))).toEqual([
      ['Bucket start (UTC)', 'Measured (s)', 'a'],
      [iso(from), 3_600, 1.5],
      [iso(from + hour), 3_600, null],
      [iso(from + 2 * hour), 60, 0],
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
    decisionOutcome: null,
    nodeCount: 1,
    podCount: 0,
    costChange: null,
  });

  const range = { from, to: from + 120 * 60_000, maxMarks: 120 };

  it('returns marks of decisions and interruption notices, and a legend', () => {
    const failed = { ...event(from + 300_000, null), decisionEvent: 'Failed' };
    const { marks, legend } = toMarks(
      [event(from + 600_000, 'int_1'), failed, event(from, null)],
      range,
    );
    expect(marks.map(({ kind, label }) => [kind, label])).toEqual([
      ['decision', '1 completed decision'],
      ['failure', '1 failed decision'],
      ['interruption', '1 interruption notice'],
    ]);
    expect(legend).toEqual([
      { kind: 'decision', text: '1 completed decision' },
      { kind: 'failure', text: '1 failed decision' },
      { kind: 'interruption', text: '1 interruption notice' },
    ]);
    expect(toMarks([], range)).toEqual({ marks: [], legend: [] });
  });

  it('merges marks that would overlap', () => {
    const notices = Array.from({ length: 19 }, (_, index) => event(from + index * 1_000, 'int'));
    const { marks, legend } = toMarks([...notices, event(from + 5 * 60_000, 'int')], range);
    expect(marks.map(({ at, label }) => [at, label])).toEqual([
      [from, '19 interruption notices'],
      [from + 5 * 60_000, '1 interruption notice'],
    ]);
    expect(legend).toEqual([{ kind: 'interruption', text: '20 interruption notices' }]);
  });

  it('omits events outside the range', () => {
    expect(toMarks([event(from - 1, null), event(range.to + 1, null)], range).marks).toEqual([]);
  });
});
