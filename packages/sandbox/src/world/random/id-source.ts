import { hexDigits } from './seeded-random.js';

/** Ids in AWS's form, the same in every run from the same seed. */
export class IdSource {
  readonly #seed: number;
  readonly #counter: { last: number };

  constructor(
    seed: number,
    /** Kept in the world's state, so that no id is given twice. */
    counter: { last: number },
  ) {
    this.#seed = seed;
    this.#counter = counter;
  }

  /** E.g. `i-0a1b2c3d4e5f60718` for the prefix `i`. */
  next(prefix: string): string {
    this.#counter.last += 1;
    return `${prefix}-${hexDigits(17, this.#seed, prefix, this.#counter.last)}`;
  }

  /** A UUID's form: what fleets are called by. */
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
