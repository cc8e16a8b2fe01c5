import { randomUUID } from 'node:crypto';
import type { DurationMs } from '@kerf/core';
import type { Redis } from 'ioredis';

/** BullMQ's entry in a queue's sorted set `marker`: a job waits, or is due at the time `score`. */
export interface Marker {
  readonly member: string;
  readonly score: number;
}

interface Waiter {
  readonly key: string;
  readonly end: (marker: Marker | null) => void;
}

/** Longest time of one blocking command, in seconds, as in BullMQ (its issue 1658). */
const blockSeconds = 10;
/** A command without an answer after this is abandoned with its connection (BullMQ's issue 4479). */
const abandonMs: DurationMs = 11_000;
const retryMs: DurationMs = 1_000;

/**
 * Waits for the markers of any number of queues on one connection: BZPOPMIN takes several keys. A
 * key of its own ends the command when another queue is to be waited for.
 */
export class MarkerWait {
  readonly #redis: Redis;
  readonly #wakeKey = `kerf:wake:${randomUUID()}`;
  readonly #waiters = new Set<Waiter>();
  /** Keys of the command that blocks now; `null` while none does. */
  #blocked: ReadonlySet<string> | null = null;
  #isWaking = false;
  #connection: Redis | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;

  /** @param redis connection for commands that do not block */
  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Resolves with the marker that was removed from the sorted set, or `null` after the timeout. */
  wait(key: string, timeoutMs: DurationMs, signal: AbortSignal): Promise<Marker | null> {
    const { promise, resolve } = Promise.withResolvers<Marker | null>();
    const waiter: Waiter = {
      key,
      end: (marker) => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        resolve(marker);
      },
    };
    const timer = setTimeout(() => waiter.end(null), timeoutMs);
    signal.addEventListener('abort', () => waiter.end(null), { once: true });
    this.#waiters.add(waiter);
    this.#running ??= this.#run();
    if (this.#blocked?.has(key) === false) this.#wake();
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.end(null);
    this.#connection?.disconnect();
    await this.#running;
  }

  async #run(): Promise<void> {
    // Queues that begin to wait together are waited for by one command.
    await Promise.resolve();
    while (this.#waiters.size > 0 && !this.#isClosed) {
      const keys = new Set([...this.#waiters].map(({ key }) => key));
      this.#blocked = keys;
      await this.#block([this.#wakeKey, ...keys]);
      this.#blocked = null;
    }
    this.#running = null;
  }

  /** Waits until a key has a marker, a further queue is to be waited for, or the time is over. */
  async #block(keys: readonly string[]): Promise<void> {
    const connection = this.#connect();
    const command = connection.bzpopmin([...keys], blockSeconds);
    let timer: NodeJS.Timeout | undefined;
    const abandoned = new Promise<'Abandoned'>((resolve) => {
      timer = setTimeout(() => resolve('Abandoned'), abandonMs);
    });
    try {
      const entry = await Promise.race([command, abandoned]);
      if (entry === 'Abandoned') {
        this.#drop(connection);
        // Its answer may still arrive, and has then removed a marker.
        command.then((late) => this.#take(late)).catch(() => undefined);
      } else {
        await this.#take(entry);
      }
    } catch {
      this.#drop(connection);
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, retryMs));
    } finally {
      clearTimeout(timer);
    }
  }

  async #take(entry: readonly [key: string, member: string, score: string] | null): Promise<void> {
    if (entry === null) return;
    const [key, member, score] = entry;
    if (key === this.#wakeKey) return;
    const waiter = [...this.#waiters].find((one) => one.key === key);
    // The queue is no longer waited for here, but perhaps in another process.
    if (waiter === undefined) await this.#redis.zadd(key, 'NX', score, member);
    else waiter.end({ member, score: Number(score) });
  }

  /** Ends the blocking command; calls of one turn of the event loop end it once. */
  #wake(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      if (this.#isClosed) return;
      // The key expires, because a process that ends may leave it.
      const wake = this.#redis.multi().zadd(this.#wakeKey, 0, 'wake').expire(this.#wakeKey, 60);
      wake.exec().catch(() => undefined);
    });
  }

  #connect(): Redis {
    if (this.#connection !== null) return this.#connection;
    const connection = this.#redis.duplicate();
    connection.on('error', () => undefined);
    this.#connection = connection;
    return connection;
  }

  #drop(connection: Redis): void {
    connection.disconnect();
    if (this.#connection === connection) this.#connection = null;
  }
}
