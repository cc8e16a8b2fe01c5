/** Computes digests of values. */
export interface Digest {
  /**
   * Returns the SHA-256, in hex, of the value's canonical JSON (keys sorted), so equal data gives
   * equal text.
   */
  of(value: unknown): string;
  /**
   * Returns the digest of a sequence of values, e.g. the nodes of a cluster. Other work runs in
   * between, because thousands of values would block the process for too long.
   */
  ofSequence(values: Iterable<unknown>): Promise<string>;
}
