import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import { ClaimWriter } from '../scheduling/planned-node-claim.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import { diversify } from './diversify.js';

/** A pass with what it comes to. */
export interface MeasuredPass {
  readonly result: FirstFitResult;
  readonly priceMicroUsdPerHour: number;
  /** What of it keeps nodes from being alike. */
  readonly diversityMicroUsdPerHour: number;
  /** Claims that can be launched, each with the type it is bought as and its price and charge. */
  readonly claims: readonly {
    readonly claim: InFlightNodeClaim;
    readonly type: number;
    readonly cost: number;
  }[];
  readonly nodes: number;
  /** Pods without a node, those of claims that cannot be launched included; by uid. */
  readonly unplaced: ReadonlySet<string>;
}

/** What decides about plans beside what has to be placed. */
export interface PlanOptions {
  /** Added to the price of every node. */
  readonly nodeCharge: number;
  /** See {@link diversify}. */
  readonly offeringSharePercent: number;
}

/** @param result its claims settle on what they are bought as, when not too many may be alike */
export function measurePass(
  problem: SchedulingProblem,
  result: FirstFitResult,
  { nodeCharge, offeringSharePercent }: PlanOptions,
): MeasuredPass {
  if (offeringSharePercent >= 100) return measure(problem, result, nodeCharge);
  const free = measure(problem, result, nodeCharge);
  diversify(problem, result, offeringSharePercent);
  const settled = measure(problem, result, nodeCharge);
  return {
    ...settled,
    diversityMicroUsdPerHour: settled.priceMicroUsdPerHour - free.priceMicroUsdPerHour,
  };
}

function measure(
  problem: SchedulingProblem,
  result: FirstFitResult,
  nodeCharge: number,
): MeasuredPass {
  const writer = new ClaimWriter(problem, result.ledger);
  const unplaced = new Set(result.unplaced.map(({ pod }) => pod.uid));
  const claims: MeasuredPass['claims'][number][] = [];
  let priceMicroUsdPerHour = 0;
  for (const claim of result.claims) {
    const cheapest = writer.cheapestOf(claim);
    if (cheapest === null) claim.pods.forEach(({ pod }) => unplaced.add(pod.uid));
    else {
      const price = cheapest.priceMicroUsdPerHour;
      priceMicroUsdPerHour += price;
      claims.push({ claim, type: cheapest.type, cost: price + nodeCharge });
    }
  }
  const nodes = claims.length;
  return { result, priceMicroUsdPerHour, diversityMicroUsdPerHour: 0, claims, nodes, unplaced };
}

/** True when the pass leaves no pod out that the other places, and is nowhere dearer. */
export function isAtLeastAsGood(
  pass: MeasuredPass,
  other: MeasuredPass,
  nodeCharge: number,
): boolean {
  const total = ({ priceMicroUsdPerHour, nodes }: MeasuredPass): number =>
    priceMicroUsdPerHour + nodes * nodeCharge;
  return (
    pass.priceMicroUsdPerHour <= other.priceMicroUsdPerHour &&
    total(pass) < total(other) &&
    [...pass.unplaced].every((uid) => other.unplaced.has(uid))
  );
}
