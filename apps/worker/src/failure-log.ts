import type { JobFailure } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/telemetry';

const silenceMs = 5_000;

/**
 * Logs failures of jobs, each; and of the queue's connection, which is tried ten times a second while
 * its server is away, now and then with the number of those left out.
 * @param now in milliseconds, never going back
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
