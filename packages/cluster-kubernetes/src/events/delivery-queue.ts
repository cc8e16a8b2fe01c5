import { setImmediate as otherWork } from 'node:timers/promises';
import type { Clock } from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import { ChunkedMap } from '../cache/chunked-map.js';
import { backOffMs, pause } from '../connect/back-off.js';
import { toSentence } from '../errors.js';

export interface DeliveryQueueOptions<Item> {
  readonly clock: Clock;
  readonly deliver: (items: readonly Item[]) => Promise<void>;
  /** Called for each failed delivery, which is retried. */
  readonly onRefused: (problem: string) => void;
  /** Maximum number of items per delivery. */
  readonly atMost: number;
  /** Called with the memory that a waiting item takes, and with less when it no longer waits. */
  readonly onSize: (bytes: number) => void;
  /** Time for which the first item waits for more items. */
  readonly gatherMs: DurationMs;
  readonly firstPauseMs: DurationMs;
  readonly lastPauseMs: DurationMs;
}

interface Waiting<Item> {
  readonly item: Item;
  /** Earliest time of delivery. */
  readonly readyAt: Instant;
}

/**
 * Delivers the latest item of each object to a receiver that may be slow or fail. A new item
 * replaces the waiting one, so memory is bounded by the number of objects, and the watch never
 * waits. Deliveries run one at a time, so the items of one object stay in order. Rejected items go
 * to the end of the queue, and deliveries get smaller until one succeeds, so that an item that
 * always fails does not block others.
 */
export class DeliveryQueue<Item> {
  readonly #options: DeliveryQueueOptions<Item>;

  readonly #waiting = new ChunkedMap<string, Waiting<Item>>();
  #wake: () => void = () => undefined;
  /** Earliest time of delivery of a waiting item. */
  #firstReadyAt: Instant = Number.POSITIVE_INFINITY;
  #limit: number;
  #refusals = 0;

  constructor(options: DeliveryQueueOptions<Item>) {
    this.#options = options;

    this.#limit = options.atMost;
  }

  /** @param notBefore earliest time of delivery */
  put(key: string, item: Item, notBefore: Instant = 0): void {
    const readyAt = Math.max(this.#options.clock.now(), notBefore);
    // A replacement of a waiting item keeps its position, and its time unless it is due sooner.
    const waitingAt = this.#waiting.get(key)?.readyAt ?? readyAt;
    if (!this.#waiting.has(key)) this.#options.onSize(sizeOf(key));
    this.#waiting.set(key, { item, readyAt: Math.min(waitingAt, readyAt) });
    if (readyAt >= this.#firstReadyAt) return;
    this.#firstReadyAt = readyAt;
    this.#wake();
  }

  /** Returns true while an item of this object waits. */
  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Delivers until the signal aborts; then finishes the current delivery. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!signal.aborted) {
      const restMs = this.#dueAt() - this.#options.clock.now();
      if (restMs > 0) await this.#sleep(restMs);
      else if (!(await this.#isTaken(this.#takeReady()))) await this.#pauseAfterRefusal(signal);
    }
  }

  /** Returns when the first item has waited `gatherMs`. */
  #dueAt(): Instant {
    return this.#firstReadyAt + this.#options.gatherMs;
  }

  #takeReady(): ReadonlyMap<string, Waiting<Item>> {
    const now = this.#options.clock.now();
    const batch = new Map<string, Waiting<Item>>();
    this.#firstReadyAt = Number.POSITIVE_INFINITY;
    for (const [key, entry] of this.#waiting) {
      if (entry.readyAt > now) {
        this.#firstReadyAt = Math.min(this.#firstReadyAt, entry.readyAt);
        continue;
      }
      if (batch.size >= this.#limit) {
        // The rest is not looked at: it can be many times as much.
        this.#firstReadyAt = 0;
        break;
      }
      batch.set(key, entry);
      this.#waiting.delete(key);
      this.#options.onSize(-sizeOf(key));
    }
    return batch;
  }

  async #isTaken(batch: ReadonlyMap<string, Waiting<Item>>): Promise<boolean> {
    try {
      await this.#options.deliver(Array.from(batch.values(), ({ item }) => item));
      // A receiver may have nothing to wait for, and the queue may be long.
      await otherWork();
      this.#refusals = 0;
      this.#limit = Math.min(this.#options.atMost, this.#limit * 2);
      return true;
    } catch (cause) {
      this.#options.onRefused(toSentence(cause));
      this.#refusals += 1;
      this.#limit = Math.max(1, Math.floor(batch.size / 2));
      // An item that arrived in the meantime is newer.
      for (const [key, entry] of batch) if (!this.#waiting.has(key)) this.#putBack(key, entry);
      return false;
    }
  }

  #putBack(key: string, entry: Waiting<Item>): void {
    this.#options.onSize(sizeOf(key));
    this.#waiting.set(key, entry);
    this.#firstReadyAt = Math.min(this.#firstReadyAt, entry.readyAt);
  }

  async #pauseAfterRefusal(signal: AbortSignal): Promise<void> {
    const { firstPauseMs, lastPauseMs } = this.#options;
    await pause(backOffMs(this.#refusals, firstPauseMs, lastPauseMs), signal);
  }

  /** Sleeps until the time is over or a new item arrives, which may be due sooner. */
  async #sleep(ms: DurationMs): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, maxPauseMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** An item has the name of its object, and little more than the object, which counts elsewhere. */
const sizeOf = (key: string): number => 200 + 2 * key.length;

/** Timers are limited to 2^31 ms. */
const maxPauseMs: DurationMs = 3_600_000;
