// Lower bounds of the cost of every plan: the continuous relaxation, the LP over all patterns
// (Gilmore and Gomory 1961) and, for few pods, the optimum by exhaustive search. Each is proved by
// its dual prices (weak duality, Chvátal 1983, ch. 5) or by enumeration.
// Arrays: `values`: one per item type, micro-USD per hour. `multipliers`: one array per offering
// with a dual price per resource, micro-USD per hour for the largest capacity.

import type { FirstFitResult } from '../../scheduling/first-fit/first-fit-result.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import { type LpRelaxation, solveLpRelaxation } from '../linear-programs/lp-relaxation.js';
import { compilePackingModel } from '../packing/compile-packing-model.js';
import { countByPodGroup, type PodDemand, relaxedDemand } from '../packing/demand.js';
import type { PackingModel } from '../packing/packing-model.js';
import { demandOf } from '../packing/patterns.js';
import { ColumnGeneration, type DualSolution } from '../search/column-generation.js';
import { type ExactPackingPlan, findOptimalPlan } from '../search/optimal-plan.js';
import { WorkBudget } from '../work-budget.js';

/** Budget of the lower bound, in milliseconds of work: separate, since every plan has a bound. */
export const relaxationBudgetMs = 500;

/** The relaxed problem of the pods on new nodes, with the solutions that bound every plan for them. */
export interface RelaxationBound {
  readonly items: readonly PodDemand[];
  readonly model: PackingModel;
  readonly relaxation: LpRelaxation;
  /** The optimal plan of the relaxed problem; `null` if it is too large. */
  readonly exact: ExactPackingPlan | null;
}

/** Dual prices of pods, and the dual prices of resources that prove them feasible. */
export interface Bound {
  readonly model: PackingModel;
  /** Dual price of one pod, by item type; micro-USD per hour. */
  readonly values: Float64Array;
  /** By offering: dual price of each resource, micro-USD per hour for the largest capacity. */
  readonly multipliers: readonly Float64Array[];
  /** Optimal cost by exhaustive search; `null` if the problem is too large. */
  readonly exactCost: number | null;
}

/**
 * Returns the relaxation of a plan's new nodes with its dual prices: every plan for the same pods
 * costs at least their sum.
 */
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

/** Returns true if the plan puts as many pods of each pod group on new nodes as the bound assumes. */
export function countsAreEqual({ items }: RelaxationBound, plan: FirstFitResult): boolean {
  const counts = new Map(countByPodGroup(plan).map(({ podGroup, count }) => [podGroup, count]));
  return (
    counts.size === items.length &&
    items.every(({ podGroup, count }) => counts.get(podGroup) === count)
  );
}

/** Maximum number of pods that get the bound of the LP over patterns without a search. */
const fewPods = 20;

/**
 * Returns the highest of the known lower bounds with its proof.
 * @param duals dual prices that a search of the same model found, or `null`
 */
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
