// Method: revised simplex method with an explicit basis inverse (Dantzig 1963; Chvátal 1983, ch. 7)
// for the covering LP `min Σ cost·x`, rows ≥ demand, x ≥ 0. The demand is perturbed to avoid
// degenerate pivots (Charnes 1952). One artificial column per row makes the problem feasible and
// bounds its dual price.
// Arrays: `#basis`, `#amounts`, `#duals`, `#direction`, `#artificialCost`: one per row. `#inverse`:
// rows × rows, row-major. Units are those of the caller's costs and demand.

import type { WorkBudget } from '../work-budget.js';

/** Smaller than any difference that matters; larger than rounding errors. */
const epsilon = 1e-9;

/** A column of the LP: the cost of one unit and its coefficients, by row. */
export interface Column {
  readonly cost: number;
  readonly rows: Int32Array;
  readonly amounts: Float64Array;
}

/**
 * The linear program `min Σ cost·x` in which every row covers its demand. Columns may be added
 * between calls of {@link solve}. Results are approximate; a proof needs a check in integers.
 * @remarks O(rows²) per pivot.
 */
export class CoveringLp {
  readonly #size: number;
  readonly #artificialCost: Float64Array;
  readonly #columns: Column[] = [];
  /**
   * By row: a column, or `-1 - row` for a surplus variable, or `-1 - size - row` for an artificial
   * one.
   */
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
    // A perturbation that differs by row, so that every pivot makes progress.
    this.#amounts = demand.map((amount, row) => amount + 1e-7 * (1 + ((row * 7919) % 997) / 997));
    this.#duals = artificialCost.slice();
    this.#direction = new Float64Array(size);
  }

  /** Dual price of each row; valid after {@link solve}. */
  get duals(): Float64Array {
    return this.#duals;
  }

  get columns(): readonly Column[] {
    return this.#columns;
  }

  /** Adds a column with amount 0. */
  addColumn(column: Column): void {
    this.#columns.push(column);
  }

  /** Columns of the basis with their amounts, without artificial and surplus variables. */
  get solution(): { readonly column: number; readonly amount: number }[] {
    const used: { readonly column: number; readonly amount: number }[] = [];
    this.#basis.forEach((column, row) => {
      const amount = this.#amounts[row] ?? 0;
      if (column >= 0 && amount > epsilon) used.push({ column, amount });
    });
    return used;
  }

  /** Rows whose artificial variable is in use: their dual prices are at its cost. */
  get artificialRows(): number[] {
    const rows: number[] = [];
    this.#basis.forEach((column, row) => {
      if (column < -this.#size && (this.#amounts[row] ?? 0) > 1e-5)
        rows.push(-1 - this.#size - column);
    });
    return rows;
  }

  /**
   * Improves the solution until it is optimal or the budget is spent.
   * @returns true if it is optimal
   */
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

  /** Returns the variable with the lowest reduced cost, or `null` if none is negative. */
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
      // Relative to the cost, so that expensive and cheap offerings have one scale.
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

  /** Computes the entering column in terms of the basis. */
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

  /** Returns the row with the smallest ratio; among equals the largest pivot, which rounds least. */
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

  /** Raises the cost of the artificial variable of a row. */
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
