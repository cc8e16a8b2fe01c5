import { setTimeout } from 'node:timers/promises';

const everyMs = 500;
const timeoutMs = 300_000;

/**
 * Repeats a read until it finds something, and returns that.
 * @param what names it in the error after five minutes
 */
export async function until<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + timeoutMs;
  process.stdout.write(`Waiting for ${what}\n`);
  while (Date.now() < end) {
    const found = await read();
    if (found !== undefined) return found;
    await setTimeout(everyMs);
  }
  throw new Error(`There was no ${what} within ${timeoutMs / 60_000} minutes.`);
}
