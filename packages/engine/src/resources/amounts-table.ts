import {
  addBit,
  type Bits,
  bitsIntersect,
  emptyBits,
  emptyLike,
  intersectBits,
  intersectInPlace,
} from '../requirements/bits.js';
import type { ResourceVector } from './resource-space.js';

/**
 * Amounts of every resource for many objects, in one array (a row per object, a column per
 * resource).
 */
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

  /**
   * Returns the rows whose amounts are at least the needed ones.
   * @returns the given set itself if it is all of them
   */
  rowsHolding(rows: Bits, needed: ResourceVector): Bits {
    let holding: Bits | null = null;
    for (let column = 0; column < this.#width; column++) {
      const { amounts, able } = this.#scale(column);
      const least = needed[column] ?? 0;
      const step = firstWhere(amounts.length, (index) => (amounts[index] ?? 0) >= least);
      if (step === 0) continue;
      const enough = able[step];
      if (enough === undefined) return emptyLike(rows);
      if (holding === null) holding = intersectBits(rows, enough);
      else intersectInPlace(holding, enough);
    }
    return holding ?? rows;
  }

  /** Returns the largest amount of one resource among the rows; 0 if there are none. */
  greatest(rows: Bits, column: number): number {
    const { amounts, able } = this.#scale(column);
    const above = firstWhere(able.length, (step) => !bitsIntersect(able[step] ?? rows, rows));
    return Math.max(0, amounts[above - 1] ?? 0);
  }

  #scale(column: number): Scale {
    return (this.#scales[column] ??= this.#scaleOf(column));
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
}

/**
 * The different amounts of one resource in ascending order, with the rows that have at least as
 * much.
 */
interface Scale {
  readonly amounts: Float64Array;
  readonly able: readonly Bits[];
}

/** Returns the first of `count` steps from which on a test holds; `count` if it holds for none. */
function firstWhere(count: number, holds: (step: number) => boolean): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
