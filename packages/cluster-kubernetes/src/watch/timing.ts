import type { DurationMs } from '@kerf/core';

/** Timeouts and intervals of a session. The defaults are for production; specs shorten them. */
export interface SessionTiming {
  /**
   * Duration after which the server ends a watch, which is then reopened at its last position. Each
   * kind therefore gets a response at least this often: bookmarks come only once a minute, and a
   * connection that a load balancer dropped would be silent forever.
   */
  readonly watchMs: DurationMs;
  /**
   * A watch that is silent or open for this long is closed; longer than {@link watchMs}, at which
   * the server ends it. A watch that stays open delivers its events late.
   */
  readonly silenceMs: DurationMs;
  /** Time after which a kind is reported whose watches deliver nothing. */
  readonly silentAfterMs: DurationMs;
  /** Timeout of one page of a list. */
  readonly pageMs: DurationMs;
  /** Time without a watch after which the connection counts as lost. */
  readonly lostAfterMs: DurationMs;
  /** Maximum age of the last event of every kind for decisions. */
  readonly staleAfterMs: DurationMs;
  /** Interval of checks for a kind that the cluster does not serve. */
  readonly absentMs: DurationMs;
  /**
   * As {@link absentMs}, for a kind that most clusters do not have, unless others have just been
   * installed.
   */
  readonly extraAbsentMs: DurationMs;
  /**
   * Time for which the server must deny a kind that was available before its objects count as
   * unknown.
   */
  readonly goneAfterMs: DurationMs;
  /** First pause after a failure; pauses double up to the last one, with jitter. */
  readonly firstPauseMs: DurationMs;
  readonly lastPauseMs: DurationMs;
  /** Time for which provisionable pods are collected before they are reported. */
  readonly gatherMs: DurationMs;
  /** Time that the cluster's scheduler has for a new pod before the pod is reported. */
  readonly untriedMs: DurationMs;
  /** Interval at which pods that are still provisionable are reported again. */
  readonly repeatPendingMs: DurationMs;
  /** Minimum time between two reported moves of one node. */
  readonly moveMs: DurationMs;
}

export const defaultTiming: SessionTiming = {
  watchMs: 20_000,
  silenceMs: 25_000,
  silentAfterMs: 60_000,
  pageMs: 30_000,
  lostAfterMs: 10_000,
  staleAfterMs: 30_000,
  absentMs: 3_000,
  extraAbsentMs: 60_000,
  goneAfterMs: 60_000,
  firstPauseMs: 250,
  lastPauseMs: 5_000,
  gatherMs: 50,
  untriedMs: 100,
  // Karpenter's intervals: provisionable pods trigger again, and pod events count, every ten
  // seconds.
  repeatPendingMs: 10_000,
  moveMs: 10_000,
};
