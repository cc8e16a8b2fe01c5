import type { NodeGap } from '../model/plan-cost.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import type { Bound } from './fluid-bound.js';
import type { MeasuredPass } from './measured-pass.js';
import { worthCeiling } from './node-knapsack.js';

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
  const { offerings, shapes } = bound.market;
  const shapeOf: number[] = [];
  shapes.forEach(({ items }, shape) => {
    for (const { podClass } of items) shapeOf[podClass.index] = shape;
  });
  const ceilings = new Map<number, number>();
  return claims.map(({ claim, type, cost }) => {
    const own = claim.pods.map(({ podClass }) => shapeOf[podClass.index] ?? -1);
    const worth = own.reduce((sum, shape) => sum + (bound.values[shape] ?? 0), 0);
    const index = offerings.findIndex(
      (offering) =>
        offering.template === claim.template && offering.type === type && offering.cost === cost,
    );
    // What it is bought as is worse in every way than something else that can be bought.
    if (index < 0) return gapOf({ cost, ceiling: worth, filled: worth, worth });
    // The worths of its room may come to more than whole pods on it ever do, which is its cost.
    const ceiling = Math.min(cost, ceilings.get(index) ?? ceilingOf(bound, index));
    ceilings.set(index, ceiling);
    const filled = Math.min(ceiling, filledOf(problem, bound, { index, claim, own }));
    return gapOf({ cost, ceiling, filled, worth });
  });
}

/** Each no more than the one before, but for rounding and for what can be had for less. */
interface Steps {
  readonly cost: number;
  /** What no filling of the node is worth more than. */
  readonly ceiling: number;
  /** The part of it that is in use. */
  readonly filled: number;
  readonly worth: number;
}

const gapOf = ({ cost, ceiling, filled, worth }: Steps): NodeGap => ({
  worthMicroUsdPerHour: worth,
  dearOfferingsMicroUsdPerHour: cost - ceiling,
  unusedRoomMicroUsdPerHour: ceiling - filled,
  dearPlacesMicroUsdPerHour: filled - worth,
});

function ceilingOf({ market, values, multipliers }: Bound, index: number): number {
  const offering = market.offerings[index];
  const own = multipliers[index];
  if (offering === undefined || own === undefined) return 0;
  const most = Float64Array.from(market.shapes, ({ demand, mostPerNode }) =>
    Math.min(demand, mostPerNode),
  );
  return worthCeiling(market, offering, { values, most, multipliers: own });
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
  const { market, multipliers } = bound;
  const { width, largest, relativeRequests } = market;
  const taken = new Float64Array(width);
  market.resources.forEach((name, k) => {
    taken[k] = (node.claim.requests[resources.names.indexOf(name)] ?? 0) / (largest[k] ?? 1);
  });
  let filled = 0;
  for (const shape of node.own) {
    for (let k = market.resources.length; k < width; k++) {
      taken[k] = (taken[k] ?? 0) + (relativeRequests[shape * width + k] ?? 0);
    }
    filled += excessOf(bound, node.index, shape);
  }
  return filled + product(multipliers[node.index], taken, 0);
}

/** What a pod is worth beyond what it takes of the node. */
function excessOf({ market, values, multipliers }: Bound, index: number, shape: number): number {
  const { relativeRequests, width } = market;
  const taken = product(multipliers[index], relativeRequests, shape * width);
  return Math.max(0, (values[shape] ?? 0) - taken);
}

function product(a: Float64Array | undefined, b: Float64Array, offset: number): number {
  let sum = 0;
  for (let k = 0; k < (a?.length ?? 0); k++) sum += (a?.[k] ?? 0) * (b[offset + k] ?? 0);
  return sum;
}
