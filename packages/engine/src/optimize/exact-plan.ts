import { costOf, type FillRun, type Plan } from './fills.js';
import type { Market, MarketOffering } from './market.js';

/** So many different parts of the demand are looked at, and so many ways to split one in two. */
const mostStates = 2_048;
const mostSplits = 300_000;

export interface ExactPlan {
  readonly plan: Plan;
  readonly cost: number;
}

/**
 * The cheapest plan there is, found by trying every way, where there are few enough. For each part of
 * the demand: the cheapest node for all of it, or the best split into what one node holds and a rest.
 * @returns `null` when there are too many ways, or some pods fit on nothing
 */
export function findExactPlan(market: Market): ExactPlan | null {
  const { shapes } = market;
  const states = shapes.reduce((product, { demand }) => product * (demand + 1), 1);
  const splits = shapes.reduce(
    (product, { demand }) => (product * (demand + 1) * (demand + 2)) / 2,
    1,
  );
  if (states > mostStates || splits > mostSplits) return null;
  return new ExactSearch(market, states).run();
}

class ExactSearch {
  readonly #market: Market;
  /** What one pod of each shape adds to the number of a part. */
  readonly #strides: readonly number[];
  /** By part of the demand: what it costs at least, and what the first node of it then is. */
  readonly #costs: Float64Array;
  readonly #nodes: (FirstNode | undefined)[] = [];
  /** By part: the cheapest offering that holds all of it on one node. */
  readonly #wholes: readonly (MarketOffering | undefined)[];

  constructor(market: Market, states: number) {
    this.#market = market;
    let stride = 1;
    this.#strides = market.shapes.map(({ demand }) => {
      const own = stride;
      stride *= demand + 1;
      return own;
    });
    this.#costs = new Float64Array(states).fill(Infinity);
    const offerings = market.offerings.toSorted((a, b) => a.cost - b.cost);
    this.#wholes = Array.from({ length: states }, (_, state) => {
      const counts = this.#countsOf(state);
      const taken = this.#takenBy(counts);
      return offerings.find((offering) => this.#holds(offering, counts, taken));
    });
  }

  run(): ExactPlan | null {
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
  #try(state: number, counts: readonly number[], shape: number, part: number): void {
    if (shape < counts.length) {
      for (let own = 0; own <= (counts[shape] ?? 0); own++) {
        this.#try(state, counts, shape + 1, part + own * (this.#strides[shape] ?? 0));
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
    return this.#market.shapes.map(
      ({ demand }, shape) => Math.floor(state / (this.#strides[shape] ?? 1)) % (demand + 1),
    );
  }

  #takenBy(counts: readonly number[]): Float64Array {
    const { width, requests } = this.#market;
    const taken = new Float64Array(width);
    counts.forEach((count, shape) => {
      for (let k = 0; k < width; k++) {
        taken[k] = (taken[k] ?? 0) + count * (requests[shape * width + k] ?? 0);
      }
    });
    return taken;
  }

  #holds({ group, room }: MarketOffering, counts: readonly number[], taken: Float64Array): boolean {
    const { groups, shapes } = this.#market;
    return (
      taken.every((amount, k) => amount <= (room[k] ?? 0)) &&
      counts.every(
        (count, shape) =>
          count === 0 ||
          (count <= (shapes[shape]?.mostPerNode ?? 0) && groups[group]?.includes(shape) === true),
      )
    );
  }

  #planOf(state: number): Plan | null {
    const runs: FillRun[] = [];
    for (let left = state; left > 0; ) {
      const node = this.#nodes[left];
      if (node === undefined) return null;
      const counts = this.#countsOf(node.part);
      const shapes = [...counts.keys()].filter((shape) => (counts[shape] ?? 0) > 0);
      const fill = {
        offering: node.offering,
        shapes: Int32Array.from(shapes),
        counts: Int32Array.from(shapes, (shape) => counts[shape] ?? 0),
      };
      runs.push({ fill, nodes: 1 });
      left -= node.part;
    }
    return runs;
  }
}

interface FirstNode {
  readonly offering: MarketOffering;
  readonly part: number;
}
