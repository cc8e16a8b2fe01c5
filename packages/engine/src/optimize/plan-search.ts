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

/** With more shapes the columns do not converge in the time there is. */
const mostShapesForColumns = 80;
/** Plans nearer to the bound than this are not improved further. */
const goodEnoughRatio = 0.0005;
const greedyLooks = 50;

export interface FoundPlan {
  readonly plan: Plan;
  readonly madeBy: PlanMethod;
  /** A better proof than the fluid one, if there is one. */
  readonly prices: PodPrices | null;
}

/**
 * Looks for a cheap plan while the budget lasts: first greedily, then by columns where there are few
 * shapes, then by improving the best in small.
 * @returns `null` when the budget did not even last for the first
 */
export function searchPlan(
  market: Market,
  fluid: FluidValues,
  task: { readonly budget: WorkBudget; readonly random: () => number },
): FoundPlan | null {
  const { budget, random } = task;
  const { values } = fluid;
  const knapsack = new NodeKnapsack(market, budget);
  const complete = (left: Float64Array, worths: Float64Array): Plan | null =>
    priceAndFill(
      market,
      knapsack,
      { values: worths, looks: greedyLooks },
      { left, offerings: market.offerings, budget },
    );
  const greedy = complete(demandOf(market), values);
  if (greedy === null) return null;
  let best: FoundPlan = { plan: greedy, madeBy: 'PriceAndFill', prices: null };

  if (market.shapes.length <= mostShapesForColumns) {
    const portion = budget.portion(0.7);
    const columns = new ColumnGeneration(market, new NodeKnapsack(market, portion), portion);
    const solved = columns.run(demandOf(market), values);
    const plan = dive(market, columns, { values: solved.values, budget: portion, complete });
    best = { ...best, prices: columns.best };
    if (plan !== null && costOf(plan) < costOf(best.plan)) {
      best = { plan, madeBy: 'ColumnGeneration', prices: columns.best };
    }
  }

  const bound = boundOf(market, fluid, best.prices);
  const improved = searchNeighbourhood(market, knapsack, best.plan, {
    values,
    budget,
    random,
    target: bound * (1 + goodEnoughRatio),
  });
  return costOf(improved) < costOf(best.plan)
    ? { ...best, plan: improved, madeBy: 'NeighbourhoodSearch' }
    : best;
}

function boundOf(market: Market, { values }: FluidValues, prices: PodPrices | null): number {
  const fluid = market.shapes.reduce(
    (sum, { demand }, shape) => sum + demand * (values[shape] ?? 0),
    0,
  );
  return Math.max(fluid, prices?.lowerBound ?? 0);
}
