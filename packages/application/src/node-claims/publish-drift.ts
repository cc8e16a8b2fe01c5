import type { ClusterId } from '@kerf/core';
import { driftOf } from '../domain/node-claim/drift.js';
import type { Ports } from '../ports/ports.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

/**
 * Schedules the sync of NodeClaim objects whose condition `Drifted` differs from the current
 * definitions. The condition in the cluster cache shows what was written last, so no other state is
 * stored.
 */
export async function publishDrift(
  ports: Pick<Ports, 'store' | 'clock' | 'cache' | 'memory'>,
  { clusterId }: { readonly clusterId: ClusterId },
): Promise<void> {
  const { store, memory, clock } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  if ((await requireCluster(store, clusterId)).mode === 'observe') return;
  const [nodePools, nodeClasses, claims] = await Promise.all([
    store.definitions.nodePools(clusterId),
    store.definitions.nodeClasses(clusterId),
    store.nodeClaims.inStates(clusterId, ['Launched', 'Registered', 'Initialized']),
  ]);
  const now = clock.now();
  const objects = new Set(view.nodeClaimNames);
  const shown = new Map(view.driftedNodeClaims.map(({ name, reason }) => [name, reason]));
  const stale = claims.filter(
    (claim) =>
      objects.has(claim.name) &&
      (driftOf(claim, { nodePools, nodeClasses }, now)?.reason ?? null) !==
        (shown.get(claim.name) ?? null),
  );
  if (stale.length === 0) return;
  for (const claim of stale) memory.forgetShown(claim);
  await store.transaction((tx) =>
    tx.outbox.add(
      stale.map(({ id }) => ({
        message: { type: 'node-claim.sync', clusterId, nodeClaimId: id },
        deliverAt: now,
      })),
    ),
  );
}
