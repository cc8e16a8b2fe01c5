import type { Instant } from '@kerf/core';
import type { DisruptionBlock } from '../../explain/reason.js';
import type { NodeClaimRef } from '../../model/node.js';
import type { NodePool } from '../../model/node-pool.js';
import type { Candidate } from '../candidate.js';

/** When the pods of a claim's node will have been quiet for as long as its pool asks. */
export function quietAt(
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
  if (!consolidates(nodePool)) return { code: 'CONSOLIDATION_OFF', nodePool: nodePool.name };
  const until = quietAt(nodeClaim, nodePool.disruption.consolidateAfterMs);
  return now < until ? { code: 'CONSOLIDATE_AFTER', until } : null;
}

type ConsolidatingPool = NodePool & {
  readonly disruption: { readonly consolidateAfterMs: number };
};

function consolidates(nodePool: NodePool): nodePool is ConsolidatingPool {
  return nodePool.replicas === null && nodePool.disruption.consolidateAfterMs !== null;
}
