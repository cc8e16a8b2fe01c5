import type { ClusterId } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { ConnectionChange } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { changeCluster } from './change-cluster.js';

/**
 * Records whether a cluster's state is known, and since when it is not. The finding about a lost
 * connection is cleared in the same transaction.
 */
export async function recordConnection(
  ports: Pick<Ports, 'store'>,
  clusterId: ClusterId,
  change: ConnectionChange,
): Promise<void> {
  const clear = async ({ findings }: Repositories): Promise<void> => {
    if (change.kind === 'Synced') await findings.clearOthers(clusterId, 'CLUSTER_UNREACHABLE', []);
  };
  const connect = (cluster: Cluster): Cluster | null => {
    const state = change.kind === 'Synced' ? 'Connected' : 'Unreachable';
    const problem = change.kind === 'Synced' ? null : change.problem;
    const { connection } = cluster;
    if (connection.state === state && connection.problem === problem) return null;
    return {
      ...cluster,
      connection: {
        state,
        problem,
        syncedAt: change.kind === 'Synced' ? change.at : connection.syncedAt,
        changedAt: connection.state === state ? connection.changedAt : change.at,
      },
    };
  };
  await changeCluster(ports, clusterId, connect, clear);
}
