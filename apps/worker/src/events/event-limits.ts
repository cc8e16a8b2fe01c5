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

/** A bounded map that drops the least recently set entry when it is full. */
export class RecentMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#maxSize && oldest !== undefined) this.#values.delete(oldest);
  }
}
