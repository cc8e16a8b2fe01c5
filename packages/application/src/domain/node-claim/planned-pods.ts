import type { NodeClaim } from './node-claim.js';

const starting: ReadonlySet<NodeClaim['state']> = new Set([
  'Requested',
  'Launching',
  'Launched',
  'Registered',
]);

/**
 * Returns true while the pods that a NodeClaim was planned for are expected on its node, because no
 * pod can be bound to it yet. Until then they are not planned for again: another solve may pack them
 * in another way and launch more nodes.
 */
export function awaitsPods({ state }: Pick<NodeClaim, 'state'>): boolean {
  return starting.has(state);
}

/** Returns the uids of the pods that are expected on the nodes of NodeClaims. */
export function plannedPods(claims: readonly NodeClaim[]): ReadonlySet<string> {
  return new Set(claims.filter(awaitsPods).flatMap(({ plan }) => plan.podUids));
}
