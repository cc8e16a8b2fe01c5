import type { ClusterId, Instant } from '@kerf/core';
import { isStaticPool, type StaticPool } from '../domain/static-pool/static-pool-need.js';
import type { OutboxEntry } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/** The job that brings the static pools of a cluster to their number of nodes. */
export function reconcileStaticPoolsAt(clusterId: ClusterId, deliverAt: Instant): OutboxEntry {
  return { message: { type: 'provisioning.reconcile-static-pools', clusterId }, deliverAt };
}

/** Asks for it when the transaction commits, if one of the pools concerned is static. */
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
