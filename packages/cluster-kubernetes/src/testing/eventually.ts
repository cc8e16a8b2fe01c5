import { vi } from 'vitest';

/** Waits until a check passes; the timeout allows for a busy machine. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 30_000, interval: 5 });
}
