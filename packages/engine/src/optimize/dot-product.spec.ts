import { describe, expect, it } from 'vitest';
import { dotProduct } from './dot-product.js';

describe('dotProduct', () => {
  it('sums up the products of the elements', () => {
    expect(dotProduct(Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6), 0)).toBe(4 + 10 + 18);
  });

  it('starts at the offset of the second array and ends with the first', () => {
    expect(dotProduct(Float64Array.of(1, 10), Float64Array.of(9, 2, 3, 9), 1)).toBe(2 + 30);
  });

  it('counts missing elements as 0', () => {
    expect(dotProduct(Float64Array.of(1, 2), Float64Array.of(3), 0)).toBe(3);
  });

  it('is 0 without multipliers', () => {
    expect(dotProduct(undefined, Float64Array.of(3), 0)).toBe(0);
    expect(dotProduct(new Float64Array(0), Float64Array.of(3), 0)).toBe(0);
  });
});
