import type { ClusterId } from '@kerf/core';
import { type BrakedPool, type BrakeScope, ownersOf } from '../domain/brake/brake-scope.js';
import type { Repositories } from '../ports/store.js';

/** Returns a NodePool, or the nodes of a cluster without one, as scopes are compared with it. */
export type BrakedPools = (clusterId: ClusterId, nodePool: string | null) => BrakedPool;

/** Reads the teams if one of the scopes is a team's. */
export async function brakedPools(
  { access }: Pick<Repositories, 'access'>,
  scopes: readonly { readonly scope: BrakeScope }[],
): Promise<BrakedPools> {
  const teams = scopes.some(({ scope }) => scope.kind === 'Team') ? await access.teams() : [];
  return (clusterId, nodePool) => ({
    clusterId,
    nodePool,
    teamIds: ownersOf(teams, clusterId, nodePool),
  });
}
