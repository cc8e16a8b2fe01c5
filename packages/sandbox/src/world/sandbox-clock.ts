import type { CancelTimer, SandboxClock } from './clock.js';

/** The clock of a running sandbox: a minute of simulated life takes a minute divided by `speed`. */
export function createSandboxClock(speed: number): SandboxClock {
  return {
    now: () => Date.now(),
    after(simulatedMs, task): CancelTimer {
      const timer = setTimeout(task, simulatedMs / speed);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
