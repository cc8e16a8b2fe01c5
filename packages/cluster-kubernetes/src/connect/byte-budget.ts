/** Counts the bytes that are held at the same time, up to a maximum. */
export class ByteBudget {
  readonly maxBytes: number;
  #held = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns false, and counts nothing, if more bytes than the maximum would be held. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.maxBytes) return false;
    this.#held += bytes;
    return true;
  }

  /** Counts bytes that were taken as no longer held. */
  give(bytes: number): void {
    this.#held -= bytes;
  }
}
