import type { DurationMs } from '@kerf/core';

/**
 * What a job's use case answers. `Wait` is not a failure: the world is not there yet, and the same
 * call is worth repeating after that time.
 */
export type JobOutcome =
  | { readonly kind: 'Done' }
  | { readonly kind: 'Wait'; readonly ms: DurationMs };

export const done: JobOutcome = { kind: 'Done' };
export const waitFor = (ms: DurationMs): JobOutcome => ({ kind: 'Wait', ms });
