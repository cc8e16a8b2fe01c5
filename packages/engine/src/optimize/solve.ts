// The optimizer: FirstFit (first-fit decreasing, Johnson 1973, as Karpenter does it) gives a first
// plan; the search of plan-search.ts or the exhaustive search of optimal-plan.ts may find a cheaper
// one, which is scheduled again by FirstFit's own checks; relaxation-bound.ts gives the lower
// bound.
// Units: costs in micro-USD per hour; budgets in milliseconds of work, counted in steps.

import { getOrCreate, type MicroUsdPerHour, mulberry32 } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlanMethod } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { writeResult } from '../plan/write-result.js';
import { firstFit, fitAsPlanned } from '../scheduling/first-fit/first-fit.js';
import type { PodAttempt, PodGroup } from '../scheduling/pods/pod-group.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem/problem.js';
import {
  isAtLeastAsGood,
  type MeasuredPlan,
  measurePlan,
  type PlanOptions,
} from './cost/measured-plan.js';
import {
  countsAreEqual,
  findBound,
  type RelaxationBound,
  relaxationBudgetMs,
  strongestBound,
} from './cost/relaxation-bound.js';
import { writeCost } from './cost/write-cost.js';
import { solveLpRelaxation } from './linear-programs/lp-relaxation.js';
import { compilePackingModel, firstPossibleAttempt } from './packing/compile-packing-model.js';
import { createBlueprint } from './packing/create-blueprint.js';
import { type PodDemand, plannedDemand } from './packing/demand.js';
import type { DualSolution } from './search/column-generation.js';
import { findOptimalPlan } from './search/optimal-plan.js';
import { type FoundPlan, searchPlan } from './search/plan-search.js';
import { WorkBudget } from './work-budget.js';

/** Options of {@link solve}; each has a default. */
export interface SolveOptions {
  /**
   * Budget of the search for a plan that is cheaper than the FirstFit baseline: milliseconds of one
   * core of the benchmark machine, counted in steps, so that equal input gives equal output. 0
   * takes the baseline. Default: 250.
   */
  readonly searchMs?: number;
  /**
   * A wall-clock limit: called about once per millisecond of work; true ends the search. The plan
   * then depends on the machine.
   */
  readonly isPastDeadline?: () => boolean;
  /** Added to the price of every node, so that a plan has few of them. Default: 1,000 (0.1 cents). */
  readonly nodeChargeMicroUsdPerHour?: MicroUsdPerHour;
  /**
   * Maximum share of a plan's nodes that may be of one instance type in one zone, in percent, so
   * that a shortage affects only some of them. One node is always allowed. Default: 100, no limit.
   */
  readonly offeringSharePercent?: number;
}

const defaultSearchMs = 250;
/**
 * Budget of the first plan, as a multiple of the search budget: it gains most of what can be
 * gained.
 */
const firstPlanFactor = 2;
const defaultNodeCharge = 1000;

/**
 * Schedules every pending pod on an existing node, an in-flight node or a new NodeClaim, and
 * returns the reasons of each NodePool for pods that fit nowhere. The plan satisfies all
 * constraints that Karpenter's scheduler enforces, costs no more than the FirstFit baseline, and
 * has a lower bound with a certificate.
 * @param snapshot is not changed; `snapshot.now` is the only clock. The order of its lists does not
 * matter.
 * @returns a frozen result; equal input gives equal bytes
 */
export function solve(snapshot: ClusterSnapshot, options: SolveOptions = {}): SchedulingResult {
  const nodeCharge = options.nodeChargeMicroUsdPerHour ?? defaultNodeCharge;
  const planOptions = { nodeCharge, offeringSharePercent: options.offeringSharePercent ?? 100 };
  const problem = compileProblem(snapshot);
  const restart = problem.checkpoint();
  const firstFitPlan = measurePlan(problem, firstFit(problem), planOptions);
  const { searchMs = defaultSearchMs, isPastDeadline } = options;
  const budget = new WorkBudget(searchMs, isPastDeadline);
  const firstBudget = new WorkBudget(firstPlanFactor * searchMs, isPastDeadline);

  const bound = findBound(problem, firstFitPlan.result, nodeCharge);
  const { plan, method, duals } = improve(problem, firstFitPlan, {
    planOptions,
    budget,
    firstBudget,
    restart,
    bound,
  });
  const isForSamePods = countsAreEqual(bound, plan.result);
  const cost = writeCost(problem, {
    chosen: plan,
    firstFitPlan,
    nodeCharge,
    method,
    bound: isForSamePods
      ? strongestBound(bound, duals)
      : strongestBound(findBound(problem, plan.result, nodeCharge), null),
  });
  return writeResult(problem, plan.result, cost);
}

interface Improvement {
  readonly plan: MeasuredPlan;
  readonly method: PlanMethod;
  /** Dual prices of the search, if it was about the same problem as the bound. */
  readonly duals: DualSolution | null;
}

interface ImproveTask {
  readonly planOptions: PlanOptions;
  readonly budget: WorkBudget;
  readonly firstBudget: WorkBudget;
  readonly restart: () => void;
  readonly bound: RelaxationBound;
}

/**
 * Searches for a plan that is cheaper than the FirstFit baseline and schedules it with FirstFit's
 * own checks.
 * @returns the baseline if there is none; the problem then has the state after the baseline
 */
function improve(
  problem: SchedulingProblem,
  firstFitPlan: MeasuredPlan,
  { planOptions, budget, firstBudget, restart, bound }: ImproveTask,
): Improvement {
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
  const plan = measurePlan(problem, fitAsPlanned(problem, blueprint), planOptions);
  if (isAtLeastAsGood(plan, firstFitPlan, planOptions.nodeCharge)) {
    return { plan, method: found.method, duals };
  }
  firstFitEnd();
  return { ...unimproved, duals };
}

/**
 * Returns the attempt that each pod group is planned with; `null` for pods with required affinity
 * over hosts: they follow the FirstFit baseline.
 */
function attemptFinder(problem: SchedulingProblem): (podGroup: PodGroup) => PodAttempt | null {
  const attempts = new Map<PodGroup, PodAttempt | null>();
  return (podGroup) =>
    getOrCreate(attempts, podGroup, () => {
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
