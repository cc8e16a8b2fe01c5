/** Yields items, some at a time. */
export function* chunksOf<T>(
  items: Iterable<T>,
  size: number,
): Generator<readonly T[], void, void> {
  let some: T[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
