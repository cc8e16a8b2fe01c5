import type { Instant } from '@kerf/core';
import { consolidatableAt } from '@kerf/engine';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { durationOrNever } from '../snapshot/to-node-pool.js';

/**
 * Returns since when the `consolidateAfter` of its NodePool has elapsed for an initialized
 * NodeClaim; `null` while it has not, and for NodePools that are static or not consolidated.
 * Source: karpenter nodeclaim/disruption/consolidation.go @v1.14.1.
 * @param pool `null` when it was deleted, and for a standalone NodeClaim
 */
export function consolidatableSince(
  claim: NodeClaim,
  pool: NodePoolDefinition | null,
  now: Instant,
): Instant | null {
  const at = consolidatableFrom(claim, pool);
  return at !== null && at <= now ? at : null;
}

/**
 * Returns when the `consolidateAfter` of its NodePool elapses, or has elapsed, for an initialized
 * NodeClaim without further pod events; `null` for NodePools that are static or not consolidated.
 */
export function consolidatableFrom(
  { state, lastPodEventAt, initializedAt, requestedAt }: NodeClaim,
  pool: NodePoolDefinition | null,
): Instant | null {
  if (pool === null || pool.spec.replicas !== undefined || state !== 'Initialized') return null;
  const afterMs = durationOrNever(pool.spec.disruption.consolidateAfter);
  if (afterMs === null) return null;
  return consolidatableAt({ lastPodEventAt, initializedAt, createdAt: requestedAt }, afterMs);
}
