import { describe, expect, it } from 'vitest';
import { formatShare, ratioOf } from './quantity.js';

describe('formatShare', () => {
  it('returns a dash when the whole is 0', () => {
    expect(formatShare(1, 0)).toBe('–');
    expect(formatShare(68.1, 100, 1)).toBe('68.1%');
  });
});

describe('ratioOf', () => {
  it('is between 0 and 1', () => {
    expect(ratioOf(150, 100)).toBe(1);
    expect(ratioOf(-1, 100)).toBe(0);
    expect(ratioOf(1, 0)).toBe(0);
  });
});
