import { type Bits, lowestBit } from '../requirements/bits.js';
import type { ResourceVector } from './resource-space.js';

/** Amounts of every resource for many things, in one array: the scheduler reads it all the time. */
export class AmountsTable {
  readonly #width: number;
  readonly #amounts: Float64Array;

  constructor(width: number, rows: readonly ResourceVector[]) {
    this.#width = width;
    this.#amounts = new Float64Array(width * rows.length);
    rows.forEach((row, index) => this.#amounts.set(row, index * width));
  }

  get(row: number, column: number): number {
    return this.#amounts[row * this.#width + column] ?? 0;
  }

  /** Of the rows, those whose amounts are nowhere less than the needed ones. */
  rowsHolding(rows: Bits, needed: ResourceVector): Bits {
    const width = this.#width;
    const amounts = this.#amounts;
    const holding = new Int32Array(rows.length);
    for (let word = 0; word < rows.length; word++) {
      let kept = 0;
      for (let rest = rows[word] ?? 0; rest !== 0; rest &= rest - 1) {
        const offset = ((word << 5) + lowestBit(rest)) * width;
        let column = 0;
        while (column < width && (needed[column] ?? 0) <= (amounts[offset + column] ?? 0))
          column += 1;
        if (column === width) kept |= rest & -rest;
      }
      holding[word] = kept;
    }
    return holding;
  }

  /** The greatest amount of one resource among the rows; 0 when there are none. */
  greatest(rows: Bits, column: number): number {
    const width = this.#width;
    const amounts = this.#amounts;
    let greatest = 0;
    for (let word = 0; word < rows.length; word++) {
      for (let rest = rows[word] ?? 0; rest !== 0; rest &= rest - 1) {
        const amount = amounts[((word << 5) + lowestBit(rest)) * width + column] ?? 0;
        if (amount > greatest) greatest = amount;
      }
    }
    return greatest;
  }
}
