import { defaultTiming, type SessionTiming } from '../watch/timing.js';

/**
 * Session timing for specs. Timeouts that detect a hang stay long, because machines can be slow.
 */
export const quickTiming: SessionTiming = {
  ...defaultTiming,
  silenceMs: 10_000,
  pageMs: 10_000,
  staleAfterMs: 10_000,
  absentMs: 200,
  extraAbsentMs: 200,
  goneAfterMs: 200,
  firstPauseMs: 5,
  lastPauseMs: 50,
  gatherMs: 10,
  untriedMs: 20,
  repeatPendingMs: 100,
  moveMs: 100,
};
