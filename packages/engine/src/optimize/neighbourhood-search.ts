import { costOf, type FillRun, type Plan } from './fills.js';
import type { Fill, Market, MarketOffering } from './market.js';
import type { NodeKnapsack } from './node-knapsack.js';
import { priceAndFill } from './price-and-fill.js';
import type { WorkBudget } from './work-budget.js';

/** How many nodes are torn down at a time, at most. */
const mostRuined = 8;
/** Offerings that one try looks at, beside those of the nodes torn down. */
const sampledOfferings = 4;
/** How far the worth of pods is shaken, so that tries differ. */
const shake = 0.15;
const packingLooks = 30;
/** Tries without a gain after which no more are made: so many, and so many for each node. */
const idleTries = 200;
const idleTriesPerNode = 20;
/** What a try costs beside the packing, in steps. */
const stepsPerTry = 2_000;

/**
 * Improves a plan in small: tears a few nodes down, those that cost most beyond the worth of their
 * pods more often than others, buys anew for their pods, and keeps what is cheaper.
 */
export function searchNeighbourhood(
  market: Market,
  knapsack: NodeKnapsack,
  plan: Plan,
  task: {
    readonly values: Float64Array;
    readonly budget: WorkBudget;
    readonly random: () => number;
    /** Stops when the plan costs no more than this. */
    readonly target: number;
  },
): Plan {
  return new NeighbourhoodSearch(market, knapsack, task).run(plan);
}

interface Task {
  readonly values: Float64Array;
  readonly budget: WorkBudget;
  readonly random: () => number;
  readonly target: number;
}

class NeighbourhoodSearch {
  readonly #market: Market;
  readonly #knapsack: NodeKnapsack;
  readonly #task: Task;

  constructor(market: Market, knapsack: NodeKnapsack, task: Task) {
    this.#market = market;
    this.#knapsack = knapsack;
    this.#task = task;
  }

  run(plan: Plan): Plan {
    const nodes = plan.flatMap(({ fill, nodes: count }) =>
      Array.from({ length: count }, () => fill),
    );
    let cost = costOf(plan);
    let idle = 0;
    while (!this.#task.budget.isSpent && cost > this.#task.target) {
      idle += 1;
      if (idle > idleTries + idleTriesPerNode * nodes.length) break;
      this.#task.budget.spend(stepsPerTry);
      const ruined = this.#choose(nodes);
      const before = ruined.reduce((sum, index) => sum + (nodes[index]?.offering.cost ?? 0), 0);
      const rebuilt = this.#rebuild(ruined.flatMap((index) => nodes[index] ?? []));
      if (rebuilt === null || costOf(rebuilt) > before) continue;
      if (costOf(rebuilt) < before) idle = 0;
      cost += costOf(rebuilt) - before;
      // From the back, so that the positions before stay.
      for (const index of ruined.toSorted((a, b) => b - a)) nodes.splice(index, 1);
      for (const { fill, nodes: count } of rebuilt) {
        for (let i = 0; i < count; i++) nodes.push(fill);
      }
    }
    return nodes.map((fill) => ({ fill, nodes: 1 }));
  }

  #choose(nodes: readonly Fill[]): readonly number[] {
    const { random } = this.#task;
    const count = Math.min(nodes.length, 2 + Math.floor(random() * (mostRuined - 1)));
    const chosen = new Set<number>();
    for (let tries = 0; chosen.size < count && tries < 4 * count; tries++) {
      let worst = Math.floor(random() * nodes.length);
      for (let rival = 0; rival < 3; rival++) {
        const other = Math.floor(random() * nodes.length);
        if (this.#lossOf(nodes[other]) > this.#lossOf(nodes[worst])) worst = other;
      }
      chosen.add(worst);
    }
    return [...chosen];
  }

  /** What the node costs beyond the worth of its pods, by its cost. */
  #lossOf(fill: Fill | undefined): number {
    if (fill === undefined) return -Infinity;
    let worth = 0;
    fill.shapes.forEach((shape, i) => {
      worth += (fill.counts[i] ?? 0) * (this.#task.values[shape] ?? 0);
    });
    return 1 - worth / fill.offering.cost;
  }

  #rebuild(ruined: readonly Fill[]): FillRun[] | null {
    const { random, values, budget } = this.#task;
    const left = new Float64Array(this.#market.shapes.length);
    for (const { shapes, counts } of ruined) {
      shapes.forEach((shape, i) => {
        left[shape] = (left[shape] ?? 0) + (counts[i] ?? 0);
      });
    }
    const shaken = values.map((value, shape) =>
      (left[shape] ?? 0) > 0 ? value * (1 + shake * (random() - 0.5)) : value,
    );
    return priceAndFill(
      this.#market,
      this.#knapsack,
      { values: shaken, looks: packingLooks, mixing: Infinity },
      { left, offerings: this.#sampleOfferings(ruined), budget },
    );
  }

  #sampleOfferings(ruined: readonly Fill[]): readonly MarketOffering[] {
    const { offerings } = this.#market;
    const sampled = new Set(ruined.map(({ offering }) => offering));
    for (let i = 0; i < sampledOfferings; i++) {
      const offering = offerings[Math.floor(this.#task.random() * offerings.length)];
      if (offering !== undefined) sampled.add(offering);
    }
    return [...sampled];
  }
}
