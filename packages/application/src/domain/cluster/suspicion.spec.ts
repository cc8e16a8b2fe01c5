import { describe, expect, it } from 'vitest';
import { retryPauseMs, trialMs, trustedAfterMs } from './suspicion.js';

describe('a suspected cluster', () => {
  it('is tried for longer if others were found before, and for less time than it takes to be trusted', () => {
    expect([0, 1, 2, 3, 100].map((found) => trialMs(found) / 1_000)).toEqual([
      30, 60, 120, 120, 120,
    ]);
    expect(trialMs(100)).toBeLessThan(trustedAfterMs);
  });

  it('is tried again, once it was found, after pauses that grow from minutes to an hour', () => {
    expect([0, 1, 2, 3, 4, 100].map((times) => retryPauseMs(times) / 60_000)).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
    expect(retryPauseMs(0)).toBeGreaterThan(trustedAfterMs);
  });
});
