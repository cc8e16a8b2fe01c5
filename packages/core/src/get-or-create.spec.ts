import { describe, expect, it } from 'vitest';
import { getOrCreate } from './get-or-create.js';

describe('getOrCreate', () => {
  it('creates a value once for each key', () => {
    const created: string[] = [];
    const lengths = new Map<string, number>();
    const lengthOf = (text: string): number =>
      getOrCreate(lengths, text, (key) => {
        created.push(key);
        return key.length;
      });
    expect([lengthOf('one'), lengthOf('three'), lengthOf('one')]).toEqual([3, 5, 3]);
    expect(created).toEqual(['one', 'three']);
  });

  it('stores `null` and falsy values', () => {
    const values = new Map<string, number | null>([
      ['none', null],
      ['zero', 0],
    ]);
    expect(getOrCreate(values, 'none', () => 1)).toBeNull();
    expect(getOrCreate(values, 'zero', () => 1)).toBe(0);
  });

  it('works on weak maps', () => {
    const key = {};
    const values = new WeakMap<object, readonly string[]>();
    const first = getOrCreate(values, key, () => []);
    expect(getOrCreate(values, key, () => [])).toBe(first);
  });
});
