import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import { ColumnGeneration, type DualSolution } from './column-generation.js';
import { compilePackingModel } from './compile-packing-model.js';
import { countByPodGroup, type PodDemand, relaxedDemand } from './demand.js';
import { type LpRelaxation, solveLpRelaxation } from './lp-relaxation.js';
import { type ExactPackingPlan, findOptimalPlan } from './optimal-plan.js';
import type { PackingModel } from './packing-model.js';
import { demandOf } from './patterns.js';
import { WorkBudget } from './work-budget.js';

/** The bound has a budget of its own: no plan is given out without one. */
export const relaxationBudgetMs = 500;

/** What no plan for the pods on new nodes costs less than, whatever the pods have to give up. */
export interface RelaxationBound {
  readonly items: readonly PodDemand[];
  readonly model: PackingModel;
  readonly relaxation: LpRelaxation;
  /** The cheapest plan of the market, where there are few enough ways to try. */
  readonly exact: ExactPackingPlan | null;
}

/** What pods are worth, and what shows that no node holds more worth than it costs. */
export interface Bound {
  readonly model: PackingModel;
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
): RelaxationBound {
  const items = relaxedDemand(plan);
  const model = compilePackingModel(problem, items, {
    nodeChargeMicroUsdPerHour,
    keepsPoolOrder: false,
  });
  const relaxation = solveLpRelaxation(model, new WorkBudget(relaxationBudgetMs));
  return { items, model, relaxation, exact: findOptimalPlan(model) };
}

/** True when the plan puts as many pods of each class on new nodes as the bound is about. */
export function countsAreEqual({ items }: RelaxationBound, plan: FirstFitResult): boolean {
  const counts = new Map(countByPodGroup(plan).map(({ podGroup, count }) => [podGroup, count]));
  return (
    counts.size === items.length &&
    items.every(({ podGroup, count }) => counts.get(podGroup) === count)
  );
}

/** So few pods have a bound of whole pods on whole nodes, whatever time there is for a search. */
const fewPods = 20;

/** @param duals what a search of the same market has shown, if there was one */
export function strongestBound(
  relaxationBound: RelaxationBound,
  duals: DualSolution | null,
): Bound {
  const { model, relaxation, exact } = relaxationBound;
  const total = model.itemTypes.reduce(
    (sum, { demand }, itemType) => sum + demand * (relaxation.values[itemType] ?? 0),
    0,
  );
  const sharper = duals ?? dualsOfFewPods(relaxationBound);
  const exactCost = exact?.cost ?? null;
  if (sharper !== null && sharper.lowerBound > total) return { model, ...sharper, exactCost };
  const multipliers = model.offerings.flatMap(({ group }) => relaxation.multipliers[group] ?? []);
  return { model, values: relaxation.values, multipliers, exactCost };
}

function dualsOfFewPods({ model, relaxation }: RelaxationBound): DualSolution | null {
  const demand = demandOf(model);
  if (demand.reduce((sum, count) => sum + count, 0) > fewPods) return null;
  const columns = new ColumnGeneration(model);
  columns.run(demand, relaxation.values, new WorkBudget(relaxationBudgetMs));
  return columns.best;
}
