import { describe, expect, it } from 'vitest';
import { usualHours, usualSamples, usualSpendOf } from './usual-spend.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 30, 9, 25, 30);

describe('the usual spend', () => {
  it('is taken from this hour of the last seven days and its neighbors, all of them over', () => {
    const hours = usualHours(now);
    expect(hours).toHaveLength(21);
    expect(new Set(hours.map((at) => new Date(at).getUTCHours()))).toEqual(new Set([8, 9, 10]));
    expect(Math.max(...hours)).toBe(Date.UTC(2026, 10, 29, 10));
    expect(Math.min(...hours)).toBe(Date.UTC(2026, 10, 23, 8));
  });

  it('is the most that one of these hours cost, once a week was measured', () => {
    const samples = usualSamples(now - 8 * day, now);
    if (samples === null) throw new RangeError('no samples');
    expect(samples).toEqual({ basis: 'Week' });
    expect(usualSpendOf(samples, [1, 5, 3])).toEqual({ basis: 'Week', microUsdPerHour: 5 });
    expect(usualSpendOf(samples, [])).toEqual({ basis: 'Week', microUsdPerHour: 0 });
  });

  it('is the average of up to six hours before, without the last minutes', () => {
    const samples = usualSamples(now - 2 * day, now);
    if (samples === null) throw new RangeError('no samples');
    const from = Date.UTC(2026, 10, 30, 4);
    expect(samples).toEqual({
      basis: 'Recent',
      resolution: 'hour',
      from,
      until: Date.UTC(2026, 10, 30, 9),
    });
    expect(usualSpendOf(samples, [10, 10, 5])).toEqual({
      basis: 'Recent',
      microUsdPerHour: 5,
      since: from,
    });
  });

  it('is the average of the minutes of a cluster that is known for less than three hours', () => {
    const from = Date.UTC(2026, 10, 30, 9, 0);
    const samples = usualSamples(from, now);
    if (samples === null) throw new RangeError('no samples');
    expect(samples).toEqual({
      basis: 'Recent',
      resolution: 'minute',
      from,
      until: from + 20 * minute,
    });
    expect(usualSpendOf(samples, [2, 2])).toMatchObject({ microUsdPerHour: 12 });
  });

  it('is unknown while the cost was measured for less than ten minutes', () => {
    expect(usualSamples(null, now)).toBeNull();
    expect(usualSamples(now - 15 * minute, now)).toBeNull();
    expect(usualSamples(now - 17 * minute, now)).not.toBeNull();
  });
});
