import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline.js';

describe('the path of a sparkline', () => {
  it('reaches from the left to the right, and from the least to the most', () => {
    expect(sparklinePath([1, 3, 2])).toBe('M1.0 15.0L32.0 1.0L63.0 8.0');
  });

  it('is level when all values are equal', () => {
    expect(sparklinePath([0, 0])).toBe('M1.0 8.0L63.0 8.0');
  });

  it('has a gap without data, and a dot for a single value', () => {
    expect(sparklinePath([2, null, 1, 2])).toBe('M1.0 1.0h0M42.3 15.0L63.0 1.0');
  });

  it('is empty without data', () => {
    expect(sparklinePath([null, null])).toBe('');
  });
});
