// Method: pricing problem of one node, a bounded multidimensional knapsack problem (Martello and
// Toth 1990, ch. 3; Kellerer, Pferschy and Pisinger 2004, ch. 9). `relax` solves its LP relaxation;
// `pack` rounds it down and completes it by a truncated depth-first search in the order of value
// per weighted request.
// Arrays: `values`: one per item type, micro-USD per hour. `maxCounts`: one per item type, pods.
// `multipliers`: one per resource, micro-USD per hour for the largest capacity. `counts`, `#order`,
// `#density`: one per entry of `itemTypes` (item types that fit on the node).

import { BoundedLp } from '../linear-programs/bounded-lp.js';
import type { BinType, PackingModel, Pattern } from '../packing/packing-model.js';
import type { WorkBudget } from '../work-budget.js';

const epsilon = 1e-9;

/** The solution of the LP relaxation of one node, in which pods may be cut. */
export interface RelaxedPattern {
  /** Dual price of each resource, micro-USD per hour for the largest capacity; not negative. */
  readonly multipliers: Float64Array;
  /** Item types of which at least one pod may be on the node and fits. */
  readonly itemTypes: Int32Array;
  /** Number of pods of each of them; fractional amounts are rounded down. */
  readonly counts: Int32Array;
  /** Value with cut pods: an upper bound of integer patterns, unless the simplex method was stopped. */
  readonly dualValue: number;
}

/** A pattern of whole pods with its value in micro-USD per hour. */
export interface PackedPattern {
  readonly pattern: Pattern;
  readonly value: number;
}

/**
 * Finds valuable patterns of one node for given dual prices of item types. One instance serves one
 * packing model; it keeps its arrays.
 */
export class NodeKnapsack {
  readonly #model: PackingModel;
  readonly #budget: WorkBudget;
  readonly #lp: BoundedLp;
  /** By group and item type: 1 if nodes of the group admit it. */
  readonly #admits: Uint8Array;

  constructor(model: PackingModel, budget: WorkBudget) {
    this.#model = model;
    this.#budget = budget;
    this.#lp = new BoundedLp(model.width, model.itemTypes.length);
    this.#admits = new Uint8Array(model.groups.length * model.itemTypes.length);
    model.groups.forEach((group, index) => {
      for (const itemType of group) this.#admits[index * model.itemTypes.length + itemType] = 1;
    });
  }

