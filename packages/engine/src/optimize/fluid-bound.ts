import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import { ColumnGeneration, type PodPrices } from './column-generation.js';
import { compileMarket } from './compile-market.js';
import { countByClass, type DemandItem, leastDemand } from './demand.js';
import { type ExactPlan, findExactPlan } from './exact-plan.js';
import { demandOf } from './fills.js';
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
  /** The cheapest plan of the market, where there are few enough ways to try. */
  readonly exact: ExactPlan | null;
}

/** What pods are worth, and what shows that no node holds more worth than it costs. */
export interface Bound {
  readonly market: Market;
  /** By shape; micro-USD per hour. */
  readonly values: Float64Array;
  /** By offering: what a unit of each resource is worth, in parts of the largest room. */
  readonly multipliers: readonly Float64Array[];
  /** What trying every way has shown to be least; `null` when there are too many. */
  readonly exactCost: number | null;
}

export function findBound(
  problem: SchedulingProblem,
  plan: FirstFitResult,
  nodeChargeMicroUsdPerHour: number,
): FluidBound {
  const items = leastDemand(plan);
  const market = compileMarket(problem, items, {
    nodeChargeMicroUsdPerHour,
    keepsPoolOrder: false,
  });
  const fluid = findFluidValues(market, new WorkBudget(fluidMs));
  return { items, market, fluid, exact: findExactPlan(market) };
}

/** True when the plan puts as many pods of each class on new nodes as the bound is about. */
export function countsAreEqual({ items }: FluidBound, plan: FirstFitResult): boolean {
  const counts = new Map(countByClass(plan).map(({ podClass, count }) => [podClass, count]));
  return (
    counts.size === items.length &&
    items.every(({ podClass, count }) => counts.get(podClass) === count)
  );
}

/** So few pods have a bound of whole pods on whole nodes, whatever time there is for a search. */
const fewPods = 20;

/** @param prices what a search of the same market has shown, if there was one */
export function strongerBound(fluidBound: FluidBound, prices: PodPrices | null): Bound {
  const { market, fluid, exact } = fluidBound;
  const total = market.shapes.reduce(
    (sum, { demand }, shape) => sum + demand * (fluid.values[shape] ?? 0),
    0,
  );
  const sharper = prices ?? pricesOfFew(fluidBound);
  const exactCost = exact?.cost ?? null;
  if (sharper !== null && sharper.lowerBound > total) return { market, ...sharper, exactCost };
  const multipliers = market.offerings.flatMap(({ group }) => fluid.multipliers[group] ?? []);
  return { market, values: fluid.values, multipliers, exactCost };
}

function pricesOfFew({ market, fluid }: FluidBound): PodPrices | null {
  const demand = demandOf(market);
  if (demand.reduce((sum, count) => sum + count, 0) > fewPods) return null;
  const columns = new ColumnGeneration(market);
  columns.run(demand, fluid.values, new WorkBudget(fluidMs));
  return columns.best;
}
