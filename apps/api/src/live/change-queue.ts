import { type ChangeView, unknownChange } from './change-view.js';

/** More unread changes than this are reported as one change of everything. */
const maxUnread = 1_000;

/** Unread changes of one subscriber, as an async iterator for graphql-js. */
export class ChangeQueue implements AsyncIterableIterator<ChangeView> {
  readonly #onEnd: () => void;
  #unread: ChangeView[] = [];
  #reader: ((result: IteratorResult<ChangeView>) => void) | null = null;
  #ended = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isEmpty(): boolean {
    return this.#unread.length === 0;
  }

  push(change: ChangeView): void {
    if (this.#reader !== null) {
      this.#reader({ value: change, done: false });
      this.#reader = null;
      return;
    }
    this.#unread.push(change);
    if (this.#unread.length > maxUnread) {
      this.#unread = [unknownChange(change.version)];
    }
  }

  /** Puts changes before those that are unread. */
  prepend(changes: readonly ChangeView[]): void {
    const unread = [...changes, ...this.#unread];
    this.#unread = [];
    for (const change of unread) this.push(change);
  }

  /** Returns the changes that are unread now, which are then read. */
  takeUnread(): readonly ChangeView[] {
    const unread = this.#unread;
    this.#unread = [];
    return unread;
  }

  next(): Promise<IteratorResult<ChangeView>> {
    const change = this.#unread.shift();
    if (change !== undefined) return Promise.resolve({ value: change, done: false });
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<ChangeView>> {
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
