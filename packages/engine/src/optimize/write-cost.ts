import type { GapParts, NodeGap, PlanCost, PlanMethod } from '../model/plan-cost.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { Bound } from './fluid-bound.js';
import { findNodeGaps } from './gap-parts.js';
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
    readonly bound: Bound;
  },
): PlanCost {
  const { chosen, rule, nodeCharge, madeBy, bound } = plan;
  const { certificate, lowerBound } = writeCertificate(problem, bound);
  const total = chosen.priceMicroUsdPerHour + chosen.nodes * nodeCharge;
  const nodeGaps = findNodeGaps(problem, bound, chosen);
  return {
    planMicroUsdPerHour: total,
    lowerBoundMicroUsdPerHour: lowerBound,
    gapRatio: lowerBound === 0 ? 0 : total / lowerBound - 1,
    ruleMicroUsdPerHour: rule.priceMicroUsdPerHour + rule.nodes * nodeCharge,
    ruleNodes: rule.nodes,
    nodeChargeMicroUsdPerHour: nodeCharge,
    madeBy,
    diversityMicroUsdPerHour: chosen.diversityMicroUsdPerHour,
    gapParts: roundedParts(together(nodeGaps)),
    nodeGaps: nodeGaps.map((gap) => ({
      worthMicroUsdPerHour: Math.round(gap.worthMicroUsdPerHour),
      ...roundedParts(gap),
    })),
    certificate,
  };
}

function together(gaps: readonly NodeGap[]): GapParts {
  const sum = (part: keyof GapParts): number => gaps.reduce((total, gap) => total + gap[part], 0);
  return {
    dearOfferingsMicroUsdPerHour: sum('dearOfferingsMicroUsdPerHour'),
    unusedRoomMicroUsdPerHour: sum('unusedRoomMicroUsdPerHour'),
    dearPlacesMicroUsdPerHour: sum('dearPlacesMicroUsdPerHour'),
  };
}

const roundedParts = (parts: GapParts): GapParts => ({
  dearOfferingsMicroUsdPerHour: Math.round(parts.dearOfferingsMicroUsdPerHour),
  unusedRoomMicroUsdPerHour: Math.round(parts.unusedRoomMicroUsdPerHour),
  dearPlacesMicroUsdPerHour: Math.round(parts.dearPlacesMicroUsdPerHour),
});
