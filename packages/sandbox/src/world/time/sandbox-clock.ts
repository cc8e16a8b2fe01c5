import { runInTurn } from './turns.js';

/** The sandbox's clock: real time, and timers that run faster where waiting has no value. */
export interface SandboxClock {
  /** Real milliseconds since 1970, as in all timestamps of the APIs. */
  now(): number;
  /** Runs `task` after this much simulated time, which is shorter in real time by the speed. */
  after(simulatedMs: number, task: () => void): CancelTimer;
}

export type CancelTimer = () => void;

/**
 * Creates the clock of a running sandbox: a minute of simulated time takes a minute divided by
 * `speed`.
 */
export function createSandboxClock(speed: number): SandboxClock {
  return {
    now: () => Date.now(),
    after(simulatedMs, task): CancelTimer {
      let isCancelled = false;
      const timer = setTimeout(() => {
        runInTurn(() => {
          if (!isCancelled) task();
        });
      }, simulatedMs / speed);
      return () => {
        isCancelled = true;
        clearTimeout(timer);
      };
    },
  };
}
