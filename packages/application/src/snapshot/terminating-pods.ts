import type { Instant } from '@kerf/core';
import { type BoundPod, displacedPods } from '@kerf/engine';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';

/**
 * Returns the pods that still run on draining nodes and need another node. They are scheduled
 * together with the pending pods, so that their new node starts while the old one is drained.
 */
export function podsOfTerminatingNodes(
  view: ClusterView,
  claims: readonly NodeClaim[],
  now: Instant,
): readonly BoundPod[] {
  const leaving = new Map(
    claims.flatMap(({ state, instance, termination }) =>
      state === 'Terminating' && instance !== null
        ? [[instance.providerId, termination] as const]
        : [],
    ),
  );
  return view.nodes.flatMap((node) => {
    const isClaimTerminating = node.providerId !== null && leaving.has(node.providerId);
    if (!isClaimTerminating && node.deletionRequestedAt === null) return [];
    const termination = node.providerId === null ? null : leaving.get(node.providerId);
    return displacedPods({
      pods: node.pods,
      budgets: view.podDisruptionBudgets,
      now,
      endsAnyway: (termination?.instanceEndsAt ?? termination?.deadline ?? null) !== null,
    });
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
