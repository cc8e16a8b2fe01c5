const epsilon = 1e-9;
/** Steps of the simplex method after which its answer is taken as it is. */
const maxSteps = 60;

const atZero = 0;
const atMost = 1;
const inBasis = 2;

/**
 * The most valuable filling of a room when items may be cut: a linear programme with few rows and a
 * limit for each item, solved by the simplex method for bounded variables. What stays free of a row is
 * an item too, without value or limit. Amounts are of one scale. Made once for many fillings.
 */
export class BoundedLp {
  readonly #width: number;
  /** Items that are in use; the free parts of the rows come after them. */
  #items = 0;
  /** By item and row: what one of it takes. */
  readonly #takes: Float64Array;
  readonly #values: Float64Array;
  readonly #most: Float64Array;
  readonly #state: Uint8Array;
  /** By row: an item. */
  readonly #basis: Int32Array;
  readonly #amounts: Float64Array;
  readonly #inverse: Float64Array;
  readonly #duals: Float64Array;
  readonly #direction: Float64Array;

  /** @param maxItems that any filling is asked about */
  constructor(width: number, maxItems: number) {
    this.#width = width;
    this.#takes = new Float64Array((maxItems + width) * width);
    this.#values = new Float64Array(maxItems + width);
    this.#most = new Float64Array(maxItems + width);
    this.#state = new Uint8Array(maxItems + width);
    this.#basis = new Int32Array(width);
    this.#inverse = new Float64Array(width * width);
    this.#amounts = new Float64Array(width);
    this.#duals = new Float64Array(width);
    this.#direction = new Float64Array(width);
  }

  /** Forgets the items of the filling before. */
  begin(): void {
    this.#items = 0;
  }

  /** @param takes by row, from an offset on */
  addItem(value: number, most: number, takes: Float64Array, offset: number): void {
    const item = this.#items;
    this.#items += 1;
    this.#values[item] = value;
    this.#most[item] = most;
    for (let k = 0; k < this.#width; k++) {
      this.#takes[item * this.#width + k] = takes[offset + k] ?? 0;
    }
  }

  /** What more of each row would be worth. */
  get multipliers(): Float64Array {
    return this.#duals.map((dual) => Math.max(0, dual));
  }

  /** How much of each item, rounded down. */
  get wholeAmounts(): Int32Array {
    const items = this.#items;
    const amounts = new Int32Array(items);
    for (let item = 0; item < items; item++) {
      if (this.#state[item] === atMost) amounts[item] = this.#most[item] ?? 0;
    }
    this.#basis.forEach((item, row) => {
      if (item < items)
        amounts[item] = Math.max(0, Math.floor((this.#amounts[row] ?? 0) + epsilon));
    });
    return amounts;
  }

  /** What the filling is worth; of the best, no whole items are worth more. */
  get dualValue(): number {
    let dualValue = 0;
    for (let item = 0; item < this.#items; item++) {
      if (this.#state[item] === atMost)
        dualValue += (this.#most[item] ?? 0) * (this.#values[item] ?? 0);
    }
    this.#basis.forEach((item, row) => {
      dualValue += (this.#amounts[row] ?? 0) * (this.#values[item] ?? 0);
    });
    return dualValue;
  }

  /** @returns how many steps it took */
  solve(capacity: Float64Array): number {
    this.#beginWith(capacity);
    for (let step = 0; step < maxSteps; step++) {
      const entering = this.#findEntering();
      if (entering < 0) return step;
      this.#move(entering);
    }
    return maxSteps;
  }

  /** Everything is free. */
  #beginWith(capacity: Float64Array): void {
    const width = this.#width;
    const items = this.#items;
    this.#state.fill(atZero, 0, items);
    this.#inverse.fill(0);
    this.#duals.fill(0);
    this.#takes.fill(0, items * width, (items + width) * width);
    this.#amounts.set(capacity);
    for (let row = 0; row < width; row++) {
      this.#values[items + row] = 0;
      this.#most[items + row] = Infinity;
      this.#takes[(items + row) * width + row] = 1;
      this.#state[items + row] = inBasis;
      this.#basis[row] = items + row;
      this.#inverse[row * width + row] = 1;
    }
  }

  /** The item that gains most when it is moved from its bound; `-1` when none does. */
  #findEntering(): number {
    const width = this.#width;
    let best = epsilon;
    let entering = -1;
    for (let item = 0; item < this.#items + width; item++) {
      const state = this.#state[item];
      if (state === inBasis) continue;
      let gain = this.#values[item] ?? 0;
      for (let k = 0; k < width; k++) {
        gain -= (this.#duals[k] ?? 0) * (this.#takes[item * width + k] ?? 0);
      }
      // By how far it can go: one step then replaces many small ones. What stays free can go far.
      const total = (state === atMost ? -gain : gain) * Math.min(this.#most[item] ?? 0, 1e6);
      if (total > best) {
        best = total;
        entering = item;
      }
    }
    return entering;
  }

  #move(entering: number): void {
    const sign = this.#state[entering] === atMost ? -1 : 1;
    this.#loadDirection(entering);
    const { step, row } = this.#farthest(sign, this.#most[entering] ?? 0);
    if (step === Infinity) return;
    for (let at = 0; at < this.#width; at++) {
      this.#amounts[at] = (this.#amounts[at] ?? 0) - sign * step * (this.#direction[at] ?? 0);
    }
    if (row < 0) {
      this.#state[entering] = sign > 0 ? atMost : atZero;
      return;
    }
    const leaving = this.#basis[row] ?? 0;
    this.#state[leaving] = sign * (this.#direction[row] ?? 0) > 0 ? atZero : atMost;
    this.#state[entering] = inBasis;
    this.#basis[row] = entering;
    this.#amounts[row] = sign > 0 ? step : (this.#most[entering] ?? 0) - step;
    this.#exchange(row);
  }

  /** How far an item can move until it, or one of the basis, meets a bound; that one's row, or `-1`. */
  #farthest(sign: number, most: number): { readonly step: number; readonly row: number } {
    let step = most;
    let row = -1;
    for (let at = 0; at < this.#width; at++) {
      const change = sign * (this.#direction[at] ?? 0);
      if (Math.abs(change) <= epsilon) continue;
      const amount = this.#amounts[at] ?? 0;
      const capacity = change > 0 ? amount : (this.#most[this.#basis[at] ?? 0] ?? 0) - amount;
      const ratio = Math.max(0, capacity) / Math.abs(change);
      if (ratio < step) {
        step = ratio;
        row = at;
      }
    }
    return { step, row };
  }

  #exchange(row: number): void {
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
        sum += (this.#inverse[row * width + k] ?? 0) * (this.#takes[entering * width + k] ?? 0);
      }
      this.#direction[row] = sum;
    }
  }
}
