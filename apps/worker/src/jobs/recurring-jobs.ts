import type { JobOutcome } from '@kerf/application';
import { type ClusterId, type DurationMs, isAppError, type Retry, toError } from '@kerf/core';
import { type JobFailure, retryDelayMs } from '@kerf/queue-bullmq';
import type { RecurringJobName, Schedule } from './schedules.js';

interface RecurringJobsParts {
  readonly clusterId: ClusterId;
  readonly run: (name: RecurringJobName) => Promise<JobOutcome>;
  readonly onFailure: (failure: JobFailure) => void;
}

/**
 * The recurring jobs of a cluster. Only the worker that holds the cluster runs them, and they have no
 * state that another one could continue, so they are no jobs of the queue, which takes eight statements
 * for each. A job does not run twice at a time. A run that fails is reported, and the next one follows:
 * after a delay as in the queue if another attempt may help, because some of these jobs have intervals of
 * minutes, and nothing launches without what they read.
 */
export class RecurringJobs {
  readonly #parts: RecurringJobsParts;
  readonly #jobs: ReadonlyMap<RecurringJobName, RecurringJob>;

  constructor(parts: RecurringJobsParts, schedules: readonly Schedule[]) {
    this.#parts = parts;
    this.#jobs = new Map(
      schedules.map(({ name, everyMs }) => [
        name,
        new RecurringJob(everyMs, (failures) => this.#run(name, everyMs, failures)),
      ]),
    );
  }

  /** Starts a first run of each job. */
  start(): void {
    for (const job of this.#jobs.values()) job.request(0);
  }

  /** Requests a run in at most this time; a run that has begun does not count. */
  request(name: RecurringJobName, inMs: DurationMs): void {
    this.#jobs.get(name)?.request(inMs);
  }

  /** Waits for the runs that have begun, and starts no further ones. */
  async stop(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.stop()));
  }

  async #run(name: RecurringJobName, everyMs: DurationMs, failures: number): Promise<RunResult> {
    const { clusterId, run, onFailure } = this.#parts;
    try {
      const outcome = await run(name);
      return { hasFailed: false, againInMs: outcome.kind === 'Wait' ? outcome.ms : everyMs };
    } catch (thrown) {
      const retry: Retry = isAppError(thrown) ? thrown.retry : { kind: 'never' };
      if (retry.kind === 'after') return { hasFailed: false, againInMs: retry.ms };
      const willRetry = retry.kind === 'backoff';
      const payload = { clusterId };
      const error = toError(thrown);
      onFailure({ jobName: name, jobId: null, payload, unreadable: null, error, willRetry });
      return {
        hasFailed: true,
        againInMs: willRetry ? retryDelayMs(failures + 1, everyMs) : everyMs,
      };
    }
  }
}

interface RunResult {
  readonly hasFailed: boolean;
  /** Time until the next run. */
  readonly againInMs: DurationMs;
}

/** Runs one job when it is due. */
class RecurringJob {
  readonly #everyMs: DurationMs;
  readonly #work: (failures: number) => Promise<RunResult>;
  /** Runs that failed one after the other. */
  #failures = 0;
  /** On the monotonic clock. */
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isStopped = false;

  /** @param work gets the number of runs that failed since the last one that did not */
  constructor(everyMs: DurationMs, work: (failures: number) => Promise<RunResult>) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  request(inMs: DurationMs): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + inMs);
    // The end of the run sets the timer.
    if (this.#isStopped || this.#running !== null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#running = this.#run();
      },
      Math.max(0, this.#dueAt - performance.now()),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#dueAt = performance.now() + this.#everyMs;
    const { hasFailed, againInMs } = await this.#work(this.#failures);
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    this.#running = null;
    this.request(againInMs);
  }
}
