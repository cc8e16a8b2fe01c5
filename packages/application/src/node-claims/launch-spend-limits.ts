import type { ClusterId, MicroUsdPerHour } from '@kerf/core';
import { type BrakeScope, isInScope, mayConcern } from '../domain/brake/brake-scope.js';
import type { Repositories } from '../ports/store.js';
import { brakedPools } from '../snapshot/braked-pools.js';
import { spendElsewhere } from '../snapshot/spend-elsewhere.js';

/** An hourly spend limit, as launches of one cluster are checked against it. */
export interface LaunchSpendLimit {
  readonly scope: BrakeScope;
  readonly hourlyMicroUsd: MicroUsdPerHour;
  /** Cost of nodes and launches of its scope in other clusters; nodes are a few seconds old. */
  readonly elsewhereMicroUsdPerHour: MicroUsdPerHour;
  /** Returns true if the NodePool of the cluster is in its scope. */
  contains(nodePool: string | null): boolean;
}

/** Reads the hourly spend limits that may concern a cluster, also those of teams and of the organization. */
export async function launchSpendLimits(
  store: Pick<Repositories, 'spendLimits' | 'brakes' | 'access'>,
  clusterId: ClusterId,
): Promise<readonly LaunchSpendLimit[]> {
  const limits = (await store.spendLimits.list()).filter(
    ({ scope, hourlyMicroUsd }) => hourlyMicroUsd !== null && mayConcern(scope, clusterId),
  );
  const poolOf = await brakedPools(store, limits);
  const scopes = limits.map(({ scope }) => scope);
  const elsewhereOf = await spendElsewhere(store, { clusterId, scopes, poolOf });
  return limits.map(({ scope, hourlyMicroUsd }) => ({
    scope,
    hourlyMicroUsd: hourlyMicroUsd ?? 0,
    elsewhereMicroUsdPerHour: elsewhereOf(scope),
    contains: (nodePool) => isInScope(scope, poolOf(clusterId, nodePool)),
  }));
}
