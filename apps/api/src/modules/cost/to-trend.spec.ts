import type { CostSpanCoverage } from '@kerf/db';
import { describe, expect, it } from 'vitest';
import { toTrend, toTrendPeriod } from './to-trend.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 30, 12, 20);

const covered = (spansFrom: number | null, fields = {}): CostSpanCoverage => ({
  clusterId: 'clu_a',
  clusterName: 'a',
  spansFrom,
  pendingFrom: spansFrom,
  isWhole: true,
  accountedFrom: spansFrom ?? now - 90 * day,
  accountedUntil: now,
  ...fields,
});

const nothing = {
  rate: { nodes: 0, unpricedNodes: 0, priceMicroUsdPerHour: 0 },
  figures: { pendingPods: 0, savingMicroUsdPerHour: null },
  costs: [],
  samples: [],
};

describe('the period of a trend', () => {
  it('is the last day in hours', () => {
    expect(toTrendPeriod([covered(now - 30 * day)], now)).toEqual({
      from: now - day + 40 * minute,
      to: now - 20 * minute,
      resolution: 'hour',
      costFrom: now - day,
      figuresFrom: now - day,
    });
  });

  it('has only buckets that are recorded of all clusters that are measured', () => {
    const lately = (accountedUntil: number) => covered(now - 2 * hour, { accountedUntil });
    const coverage = [lately(now), lately(now - 1_000), lately(now - hour)];
    expect(toTrendPeriod(coverage, now)).toMatchObject({ resolution: 'minute', to: now - minute });
    const { from, to } = toTrendPeriod([covered(now - 61_000)], now + 10_000);
    expect(to).toBe(from);
  });

  it('is in minutes while three hours at most are known', () => {
    const at = (knownMs: number) => toTrendPeriod([covered(now - knownMs)], now);
    expect(at(3 * hour + minute)).toMatchObject({
      resolution: 'minute',
      from: now - 3 * hour,
      costFrom: now - 3 * hour,
    });
    expect(at(3 * hour + minute + 1).resolution).toBe('hour');
  });

  it('begins later for figures that are recorded since a later version', () => {
    const coverage = [covered(now - 30 * day, { pendingFrom: now - hour })];
    expect(toTrendPeriod(coverage, now)).toMatchObject({
      costFrom: now - day,
      figuresFrom: now - hour + minute,
    });
  });
});

describe('a trend', () => {
  const period = {
    from: now - 3 * minute,
    to: now,
    resolution: 'minute',
    costFrom: now - 3 * minute,
    figuresFrom: now - 3 * minute,
  } as const;
  const coverage = [covered(now - 4 * minute)];

  it('has the figures of its beginning, and those of each bucket', () => {
    const trend = toTrend(
      {
        rate: { nodes: 2, unpricedNodes: 0, priceMicroUsdPerHour: 200_000 },
        figures: { pendingPods: 5, savingMicroUsdPerHour: 40_000.4 },
        costs: [{ at: now - 3 * minute, microUsdPerHour: 200_000.4, nodes: 2 }],
        samples: [
          {
            clusterId: 'clu_a',
            at: now - 2 * minute,
            pendingPods: 1.5,
            savingMicroUsdPerHour: null,
          },
          { clusterId: 'clu_b', at: now - 2 * minute, pendingPods: 2, savingMicroUsdPerHour: null },
        ],
        coverage,
      },
      period,
    );
    expect(trend).toMatchObject({
      bucketMs: minute,
      buckets: [now - 3 * minute, now - 2 * minute, now - minute],
      price: { from: period.costFrom, before: 200_000, values: [200_000, 0, 0] },
      nodes: { before: 2, values: [2, 0, 0] },
      pendingPods: { before: 5, values: [0, 3.5, 0] },
      possibleSaving: { before: 40_000, values: [null, null, null] },
    });
  });

  it('is unknown in buckets in which nobody measured', () => {
    const late = [covered(now - 2 * minute, { accountedUntil: now - minute })];
    const trend = toTrend({ ...nothing, coverage: late }, period);
    expect(trend.price.values).toEqual([null, 0, null]);
    expect(trend.pendingPods.values).toEqual([null, 0, null]);
  });

  it('keeps the possible saving of each cluster until its next report, for ten minutes at most', () => {
    const saving = (clusterId: string, at: number, savingMicroUsdPerHour: number) => ({
      clusterId,
      at,
      pendingPods: 0,
      savingMicroUsdPerHour,
    });
    const from = now - 13 * minute;
    const samples = [saving('clu_a', from, 10), saving('clu_b', from + minute, 5)];
    const long = [covered(from - minute)];
    const { values } = toTrend(
      { ...nothing, samples, coverage: long },
      { ...period, from },
    ).possibleSaving;
    expect(values.slice(0, 3)).toEqual([10, 15, 15]);
    expect(values.slice(10)).toEqual([15, 5, null]);
  });

  it('is unknown before anything is recorded, and of pods and savings for callers who see a part', () => {
    const before = toTrend({ ...nothing, coverage: [covered(null)] }, period);
    for (const { from, before: first } of [before.price, before.nodes, before.pendingPods]) {
      expect([from, first]).toEqual([null, null]);
    }
    const part = [covered(now - 4 * minute, { isWhole: false })];
    const trend = toTrend({ ...nothing, coverage: part }, period);
    expect(trend.price.before).toBe(0);
    expect(trend.pendingPods).toEqual({ from: null, before: null, values: [null, null, null] });
    expect(trend.possibleSaving.before).toBeNull();
  });
});
