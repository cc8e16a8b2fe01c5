import { queueLine } from '@kerf/contracts';
import type { JobStall } from '@kerf/queue-bullmq';
import type { Logger, Metrics } from '@kerf/telemetry';

const messages: Readonly<Record<JobStall['kind'], string>> = {
  LockLost:
    'a job ran for so long without a sign of life that its lock was lost; it may run a second time, which is harmless',
  TakenUp: 'a job is run again: the worker that ran it has ended, or was paused or starved',
};

/** Counts and logs jobs that stall: they do no harm, and say that a worker gets too little to run on. */
export function createStallMeter(
  metrics: Metrics,
  log: Pick<Logger, 'warn'>,
): (stall: JobStall) => void {
  const stalls = metrics.counter({
    name: 'kerf_job_stalls_total',
    help: 'Total number of jobs whose lock was lost while they ran (LockLost) or that were run again (TakenUp).',
    labels: ['queue', 'kind'],
  });
  return ({ kind, queue, jobId }) => {
    stalls.add({ queue: queueLine(queue), kind });
    log.warn({ queue, jobId }, messages[kind]);
  };
}
