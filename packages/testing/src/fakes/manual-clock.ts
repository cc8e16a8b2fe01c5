import type { Clock } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';

/** A clock that moves only when a test advances it. */
export class ManualClock implements Clock {
  #now: Instant;

  constructor(now: Instant) {
    this.#now = now;
  }

  now(): Instant {
    return this.#now;
  }

  advance(ms: DurationMs): void {
    this.#now += ms;
  }
}
