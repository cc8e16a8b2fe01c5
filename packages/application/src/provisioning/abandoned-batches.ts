import type { ClusterId, Instant } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { addToBatch } from './open-batch.js';

/**
 * Maximum time in state `Solving`. A batch that exceeds it is abandoned, e.g. because its worker
 * could not reach the database.
 */
export const maxSolveMs = 120_000;

/**
 * Fails batches that have been in state `Solving` since `since` or earlier, because their worker
 * has stopped or could not record the result. Adds their pods to the open batch, because no other
 * event reports the pods of terminating nodes again.
 * @param since the current time for a worker that takes over the cluster
 */
export async function endAbandonedBatches(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  clusterId: ClusterId,
  since: Instant,
): Promise<void> {
  const stuck = await ports.store.batches.solvingSince(clusterId, since);
  if (stuck.length === 0) return;
  await ports.store.transaction(async (tx) => {
    for (const batch of stuck) {
      const podUids = await tx.batches.podsOf(batch.id);
      if ((await tx.batches.save({ ...batch, state: 'Failed' })) === null) continue;
      await addToBatch(ports, tx, { clusterId, podUids });
    }
  });
}
