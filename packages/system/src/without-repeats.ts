import { type ErrorCode, isAppError } from '@kerf/core';
import type { LogFields, Logger } from './logger.js';

/** Pause between two log entries about the same outage. */
const repeatAfterMs = 300_000;

/** Failures of everything that needs a cluster, AWS or the database while that is away. */
const outages: ReadonlySet<ErrorCode> = new Set([
  'CLUSTER.NOT_SYNCED',
  'CLUSTER.UNREACHABLE',
  'CLOUD.UNREACHABLE',
  'DB.UNAVAILABLE',
]);

/**
 * Returns a logger whose warnings name an outage once, and then every five minutes with the number of
 * suppressed ones, whatever failed because of it. All other lines are logged.
 * @param now monotonic clock, in milliseconds
 */
export function withoutRepeats(log: Logger, now: () => number = () => performance.now()): Logger {
  const lastByOutage = new Map<string, { at: number; suppressed: number }>();
  const warn = (to: Logger, fields: LogFields, message: string): void => {
    const outage = outageOf(fields['error']);
    if (outage === null) {
      to.warn(fields, message);
      return;
    }
    const last = lastByOutage.get(outage);
    if (last !== undefined && now() - last.at < repeatAfterMs) {
      last.suppressed += 1;
      return;
    }
    const { suppressed = 0 } = last ?? {};
    lastByOutage.set(outage, { at: now(), suppressed: 0 });
    to.warn(suppressed === 0 ? fields : { ...fields, suppressed }, message);
  };
  const wrap = (to: Logger): Logger => ({
    info: (fields, message) => to.info(fields, message),
    warn: (fields, message) => warn(to, fields, message),
    error: (fields, message) => to.error(fields, message),
    debug: (fields, message) => to.debug(fields, message),
    with: (fields) => wrap(to.with(fields)),
  });
  return wrap(log);
}

function outageOf(error: unknown): string | null {
  return isAppError(error) && outages.has(error.code) ? error.code : null;
}
