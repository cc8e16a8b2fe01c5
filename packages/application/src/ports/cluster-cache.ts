import type { ClusterId, Instant } from '@kerf/core';
import type {
  BoundPod,
  DaemonSet,
  Labels,
  Pod,
  PodDisruptionBudget,
  ResourceList,
  Taint,
} from '@kerf/engine';
import type { ObservedControllers } from '../domain/controllers/observed-controllers.js';
import type { ClaimTerms, StandaloneObject } from '../domain/node-claim/node-claim.js';

/** The slim state of the clusters that this worker holds, kept up by their watches. */
export interface ClusterCache {
  /**
   * @throws CLUSTER.NOT_SYNCED while a first list or a re-list is under way, or when what is known
   * is too old to decide on
   */
  view(clusterId: ClusterId): ClusterView;
}

/** Frozen; made anew when something changed. */
export interface ClusterView {
  readonly clusterId: ClusterId;
  /** Up to when the cluster's state is known. */
  readonly asOf: Instant;
  readonly nodes: readonly CachedNode[];
  /** All pods without a node that are not terminal, whether provisionable or not. */
  readonly pendingPods: readonly CachedPendingPod[];
  readonly daemonSets: readonly DaemonSet[];
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
  readonly namespaces: readonly { readonly name: string; readonly labels: Labels }[];
  /** Names of NodePool objects that are being deleted: a finalizer holds them. */
  readonly deletingNodePools: readonly string[];
  /** Names of the cluster's NodeClaim objects. */
  readonly nodeClaimNames: readonly string[];
  /** NodeClaim objects that have an instance of an EC2NodeClass, whoever made them. */
  readonly adoptableNodeClaims: readonly NodeClaimEvent[];
  /** NodeClaim objects whose condition `Drifted` is true, with its reason. */
  readonly driftedNodeClaims: readonly DriftedNodeClaim[];
  /** What there is of other controllers that may act in the cluster. */
  readonly controllers: ObservedControllers;
  /** NodePools whose nodes Kerf does not launch, because they name another kind of node class. */
  readonly foreignNodePools: readonly ForeignNodePool[];
  /** NodeClaim objects without a pool; `null` where the cluster does not serve NodeClaims. */
  readonly standaloneNodeClaims: readonly CachedStandaloneClaim[] | null;
  /** By name; none where the cluster does not serve them, or Kerf may not read them. */
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  /** As {@link nodeOverlays}. */
  readonly capacityBuffers: readonly CachedCapacityBuffer[];
  /** Kinds that the cluster serves and Kerf may not read, e.g. `nodeoverlays.karpenter.sh`. */
  readonly unreadableKinds: readonly string[];
}

/** A NodePool whose nodes another controller launches. */
export interface ForeignNodePool {
  readonly name: string;
  /** Of the node class that it names, e.g. `eks.amazonaws.com` for EKS Auto Mode. */
  readonly nodeClassGroup: string;
}

/** A NodeClaim object whose condition `Drifted` is true. */
export interface DriftedNodeClaim {
  readonly name: string;
  readonly reason: string;
}

/**
 * A NodeClaim object that no pool owns and that names an EC2NodeClass: somebody made it by hand. The
 * same object as long as nothing of this changed.
 */
export interface CachedStandaloneClaim {
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly createdAt: Instant;
  readonly deletionRequestedAt: Instant | null;
  /** It carries the termination finalizer: Kerf looks after it, or a Karpenter does. */
  readonly hasTerminationFinalizer: boolean;
  /** As the API serves it. */
  readonly spec: unknown;
}

