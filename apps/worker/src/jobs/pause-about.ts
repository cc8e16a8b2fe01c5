import { setTimeout as sleep } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';

/**
 * Waits for a quarter more or less than a time, or until the signal, without an error: what starts
 * together does not run at the same time again.
 */
export async function pauseAbout(ms: DurationMs, signal: AbortSignal): Promise<void> {
  await sleep(ms * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
}
