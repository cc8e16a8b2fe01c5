import { addBit, type Bits, emptyBits, lowestBit } from '../requirements/bits.js';
import type { ResourceVector } from './resource-space.js';

/** Amounts of every resource for many things, in one array: the scheduler reads it all the time. */
export class AmountsTable {
  readonly #width: number;
  readonly #count: number;
  readonly #amounts: Float64Array;
  readonly #scales: (Scale | undefined)[] = [];

  constructor(width: number, rows: readonly ResourceVector[]) {
    this.#width = width;
    this.#count = rows.length;
    this.#amounts = new Float64Array(width * rows.length);
    rows.forEach((row, index) => this.#amounts.set(row, index * width));
  }

  get(row: number, column: number): number {
    return this.#amounts[row * this.#width + column] ?? 0;
  }

  /** Of the rows, those whose amounts are nowhere less than the needed ones. */
  rowsHolding(rows: Bits, needed: ResourceVector): Bits {
    const holding = rows.slice();
    for (let column = 0; column < this.#width; column++) {
      const scale = (this.#scales[column] ??= this.#scaleOf(column));
      const step = firstAtLeast(scale.amounts, needed[column] ?? 0);
      if (step === 0) continue;
      const able = scale.able[step];
      if (able === undefined) return holding.fill(0);
      for (let word = 0; word < holding.length; word++) {
        holding[word] = (holding[word] ?? 0) & (able[word] ?? 0);
      }
    }
    return holding;
  }

  #scaleOf(column: number): Scale {
    const rows = Array.from({ length: this.#count }, (_, row) => row).sort(
      (a, b) => this.get(b, column) - this.get(a, column),
    );
    const amounts: number[] = [];
    const able: Bits[] = [];
    const soFar = emptyBits(this.#count);
    rows.forEach((row, index) => {
      addBit(soFar, row);
      const amount = this.get(row, column);
      const next = rows[index + 1];
      if (next !== undefined && this.get(next, column) === amount) return;
      amounts.push(amount);
      able.push(soFar.slice());
    });
    return { amounts: Float64Array.from(amounts.reverse()), able: able.reverse() };
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

/** The different amounts of one resource, least first, and for each the rows that have as much. */
interface Scale {
  readonly amounts: Float64Array;
  readonly able: readonly Bits[];
}

/** @returns the length when all are less */
function firstAtLeast(ascending: Float64Array, amount: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) < amount) from = middle + 1;
    else to = middle;
  }
  return from;
}
