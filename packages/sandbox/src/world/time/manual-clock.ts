import type { CancelTimer, WorldClock } from './sandbox-clock.js';

interface PendingTask {
  readonly dueAt: number;
  readonly task: () => void;
}

/** A clock that moves on request only, for specs without waiting. */
export class ManualClock implements WorldClock {
  readonly #pending = new Set<PendingTask>();
  #now: number;

  constructor(
    readonly speed: number,
    startAt: number = Date.now(),
  ) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  after(simulatedMs: number, task: () => void): CancelTimer {
    const pending = { dueAt: this.#now + simulatedMs / this.speed, task };
    this.#pending.add(pending);
    return () => {
      this.#pending.delete(pending);
    };
  }

  replyAfter(simulatedMs: number, reply: () => void): CancelTimer {
    return this.after(simulatedMs, reply);
  }

  /** Number of pending tasks. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Advances simulated time and runs the due tasks in order. */
  advance(simulatedMs: number): void {
    const until = this.#now + simulatedMs / this.speed;
    for (let next = this.#nextDue(until); next !== null; next = this.#nextDue(until)) {
      this.#pending.delete(next);
      this.#now = Math.max(this.#now, next.dueAt);
      next.task();
    }
    this.#now = until;
  }

  #nextDue(until: number): PendingTask | null {
    let first: PendingTask | null = null;
    for (const each of this.#pending) {
      if (each.dueAt <= until && (first === null || each.dueAt < first.dueAt)) first = each;
    }
    return first;
  }
}
