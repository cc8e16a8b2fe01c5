import { setTimeout as sleep } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';

/**
 * The pause before attempt `failures + 1`: doubled from `firstMs` to at most `lastMs`, and between
 * half and all of that at random, so that many watches do not come back at the same moment.
 */
export function backOffMs(failures: number, firstMs: DurationMs, lastMs: DurationMs): DurationMs {
  const longest = Math.min(lastMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return longest * (0.5 + Math.random() / 2);
}

/** Waits, or returns early when the signal says stop. */
export async function pause(ms: DurationMs, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}
