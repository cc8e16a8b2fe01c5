import type { CancelTimer, WorldClock } from './sandbox-clock.js';

/**
 * Timers at absolute times. The due time is a field of the state, so a restart only has to set the
 * timer again.
 */
export class Timers {
  readonly #clock: WorldClock;
  readonly #running = new Set<CancelTimer>();

  constructor(
    clock: WorldClock,
    /** Speed of simulated time, times real time. */
    readonly speed: number,
  ) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  /** Returns the real time of a simulated duration, in whole milliseconds. */
  realMs(simulatedMs: number): number {
    return Math.round(simulatedMs / this.speed);
  }

  /** Runs `task` at a real time; as soon as possible if it is in the past. */
  at(dueAt: number, task: () => void): CancelTimer {
    const waitMs = Math.max(0, dueAt - this.#clock.now());
    return this.#start((run) => this.#clock.after(waitMs * this.speed, run), task);
  }

  /** Waits before the reply to a client; real milliseconds. */
  waitToReply(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#start((run) => this.#clock.replyAfter(forMs * this.speed, run), resolve);
    });
  }

  #start(startTimer: (run: () => void) => CancelTimer, task: () => void): CancelTimer {
    const cancel = startTimer(() => {
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

  stopAll(): void {
    for (const stop of this.#running) stop();
  }
}
