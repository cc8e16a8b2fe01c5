import { describe, expect, it } from 'vitest';
import { RemoteClock } from './remote-clock.js';

const minute = 60_000;
const now = Date.UTC(2026, 0, 1);

/** Returns a clock that has seen answers of a server whose clock is ahead by these times. */
function measured(...aheadMs: readonly number[]): RemoteClock {
  const clock = new RemoteClock();
  for (const ahead of aheadMs) record(clock, ahead);
  return clock;
}

function record(clock: RemoteClock, aheadMs: number, tookMs = 200): void {
  const date = new Date(now + tookMs + aheadMs).toUTCString();
  clock.record({ date, sentAt: now, receivedAt: now + tookMs });
}

describe('RemoteClock', () => {
  it('is unknown before the first answer with a date', () => {
    const clock = new RemoteClock();
    clock.record({ date: undefined, sentAt: now, receivedAt: now });
    clock.record({ date: 'yesterday', sentAt: now, receivedAt: now });
    expect(clock.aheadMs).toBeNull();
  });

  it.each([7 * minute, -7 * minute])('measures a difference of %i ms', (ahead) => {
    const found = measured(ahead).aheadMs ?? 0;
    expect(Math.abs(found - ahead)).toBeLessThan(1_500);
  });

  it('is 0 for clocks that differ by seconds', () => {
    expect(measured(20_000).aheadMs).toBe(0);
    expect(measured(-20_000).aheadMs).toBe(0);
  });

  it('does not take a slow answer for a difference', () => {
    const clock = new RemoteClock();
    record(clock, -50_000, 55_000);
    expect(clock.aheadMs).toBe(0);
  });

  it('ignores a single wrong date, as of a cache', () => {
    expect(measured(0, 0, -30 * minute, 0).aheadMs).toBe(0);
  });

  it('follows a clock that is corrected', () => {
    const clock = measured(7 * minute, 7 * minute, 7 * minute);
    record(clock, 0);
    expect(clock.aheadMs).toBe(0);
  });

  it('stays the same while answers differ by seconds', () => {
    const clock = measured(7 * minute);
    const before = clock.aheadMs;
    for (const jitter of [1, 2, 3, 4, 5, 6, 7]) record(clock, 7 * minute + jitter * 1_000);
    expect(clock.aheadMs).toBe(before);
  });
});
