import type { DurationMs } from '@kerf/core';

/**
 * After this time without a death of its holder, nothing counts against a cluster any more. One that
 * ends its workers later than this is not found: each time costs the others one restart.
 */
export const trustedAfterMs: DurationMs = 15 * 60_000;

/**
 * One in so many of the suspected clusters is tried at a time after a trial of them has failed. The first
 * trial is of all: the ends of their workers often have other causes, and then no cluster waits.
 */
export const trialShare = 5;

const firstTrialMs: DurationMs = 30_000;
const firstRetryMs: DurationMs = 5 * 60_000;
const lastRetryMs: DurationMs = 60 * 60_000;
/** Doubling more often exceeds each limit. */
const mostDoublings = 20;

/**
 * Returns how long a suspected cluster is tried before the next ones are: twice as long after each death
 * of the process of the trials, because a cluster may end it later than the last trial took.
 * @param times how many deaths count against the cluster since its first trial with others failed
 */
export const trialMs = (times: number): DurationMs => doubled(firstTrialMs, times, trustedAfterMs);

/**
 * Returns the pause before a cluster is tried again that was found.
 * @param times how often it was found before
 */
export const retryPauseMs = (times: number): DurationMs =>
  doubled(firstRetryMs, times, lastRetryMs);

function doubled(firstMs: DurationMs, times: number, lastMs: DurationMs): DurationMs {
  return Math.min(lastMs, firstMs * 2 ** Math.min(mostDoublings, times));
}
