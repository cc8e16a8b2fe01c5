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
