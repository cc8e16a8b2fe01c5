import type { PlanMethod } from '../model/plan-cost.js';
import { ColumnGeneration, type DualSolution } from './column-generation.js';
import { dive } from './dive.js';
import { packGreedily } from './greedy-packing.js';
import { searchLargeNeighborhoods } from './large-neighborhood-search.js';
import type { LpRelaxation } from './lp-relaxation.js';
import { NodeKnapsack } from './node-knapsack.js';
import type { PackingModel } from './packing-model.js';
import { costOf, demandOf, type PackingPlan } from './patterns.js';
import type { WorkBudget } from './work-budget.js';

/** With more shapes the columns do not come together in the time there is. */
const maxItemTypesForColumns = 80;
/** Parts of the budget: for columns, and of what is left then for making whole nodes of them. */
const columnsShare = 0.4;
const diveShare = 0.5;
/** Plans nearer to the bound than this are not improved further. */
const goodEnoughRatio = 0.0005;
const greedyEvaluations = 50;
/**
 * Ways to buy greedily; which is best depends on the demand. `mixing` is that of the guide;
 * `spreadWorth` adds a part of the dearest node's cost for all of its room to the worth of pods, so
 * that resources that are worth nothing by the bound, because there is plenty, are used up evenly too.
 * Measured on the workloads of the bench: each is the best of them somewhere.
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

export interface FoundPlan {
  readonly plan: PackingPlan;
  readonly method: PlanMethod;
  /** A better proof than the fluid one, if there is one. */
  readonly duals: DualSolution | null;
}

/**
 * Looks for a cheap plan while the budget lasts: first greedily, then by columns where there are few
 * shapes, then by improving the best in small.
 * @returns `null` when there was not even time for the first, or some pods fit on nothing
 */
export function searchPlan(
  model: PackingModel,
  relaxation: LpRelaxation,
  task: {
    /** For the first plan alone: without one there is nothing to improve. */
    readonly firstBudget: WorkBudget;
    readonly budget: WorkBudget;
    readonly random: () => number;
  },
): FoundPlan | null {
  const { budget, random } = task;
  const { values } = relaxation;
  const pattern = (
    left: Float64Array,
    variant: GreedyVariant,
    by: WorkBudget,
  ): PackingPlan | null =>
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
  const first = pattern(demandOf(model), firstVariant, task.firstBudget);
  if (first === null) return null;
  const greedyBudget = budget.portion(greedyShare);
  const others = otherVariants.map((variant) => pattern(demandOf(model), variant, greedyBudget));
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
            const rest = pattern(left.slice(), { ...variant, values: dualPrices }, diveBudget);
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
  /** By shape; those of the bound when not given. */
  readonly values?: Float64Array;
}

function withSpreadShare(
  { width, offerings, relativeRequests }: PackingModel,
  values: Float64Array,
  spreadShare: number,
): Float64Array {
  const highestCost = offerings.reduce((most, { cost }) => Math.max(most, cost), 0);
  return values.map((value, itemType) => {
    let taken = 0;
    for (let k = 0; k < width; k++) taken += relativeRequests[itemType * width + k] ?? 0;
    return value + spreadShare * highestCost * taken;
  });
}

/** @returns `null` when there is none */
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
