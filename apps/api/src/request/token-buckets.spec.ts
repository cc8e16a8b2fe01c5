import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.js';

describe('token buckets', () => {
  it('let a burst pass, then one per refill', () => {
    const buckets = new TokenBuckets({ burst: 3, refillMs: 100 });
    const waits = [0, 0, 0, 0, 50, 100, 100].map((now) => buckets.take('a', now));
    expect(waits).toEqual([0, 0, 0, 100, 50, 0, 100]);
  });

  it('count each key alone', () => {
    const buckets = new TokenBuckets({ burst: 1, refillMs: 1_000 });
    expect([buckets.take('a', 0), buckets.take('b', 0), buckets.take('a', 0)]).toEqual([
      0, 0, 1_000,
    ]);
  });

  it('are full again after a while, and never fuller than full', () => {
    const buckets = new TokenBuckets({ burst: 2, refillMs: 10 });
    buckets.take('a', 0);
    expect([1, 2, 3].map(() => buckets.take('a', 1_000_000))).toEqual([0, 0, 10]);
  });

  it('give back what did not count', () => {
    const buckets = new TokenBuckets({ burst: 1, refillMs: 1_000 });
    buckets.take('a', 0);
    buckets.giveBack('a');
    expect(buckets.take('a', 0)).toBe(0);
  });
});
