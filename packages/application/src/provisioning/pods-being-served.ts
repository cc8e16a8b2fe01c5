import type { NodeClaim } from '../node-claims/node-claim.js';

/** Pods of claims that have no instance yet: their node is being bought, nothing is known of it. */
export function podsBeingServed(claims: readonly NodeClaim[]): ReadonlySet<string> {
  return new Set(
    claims
      .filter((claim) => claim.state === 'Requested' || claim.state === 'Launching')
      .flatMap((claim) => claim.plan.podUids),
  );
}
