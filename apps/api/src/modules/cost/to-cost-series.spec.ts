import { describe, expect, it } from 'vitest';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 14, 30);

describe('the period of a series', () => {
  it.each([
    ['a day', day, 'minute'],
    ['a week', 7 * day, 'hour'],
    ['a quarter', 90 * day, 'day'],
  ])('of %s takes the finest buckets that fit and are kept', (_, length, resolution) => {
    expect(toCostPeriod({ from: now - length, to: now }, now).resolution).toBe(resolution);
  });

  it('of ten years has too many buckets', () => {
    const requested = { from: now - 3_650 * day, to: now };
    expect(() => toCostPeriod(requested, now)).toThrow('more than 1500 buckets');
  });

  it('has a resolution of hours where minutes are no longer stored', () => {
    const from = now - 10 * day;
    expect(toCostPeriod({ from, to: from + hour }, now).resolution).toBe('hour');
  });

  it('begins with its first bucket', () => {
    const requested = { from: now, to: now + day, resolution: 'hour' } as const;
    expect(toCostPeriod(requested, now).from).toBe(Date.UTC(2026, 10, 21, 14));
  });

  it('is refused if it ends when it begins', () => {
    expect(() => toCostPeriod({ from: now, to: now }, now)).toThrow('to must be later');
  });
});

const point = (at: number, key: string, costMicroUsd: number, unpricedNodes = 0) => ({
  at,
  key,
  label: key,
  costMicroUsd,
  microUsdPerHour: costMicroUsd * 2,
  nodes: 1,
  unpricedNodes,
});

describe('a series', () => {
  const from = now - 4 * hour - 30 * minute;
  const period = { from, to: now + day, resolution: 'hour' } as const;
  const measured = (begin: number, until: number) => [{ clusterId: 'clu_1', from: begin, until }];
  const always = measured(from - day, now);

  it('has a cost and a rate for each bucket and group, none where only another ran', () => {
    const points = [point(from, 'a', 1.4), point(from, 'b', 5), point(from + 3 * hour, 'a', 2)];
    const series = toCostSeries({ points, coverage: always }, period, now);
    expect(series.buckets).toEqual([0, 1, 2, 3, 4].map((hours) => from + hours * hour));
    expect(series.groups).toMatchObject([
      { key: 'b', total: 5, costs: [5, 0, 0, 0, 0], rates: [10, 0, 0, 0, 0] },
      { key: 'a', total: 3, costs: [1, 0, 0, 2, 0], rates: [3, 0, 0, 4, 0] },
    ]);
    expect(series.total).toBe(8);
  });

  it('covers the whole period, unknown where no cluster was measured', () => {
    const begin = from + 2 * hour + 45 * minute;
    const points = [point(from + 2 * hour, 'a', 1)];
    const coverage = [...measured(begin, now), ...measured(begin + minute, now - minute)];
    const series = toCostSeries({ points, coverage }, period, now);
    expect(series.measuredMs).toEqual([0, 0, 15 * minute, hour, 30 * minute]);
    expect(series.groups).toMatchObject([{ costs: [null, null, 1, 0, 0] }]);
  });

  it('is unknown beyond the retention of its resolution', () => {
    const old = { from: now - 3 * day, to: now - 3 * day + minute, resolution: 'minute' } as const;
    expect(toCostSeries({ points: [], coverage: measured(0, now) }, old, now).measuredMs).toEqual([
      0,
    ]);
  });

  it('ends at the running bucket', () => {
    const none = { points: [], coverage: [] };
    expect(toCostSeries(none, { ...period, from: now + hour }, now).buckets).toEqual([]);
  });

  it('names the nodes without a price', () => {
    const points = [point(from, 'a', 0, 2)];
    expect(toCostSeries({ points, coverage: always }, period, now).unpricedNodeHours).toBe(2);
  });
});
