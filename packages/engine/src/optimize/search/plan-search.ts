// Combines the heuristics: greedy packing in several variants, then column generation with diving
// if there are few item types, then large-neighborhood search from the best plan (a matheuristic:
// heuristics guided by the duals of an LP). It stops early once the plan is close to the lower
// bound.
// Arrays: `values`: dual prices, one per item type, micro-USD per hour. `left`: one per item type,
// pods.

import type { PlanMethod } from '../../model/plan-cost.js';
import type { LpRelaxation } from '../linear-programs/lp-relaxation.js';
import type { PackingModel } from '../packing/packing-model.js';
import { costOf, demandOf, type PackingPlan } from '../packing/patterns.js';
import type { WorkBudget } from '../work-budget.js';
import { ColumnGeneration, type DualSolution } from './column-generation.js';
import { dive } from './dive.js';
import { packGreedily } from './greedy-packing.js';
import { searchLargeNeighborhoods } from './large-neighborhood-search.js';
import { NodeKnapsack } from './node-knapsack.js';

/**
 * Maximum number of item types for column generation: with more, it does not converge in the
 * budget.
 */
const maxItemTypesForColumns = 80;
/** Shares of the budget: for column generation, and of the rest for diving. */
const columnsShare = 0.4;
const diveShare = 0.5;
/** The search ends if the gap is below this. */
const goodEnoughRatio = 0.0005;
const greedyEvaluations = 50;
/**
 * Variants of the greedy heuristic; which is best depends on the demand. `mixing` is that of {@link
 * GreedyGuide}. `spreadShare` adds a share of the highest node cost, by request, to the dual
 * prices, so that resources with dual price 0 are used evenly too. Each is the best for some
 * workload of the benchmarks.
 */
const [firstVariant, ...otherVariants] = [
  { mixing: 1.5, spreadShare: 0.02 },
  { mixing: Infinity, spreadShare: 0.02 },
  { mixing: 1.5, spreadShare: 0 },
  { mixing: Infinity, spreadShare: 0 },
  { mixing: 1, spreadShare: 0 },
  { mixing: 1, spreadShare: 0.02 },
  { mixing: 1.5, spreadShare: 0.1 },
] as const;
const greedyShare = 0.4;

/** The best plan of the search, and the method that found it. */
export interface FoundPlan {
  readonly plan: PackingPlan;
  readonly method: PlanMethod;
  /** Dual prices that prove a better bound than the LP relaxation, or `null`. */
  readonly duals: DualSolution | null;
}

/**
 * Searches for a cheap plan while the budget lasts: greedy packing, column generation with diving,
 * large-neighborhood search.
 * @returns `null` if the first budget was spent without a plan, or some pods fit on no node
 */
export function searchPlan(
  model: PackingModel,
  relaxation: LpRelaxation,
  task: {
    /** Only for the first plan: without one, nothing can be improved. */
    readonly firstBudget: WorkBudget;
    readonly budget: WorkBudget;
    readonly random: () => number;
  },
): FoundPlan | null {
  const { budget, random } = task;
  const { values } = relaxation;
  const pack = (left: Float64Array, variant: GreedyVariant, by: WorkBudget): PackingPlan | null =>
    packGreedily(
      model,
      new NodeKnapsack(model, by),
      {
        values: withSpreadShare(model, variant.values ?? values, variant.spreadShare),
        mixing: variant.mixing,
        evaluations: greedyEvaluations,
      },
      { left, offerings: model.offerings, budget: by },
    );
  const first = pack(demandOf(model), firstVariant, task.firstBudget);
  if (first === null) return null;
  const greedyBudget = budget.portion(greedyShare);
  const others = otherVariants.map((variant) => pack(demandOf(model), variant, greedyBudget));
  const greedy = [first, ...others.filter((plan) => plan !== null)];
  let best: FoundPlan = { plan: cheapest(greedy) ?? first, method: 'Greedy', duals: null };

  if (model.itemTypes.length <= maxItemTypesForColumns) {
    const portion = budget.portion(columnsShare);
    const columns = new ColumnGeneration(model);
    for (const plan of greedy) columns.seed(plan);
    const solved = columns.run(demandOf(model), values, portion);
    const diveBudget = budget.portion(diveShare);
    const plan = dive(model, columns, {
      values: solved.values,
      budget: diveBudget,
      complete: (left, dualPrices) =>
        cheapest(
          [firstVariant, ...otherVariants.slice(0, 2)].flatMap((variant) => {
            const rest = pack(left.slice(), { ...variant, values: dualPrices }, diveBudget);
            return rest === null ? [] : [rest];
          }),
        ),
    });
    best = { ...best, duals: columns.best };
    if (plan !== null && costOf(plan) < costOf(best.plan)) {
      best = { plan, method: 'ColumnGeneration', duals: columns.best };
    }
  }

  const bound = boundOf(model, relaxation, best.duals);
  const improved = searchLargeNeighborhoods(model, new NodeKnapsack(model, budget), best.plan, {
    values,
    budget,
    random,
    target: bound * (1 + goodEnoughRatio),
  });
  return costOf(improved) < costOf(best.plan)
    ? { ...best, plan: improved, method: 'LargeNeighborhoodSearch' }
    : best;
}

interface GreedyVariant {
  readonly mixing: number;
  readonly spreadShare: number;
  /** Dual prices by item type; those of the LP relaxation if missing. */
  readonly values?: Float64Array;
}

function withSpreadShare(
  { width, offerings, relativeRequests }: PackingModel,
  values: Float64Array,
  spreadShare: number,
): Float64Array {
  const highestCost = offerings.reduce((max, { cost }) => Math.max(max, cost), 0);
  return values.map((value, itemType) => {
    let taken = 0;
    for (let k = 0; k < width; k++) taken += relativeRequests[itemType * width + k] ?? 0;
    return value + spreadShare * highestCost * taken;
  });
}

/** Returns the cheapest plan, or `null` if there is none. */
function cheapest(plans: readonly PackingPlan[]): PackingPlan | null {
  return plans.reduce<PackingPlan | null>(
    (best, plan) => (best === null || costOf(plan) < costOf(best) ? plan : best),
    null,
  );
}

function boundOf(
  model: PackingModel,
  { values }: LpRelaxation,
  duals: DualSolution | null,
): number {
  const relaxation = model.itemTypes.reduce(
    (sum, { demand }, itemType) => sum + demand * (values[itemType] ?? 0),
    0,
  );
  return Math.max(relaxation, duals?.lowerBound ?? 0);
}
