import type { BinType, PackingModel } from './packing-model.js';
import { costOf, type PackingPlan, type PatternRun } from './patterns.js';

/** So many different parts of the demand are looked at, and so many ways to split one in two. */
const maxStates = 2_048;
const maxSplits = 300_000;

export interface ExactPackingPlan {
  readonly plan: PackingPlan;
  readonly cost: number;
}

/**
 * The cheapest plan there is, found by trying every way, where there are few enough. For each part of
 * the demand: the cheapest node for all of it, or the best split into what one node holds and a rest.
 * @returns `null` when there are too many ways, or some pods fit on nothing
 */
export function findOptimalPlan(model: PackingModel): ExactPackingPlan | null {
  const { itemTypes } = model;
  const states = itemTypes.reduce((product, { demand }) => product * (demand + 1), 1);
  const splits = itemTypes.reduce(
    (product, { demand }) => (product * (demand + 1) * (demand + 2)) / 2,
    1,
  );
  if (states > maxStates || splits > maxSplits) return null;
  return new ExactSearch(model, states).run();
}

class ExactSearch {
  readonly #model: PackingModel;
  /** What one pod of each shape adds to the number of a part. */
  readonly #strides: readonly number[];
  /** By part of the demand: what it costs at least, and what the first node of it then is. */
  readonly #costs: Float64Array;
  readonly #nodes: (FirstNode | undefined)[] = [];
  /** By part: the cheapest offering that holds all of it on one node. */
  readonly #wholes: readonly (BinType | undefined)[];

  constructor(model: PackingModel, states: number) {
    this.#model = model;
    let stride = 1;
    this.#strides = model.itemTypes.map(({ demand }) => {
      const own = stride;
      stride *= demand + 1;
      return own;
    });
    this.#costs = new Float64Array(states).fill(Infinity);
    const offerings = model.offerings.toSorted((a, b) => a.cost - b.cost);
    this.#wholes = Array.from({ length: states }, (_, state) => {
      const counts = this.#countsOf(state);
      const taken = this.#takenBy(counts);
      return offerings.find((offering) => this.#holds(offering, counts, taken));
    });
  }

  run(): ExactPackingPlan | null {
    this.#costs[0] = 0;
    for (let state = 1; state < this.#costs.length; state++) {
      const counts = this.#countsOf(state);
      const first = counts.findIndex((count) => count > 0);
      // Some node holds a pod of the first shape: only those nodes are tried.
      for (let own = 1; own <= (counts[first] ?? 0); own++) {
        this.#try(state, counts, first + 1, own * (this.#strides[first] ?? 0));
      }
    }
    const plan = this.#planOf(this.#costs.length - 1);
    return plan === null ? null : { plan, cost: costOf(plan) };
  }

  /** Goes through all parts of a state that have these many pods of the shapes before one. */
  #try(state: number, counts: readonly number[], itemType: number, part: number): void {
    if (itemType < counts.length) {
      for (let own = 0; own <= (counts[itemType] ?? 0); own++) {
        this.#try(state, counts, itemType + 1, part + own * (this.#strides[itemType] ?? 0));
      }
      return;
    }
    const offering = this.#wholes[part];
    if (offering === undefined) return;
    const cost = offering.cost + (this.#costs[state - part] ?? Infinity);
    if (cost >= (this.#costs[state] ?? Infinity)) return;
    this.#costs[state] = cost;
    this.#nodes[state] = { offering, part };
  }

  #countsOf(state: number): readonly number[] {
    return this.#model.itemTypes.map(
      ({ demand }, itemType) => Math.floor(state / (this.#strides[itemType] ?? 1)) % (demand + 1),
    );
  }

  #takenBy(counts: readonly number[]): Float64Array {
    const { width, requests } = this.#model;
    const taken = new Float64Array(width);
    counts.forEach((count, itemType) => {
      for (let k = 0; k < width; k++) {
        taken[k] = (taken[k] ?? 0) + count * (requests[itemType * width + k] ?? 0);
      }
    });
    return taken;
  }

  #holds({ group, capacity }: BinType, counts: readonly number[], taken: Float64Array): boolean {
    const { groups, itemTypes } = this.#model;
    return (
      taken.every((amount, k) => amount <= (capacity[k] ?? 0)) &&
      counts.every(
        (count, itemType) =>
          count === 0 ||
          (count <= (itemTypes[itemType]?.maxPerNode ?? 0) &&
            groups[group]?.includes(itemType) === true),
      )
    );
  }

  #planOf(state: number): PackingPlan | null {
    const runs: PatternRun[] = [];
    for (let left = state; left > 0; ) {
      const node = this.#nodes[left];
      if (node === undefined) return null;
      const counts = this.#countsOf(node.part);
      const itemTypes = [...counts.keys()].filter((itemType) => (counts[itemType] ?? 0) > 0);
      const pattern = {
        offering: node.offering,
        itemTypes: Int32Array.from(itemTypes),
        counts: Int32Array.from(itemTypes, (itemType) => counts[itemType] ?? 0),
      };
      runs.push({ pattern, nodes: 1 });
      left -= node.part;
    }
    return runs;
  }
}

interface FirstNode {
  readonly offering: BinType;
  readonly part: number;
}
