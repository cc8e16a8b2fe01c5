import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { PodPrices } from './column-generation.js';
import { compileMarket } from './compile-market.js';
import { countByClass, type DemandItem, leastDemand } from './demand.js';
import { type FluidValues, findFluidValues } from './fluid-values.js';
import type { Market } from './market.js';
import { WorkBudget } from './work-budget.js';

/** The bound has a budget of its own: no plan is given out without one. */
export const fluidMs = 500;

/** What no plan for the pods on new nodes costs less than, whatever the pods have to give up. */
export interface FluidBound {
  readonly items: readonly DemandItem[];
  readonly market: Market;
  readonly fluid: FluidValues;
}

/** Prices of pods, and sets of worths of resources that prove them. */
export interface Bound {
  readonly market: Market;
  readonly values: Float64Array;
  readonly multipliers: readonly Float64Array[];
}

export function findBound(
  problem: SchedulingProblem,
  plan: FirstFitResult,
  nodeChargeMicroUsdPerHour: number,
): FluidBound {
  const items = leastDemand(problem, plan);
  const market = compileMarket(problem, items, {
    nodeChargeMicroUsdPerHour,
    keepsPoolOrder: false,
  });
  return { items, market, fluid: findFluidValues(market, new WorkBudget(fluidMs)) };
}

/** True when the plan puts as many pods of each class on new nodes as the bound is about. */
export function countsAreEqual({ items }: FluidBound, plan: FirstFitResult): boolean {
  const counts = countByClass(plan);
  return (
    counts.size === items.length &&
    items.every(({ podClass, count }) => counts.get(podClass.spec.key) === count)
  );
}

export function strongerBound({ market, fluid }: FluidBound, prices: PodPrices | null): Bound {
  const total = market.shapes.reduce(
    (sum, { demand }, shape) => sum + demand * (fluid.values[shape] ?? 0),
    0,
  );
  const { values, multipliers } = prices !== null && prices.lowerBound > total ? prices : fluid;
  return { market, values, multipliers };
}
