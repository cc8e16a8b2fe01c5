import type { WorkBudget } from './work-budget.js';

/** Smaller than any difference that matters after rounding; larger than what rounding leaves. */
const epsilon = 1e-9;

/** A column of the linear programme: what one unit of it costs and gives to each row. */
export interface Column {
  readonly cost: number;
  readonly rows: Int32Array;
  readonly amounts: Float64Array;
}

/**
 * The linear programme `min Σ cost·x` where every row gets at least its demand and `x ≥ 0`, solved by
 * the revised simplex method with an explicit inverse. Columns may be added between runs. Each row
 * also has a stand-in that gives one unit at a price, so that there is always a solution; that price
 * is an upper bound of the row's dual.
 * @remarks O(rows²) per step; answers are approximate: whoever needs a proof checks it with integers.
 */
export class CoveringLp {
  readonly #size: number;
  readonly #artificialCost: Float64Array;
  readonly #columns: Column[] = [];
  /** By row of the basis: a column, or `-1 - row` for a surplus, or `-1 - size - row` for a stand-in. */
  readonly #basis: Int32Array;
  readonly #inverse: Float64Array;
  readonly #amounts: Float64Array;
  readonly #duals: Float64Array;
  readonly #direction: Float64Array;

  constructor(demand: Float64Array, artificialCost: Float64Array) {
    const size = demand.length;
    this.#size = size;
    this.#artificialCost = artificialCost.slice();
    this.#basis = Int32Array.from(demand, (_, row) => -1 - size - row);
    this.#inverse = new Float64Array(size * size);
    for (let row = 0; row < size; row++) this.#inverse[row * size + row] = 1;
    // A little more of each row, never the same, so that no step of the method is without progress.
    this.#amounts = demand.map((amount, row) => amount + 1e-7 * (1 + ((row * 7919) % 997) / 997));
    this.#duals = artificialCost.slice();
    this.#direction = new Float64Array(size);
  }

  /** What one more unit of each row would cost; valid after {@link solve}. */
  get duals(): Float64Array {
    return this.#duals;
  }

  get columns(): readonly Column[] {
    return this.#columns;
  }

  addColumn(column: Column): void {
    this.#columns.push(column);
  }

