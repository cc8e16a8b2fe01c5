// Method: depth-first branch and bound for the bounded multidimensional knapsack problem, with the
// Lagrangian bound of the capacity constraints (Martello and Toth 1990, ch. 3; Kellerer, Pferschy
// and Pisinger 2004, ch. 9).
// Arrays: `values`: one per item type, micro-USD per hour. `multipliers`: one per resource,
// micro-USD per hour for the largest capacity. `maxCounts`: one per item type, pods. Inside the search
// `#multipliers` are per unit of the resource, and `#steps` has a row per item and a column per
// resource.

import type { BinType, PackingModel, Pattern } from '../packing/packing-model.js';
import type { WorkBudget } from '../work-budget.js';
import { maxFitting } from './node-knapsack.js';

/** The knapsack problem of one node: dual prices, limits and effort. */
export interface PatternTask {
  /** Dual price of one pod, by item type; micro-USD per hour. */
  readonly values: Float64Array;
  /** Maximum number of pods on the node, by item type. */
  readonly maxCounts: Float64Array;
  /** Dual price of each resource: micro-USD per hour for the largest capacity of any offering. */
  readonly multipliers: Float64Array;
  /** Only patterns whose value is above this are of use; micro-USD per hour. */
  readonly floor: number;
  /** Maximum number of partial patterns to evaluate. */
  readonly evaluations: number;
}

/** The result of the search for the best pattern of one node. */
export interface BestPattern {
  /** The best pattern whose value is above the floor; `null` if none was found. */
  readonly pattern: Pattern | null;
  /** True if no pattern has a higher value than the one found, or than the floor if none was found. */
  readonly isProved: boolean;
}

/**
 * Returns the pattern with the highest value, by evaluating all patterns of a node except those
 * that the dual prices of the remaining capacity exclude. Spends the work of the search from the
 * budget.
 */
export function findBestPattern(
  model: PackingModel,
  offering: BinType,
  task: PatternTask,
  budget: WorkBudget,
): BestPattern {
  const search = new PatternSearch(model, offering, task);
  const found = search.run();
  budget.spend(search.work);
  return found;
}

/** One item type that fits on the node. */
interface Item {
  readonly itemType: number;
  readonly dualValue: number;
  readonly maxCount: number;
  /** Request of one pod by resource, in units of the resource. */
  readonly itemRequests: Float64Array;
  /** Dual price of the pod less the dual prices of its requests; may be negative. */
  readonly gain: number;
}

class PatternSearch {
  readonly #offering: BinType;
  readonly #items: readonly Item[];
  readonly #counts: Int32Array;
  readonly #multipliers: Float64Array;
  readonly #left: Float64Array;
  readonly #width: number;
  /**
   * By item and resource: the greatest common divisor of the requests of this item and all later
   * ones.
   */
  readonly #steps: Float64Array;
  readonly #maxEvaluations: number;
  #best: Int32Array | null = null;
  #bestValue: number;
  #evaluations = 0;
  #work = 0;

