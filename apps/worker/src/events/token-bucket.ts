import type { DurationMs, Instant } from '@kerf/core';

export interface BucketRate {
  /** Tokens at first, and at most. */
  readonly burst: number;
  /** A token comes back in so long. */
  readonly refillMs: DurationMs;
}

/** Allows `burst` at once, and one more for each time a token comes back. */
export class TokenBucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #at: Instant;

  constructor(rate: BucketRate, now: Instant) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  take(now: Instant): boolean {
    const { burst, refillMs } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#at) / refillMs);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
