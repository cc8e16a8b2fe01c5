import type { ClusterId } from '@kerf/core';
import type { ClusterRevision } from '../domain/cluster/cluster-revision.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from './view-if-synced.js';

/**
 * Reads the revision of a cluster. Read it before what the work depends on: a change meanwhile is then
 * seen twice, and never missed.
 * @returns `null` while the cluster cache is not synced
 */
export async function readRevision(
  ports: Pick<Ports, 'store' | 'cache' | 'memory'>,
  clusterId: ClusterId,
): Promise<ClusterRevision | null> {
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return null;
  const nominations = ports.memory.nominations.count(clusterId);
  const podEvents = ports.memory.podEvents.count(clusterId);
  const records = await ports.store.clusters.revision(clusterId);
  return { records, view: view.revision.all, nominations, podEvents };
}
