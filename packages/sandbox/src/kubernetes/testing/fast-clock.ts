import type { CancelTimer, SandboxClock } from '../../world/time/sandbox-clock.js';

/** Real time with simulated life sped up, so that specs need not wait for kubelets. */
export function fastClock(speed = 200): SandboxClock {
  return {
    now: () => Date.now(),
    after: (simulatedMs, task): CancelTimer => {
      const timer = setTimeout(task, simulatedMs / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
