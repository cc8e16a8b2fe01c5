import type { ClusterId } from '@kerf/core';
import type { BrakeRepository, PoolSpend } from '../ports/brake-repository.js';

/**
 * Returns what NodePools of other clusters cost now: their nodes, and NodeClaims that are being
 * launched and have no node yet.
 */
export async function spendElsewhere(
  { brakes }: { readonly brakes: Pick<BrakeRepository, 'currentSpend' | 'launchingSpend'> },
  clusterId: ClusterId,
): Promise<readonly PoolSpend[]> {
  // In this order: a NodeClaim whose node appears in between counts twice rather than never.
  const launching = await brakes.launchingSpend();
  const nodes = await brakes.currentSpend();
  return [...launching, ...nodes].filter((pool) => pool.clusterId !== clusterId);
}
