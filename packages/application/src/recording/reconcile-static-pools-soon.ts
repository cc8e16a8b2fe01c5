import type { ClusterId, Instant } from '@kerf/core';
import { isStaticPool, type StaticPool } from '../domain/static-pool/static-pool-need.js';
import type { OutboxEntry } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/** Returns the job that brings the static NodePools of a cluster to their number of nodes. */
export function reconcileStaticPoolsAt(clusterId: ClusterId, deliverAt: Instant): OutboxEntry {
  return { message: { type: 'provisioning.reconcile-static-pools', clusterId }, deliverAt };
}

/**
 * Adds the job of {@link reconcileStaticPoolsAt} to the outbox if `isConcerned` is true for one of
 * the static NodePools.
 */
export async function reconcileStaticPoolsSoon(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  clusterId: ClusterId,
  isConcerned: (pool: StaticPool) => boolean,
): Promise<void> {
  const pools = await tx.definitions.nodePools(clusterId);
  if (!pools.filter(isStaticPool).some(isConcerned)) return;
  await tx.outbox.add([reconcileStaticPoolsAt(clusterId, ports.clock.now())]);
}
