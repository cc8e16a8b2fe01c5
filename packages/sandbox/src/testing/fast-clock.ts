import type { CancelTimer, SandboxClock } from '../world/time/sandbox-clock.js';

/** Returns a clock with sped-up simulated time, so that specs do not wait for kubelets. */
export function fastClock(speed = 200): SandboxClock {
  return {
    now: () => Date.now(),
    speed,
    after: (simulatedMs, task): CancelTimer => {
      const timer = setTimeout(task, simulatedMs / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
