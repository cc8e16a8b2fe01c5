import { runInTurn } from './turns.js';

/** The sandbox's clock: real time, and timers that run faster where waiting has no value. */
export interface SandboxClock {
  /** Real milliseconds since 1970, as in all timestamps of the APIs. */
  now(): number;
  /** Simulated time per real time. */
  readonly speed: number;
  /** Runs `task` after this much simulated time, which is shorter in real time by the speed. */
  after(simulatedMs: number, task: () => void): CancelTimer;
}

/** A clock that also times replies to clients. */
export interface WorldClock extends SandboxClock {
  /** Like `after`, but ahead of the tasks of the simulated components: a client waits. */
  replyAfter(simulatedMs: number, reply: () => void): CancelTimer;
}

export type CancelTimer = () => void;

/**
 * Creates the clock of a running sandbox: a minute of simulated time takes a minute divided by
 * `speed`.
 */
export function createSandboxClock(speed: number): WorldClock {
  return {
    now: () => Date.now(),
    speed,
    replyAfter(simulatedMs, reply): CancelTimer {
      const timer = setTimeout(reply, simulatedMs / speed);
      return () => clearTimeout(timer);
    },
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
