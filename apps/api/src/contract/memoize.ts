/** The same promise for every call: what two fields of one answer need is read once. */
export function memoize<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
