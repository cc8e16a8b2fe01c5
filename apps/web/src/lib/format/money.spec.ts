import { describe, expect, it } from 'vitest';
import {
  formatHourly,
  formatMonthly,
  formatMonthlyUsd,
  formatUsd,
  toMicroUsd,
  toMicroUsdOrNull,
  withSign,
} from './money.js';

describe('formatHourly', () => {
  it.each([
    [96_000, '$0.0960/h'],
    [982_000, '$0.9820/h'],
    [14_795_000, '$14.795/h'],
    [412_300_000, '$412.30/h'],
    [0, '$0.00/h'],
    [-96_000, '−$0.0960/h'],
  ])('formats %d as %s', (microUsd, text) => {
    expect(formatHourly(microUsd)).toBe(text);
  });
});

describe('formatMonthly', () => {
  it('uses 730 hours, and shows cents only below 100 dollars', () => {
    expect(formatMonthly(96_000)).toBe('$70.08/month');
    expect(formatMonthly(982_000)).toBe('$717/month');
    expect(formatMonthlyUsd(5_000_000)).toBe('$3,650');
  });
});

describe('formatUsd', () => {
  it('uses the same number of decimals in a column', () => {
    expect([340_000, 1_008_000].map((microUsd) => formatUsd(microUsd, 4))).toEqual([
      '$0.3400',
      '$1.0080',
    ]);
  });
});

describe('withSign', () => {
  it('marks increases, savings and no change', () => {
    expect(withSign(112_200, formatMonthly)).toBe('+$81.91/month');
    expect(withSign(-112_200, formatMonthly)).toBe('−$81.91/month');
    expect(withSign(0, formatMonthly)).toBe('±$0.00/month');
  });
});

describe('toMicroUsd', () => {
  it('is exact', () => {
    expect(toMicroUsd('8.2')).toBe(8_200_000);
    expect(toMicroUsd('-0.096')).toBe(-96_000);
  });

  it('refuses what is no amount', () => {
    expect(() => toMicroUsd('1e3')).toThrow('1e3');
  });
});

describe('toMicroUsdOrNull', () => {
  it('returns `null` for an unknown price', () => {
    expect(toMicroUsdOrNull(null)).toBeNull();
    expect(toMicroUsdOrNull(undefined)).toBeNull();
    expect(toMicroUsdOrNull('0')).toBe(0);
  });
});
