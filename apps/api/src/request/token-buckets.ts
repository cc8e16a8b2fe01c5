import type { DurationMs, Instant } from '@kerf/core';

export interface BucketSize {
  /** How many may come at once. */
  readonly burst: number;
  /** After how long one more may come. */
  readonly refillMs: DurationMs;
}

const forgetFromSize = 10_000;

/** Lets each key do so much at once and so much over time. Kept in memory: each process counts alone. */
export class TokenBuckets {
  readonly #size: BucketSize;
  /** When each key's bucket will be full again; keys that are not here have a full one. */
  readonly #fullAt = new Map<string, Instant>();
  /** Grows with what could not be forgotten, so that looking for it costs little for each key. */
  #forgetAbove = forgetFromSize;

  constructor(size: BucketSize) {
    this.#size = size;
  }

  /** @returns 0 when it may be done, else how long to wait; then nothing is taken */
  take(key: string, now: Instant): DurationMs {
    const { burst, refillMs } = this.#size;
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + refillMs;
    const wait = fullAt - now - burst * refillMs;
    if (wait > 0) return wait;
    this.#fullAt.set(key, fullAt);
    this.#forgetFull(now);
    return 0;
  }

  /** Undoes a `take` that turned out not to count. */
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
