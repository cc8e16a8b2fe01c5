import { describe, expect, it } from 'vitest';
import { formatUsd, parseUsd, usdText } from './money.js';

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

  it.each([
    [96_000, '$0.0960'],
    [3_072_000, '$3.072'],
    [1_204_500_000, '$1,204.50'],
    [-1_234_567_000_000, '−$1,234,567.00'],
    [0, '$0.00'],
  ])('writes %d µUSD in a sentence as the dashboard does', (micro, text) => {
    expect(usdText(micro)).toBe(text);
  });

  it('writes an amount with the given digits', () => {
    expect(usdText(1_240_400_000, 0)).toBe('$1,240');
    expect(usdText(300_000, 2)).toBe('$0.30');
  });

  it('formats six digits', () => {
    expect(formatUsd(96_000)).toBe('0.096000');
    expect(formatUsd(-1_500_000)).toBe('-1.500000');
  });
});
