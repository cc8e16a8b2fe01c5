import type { DurationMs } from '@kerf/core';

/**
 * The same promise for every call within a time: what anybody may ask for, as often as they like, is
 * read once in it. A read that fails is kept as long.
 * @param now of a clock that is never set back
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
