import { isDeepStrictEqual } from 'node:util';

/** A list that keeps its identity until its content changes. */
export class KeptList<Item> {
  #last: readonly Item[] = [];

  /** Returns the last list if it has the same content, else this one. */
  keep(list: readonly Item[]): readonly Item[] {
    if (!isDeepStrictEqual(list, this.#last)) this.#last = list;
    return this.#last;
  }
}
