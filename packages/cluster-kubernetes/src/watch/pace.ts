import type { DurationMs } from '@kerf/core';

/** Share of the process's time that the events of one cluster may take for long. */
const share = 0.2;
/** Time that they may take at once: some ten thousand pods. */
const burstMs: DurationMs = 2_000;

/**
 * Limits the time that the events of one cluster take of a process that watches many: a server can
 * send more events than the process can read. One that is not read waits.
 */
export class Pace {
  #savedMs: DurationMs = burstMs;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /**
   * Records time that was spent.
   * @param now a monotonic clock in milliseconds
   * @returns how long to wait before more is spent
   */
  spend(ms: DurationMs, now: number): DurationMs {
    this.#savedMs = Math.min(burstMs, this.#savedMs + (now - this.#at) * share) - ms;
    this.#at = now;
    return Math.max(0, (0 - this.#savedMs) / share);
  }
}
