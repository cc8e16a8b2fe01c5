import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.js';

const untilAborted = (signal: AbortSignal): Promise<void> =>
  vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 30_000, interval: 10 });

/** Keeps the process from anything else. */
function beBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the deadline of a request', () => {
  it('aborts a response that is not complete in time', async () => {
    const { signal } = startDeadline(20, undefined);
    await untilAborted(signal);
    expect(signal.reason).toMatchObject({ code: 'RESPONSE_DEADLINE' });
  });

  it('aborts nothing that has ended', async () => {
    const deadline = startDeadline(20, undefined);
    deadline.end();
    await sleep(60);
    expect(deadline.signal.aborted).toBe(false);
  });

  it('aborts with the caller', () => {
    const caller = new AbortController();
    const { signal } = startDeadline(60_000, caller.signal);
    caller.abort(new Error('not needed'));
    expect(signal.reason).toMatchObject({ message: 'not needed' });
  });

  it('leaves time to read what arrived while the process was busy', async () => {
    const deadline = startDeadline(50, undefined);
    beBusy(1_000);
    await sleep(100);
    expect(deadline.signal.aborted).toBe(false);
    deadline.end();
  });

  it('aborts after that time all the same', async () => {
    const { signal } = startDeadline(50, undefined);
    beBusy(300);
    await untilAborted(signal);
    expect(signal.reason).toMatchObject({ code: 'RESPONSE_DEADLINE' });
  });
});
