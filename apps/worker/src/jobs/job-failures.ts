import type { Ports } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import type { JobFailure } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/system';

type OnJobFailure = (failure: JobFailure) => void;

/** Pause between two log entries about the queue's connection. */
const connectionLogMs = 5_000;

/**
 * Logs failures of jobs and of the queue's connection. Each job failure is logged. Connection
 * failures are throttled, because the connection is retried ten times a second while its server is
 * unavailable; the log entry has the number of suppressed failures.
 * @param now monotonic clock, in milliseconds
 */
export function createFailureLog(
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): OnJobFailure {
  let loggedAt = -Infinity;
  let suppressed = 0;
  return ({ error, ...job }) => {
    if (job.jobName !== null) {
      log.warn({ ...job, error }, 'job failed');
      return;
    }
    if (now() - loggedAt < connectionLogMs) {
      suppressed += 1;
      return;
    }
    log.warn({ error, suppressed }, 'queue does not respond; retrying');
    loggedAt = now();
    suppressed = 0;
  };
}

/**
 * Logs failures of a cluster's jobs, and records a finding for a job whose payload is invalid,
 * because such a job is not retried.
 */
export function createClusterFailureLog(
  ports: Pick<Ports, 'store' | 'clock'>,
  log: Pick<Logger, 'warn'>,
  clusterId: ClusterId,
): OnJobFailure {
  const logFailure = createFailureLog(log);
  return (failure) => {
    logFailure(failure);
    recordUnreadableJob(ports, clusterId, failure).catch((error: unknown) => {
      log.warn({ error }, 'recording an invalid job failed');
    });
  };
}

async function recordUnreadableJob(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  { jobName, unreadable }: Pick<JobFailure, 'jobName' | 'unreadable'>,
): Promise<void> {
  if (jobName === null || unreadable === null) return;
  await store.findings.record({
    clusterId,
    code: 'RECORD_UNREADABLE',
    object: `Job/${jobName}`,
    message: `The payload of a job is invalid: ${unreadable}. The job was not run.`,
    remedy:
      'No action is required: Kerf requests remaining work again within a minute. If this repeats, run the version of Kerf that created the job.',
    at: clock.now(),
  });
}
