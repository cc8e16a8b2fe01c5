import type { DurationMs } from '@kerf/core';

/** How patient a session is. The defaults are for production; specs shorten them. */
export interface SessionTiming {
  /**
   * A watch is asked to end after this and is opened again where it ended, so that each kind gives
   * a sign of life at least as often: bookmarks come only once a minute, and a connection that a
   * load balancer forgot would be silent for ever.
   */
  readonly watchMs: DurationMs;
  /** A watch that is silent for this is given up: longer than {@link watchMs}. */
  readonly silenceMs: DurationMs;
  /** How long one page of a list may take. */
  readonly pageMs: DurationMs;
  /** How long a kind may be without a watch before the connection counts as lost. */
  readonly lostAfterMs: DurationMs;
  /** Maximum age of the last event of every kind for decisions. */
  readonly staleAfterMs: DurationMs;
  /** Interval of checks for a kind that the cluster does not serve. */
  readonly absentMs: DurationMs;
  /** The same of a kind that most clusters are without, unless others have just been installed. */
  readonly extraAbsentMs: DurationMs;
  /** How long the server must deny a kind that was there before its objects count as unknown. */
  readonly goneAfterMs: DurationMs;
  /** Pauses after failures: doubled each time from the first to the last, with jitter. */
  readonly firstPauseMs: DurationMs;
  readonly lastPauseMs: DurationMs;
  /** Time for which provisionable pods are collected before they are reported. */
  readonly gatherMs: DurationMs;
  /** Interval at which pods that are still provisionable are reported again. */
  readonly repeatPendingMs: DurationMs;
  /** Minimum time between two reported moves of one node. */
  readonly moveMs: DurationMs;
}

export const defaultTiming: SessionTiming = {
  watchMs: 20_000,
  silenceMs: 25_000,
  pageMs: 30_000,
  lostAfterMs: 10_000,
  staleAfterMs: 30_000,
  absentMs: 3_000,
  extraAbsentMs: 60_000,
  goneAfterMs: 60_000,
  firstPauseMs: 250,
  lastPauseMs: 5_000,
  gatherMs: 50,
  // Karpenter's: provisionable pods trigger again, and pod events count, every ten seconds.
  repeatPendingMs: 10_000,
  moveMs: 10_000,
};
