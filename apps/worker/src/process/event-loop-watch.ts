import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DurationMs } from '@kerf/core';
import type { Logger } from '@kerf/system';

export interface EventLoopWatch {
  stop(): void;
}

/** Renewals of leases and job locks are missed when a delay reaches several seconds. */
const lateMs: DurationMs = 2_000;
const everyMs: DurationMs = 10_000;
/** Node's default, ten milliseconds, wakes a process that rests a hundred times a second: 1 % of a core. */
const resolutionMs: DurationMs = 500;

/**
 * Logs when the timers of this process run late: the process was paused, starved of CPU, or blocked
 * by one long task. `/metrics` reports the delays as `nodejs_eventloop_lag_*`.
 */
export function watchEventLoop(
  log: Pick<Logger, 'warn'>,
  limits: {
    readonly lateMs: DurationMs;
    readonly everyMs: DurationMs;
    readonly resolutionMs: DurationMs;
  } = { lateMs, everyMs, resolutionMs },
): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: limits.resolutionMs });
  delays.enable();
  const timer = setInterval(() => {
    // The time between two ticks, which are to be `resolutionMs` apart.
    const longestMs = Math.round(delays.max / 1e6 - limits.resolutionMs);
    delays.reset();
    if (longestMs < limits.lateMs) return;
    log.warn({ longestMs }, 'event loop blocked; leases and locks were renewed late');
  }, limits.everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}
