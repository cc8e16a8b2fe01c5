import {
  adoptNodeClaim,
  type ClusterEvents,
  importDefinition,
  observeNodeClaim,
  observeNodes,
  type Ports,
  receivePodEvents,
  recordConnection,
  recordPodEvents,
} from '@kerf/application';

export interface ConnectionListeners {
  readonly onProvisionable: () => void;
  /** Called when it was recorded that pods came to nodes or left them. */
  readonly onPodEvents: () => void;
  /** Awaited before listeners learn that the cluster cache is synced. */
  readonly beforeSynced: () => Promise<void>;
  readonly onSynced: () => Promise<void>;
  /**
   * Called after each change of the status: the cluster is synced, or is known to be unreachable.
   */
  readonly onKnown: () => void;
}

/** Forwards changes of a cluster's watches to use cases. */
export function createClusterEvents(ports: Ports, listeners: ConnectionListeners): ClusterEvents {
  return {
    podsProvisionable: (clusterId, pods) => {
      listeners.onProvisionable();
      return receivePodEvents(ports, clusterId, pods);
    },
    nodesChanged: (clusterId, nodes) => observeNodes(ports, clusterId, nodes),
    podsMoved: async (clusterId, moves) => {
      await recordPodEvents(ports, clusterId, moves);
      listeners.onPodEvents();
    },
    definitionChanged: (clusterId, event) => importDefinition(ports, clusterId, event),
    nodeClaimChanged: async (clusterId, event) => {
      await observeNodeClaim(ports, clusterId, event);
      await adoptNodeClaim(ports, clusterId, event);
    },
    connectionChanged: async (clusterId, change) => {
      if (change.kind === 'Synced') await listeners.beforeSynced();
      await recordConnection(ports, clusterId, change);
      try {
        if (change.kind === 'Synced') await listeners.onSynced();
      } finally {
        // A comparison or resumption that fails is tried again, and keeps no other work from starting.
        listeners.onKnown();
      }
    },
  };
}
