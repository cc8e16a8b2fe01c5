import type { ChangeQueue } from './change-queue.js';
import type { ChangeView } from './change-view.js';
import type { StreamPosition } from './stream-position.js';

/** The changes of a subscriber, each once and with the position to continue after it, for graphql-js. */
export class ChangeStream implements AsyncIterableIterator<ChangeView> {
  readonly #queue: ChangeQueue;
  readonly #position: StreamPosition;

  constructor({ queue, position }: Listening) {
    this.#queue = queue;
    this.#position = position;
  }

  async next(): Promise<IteratorResult<ChangeView>> {
    for (;;) {
      const result = await this.#queue.next();
      if (result.done === true) return result;
      const change: ChangeView = result.value;
      if (!this.#position.deliver(change)) continue;
      const position = change.position === null ? null : String(this.#position);
      return { value: { ...change, position }, done: false };
    }
  }

  return(): Promise<IteratorResult<ChangeView>> {
    return this.#queue.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The changes that a subscriber has not read, and the position after those that it has. */
export interface Listening {
  readonly queue: ChangeQueue;
  readonly position: StreamPosition;
}
