import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { adoptNodeClaim } from './adopt.js';
import { observeNodeClaim } from './observe-nodes.js';

/**
 * Adopts the NodeClaims of an earlier Karpenter installation once the cluster's mode allows it, and
 * removes those that were deleted while another controller acted in the cluster. Reads the cluster
 * cache, because unchanged objects cause an event only when a watch begins.
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
  const stateByName = new Map(claims.map(({ name, state }) => [name, state]));
  const sweep = new Sweep();
  await sweep.each(
    view.adoptableNodeClaims,
    ({ name }) => named('NodeClaim', name),
    async (event) => {
      const state = stateByName.get(event.name);
      const isToEnd = event.deletionRequestedAt !== null && state !== 'Terminating';
      if (state === undefined) await adoptNodeClaim(ports, clusterId, event);
      else if (isToEnd) await observeNodeClaim(ports, clusterId, event);
    },
  );
  sweep.conclude();
}
