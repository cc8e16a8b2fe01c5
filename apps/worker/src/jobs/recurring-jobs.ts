import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName, JobPayload } from '@kerf/contracts';
import { type ClusterId, type DurationMs, isAppError } from '@kerf/core';
import type { JobFailure, JobHandlers } from '@kerf/queue-bullmq';

/** A job that runs again and again for a cluster. */
export interface RecurringJob {
  readonly name: ClusterJobName;
  /** Time from one start to the next. */
  readonly everyMs: DurationMs;
}

/** Jobs that need nothing but the cluster. */
type ClusterJobName = {
  [Name in JobName]: JobPayload<Name> extends { clusterId: string }
    ? { clusterId: string } extends JobPayload<Name>
      ? Name
      : never
    : never;
}[JobName];

export interface RecurringJobParts {
  readonly handlers: Pick<JobHandlers, ClusterJobName>;
  readonly onFailure: (failure: JobFailure) => void;
}

/** First runs are distributed over this time, so that clusters acquired together do not run at once. */
const spreadMs: DurationMs = 10_000;
/** Minimum time between two runs of a job, for one that takes longer than its interval. */
const minPauseMs: DurationMs = 50;

/**
 * Runs the recurring jobs of a cluster that this worker holds, each of them one run at a time. They
 * are not in the queue, because they need no delivery: only the holder of the cluster can run them,
 * the next holder begins anew, and a failed run is reported and followed by the next.
 * @returns when the signal aborts and the last runs have ended
 */
export async function runRecurringJobs(
  parts: RecurringJobParts,
  clusterId: ClusterId,
  jobs: readonly RecurringJob[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(jobs.map((job) => repeat(parts, clusterId, job, signal)));
}

async function repeat(
  parts: RecurringJobParts,
  clusterId: ClusterId,
  { name, everyMs }: RecurringJob,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = Math.random() * Math.min(everyMs, spreadMs);
  while (await hasPaused(pauseMs, signal)) {
    const startedAt = performance.now();
    const againMs = await runOnce(parts, clusterId, name);
    const restMs = everyMs - (performance.now() - startedAt);
    pauseMs = Math.max(Math.min(againMs ?? restMs, restMs), minPauseMs);
  }
}

/** @returns when the job asks to run again; `null` at its next time */
async function runOnce(
  { handlers, onFailure }: RecurringJobParts,
  clusterId: ClusterId,
  name: ClusterJobName,
): Promise<DurationMs | null> {
  try {
    const outcome = await handlers[name]({ clusterId });
    return outcome.kind === 'Wait' ? outcome.ms : null;
  } catch (error) {
    if (isAppError(error) && error.retry.kind === 'after') return error.retry.ms;
    onFailure({
      jobName: name,
      jobId: null,
      payload: { clusterId },
      unreadable: null,
      error: error instanceof Error ? error : new Error(String(error)),
      willRetry: true,
    });
    return null;
  }
}

/** Returns false when the signal aborts. */
async function hasPaused(ms: DurationMs, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
