import type { DurationMs, Instant } from '@kerf/core';
import type { NodeClaim } from './node-claim.js';

/** How long the scheduler may take from one pod to the next one of a node. */
const betweenPodsMs: DurationMs = 5_000;
/** How long it may take for all pods of a node. */
const bindingMs: DurationMs = 60_000;

/**
 * Returns true while the pods that a NodeClaim was planned for are expected on its node: until it is
 * initialized, and as long as the scheduler keeps binding pods to it. Until then those pods are not
 * planned for again, because another solve may pack them in another way and launch more nodes.
 */
export function awaitsPods(
  { state, initializedAt, lastPodEventAt }: NodeClaim,
  now: Instant,
): boolean {
  switch (state) {
    case 'Requested':
    case 'Launching':
    case 'Launched':
    case 'Registered':
      return true;
    case 'Initialized': {
      const since = initializedAt ?? -Infinity;
      return (
        now < Math.min(Math.max(since, lastPodEventAt ?? since) + betweenPodsMs, since + bindingMs)
      );
    }
    default:
      return false;
  }
}

/** Returns the uids of the pods that are expected on the nodes of NodeClaims. */
export function plannedPods(claims: readonly NodeClaim[], now: Instant): ReadonlySet<string> {
  return new Set(
    claims.filter((claim) => awaitsPods(claim, now)).flatMap(({ plan }) => plan.podUids),
  );
}
