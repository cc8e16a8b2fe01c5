import { type ClusterId, hasErrorCode } from '@kerf/core';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';

/** `null` while the cluster is not known: for work that is asked for again when it is. */
export function viewIfSynced(
  ports: Pick<Ports, 'cache'>,
  clusterId: ClusterId,
): ClusterView | null {
  try {
    return ports.cache.view(clusterId);
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_SYNCED')) return null;
    throw error;
  }
}
