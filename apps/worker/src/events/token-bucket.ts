import type { DurationMs, Instant } from '@kerf/core';

export interface BucketRate {
  /** Initial and maximum number of tokens. */
  readonly burst: number;
  /** Time until one token is refilled. */
  readonly refillMs: DurationMs;
}

/** A rate limiter that allows `burst` at once, and one more per `refillMs`. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #refilledAt: Instant;

  constructor(rate: BucketRate, now: Instant) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#refilledAt = now;
  }

  take(now: Instant): boolean {
    const { burst, refillMs } = this.#rate;
    // A clock that is set back takes no tokens away.
    const elapsedMs = Math.max(0, now - this.#refilledAt);
    this.#tokens = Math.min(burst, this.#tokens + elapsedMs / refillMs);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
