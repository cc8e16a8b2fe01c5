import type { FirstFitResult } from '../scheduling/first-fit.js';
import { ClaimWriter } from '../scheduling/planned-node-claim.js';
import type { SchedulingProblem } from '../scheduling/problem.js';

/** A pass with what it comes to. */
export interface MeasuredPass {
  readonly result: FirstFitResult;
  readonly priceMicroUsdPerHour: number;
  /** Claims that can be launched. */
  readonly nodes: number;
  /** Pods without a node, those of claims that cannot be launched included; by uid. */
  readonly unplaced: ReadonlySet<string>;
}

export function measurePass(problem: SchedulingProblem, result: FirstFitResult): MeasuredPass {
  const writer = new ClaimWriter(problem, result.ledger);
  const unplaced = new Set(result.unplaced.map(({ pod }) => pod.uid));
  let priceMicroUsdPerHour = 0;
  let nodes = 0;
  for (const claim of result.claims) {
    const price = writer.priceOf(claim);
    if (price === null) claim.pods.forEach(({ uid }) => unplaced.add(uid));
    else {
      priceMicroUsdPerHour += price;
      nodes += 1;
    }
  }
  return { result, priceMicroUsdPerHour, nodes, unplaced };
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
