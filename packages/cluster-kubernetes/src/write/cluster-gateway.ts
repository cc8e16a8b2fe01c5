import type { ClusterConnectionDetails, ClusterGateway } from '@kerf/application';
import { type JsonObject, labelKeys, terminationFinalizer, toRecord } from '@kerf/core';
import { hostOf } from '@kerf/system';
import type { ClusterConnection, ClusterConnectionOptions } from '../connect/cluster-connection.js';
import { ConnectionPool } from '../connect/connection-pool.js';
import {
  holdNodeClass,
  releaseNodeClass,
  removeDefinition,
  writeDefinition,
  writeDefinitionStatus,
  writeStatus,
} from '../definitions/write-definition.js';
import {
  createNodeClaims,
  deleteNodeClaim,
  removeNodeClaim,
  writeNodeClaim,
  writeNodeClaimRefusal,
} from '../definitions/write-node-claim.js';
import { namespacedPath, objectPath, resources } from '../watch/resources.js';
import { claimActingLease } from './acting-lease.js';
import { changeObject, deleteHeldObject, type HeldObject, removeObject } from './change-object.js';
import { listCustomResources, listMissingPermissions, readVersion } from './cluster-checks.js';
import { EventWriter } from './event-writer.js';
import { findControllers } from './find-controllers.js';
import { addTaintPatch, labelPatch, registrationPatch, removeTaintPatch } from './node-patches.js';
import { ownerReference } from './owner-reference.js';
import { annotatePod, deletePod, evictPod } from './pod-writes.js';
import { findPodTemplate } from './read-template.js';

export type ClusterGatewayOptions = Omit<ClusterConnectionOptions, 'details'>;

export interface KubernetesGateway extends ClusterGateway {
  /** Ends all calls and connections. */
  close(): Promise<void>;
}

/** Creates a gateway that writes to any cluster and keeps one connection per cluster. */
export function createClusterGateway(options: ClusterGatewayOptions): KubernetesGateway {
  const { clock, endpoints } = options;
  const pool = new ConnectionPool(options);
  const eventWriter = new EventWriter(clock);
  const to = (cluster: ClusterConnectionDetails): ClusterConnection => pool.get(cluster);
  const changeNode = async (
    cluster: ClusterConnectionDetails,
    nodeName: string,
    change: (node: JsonObject) => JsonObject | null,
  ): Promise<void> => {
    await changeObject(to(cluster), { path: objectPath(resources.nodes, nodeName), change });
  };
  return {
    trustsEndpoint: (endpoint) => endpoints.trustsHost(hostOf(endpoint)),
    version: async (cluster) => ({ kubernetesVersion: await readVersion(to(cluster)) }),
    missingPermissions: async (cluster, scope) => listMissingPermissions(to(cluster), scope),
    customResources: async (cluster) => listCustomResources(to(cluster)),

    findControllers: async (cluster) => findControllers(to(cluster)),
    claimActingLease: async (cluster, claim) => claimActingLease(to(cluster), clock, claim),

    syncRegisteredNode: async (cluster, node) => {
      const { nodeClaimName } = node.owner;
      const owner = await ownerReference(to(cluster), resources.nodeClaims, nodeClaimName);
      await changeNode(cluster, node.nodeName, (current) =>
        registrationPatch(current, node, owner),
      );
    },
    markInitialized: (cluster, nodeName) =>
      changeNode(cluster, nodeName, (node) =>
        labelPatch(node, { [labelKeys.initialized]: 'true' }),
      ),
    addTaint: (cluster, nodeName, taint) =>
      changeNode(cluster, nodeName, (node) => addTaintPatch(node, taint)),
    removeTaint: (cluster, nodeName, taintKey) =>
      changeNode(cluster, nodeName, (node) => removeTaintPatch(node, taintKey)),
    setNodeLabels: (cluster, nodeName, labels) =>
      changeNode(cluster, nodeName, (node) => labelPatch(node, labels)),
    deleteNode: async (cluster, nodeName, providerId) =>
      deleteHeldObject(to(cluster), nodeObject(nodeName, providerId)),
    removeNode: async (cluster, nodeName, providerId) =>
      removeObject(to(cluster), nodeObject(nodeName, providerId)),

    annotatePod: async (cluster, pod, change) => annotatePod(to(cluster), pod, change),
    evict: async (cluster, pod) => evictPod(to(cluster), pod),
    deletePod: async (cluster, pod, gracePeriodMs) => deletePod(to(cluster), pod, gracePeriodMs),

    createNodeClaims: async (cluster, claims) => createNodeClaims(to(cluster), clock, claims),
    applyNodeClaim: async (cluster, claim, context) =>
      writeNodeClaim(to(cluster), clock, claim, context),
    applyNodeClaimRefusal: async (cluster, object, refusal) =>
      writeNodeClaimRefusal(to(cluster), clock, object, refusal),
    deleteNodeClaim: async (cluster, claim) => deleteNodeClaim(to(cluster), claim),
    removeNodeClaim: async (cluster, claim) => removeNodeClaim(to(cluster), claim),

    applyDefinition: async (cluster, definition) => writeDefinition(to(cluster), definition),
    removeDefinition: async (cluster, kind, name) => removeDefinition(to(cluster), kind, name),
    holdNodeClass: async (cluster, name) => holdNodeClass(to(cluster), name),
    releaseNodeClass: async (cluster, name) => releaseNodeClass(to(cluster), name),
    applyDefinitionStatus: async (cluster, kind, name, status) =>
      writeDefinitionStatus(to(cluster), clock, { kind, name, status }),

    readPodTemplate: async (cluster, ref) => findPodTemplate(to(cluster), ref),
    applyBufferStatus: async (cluster, buffer, status) =>
      writeStatus(to(cluster), clock, {
        path: namespacedPath(resources.capacityBuffers, buffer),
        status,
      }),

    recordEvent: async (cluster, event) => eventWriter.write(to(cluster), event),
    close: () => pool.close(),
  };
}

/** Names are used again: with a provider ID, only the node of that instance is meant. */
const nodeObject = (nodeName: string, providerId: string | undefined): HeldObject => ({
  path: objectPath(resources.nodes, nodeName),
  finalizer: terminationFinalizer,
  isMeant: (node) =>
    providerId === undefined || toRecord(node['spec'])['providerID'] === providerId,
});
