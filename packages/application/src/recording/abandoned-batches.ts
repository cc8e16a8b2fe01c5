import type { ClusterId, Instant } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { addToBatch } from './open-batch.js';

/** A batch that is being solved for longer was given up without a word, e.g. with the database away. */
export const maxSolveMs = 120_000;

/**
 * Ends batches that were begun to be solved at or before `since` and never ended: by a worker that
 * is gone (whoever takes a cluster over passes now), or that could not write the end down. Their
 * pods are decided on again: those on a node that is leaving are told by nobody else.
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
