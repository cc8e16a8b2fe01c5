import type { ClusterId, Instant } from '@kerf/core';
import { lengthOf } from '../domain/node-claim/claim-terms.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import { removeNode } from '../recording/remove-node.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { pausesInForce, stopsDisruption } from '../snapshot/pauses-in-force.js';
import { requireCluster } from '../snapshot/require-cluster.js';

/**
 * Starts the termination of NodeClaims that are older than their `expireAfter`, without approval
 * and regardless of disruption budgets. The drain still respects what blocks the eviction of their
 * pods. Does nothing in mode `observe`, and nothing to nodes whose disruption is paused.
 * Source: karpenter nodeclaim/expiration/controller.go.
 */
export async function expireNodeClaims(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store, clock } = ports;
  if ((await requireCluster(store, clusterId)).mode === 'observe') return;
  const now = clock.now();
  const claims = await store.nodeClaims.inStates(clusterId, [
    'Launched',
    'Registered',
    'Initialized',
  ]);
  const pauses = await pausesInForce(store, clusterId, now);
  const expired = claims.filter(
    (claim) =>
      now >= expiresAt(claim) && pauses.stopping([claim.nodePool], stopsDisruption) === null,
  );
  if (expired.length === 0) return;
  const view = ports.cache.view(clusterId);
  for (const claim of expired) {
    const node = nodeOf(claim, view.nodes);
    await removeNode(ports, view, { claim, node, reason: 'Expired', instanceEndsAt: null });
  }
}

function expiresAt({ terms, standalone, requestedAt }: NodeClaim): Instant {
  const after = lengthOf(terms.expireAfter);
  return after === null ? Infinity : (standalone?.createdAt ?? requestedAt) + after;
}
