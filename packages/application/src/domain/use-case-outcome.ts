import type { DurationMs } from '@kerf/core';

/**
 * The outcome of a job's use case. `Wait` is not a failure: a condition is not met yet, and the
 * same call should be repeated after that time.
 */
export type JobOutcome =
  | { readonly kind: 'Done' }
  /** There was nothing to do; this does not prove that the operation works. */
  | { readonly kind: 'NotNeeded' }
  | { readonly kind: 'Wait'; readonly ms: DurationMs };

/** The outcome of a job that has finished its work. */
export const done: JobOutcome = { kind: 'Done' };
/** The outcome of a job that had nothing to do. */
export const notNeeded: JobOutcome = { kind: 'NotNeeded' };
/** Returns the outcome of a job that must run again after `ms` milliseconds. */
export const waitFor = (ms: DurationMs): JobOutcome => ({ kind: 'Wait', ms });
