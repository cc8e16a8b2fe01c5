import { ChunkedMap } from './chunked-map.js';

const none: ReadonlySet<never> = new Set();

/** Sets of rows by key; a key without rows uses no memory. */
export class Groups<Row> {
  readonly #groups = new ChunkedMap<string, Set<Row>>();

  get(key: string): ReadonlySet<Row> {
    return this.#groups.get(key) ?? none;
  }

  /** Returns the keys that have rows. */
  keys(): Iterable<string> {
    return this.#groups.keys();
  }

  add(key: string, row: Row): void {
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, new Set([row]));
    else group.add(row);
  }

  delete(key: string, row: Row): void {
    const group = this.#groups.get(key);
    group?.delete(row);
    if (group?.size === 0) this.#groups.delete(key);
  }
}
