import { measurePlan } from '../../optimize/cost/measured-plan.js';
import { findBound } from '../../optimize/cost/relaxation-bound.js';
import { improvePlan } from '../../optimize/improve-plan.js';
import { WorkBudget } from '../../optimize/work-budget.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { type FirstFitResult } from '../../scheduling/first-fit/first-fit-result.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';

/** Budget of the search in milliseconds of work; an evaluation searches a few times. */
const searchMs = 10;
/** Added to the price of every node in micro-USD per hour, so that there are few of them. */
const nodeCharge = 1_000;
/** As in all simulations: pods that could use a reservation do not wait for it. */
const reservedOfferings = 'Fallback';

/**
 * Schedules the pods of the problem: on its nodes as far as they fit, and the others on the cheapest
 * new nodes that a short search finds.
 */
export function fitOnCheapestNodes(problem: SchedulingProblem): FirstFitResult {
  const restart = problem.checkpoint();
  const planOptions = { nodeCharge, offeringSharePercent: 100 };
  const baseline = measurePlan(problem, firstFit(problem, reservedOfferings), planOptions);
  if (baseline.claims.length < 2) return baseline.result;
  const { plan } = improvePlan(problem, baseline, {
    planOptions,
    budget: new WorkBudget(searchMs),
    firstBudget: new WorkBudget(2 * searchMs),
    restart,
    bound: findBound(problem, baseline.result, nodeCharge),
    reservedOfferings,
  });
  return plan.result;
}