/** A NodeOverlay as the API serves it; the same object as long as it did not change. */
export interface CachedNodeOverlay {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** A CapacityBuffer as the API serves it; the same object as long as it did not change. */
export interface CachedCapacityBuffer extends CachedNodeOverlay {
  readonly namespace: string;
}

/** A node of a cluster with its pods. */
export interface CachedNode {
  readonly name: string;
  readonly uid: string;
  readonly providerId: string | null;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  readonly finalizers: readonly string[];
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  readonly isReady: boolean;
  readonly readyChangedAt: Instant | null;
  readonly isCordoned: boolean;
  readonly createdAt: Instant;
  readonly deletionRequestedAt: Instant | null;
  /** Volumes that may be attached, by CSI driver, as its CSINode says; a driver not named is unlimited. */
  readonly volumeLimits: Readonly<Record<string, number>>;
  readonly pods: readonly BoundPod[];
}

/** A pod without a node. */
export interface CachedPendingPod {
  readonly pod: Pod;
  readonly ownerKind: BoundPod['ownerKind'];
  readonly ownerName: string;
  /** Unschedulable, not nominated by a preemption, not of a DaemonSet or a node. */
  readonly isProvisionable: boolean;
  /** What the cluster's own scheduler says. */
  readonly schedulerMessage: string | null;
}

/** What changed in a mirror since it was last asked; for the read model. */
export interface CacheChanges {
  /** Up to when the cluster's state is known. */
  readonly asOf: Instant;
  /** True once after a re-list: rows that are not in the view are gone, told or not. */
  readonly relisted: boolean;
  readonly nodes: { readonly changed: readonly CachedNode[]; readonly gone: readonly string[] };
  readonly pods: { readonly changed: readonly CachedPod[]; readonly gone: readonly string[] };
}

/** A pod as the read model wants it. */
export interface CachedPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ownerKind: BoundPod['ownerKind'];
  readonly ownerName: string;
  readonly nodeName: string | null;
  readonly isTerminating: boolean;
  readonly requests: ResourceList;
  readonly createdAt: Instant;
  readonly schedulerMessage: string | null;
}

/** What the watches tell the use cases; each call is level-triggered and may be repeated. */
export interface ClusterEvents {
  /** Pods that became or still are provisionable (repeated while they stay so). */
  podsProvisionable(clusterId: ClusterId, pods: readonly PodEvent[]): Promise<void>;
  /** Nodes that appeared, changed in a way that matters, or went. */
  nodesChanged(clusterId: ClusterId, nodes: readonly NodeEvent[]): Promise<void>;
  /** A pod was bound to a node, ended, or began to terminate; daemons are not reported. */
  podsMoved(clusterId: ClusterId, moves: readonly PodMovedEvent[]): Promise<void>;
  /** A NodePool or EC2NodeClass object that Kerf did not write. `object` is as the API serves it. */
  definitionChanged(clusterId: ClusterId, event: DefinitionEvent): Promise<void>;
  /** A NodeClaim object of the cluster. */
  nodeClaimChanged(clusterId: ClusterId, event: NodeClaimEvent): Promise<void>;
  connectionChanged(clusterId: ClusterId, change: ConnectionChange): Promise<void>;
}

/** A pod that is provisionable. */
export interface PodEvent {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

/** A change of a node. */
export interface NodeEvent {
  readonly name: string;
  readonly providerId: string | null;
  readonly isReady: boolean;
  readonly isGone: boolean;
  readonly deletionRequestedAt: Instant | null;
}

/** A change of the pods of a node. */
export interface PodMovedEvent {
  readonly nodeName: string;
  readonly at: Instant;
}

/** A change of a NodePool or EC2NodeClass object in a cluster. */
export interface DefinitionEvent {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  readonly name: string;
  /** `null` when the object was deleted. */
  readonly object: unknown;
  /** When the object was made, 0 when it does not say; `null` when it was deleted. */
  readonly createdAt: Instant | null;
  /** Written by Kerf from a definition of source `Api`. */
  readonly managedByKerf: boolean;
}

/** A change of a NodeClaim object in a cluster. */
export interface NodeClaimEvent {
  readonly name: string;
  /** See {@link CachedStandaloneClaim}. */
  readonly isStandalone: boolean;
  readonly isGone: boolean;
  readonly deletionRequestedAt: Instant | null;
  /** What a claim that Kerf does not know is adopted from; `null` without an instance. */
  readonly adoptable: AdoptableNodeClaim | null;
}

/** What a NodeClaim object of a Karpenter says of its instance. */
export interface AdoptableNodeClaim {
  readonly providerId: string;
  readonly imageId: string;
  /** `null` for a standalone one. */
  readonly nodePool: string | null;
  readonly nodeClass: string;
  readonly nodePoolHash: string;
  readonly nodeClassHash: string;
  readonly createdAt: Instant;
  readonly terms: ClaimTerms;
  /** `null` for one of a pool. */
  readonly standalone: StandaloneObject | null;
}

/** A cluster was synced, or the connection to it was lost. */
export type ConnectionChange =
  | { readonly kind: 'Synced'; readonly at: Instant }
  | { readonly kind: 'Lost'; readonly problem: string; readonly at: Instant };
