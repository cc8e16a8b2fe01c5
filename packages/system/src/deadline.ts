import type { DurationMs } from '@kerf/core';

/** The error of a request whose response is not complete in time, although parts of it arrive. */
class ResponseDeadlineError extends Error {
  readonly code = 'RESPONSE_DEADLINE';

  constructor(withinMs: DurationMs) {
    super(`no complete response within ${withinMs} ms`);
    this.name = 'ResponseDeadlineError';
  }
}

/** A time limit for requests with their whole responses. */
export interface Deadline {
  /** Aborts at the deadline, or with the caller's signal. */
  readonly signal: AbortSignal;
  /** Returns true once the signal was aborted at the deadline. */
  isOver(): boolean;
  /** Ends the limit; call it when the last response has ended. */
  end(): void;
}

/** Timers that are later than this were delayed by other work of the process. */
const busyMs: DurationMs = 100;

/**
 * Starts a time limit for requests that the caller may abort too. After a time in which the process
 * was busy, the limit is extended by that time, once: what arrived meanwhile has not been read yet,
 * and all responses would be aborted together.
 */
export function startDeadline(withinMs: DurationMs, caller?: AbortSignal): Deadline {
  const late = new AbortController();
  const abort = (): void => late.abort(new ResponseDeadlineError(withinMs));
  const dueAt = performance.now() + withinMs;
  let timer = setTimeout(() => {
    const lateMs = performance.now() - dueAt;
    if (lateMs > busyMs) timer = setTimeout(abort, lateMs);
    else abort();
  }, withinMs);
  return {
    signal: caller === undefined ? late.signal : AbortSignal.any([caller, late.signal]),
    isOver: () => late.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