  constructor(model: PackingModel, offering: BinType, task: PatternTask) {
    const { width, largest, requests } = model;
    const { values, maxCounts, multipliers, floor, evaluations } = task;
    this.#offering = offering;
    this.#width = width;
    this.#multipliers = multipliers.map((dualValue, k) => dualValue / (largest[k] ?? 1));
    this.#left = offering.capacity.slice();
    this.#bestValue = floor;
    this.#maxEvaluations = evaluations;
    const items: Item[] = [];
    for (const itemType of model.groups[offering.group] ?? []) {
      const fitting = maxFitting(model, offering, itemType, { maxCounts });
      const dualValue = values[itemType] ?? 0;
      if (fitting === 0 || dualValue <= 0) continue;
      const itemRequests = requests.slice(itemType * width, (itemType + 1) * width);
      items.push({
        itemType,
        dualValue,
        maxCount: fitting,
        itemRequests,
        gain: dualValue - this.#dualValueOf(itemRequests),
      });
    }
    // Items with the clearest decision first: the others are then evaluated less often.
    this.#items = items.sort(
      (a, b) => Math.abs(b.gain) * b.maxCount - Math.abs(a.gain) * a.maxCount,
    );
    this.#counts = new Int32Array(items.length);
    this.#steps = new Float64Array((items.length + 1) * width);
    for (let depth = items.length - 1; depth >= 0; depth--) {
      for (let k = 0; k < width; k++) {
        this.#steps[depth * width + k] = greatestCommonDivisor(
          this.#steps[(depth + 1) * width + k] ?? 0,
          items[depth]?.itemRequests[k] ?? 0,
        );
      }
    }
  }

  /** Number of steps of the inner loops. */
  get work(): number {
    return this.#work;
  }

  run(): BestPattern {
    this.#explore(0, 0);
    return { pattern: this.#pattern(), isProved: this.#evaluations <= this.#maxEvaluations };
  }

  #explore(depth: number, dualValue: number): void {
    const item = this.#items[depth];
    if (item === undefined) return;
    const fitting = this.#fitting(item);
    if (depth + 1 === this.#items.length) {
      this.#record(depth, fitting, dualValue + fitting * item.dualValue);
      return;
    }
    const maxGains = this.#gainsFrom(depth + 1);
    for (let index = 0; index <= fitting && this.#evaluations <= this.#maxEvaluations; index++) {
      this.#evaluations += 1;
      const count = item.gain > 0 ? fitting - index : index;
      const own = dualValue + count * item.dualValue;
      this.#take(item, count);
      this.#counts[depth] = count;
      // From here on, own value plus value of the free capacity only decreases, and gains never
      // exceed these.
      const isLast = own + this.#dualValueOf(this.#left) + maxGains <= this.#bestValue;
      const usable = this.#valueOfUsable(depth + 1);
      const canWin = !isLast && own + usable + this.#gainsFrom(depth + 1) > this.#bestValue;
      if (canWin) this.#explore(depth + 1, own);
      this.#take(item, -count);
      if (isLast) return;
    }
  }

  #record(depth: number, count: number, dualValue: number): void {
    if (dualValue <= this.#bestValue) return;
    this.#counts[depth] = count;
    this.#bestValue = dualValue;
    this.#best = this.#counts.slice();
  }

  #pattern(): Pattern | null {
    const best = this.#best;
    if (best === null) return null;
    const used = this.#items
      .map(({ itemType }, index) => ({ itemType, count: best[index] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.itemType - b.itemType);
    return {
      offering: this.#offering,
      itemTypes: Int32Array.from(used, ({ itemType }) => itemType),
      counts: Int32Array.from(used, ({ count }) => count),
    };
  }

  /** Upper bound of the gains of the remaining items. */
  #gainsFrom(depth: number): number {
    let gains = 0;
    for (let at = depth; at < this.#items.length; at++) {
      const item = this.#items[at];
      if (item !== undefined && item.gain > 0) gains += item.gain * this.#fitting(item);
    }
    this.#work += this.#items.length - depth;
    return gains;
  }

  /** Value of the free capacity that remaining items can use: each takes a multiple of the step. */
  #valueOfUsable(depth: number): number {
    let dualValue = 0;
    for (let k = 0; k < this.#width; k++) {
      const step = this.#steps[depth * this.#width + k] ?? 0;
      const usable = step === 0 ? 0 : Math.floor((this.#left[k] ?? 0) / step) * step;
      dualValue += (this.#multipliers[k] ?? 0) * usable;
    }
    return dualValue;
  }

  #fitting({ maxCount, itemRequests }: Item): number {
    let fitting = maxCount;
    for (let k = 0; k < this.#width && fitting > 0; k++) {
      const amount = itemRequests[k] ?? 0;
      if (amount > 0) fitting = Math.min(fitting, Math.floor((this.#left[k] ?? 0) / amount));
    }
    this.#work += this.#width;
    return fitting;
  }

  #take({ itemRequests }: Item, count: number): void {
    for (let k = 0; k < this.#width; k++) {
      this.#left[k] = (this.#left[k] ?? 0) - count * (itemRequests[k] ?? 0);
    }
    this.#work += this.#width;
  }

  #dualValueOf(amounts: Float64Array): number {
    let dualValue = 0;
    for (let k = 0; k < this.#width; k++) {
      dualValue += (this.#multipliers[k] ?? 0) * (amounts[k] ?? 0);
    }
    this.#work += this.#width;
    return dualValue;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
