import type { DurationMs, Instant } from '@kerf/core';
import type { JobOutcome } from '../domain/use-case-outcome.js';

/**
 * Decides when to request a job whose work depends on records and lists: after they have changed,
 * and when its last run said that it is due again. A run that failed is repeated.
 */
export class JobAfterChange {
  readonly #spacingMs: DurationMs;
  #inputs: readonly unknown[] = [];
  #isDue = true;
  /** When the work is due although nothing changes. */
  #nextAt: Instant | null = null;
  /** Time of the last requested run, which may be in the future. */
  #requestedFor: Instant = Number.NEGATIVE_INFINITY;

  /** @param spacingMs minimum time between two requested runs */
  constructor(spacingMs: DurationMs) {
    this.#spacingMs = spacingMs;
  }

  /**
   * Returns when to run the job; `null` if no run is needed, or if one is requested already that
   * will see the change.
   * @param inputs compared by identity with those of the last call
   */
  request(now: Instant, inputs: readonly unknown[]): Instant | null {
    const isSame =
      inputs.length === this.#inputs.length &&
      inputs.every((input, index) => Object.is(input, this.#inputs[index]));
    this.#inputs = inputs;
    const isDue = !isSame || this.#isDue || (this.#nextAt !== null && this.#nextAt <= now);
    if (!isDue) return null;
    this.#isDue = false;
    this.#nextAt = null;
    const aheadMs = this.#requestedFor - now;
    if (aheadMs > 0 && aheadMs <= this.#spacingMs) return null;
    // A request further ahead was made before the clock was set back.
    this.#requestedFor = aheadMs > 0 ? now : Math.max(now, this.#requestedFor + this.#spacingMs);
    return this.#requestedFor;
  }

  /** Requests a run after the next call of {@link request}, e.g. after a failure. */
  require(): void {
    this.#isDue = true;
  }

  /** Requests a run again, because the queue does not have the one that was requested. */
  requestAgain(): void {
    this.#isDue = true;
    this.#requestedFor = Number.NEGATIVE_INFINITY;
  }

  /** Does the work of a run, whichever request or schedule caused it. */
  async run(work: () => Promise<JobOutcome>): Promise<JobOutcome> {
    try {
      const outcome = await work();
      // Another run was in progress, which may not have seen the last change.
      if (outcome.kind !== 'Done') this.require();
      else if (outcome.nextAt !== undefined)
        this.#nextAt = Math.min(this.#nextAt ?? Number.POSITIVE_INFINITY, outcome.nextAt);
      return outcome;
    } catch (error) {
      this.require();
      throw error;
    }
  }
}
