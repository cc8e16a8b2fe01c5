// Measures the plan of a scheduling pass: price, nodes and pods without a node, so that plans can be
// compared. No method of its own.
// Units: prices and costs in micro-USD per hour.

import { ClaimWriter } from '../../plan/planned-node-claim.js';
import type { FirstFitResult } from '../../scheduling/first-fit/first-fit-result.js';
import type { InFlightNodeClaim } from '../../scheduling/planned-nodes/in-flight-node-claims.js';
import type { SchedulingProblem } from '../../scheduling/problem/problem.js';
import { diversify } from './diversify.js';

/** The plan of a scheduling pass with its price, its nodes and its unplaced pods. */
export interface MeasuredPlan {
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
 * Returns the price, nodes and unplaced pods of a plan.
 * @param result with an offering share below 100 %, its NodeClaims are restricted by {@link
 * diversify}
 */
export function measurePlan(
  problem: SchedulingProblem,
  result: FirstFitResult,
  { nodeCharge, offeringSharePercent }: PlanOptions,
): MeasuredPlan {
  if (offeringSharePercent >= 100) return measure(problem, result, nodeCharge);
  const unrestricted = measure(problem, result, nodeCharge);
  diversify(problem, result, offeringSharePercent);
  const diversified = measure(problem, result, nodeCharge);
  return {
    ...diversified,
    diversityMicroUsdPerHour: diversified.priceMicroUsdPerHour - unrestricted.priceMicroUsdPerHour,
  };
}

function measure(
  problem: SchedulingProblem,
  result: FirstFitResult,
  nodeCharge: number,
): MeasuredPlan {
  const writer = new ClaimWriter(problem, result.ledger);
  const unplaced = new Set(result.unplaced.map(({ pod }) => pod.uid));
  const claims: MeasuredPlan['claims'][number][] = [];
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
 * Returns true if the plan places every pod that the other places, its price is not higher, and its
 * total with node charges is lower.
 */
export function isAtLeastAsGood(
  plan: MeasuredPlan,
  other: MeasuredPlan,
  nodeCharge: number,
): boolean {
  const total = ({ priceMicroUsdPerHour, nodes }: MeasuredPlan): number =>
    priceMicroUsdPerHour + nodes * nodeCharge;
  return (
    plan.priceMicroUsdPerHour <= other.priceMicroUsdPerHour &&
    total(plan) < total(other) &&
    [...plan.unplaced].every((uid) => other.unplaced.has(uid))
  );
}