  /** Columns in use with their amounts, stand-ins and surpluses left out. */
  get solution(): { readonly column: number; readonly amount: number }[] {
    const used: { readonly column: number; readonly amount: number }[] = [];
    this.#basis.forEach((column, row) => {
      const amount = this.#amounts[row] ?? 0;
      if (column >= 0 && amount > epsilon) used.push({ column, amount });
    });
    return used;
  }

  /** Rows whose stand-in is in use: their duals are at the stand-in's price. */
  get artificialRows(): number[] {
    const rows: number[] = [];
    this.#basis.forEach((column, row) => {
      if (column < -this.#size && (this.#amounts[row] ?? 0) > 1e-5)
        rows.push(-1 - this.#size - column);
    });
    return rows;
  }

  /** @returns whether the best solution was found before the budget was spent */
  solve(budget: WorkBudget): boolean {
    const size = this.#size;
    while (!budget.isSpent) {
      const entering = this.#findEntering(budget);
      if (entering === null) return true;
      this.#loadDirection(entering.column);
      const row = this.#findLeaving();
      if (row < 0) return false;
      this.#pivot(row, entering.column, entering.reducedCost);
      budget.spend(size * size + 4 * size);
    }
    return false;
  }

  /** The column whose use saves most per unit; `null` when none saves anything. */
  #findEntering(budget: WorkBudget): { column: number; reducedCost: number } | null {
    let best = -epsilon;
    let column = Number.NaN;
    let work = 2 * this.#size;
    this.#columns.forEach(({ cost, rows, amounts }, index) => {
      let reduced = cost;
      for (let i = 0; i < rows.length; i++) {
        reduced -= (this.#duals[rows[i] ?? 0] ?? 0) * (amounts[i] ?? 0);
      }
      work += rows.length;
      // Relative to the cost: columns of dear and cheap offerings are on one scale.
      if (reduced < best * Math.max(1, cost)) {
        best = reduced / Math.max(1, cost);
        column = index;
      }
    });
    for (let row = 0; row < this.#size; row++) {
      const dual = this.#duals[row] ?? 0;
      const artificial = (this.#artificialCost[row] ?? 0) - dual;
      if (dual < best) {
        best = dual;
        column = -1 - row;
      }
      if (artificial < best * Math.max(1, dual)) {
        best = artificial / Math.max(1, dual);
        column = -1 - this.#size - row;
      }
    }
    budget.spend(work);
    return Number.isNaN(column) ? null : { column, reducedCost: this.#reducedCost(column) };
  }

  #reducedCost(column: number): number {
    const known = this.#columns[column];
    if (known !== undefined) {
      let reduced = known.cost;
      known.rows.forEach((row, i) => {
        reduced -= (this.#duals[row] ?? 0) * (known.amounts[i] ?? 0);
      });
      return reduced;
    }
    if (column >= -this.#size) return this.#duals[-1 - column] ?? 0;
    const row = -1 - this.#size - column;
    return (this.#artificialCost[row] ?? 0) - (this.#duals[row] ?? 0);
  }

  /** The column in terms of the basis. */
  #loadDirection(column: number): void {
    const size = this.#size;
    const direction = this.#direction.fill(0);
    const inverse = this.#inverse;
    const known = this.#columns[column];
    if (known === undefined) {
      const isSurplus = column >= -size;
      const at = isSurplus ? -1 - column : -1 - size - column;
      const sign = isSurplus ? -1 : 1;
      for (let row = 0; row < size; row++) direction[row] = sign * (inverse[row * size + at] ?? 0);
      return;
    }
    const { rows, amounts } = known;
    for (let row = 0; row < size; row++) {
      let sum = 0;
      for (let i = 0; i < rows.length; i++) {
        sum += (inverse[row * size + (rows[i] ?? 0)] ?? 0) * (amounts[i] ?? 0);
      }
      direction[row] = sum;
    }
  }

  /** The row that runs out first; among equals the one that moves most, for the sake of rounding. */
  #findLeaving(): number {
    let leaving = -1;
    let least = Infinity;
    for (let row = 0; row < this.#size; row++) {
      const step = this.#direction[row] ?? 0;
      if (step <= epsilon) continue;
      const ratio = Math.max(0, this.#amounts[row] ?? 0) / step;
      const isTie = Math.abs(ratio - least) <= 1e-12 && step > (this.#direction[leaving] ?? 0);
      if (ratio < least - 1e-12 || isTie) {
        least = ratio;
        leaving = row;
      }
    }
    return leaving;
  }

  #pivot(leaving: number, entering: number, reducedCost: number): void {
    const size = this.#size;
    const inverse = this.#inverse;
    const amounts = this.#amounts;
    const pivot = this.#direction[leaving] ?? 1;
    const step = Math.max(0, amounts[leaving] ?? 0) / pivot;
    const pivotRow = inverse.subarray(leaving * size, (leaving + 1) * size);
    for (let i = 0; i < size; i++) pivotRow[i] = (pivotRow[i] ?? 0) / pivot;
    for (let row = 0; row < size; row++) {
      const factor = this.#direction[row] ?? 0;
      if (row === leaving || factor === 0) continue;
      addScaled(inverse.subarray(row * size, (row + 1) * size), pivotRow, -factor);
      amounts[row] = (amounts[row] ?? 0) - factor * step;
    }
    amounts[leaving] = step;
    addScaled(this.#duals, pivotRow, reducedCost);
    this.#basis[leaving] = entering;
  }

  /** Raises the price of a row's stand-in. */
  raiseArtificialCost(row: number, cost: number): void {
    const added = cost - (this.#artificialCost[row] ?? 0);
    this.#artificialCost[row] = cost;
    const size = this.#size;
    this.#basis.forEach((column, at) => {
      if (column !== -1 - size - row) return;
      addScaled(this.#duals, this.#inverse.subarray(at * size, (at + 1) * size), added);
    });
  }
}

function addScaled(target: Float64Array, source: Float64Array, factor: number): void {
  for (let i = 0; i < target.length; i++) {
    target[i] = (target[i] ?? 0) + factor * (source[i] ?? 0);
  }
}
