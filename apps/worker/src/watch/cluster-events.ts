import {
  adoptNodeClaim,
  type ClusterEvents,
  importDefinition,
  observeNodeClaim,
  observeNodes,
  type Ports,
  receivePodEvents,
  recordConnection,
} from '@kerf/application';

/** What the watches of a cluster tell, passed on to the use cases. */
export function createClusterEvents(ports: Ports, onSynced: () => Promise<void>): ClusterEvents {
  return {
    podsProvisionable: (clusterId, pods) => receivePodEvents(ports, clusterId, pods),
    nodesChanged: (clusterId, nodes) => observeNodes(ports, clusterId, nodes),
    podsMoved: (clusterId, moves) => ports.store.nodeClaims.touchPodEvents(clusterId, moves),
    definitionChanged: (clusterId, event) => importDefinition(ports, clusterId, event),
    nodeClaimChanged: async (clusterId, event) => {
      await observeNodeClaim(ports, clusterId, event);
      await adoptNodeClaim(ports, clusterId, event);
    },
    connectionChanged: async (clusterId, change) => {
      await recordConnection(ports, clusterId, change);
      if (change.kind === 'Synced') await onSynced();
    },
  };
}
