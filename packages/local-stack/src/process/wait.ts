import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';

/**
 * Polls a URL until it responds with a 2xx.
 * @throws CONFIG.INVALID after the timeout
 */
export async function waitForUrl(url: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > deadline) {
      throw new AppError({
        code: 'CONFIG.INVALID',
        message: `${url} did not respond within ${timeoutMs / 1000} s. See the logs above and in .kerf/logs.`,
      });
    }
    await sleep(100);
  }
}

/**
 * Returns the result of the promise.
 * @param description named in the error
 * @throws CONFIG.INVALID if it takes longer than `ms`
 */
export async function withTimeout<T>(
  ms: number,
  promise: Promise<T>,
  description: string,
): Promise<T> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message: `Not ready within ${ms / 1_000} s: ${description}`,
    });
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
}
