import type { ClusterCache } from '@kerf/application';
import { AppError, type ClusterId } from '@kerf/core';
import type { ClusterSession } from './cluster-session.js';

/** The sessions of a worker, as the use cases' port. */
export interface ClusterCacheRegistry extends ClusterCache {
  add(session: ClusterSession): void;
  /** Removes a session without stopping it. */
  remove(clusterId: ClusterId): void;
}

export function createClusterCacheRegistry(): ClusterCacheRegistry {
  const sessions = new Map<ClusterId, ClusterSession>();
  return {
    add: (session) => void sessions.set(session.clusterId, session),
    remove: (clusterId) => void sessions.delete(clusterId),
    clockAheadMs: (clusterId) => sessions.get(clusterId)?.clockAheadMs() ?? null,
    view: (clusterId) => {
      const session = sessions.get(clusterId);
      if (session !== undefined) return session.view();
      throw new AppError({
        code: 'CLUSTER.NOT_SYNCED',
        message: `Cluster ${clusterId} is not leased by this worker.`,
        retry: { kind: 'backoff' },
      });
    },
  };
}
