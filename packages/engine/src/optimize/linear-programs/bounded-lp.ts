// Method: primal simplex method for a linear program with bounded variables and an explicit basis
// inverse (Dantzig 1963; Chvátal 1983, ch. 8). It solves the LP relaxation of a node's knapsack
// problem.
// Arrays: `#coefficients`: a row per item and a column per resource, relative to the largest capacity.
// `#values`, `#upperBounds`: one per item, value of one unit and upper bound. Slack variables follow the
// items in these arrays. `#basis`, `#amounts`, `#duals`: one per row. `#inverse`: rows × rows.

const epsilon = 1e-9;
/** Maximum number of simplex steps; after them, the current solution is returned. */
const maxSteps = 60;

const atLower = 0;
const atUpper = 1;
const inBasis = 2;

/**
 * Finds the most valuable amounts of items within a capacity, if items may be cut: a linear program
 * with few rows and an upper bound for each item. One instance solves many problems; it keeps its
 * arrays. Amounts of all rows should be of one scale.
 */
export class BoundedLp {
  readonly #width: number;
  /** Number of items in use; the slack variables come after them. */
  #items = 0;
  /** By item and row: the amount that one unit of the item requests. */
  readonly #coefficients: Float64Array;
  readonly #values: Float64Array;
  readonly #upperBounds: Float64Array;
  readonly #state: Uint8Array;
  /** The basic variable of each row. */
  readonly #basis: Int32Array;
  readonly #amounts: Float64Array;
  readonly #inverse: Float64Array;
  readonly #duals: Float64Array;
  readonly #direction: Float64Array;

  /** @param maxItems maximum number of items of any problem */
  constructor(width: number, maxItems: number) {
    this.#width = width;
    this.#coefficients = new Float64Array((maxItems + width) * width);
    this.#values = new Float64Array(maxItems + width);
    this.#upperBounds = new Float64Array(maxItems + width);
    this.#state = new Uint8Array(maxItems + width);
    this.#basis = new Int32Array(width);
    this.#inverse = new Float64Array(width * width);
    this.#amounts = new Float64Array(width);
    this.#duals = new Float64Array(width);
    this.#direction = new Float64Array(width);
  }

  /** Removes the items of the previous problem. */
  begin(): void {
    this.#items = 0;
  }

  /**
   * Adds an item with its value and upper bound.
   * @param coefficients by row, starting at the offset
   */
  addItem(value: number, upperBound: number, coefficients: Float64Array, offset: number): void {
    const item = this.#items;
    this.#items += 1;
    this.#values[item] = value;
    this.#upperBounds[item] = upperBound;
    for (let k = 0; k < this.#width; k++) {
      this.#coefficients[item * this.#width + k] = coefficients[offset + k] ?? 0;
    }
  }

  /** Dual price of each row, not negative; valid after {@link solve}. */
  get multipliers(): Float64Array {
    return this.#duals.map((dual) => Math.max(0, dual));
  }

