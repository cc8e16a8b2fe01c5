import type { DurationMs, Instant } from '@kerf/core';

/**
 * The outcome of a job's use case. `Wait` is not a failure: a condition is not met yet, and the
 * same call should be repeated after that time.
 */
export type JobOutcome =
  | {
      readonly kind: 'Done';
      /** When the work is due again although nothing has changed; absent: only after a change. */
      readonly nextAt?: Instant;
    }
  /** There was nothing to do; this does not prove that the operation works. */
  | { readonly kind: 'NotNeeded' }
  | { readonly kind: 'Wait'; readonly ms: DurationMs };

/** The outcome of a job that has finished its work. */
export const done: JobOutcome = { kind: 'Done' };
/** Returns the outcome of finished work that is due again at a time; `null`: only after a change. */
export const doneUntil = (nextAt: Instant | null): JobOutcome =>
  nextAt === null ? done : { kind: 'Done', nextAt };
/** The outcome of a job that had nothing to do. */
export const notNeeded: JobOutcome = { kind: 'NotNeeded' };
/** Returns the outcome of a job that must run again after `ms` milliseconds. */
export const waitFor = (ms: DurationMs): JobOutcome => ({ kind: 'Wait', ms });
