import type { DurationMs } from '@kerf/core';

const firstMs: DurationMs = 1_000;

/**
 * Returns how long a job waits after its `attemptsMade`-th failed attempt, in milliseconds: about 1
 * s after the first, doubled after each further one, at most `capMs`. The second half of each delay
 * is random, so that jobs that failed together are not retried together.
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function retryDelayMs(
  attemptsMade: number,
  capMs: DurationMs,
  random: () => number = Math.random,
): DurationMs {
  const longestMs = Math.min(firstMs * 2 ** Math.min(attemptsMade - 1, 30), capMs);
  return Math.round(longestMs * (0.5 + random() / 2));
}
