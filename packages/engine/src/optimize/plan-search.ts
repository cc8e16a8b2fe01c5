import type { PlanMethod } from '../model/plan-cost.js';
import { ColumnGeneration, type PodPrices } from './column-generation.js';
import { dive } from './dive.js';
import { costOf, demandOf, type Plan } from './fills.js';
import type { FluidValues } from './fluid-values.js';
import type { Market } from './market.js';
import { searchNeighbourhood } from './neighbourhood-search.js';
import { NodeKnapsack } from './node-knapsack.js';
import { priceAndFill } from './price-and-fill.js';
import type { WorkBudget } from './work-budget.js';

/** With more shapes the columns do not come together in the time there is. */
const mostShapesForColumns = 80;
/** Parts of the budget: for columns, and of what is left then for making whole nodes of them. */
const columnsShare = 0.4;
const diveShare = 0.5;
/** Plans nearer to the bound than this are not improved further. */
const goodEnoughRatio = 0.0005;
const greedyLooks = 50;
/**
 * Ways to buy greedily; which is best depends on the demand. `mixing` is that of the guide;
 * `spreadWorth` adds a part of the dearest node's cost for all of its room to the worth of pods, so
 * that resources that are worth nothing by the bound, because there is plenty, are used up evenly too.
 * Measured on the workloads of the bench: each is the best of them somewhere.
 */
const [firstWay, ...otherWays] = [
  { mixing: 1.5, spreadWorth: 0.02 },
  { mixing: Infinity, spreadWorth: 0.02 },
  { mixing: 1.5, spreadWorth: 0 },
  { mixing: Infinity, spreadWorth: 0 },
  { mixing: 1, spreadWorth: 0 },
  { mixing: 1, spreadWorth: 0.02 },
  { mixing: 1.5, spreadWorth: 0.1 },
] as const;
const greedyShare = 0.4;

export interface FoundPlan {
  readonly plan: Plan;
  readonly madeBy: PlanMethod;
  /** A better proof than the fluid one, if there is one. */
  readonly prices: PodPrices | null;
}

/**
 * Looks for a cheap plan while the budget lasts: first greedily, then by columns where there are few
 * shapes, then by improving the best in small.
 * @returns `null` when there was not even time for the first, or some pods fit on nothing
 */
export function searchPlan(
  market: Market,
  fluid: FluidValues,
  task: {
    /** For the first plan alone: without one there is nothing to improve. */
    readonly firstBudget: WorkBudget;
    readonly budget: WorkBudget;
    readonly random: () => number;
  },
): FoundPlan | null {
  const { budget, random } = task;
  const { values } = fluid;
  const fill = (left: Float64Array, way: GreedyWay, by: WorkBudget): Plan | null =>
    priceAndFill(
      market,
      new NodeKnapsack(market, by),
      {
        values: withSpreadWorth(market, way.values ?? values, way.spreadWorth),
        mixing: way.mixing,
        looks: greedyLooks,
      },
      { left, offerings: market.offerings, budget: by },
    );
  const first = fill(demandOf(market), firstWay, task.firstBudget);
  if (first === null) return null;
  const greedyBudget = budget.portion(greedyShare);
  const others = otherWays.map((way) => fill(demandOf(market), way, greedyBudget));
  const greedy = [first, ...others.filter((plan) => plan !== null)];
  let best: FoundPlan = { plan: cheapest(greedy) ?? first, madeBy: 'PriceAndFill', prices: null };

  if (market.shapes.length <= mostShapesForColumns) {
    const portion = budget.portion(columnsShare);
    const columns = new ColumnGeneration(market);
    for (const plan of greedy) columns.seed(plan);
    const solved = columns.run(demandOf(market), values, portion);
    const diveBudget = budget.portion(diveShare);
    const plan = dive(market, columns, {
      values: solved.values,
      budget: diveBudget,
      complete: (left, worths) =>
        cheapest(
          [firstWay, ...otherWays.slice(0, 2)].flatMap((way) => {
            const rest = fill(left.slice(), { ...way, values: worths }, diveBudget);
            return rest === null ? [] : [rest];
          }),
        ),
    });
    best = { ...best, prices: columns.best };
    if (plan !== null && costOf(plan) < costOf(best.plan)) {
      best = { plan, madeBy: 'ColumnGeneration', prices: columns.best };
    }
  }

  const bound = boundOf(market, fluid, best.prices);
  const improved = searchNeighbourhood(market, new NodeKnapsack(market, budget), best.plan, {
    values,
    budget,
    random,
    target: bound * (1 + goodEnoughRatio),
  });
  return costOf(improved) < costOf(best.plan)
    ? { ...best, plan: improved, madeBy: 'NeighbourhoodSearch' }
    : best;
}

interface GreedyWay {
  readonly mixing: number;
  readonly spreadWorth: number;
  /** By shape; those of the bound when not given. */
  readonly values?: Float64Array;
}

function withSpreadWorth(
  { width, offerings, relativeRequests }: Market,
  values: Float64Array,
  spreadWorth: number,
): Float64Array {
  const dearest = offerings.reduce((most, { cost }) => Math.max(most, cost), 0);
  return values.map((value, shape) => {
    let taken = 0;
    for (let k = 0; k < width; k++) taken += relativeRequests[shape * width + k] ?? 0;
    return value + spreadWorth * dearest * taken;
  });
}

/** @returns `null` when there is none */
function cheapest(plans: readonly Plan[]): Plan | null {
  return plans.reduce<Plan | null>(
    (best, plan) => (best === null || costOf(plan) < costOf(best) ? plan : best),
    null,
  );
}

function boundOf(market: Market, { values }: FluidValues, prices: PodPrices | null): number {
  const fluid = market.shapes.reduce(
    (sum, { demand }, shape) => sum + demand * (values[shape] ?? 0),
    0,
  );
  return Math.max(fluid, prices?.lowerBound ?? 0);
}
