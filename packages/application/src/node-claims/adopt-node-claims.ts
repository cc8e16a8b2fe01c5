import type { ClusterId } from '@kerf/core';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { adoptNodeClaim } from './adopt.js';

/**
 * Adopts the NodeClaims of an earlier Karpenter installation once the cluster's mode allows it.
 * Reads the cluster cache, because unchanged objects cause an event only when a watch begins.
 */
export async function adoptNodeClaims(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null || view.adoptableNodeClaims.length === 0) return;
  if ((await requireCluster(store, clusterId)).mode === 'observe') return;
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
  const known = new Set(claims.map(({ name }) => name));
  for (const event of view.adoptableNodeClaims) {
    if (!known.has(event.name)) await adoptNodeClaim(ports, clusterId, event);
  }
}
