import { describe, expect, it } from 'vitest';
import { isCronSchedule, parseCron } from './cron-schedule.js';

const at = (text: string): number => Date.parse(text);
const hits = (schedule: string, from: string, count: number): readonly string[] => {
  const cron = parseCron(schedule);
  const found: string[] = [];
  let instant: number | null = at(from);
  while (found.length < count && instant !== null) {
    instant = cron?.nextAfter(instant) ?? null;
    if (instant !== null) found.push(new Date(instant).toISOString().slice(0, 16));
  }
  return found;
};

describe('a schedule', () => {
  it.each([
    ['0 9 * * 1-5', ['2026-11-23T09:00', '2026-11-24T09:00']],
    ['0 9 * * MON-FRI', ['2026-11-23T09:00', '2026-11-24T09:00']],
    ['@weekly', ['2026-11-22T00:00', '2026-11-29T00:00']],
    ['@midnight', ['2026-11-22T00:00', '2026-11-23T00:00']],
    ['5/25 * * * *', ['2026-11-21T10:05', '2026-11-21T10:30']],
    ['*/40 10 * * *', ['2026-11-21T10:40', '2026-11-22T10:00']],
    ['0 0 1 jan,jul *', ['2027-01-01T00:00', '2027-07-01T00:00']],
    ['0 0 29 2 *', ['2028-02-29T00:00', '2032-02-29T00:00']],
    // The 1st, or any Monday: if both are set, one must match.
    ['0 0 1 * 1', ['2026-11-23T00:00', '2026-11-30T00:00']],
    // Every second day that is a Monday: with a star on either side, both must match.
    ['0 0 */2 * 1', ['2026-11-23T00:00', '2026-12-07T00:00']],
  ])('%s matches at the same times as Karpenter’s cron', (schedule, expected) => {
    expect(hits(schedule, '2026-11-21T10:00:00Z', 2)).toEqual(expected);
  });

  it('matches strictly after a time, and at or before it', () => {
    const daily = parseCron('@daily');
    const midnight = at('2026-11-21T00:00:00Z');
    expect(daily?.nextAfter(midnight)).toBe(midnight + 86_400_000);
    expect(daily?.nextAfter(midnight - 1)).toBe(midnight);
    expect(daily?.lastUntil(midnight)).toBe(midnight);
    expect(daily?.lastUntil(midnight + 999)).toBe(midnight);
    expect(daily?.lastUntil(midnight - 1)).toBe(midnight - 86_400_000);
  });

  it.each([
    '',
    '0 9 * *',
    '0 0 9 * * 1',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '0 0 * * 7',
    '0 0 * * 5-7',
    '0 0 L * *',
    '0 0 15W * *',
    '0 0 * * 5#2',
    '0 0 * * 5L',
    '*/0 * * * *',
    '5-1 * * * *',
    '* * * * xyz',
    '0 0 30 2 *',
    '@reboot',
    '@every 1h',
    'TZ=Europe/Paris 0 9 * * *',
    '2026-11-21T10:00:00',
  ])('%s is not a schedule', (text) => {
    expect(isCronSchedule(text)).toBe(false);
  });
});
