import type { Instant } from '@kerf/core';
import type { NodeClaimRef } from '../../model/node.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { Candidate } from '../candidate.js';

/**
 * Returns when a NodeClaim becomes consolidatable: `consolidateAfterMs` after the last time one of
 * its pods came or went.
 */
export function consolidatableAt(
  {
    lastPodEventAt,
    initializedAt,
    createdAt,
  }: Pick<NodeClaimRef, 'lastPodEventAt' | 'initializedAt' | 'createdAt'>,
  consolidateAfterMs: number,
): Instant {
  return (lastPodEventAt ?? initializedAt ?? createdAt) + consolidateAfterMs;
}

/**
 * Returns why no consolidation may take this node now: the settings of its NodePool, or that it is
 * not consolidatable yet; otherwise `null`.
 */
export function consolidateAfterBlock(
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
