import type { ClusterId, MicroUsdPerHour } from '@kerf/core';
import { type BrakeScope, isInScope } from '../domain/brake/brake-scope.js';
import type { Repositories } from '../ports/store.js';
import { brakedPools } from '../snapshot/braked-pools.js';
import { spendElsewhere } from '../snapshot/spend-elsewhere.js';

/** An hourly spend limit, as launches of one cluster are checked against it. */
export interface LaunchSpendLimit {
  readonly scope: BrakeScope;
  readonly hourlyMicroUsd: MicroUsdPerHour;
  /** What nodes and launches of its scope in other clusters cost; nodes are a few seconds old. */
  readonly elsewhereMicroUsdPerHour: MicroUsdPerHour;
  /** Returns true if the NodePool of the cluster is in its scope. */
  contains(nodePool: string | null): boolean;
}

/** Whether a limit is of a team or the organization, so that clusters share it. */
export const isShared = ({ scope }: { readonly scope: BrakeScope }): boolean =>
  !('clusterId' in scope);

/** Reads the hourly spend limits that may concern a cluster, also those of teams and of the organization. */
export async function launchSpendLimits(
  store: Pick<Repositories, 'spendLimits' | 'brakes' | 'access'>,
  clusterId: ClusterId,
): Promise<readonly LaunchSpendLimit[]> {
  const limits = (await store.spendLimits.list()).filter(
    ({ scope, hourlyMicroUsd }) =>
      hourlyMicroUsd !== null && (!('clusterId' in scope) || scope.clusterId === clusterId),
  );
  const elsewhere = limits.some(isShared) ? await spendElsewhere(store, clusterId) : [];
  const poolOf = await brakedPools(store, limits);
  return limits.map(({ scope, hourlyMicroUsd }) => ({
    scope,
    hourlyMicroUsd: hourlyMicroUsd ?? 0,
    elsewhereMicroUsdPerHour: elsewhere
      .filter((pool) => isInScope(scope, poolOf(pool.clusterId, pool.nodePool)))
      .reduce((sum, { priceMicroUsdPerHour }) => sum + priceMicroUsdPerHour, 0),
    contains: (nodePool) => isInScope(scope, poolOf(clusterId, nodePool)),
  }));
}
