import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlanMethod } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { firstFit, fitAsPlanned } from '../scheduling/first-fit.js';
import type { PodAttempt, PodClass } from '../scheduling/pod-class.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem.js';
import { writeResult } from '../scheduling/solve.js';
import { toBlueprint } from './blueprint-of-plan.js';
import type { PodPrices } from './column-generation.js';
import { compileMarket, firstPossibleAttempt } from './compile-market.js';
import { type DemandItem, plannedDemand } from './demand.js';
import { findExactPlan } from './exact-plan.js';
import {
  countsAreEqual,
  type FluidBound,
  findBound,
  fluidMs,
  strongerBound,
} from './fluid-bound.js';
import { findFluidValues } from './fluid-values.js';
import {
  isAtLeastAsGood,
  type MeasuredPass,
  measurePass,
  type PlanRules,
} from './measured-pass.js';
import { type FoundPlan, searchPlan } from './plan-search.js';
import { createRandom } from './random.js';
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
  const rules = { nodeCharge, offeringSharePercent: options.offeringSharePercent ?? 100 };
  const problem = compileProblem(snapshot);
  const restart = problem.checkpoint();
  const rule = measurePass(problem, firstFit(problem), rules);
  const { searchMs = defaultSearchMs, isPastDeadline } = options;
  const budget = new WorkBudget(searchMs, isPastDeadline);
  const firstBudget = new WorkBudget(firstPlanFactor * searchMs, isPastDeadline);

  const bound = findBound(problem, rule.result, nodeCharge);
  const { pass, madeBy, prices } = improve(problem, rule, {
    rules,
    budget,
    firstBudget,
    restart,
    bound,
  });
  const isForSamePods = countsAreEqual(bound, pass.result);
  const cost = writeCost(problem, {
    chosen: pass,
    rule,
    nodeCharge,
    madeBy,
    bound: isForSamePods
      ? strongerBound(bound, prices)
      : strongerBound(findBound(problem, pass.result, nodeCharge), null),
  });
  return writeResult(problem, pass.result, cost);
}

interface Improvement {
  readonly pass: MeasuredPass;
  readonly madeBy: PlanMethod;
  /** What the search found out about the bound, if it was about the same pods and places. */
  readonly prices: PodPrices | null;
}

interface ImproveTask {
  readonly rules: PlanRules;
  readonly budget: WorkBudget;
  readonly firstBudget: WorkBudget;
  readonly restart: () => void;
  readonly bound: FluidBound;
}

/**
 * Looks for a better plan than the rule's and makes it by the rule's own tests.
 * @returns the rule's when there is none; the problem then is as the rule has left it
 */
function improve(
  problem: SchedulingProblem,
  rule: MeasuredPass,
  { rules, budget, firstBudget, restart, bound }: ImproveTask,
): Improvement {
  const unimproved = { pass: rule, madeBy: 'Rule', prices: null } as const;
  if (rule.result.claims.length === 0 || budget.isSpent) return unimproved;
  const items = plannedDemand(rule.result, attemptFinder(problem));
  const isSame = isUnconstrained(problem, items) && items.length === bound.items.length;
  const market = isSame
    ? bound.market
    : compileMarket(problem, items, {
        nodeChargeMicroUsdPerHour: rules.nodeCharge,
        keepsPoolOrder: true,
      });
  const exact = isSame ? bound.exact : findExactPlan(market);
  const found: FoundPlan | null =
    exact === null
      ? searchPlan(
          market,
          isSame ? bound.fluid : findFluidValues(market, new WorkBudget(fluidMs)),
          { firstBudget, budget, random: createRandom(problem.snapshot.seed) },
        )
      : { plan: exact.plan, madeBy: 'EveryWay', prices: null };
  if (found === null) return unimproved;

  const prices = isSame ? found.prices : null;
  const ruleEnd = problem.checkpoint();
  restart();
  const blueprint = toBlueprint(problem, market, found.plan);
  const pass = measurePass(problem, fitAsPlanned(problem, blueprint), rules);
  if (isAtLeastAsGood(pass, rule, rules.nodeCharge)) {
    return { pass, madeBy: found.madeBy, prices };
  }
  ruleEnd();
  return { ...unimproved, prices };
}

/**
 * Says for each class the attempt that it is planned with; `null` for pods that have to be near
 * others on one node: they follow the rule.
 */
function attemptFinder(problem: SchedulingProblem): (podClass: PodClass) => PodAttempt | null {
  const attempts = new Map<PodClass, PodAttempt | null>();
  return (podClass) => {
    const known = attempts.get(podClass);
    if (known !== undefined) return known;
    const possible = firstPossibleAttempt(problem, podClass);
    const needsNeighbour = possible?.topology.hosts.some(
      ({ group }) => group.rule.kind === 'Affinity',
    );
    const found = needsNeighbour === true ? null : possible;
    attempts.set(podClass, found);
    return found;
  };
}

/** True when pods may be planned wherever the bound assumes that they may be. */
function isUnconstrained({ templates }: SchedulingProblem, items: readonly DemandItem[]): boolean {
  const weights = new Set(templates.map(({ pool }) => pool.weight));
  return (
    weights.size <= 1 &&
    items.every(({ podClass, pin }) => podClass.attempts.length === 1 && pin.length === 0)
  );
}
