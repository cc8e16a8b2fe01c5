interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/**
 * Returns the value of a key; creates and stores it if there is none. For memoized results and for
 * lists by key.
 * @param memory a `Map` or `WeakMap`; `undefined` as a value counts as missing
 */
export function getOrCreate<K, V>(memory: Memory<K, V>, key: K, create: (key: K) => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const created = create(key);
  memory.set(key, created);
  return created;
}
