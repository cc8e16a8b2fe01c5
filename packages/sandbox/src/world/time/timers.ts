import type { CancelTimer, SandboxClock } from './sandbox-clock.js';

/**
 * The clock, for things that remember *when* they are due rather than how long they wait: what is
 * due is then a field of the state, and a restart only has to ask again.
 */
export class Timers {
  readonly #clock: SandboxClock;

  readonly #running = new Set<CancelTimer>();

  constructor(
    clock: SandboxClock,
    /** Simulated time per real time. */
    readonly speed: number,
  ) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  /** How long simulated life of this length really takes, in whole milliseconds. */
  realMs(simulatedMs: number): number {
    return Math.round(simulatedMs / this.speed);
  }

  /** Runs `task` at a real instant; as soon as possible when that is over. */
  at(dueAt: number, task: () => void): CancelTimer {
    const waitMs = Math.max(0, dueAt - this.#clock.now());
    const cancel = this.#clock.after(waitMs * this.speed, () => {
      this.#running.delete(stop);
      task();
    });
    const stop = () => {
      this.#running.delete(stop);
      cancel();
    };
    this.#running.add(stop);
    return stop;
  }

  /** Real milliseconds. */
  wait(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.at(this.now() + forMs, resolve);
    });
  }

  stopAll(): void {
    for (const stop of this.#running) stop();
  }
}
