import type { ClusterId } from '@kerf/core';
import { livingClaimStates, type NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Repositories } from '../ports/store.js';

/** Returns the NodeClaims of an EC2NodeClass that have not ended. */
export async function claimsOfNodeClass(
  { nodeClaims }: Pick<Repositories, 'nodeClaims'>,
  clusterId: ClusterId,
  name: string,
): Promise<readonly NodeClaim[]> {
  const claims = await nodeClaims.inStates(clusterId, livingClaimStates);
  return claims.filter(({ nodeClass }) => nodeClass === name);
}
