import { mostOf } from './node-knapsack.js';
import type { BinType, PackingModel, Pattern } from './packing-model.js';
import type { WorkBudget } from './work-budget.js';

export interface PatternTask {
  /** By shape: what a pod is worth. */
  readonly values: Float64Array;
  /** By shape: how many of it the node may get. */
  readonly most: Float64Array;
  /** What a unit of each resource is worth, in parts of the largest room. */
  readonly multipliers: Float64Array;
  /** Only what is worth more than this is of use. */
  readonly floor: number;
  /** So many partial fillings are looked at. */
  readonly evaluations: number;
}

/** What a node can be filled with at best. */
export interface BestPattern {
  /** Worth more than the floor; `null` when none was found. */
  readonly pattern: Pattern | null;
  /** True when no filling with whole pods is worth more than the one found, or than the floor. */
  readonly isProved: boolean;
}

/**
 * Looks at all fillings of a node with whole pods, but for those that the worths of what is still free
 * show to be worth less than the best so far.
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

/** One kind of pod on the node. */
interface Item {
  readonly itemType: number;
  readonly dualValue: number;
  readonly most: number;
  /** By resource; in the units of the room. */
  readonly takes: Float64Array;
  /** What a pod is worth beyond what it takes; negative when it takes more than it is worth. */
  readonly gain: number;
}

class PatternSearch {
  readonly #offering: BinType;
  readonly #items: readonly Item[];
  readonly #counts: Int32Array;
  readonly #multipliers: Float64Array;
  readonly #left: Float64Array;
  readonly #width: number;
  /** By item and resource: what the pods of it and all after it take is a multiple of this. */
  readonly #steps: Float64Array;
  readonly #maxEvaluations: number;
  #best: Int32Array | null = null;
  #bestValue: number;
  #evaluations = 0;
  #work = 0;

  constructor(model: PackingModel, offering: BinType, task: PatternTask) {
    const { width, largest, requests } = model;
    const { values, most, multipliers, floor, evaluations } = task;
    this.#offering = offering;
    this.#width = width;
    this.#multipliers = multipliers.map((dualValue, k) => dualValue / (largest[k] ?? 1));
    this.#left = offering.capacity.slice();
    this.#bestValue = floor;
    this.#maxEvaluations = evaluations;
    const items: Item[] = [];
    for (const itemType of model.groups[offering.group] ?? []) {
      const fitting = mostOf(model, offering, itemType, { most });
      const dualValue = values[itemType] ?? 0;
      if (fitting === 0 || dualValue <= 0) continue;
      const takes = requests.slice(itemType * width, (itemType + 1) * width);
      items.push({
        itemType,
        dualValue,
        most: fitting,
        takes,
        gain: dualValue - this.#dualValueOf(takes),
      });
    }
    // What is decided without doubt first: the others are then looked at less often.
    this.#items = items.sort((a, b) => Math.abs(b.gain) * b.most - Math.abs(a.gain) * a.most);
    this.#counts = new Int32Array(items.length);
    this.#steps = new Float64Array((items.length + 1) * width);
    for (let depth = items.length - 1; depth >= 0; depth--) {
      for (let k = 0; k < width; k++) {
        this.#steps[depth * width + k] = greatestCommonDivisor(
          this.#steps[(depth + 1) * width + k] ?? 0,
          items[depth]?.takes[k] ?? 0,
        );
      }
    }
  }

  /** Steps of the inner loops. */
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
      this.#note(depth, fitting, dualValue + fitting * item.dualValue);
      return;
    }
    const maxGains = this.#gainsFrom(depth + 1);
    for (let index = 0; index <= fitting && this.#evaluations <= this.#maxEvaluations; index++) {
      this.#evaluations += 1;
      const count = item.gain > 0 ? fitting - index : index;
      const own = dualValue + count * item.dualValue;
      this.#take(item, count);
      this.#counts[depth] = count;
      // Own worth and that of what is free only fall from here on, and gains are never more than these.
      const isLast = own + this.#dualValueOf(this.#left) + maxGains <= this.#bestValue;
      const usable = this.#worthOfUsable(depth + 1);
      const canWin = !isLast && own + usable + this.#gainsFrom(depth + 1) > this.#bestValue;
      if (canWin) this.#explore(depth + 1, own);
      this.#take(item, -count);
      if (isLast) return;
    }
  }

  #note(depth: number, count: number, dualValue: number): void {
    if (dualValue <= this.#bestValue) return;
    this.#counts[depth] = count;
    this.#bestValue = dualValue;
    this.#best = this.#counts.slice();
  }

  #pattern(): Pattern | null {
    const best = this.#best;
    if (best === null) return null;
    const used = this.#items
      .map(({ itemType }, index) => ({ shape: itemType, count: best[index] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.shape - b.shape);
    return {
      offering: this.#offering,
      itemTypes: Int32Array.from(used, ({ shape: itemType }) => itemType),
      counts: Int32Array.from(used, ({ count }) => count),
    };
  }

  /** What pods to come are worth beyond what they take, at most. */
  #gainsFrom(depth: number): number {
    let gains = 0;
    for (let at = depth; at < this.#items.length; at++) {
      const item = this.#items[at];
      if (item !== undefined && item.gain > 0) gains += item.gain * this.#fitting(item);
    }
    this.#work += this.#items.length - depth;
    return gains;
  }

  /** What is free is worth, as far as pods to come can use it: they take whole steps of it. */
  #worthOfUsable(depth: number): number {
    let dualValue = 0;
    for (let k = 0; k < this.#width; k++) {
      const step = this.#steps[depth * this.#width + k] ?? 0;
      const usable = step === 0 ? 0 : Math.floor((this.#left[k] ?? 0) / step) * step;
      dualValue += (this.#multipliers[k] ?? 0) * usable;
    }
    return dualValue;
  }

  #fitting({ most, takes }: Item): number {
    let fitting = most;
    for (let k = 0; k < this.#width && fitting > 0; k++) {
      const amount = takes[k] ?? 0;
      if (amount > 0) fitting = Math.min(fitting, Math.floor((this.#left[k] ?? 0) / amount));
    }
    this.#work += this.#width;
    return fitting;
  }

  #take({ takes }: Item, count: number): void {
    for (let k = 0; k < this.#width; k++) {
      this.#left[k] = (this.#left[k] ?? 0) - count * (takes[k] ?? 0);
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
