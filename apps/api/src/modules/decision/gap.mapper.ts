import type { ProvisionBody } from '@kerf/application';
import type { GapParts, PlanCost } from '@kerf/engine';
import type { NodeGap, PlanGapParts } from '../../generated/schema-types.js';

/** Decisions contain the result of the engine version that made them. */
type RecordedCost = Partial<PlanCost>;

export const diversityOf = ({ diversityMicroUsdPerHour = 0 }: RecordedCost): number =>
  diversityMicroUsdPerHour;

/** @param index position of the NodeClaim in the plan */
export function toNodeGap({ result }: ProvisionBody, index: number): NodeGap | null {
  const { nodeGaps = [] }: RecordedCost = result.cost ?? {};
  const gap = nodeGaps[index];
  return gap === undefined
    ? null
    : { dualValue: gap.dualValueMicroUsdPerHour, parts: toGapParts(gap) };
}

export const toGapParts = (parts: GapParts): PlanGapParts => ({
  offeringPremium: parts.offeringPremiumMicroUsdPerHour,
  unusedCapacity: parts.unusedCapacityMicroUsdPerHour,
  placementPremium: parts.placementPremiumMicroUsdPerHour,
});
