/** Yields the items of a list, some at a time. */
export function* chunksOf<T>(
  list: readonly T[],
  size: number,
): Generator<readonly T[], void, void> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
