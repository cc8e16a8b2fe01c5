/** Runs pieces of work with the same key one after the other, in the order of their calls. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns the outcome of the work; a failure does not affect the work that follows. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
