import type { Ports } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import type { JobFailure } from '@kerf/queue-bullmq';

/**
 * Records a finding for a job that failed because its payload is invalid; such a job is not
 * retried.
 */
export async function noteUnreadableJob(
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
