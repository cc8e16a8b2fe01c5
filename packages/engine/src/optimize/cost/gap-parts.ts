// Splits the gap of a plan by complementary slackness (Chvátal 1983, ch. 5): the cost of a node
// less the dual prices of its pods is the premium of its offering, plus capacity that is not used,
// plus the premium for placing pods here instead of where they are cheapest.
// Arrays: `bound.values`: one per item type, micro-USD per hour. `bound.multipliers`: one array per
// offering with a dual price per resource, micro-USD per hour for the largest capacity. `taken`:
// one per resource and slot, relative.

import { getOrCreate } from '@kerf/core';
import type { NodeGap } from '../../model/plan-cost.js';
import type { InFlightNodeClaim } from '../../scheduling/planned-nodes/in-flight-node-claims.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import { dotProduct } from '../dot-product.js';
import type { BinType } from '../packing/packing-model.js';
import { patternValueCeiling } from '../search/node-knapsack.js';
import type { MeasuredPlan } from './measured-plan.js';
import type { Bound } from './relaxation-bound.js';

/**
 * Returns for each NodeClaim the difference between the cost of its node and the dual prices of its
 * pods, in three parts; micro-USD per hour, not rounded.
 */
export function findNodeGaps(
  problem: SchedulingProblem,
  bound: Bound,
  { claims }: MeasuredPlan,
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
    const offering = offerings[index];
    // The launched offering is dominated by another one, which the model has in its place.
    if (offering === undefined) {
      return gapOf({ cost, ceiling: dualValue, usedValue: dualValue, dualValue });
    }
    // The dual prices of the capacity may exceed the value of every integer pattern, which is at
    // most the cost.
    const ceiling = Math.min(
      cost,
      getOrCreate(ceilings, index, () => ceilingOf(bound, index, offering)),
    );
    const usedValue = Math.min(ceiling, usedValueOf(problem, bound, { index, claim, own }));
    return gapOf({ cost, ceiling, usedValue, dualValue });
  });
}

/** Each value is at most the one before, except for rounding and dominated offerings. */
interface Steps {
  readonly cost: number;
  /** Upper bound of the value of all patterns on the node. */
  readonly ceiling: number;
  /** The part of the ceiling that is in use. */
  readonly usedValue: number;
  readonly dualValue: number;
}

const gapOf = ({ cost, ceiling, usedValue, dualValue }: Steps): NodeGap => ({
  dualValueMicroUsdPerHour: dualValue,
  offeringPremiumMicroUsdPerHour: cost - ceiling,
  unusedCapacityMicroUsdPerHour: ceiling - usedValue,
  placementPremiumMicroUsdPerHour: usedValue - dualValue,
});

function ceilingOf(
  { model, values, multipliers }: Bound,
  index: number,
  offering: BinType,
): number {
  const maxCounts = Float64Array.from(model.itemTypes, ({ demand, maxPerNode }) =>
    Math.min(demand, maxPerNode),
  );
  return patternValueCeiling(model, offering, {
    values,
    maxCounts,
    multipliers: multipliers[index] ?? new Float64Array(model.width),
  });
}

function usedValueOf(
  { resources }: SchedulingProblem,
  bound: Bound,
  node: {
    readonly index: number;
    readonly claim: InFlightNodeClaim;
    /** Item types of its pods; -1 for pods that the bound does not contain. */
    readonly own: readonly number[];
  },
): number {
  const { model, multipliers } = bound;
  const { width, largest, relativeRequests } = model;
  const taken = new Float64Array(width);
  model.resources.forEach((name, k) => {
    taken[k] = (node.claim.requests[resources.names.indexOf(name)] ?? 0) / (largest[k] ?? 1);
  });
  let usedValue = 0;
  for (const itemType of node.own) {
    for (let k = model.resources.length; k < width; k++) {
      taken[k] = (taken[k] ?? 0) + (relativeRequests[itemType * width + k] ?? 0);
    }
    usedValue += excessOf(bound, node.index, itemType);
  }
  return usedValue + dotProduct(multipliers[node.index], taken, 0);
}

/** Returns the dual price of a pod less the dual prices of what it takes of the node; at least 0. */
function excessOf({ model, values, multipliers }: Bound, index: number, itemType: number): number {
  const { relativeRequests, width } = model;
  const taken = dotProduct(multipliers[index], relativeRequests, itemType * width);
  return Math.max(0, (values[itemType] ?? 0) - taken);
}
