import { describe, expect, it } from 'vitest';
import { formatAge, formatClock, formatDuration, formatInstant, formatRelative } from './time.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-11-21T14:02:11Z');

describe('formatAge', () => {
  it.each([
    [-5 * second, '0 s'],
    [41 * second, '41 s'],
    [59_999, '59 s'],
    [12 * minute, '12 min'],
    [3 * hour, '3 h'],
    [3 * hour + 20 * minute, '3 h 20 m'],
    [2 * day + 4 * hour, '2 d 4 h'],
    [40 * day, '40 d'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });
});

describe('formatDuration', () => {
  it.each([
    [-3, '0 ms'],
    [410.4, '410 ms'],
    [1_999, '1 s'],
    [3 * hour, '3 h'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('formatRelative', () => {
  it('describes past, present and future', () => {
    expect(formatRelative(now - 4 * minute, now)).toBe('4 min ago');
    expect(formatRelative(now + 90 * minute, now)).toBe('in 1 h 30 m');
    expect(formatRelative(now, now)).toBe('now');
  });
});

describe('formatInstant', () => {
  it('includes the time zone', () => {
    expect(formatInstant(now, 'utc')).toBe('21 Nov 2026, 14:02:11 UTC');
  });
});

describe('formatClock', () => {
  it('omits the date of a near time', () => {
    expect(formatClock(now + 3 * hour, now, 'utc')).toBe('17:02');
    expect(formatClock(now + 17 * hour, now, 'utc')).toBe('Sun 07:02');
    expect(formatClock(now + 20 * day, now, 'utc')).toBe('11 Dec, 14:02');
  });
});
