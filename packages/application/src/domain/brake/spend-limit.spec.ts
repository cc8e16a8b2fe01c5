import { describe, expect, it } from 'vitest';
import { monthOf, type PoolMonthSpend, sumOfMonth, thresholdReached } from './spend-limit.js';

const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);

describe('monthOf', () => {
  it.each([
    ['2026-11-24T03:30:00Z', '2026-11', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['2026-12-31T23:59:59Z', '2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2028-02-29T12:00:00Z', '2028-02', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['2027-03-01T00:00:00Z', '2027-03', '2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z'],
    ['2100-02-28T00:00:00Z', '2100-02', '2100-02-01T00:00:00Z', '2100-03-01T00:00:00Z'],
    ['1970-01-01T00:00:00Z', '1970-01', '1970-01-01T00:00:00Z', '1970-02-01T00:00:00Z'],
  ])('%s is in %s', (now, name, from, to) => {
    expect(monthOf(at(now))).toEqual({ name, from: at(from), to: at(to) });
  });
});

describe('sumOfMonth', () => {
  it('adds what the rest of the month costs at the rate of the last day', () => {
    const month = monthOf(at('2026-11-30T14:00:00Z'));
    const pool = (fields: Partial<PoolMonthSpend>): PoolMonthSpend => ({
      clusterId: 'clu_1',
      nodePool: 'general',
      costMicroUsd: 0,
      recentMicroUsdPerHour: 0,
      ...fields,
    });
    const pools = [
      pool({ costMicroUsd: 1_000, recentMicroUsdPerHour: 7 }),
      pool({ costMicroUsd: 500, recentMicroUsdPerHour: 3 }),
    ];
    expect(sumOfMonth(pools, month, month.to - 10 * hour)).toEqual({
      spentMicroUsd: 1_500,
      forecastMicroUsd: 1_600,
    });
    expect(sumOfMonth([], month, month.to - hour)).toEqual({
      spentMicroUsd: 0,
      forecastMicroUsd: 0,
    });
  });
});

describe('thresholdReached', () => {
  it.each([
    [0, 0],
    [499, 0],
    [500, 50],
    [799, 50],
    [800, 80],
    [1_000, 100],
    [5_000, 100],
  ])('of 1000, %i reaches %i%%', (spentMicroUsd, percent) => {
    expect(thresholdReached({ monthlyMicroUsd: 1_000 }, { spentMicroUsd })).toBe(percent);
  });

  it('is 0 without a monthly limit', () => {
    expect(thresholdReached({ monthlyMicroUsd: null }, { spentMicroUsd: 9 })).toBe(0);
  });
});
