import type { Instant } from '@kerf/core';
import { type BoundPod, displacedPods } from '@kerf/engine';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';

/**
 * Pods that still run on nodes being drained and are going to need another place: they are decided
 * on with the pods that wait, so that their new node comes up while the old one is emptied.
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

/** The same nodes as if these pods had left: a pod is not in two places at once. */
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
