import type { DurationMs } from '@kerf/core';

/**
 * Returns the same promise for every call within an interval, so that unauthenticated callers cannot
 * cause more than one read per interval. A failed read is kept as long.
 * @param now monotonic time
 */
export function readAtMostEvery<T>(
  everyMs: DurationMs,
  now: () => number,
  read: () => Promise<T>,
): () => Promise<T> {
  let latest: { readonly until: number; readonly reading: Promise<T> } | undefined;
  return () => {
    if (latest === undefined || latest.until <= now()) {
      latest = { until: now() + everyMs, reading: read() };
    }
    return latest.reading;
  };
}
