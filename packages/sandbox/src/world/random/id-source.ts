import { hexDigits } from './seeded-random.js';

/** Creates IDs in AWS's format, the same for the same seed. */
export class IdSource {
  readonly #seed: number;
  readonly #counter: { last: number };

  constructor(
    seed: number,
    /** Stored in the world's state, so that no ID is used twice. */
    counter: { last: number },
  ) {
    this.#seed = seed;
    this.#counter = counter;
  }

  /** Returns an ID such as `i-0a1b2c3d4e5f60718` for the prefix `i`. */
  next(prefix: string): string {
    this.#counter.last += 1;
    return `${prefix}-${hexDigits(17, this.#seed, prefix, this.#counter.last)}`;
  }

  /** Returns an ID in the format of a UUID, as fleets have. */
  nextUuid(prefix: string): string {
    this.#counter.last += 1;
    const digits = hexDigits(32, this.#seed, prefix, this.#counter.last);
    const parts = [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ] as const;
    return `${prefix}-${parts.map(([from, to]) => digits.slice(from, to)).join('-')}`;
  }
}
