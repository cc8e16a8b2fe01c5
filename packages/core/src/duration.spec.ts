import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.js';

describe('durations', () => {
  it.each([
    ['30s', 30_000],
    ['720h', 2_592_000_000],
    ['1h30m', 5_400_000],
    ['0s', 0],
    ['8h0m0s', 28_800_000],
  ])('parses %s as %d ms and formats it back', (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: ms });
    expect(parseDuration(formatDuration(ms))).toEqual({ ok: true, value: ms });
  });

  it.each(['', '30', '1d', '1m1h', '-5s', '1.5h', 'Never'])('refuses %j', (text) => {
    expect(parseDuration(text).ok).toBe(false);
  });
});