  /** Amount of each item, rounded down. */
  get wholeAmounts(): Int32Array {
    const items = this.#items;
    const amounts = new Int32Array(items);
    for (let item = 0; item < items; item++) {
      if (this.#state[item] === atUpper) amounts[item] = this.#upperBounds[item] ?? 0;
    }
    this.#basis.forEach((item, row) => {
      if (item < items)
        amounts[item] = Math.max(0, Math.floor((this.#amounts[row] ?? 0) + epsilon));
    });
    return amounts;
  }

  /** Value of the solution; if the solution is optimal, an upper bound of all integer solutions. */
  get dualValue(): number {
    let dualValue = 0;
    for (let item = 0; item < this.#items; item++) {
      if (this.#state[item] === atUpper)
        dualValue += (this.#upperBounds[item] ?? 0) * (this.#values[item] ?? 0);
    }
    this.#basis.forEach((item, row) => {
      dualValue += (this.#amounts[row] ?? 0) * (this.#values[item] ?? 0);
    });
    return dualValue;
  }

  /**
   * Solves the problem for a capacity (one per row).
   * @returns the number of simplex steps
   */
  solve(capacity: Float64Array): number {
    this.#beginWith(capacity);
    for (let step = 0; step < maxSteps; step++) {
      const entering = this.#findEntering();
      if (entering < 0) return step;
      this.#move(entering);
    }
    return maxSteps;
  }

  /** Starts from the slack basis: no item is used. */
  #beginWith(capacity: Float64Array): void {
    const width = this.#width;
    const items = this.#items;
    this.#state.fill(atLower, 0, items);
    this.#inverse.fill(0);
    this.#duals.fill(0);
    this.#coefficients.fill(0, items * width, (items + width) * width);
    this.#amounts.set(capacity);
    for (let row = 0; row < width; row++) {
      this.#values[items + row] = 0;
      this.#upperBounds[items + row] = Infinity;
      this.#coefficients[(items + row) * width + row] = 1;
      this.#state[items + row] = inBasis;
      this.#basis[row] = items + row;
      this.#inverse[row * width + row] = 1;
    }
  }

  /** Returns the variable whose move from its bound increases the value most, or `-1`. */
  #findEntering(): number {
    const width = this.#width;
    let best = epsilon;
    let entering = -1;
    for (let item = 0; item < this.#items + width; item++) {
      const state = this.#state[item];
      if (state === inBasis) continue;
      let gain = this.#values[item] ?? 0;
      for (let k = 0; k < width; k++) {
        gain -= (this.#duals[k] ?? 0) * (this.#coefficients[item * width + k] ?? 0);
      }
      // Weighted by how far it can move: one step then replaces many small ones. Slack has no
      // bound.
      const total =
        (state === atUpper ? -gain : gain) * Math.min(this.#upperBounds[item] ?? 0, 1e6);
      if (total > best) {
        best = total;
        entering = item;
      }
    }
    return entering;
  }

  #move(entering: number): void {
    const sign = this.#state[entering] === atUpper ? -1 : 1;
    this.#loadDirection(entering);
    const { step, row } = this.#ratioTest(sign, this.#upperBounds[entering] ?? 0);
    if (step === Infinity) return;
    for (let at = 0; at < this.#width; at++) {
      this.#amounts[at] = (this.#amounts[at] ?? 0) - sign * step * (this.#direction[at] ?? 0);
    }
    if (row < 0) {
      this.#state[entering] = sign > 0 ? atUpper : atLower;
      return;
    }
    const leaving = this.#basis[row] ?? 0;
    this.#state[leaving] = sign * (this.#direction[row] ?? 0) > 0 ? atLower : atUpper;
    this.#state[entering] = inBasis;
    this.#basis[row] = entering;
    this.#amounts[row] = sign > 0 ? step : (this.#upperBounds[entering] ?? 0) - step;
    this.#pivot(row);
  }

  /**
   * Returns how far a variable can move until it or a basic variable reaches a bound, and the row
   * of that variable, or `-1`.
   */
  #ratioTest(sign: number, upperBound: number): { readonly step: number; readonly row: number } {
    let step = upperBound;
    let row = -1;
    for (let at = 0; at < this.#width; at++) {
      const change = sign * (this.#direction[at] ?? 0);
      if (Math.abs(change) <= epsilon) continue;
      const amount = this.#amounts[at] ?? 0;
      const capacity =
        change > 0 ? amount : (this.#upperBounds[this.#basis[at] ?? 0] ?? 0) - amount;
      const ratio = Math.max(0, capacity) / Math.abs(change);
      if (ratio < step) {
        step = ratio;
        row = at;
      }
    }
    return { step, row };
  }

  #pivot(row: number): void {
    const width = this.#width;
    const inverse = this.#inverse;
    const pivot = this.#direction[row] ?? 1;
    for (let k = 0; k < width; k++) {
      inverse[row * width + k] = (inverse[row * width + k] ?? 0) / pivot;
    }
    this.#duals.fill(0);
    for (let at = 0; at < width; at++) {
      const factor = at === row ? 0 : (this.#direction[at] ?? 0);
      const value = this.#values[this.#basis[at] ?? 0] ?? 0;
      for (let k = 0; k < width; k++) {
        const amount = (inverse[at * width + k] ?? 0) - factor * (inverse[row * width + k] ?? 0);
        inverse[at * width + k] = amount;
        this.#duals[k] = (this.#duals[k] ?? 0) + value * amount;
      }
    }
  }

  #loadDirection(entering: number): void {
    const width = this.#width;
    for (let row = 0; row < width; row++) {
      let sum = 0;
      for (let k = 0; k < width; k++) {
        sum +=
          (this.#inverse[row * width + k] ?? 0) * (this.#coefficients[entering * width + k] ?? 0);
      }
      this.#direction[row] = sum;
    }
  }
}
