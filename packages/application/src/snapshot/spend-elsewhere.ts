import type { ClusterId, MicroUsdPerHour } from '@kerf/core';
import { type BrakeScope, isInScope, spansClusters } from '../domain/brake/brake-scope.js';
import type { BrakeRepository } from '../ports/brake-repository.js';
import type { BrakedPools } from './braked-pools.js';

/** The scopes that {@link spendElsewhere} is asked about, and the cluster that it leaves out. */
export interface Elsewhere {
  /** The cluster whose own nodes do not count. */
  readonly clusterId: ClusterId;
  readonly scopes: readonly BrakeScope[];
  readonly poolOf: BrakedPools;
}

/**
 * Returns a function from a scope to what it costs now in other clusters: their nodes, and NodeClaims
 * that are being launched and have no node yet. Reads nothing if no scope spans clusters.
 */
export async function spendElsewhere(
  { brakes }: { readonly brakes: Pick<BrakeRepository, 'currentSpend' | 'launchingSpend'> },
  { clusterId, scopes, poolOf }: Elsewhere,
): Promise<(scope: BrakeScope) => MicroUsdPerHour> {
  if (!scopes.some(spansClusters)) return () => 0;
  // In this order: a NodeClaim whose node appears in between counts twice rather than never.
  const launching = await brakes.launchingSpend();
  const nodes = await brakes.currentSpend();
  const others = [...launching, ...nodes].filter((pool) => pool.clusterId !== clusterId);
  return (scope) =>
    others
      .filter((pool) => isInScope(scope, poolOf(pool.clusterId, pool.nodePool)))
      .reduce((sum, { priceMicroUsdPerHour }) => sum + priceMicroUsdPerHour, 0);
}
