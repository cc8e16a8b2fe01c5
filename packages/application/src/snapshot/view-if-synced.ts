import { type ClusterId, hasErrorCode } from '@kerf/core';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';

/**
 * Returns the view of the cluster, or `null` while the cluster cache is not synced: for work that
 * is requested again after the sync.
 */
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
