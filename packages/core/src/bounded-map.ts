/** A map for values that can be computed again: when it is full, the next new entry starts it afresh. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  /** @param most number of entries */
  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
