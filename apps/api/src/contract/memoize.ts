/** Returns the same promise for every call, so that two fields of a response share one read. */
export function memoize<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
