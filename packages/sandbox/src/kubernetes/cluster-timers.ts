import type { CancelTimer, SandboxClock } from '../world/time/sandbox-clock.js';

/** The clock of one cluster. Its timers stop with the cluster, and failed tasks are reported. */
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

  get speed(): number {
    return this.#clock.speed;
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

  /** Nobody awaits the task of a timer, so its failure is reported here. */
  #run(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#onBug(error);
    }
  }
}
