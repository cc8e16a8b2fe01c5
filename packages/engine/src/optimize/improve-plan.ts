// Searches for a cheaper plan for the pods that a FirstFit pass puts on new nodes, and schedules it with
// FirstFit's own checks. The search is that of plan-search.ts, or optimal-plan.ts for few pods.
// Units: costs in micro-USD per hour; budgets in milliseconds of work, counted in steps.

import { getOrCreate, mulberry32 } from '@kerf/core';
import type { PlanMethod } from '../model/plan-cost.js';
import { fitAsPlanned } from '../scheduling/first-fit/first-fit.js';
import type { ReservedOfferingMode } from '../scheduling/first-fit/fit.js';
import type { PodAttempt, PodGroup } from '../scheduling/pods/pod-group.js';
import type { SchedulingProblem } from '../scheduling/problem/problem.js';
import {
  isAtLeastAsGood,
  type MeasuredPlan,
  measurePlan,
  type PlanOptions,
} from './cost/measured-plan.js';
import { type RelaxationBound, relaxationBudgetMs } from './cost/relaxation-bound.js';
import { solveLpRelaxation } from './linear-programs/lp-relaxation.js';
import { compilePackingModel, firstPossibleAttempt } from './packing/compile-packing-model.js';
import { createBlueprint } from './packing/create-blueprint.js';
import { type PodDemand, plannedDemand } from './packing/demand.js';
import type { DualSolution } from './search/column-generation.js';
import { findOptimalPlan } from './search/optimal-plan.js';
import { type FoundPlan, searchPlan } from './search/plan-search.js';
import { WorkBudget } from './work-budget.js';

/** A plan that costs no more than the baseline that it was made from. */
export interface ImprovedPlan {
  readonly plan: MeasuredPlan;
  readonly method: PlanMethod;
  /** Dual prices of the search, if it was about the same problem as the bound. */
  readonly duals: DualSolution | null;
}

/** How a plan is improved. */
export interface ImproveTask {
  readonly planOptions: PlanOptions;
  readonly budget: WorkBudget;
  readonly firstBudget: WorkBudget;
  /** Brings the problem back to its state before the baseline. */
  readonly restart: () => void;
  readonly bound: RelaxationBound;
  /** The mode in which the baseline was made. Default: `Strict`. */
  readonly reservedOfferings?: ReservedOfferingMode;
}

/**
 * Searches for a plan that is cheaper than the FirstFit baseline and schedules it with FirstFit's
 * own checks.
 * @returns the baseline if there is none; the problem then has the state after the baseline
 */
export function improvePlan(
  problem: SchedulingProblem,
  firstFitPlan: MeasuredPlan,
  { planOptions, budget, firstBudget, restart, bound, reservedOfferings }: ImproveTask,
): ImprovedPlan {
  const unimproved = { plan: firstFitPlan, method: 'FirstFit', duals: null } as const;
  if (firstFitPlan.result.claims.length === 0 || budget.isSpent) return unimproved;
  const items = plannedDemand(firstFitPlan.result, attemptFinder(problem));
  const isSame = isUnconstrained(problem, items) && items.length === bound.items.length;
  const model = isSame
    ? bound.model
    : compilePackingModel(problem, items, {
        nodeChargeMicroUsdPerHour: planOptions.nodeCharge,
        keepsPoolOrder: true,
      });
  const exact = isSame ? bound.exact : findOptimalPlan(model);
  const found: FoundPlan | null =
    exact === null
      ? searchPlan(
          model,
          isSame ? bound.relaxation : solveLpRelaxation(model, new WorkBudget(relaxationBudgetMs)),
          { firstBudget, budget, random: mulberry32(problem.snapshot.seed) },
        )
      : { plan: exact.plan, method: 'Exhaustive', duals: null };
  if (found === null) return unimproved;

  const duals = isSame ? found.duals : null;
  const firstFitEnd = problem.checkpoint();
  restart();
  const blueprint = createBlueprint(problem, model, found.plan);
  const plan = measurePlan(
    problem,
    fitAsPlanned(problem, blueprint, reservedOfferings),
    planOptions,
  );
  if (isAtLeastAsGood(plan, firstFitPlan, planOptions.nodeCharge)) {
    return { plan, method: found.method, duals };
  }
  firstFitEnd();
  return { ...unimproved, duals };
}

/**
 * Returns the attempt that each pod group is planned with; `null` for pods with required affinity
 * over hosts, and for pods with device claims, because what devices a node has left is not a sum of
 * amounts: they follow the FirstFit baseline.
 */
function attemptFinder(problem: SchedulingProblem): (podGroup: PodGroup) => PodAttempt | null {
  const attempts = new Map<PodGroup, PodAttempt | null>();
  return (podGroup) =>
    getOrCreate(attempts, podGroup, () => {
      if (podGroup.spec.deviceClaims !== undefined) return null;
      const possible = firstPossibleAttempt(problem, podGroup);
      const hasHostAffinity = possible?.topology.hosts.some(
        ({ group }) => group.term.kind === 'Affinity',
      );
      return hasHostAffinity === true ? null : possible;
    });
}

/** Returns true if the planned demand has no more constraints than the relaxed one. */
function isUnconstrained({ templates }: SchedulingProblem, items: readonly PodDemand[]): boolean {
  const weights = new Set(templates.map(({ pool }) => pool.weight));
  return (
    weights.size <= 1 &&
    items.every(({ podGroup, pin }) => podGroup.attempts.length === 1 && pin.length === 0)
  );
}
