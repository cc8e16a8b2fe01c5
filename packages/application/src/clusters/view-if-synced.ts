import { type ClusterId, hasErrorCode } from '@kerf/core';
import type { MirrorView } from '../ports/cluster-mirror.js';
import type { Ports } from '../ports/ports.js';

/** `null` while the cluster is not known: for work that is asked for again when it is. */
export function viewIfSynced(
  ports: Pick<Ports, 'mirror'>,
  clusterId: ClusterId,
): MirrorView | null {
  try {
    return ports.mirror.view(clusterId);
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_SYNCED')) return null;
    throw error;
  }
}
