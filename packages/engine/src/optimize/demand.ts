import { onlyValueOf } from '../requirements/requirements.js';
import type { FirstFitResult } from '../scheduling/first-fit.js';
import type { InFlightNodeClaim } from '../scheduling/in-flight-node-claims.js';
import type { PodAttempt, PodGroup } from '../scheduling/pod-group.js';

/** Pods of one class that need new nodes, all on the same conditions. */
export interface PodDemand {
  readonly podGroup: PodGroup;
  /** Any one of these has to hold for the node. */
  readonly attempts: readonly PodAttempt[];
  /** On top of an attempt: where the pods are to be, by label and value; e.g. in one zone. */
  readonly pin: readonly Pin[];
  readonly count: number;
}

/** One value that a label of the node must have. */
export interface Pin {
  readonly key: number;
  readonly value: number;
}

/**
 * The pods that a plan puts on new nodes, by class and by nothing else: whatever a pod may give up
 * is given up, and pods that have to be spread may be anywhere. No plan for them can escape this.
 */
export function relaxedDemand(plan: FirstFitResult): PodDemand[] {
  return countByPodGroup(plan).map(({ podGroup, count }) => ({
    podClass: podGroup,
    attempts: podGroup.attempts,
    pin: [],
    count,
  }));
}

/**
 * The same pods as they are to be planned for: with their wishes, and those that have to be spread
 * over or gathered in zones where the plan has put them.
 * @param attemptOf the attempt that a class is planned with; `null` leaves its pods to the rule
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

/** How many pods of each class a plan puts on new nodes, in the order of their first pod. */
export function countByPodGroup({
  claims,
}: FirstFitResult): readonly Pick<PodDemand, 'podClass' | 'count'>[] {
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

/** Where the claim has settled, of the labels that the pod's rules of topology are about. */
function pinOf({ topology }: PodAttempt, { requirements }: InFlightNodeClaim): readonly Pin[] {
  return topology.keyed.flatMap(({ key }) => {
    const value = onlyValueOf(requirements, key);
    return value === undefined ? [] : [{ key, value }];
  });
}
