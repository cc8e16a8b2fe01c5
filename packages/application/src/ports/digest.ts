/** Digests of values. */
export interface Digest {
  /** SHA-256 in hex of the value's canonical JSON (keys sorted), so equal data gives equal text. */
  of(value: unknown): string;
  /**
   * The same of values that follow each other, e.g. the nodes of a cluster: thousands take long enough
   * to hold up everything else in the process, so other work runs in between.
   */
  ofSequence(values: Iterable<unknown>): Promise<string>;
}
