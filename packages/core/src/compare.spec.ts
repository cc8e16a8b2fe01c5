import { describe, expect, it } from 'vitest';
import { compareKeys, compareNumbers, compareText } from './compare.js';

describe('compareText', () => {
  it('sorts by code unit, so capitals come first', () => {
    expect(['b', 'a', 'B', 'ä', '10', '9'].toSorted(compareText)).toEqual([
      '10',
      '9',
      'B',
      'a',
      'b',
      'ä',
    ]);
  });

  it('is 0 for equal texts', () => {
    expect(compareText('a', 'a')).toBe(0);
  });
});

describe('compareKeys', () => {
  it('sorts entries by key and ignores their values', () => {
    expect(Object.entries({ b: 1, a: 2 }).sort(compareKeys)).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});

describe('compareNumbers', () => {
  it('sorts numbers, with infinity last', () => {
    expect([Infinity, 2, -1, Infinity, 10].toSorted(compareNumbers)).toEqual([
      -1,
      2,
      10,
      Infinity,
      Infinity,
    ]);
    expect(compareNumbers(Infinity, Infinity)).toBe(0);
  });

  it('sorts integers that are too large for a number', () => {
    const large = 2n ** 70n;
    expect([large + 1n, large].toSorted(compareNumbers)).toEqual([large, large + 1n]);
  });
});
