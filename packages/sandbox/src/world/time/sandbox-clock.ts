/** The sandbox's clock: real time, sped up where waiting would teach nobody anything. */
export interface SandboxClock {
  /** Real milliseconds since 1970; what every timestamp on the wire carries. */
  now(): number;
  /** Runs `task` after `realMs` of simulated life, shortened by the sandbox's speed. */
  after(simulatedMs: number, task: () => void): CancelTimer;
}

export type CancelTimer = () => void;

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
