import { setImmediate as otherWork } from 'node:timers/promises';
import type { DurationMs } from '@kerf/core';
import { pause } from './back-off.js';

/** The most CPU time that reading one cluster may take: some at once, and a share of the time for long. */
interface Limit {
  readonly share: number;
  readonly burstMs: DurationMs;
}

/**
 * Some thousand pods are read at once. The lists of 5,000 nodes and 150,000 pods take 16 s, and may take
 * half of the time; more than that takes a fifth.
 */
const limits: readonly Limit[] = [
  { share: 0.5, burstMs: 500 },
  { share: 0.2, burstMs: 20_000 },
];
/** Receiving, decrypting, and collecting the garbage of it, which is not done in a turn. */
const msPerByte = 10 / 1024 ** 2;

/** The clocks of a pace, in milliseconds. */
export interface PaceClocks {
  readonly now: () => number;
  /** CPU time of this thread. */
  readonly cpu: () => number;
  readonly pause: (ms: DurationMs, signal?: AbortSignal) => Promise<void>;
}

const ownClocks: PaceClocks = {
  now: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  pause,
};

/**
 * Limits the time that reading one cluster takes of a process that watches many: a server can send
 * more than the process can read. Its work is done in small pieces, one at a time, with the work of
 * other clusters in between; what is not read waits at the server.
 */
export class Pace {
  readonly #clocks: PaceClocks;
  readonly #savings: readonly Savings[];
  #last: Promise<unknown> = Promise.resolve();

  constructor(clocks = ownClocks) {
    this.#clocks = clocks;
    this.#savings = limits.map((limit) => new Savings(limit, clocks.now()));
  }

  /**
   * Runs one piece of work when it is the turn of the cluster, after the pieces that wait already.
   * @param signal ends pauses
   * @returns the outcome of the work; a failure does not affect the pieces that follow
   */
  run<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    const turn = this.#last.then(async () => {
      await this.#rest(signal);
      return this.#measure(work);
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Notes that bytes arrived. */
  receive(bytes: number): void {
    this.#spend(bytes * msPerByte);
  }

  async #rest(signal: AbortSignal | undefined): Promise<void> {
    const now = this.#clocks.now();
    const waitMs = Math.max(...this.#savings.map((savings) => savings.waitMs(now)));
    if (waitMs > 0) await this.#clocks.pause(waitMs, signal);
    await otherWork();
  }

  #measure<T>(work: () => T): T {
    const began = this.#clocks.cpu();
    try {
      return work();
    } finally {
      this.#spend(this.#clocks.cpu() - began);
    }
  }

  #spend(ms: DurationMs): void {
    for (const savings of this.#savings) savings.spend(ms, this.#clocks.now());
  }
}

/** CPU time that may be spent without a pause; negative if more was spent. */
class Savings {
  readonly #limit: Limit;
  #ms: DurationMs;
  #at: number;

  constructor(limit: Limit, now: number) {
    this.#limit = limit;
    this.#ms = limit.burstMs;
    this.#at = now;
  }

  spend(ms: DurationMs, now: number): void {
    this.#ms = this.#balance(now) - ms;
    this.#at = now;
  }

  waitMs(now: number): DurationMs {
    return (0 - this.#balance(now)) / this.#limit.share;
  }

  #balance(now: number): DurationMs {
    const { share, burstMs } = this.#limit;
    return Math.min(burstMs, this.#ms + (now - this.#at) * share);
  }
}
