import { describe, expect, it } from 'vitest';
import { formatUsd, parseUsd } from './money.js';

describe('money', () => {
  it.each([
    ['0.0960000000', 96_000],
    ['1', 1_000_000],
    ['0.0000005', 1],
    ['0.00000049', 0],
    ['407.38', 407_380_000],
  ])('parses $%s as %d µUSD', (text, micro) => {
    expect(parseUsd(text)).toEqual({ ok: true, value: micro });
  });

  it.each(['', '-1', '1,5', 'abc', '1e3', '1234567890'])('refuses %j', (text) => {
    expect(parseUsd(text).ok).toBe(false);
  });

  it('formats six digits', () => {
    expect(formatUsd(96_000)).toBe('0.096000');
    expect(formatUsd(-1_500_000)).toBe('-1.500000');
  });
});
