import { AsyncLocalStorage } from 'node:async_hooks';

/** One run of a job: it freezes, and is let go on. */
interface Run {
  readonly frozen: PromiseWithResolvers<null>;
  readonly thawed: PromiseWithResolvers<void>;
}

/**
 * Freezes the run of a job right after the n-th call of a port, as a process that is paused, until the
 * job has been run by somebody else; then it goes on and knows of nothing.
 */
export class StallSwitch {
  readonly #stallAt: number;
  readonly #runs = new AsyncLocalStorage<Run>();
  /** Whether a run was frozen. */
  hasStalled = false;

  constructor(stallAt: number) {
    this.#stallAt = stallAt;
  }

  /** Called for each call of a port. */
  async onCall(call: number): Promise<void> {
    const current = this.#runs.getStore();
    if (this.hasStalled || current === undefined || call < this.#stallAt) return;
    this.hasStalled = true;
    current.frozen.resolve(null);
    await current.thawed.promise;
  }

  /** Runs a job, a second time if its first run freezes; returns what the queue would take for it. */
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
    // Its lock is lost: whatever it answers is for nobody, and a bug would still come out here.
    await first;
    return second;
  }
}
