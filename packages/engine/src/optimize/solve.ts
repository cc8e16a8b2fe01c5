// The optimizer: FirstFit (first-fit decreasing, Johnson 1973, as Karpenter does it) gives a first
// plan; the search of plan-search.ts or the exhaustive search of optimal-plan.ts may find a cheaper
// one, which is scheduled again by FirstFit's own checks; relaxation-bound.ts gives the lower
// bound.
// Units: costs in micro-USD per hour; budgets in milliseconds of work, counted in steps.

import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { writeResult } from '../plan/write-result.js';
import { firstFit } from '../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../scheduling/problem/problem.js';
import { measurePlan } from './cost/measured-plan.js';
import { countsAreEqual, findBound, strongestBound } from './cost/relaxation-bound.js';
import { writeCost } from './cost/write-cost.js';
import { improvePlan } from './improve-plan.js';
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
  const { plan, method, duals } = improvePlan(problem, firstFitPlan, {
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
