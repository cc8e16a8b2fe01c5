import { describe, expect, it } from 'vitest';
import { readAtMostEvery } from './read-at-most-every.js';

describe('a value that is read at most once per interval', () => {
  it('is read once for all callers in that time, and again afterwards', async () => {
    let now = 0;
    let reads = 0;
    const read = readAtMostEvery(
      1_000,
      () => now,
      () => {
        reads += 1;
        return Promise.resolve(reads);
      },
    );
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    now = 999;
    expect(await read()).toBe(1);
    now = 1_000;
    expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  });
});
