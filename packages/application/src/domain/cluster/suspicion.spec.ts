import { describe, expect, it } from 'vitest';
import { retryPauseMs, trialMs, trustedAfterMs } from './suspicion.js';

describe('a suspected cluster', () => {
  it('is tried for longer after each death, up to the time after which it is trusted', () => {
    expect([0, 1, 2, 3, 4, 100].map((times) => trialMs(times) / 1_000)).toEqual([
      30, 60, 120, 240, 480, 900,
    ]);
    expect(trialMs(100)).toBe(trustedAfterMs);
  });

  it('is tried again, once it was found, after pauses that grow from minutes to an hour', () => {
    expect([0, 1, 2, 3, 4, 100].map((times) => retryPauseMs(times) / 60_000)).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
  });
});