  /**
   * Solves the LP relaxation of a node of the offering.
   * @param maxCounts maximum number of pods on the node, by item type
   * @param among indexes of the item types to consider
   */
  relax(
    offering: BinType,
    values: Float64Array,
    { maxCounts, among }: { readonly maxCounts: Float64Array; readonly among: Int32Array },
  ): RelaxedPattern {
    const { width, relativeRequests } = this.#model;
    const group = offering.group * this.#model.itemTypes.length;
    const lp = this.#lp;
    lp.begin();
    const itemTypes: number[] = [];
    for (const itemType of among) {
      if (this.#admits[group + itemType] !== 1) continue;
      const fitting = maxFitting(this.#model, offering, itemType, { maxCounts });
      if (fitting <= 0) continue;
      itemTypes.push(itemType);
      lp.addItem(values[itemType] ?? 0, fitting, relativeRequests, itemType * width);
    }
    const steps = lp.solve(offering.relativeCapacity);
    this.#budget.spend(among.length + 300 + (steps + 1) * (itemTypes.length + width) * (width + 1));
    return {
      itemTypes: Int32Array.from(itemTypes),
      multipliers: lp.multipliers,
      counts: lp.wholeAmounts,
      dualValue: lp.dualValue,
    };
  }

  /**
   * Returns a pattern of whole pods: the relaxation rounded down, completed by a depth-first search
   * with the highest value per weighted request first. Branches that cannot exceed the best value
   * are cut off.
   */
  pack(offering: BinType, task: PackingTask): PackedPattern {
    return new Packing(this.#model, offering, task).pack(this.#budget);
  }
}

/** Returns how many pods of an item type fit on an empty node of the offering, up to `maxCounts`. */
export function maxFitting(
  model: PackingModel,
  { capacity }: BinType,
  itemType: number,
  { maxCounts }: { readonly maxCounts: Float64Array },
): number {
  let count = maxCounts[itemType] ?? 0;
  for (let k = 0; k < model.width && count > 0; k++) {
    const request = model.requests[itemType * model.width + k] ?? 0;
    if (request > 0) count = Math.min(count, Math.floor((capacity[k] ?? 0) / request));
  }
  return Math.max(0, count);
}

/**
 * Returns an upper bound of the value of all patterns of an offering, whole or cut: the dual prices
 * of its capacity, plus what pods are valued above the dual prices of their requests (Lagrangian
 * bound). Micro-USD per hour.
 * @param multipliers any dual prices of resources; good ones make the bound tight
 */
export function patternValueCeiling(
  model: PackingModel,
  offering: BinType,
  {
    values,
    maxCounts,
    multipliers,
  }: {
    readonly values: Float64Array;
    readonly maxCounts: Float64Array;
    readonly multipliers: Float64Array;
  },
): number {
  const { width, groups, relativeRequests } = model;
  let ceiling = 0;
  for (let k = 0; k < width; k++) {
    ceiling += (multipliers[k] ?? 0) * (offering.relativeCapacity[k] ?? 0);
  }
  for (const itemType of groups[offering.group] ?? []) {
    let gain = values[itemType] ?? 0;
    for (let k = 0; k < width; k++) {
      gain -= (multipliers[k] ?? 0) * (relativeRequests[itemType * width + k] ?? 0);
    }
    if (gain > 0) ceiling += gain * maxFitting(model, offering, itemType, { maxCounts });
  }
  return ceiling;
}

/** The knapsack problem of one node; arrays by item type. */
export interface PackingTask {
  readonly values: Float64Array;
  readonly maxCounts: Float64Array;
  readonly relaxed: RelaxedPattern;
  /** Maximum number of partial patterns to evaluate after the first complete one. */
  readonly evaluations: number;
}

/** Builds a pattern of whole pods for one node. */
class Packing {
  readonly #model: PackingModel;
  readonly #offering: BinType;
  readonly #itemTypes: Int32Array;
  readonly #values: Float64Array;
  readonly #maxCounts: Float64Array;
  readonly #multipliers: Float64Array;
  /** Positions in the item types, highest value per weighted request first. */
  readonly #order: number[];
  readonly #density: Float64Array;
  readonly #left: Float64Array;
  readonly #counts: Int32Array;
  readonly #best: Int32Array;
  #bestValue = 0;
  readonly #maxEvaluations: number;
  #evaluations = 0;
  #steps = 0;

  constructor(model: PackingModel, offering: BinType, task: PackingTask) {
    const { values, maxCounts, relaxed } = task;
    const { itemTypes } = relaxed;
    this.#model = model;
    this.#offering = offering;
    this.#itemTypes = itemTypes;
    this.#values = values;
    this.#multipliers = relaxed.multipliers;
    this.#maxEvaluations = task.evaluations;
    this.#left = offering.capacity.slice();
    this.#counts = new Int32Array(itemTypes.length);
    this.#best = new Int32Array(itemTypes.length);
    this.#maxCounts = new Float64Array(itemTypes.length);
    relaxed.counts.forEach((count, item) => {
      if (count > 0) this.#take(item, count);
    });
    this.#best.set(this.#counts);
    this.#density = new Float64Array(itemTypes.length);
    this.#order = [];
    const weights = new Float64Array(itemTypes.length);
    for (let item = 0; item < itemTypes.length; item++) {
      const itemType = itemTypes[item] ?? 0;
      if ((values[itemType] ?? 0) <= 0) continue;
      this.#maxCounts[item] = maxCounts[itemType] ?? 0;
      const weight = this.#weight(itemType);
      this.#density[item] = (values[itemType] ?? 0) / Math.max(1e-12, weight);
      weights[item] = weight;
      this.#order.push(item);
    }
    const density = this.#density;
    this.#order.sort((a, b) => {
      const difference = (density[b] ?? 0) - (density[a] ?? 0);
      // Among equals the largest request first: small pods use the capacity that is left.
      if (Math.abs(difference) > 1e-6 * (density[a] ?? 0)) return difference;
      return (weights[b] ?? 0) - (weights[a] ?? 0) || a - b;
    });
  }

  pack(budget: WorkBudget): PackedPattern {
    const packed = this.#valueOf(this.#counts);
    this.#bestValue = packed;
    this.#explore(0, packed);
    // If few pods fit on a node, the rounded relaxation may leave capacity that no pod can use.
    this.#counts.forEach((count, item) => {
      if (count > 0) this.#take(item, -count);
    });
    this.#evaluations = 0;
    this.#explore(0, 0);
    budget.spend(300 + this.#steps + this.#itemTypes.length * 12);
    const used = [...this.#best.keys()].filter((item) => (this.#best[item] ?? 0) > 0);
    return {
      pattern: {
        offering: this.#offering,
        itemTypes: Int32Array.from(used, (item) => this.#itemTypes[item] ?? 0),
        counts: Int32Array.from(used, (item) => this.#best[item] ?? 0),
      },
      value: this.#bestValue,
    };
  }

  #valueOf(counts: Int32Array): number {
    return counts.reduce(
      (sum, count, item) => sum + count * (this.#values[this.#itemTypes[item] ?? 0] ?? 0),
      0,
    );
  }

  /** Returns the request of one pod, weighted by the dual prices of the resources. */
  #weight(itemType: number): number {
    const { width, relativeRequests } = this.#model;
    let weight = 0;
    for (let k = 0; k < width; k++) {
      weight += (this.#multipliers[k] ?? 0) * (relativeRequests[itemType * width + k] ?? 0);
    }
    return weight;
  }

  #explore(start: number, value: number): void {
    let depth = start;
    let fitting = 0;
    for (; depth < this.#order.length; depth++) {
      fitting = this.#fitting(this.#order[depth] ?? 0);
      if (fitting > 0) break;
    }
    const item = this.#order[depth];
    if (item === undefined) {
      this.#record(value);
      return;
    }
    const dualValue = this.#values[this.#itemTypes[item] ?? 0] ?? 0;
    const nextDensity = this.#density[this.#order[depth + 1] ?? -1] ?? 0;
    for (let count = fitting; count >= 0; count--) {
      this.#take(item, count);
      const ceiling = value + count * dualValue + this.#weightLeft() * nextDensity;
      const canWin = ceiling > this.#bestValue + epsilon;
      if (canWin) this.#explore(depth + 1, value + count * dualValue);
      this.#take(item, -count);
      this.#evaluations += 1;
      // With fewer pods of the denser item the upper bound only decreases.
      if (!canWin || this.#evaluations >= this.#maxEvaluations) break;
    }
  }

  #record(value: number): void {
    if (value <= this.#bestValue + epsilon) return;
    this.#bestValue = value;
    this.#best.set(this.#counts);
  }

  #fitting(item: number): number {
    const { width, requests } = this.#model;
    const base = (this.#itemTypes[item] ?? 0) * width;
    let count = (this.#maxCounts[item] ?? 0) - (this.#counts[item] ?? 0);
    for (let k = 0; k < width && count > 0; k++) {
      const request = requests[base + k] ?? 0;
      if (request > 0) count = Math.min(count, Math.floor((this.#left[k] ?? 0) / request));
    }
    this.#steps += width;
    return count;
  }

  #take(item: number, count: number): void {
    const { width, requests } = this.#model;
    const base = (this.#itemTypes[item] ?? 0) * width;
    for (let k = 0; k < width; k++) {
      this.#left[k] = (this.#left[k] ?? 0) - count * (requests[base + k] ?? 0);
    }
    this.#counts[item] = (this.#counts[item] ?? 0) + count;
    this.#steps += width;
  }

  /** Returns the free capacity, weighted by the dual prices of the resources. */
  #weightLeft(): number {
    const { width, largest } = this.#model;
    let weight = 0;
    for (let k = 0; k < width; k++) {
      weight += ((this.#multipliers[k] ?? 0) * (this.#left[k] ?? 0)) / (largest[k] ?? 1);
    }
    this.#steps += width;
    return weight;
  }
}
