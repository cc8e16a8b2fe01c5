import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';

/** Polls a URL until it answers with a 2xx. @throws CONFIG.INVALID when it does not in time */
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
