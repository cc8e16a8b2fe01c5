import type { JobOutcome } from '@kerf/application';
import {
  isJobName,
  type JobContract,
  type JobName,
  type JobPayload,
  jobCatalogue,
} from '@kerf/contracts';
import { AppError, isAppError } from '@kerf/core';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import type { OpenWorker, ProcessJob } from './connection.js';
import type { JobHandlers } from './job-queues.js';

/** A job that ended badly, or that a worker's own connection failed (`jobName` is then `null`). */
export interface JobFailure {
  readonly jobName: string | null;
  readonly jobId: string | null;
  readonly payload: unknown;
  readonly error: Error;
  /** It will be tried again. */
  readonly willRetry: boolean;
}

/** What BullMQ calls for each job, and what listens to how it ends. */
export function createProcessor(
  handlers: JobHandlers,
  onFailure: (failure: JobFailure) => void,
): { readonly process: ProcessJob; watch(worker: OpenWorker): void } {
  return {
    process: async (job, token) => {
      const outcome = await run(handlers, job).catch((error: unknown) => rule(error));
      if (outcome.kind === 'Wait') await postpone(job, token, outcome.ms);
    },
    watch: (worker) => {
      worker.on('error', (error) =>
        onFailure({ jobName: null, jobId: null, payload: null, error, willRetry: true }),
      );
      worker.on('failed', (job, error) =>
        onFailure({
          jobName: job?.name ?? null,
          jobId: job?.id ?? null,
          payload: job?.data,
          error,
          willRetry: job !== undefined && !job.finishedOn,
        }),
      );
    },
  };
}

async function run(handlers: JobHandlers, job: Job): Promise<JobOutcome> {
  if (!isJobName(job.name)) {
    throw new AppError({
      code: 'QUEUE.INVALID_PAYLOAD',
      message: `there is no job ${job.name}; a newer version of Kerf may have asked for it`,
    });
  }
  return handle(handlers, job.name, job.data);
}

function handle<Name extends JobName>(
  handlers: { readonly [N in Name]: (payload: JobPayload<N>) => Promise<JobOutcome> },
  name: Name,
  data: unknown,
): Promise<JobOutcome> {
  const contract: JobContract<JobPayload<Name>> = jobCatalogue[name];
  const payload = contract.payload.safeParse(data);
  if (!payload.success) {
    throw new AppError({
      code: 'QUEUE.INVALID_PAYLOAD',
      message: `the payload of ${name} is not what its contract says`,
      cause: payload.error,
    });
  }
  return handlers[name](payload.data);
}

/** A failure says itself whether trying again helps, and when; a bug is not tried again. */
function rule(error: unknown): JobOutcome {
  if (!isAppError(error)) {
    throw new UnrecoverableError(
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  }
  if (error.retry.kind === 'after') return { kind: 'Wait', ms: error.retry.ms };
  if (error.retry.kind === 'backoff') throw error;
  throw new UnrecoverableError(`${error.code}: ${error.message}`);
}

async function postpone(job: Job, token: string | undefined, ms: number): Promise<never> {
  await job.moveToDelayed(Date.now() + ms, token);
  throw new DelayedError();
}
