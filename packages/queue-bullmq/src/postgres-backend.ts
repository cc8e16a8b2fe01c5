import { type BackendFactory, type PgPool, PostgresConnection, PostgresQueueBackend } from 'bullmq';

/**
 * Creates BullMQ's storage on this pool. All of its workers wait for notifications on one connection
 * of the pool; BullMQ's own factory takes one for each worker.
 */
export function createPostgresFactory(pool: PgPool): {
  readonly factory: BackendFactory<PostgresQueueBackend, PgPool>;
  close(): Promise<void>;
} {
  const listener = new SharedConnection(pool);
  listener.setMaxListeners(0);
  return {
    factory: (name, options) =>
      new PostgresQueueBackend(new ListeningConnection(pool, listener), name, options),
    close: () => listener.close(),
  };
}

type ListenClient = Awaited<ReturnType<PostgresConnection['getListenClient']>>;

/** The connection that waits for the notifications of all queues. */
class SharedConnection extends PostgresConnection {
  #inSequence: { readonly client: ListenClient; readonly proxy: ListenClient } | null = null;

  override async getListenClient(): Promise<ListenClient> {
    const client = await super.getListenClient();
    if (this.#inSequence?.client !== client) {
      this.#inSequence = { client, proxy: inSequence(client) };
    }
    return this.#inSequence.proxy;
  }
}

/** Each queue sends LISTEN: a client executes one statement at a time. */
function inSequence(client: ListenClient): ListenClient {
  let last: Promise<unknown> = Promise.resolve();
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'query') return value.bind(target);
      return (...given: readonly unknown[]): unknown => {
        last = last.catch(() => undefined).then(() => value.apply(target, given));
        return last;
      };
    },
  });
}

/** The connection of one queue, which waits for notifications on the connection of all queues. */
class ListeningConnection extends PostgresConnection {
  readonly #listener: PostgresConnection;
  readonly #onInvalidated = (): void => void this.emit('listenerinvalidated');

  constructor(pool: PgPool, listener: PostgresConnection) {
    super(pool);
    this.#listener = listener;
    // The connection was lost: the queue listens on the next one.
    listener.on('listenerinvalidated', this.#onInvalidated);
  }

  override getListenClient(): Promise<ListenClient> {
    return this.#listener.getListenClient();
  }

  override close(): Promise<void> {
    this.#listener.off('listenerinvalidated', this.#onInvalidated);
    return super.close();
  }
}
