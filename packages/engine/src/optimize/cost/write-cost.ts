// Assembles the cost report of a plan: its cost, lower bound, gap, baseline and certificate. No
// method of its own.
// Units: micro-USD per hour, rounded to integers; `gapRatio` is cost / bound - 1.

import type { GapParts, NodeGap, PlanCost, PlanMethod } from '../../model/plan-cost.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import { findNodeGaps } from './gap-parts.js';
import type { MeasuredPlan } from './measured-plan.js';
import type { Bound } from './relaxation-bound.js';
import { writeCertificate } from './write-certificate.js';

/**
 * Returns the cost of the chosen plan, the lower bound of every plan for its pods with its
 * certificate, and the parts of the gap between them.
 */
export function writeCost(
  problem: SchedulingProblem,
  plan: {
    readonly chosen: MeasuredPlan;
    readonly firstFitPlan: MeasuredPlan;
    readonly nodeCharge: number;
    readonly method: PlanMethod;
    readonly bound: Bound;
  },
): PlanCost {
  const { chosen, firstFitPlan, nodeCharge, method, bound } = plan;
  const { certificate, lowerBound } = writeCertificate(problem, bound);
  const total = chosen.priceMicroUsdPerHour + chosen.nodes * nodeCharge;
  const nodeGaps = findNodeGaps(problem, bound, chosen);
  return {
    planMicroUsdPerHour: total,
    lowerBoundMicroUsdPerHour: lowerBound,
    gapRatio: lowerBound === 0 ? 0 : total / lowerBound - 1,
    firstFitMicroUsdPerHour: firstFitPlan.priceMicroUsdPerHour + firstFitPlan.nodes * nodeCharge,
    firstFitNodes: firstFitPlan.nodes,
    nodeChargeMicroUsdPerHour: nodeCharge,
    method,
    diversityMicroUsdPerHour: chosen.diversityMicroUsdPerHour,
    gapParts: roundedParts(sumOf(nodeGaps)),
    nodeGaps: nodeGaps.map((gap) => ({
      dualValueMicroUsdPerHour: Math.round(gap.dualValueMicroUsdPerHour),
      ...roundedParts(gap),
    })),
    certificate,
  };
}

function sumOf(gaps: readonly NodeGap[]): GapParts {
  const sum = (part: keyof GapParts): number => gaps.reduce((total, gap) => total + gap[part], 0);
  return {
    offeringPremiumMicroUsdPerHour: sum('offeringPremiumMicroUsdPerHour'),
    unusedCapacityMicroUsdPerHour: sum('unusedCapacityMicroUsdPerHour'),
    placementPremiumMicroUsdPerHour: sum('placementPremiumMicroUsdPerHour'),
  };
}

const roundedParts = (parts: GapParts): GapParts => ({
  offeringPremiumMicroUsdPerHour: Math.round(parts.offeringPremiumMicroUsdPerHour),
  unusedCapacityMicroUsdPerHour: Math.round(parts.unusedCapacityMicroUsdPerHour),
  placementPremiumMicroUsdPerHour: Math.round(parts.placementPremiumMicroUsdPerHour),
});
