import type { PlanCost, PlanMethod } from '../model/plan-cost.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { PodPrices } from './column-generation.js';
import { type FluidBound, strongerBound } from './fluid-bound.js';
import { findGapParts } from './gap-parts.js';
import type { MeasuredPass } from './measured-pass.js';
import { writeCertificate } from './write-certificate.js';

/** What the chosen plan costs, and what no plan for its pods can cost less than. */
export function writeCost(
  problem: SchedulingProblem,
  plan: {
    readonly chosen: MeasuredPass;
    readonly rule: MeasuredPass;
    readonly nodeCharge: number;
    readonly madeBy: PlanMethod;
    readonly bound: FluidBound;
    /** A stronger proof, where there is one. */
    readonly prices: PodPrices | null;
  },
): PlanCost {
  const { chosen, rule, nodeCharge, madeBy, bound, prices } = plan;
  const { certificate, lowerBound } = writeCertificate(problem, strongerBound(bound, prices));
  const total = chosen.priceMicroUsdPerHour + chosen.nodes * nodeCharge;
  return {
    planMicroUsdPerHour: total,
    lowerBoundMicroUsdPerHour: lowerBound,
    gapRatio: lowerBound === 0 ? 0 : total / lowerBound - 1,
    ruleMicroUsdPerHour: rule.priceMicroUsdPerHour + rule.nodes * nodeCharge,
    ruleNodes: rule.nodes,
    nodeChargeMicroUsdPerHour: nodeCharge,
    madeBy,
    gapParts: findGapParts(problem, bound, chosen),
    certificate,
  };
}
