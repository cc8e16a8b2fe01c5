import type { JobStall } from '@kerf/queue-bullmq';
import { queueKind } from '@kerf/queue-bullmq';
import type { Logger, Metrics } from '@kerf/system';

const messages: Readonly<Record<JobStall['kind'], string>> = {
  LockLost: 'lock of a running job lost; the job may run a second time, which is harmless',
  TakenUp: 'job is run again; its worker ended, or was paused or starved',
};

/**
 * Counts and logs stalled jobs. Stalls are harmless, but indicate that a worker lacks resources.
 */
export function createStallMeter(
  metrics: Metrics,
  log: Pick<Logger, 'warn'>,
): (stall: JobStall) => void {
  const stalls = metrics.counter({
    name: 'kerf_job_stalls_total',
    help: 'Total number of jobs that lost their lock while running (LockLost) or were run again (TakenUp).',
    labels: ['queue', 'kind'],
  });
  return ({ kind, queue, jobId }) => {
    stalls.add({ queue: queueKind(queue), kind });
    log.warn({ queue, jobId }, messages[kind]);
  };
}
