import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import { readPolicy } from '../approvals/api.js';
import { requireCluster } from '../clusters/api.js';
import { lengthOf } from '../domain/node-claim/claim-terms.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { pausesInForce, stopsDisruption } from '../snapshot/pauses-in-force.js';
import { proposeExpiration } from './propose-expiration.js';
import { removeNode } from './remove-node.js';

/**
 * Starts the termination of NodeClaims that are older than their `expireAfter`, regardless of
 * disruption budgets, and without approval unless a rule of the approval policy asks for one. The
 * drain still respects what blocks the eviction of their pods. Does nothing in mode `observe`, and
 * nothing to nodes whose disruption is paused.
 * Source: karpenter nodeclaim/expiration/controller.go.
 */
export async function expireNodeClaims(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache' | 'localTime'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store, clock } = ports;
  const cluster = await requireCluster(store, clusterId);
  if (cluster.mode === 'observe') return;
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
  const stored = await readPolicy(store, now);
  const waiting =
    stored.policy === null ? new Set<NodeClaimId>() : await undecidedClaims(ports, clusterId);
  const sweep = new Sweep();
  await sweep.each(
    expired.filter(({ id }) => !waiting.has(id)),
    claimed,
    async (claim) => {
      const isProposed =
        stored.policy !== null &&
        (await proposeExpiration(ports, { cluster, stored, view, claim }));
      if (isProposed) return;
      const node = nodeOf(claim, view.nodes);
      await removeNode(ports, view, { claim, node, reason: 'Expired', instanceEndsAt: null });
    },
  );
  sweep.conclude();
}

/** Returns the NodeClaims whose expiration awaits approval, is under way, or was rejected. */
async function undecidedClaims(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<ReadonlySet<NodeClaimId>> {
  const open = await store.decisions.open(clusterId);
  const rejected = await store.decisions.rejectedUntil(clusterId, clock.now());
  return new Set(
    [...open, ...rejected]
      .filter(({ kind }) => kind === 'Expire')
      .flatMap(({ nodeClaimIds }) => nodeClaimIds),
  );
}

function expiresAt({ terms, standalone, requestedAt }: NodeClaim): Instant {
  const after = lengthOf(terms.expireAfter);
  return after === null ? Infinity : (standalone?.createdAt ?? requestedAt) + after;
}
