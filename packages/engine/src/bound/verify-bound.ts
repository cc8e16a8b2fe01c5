// Method: exact check of a dual certificate by weak duality (Chvátal 1983, ch. 5) in integers. If
// no launchable node can hold pods whose dual prices exceed its cost, the dual prices of all pods
// sum up to a lower bound of every plan. It shares no code with the optimizer.
// Arrays: `requests`, `capacity`, each set of `dualPrices`: one per resource, then one per slot;
// bigint. Dual prices are in units of the certificate (`dualPriceUnit` per micro-USD per hour).

import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { leastCost } from './exhaustive-search.js';
import { findUnproved, findUnprovedSlot, OfferCheck } from './offer-check.js';
import { unit } from './pattern-check.js';
import { type CertifiedPodGroup, readCertificate } from './read-certificate.js';

/** The result of a check: the proved lower bound, or the first problem of the certificate. */
export type BoundVerdict =
  | { readonly isProved: true; readonly lowerBoundMicroUsdPerHour: number }
  | { readonly isProved: false; readonly problem: string };

/**
 * Checks the lower bound of a plan from the snapshot and the certificate alone, in integers: the
 * certificate counts the pods of the plan, no launchable node can hold pods whose dual prices
 * exceed its cost, and the dual prices sum up to the bound. For few pods, an exhaustive search
 * shows that no nodes for them cost less.
 */
export function verifyBound(snapshot: ClusterSnapshot, result: SchedulingResult): BoundVerdict {
  const { cost } = result;
  if (cost === null) return refuse('the plan has no bound');
  const certificate = readCertificate(snapshot, cost.certificate);
  if (typeof certificate === 'string') return refuse(certificate);
  const { podGroups } = certificate;

  const miscounted = findMiscounted(snapshot, result, podGroups);
  if (miscounted !== null) return refuse(miscounted);

  const charge = BigInt(cost.nodeChargeMicroUsdPerHour);
  if (cost.certificate.isExhaustive) {
    const unprovedSlot = findUnprovedSlot(snapshot, certificate);
    if (unprovedSlot !== null) return refuse(unprovedSlot);
    const choices = new OfferCheck(snapshot, certificate).nodeChoices(charge);
    const least = leastCost(podGroups, choices);
    return least !== null && BigInt(cost.lowerBoundMicroUsdPerHour) <= least
      ? { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour }
      : refuse('the exhaustive search does not prove the bound');
  }
  const unproved = findUnproved(snapshot, certificate, charge);
  if (unproved !== null) return refuse(unproved);
  const total = podGroups.reduce(
    (sum, { count, dualValue }) => sum + BigInt(count) * dualValue,
    0n,
  );
  if (BigInt(cost.lowerBoundMicroUsdPerHour) * unit > total)
    return refuse('the dual prices sum up to less than the bound');
  return { isProved: true, lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour };
}

/** Returns a sentence if the certificate counts other pods than the plan puts on new nodes. */
function findMiscounted(
  snapshot: ClusterSnapshot,
  { newNodeClaims }: SchedulingResult,
  podGroups: readonly CertifiedPodGroup[],
): string | null {
  const keys = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec.key]));
  const counts = new Map<string, number>();
  for (const uid of newNodeClaims.flatMap(({ podUids }) => podUids)) {
    const key = keys.get(uid);
    if (key === undefined) return `the plan contains pod ${uid}, which is not pending`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const { podUid, spec, count } of podGroups) {
    if (counts.get(spec.key) !== count)
      return `the plan does not have ${count} pods like ${podUid}`;
    counts.delete(spec.key);
  }
  // Pods that the certificate leaves out have dual price 0; they can only add cost.
  return null;
}

function refuse(problem: string): BoundVerdict {
  return { isProved: false, problem };
}
