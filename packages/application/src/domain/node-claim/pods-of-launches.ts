import { isUnlaunched, type NodeClaim } from './node-claim.js';

/** Returns the uids of the pods for which NodeClaims are being launched. */
export function podsOfLaunches(claims: readonly NodeClaim[]): ReadonlySet<string> {
  return new Set(claims.filter(isUnlaunched).flatMap((claim) => claim.plan.podUids));
}
