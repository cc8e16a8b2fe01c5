export interface Digest {
  /** SHA-256 in hex of the value's canonical JSON (keys sorted), so equal data gives equal text. */
  of(value: unknown): string;
}
