import type { Clock } from '@kerf/application';
import { type ChangeFeed, type Database, drainOutbox } from '@kerf/db';
import type { JobQueues } from '@kerf/queue-bullmq';
import type { Logger } from '@kerf/system';

const rowsPerTurn = 500;
/**
 * Polling interval in case a notification is lost; a notification wakes the relay at once, and so does the
 * return of their connection.
 */
const idleMs = 30_000;
const maxPauseMs = 5_000;

export interface OutboxRelayParts {
  readonly database: Database;
  readonly queues: JobQueues;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Moves outbox rows into the queue in order. Every worker runs a relay; each row is moved once. */
export class OutboxRelay {
  readonly #parts: OutboxRelayParts;
  #wake: () => void = () => undefined;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: OutboxRelayParts) {
    this.#parts = parts;
  }

  start(feed: ChangeFeed): void {
    const wake = (): void => this.#wake();
    feed.events.on('outbox', wake);
    feed.events.on('gap', wake);
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        if ((await this.#turn()) === rowsPerTurn) continue;
        failures = 0;
        await pause(woken, idleMs);
      } catch (error) {
        failures += 1;
        this.#parts.log.warn({ error, failures }, 'outbox relay failed; retrying');
        await pause(new Promise(() => undefined), Math.min(100 * 2 ** failures, maxPauseMs));
      }
    }
  }

  #turn(): Promise<number> {
    return drainOutbox(this.#parts.database.pool, rowsPerTurn, (entries) =>
      this.#parts.queues.publish(entries, this.#parts.clock.now()),
    );
  }
}

async function pause(woken: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([woken, elapsed]);
  clearTimeout(timer);
}
