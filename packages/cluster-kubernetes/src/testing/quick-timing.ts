import { defaultTiming, type SessionTiming } from '../watch/timing.js';

/** Pauses of a session in specs. What says that something hangs is left long: machines are slow. */
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
  repeatPendingMs: 100,
  moveMs: 100,
};
