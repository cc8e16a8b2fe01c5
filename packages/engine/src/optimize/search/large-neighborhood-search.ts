// Method: large-neighborhood search (Shaw 1998; Pisinger and Ropke 2010), also called ruin and
// recreate (Schrimpf et al. 2000). Ruin removes up to eight nodes, chosen by tournament on their
// relative loss; recreate packs their pods greedily with perturbed dual prices; a plan that costs
// no more is accepted.
// Arrays: `values`: dual prices, one per item type, micro-USD per hour. `left`: one per item type,
// pods to place.

import type { BinType, PackingModel, Pattern } from '../packing/packing-model.js';
import { costOf, type PackingPlan, type PatternRun } from '../packing/patterns.js';
import type { WorkBudget } from '../work-budget.js';
import { packGreedily } from './greedy-packing.js';
import type { NodeKnapsack } from './node-knapsack.js';

/** Maximum number of nodes that one iteration removes. */
const maxRuined = 8;
/** Number of random offerings of one iteration, besides those of the removed nodes. */
const sampledOfferings = 4;
/** Width of the random change of the dual prices, relative; it makes iterations differ. */
const perturbation = 0.15;
const packingEvaluations = 30;
/**
 * Number of iterations without improvement after which the search ends: a constant plus a number
 * per node.
 */
const idleIterations = 200;
const idleIterationsPerNode = 20;
/** Steps of one iteration besides the packing. */
const stepsPerIteration = 2_000;

/**
 * Returns a plan that costs no more: removes a few nodes, preferably those with the highest
 * relative loss, places their pods again, and keeps the result if it is not more expensive. Ends
 * when the budget is spent.
 */
export function searchLargeNeighborhoods(
  model: PackingModel,
  knapsack: NodeKnapsack,
  plan: PackingPlan,
  task: {
    readonly values: Float64Array;
    readonly budget: WorkBudget;
    readonly random: () => number;
    /** The search ends when the plan costs no more than this; micro-USD per hour. */
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
      if (idle > idleIterations + idleIterationsPerNode * nodes.length) break;
      this.#task.budget.spend(stepsPerIteration);
      const ruined = this.#choose(nodes);
      const before = ruined.reduce((sum, index) => sum + (nodes[index]?.offering.cost ?? 0), 0);
      const rebuilt = this.#rebuild(ruined.flatMap((index) => nodes[index] ?? []));
      if (rebuilt === null || costOf(rebuilt) > before) continue;
      if (costOf(rebuilt) < before) idle = 0;
      cost += costOf(rebuilt) - before;
      // From the back, so that earlier indexes stay valid.
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

  /**
   * Returns the cost of the node less the dual prices of its pods, relative to its cost; `-Infinity`
   * for a node without cost, which cannot be improved.
   */
  #lossOf(pattern: Pattern | undefined): number {
    if (pattern === undefined || pattern.offering.cost === 0) return -Infinity;
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
    const perturbed = values.map((value, itemType) =>
      (left[itemType] ?? 0) > 0 ? value * (1 + perturbation * (random() - 0.5)) : value,
    );
    return packGreedily(
      this.#model,
      this.#knapsack,
      { values: perturbed, evaluations: packingEvaluations, mixing: Infinity },
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
