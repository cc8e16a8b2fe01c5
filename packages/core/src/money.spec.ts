import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantViolation } from './invariant.js';
import { formatDecimalUsd, parseDecimalUsd, parseUsd, usdText } from './money.js';

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
});

describe('decimal US dollars', () => {
  it.each([
    ['0', 0],
    ['0.000001', 1],
    ['-0.000001', -1],
    ['0.1', 100_000],
    ['0.0456', 45_600],
    ['-0.096', -96_000],
    ['8.2', 8_200_000],
    ['10', 10_000_000],
    ['1200', 1_200_000_000],
    ['999999999.999999', 999_999_999_999_999],
    ['-999999999.999999', -999_999_999_999_999],
  ])('parses and formats %s as %d µUSD', (text, micro) => {
    expect(parseDecimalUsd(text)).toBe(micro);
    expect(formatDecimalUsd(micro)).toBe(text);
  });

  it.each([
    ['12.00', 12_000_000],
    ['0.500000', 500_000],
    ['007.5', 7_500_000],
    ['-0', 0],
    ['-0.0', 0],
  ])('parses %s, which has a shorter form, as %d µUSD', (text, micro) => {
    expect(parseDecimalUsd(text)).toBe(micro);
  });

  it.each([
    '',
    '-',
    '.5',
    '1.',
    '+1',
    '--1',
    '- 1',
    ' 1',
    '1 ',
    '1\n',
    '1e3',
    '1E-6',
    '0x10',
    '1,5',
    '1_000',
    '1.2.3',
    '$1',
    '−1',
    '٣',
    '１',
    '0.0000001',
    '1234567890',
    'Infinity',
    'NaN',
  ])('refuses %j', (text) => {
    expect(parseDecimalUsd(text)).toBeNull();
  });

  it('formats every amount so that parsing returns the same amount', () => {
    const most = 999_999_999_999_999;
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (micro) => {
        const text = formatDecimalUsd(micro);
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d{0,5}[1-9])?$/);
        expect(parseDecimalUsd(text)).toBe(micro);
      }),
      { numRuns: 2_000 },
    );
  });

  it('parses as many whole and fractional dollars as they are', () => {
    const amount = fc.record({
      dollars: fc.integer({ min: 0, max: 999_999_999 }),
      cents: fc.integer({ min: 0, max: 99 }),
    });
    fc.assert(
      fc.property(amount, ({ dollars, cents }) => {
        const text = `${dollars}.${String(cents).padStart(2, '0')}`;
        expect(parseDecimalUsd(text)).toBe(dollars * 1_000_000 + cents * 10_000);
      }),
    );
  });

  it('formats amounts above those that it parses', () => {
    expect(formatDecimalUsd(Number.MAX_SAFE_INTEGER)).toBe('9007199254.740991');
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('does not format %d', (micro) => {
    expect(() => formatDecimalUsd(micro)).toThrow(InvariantViolation);
  });
});
