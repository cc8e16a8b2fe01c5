import { parseQuantity } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuantity, isQuantity } from './quantity.js';

describe('canonical quantities', () => {
  it.each([
    ['0.5', '500m'],
    [2, '2'],
    ['1024Mi', '1Gi'],
    ['1500m', '1500m'],
    ['1.50', '1500m'],
    ['2000m', '2'],
    ['1000', '1k'],
    ['1.5Gi', '1536Mi'],
    ['0', '0'],
    ['0Gi', '0'],
    ['100M', '100M'],
    ['1e3', '1e3'],
    ['0.1Ki', '102400m'],
    ['-1500m', '-1500m'],
  ])('spells %j as %s', (given, expected) => {
    expect(canonicalQuantity(given)).toBe(expected);
  });

  it.each(['', 'abc', '1 Gi', '1GiB', '.', 'm'])('leaves %j alone', (text) => {
    expect(isQuantity(text)).toBe(false);
    expect(canonicalQuantity(text)).toBe(text);
  });

  it('keeps the amount, and is idempotent', () => {
    const texts = fc
      .tuple(
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom('', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e2', '.5', '.25Gi'),
      )
      .map(([digits, suffix]) => `${digits}${suffix}`);
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalQuantity(text);
        if (typeof canonical !== 'string') throw new TypeError('no text');
        expect(parseQuantity(canonical, 3)).toEqual(parseQuantity(text, 3));
        expect(canonicalQuantity(canonical)).toBe(canonical);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
