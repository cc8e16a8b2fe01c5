import { AsyncLocalStorage } from 'node:async_hooks';

/** One run of a job, which can freeze and resume. */
interface Run {
  readonly frozen: PromiseWithResolvers<null>;
  readonly thawed: PromiseWithResolvers<void>;
}

/**
 * Freezes the run of a job right after the n-th port call, as if its process were paused, until
 * another worker has run the job. The first run then resumes unaware of that.
 */
export class StallSwitch {
  readonly #stallAt: number;
  readonly #runs = new AsyncLocalStorage<Run>();
  /** Whether a run has been frozen. */
  hasStalled = false;

  constructor(stallAt: number) {
    this.#stallAt = stallAt;
  }

  /** Called for each port call. */
  async onCall(call: number): Promise<void> {
    const current = this.#runs.getStore();
    if (this.hasStalled || current === undefined || call < this.#stallAt) return;
    this.hasStalled = true;
    current.frozen.resolve(null);
    await current.thawed.promise;
  }

  /**
   * Runs a job, and a second time if its first run freezes. Returns the result that the queue
   * accepts.
   */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#stallAt === 0) return job();
    const run = {
      frozen: Promise.withResolvers<null>(),
      thawed: Promise.withResolvers<void>(),
    };
    const first = this.#runs.run(run, async () => ({ answer: await job() }));
    const ended = await Promise.race([first, run.frozen.promise]);
    if (ended !== null) return ended.answer;
    const second = await job();
    run.thawed.resolve();
    // Its lock is lost, so its result is ignored; an unexpected error still fails the test here.
    await first;
    return second;
  }
}
