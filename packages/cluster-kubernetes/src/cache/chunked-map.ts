/** Moving this many entries takes a few milliseconds, also while the process collects garbage. */
const defaultChunkSize = 16_384;

/**
 * A map in the order of insertion that is never moved as a whole: a `Map` with 131,072 entries blocks the
 * process for 100 ms when it grows. Reading a key takes longer the more chunks there are.
 */
export class ChunkedMap<Key, Value> {
  readonly #chunkSize: number;
  #chunks: Map<Key, Value>[] = [];

  constructor(chunkSize = defaultChunkSize) {
    this.#chunkSize = chunkSize;
  }

  get size(): number {
    return this.#chunks.reduce((size, chunk) => size + chunk.size, 0);
  }

  get(key: Key): Value | undefined {
    return this.#chunkOf(key)?.get(key);
  }

  has(key: Key): boolean {
    return this.#chunkOf(key) !== undefined;
  }

  set(key: Key, value: Value): void {
    (this.#chunkOf(key) ?? this.#lastWithRoom()).set(key, value);
  }

  delete(key: Key): boolean {
    return this.#chunkOf(key)?.delete(key) ?? false;
  }

  clear(): void {
    this.#chunks = [];
  }

  *keys(): Generator<Key, void, void> {
    for (const [key] of this) yield key;
  }

  *values(): Generator<Value, void, void> {
    for (const [, value] of this) yield value;
  }

  /** Entries that are deleted or added meanwhile may be yielded. */
  *[Symbol.iterator](): Generator<readonly [Key, Value], void, void> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** Later chunks first: what was added last changes most. */
  #chunkOf(key: Key): Map<Key, Value> | undefined {
    return this.#chunks.findLast((chunk) => chunk.has(key));
  }

  #lastWithRoom(): Map<Key, Value> {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.size < this.#chunkSize) return last;
    const added = new Map<Key, Value>();
    this.#chunks = [...joinNeighbors(this.#chunks, this.#chunkSize), added];
    return added;
  }
}

/**
 * Returns the chunks, two neighbors as one if they fit in it. Done before each new chunk, it keeps at least
 * half of their room used.
 */
export function joinNeighbors<Key, Value>(
  chunks: readonly Map<Key, Value>[],
  chunkSize: number,
): readonly Map<Key, Value>[] {
  const second = chunks.findIndex(
    ({ size }, index) => size + (chunks[index - 1]?.size ?? chunkSize) <= chunkSize,
  );
  if (second < 1) return chunks;
  const pair = chunks.slice(second - 1, second + 1);
  return chunks.toSpliced(second - 1, 2, new Map(pair.flatMap((chunk) => [...chunk])));
}
