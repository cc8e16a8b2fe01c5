import type { CancelTimer, SandboxClock } from '../world/time/sandbox-clock.js';

/** The clock of one cluster: its timers end with it, and a task that fails is told of. */
export class ClusterTimers implements SandboxClock {
  readonly #clock: SandboxClock;
  readonly #onBug: (error: unknown) => void;

  readonly #running = new Set<CancelTimer>();
  #isStopped = false;

  constructor(clock: SandboxClock, onBug: (error: unknown) => void) {
    this.#clock = clock;
    this.#onBug = onBug;
  }

  now(): number {
    return this.#clock.now();
  }

  after(simulatedMs: number, task: () => void): CancelTimer {
    if (this.#isStopped) return () => undefined;
    const cancel = this.#clock.after(simulatedMs, () => {
      this.#running.delete(cancel);
      this.#run(task);
    });
    this.#running.add(cancel);
    return () => {
      this.#running.delete(cancel);
      cancel();
    };
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#running) cancel();
    this.#running.clear();
  }

  /** Nobody waits for a timer's task, so nobody else would hear of its failure. */
  #run(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#onBug(error);
    }
  }
}
