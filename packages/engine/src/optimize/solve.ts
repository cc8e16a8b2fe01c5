import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlanMethod } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { firstFit, fitAsPlanned } from '../scheduling/first-fit.js';
import type { PodAttempt, PodGroup } from '../scheduling/pod-group.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem.js';
import { writeResult } from '../scheduling/solve.js';
import { toBlueprint } from './blueprint-of-plan.js';
import type { DualSolution } from './column-generation.js';
import { compilePackingModel, firstPossibleAttempt } from './compile-packing-model.js';
import { type PodDemand, plannedDemand } from './demand.js';
import { solveLpRelaxation } from './lp-relaxation.js';
import {
  isAtLeastAsGood,
  type MeasuredPass,
  measurePass,
  type PlanOptions,
} from './measured-pass.js';
import { findOptimalPlan } from './optimal-plan.js';
import { type FoundPlan, searchPlan } from './plan-search.js';
import { createRandom } from './random.js';
import {
  countsAreEqual,
  findBound,
  type RelaxationBound,
  relaxationBudgetMs,
  strongestBound,
} from './relaxation-bound.js';
import { WorkBudget } from './work-budget.js';
import { writeCost } from './write-cost.js';

export interface SolveOptions {
  /**
   * How long to look for a plan that is cheaper than the rule's: milliseconds of one core of the
   * machine of the benchmarks page, counted in steps, so that equal input gives equal output. 0 takes
   * the rule's plan. 250 when not given.
   */
  readonly searchMs?: number;
  /** Asked now and then whether to stop early. The plan then depends on the machine. */
  readonly isPastDeadline?: () => boolean;
  /** Added to the price of every node, to keep their number low; a tenth of a cent when not given. */
  readonly nodeChargeMicroUsdPerHour?: MicroUsdPerHour;
  /**
   * How much of a plan's nodes may be of one instance type in one zone, so that one shortage does not
   * meet all of them; at least one node may be. 100, the default, sets no limit.
   */
  readonly offeringSharePercent?: number;
}

const defaultSearchMs = 250;
/** The first plan may take this many times the search on top: most of what there is to gain is in it. */
const firstPlanFactor = 2;
const defaultNodeCharge = 1000;

/**
 * Finds a node for every waiting pod: one that exists, one that is planned, or a new one to buy.
 * Pods that fit nowhere are told why, for each pool. The plan keeps every rule that Karpenter keeps,
 * is never dearer than its rule on the same input, and says what no plan can cost less than.
 * @param snapshot is not changed; `snapshot.now` is the only clock. The order of its lists does not
 * matter.
 * @returns frozen; equal input gives equal bytes
 */
export function solve(snapshot: ClusterSnapshot, options: SolveOptions = {}): SchedulingResult {
  const nodeCharge = options.nodeChargeMicroUsdPerHour ?? defaultNodeCharge;
  const planOptions = { nodeCharge, offeringSharePercent: options.offeringSharePercent ?? 100 };
  const problem = compileProblem(snapshot);
  const restart = problem.checkpoint();
  const firstFitPass = measurePass(problem, firstFit(problem), planOptions);
  const { searchMs = defaultSearchMs, isPastDeadline } = options;
  const budget = new WorkBudget(searchMs, isPastDeadline);
  const firstBudget = new WorkBudget(firstPlanFactor * searchMs, isPastDeadline);

  const bound = findBound(problem, firstFitPass.result, nodeCharge);
  const { pass, method, duals } = improve(problem, firstFitPass, {
    planOptions,
    budget,
    firstBudget,
    restart,
    bound,
  });
  const isForSamePods = countsAreEqual(bound, pass.result);
  const cost = writeCost(problem, {
    chosen: pass,
    firstFitPass,
    nodeCharge,
    method,
    bound: isForSamePods
      ? strongestBound(bound, duals)
      : strongestBound(findBound(problem, pass.result, nodeCharge), null),
  });
  return writeResult(problem, pass.result, cost);
}

interface Improvement {
  readonly pass: MeasuredPass;
  readonly method: PlanMethod;
  /** What the search found out about the bound, if it was about the same pods and places. */
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
 * Looks for a better plan than the rule's and makes it by the rule's own tests.
 * @returns the rule's when there is none; the problem then is as the rule has left it
 */
function improve(
  problem: SchedulingProblem,
  firstFitPass: MeasuredPass,
  { planOptions, budget, firstBudget, restart, bound }: ImproveTask,
): Improvement {
  const unimproved = { pass: firstFitPass, method: 'FirstFit', duals: null } as const;
  if (firstFitPass.result.claims.length === 0 || budget.isSpent) return unimproved;
  const items = plannedDemand(firstFitPass.result, attemptFinder(problem));
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
          { firstBudget, budget, random: createRandom(problem.snapshot.seed) },
        )
      : { plan: exact.plan, method: 'Exhaustive', duals: null };
  if (found === null) return unimproved;

  const duals = isSame ? found.duals : null;
  const firstFitEnd = problem.checkpoint();
  restart();
  const blueprint = toBlueprint(problem, model, found.plan);
  const pass = measurePass(problem, fitAsPlanned(problem, blueprint), planOptions);
  if (isAtLeastAsGood(pass, firstFitPass, planOptions.nodeCharge)) {
    return { pass, method: found.method, duals };
  }
  firstFitEnd();
  return { ...unimproved, duals };
}

/**
 * Says for each class the attempt that it is planned with; `null` for pods that have to be near
 * others on one node: they follow the rule.
 */
function attemptFinder(problem: SchedulingProblem): (podGroup: PodGroup) => PodAttempt | null {
  const attempts = new Map<PodGroup, PodAttempt | null>();
  return (podGroup) => {
    const known = attempts.get(podGroup);
    if (known !== undefined) return known;
    const possible = firstPossibleAttempt(problem, podGroup);
    const needsNeighbour = possible?.topology.hosts.some(
      ({ group }) => group.term.kind === 'Affinity',
    );
    const found = needsNeighbour === true ? null : possible;
    attempts.set(podGroup, found);
    return found;
  };
}

/** True when pods may be planned wherever the bound assumes that they may be. */
function isUnconstrained({ templates }: SchedulingProblem, items: readonly PodDemand[]): boolean {
  const weights = new Set(templates.map(({ pool }) => pool.weight));
  return (
    weights.size <= 1 &&
    items.every(({ podGroup, pin }) => podGroup.attempts.length === 1 && pin.length === 0)
  );
}
