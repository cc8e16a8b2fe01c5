import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { PlanMethod } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { firstFit, fitAsPlanned } from '../scheduling/first-fit.js';
import type { PodAttempt, PodClass } from '../scheduling/pod-class.js';
import { compileProblem, type SchedulingProblem } from '../scheduling/problem.js';
import { writeResult } from '../scheduling/solve.js';
import { toBlueprint } from './blueprint-of-plan.js';
import { compileMarket, firstPossibleAttempt } from './compile-market.js';
import { plannedDemand } from './demand.js';
import { findFluidValues } from './fluid-values.js';
import { isAtLeastAsGood, type MeasuredPass, measurePass } from './measured-pass.js';
import { searchPlan } from './plan-search.js';
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
}

const defaultSearchMs = 250;
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
  const problem = compileProblem(snapshot);
  const restart = problem.checkpoint();
  const rule = measurePass(problem, firstFit(problem));
  const budget = new WorkBudget(options.searchMs ?? defaultSearchMs, options.isPastDeadline);

  const improved = improve(problem, rule, { nodeCharge, budget, restart });
  const chosen = improved?.pass ?? rule;
  const cost = writeCost(problem, { chosen, rule, nodeCharge, madeBy: improved?.madeBy ?? 'Rule' });
  return writeResult(problem, chosen.result, cost);
}

interface Improvement {
  readonly pass: MeasuredPass;
  readonly madeBy: PlanMethod;
}

/**
 * Looks for a better plan than the rule's and makes it by the rule's own tests.
 * @returns `null` when there is none; the problem then is as the rule has left it
 */
function improve(
  problem: SchedulingProblem,
  rule: MeasuredPass,
  task: { readonly nodeCharge: number; readonly budget: WorkBudget; readonly restart: () => void },
): Improvement | null {
  const { nodeCharge, budget, restart } = task;
  if (rule.result.claims.length === 0 || budget.isSpent) return null;
  const attempts = new Map<PodClass, PodAttempt | null>();
  const attemptOf = (podClass: PodClass): PodAttempt | null => {
    const known = attempts.get(podClass);
    if (known !== undefined) return known;
    const found = plannableAttempt(problem, podClass);
    attempts.set(podClass, found);
    return found;
  };
  const items = plannedDemand(problem, rule.result, attemptOf);
  const market = compileMarket(problem, items, {
    nodeChargeMicroUsdPerHour: nodeCharge,
    keepsPoolOrder: true,
  });
  const fluid = findFluidValues(market, budget);
  const found = searchPlan(market, fluid, { budget, random: createRandom(problem.snapshot.seed) });
  if (found === null) return null;

  const ruleEnd = problem.checkpoint();
  restart();
  const blueprint = toBlueprint(problem, market, found.plan);
  const pass = measurePass(problem, fitAsPlanned(problem, blueprint));
  if (isAtLeastAsGood(pass, rule, nodeCharge)) return { pass, madeBy: found.madeBy };
  ruleEnd();
  return null;
}

/** `null` for pods that have to be near others on one node: they follow the rule. */
function plannableAttempt(problem: SchedulingProblem, podClass: PodClass): PodAttempt | null {
  const attempt = firstPossibleAttempt(problem, podClass.attempts, (one) => ({
    podClass,
    attempts: [one],
    pin: [],
    count: 1,
  }));
  const needsNeighbour = attempt?.topology.hosts.some(
    ({ group }) => group.rule.kind === 'Affinity',
  );
  return needsNeighbour === true ? null : attempt;
}
