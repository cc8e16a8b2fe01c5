import type { Instant } from '@kerf/core';
import type { DisruptionBlock } from '../../explain/reason.js';
import type { NodeClaimRef } from '../../model/node.js';
import type { Candidate } from '../candidate.js';

/** When the pods of a claim's node will have been quiet for as long as its pool asks. */
export function consolidatableAt(
  { lastPodEventAt, initializedAt, createdAt }: NodeClaimRef,
  consolidateAfterMs: number,
): Instant {
  return (lastPodEventAt ?? initializedAt ?? createdAt) + consolidateAfterMs;
}

/** What keeps any consolidation from a node: its pool's settings, or that its pods come and go. */
export function restlessness(
  { nodePool, nodeClaim }: Pick<Candidate, 'nodePool' | 'nodeClaim'>,
  now: Instant,
): DisruptionBlock | null {
  const { name, replicas, disruption } = nodePool;
  if (replicas !== null) return { code: 'STATIC_POOL', nodePool: name, replicas };
  if (disruption.consolidateAfterMs === null)
    return { code: 'CONSOLIDATION_DISABLED', nodePool: name };
  const until = consolidatableAt(nodeClaim, disruption.consolidateAfterMs);
  return now < until ? { code: 'CONSOLIDATE_AFTER', until } : null;
}
