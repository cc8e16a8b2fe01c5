import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';

/**
 * Returns what the promise resolves with.
 * @param what named in the error
 * @throws CONFIG.INVALID when it takes longer than `ms`
 */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  const timer = new AbortController();
  const expiry = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message: `Not ready within ${ms / 1_000} s: ${what}`,
    });
  });
  try {
    return await Promise.race([promise, expiry]);
  } finally {
    timer.abort();
    expiry.catch(() => undefined);
  }
}
