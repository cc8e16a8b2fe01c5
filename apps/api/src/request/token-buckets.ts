import type { DurationMs, Instant } from '@kerf/core';

export interface BucketSize {
  /** Maximum burst. */
  readonly burst: number;
  /** Time until one more is allowed. */
  readonly refillMs: DurationMs;
}

const forgetFromSize = 10_000;

/** Token buckets by key: a burst and a rate. In memory, so each process counts on its own. */
export class TokenBuckets {
  readonly #size: BucketSize;
  /** Time at which each bucket is full again; keys without an entry have a full bucket. */
  readonly #fullAt = new Map<string, Instant>();
  /** Grows with the entries that remain, so that the cleanup costs little per key. */
  #forgetAbove = forgetFromSize;

  constructor(size: BucketSize) {
    this.#size = size;
  }

  /** @returns 0 if one was taken, else the time to wait */
  take(key: string, now: Instant): DurationMs {
    const { burst, refillMs } = this.#size;
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + refillMs;
    const wait = fullAt - now - burst * refillMs;
    if (wait > 0) return wait;
    this.#fullAt.set(key, fullAt);
    this.#forgetFull(now);
    return 0;
  }

  /** Returns what a `take` took. */
  giveBack(key: string): void {
    const fullAt = this.#fullAt.get(key);
    if (fullAt !== undefined) this.#fullAt.set(key, fullAt - this.#size.refillMs);
  }

  #forgetFull(now: Instant): void {
    if (this.#fullAt.size <= this.#forgetAbove) return;
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt <= now) this.#fullAt.delete(key);
    }
    this.#forgetAbove = Math.max(forgetFromSize, 2 * this.#fullAt.size);
  }
}
