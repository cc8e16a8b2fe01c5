import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { PaceSwitch } from './pace-switch.js';
import { controllerLimit, RateLimiter } from './rate-limiter.js';

/** Time of the requests of one batch. */
const batchMs = 10;

/**
 * How many pods a workload controller creates at a time: batches of 1, 2, 4 …, so that pods that
 * are refused cause few requests, within the rate of its client. Source: slowStartBatch of
 * kubernetes/pkg/controller/replicaset.
 */
export class PodCreation {
  readonly #clock: SandboxClock;
  readonly #pace: PaceSwitch;
  readonly #limiter: RateLimiter;
  /** Size of the next batch by workload. */
  readonly #batches = new Map<string, number>();

  constructor(clock: SandboxClock, pace: PaceSwitch) {
    this.#clock = clock;
    this.#pace = pace;
    this.#limiter = new RateLimiter(clock, pace, controllerLimit);
  }

  /**
   * Returns how many of the `wanted` pods may be created now.
   * @param resume called when the others may be created
   */
  grant(key: string, wanted: number, resume: () => void): number {
    if (!this.#pace.isReal) return wanted;
    const batch = this.#batches.get(key) ?? 1;
    const size = Math.min(wanted, batch);
    let granted = 0;
    while (granted < size && this.#limiter.take()) granted += 1;
    if (granted === wanted) this.#batches.delete(key);
    else if (granted < size) this.#limiter.whenReady(key, resume);
    else {
      this.#batches.set(key, batch * 2);
      this.#clock.after(batchMs, resume);
    }
    return granted;
  }

  /** Begins with one pod again, after a refused creation. */
  reset(key: string): void {
    this.#batches.delete(key);
  }
}
