import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { money, storedJson, sum } from './wire.js';

describe('an amount of money in REST', () => {
  it.each([
    ['0', 0],
    ['-0.096', -96_000],
    ['0.0456', 45_600],
    ['12', 12_000_000],
  ])('%s is %d micro-USD inside', (text, micro) => {
    expect(z.decode(money, text)).toBe(micro);
    expect(z.encode(money, micro)).toBe(text);
    expect(z.encode(sum, micro)).toBe(text);
  });

  it.each([12, null, '1e3', '0.0000001', '1.', '+1', ' 1'])('%j is refused', (value) => {
    const result = sum.safeParse(value);
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'must be a decimal string of US dollars with at most nine digits before the point and six after it, e.g. "0.096"',
    ]);
  });

  it.each([0.5, 2 ** 53, Number.NaN])('%d is not written', (micro) => {
    expect(z.safeEncode(money, micro).success).toBe(false);
  });
});

describe('stored JSON in REST', () => {
  it('has amounts as decimal strings', () => {
    expect(z.encode(storedJson, { savingMicroUsdPerHour: 4_000, pods: 4 })).toEqual({
      savingUsdPerHour: '0.004',
      pods: 4,
    });
  });
});
