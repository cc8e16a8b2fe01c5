import { packGreedily } from './greedy-packing.js';
import type { NodeKnapsack } from './node-knapsack.js';
import type { BinType, PackingModel, Pattern } from './packing-model.js';
import { costOf, type PackingPlan, type PatternRun } from './patterns.js';
import type { WorkBudget } from './work-budget.js';

/** How many nodes are torn down at a time, at most. */
const maxRuined = 8;
/** Offerings that one try looks at, beside those of the nodes torn down. */
const sampledOfferings = 4;
/** How far the worth of pods is shaken, so that tries differ. */
const shake = 0.15;
const packingEvaluations = 30;
/** Tries without a gain after which no more are made: so many, and so many for each node. */
const idleTries = 200;
const idleTriesPerNode = 20;
/** What a try costs beside the packing, in steps. */
const stepsPerTry = 2_000;

/**
 * Improves a plan in small: tears a few nodes down, those that cost most beyond the worth of their
 * pods more often than others, buys anew for their pods, and keeps what is cheaper.
 */
export function searchLargeNeighborhoods(
  model: PackingModel,
  knapsack: NodeKnapsack,
  plan: PackingPlan,
  task: {
    readonly values: Float64Array;
    readonly budget: WorkBudget;
    readonly random: () => number;
    /** Stops when the plan costs no more than this. */
    readonly target: number;
  },
): PackingPlan {
  return new LargeNeighborhoodSearch(model, knapsack, task).run(plan);
}

interface Task {
  readonly values: Float64Array;
  readonly budget: WorkBudget;
  readonly random: () => number;
  readonly target: number;
}

class LargeNeighborhoodSearch {
  readonly #model: PackingModel;
  readonly #knapsack: NodeKnapsack;
  readonly #task: Task;

  constructor(model: PackingModel, knapsack: NodeKnapsack, task: Task) {
    this.#model = model;
    this.#knapsack = knapsack;
    this.#task = task;
  }

  run(plan: PackingPlan): PackingPlan {
    const nodes = plan.flatMap(({ pattern, nodes: count }) =>
      Array.from({ length: count }, () => pattern),
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
      for (const { pattern, nodes: count } of rebuilt) {
        for (let i = 0; i < count; i++) nodes.push(pattern);
      }
    }
    return nodes.map((pattern) => ({ pattern, nodes: 1 }));
  }

  #choose(nodes: readonly Pattern[]): readonly number[] {
    const { random } = this.#task;
    const count = Math.min(nodes.length, 2 + Math.floor(random() * (maxRuined - 1)));
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
  #lossOf(pattern: Pattern | undefined): number {
    if (pattern === undefined) return -Infinity;
    let dualValue = 0;
    pattern.itemTypes.forEach((itemType, i) => {
      dualValue += (pattern.counts[i] ?? 0) * (this.#task.values[itemType] ?? 0);
    });
    return 1 - dualValue / pattern.offering.cost;
  }

  #rebuild(ruined: readonly Pattern[]): PatternRun[] | null {
    const { random, values, budget } = this.#task;
    const left = new Float64Array(this.#model.itemTypes.length);
    for (const { itemTypes, counts } of ruined) {
      itemTypes.forEach((itemType, i) => {
        left[itemType] = (left[itemType] ?? 0) + (counts[i] ?? 0);
      });
    }
    const shaken = values.map((value, itemType) =>
      (left[itemType] ?? 0) > 0 ? value * (1 + shake * (random() - 0.5)) : value,
    );
    return packGreedily(
      this.#model,
      this.#knapsack,
      { values: shaken, evaluations: packingEvaluations, mixing: Infinity },
      { left, offerings: this.#sampleOfferings(ruined), budget },
    );
  }

  #sampleOfferings(ruined: readonly Pattern[]): readonly BinType[] {
    const { offerings } = this.#model;
    const sampled = new Set(ruined.map(({ offering }) => offering));
    for (let i = 0; i < sampledOfferings; i++) {
      const offering = offerings[Math.floor(this.#task.random() * offerings.length)];
      if (offering !== undefined) sampled.add(offering);
    }
    return [...sampled];
  }
}
