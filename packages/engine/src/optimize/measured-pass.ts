// Measures a finished scheduling pass: price, nodes and pods without a node, so that plans can be
// compared. No method of its own.
// Units: prices and costs in micro-USD per hour.

import { ClaimWriter } from '../plan/planned-node-claim.js';
import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import type { SchedulingProblem } from '../scheduling/problem.js';
import { diversify } from './diversify.js';

/** A scheduling pass with its price, its nodes and its unplaced pods. */
export interface MeasuredPass {
  readonly result: FirstFitResult;
  readonly priceMicroUsdPerHour: number;
  /** The part of the price that the limit on equal nodes causes. */
  readonly diversityMicroUsdPerHour: number;
  /**
   * NodeClaims that can be launched, each with its cheapest type and its cost: price plus node
   * charge.
   */
  readonly claims: readonly {
    readonly claim: InFlightNodeClaim;
    readonly type: number;
    readonly cost: number;
  }[];
  readonly nodes: number;
  /** Uids of pods without a node, including those of NodeClaims that cannot be launched. */
  readonly unplaced: ReadonlySet<string>;
}

/** Options that plans are compared with, besides the demand. */
export interface PlanOptions {
  /** Added to the price of every node; micro-USD per hour. */
  readonly nodeCharge: number;
  /** See {@link diversify}. */
  readonly offeringSharePercent: number;
}

/**
 * Returns the price, nodes and unplaced pods of a pass.
 * @param result with an offering share below 100 %, its NodeClaims are restricted by {@link
 * diversify}
 */
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

/**
 * Returns true if the pass places every pod that the other places, its price is not higher, and its
 * total with node charges is lower.
 */
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
