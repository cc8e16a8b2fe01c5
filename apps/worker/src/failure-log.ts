import type { JobFailure } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/telemetry';

const silenceMs = 5_000;

/**
 * Logs failures of jobs and of the queue's connection. Each job failure is logged. Connection
 * failures are throttled, because the connection is retried ten times a second while its server is
 * unavailable; the log entry has the number of suppressed failures.
 * @param now monotonic clock, in milliseconds
 */
export function createFailureLog(
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): (failure: JobFailure) => void {
  let loggedAt = -Infinity;
  let leftOut = 0;
  return ({ error, ...job }) => {
    if (job.jobName !== null) {
      log.warn({ ...job, error }, 'job failed');
      return;
    }
    if (now() - loggedAt < silenceMs) {
      leftOut += 1;
      return;
    }
    log.warn({ error, leftOut }, 'queue does not respond; retrying');
    loggedAt = now();
    leftOut = 0;
  };
}
