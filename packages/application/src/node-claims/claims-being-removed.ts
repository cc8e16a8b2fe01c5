import type { ClusterId, NodeClaimId } from '@kerf/core';
import type { Repositories } from '../ports/store.js';

/** Returns the NodeClaims whose nodes executing decisions remove. */
export async function claimsBeingRemoved(
  { decisions }: Pick<Repositories, 'decisions'>,
  clusterId: ClusterId,
): Promise<ReadonlySet<NodeClaimId>> {
  const open = await decisions.open(clusterId);
  return new Set(
    open.filter(({ state }) => state === 'Executing').flatMap(({ nodeClaimIds }) => nodeClaimIds),
  );
}
