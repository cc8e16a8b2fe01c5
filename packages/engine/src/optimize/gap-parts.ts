import type { GapParts } from '../model/plan-cost.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { FluidBound } from './fluid-bound.js';
import type { Market } from './market.js';
import type { MeasuredPass } from './measured-pass.js';

/**
 * Splits what a plan costs beyond its bound, node by node: a node costs what its offering is dearer
 * than its room is worth, and of this room some stays empty, and some holds pods that would be worth
 * less in a place where the bound lets them be.
 */
export function findGapParts(
  problem: SchedulingProblem,
  { market, fluid }: FluidBound,
  plan: MeasuredPass,
): GapParts {
  const shapeOf = shapesByKey(market);
  const parts = { dearOfferings: 0, unusedRoom: 0, dearPlaces: 0 };
  for (const { claim, offering, cost } of costsOf(market, plan)) {
    const worth = claim.pods.reduce(
      (sum, { spec }) => sum + (fluid.values[shapeOf.get(spec.key) ?? -1] ?? 0),
      0,
    );
    const worths = offering === undefined ? undefined : fluid.multipliers[offering.group];
    if (offering === undefined || worths === undefined) {
      parts.dearOfferings += cost - worth;
      continue;
    }
    const room = product(worths, offering.relativeRoom);
    const used = product(worths, relativeRequests(problem, market, claim, shapeOf));
    parts.dearOfferings += cost - room;
    parts.unusedRoom += room - used;
    parts.dearPlaces += used - worth;
  }
  return {
    dearOfferingsMicroUsdPerHour: Math.round(parts.dearOfferings),
    unusedRoomMicroUsdPerHour: Math.round(parts.unusedRoom),
    dearPlacesMicroUsdPerHour: Math.round(parts.dearPlaces),
  };
}

function shapesByKey({ shapes }: Market): ReadonlyMap<string, number> {
  return new Map(
    shapes.flatMap(({ items }, shape) =>
      items.map(({ podClass }) => [podClass.spec.key, shape] as const),
    ),
  );
}

interface ClaimCost {
  readonly claim: InFlightNodeClaim;
  readonly cost: number;
  /** What it is bought as, if nothing better in every way could be bought. */
  readonly offering: Market['offerings'][number] | undefined;
}

function costsOf({ offerings }: Market, { claims }: MeasuredPass): readonly ClaimCost[] {
  return claims.map(({ claim, type, cost }) => ({
    claim,
    cost,
    offering: offerings.find(
      (offering) =>
        offering.template === claim.template && offering.type === type && offering.cost === cost,
    ),
  }));
}

function relativeRequests(
  { resources }: SchedulingProblem,
  market: Market,
  { requests, pods }: InFlightNodeClaim,
  shapeOf: ReadonlyMap<string, number>,
): Float64Array {
  const { width, largest } = market;
  const amounts = new Float64Array(width);
  market.resources.forEach((name, k) => {
    amounts[k] = (requests[resources.names.indexOf(name)] ?? 0) / (largest[k] ?? 1);
  });
  for (const { spec } of pods) {
    const shape = shapeOf.get(spec.key) ?? -1;
    for (let k = market.resources.length; k < width; k++) {
      amounts[k] = (amounts[k] ?? 0) + (market.relativeRequests[shape * width + k] ?? 0);
    }
  }
  return amounts;
}

function product(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, amount, index) => sum + amount * (b[index] ?? 0), 0);
}
