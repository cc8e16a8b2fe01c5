// Method: dynamic programming over all subsets of the demand (Bellman 1957). For each part of the
// demand: the cheapest single node, or the best split into one node and a remaining part. Only for
// small demands.
// Arrays: a state is the index of a part of the demand, in mixed radix with `demand + 1` digits per
// item type. `#strides`: one per item type. `#costs`: one per state, micro-USD per hour. `#nodes`,
// `#wholes`: one per state.

import type { BinType, PackingModel } from '../packing/packing-model.js';
import { costOf, type PackingPlan, type PatternRun } from '../packing/patterns.js';

/** Maximum number of parts of the demand, and of splits of a part in two. */
const maxStates = 2_048;
const maxSplits = 300_000;

/** An optimal plan with its cost in micro-USD per hour. */
export interface ExactPackingPlan {
  readonly plan: PackingPlan;
  readonly cost: number;
}

/**
 * Returns the cheapest plan of all, by exhaustive search.
 * @returns `null` if the demand has too many parts, or some pods fit on no node
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
  /** By item type: the addition of one pod to the index of the state. */
  readonly #strides: readonly number[];
  /** By state: the lowest cost known, and the first node of the plan with that cost. */
  readonly #costs: Float64Array;
  readonly #nodes: (FirstNode | undefined)[] = [];
  /** By state: the cheapest offering that holds all of it on one node. */
  readonly #singleNodes: readonly (BinType | undefined)[];

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
    this.#singleNodes = Array.from({ length: states }, (_, state) => {
      const counts = this.#countsOf(state);
      const taken = this.#takenBy(counts);
      return offerings.find((offering) => this.#fits(offering, counts, taken));
    });
  }

  run(): ExactPackingPlan | null {
    this.#costs[0] = 0;
    for (let state = 1; state < this.#costs.length; state++) {
      const counts = this.#countsOf(state);
      const first = counts.findIndex((count) => count > 0);
      // Some node holds a pod of the first item type, so only such nodes are tried.
      for (let own = 1; own <= (counts[first] ?? 0); own++) {
        this.#try(state, counts, first + 1, own * (this.#strides[first] ?? 0));
      }
    }
    const plan = this.#planOf(this.#costs.length - 1);
    return plan === null ? null : { plan, cost: costOf(plan) };
  }

  /** Visits all parts of a state that have the given pods of the item types before one. */
  #try(state: number, counts: readonly number[], itemType: number, part: number): void {
    if (itemType < counts.length) {
      for (let own = 0; own <= (counts[itemType] ?? 0); own++) {
        this.#try(state, counts, itemType + 1, part + own * (this.#strides[itemType] ?? 0));
      }
      return;
    }
    const offering = this.#singleNodes[part];
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

  #fits({ group, capacity }: BinType, counts: readonly number[], taken: Float64Array): boolean {
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
