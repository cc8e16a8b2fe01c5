import type { Fill, Market, MarketOffering } from './market.js';
import { mostOf } from './node-knapsack.js';
import type { WorkBudget } from './work-budget.js';

export interface FillingTask {
  /** By shape: what a pod is worth. */
  readonly values: Float64Array;
  /** By shape: how many of it the node may get. */
  readonly most: Float64Array;
  /** What a unit of each resource is worth, in parts of the largest room. */
  readonly multipliers: Float64Array;
  /** Only what is worth more than this is of use. */
  readonly floor: number;
  /** So many partial fillings are looked at. */
  readonly looks: number;
}

/** What a node can be filled with at best. */
export interface BestFilling {
  /** Worth more than the floor; `null` when none was found. */
  readonly fill: Fill | null;
  /** True when no filling with whole pods is worth more than the one found, or than the floor. */
  readonly isProved: boolean;
}

/**
 * Looks at all fillings of a node with whole pods, but for those that the worths of what is still free
 * show to be worth less than the best so far.
 */
export function bestFilling(
  market: Market,
  offering: MarketOffering,
  task: FillingTask,
  budget: WorkBudget,
): BestFilling {
  const search = new FillingSearch(market, offering, task);
  const found = search.run();
  budget.spend(search.work);
  return found;
}

/** One kind of pod on the node. */
interface Item {
  readonly shape: number;
  readonly worth: number;
  readonly most: number;
  /** By resource; in the units of the room. */
  readonly takes: Float64Array;
  /** What a pod is worth beyond what it takes; negative when it takes more than it is worth. */
  readonly gain: number;
}

class FillingSearch {
  readonly #offering: MarketOffering;
  readonly #items: readonly Item[];
  readonly #counts: Int32Array;
  readonly #multipliers: Float64Array;
  readonly #left: Float64Array;
  readonly #width: number;
  /** By item and resource: what the pods of it and all after it take is a multiple of this. */
  readonly #steps: Float64Array;
  readonly #mostLooks: number;
  #best: Int32Array | null = null;
  #bestWorth: number;
  #looks = 0;
  #work = 0;

  constructor(market: Market, offering: MarketOffering, task: FillingTask) {
    const { width, largest, requests } = market;
    const { values, most, multipliers, floor, looks } = task;
    this.#offering = offering;
    this.#width = width;
    this.#multipliers = multipliers.map((worth, k) => worth / (largest[k] ?? 1));
    this.#left = offering.room.slice();
    this.#bestWorth = floor;
    this.#mostLooks = looks;
    const items: Item[] = [];
    for (const shape of market.groups[offering.group] ?? []) {
      const fitting = mostOf(market, offering, shape, { most });
      const worth = values[shape] ?? 0;
      if (fitting === 0 || worth <= 0) continue;
      const takes = requests.slice(shape * width, (shape + 1) * width);
      items.push({ shape, worth, most: fitting, takes, gain: worth - this.#worthOf(takes) });
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

  run(): BestFilling {
    this.#explore(0, 0);
    return { fill: this.#fill(), isProved: this.#looks <= this.#mostLooks };
  }

  #explore(depth: number, worth: number): void {
    const item = this.#items[depth];
    if (item === undefined) return;
    const fitting = this.#fitting(item);
    if (depth + 1 === this.#items.length) {
      this.#note(depth, fitting, worth + fitting * item.worth);
      return;
    }
    const mostGains = this.#gainsFrom(depth + 1);
    for (let index = 0; index <= fitting && this.#looks <= this.#mostLooks; index++) {
      this.#looks += 1;
      const count = item.gain > 0 ? fitting - index : index;
      const own = worth + count * item.worth;
      this.#take(item, count);
      this.#counts[depth] = count;
      // Own worth and that of what is free only fall from here on, and gains are never more than these.
      const isLast = own + this.#worthOf(this.#left) + mostGains <= this.#bestWorth;
      const usable = this.#worthOfUsable(depth + 1);
      const canWin = !isLast && own + usable + this.#gainsFrom(depth + 1) > this.#bestWorth;
      if (canWin) this.#explore(depth + 1, own);
      this.#take(item, -count);
      if (isLast) return;
    }
  }

  #note(depth: number, count: number, worth: number): void {
    if (worth <= this.#bestWorth) return;
    this.#counts[depth] = count;
    this.#bestWorth = worth;
    this.#best = this.#counts.slice();
  }

  #fill(): Fill | null {
    const best = this.#best;
    if (best === null) return null;
    const used = this.#items
      .map(({ shape }, index) => ({ shape, count: best[index] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.shape - b.shape);
    return {
      offering: this.#offering,
      shapes: Int32Array.from(used, ({ shape }) => shape),
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
    let worth = 0;
    for (let k = 0; k < this.#width; k++) {
      const step = this.#steps[depth * this.#width + k] ?? 0;
      const usable = step === 0 ? 0 : Math.floor((this.#left[k] ?? 0) / step) * step;
      worth += (this.#multipliers[k] ?? 0) * usable;
    }
    return worth;
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

  #worthOf(amounts: Float64Array): number {
    let worth = 0;
    for (let k = 0; k < this.#width; k++) {
      worth += (this.#multipliers[k] ?? 0) * (amounts[k] ?? 0);
    }
    this.#work += this.#width;
    return worth;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
