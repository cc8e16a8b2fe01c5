import type { Instant } from '@kerf/core';
import type { BoundPod } from '@kerf/engine';
import { drainEndOf } from '../domain/node-claim/drain-end.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import { claimFinder } from './claim-node.js';
import { displacedBy } from './displaced-by.js';

/**
 * Returns the pods that still run on draining nodes and need another node. They are scheduled
 * together with the pending pods, so that their new node starts while the old one is drained.
 */
export function podsOfTerminatingNodes(
  view: ClusterView,
  claims: readonly NodeClaim[],
  now: Instant,
): readonly BoundPod[] {
  const claimOf = claimFinder(claims);
  return view.nodes.flatMap((node) => {
    const claim = claimOf(node);
    if (claim?.state !== 'Terminating' && node.deletionRequestedAt === null) return [];
    const end = claim === undefined ? null : (claim.termination ?? drainEndOf(claim, {}, now));
    return displacedBy(view, node, end, now);
  });
}

/** Returns the nodes without these pods, so that no pod is counted on two nodes. */
export function withoutPods(
  nodes: readonly CachedNode[],
  pods: readonly BoundPod[],
): readonly CachedNode[] {
  if (pods.length === 0) return nodes;
  const uids = new Set(pods.map(({ uid }) => uid));
  return nodes.map((node) =>
    node.pods.some(({ uid }) => uids.has(uid))
      ? { ...node, pods: node.pods.filter(({ uid }) => !uids.has(uid)) }
      : node,
  );
}
