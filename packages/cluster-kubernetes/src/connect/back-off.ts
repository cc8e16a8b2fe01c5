import { setTimeout as sleep } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';

/**
 * Returns the pause before attempt `failures + 1`: doubled from `firstMs` up to `lastMs`, with
 * random jitter between half and all of it, so that watches do not reconnect at the same time.
 */
export function backOffMs(failures: number, firstMs: DurationMs, lastMs: DurationMs): DurationMs {
  const longest = Math.min(lastMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, or returns early when the signal aborts. */
export async function pause(ms: DurationMs, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
  }
}
