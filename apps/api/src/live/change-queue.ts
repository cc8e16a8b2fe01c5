import type { Change } from '../generated/schema-types.js';

/** More unread changes than this are reported as one change of everything. */
const maxUnread = 1_000;

/** Unread changes of one subscriber, as an async iterator for graphql-js. */
export class ChangeQueue implements AsyncIterableIterator<Change> {
  readonly #onEnd: () => void;
  #unread: Change[] = [];
  #reader: ((result: IteratorResult<Change>) => void) | null = null;
  #ended = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(change: Change): void {
    if (this.#reader !== null) {
      this.#reader({ value: change, done: false });
      this.#reader = null;
      return;
    }
    this.#unread.push(change);
    if (this.#unread.length > maxUnread) {
      this.#unread = [{ topic: 'UNKNOWN', clusterId: null, id: null, version: change.version }];
    }
  }

  next(): Promise<IteratorResult<Change>> {
    const change = this.#unread.shift();
    if (change !== undefined) return Promise.resolve({ value: change, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Change>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#unread = [];
      this.#onEnd();
    }
    const end = { value: undefined, done: true } as const;
    this.#reader?.(end);
    this.#reader = null;
    return Promise.resolve(end);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
