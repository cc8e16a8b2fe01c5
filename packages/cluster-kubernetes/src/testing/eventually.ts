import { vi } from 'vitest';

/** Waits until a check holds; long enough for a machine that is busy with other things. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 30_000, interval: 5 });
}
