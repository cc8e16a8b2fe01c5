import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import { runInTurn } from '../../world/time/turns.js';
import { StatusError } from '../api/status.js';

/** Time that one run may take before other tasks run. */
const sliceMs = 8;
const settleMs = 20;
const firstRetryMs = 500;
const maxRetryMs = 60_000;

export interface WorkQueueOptions {
  readonly clock: SandboxClock;
  /** Brings the object with this key to its desired state. */
  readonly reconcile: (key: string) => void;
  /** Called for errors other than API responses. */
  readonly onBug: (error: unknown) => void;
}

/**
 * A queue of keys. Each key is queued once and processed soon after the write that added it.
 * Refused writes are retried with back-off.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #pending = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #settling = new Set<string>();
  #isScheduled = false;
  #isStopped = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  add(key: string): void {
    if (this.#isStopped) return;
    this.#pending.add(key);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    runInTurn(() => this.#work());
  }

  /** Adds a key after a short delay, to combine many changes. */
  addSoon(key: string): void {
    if (this.#settling.has(key) || this.#isStopped) return;
    this.#settling.add(key);
    setTimeout(() => {
      this.#settling.delete(key);
      this.add(key);
    }, settleMs);
  }

  addAfter(key: string, simulatedMs: number): void {
    this.#options.clock.after(simulatedMs, () => this.add(key));
  }

  stop(): void {
    this.#isStopped = true;
    this.#pending.clear();
  }

  #work(): void {
    this.#isScheduled = false;
    const end = performance.now() + sliceMs;
    for (const key of this.#pending) {
      this.#pending.delete(key);
      this.#attempt(key);
      if (performance.now() > end) break;
    }
    const [next] = this.#pending;
    if (next !== undefined) this.add(next);
  }

  #attempt(key: string): void {
    try {
      this.#options.reconcile(key);
      this.#failures.delete(key);
    } catch (error) {
      if (!(error instanceof StatusError)) this.#options.onBug(error);
      const attempts = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, attempts);
      this.addAfter(key, Math.min(firstRetryMs * 2 ** attempts, maxRetryMs));
    }
  }
}
