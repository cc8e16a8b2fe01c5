import { describe, expect, it } from 'vitest';
import { TokenBucket } from './event-limits.js';

const rate = { burst: 2, refillMs: 1_000 };

describe('TokenBucket', () => {
  it('allows a burst, and then one more each time it is refilled', () => {
    const bucket = new TokenBucket(rate, 0);
    expect([bucket.take(0), bucket.take(0), bucket.take(999)]).toEqual([true, true, false]);
    expect([bucket.take(1_001), bucket.take(1_001)]).toEqual([true, false]);
  });

  it('continues after the clock was set back', () => {
    const bucket = new TokenBucket(rate, 3_600_000);
    expect([bucket.take(3_600_000), bucket.take(0)]).toEqual([true, true]);
    expect([bucket.take(500), bucket.take(1_000)]).toEqual([false, true]);
  });
});
