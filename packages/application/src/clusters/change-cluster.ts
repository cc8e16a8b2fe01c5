import { AppError, type ClusterId } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { requireCluster } from './require-cluster.js';

const attempts = 5;

/**
 * Applies a change to the current record of the cluster, and retries when another writer has saved
 * first. Use it for facts that the worker observes; they never overwrite a user's change.
 * @param alsoWrite further writes in the transaction of the change
 * @returns the saved cluster, or `null` when `change` returns `null`
 * @throws STATE.CONFLICT when every attempt conflicts with another writer
 */
export async function changeCluster(
  ports: Pick<Ports, 'store'>,
  id: ClusterId,
  change: (cluster: Cluster) => Cluster | null,
  alsoWrite: (tx: Repositories) => Promise<void> = async () => undefined,
): Promise<Cluster | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const next = change(await requireCluster(ports.store, id));
    if (next === null) return null;
    const saved = await ports.store.transaction(async (tx) => {
      const cluster = await tx.clusters.save(next);
      if (cluster !== null) {
        await tx.changes.publish({ topic: 'cluster', clusterId: id, id, version: cluster.version });
        await alsoWrite(tx);
      }
      return cluster;
    });
    if (saved !== null) return saved;
  }
  throw new AppError({
    code: 'STATE.CONFLICT',
    message: 'The cluster is being changed by other requests.',
    retry: { kind: 'backoff' },
  });
}
