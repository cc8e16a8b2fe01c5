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

export const done: JobOutcome = { kind: 'Done' };
export const notNeeded: JobOutcome = { kind: 'NotNeeded' };
export const waitFor = (ms: DurationMs): JobOutcome => ({ kind: 'Wait', ms });
