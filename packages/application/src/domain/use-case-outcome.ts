import type { DurationMs } from '@kerf/core';

/**
 * What a job's use case answers. `Wait` is not a failure: the world is not there yet, and the same
 * call is worth repeating after that time.
 */
export type JobOutcome =
  | { readonly kind: 'Done' }
  /** There was nothing left to do; it does not show that the operation works. */
  | { readonly kind: 'NotNeeded' }
  | { readonly kind: 'Wait'; readonly ms: DurationMs };

/** The outcome of a job that has finished its work. */
export const done: JobOutcome = { kind: 'Done' };
/** The outcome of a job that had nothing to do. */
export const notNeeded: JobOutcome = { kind: 'NotNeeded' };
/** Returns the outcome of a job that is to run again after some milliseconds. */
export const waitFor = (ms: DurationMs): JobOutcome => ({ kind: 'Wait', ms });
