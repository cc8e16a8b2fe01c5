import type { NodeGap } from '../model/plan-cost.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { MeasuredPass } from './measured-pass.js';
import { patternValueCeiling } from './node-knapsack.js';
import type { Bound } from './relaxation-bound.js';

/**
 * Splits what each node costs beyond what its pods are worth: a node costs what its offering is dearer
 * than the most that it can hold is worth, and of this some stays empty, and some holds pods that would
 * be worth less in a place where the bound lets them be.
 * @returns one for each claim, not rounded
 */
export function findNodeGaps(
  problem: SchedulingProblem,
  bound: Bound,
  { claims }: MeasuredPass,
): readonly NodeGap[] {
  const { offerings, itemTypes } = bound.model;
  const itemTypeOf: number[] = [];
  itemTypes.forEach(({ items }, itemType) => {
    for (const { podGroup } of items) itemTypeOf[podGroup.index] = itemType;
  });
  const ceilings = new Map<number, number>();
  return claims.map(({ claim, type, cost }) => {
    const own = claim.pods.map(({ podGroup }) => itemTypeOf[podGroup.index] ?? -1);
    const dualValue = own.reduce((sum, itemType) => sum + (bound.values[itemType] ?? 0), 0);
    const index = offerings.findIndex(
      (offering) =>
        offering.template === claim.template && offering.type === type && offering.cost === cost,
    );
    // What it is bought as is worse in every way than something else that can be bought.
    if (index < 0) return gapOf({ cost, ceiling: dualValue, filled: dualValue, dualValue });
    // The worths of its room may come to more than whole pods on it ever do, which is its cost.
    const ceiling = Math.min(cost, ceilings.get(index) ?? ceilingOf(bound, index));
    ceilings.set(index, ceiling);
    const filled = Math.min(ceiling, filledOf(problem, bound, { index, claim, own }));
    return gapOf({ cost, ceiling, filled, dualValue });
  });
}

/** Each no more than the one before, but for rounding and for what can be had for less. */
interface Steps {
  readonly cost: number;
  /** What no filling of the node is worth more than. */
  readonly ceiling: number;
  /** The part of it that is in use. */
  readonly filled: number;
  readonly dualValue: number;
}

const gapOf = ({ cost, ceiling, filled, dualValue }: Steps): NodeGap => ({
  dualValueMicroUsdPerHour: dualValue,
  offeringPremiumMicroUsdPerHour: cost - ceiling,
  unusedCapacityMicroUsdPerHour: ceiling - filled,
  placementPremiumMicroUsdPerHour: filled - dualValue,
});

function ceilingOf({ model, values, multipliers }: Bound, index: number): number {
  const offering = model.offerings[index];
  const own = multipliers[index];
  if (offering === undefined || own === undefined) return 0;
  const most = Float64Array.from(model.itemTypes, ({ demand, maxPerNode }) =>
    Math.min(demand, maxPerNode),
  );
  return patternValueCeiling(model, offering, { values, most, multipliers: own });
}

function filledOf(
  { resources }: SchedulingProblem,
  bound: Bound,
  node: {
    readonly index: number;
    readonly claim: InFlightNodeClaim;
    /** Shapes of its pods; -1 for those that the bound knows nothing of. */
    readonly own: readonly number[];
  },
): number {
  const { model, multipliers } = bound;
  const { width, largest, relativeRequests } = model;
  const taken = new Float64Array(width);
  model.resources.forEach((name, k) => {
    taken[k] = (node.claim.requests[resources.names.indexOf(name)] ?? 0) / (largest[k] ?? 1);
  });
  let filled = 0;
  for (const itemType of node.own) {
    for (let k = model.resources.length; k < width; k++) {
      taken[k] = (taken[k] ?? 0) + (relativeRequests[itemType * width + k] ?? 0);
    }
    filled += excessOf(bound, node.index, itemType);
  }
  return filled + product(multipliers[node.index], taken, 0);
}

/** What a pod is worth beyond what it takes of the node. */
function excessOf({ model, values, multipliers }: Bound, index: number, itemType: number): number {
  const { relativeRequests, width } = model;
  const taken = product(multipliers[index], relativeRequests, itemType * width);
  return Math.max(0, (values[itemType] ?? 0) - taken);
}

function product(a: Float64Array | undefined, b: Float64Array, offset: number): number {
  let sum = 0;
  for (let k = 0; k < (a?.length ?? 0); k++) sum += (a?.[k] ?? 0) * (b[offset + k] ?? 0);
  return sum;
}
