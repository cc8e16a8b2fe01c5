import { describe, expect, it } from 'vitest';
import { mulberry32 } from './mulberry32.js';

const first = (seed: number, count: number): readonly number[] => {
  const random = mulberry32(seed);
  return Array.from({ length: count }, () => random());
};

describe('mulberry32', () => {
  it('gives the numbers of the reference implementation', () => {
    const scaled = first(1, 3).map((value) => value * 2 ** 32);
    expect(scaled).toEqual([2_693_262_067, 11_749_833, 2_265_367_787]);
  });

  it('depends only on the seed', () => {
    expect(first(7, 20)).toEqual(first(7, 20));
    expect(first(7, 20)).not.toEqual(first(8, 20));
  });

  it('is at least 0 and less than 1', () => {
    expect(first(3, 1_000).filter((value) => value < 0 || value >= 1)).toEqual([]);
  });
});
