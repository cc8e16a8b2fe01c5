// Counts the pods that need new nodes as the demand of a packing problem: once relaxed, for the
// lower bound (every plan for these pods satisfies it: a relaxation, Martello and Toth 1990, ch.
// 8), and once as they are to be planned, with preferences and topology.

import { onlyValueOf } from '../../requirements/requirements.js';
import type { FirstFitResult } from '../../scheduling/first-fit/first-fit-result.js';
import type { InFlightNodeClaim } from '../../scheduling/planned-nodes/in-flight-node-claims.js';
import type { PodAttempt, PodGroup } from '../../scheduling/pods/pod-group.js';

/** A number of pods of one pod group that need new nodes under the same conditions. */
export interface PodDemand {
  readonly podGroup: PodGroup;
  /** A node has to satisfy at least one of these. */
  readonly attempts: readonly PodAttempt[];
  /** Labels and values that a node must have beyond an attempt, such as one zone. */
  readonly pin: readonly Pin[];
  readonly count: number;
}

/** One value that a label of the node must have, as indexes of the label space. */
export interface Pin {
  readonly key: number;
  readonly value: number;
}

/**
 * Returns the pods that a plan puts on new nodes, by pod group, without preferences and without the
 * zones of topology constraints. Every plan for these pods satisfies it: device claims are ignored, which
 * only allows more plans.
 */
export function relaxedDemand(plan: FirstFitResult): PodDemand[] {
  return countByPodGroup(plan).map(({ podGroup, count }) => ({
    podGroup,
    attempts: podGroup.attempts,
    pin: [],
    count,
  }));
}

/**
 * Returns the same pods with their preferences; pods with topology constraints over labels keep the
 * values that the plan chose.
 * @param attemptOf attempt of a pod group; `null` leaves its pods to the FirstFit baseline
 */
export function plannedDemand(
  plan: FirstFitResult,
  attemptOf: (podGroup: PodGroup) => PodAttempt | null,
): PodDemand[] {
  const items = new Map<string, { item: Omit<PodDemand, 'count'>; count: number }>();
  for (const claim of plan.claims) {
    for (const { podGroup } of claim.pods) {
      const attempt = attemptOf(podGroup);
      if (attempt === null) continue;
      const pin = pinOf(attempt, claim);
      const text = `${podGroup.index}/${pin.map(({ key, value }) => `${key}=${value}`).join()}`;
      const known = items.get(text);
      if (known === undefined) {
        items.set(text, { item: { podGroup, attempts: [attempt], pin }, count: 1 });
      } else known.count += 1;
    }
  }
  return [...items.values()].map(({ item, count }) => ({ ...item, count }));
}

/**
 * Returns how many pods of each pod group a plan puts on new nodes, in the order of their first
 * pod.
 */
export function countByPodGroup({
  claims,
}: FirstFitResult): readonly Pick<PodDemand, 'podGroup' | 'count'>[] {
  const counts: { readonly podGroup: PodGroup; count: number }[] = [];
  const positions: (number | undefined)[] = [];
  for (const { pods } of claims) {
    for (const { podGroup } of pods) {
      const known = counts[positions[podGroup.index] ?? -1];
      if (known !== undefined) known.count += 1;
      else positions[podGroup.index] = counts.push({ podGroup, count: 1 }) - 1;
    }
  }
  return counts;
}

/** Returns the values that the NodeClaim has for the labels of the pod's topology constraints. */
function pinOf({ topology }: PodAttempt, { requirements }: InFlightNodeClaim): readonly Pin[] {
  return topology.keyed.flatMap(({ key }) => {
    const value = onlyValueOf(requirements, key);
    return value === undefined ? [] : [{ key, value }];
  });
}
