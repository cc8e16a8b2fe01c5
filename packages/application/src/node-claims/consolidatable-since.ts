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
  { state, lastPodEventAt, initializedAt, requestedAt }: NodeClaim,
  pool: NodePoolDefinition | null,
  now: Instant,
): Instant | null {
  if (pool === null || pool.spec.replicas !== undefined || state !== 'Initialized') return null;
  const afterMs = durationOrNever(pool.spec.disruption.consolidateAfter);
  if (afterMs === null) return null;
  const at = consolidatableAt({ lastPodEventAt, initializedAt, createdAt: requestedAt }, afterMs);
  return at <= now ? at : null;
}
