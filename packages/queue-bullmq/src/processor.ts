import type { JobOutcome } from '@kerf/application';
import { AppError, isAppError } from '@kerf/core';
import { DelayedError, ErrorCode, type Job, UnrecoverableError } from 'bullmq';
import type { OpenWorker, ProcessJob } from './connection.js';
import { isJobName, type JobName, type JobPayload } from './jobs/catalog.js';
import { readPayload } from './jobs/payload.js';

export type JobHandlers = {
  readonly [Name in JobName]: (payload: JobPayload<Name>) => Promise<JobOutcome>;
};

/** A failed job, or a failed connection of a worker (`jobName` is then `null`). */
export interface JobFailure {
  readonly jobName: string | null;
  readonly jobId: string | null;
  readonly payload: unknown;
  /** Why the payload is invalid; `null` if it is valid or absent. */
  readonly unreadable: string | null;
  readonly error: Error;
  /** Whether the job will be retried. */
  readonly willRetry: boolean;
}

/**
 * A job that runs twice, concurrently or in sequence: its worker died, or was paused or starved for
 * longer than a lock lasts.
 */
export interface JobStall {
  /**
   * `LockLost`: reported by the worker that still runs the job. `TakenUp`: the job is run again.
   */
  readonly kind: 'LockLost' | 'TakenUp';
  readonly queue: string;
  readonly jobId: string;
}

/** Creates the function that BullMQ calls for each job, and the listeners for its result. */
export function createProcessor(
  handlers: JobHandlers,
  onFailure: (failure: JobFailure) => void,
  onStall: (stall: JobStall) => void,
): { readonly process: ProcessJob; watch(worker: OpenWorker, queue: string): void } {
  /** Jobs whose handler has not finished yet. */
  const running = new Set<{ readonly queue: string; readonly jobId: string }>();
  return {
    process: async (job, token) => {
      const one = { queue: job.queueName, jobId: job.id ?? '' };
      running.add(one);
      const outcome = await run(handlers, job)
        .catch((error: unknown) => rule(error))
        .finally(() => running.delete(one));
      if (outcome.kind === 'Wait') await postpone(job, token, outcome.ms);
    },
    watch: (worker, queue) => {
      worker.on('error', (error) => {
        // Reported as a stall instead.
        if (isLockLoss(error)) return;
        onFailure({
          jobName: null,
          jobId: null,
          payload: null,
          unreadable: null,
          error,
          willRetry: true,
        });
      });
      worker.on('stalled', (jobId) => onStall({ kind: 'TakenUp', queue, jobId }));
      worker.on('lockRenewalFailed', (jobIds) => {
        // A finished job has released its lock, which BullMQ may not have noticed yet.
        const lost = [...running].filter(
          (one) => one.queue === queue && jobIds.includes(one.jobId),
        );
        for (const one of lost) onStall({ kind: 'LockLost', ...one });
      });
      worker.on('failed', (job, error) =>
        onFailure({
          jobName: job?.name ?? null,
          jobId: job?.id ?? null,
          payload: job?.data,
          unreadable: job === undefined ? null : problemOf(job),
          error,
          willRetry: job !== undefined && !job.finishedOn,
        }),
      );
    },
  };
}

/**
 * BullMQ's error codes for a result after the lock was lost, and its message for a failed renewal.
 */
const lockLossCodes: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
];
const renewalFailed = /^could not renew lock for job /;

function isLockLoss(error: Error): boolean {
  const code = 'code' in error ? error.code : null;
  return lockLossCodes.includes(code) || renewalFailed.test(error.message);
}

/** Returns why a job is invalid. An unknown job may be from a newer version. */
function problemOf({ name, data }: Job): string | null {
  if (!isJobName(name)) return `unknown job ${name}`;
  const reading = readPayload(name, data);
  return reading.ok ? null : reading.problem;
}

async function run(handlers: JobHandlers, job: Job): Promise<JobOutcome> {
  if (!isJobName(job.name)) {
    throw new AppError({
      code: 'QUEUE.INVALID_PAYLOAD',
      message: `Unknown job ${job.name}. A newer version of Kerf may have created it.`,
    });
  }
  return handle(handlers, job.name, job.data);
}

function handle<Name extends JobName>(
  handlers: { readonly [N in Name]: (payload: JobPayload<N>) => Promise<JobOutcome> },
  name: Name,
  data: unknown,
): Promise<JobOutcome> {
  const reading = readPayload(name, data);
  if (!reading.ok) {
    throw new AppError({
      code: 'QUEUE.INVALID_PAYLOAD',
      message: `The payload of job ${name} is invalid: ${reading.problem}`,
    });
  }
  return handlers[name](reading.payload);
}

/**
 * Determines the outcome of an error. An AppError specifies whether and when to retry; a bug is not
 * retried.
 */
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
