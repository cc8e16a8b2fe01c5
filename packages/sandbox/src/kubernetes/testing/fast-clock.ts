import type { CancelTimer, SandboxClock } from '../../world/clock.js';

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

/** A clock that a spec moves by hand. Tasks run when their time is reached, in order. */
export class ManualClock implements SandboxClock {
  private timers: { readonly at: number; readonly task: () => void }[] = [];

  constructor(private time = Date.parse('2026-11-21T10:00:00Z')) {}

  now(): number {
    return this.time;
  }

  after(simulatedMs: number, task: () => void): CancelTimer {
    const timer = { at: this.time + simulatedMs, task };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  advance(ms: number): void {
    const end = this.time + ms;
    for (let next = this.nextBefore(end); next !== undefined; next = this.nextBefore(end)) {
      const due = next;
      this.timers = this.timers.filter((timer) => timer !== due);
      this.time = due.at;
      due.task();
    }
    this.time = end;
  }

  private nextBefore(end: number) {
    return this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
