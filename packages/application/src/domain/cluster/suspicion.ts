import type { DurationMs } from '@kerf/core';

/** After this time without a death of its holder, nothing counts against a cluster any more. */
export const trustedAfterMs: DurationMs = 4 * 60_000;

/** One in so many of the suspected clusters is tried at a time. */
export const trialShare = 5;

const firstTrialMs: DurationMs = 30_000;
const lastTrialMs: DurationMs = 2 * 60_000;
/** Longer than {@link trustedAfterMs}: when the cluster ends a worker again, no other is suspected. */
const firstRetryMs: DurationMs = 5 * 60_000;
const lastRetryMs: DurationMs = 60 * 60_000;
/** Doubling more often exceeds each limit. */
const mostDoublings = 20;

/**
 * Returns how long suspected clusters are tried before the next ones are. Each cluster that was found
 * doubles it: if there are still deaths, a cluster may survive a short trial.
 */
export const trialMs = (foundClusters: number): DurationMs =>
  doubled(firstTrialMs, foundClusters, lastTrialMs);

/**
 * Returns the pause before a cluster is tried again that was found.
 * @param times how often it was found before
 */
export const retryPauseMs = (times: number): DurationMs =>
  doubled(firstRetryMs, times, lastRetryMs);

function doubled(firstMs: DurationMs, times: number, lastMs: DurationMs): DurationMs {
  return Math.min(lastMs, firstMs * 2 ** Math.min(mostDoublings, times));
}
