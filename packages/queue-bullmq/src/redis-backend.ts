import {
  type BackendFactory,
  type QueueBaseOptions,
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
} from 'bullmq';
import type { Redis } from 'ioredis';
import { type Marker, MarkerWait } from './marker-wait.js';

/**
 * Creates BullMQ's storage on this connection. All of its workers wait for jobs on one further
 * connection; BullMQ's own factory opens one for each worker.
 */
export function createRedisFactory(redis: Redis): {
  readonly factory: BackendFactory<RedisQueueBackend, Redis>;
  close(): Promise<void>;
} {
  const markers = new MarkerWait(redis);
  return {
    factory: (name, options) => new WaitingBackend(name, options, markers),
    close: () => markers.close(),
  };
}

/** The storage of one queue, which waits for jobs on the connection of all queues. */
class WaitingBackend extends RedisQueueBackend {
  readonly #markers: MarkerWait;
  #waiting: AbortController | null = null;
  #isDisconnected = false;

  constructor(name: string, options: QueueBaseOptions<Redis>, markers: MarkerWait) {
    const keys = new QueueKeys();
    super(
      new RedisConnection(options.connection, { shared: true, blocking: false }),
      name,
      keys.getKeys(name),
      (type) => keys.toKey(name, type),
      options,
    );
    this.#markers = markers;
  }

  /** In seconds. A wait ends when an earlier job is added, so it can be long. */
  override get maximumBlockTimeout(): number {
    return 60;
  }

  override async waitForJob(timeoutSeconds: number): Promise<Marker | null> {
    if (this.#isDisconnected) return null;
    const waiting = new AbortController();
    this.#waiting = waiting;
    return this.#markers.wait(this.toKey('marker'), timeoutSeconds * 1_000, waiting.signal);
  }

  override disconnectBlocking(): Promise<void> {
    this.#isDisconnected = true;
    this.#waiting?.abort();
    return Promise.resolve();
  }

  override reconnectBlocking(): Promise<void> {
    this.#isDisconnected = false;
    return Promise.resolve();
  }
}
