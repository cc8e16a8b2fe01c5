import type { PlanCost, PlanMethod } from '../model/plan-cost.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import { compileMarket } from './compile-market.js';
import { leastDemand } from './demand.js';
import { findFluidValues } from './fluid-values.js';
import type { MeasuredPass } from './measured-pass.js';
import { WorkBudget } from './work-budget.js';
import { writeCertificate } from './write-certificate.js';

/** The bound has a budget of its own: a plan without one is not given out. */
const boundMs = 200;

/** What the chosen plan costs, and what no plan for its pods can cost less than. */
export function writeCost(
  problem: SchedulingProblem,
  plan: {
    readonly chosen: MeasuredPass;
    readonly rule: MeasuredPass;
    readonly nodeCharge: number;
    readonly madeBy: PlanMethod;
  },
): PlanCost {
  const { chosen, rule, nodeCharge, madeBy } = plan;
  const market = compileMarket(problem, leastDemand(problem, chosen.result), {
    nodeChargeMicroUsdPerHour: nodeCharge,
    keepsPoolOrder: false,
  });
  const fluid = findFluidValues(market, new WorkBudget(boundMs));
  const { certificate, lowerBound } = writeCertificate(problem, market, {
    values: fluid.values,
    multipliers: fluid.multipliers,
  });
  const total = chosen.priceMicroUsdPerHour + chosen.nodes * nodeCharge;
  return {
    planMicroUsdPerHour: total,
    lowerBoundMicroUsdPerHour: lowerBound,
    gapRatio: lowerBound === 0 ? 0 : total / lowerBound - 1,
    ruleMicroUsdPerHour: rule.priceMicroUsdPerHour + rule.nodes * nodeCharge,
    ruleNodes: rule.nodes,
    nodeChargeMicroUsdPerHour: nodeCharge,
    madeBy,
    certificate,
  };
}
