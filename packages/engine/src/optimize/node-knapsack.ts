import { BoundedLp } from './bounded-lp.js';
import type { BinType, PackingModel, Pattern } from './packing-model.js';
import type { WorkBudget } from './work-budget.js';

const epsilon = 1e-9;

/** The best filling of a node if pods could be cut. */
export interface RelaxedPattern {
  /** What a unit of each resource is worth, in parts of the largest room; never negative. */
  readonly multipliers: Float64Array;
  /** Shapes of which at least one pod may go on the node and fits. */
  readonly itemTypes: Int32Array;
  /** How many pods of each of them, whole ones of those that would be cut. */
  readonly counts: Int32Array;
  /** With pods cut: no whole pods are worth more, unless the method was stopped before its end. */
  readonly dualValue: number;
}

/** How many whole pods to put on a node. */
export interface PackedPattern {
  readonly pattern: Pattern;
  readonly value: number;
}

/**
 * The question of what one node is best filled with, given what each shape is worth. Made for one
 * market; keeps its work space.
 */
export class NodeKnapsack {
  readonly #model: PackingModel;
  readonly #budget: WorkBudget;
  readonly #lp: BoundedLp;
  /** By group and shape: whether nodes of the group may hold it. */
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
   * @param most by shape: how many of it the node may get
   * @param among the shapes that are looked at: all, or those that are left
   */
  relax(
    offering: BinType,
    values: Float64Array,
    { most, among }: { readonly most: Float64Array; readonly among: Int32Array },
  ): RelaxedPattern {
    const { width, relativeRequests } = this.#model;
    const group = offering.group * this.#model.itemTypes.length;
    const lp = this.#lp;
    lp.begin();
    const itemTypes: number[] = [];
    for (const itemType of among) {
      if (this.#admits[group + itemType] !== 1) continue;
      const fitting = mostOf(this.#model, offering, itemType, { most });
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
   * Packs whole pods: those of the relaxation, and into the rest of the room what fits best, found
   * depth first, shapes of the best value per room first, cut where it cannot beat the best so far.
   */
  pack(offering: BinType, task: PackingTask): PackedPattern {
    return new Packing(this.#model, offering, task).pack(this.#budget);
  }
}

/** How many pods of a shape a node could have at most; 0 when not even one fits. */
export function mostOf(
  model: PackingModel,
  { capacity }: BinType,
  itemType: number,
  { most }: { readonly most: Float64Array },
): number {
  let least = most[itemType] ?? 0;
  for (let k = 0; k < model.width && least > 0; k++) {
    const request = model.requests[itemType * model.width + k] ?? 0;
    if (request > 0) least = Math.min(least, Math.floor((capacity[k] ?? 0) / request));
  }
  return Math.max(0, least);
}

/**
 * What no filling of a node is worth more than, whole pods or cut: all of its room, and what pods are worth
 * beyond what they take of it.
 * @param multipliers what a unit of each resource is worth, in parts of the largest room; any do
 */
export function patternValueCeiling(
  model: PackingModel,
  offering: BinType,
  {
    values,
    most,
    multipliers,
  }: {
    readonly values: Float64Array;
    readonly most: Float64Array;
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
    if (gain > 0) ceiling += gain * mostOf(model, offering, itemType, { most });
  }
  return ceiling;
}

/** What to fill a node with; by shape, but for the multipliers. */
export interface PackingTask {
  readonly values: Float64Array;
  readonly most: Float64Array;
  readonly relaxed: RelaxedPattern;
  /** How many partial fillings are looked at, beyond the first full one, before the best is taken. */
  readonly evaluations: number;
}

/** Fills one node with whole pods. */
class Packing {
  readonly #model: PackingModel;
  readonly #offering: BinType;
  readonly #itemTypes: Int32Array;
  readonly #values: Float64Array;
  readonly #most: Float64Array;
  readonly #multipliers: Float64Array;
  /** Positions in the shapes, best value per room first. */
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
    const { values, most, relaxed } = task;
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
    this.#most = new Float64Array(itemTypes.length);
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
      this.#most[item] = most[itemType] ?? 0;
      const weight = this.#weight(itemType);
      this.#density[item] = (values[itemType] ?? 0) / Math.max(1e-12, weight);
      weights[item] = weight;
      this.#order.push(item);
    }
    const density = this.#density;
    this.#order.sort((a, b) => {
      const difference = (density[b] ?? 0) - (density[a] ?? 0);
      // Among equals the heavier: light pods fill the corners that they leave.
      if (Math.abs(difference) > 1e-6 * (density[a] ?? 0)) return difference;
      return (weights[b] ?? 0) - (weights[a] ?? 0) || a - b;
    });
  }

  pack(budget: WorkBudget): PackedPattern {
    const packed = this.#valueOf(this.#counts);
    this.#bestValue = packed;
    this.#explore(0, packed);
    // Where few pods fill a node, those of the relaxation leave room that nothing fits into.
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

  /** What a pod weighs by what the resources are worth. */
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
      this.#note(value);
      return;
    }
    const dualValue = this.#values[this.#itemTypes[item] ?? 0] ?? 0;
    const nextDensity = this.#density[this.#order[depth + 1] ?? -1] ?? 0;
    for (let count = fitting; count >= 0; count--) {
      this.#take(item, count);
      const most = value + count * dualValue + this.#weightLeft() * nextDensity;
      const canWin = most > this.#bestValue + epsilon;
      if (canWin) this.#explore(depth + 1, value + count * dualValue);
      this.#take(item, -count);
      this.#evaluations += 1;
      // With fewer of the better item the most that can be reached only falls.
      if (!canWin || this.#evaluations >= this.#maxEvaluations) break;
    }
  }

  #note(value: number): void {
    if (value <= this.#bestValue + epsilon) return;
    this.#bestValue = value;
    this.#best.set(this.#counts);
  }

  #fitting(item: number): number {
    const { width, requests } = this.#model;
    const base = (this.#itemTypes[item] ?? 0) * width;
    let count = (this.#most[item] ?? 0) - (this.#counts[item] ?? 0);
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

  /** What the room that is left weighs: at one density, no filling of it is worth more. */
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
