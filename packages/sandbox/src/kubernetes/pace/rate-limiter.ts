import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { PaceSwitch } from './pace-switch.js';

export interface RateLimit {
  /** Requests per second of simulated time. */
  readonly perSecond: number;
  /** Requests that may be sent at once after a pause. */
  readonly burst: number;
}

/** Default limits of the clients. Sources: kube-scheduler and kube-controller-manager, `--kube-api-qps`. */
export const schedulerLimit: RateLimit = { perSecond: 50, burst: 100 };
export const controllerLimit: RateLimit = { perSecond: 20, burst: 30 };

/** The client-side rate limiter of one component. It limits nothing at the pace `Instant`. */
export class RateLimiter {
  readonly #clock: SandboxClock;
  readonly #pace: PaceSwitch;
  readonly #limit: RateLimit;
  /** Callers that wait for a token, by name. */
  readonly #waiting = new Map<string, () => void>();
  #tokens: number;
  #isRefilling = false;

  constructor(clock: SandboxClock, pace: PaceSwitch, limit: RateLimit) {
    this.#clock = clock;
    this.#pace = pace;
    this.#limit = limit;
    this.#tokens = limit.burst;
  }

  /** Returns false if no request may be sent now. */
  get isReady(): boolean {
    return !this.#pace.isReal || this.#tokens > 0;
  }

  /** Counts a request; returns false if it may not be sent now. */
  take(): boolean {
    if (!this.isReady) return false;
    if (this.#pace.isReal) {
      this.#tokens -= 1;
      this.#refill();
    }
    return true;
  }

  /** Calls `resume` once when a request may be sent; a later call of the same name replaces it. */
  whenReady(name: string, resume: () => void): void {
    this.#waiting.set(name, resume);
    this.#refill();
  }

  #refill(): void {
    if (this.#isRefilling) return;
    this.#isRefilling = true;
    this.#clock.after(1_000 / this.#limit.perSecond, () => {
      this.#isRefilling = false;
      this.#tokens = Math.min(this.#tokens + 1, this.#limit.burst);
      const resumes = [...this.#waiting.values()];
      this.#waiting.clear();
      if (this.#tokens < this.#limit.burst) this.#refill();
      for (const resume of resumes) resume();
    });
  }
}
