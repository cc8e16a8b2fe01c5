import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type {
  BoundPod,
  DaemonSet,
  Labels,
  NodeDevices,
  Pod,
  PodDisruptionBudget,
  PodSpec,
  ResourceList,
  Taint,
} from '@kerf/engine';
import type { ObservedControllers } from '../domain/controllers/observed-controllers.js';
import type {
  ClaimPlan,
  ClaimTerms,
  LaunchedInstance,
  StandaloneObject,
} from '../domain/node-claim/node-claim.js';
import type { UnhealthyCondition } from '../domain/node-claim/repair-policies.js';
import type { WorkloadSelector } from '../domain/scheduling/workload-selector.js';

/**
 * The cluster cache: the reduced state of the clusters that this worker holds, kept up to date by
 * watches.
 */
export interface ClusterCache {
  /**
   * @throws CLUSTER.NOT_SYNCED while the first list or a re-list is running, or when the state is
   * too old to decide on
   */
  view(clusterId: ClusterId): ClusterView;
  /**
   * Returns how far the clock of the cluster's API server is ahead of Kerf's; 0 for less than half a
   * minute, `null` while it is unknown. Times of objects in the cache are times of Kerf's clock.
   */
  clockAheadMs(clusterId: ClusterId): DurationMs | null;
}

/** An EC2NodeClass object of a cluster. */
export interface NodeClassObject {
  readonly name: string;
  readonly uid: string;
  /** True when it has the finalizer that Karpenter and Kerf put on it. */
  readonly isHeld: boolean;
  /** True when it was deleted and a finalizer still keeps it. */
  readonly isBeingDeleted: boolean;
}

/** An immutable view of a cluster; each change creates a new one. */
export interface ClusterView {
  readonly clusterId: ClusterId;
  /** Up to when the cluster's state is known. */
  readonly asOf: Instant;
  readonly revision: {
    /** Another number after each change of the content, whatever the time is. */
    readonly all: number;
    /** The same for the lists that statuses are published from. */
    readonly shown: number;
  };
  readonly nodes: readonly CachedNode[];
  /** All pods without a node that are not terminal, whether provisionable or not. */
  readonly pendingPods: readonly CachedPendingPod[];
  /** Pods that controllers will create; empty for kinds that Kerf may not read. */
  readonly expectedPods: readonly ExpectedPods[];
  /**
   * Selectors of Services and controllers with pods; without those of kinds that Kerf may not read.
   */
  readonly workloadSelectors: readonly WorkloadSelector[];
  readonly daemonSets: readonly DaemonSet[];
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
  readonly namespaces: readonly { readonly name: string; readonly labels: Labels }[];
  /** Names of NodePool objects that are being deleted and that a finalizer still keeps. */
  readonly deletingNodePools: readonly string[];
  readonly nodeClassObjects: readonly NodeClassObject[];
  /** Names of the cluster's NodeClaim objects. */
  readonly nodeClaimNames: readonly string[];
  /**
   * NodeClaim objects that have an instance of an EC2NodeClass, whatever controller created them.
   */
  readonly adoptableNodeClaims: readonly NodeClaimEvent[];
  /** The NodeClaim objects that have a condition which may change while the NodeClaim stays. */
  readonly nodeClaimConditions: readonly ShownConditions[];
  /** Signs of other controllers that may act in the cluster. */
  readonly controllers: ObservedControllers;
  /**
   * NodePools whose nodes Kerf does not launch, because they reference another kind of node class.
   */
  readonly foreignNodePools: readonly ForeignNodePool[];
  /** NodeClaim objects without a NodePool; `null` when the cluster does not serve NodeClaims. */
  readonly standaloneNodeClaims: readonly CachedStandaloneClaim[] | null;
  /**
   * NodeOverlays of the cluster; empty when the cluster does not serve them or Kerf may
   * not read them.
   */
  readonly nodeOverlays: readonly CachedNodeOverlay[];
  /** Empty when the cluster does not serve them or Kerf may not read them. */
  readonly capacityBuffers: readonly CachedCapacityBuffer[];
  /** Kinds that the cluster serves but Kerf may not read, e.g. `nodeoverlays.karpenter.sh`. */
  readonly unreadableKinds: readonly string[];
  /**
   * Names of kinds, e.g. `pods`, whose watches have delivered nothing for a minute, so that they
   * are listed repeatedly: a proxy may hold the events back.
   */
  readonly silentKinds: readonly string[];
}

/** A NodePool whose nodes another controller launches. */
export interface ForeignNodePool {
  readonly name: string;
  /** API group of its node class, e.g. `eks.amazonaws.com` for EKS Auto Mode. */
  readonly nodeClassGroup: string;
}

/** Conditions of a NodeClaim object that may change while the NodeClaim stays. */
export interface ShownConditions {
  readonly name: string;
  /** Reason of the condition `Drifted`; `null` unless it is true. */
  readonly drifted: string | null;
  /** True if the condition `Consolidatable` is true. */
  readonly consolidatable: boolean;
  /** Status of the condition `ConsistentStateFound`; `null` if it is neither true nor false. */
  readonly consistent: boolean | null;
  /** Reason of the condition `DisruptionReason`; `null` unless it is true. */
  readonly disruption: string | null;
}

/**
 * A standalone NodeClaim object: no NodePool owns it, it references an EC2NodeClass, and a user
 * created it. The same object as long as none of these fields has changed.
 */
export interface CachedStandaloneClaim {
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly createdAt: Instant;
  readonly deletionRequestedAt: Instant | null;
  /** True when it has the termination finalizer: Kerf or a Karpenter manages it. */
  readonly hasTerminationFinalizer: boolean;
  /** Spec as the API serves it. */
  readonly spec: unknown;
}

/** A NodeOverlay as the API serves it; the same object as long as it has not changed. */
export interface CachedNodeOverlay {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** A CapacityBuffer as the API serves it; the same object as long as it has not changed. */
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
  /** Changes with each boot; empty until the kubelet has reported it. */
  readonly bootId: string;
  readonly isReady: boolean;
  readonly readyChangedAt: Instant | null;
  /** Conditions with which the node counts as unhealthy. */
  readonly unhealthyConditions: readonly UnhealthyCondition[];
  readonly isCordoned: boolean;
  readonly createdAt: Instant;
  readonly deletionRequestedAt: Instant | null;
  /**
   * Maximum number of attachable volumes, by CSI driver, from the node's CSINode; a driver that is
   * not named is unlimited.
   */
  readonly volumeLimits: Readonly<Record<string, number>>;
  /** The node's VolumeAttachments; empty when Kerf may not read them. */
  readonly volumeAttachments: readonly AttachedVolume[];
  readonly pods: readonly BoundPod[];
  /** Devices that drivers have published; absent if there are none, or Kerf may not read them. */
  readonly devices?: NodeDevices;
}

/** A VolumeAttachment: a PersistentVolume that is attached to a node, or being attached or detached. */
export interface AttachedVolume {
  /** Name of the PersistentVolume. */
  readonly volume: string;
  /** `namespace/name` of the PersistentVolumeClaim that the volume is bound to. */
  readonly claim: string | null;
}

/** A pod without a node. */
export interface CachedPendingPod {
  readonly pod: Pod;
  readonly ownerKind: BoundPod['ownerKind'];
  readonly ownerName: string;
  /**
   * True when it is unschedulable, not nominated by a preemption, and belongs neither to a
   * DaemonSet nor to a node.
   */
  readonly isProvisionable: boolean;
  /**
   * True when the cluster's default scheduler has not tried the pod yet; it may still bind it to an
   * existing node.
   */
  readonly isUntried: boolean;
  /** The message of the cluster's own scheduler. */
  readonly schedulerMessage: string | null;
}

/**
 * Pods that a ReplicaSet, StatefulSet or Job has still to create and that the default scheduler will
 * place. Their spec is that of a pod of the controller, as admission changed it, or of the template
 * where admission changes nothing.
 */
export interface ExpectedPods {
  readonly ownerKind: BoundPod['ownerKind'];
  readonly ownerName: string;
  /** Number of pods that the controller wants. */
  readonly wanted: number;
  /** Number of its pods that are not terminating. */
  readonly existing: number;
  /** Number of missing pods that it may create now; at least 1. */
  readonly count: number;
  /** The spec of its pods. */
  readonly spec: PodSpec;
}

/**
 * `Delta`: changes since the last call. `Everything`: all objects, e.g. after a write that failed.
 */
export type ChangeScope = 'Delta' | 'Everything';

/** The changes of a cluster cache since the last read; for the read model. */
export interface CacheChanges {
  /** Up to when the cluster's state is known. */
  readonly asOf: Instant;
  /**
   * True once after a re-list: rows that are not in the view are gone, even if `gone` does not name
   * them.
   */
  readonly relisted: boolean;
  readonly nodes: { readonly changed: readonly CachedNode[]; readonly gone: readonly string[] };
  readonly pods: { readonly changed: readonly CachedPod[]; readonly gone: readonly string[] };
}

/** A pod for the read model. */
export interface CachedPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ownerKind: BoundPod['ownerKind'];
  readonly ownerName: string;
  /** The Deployment of the ReplicaSet that owns it; `null` for other pods. */
  readonly deployment: string | null;
  readonly nodeName: string | null;
  readonly isTerminating: boolean;
  readonly requests: ResourceList;
  readonly labels: Labels;
  readonly createdAt: Instant;
  readonly schedulerMessage: string | null;
}

/**
 * Notifications from the watches to the use cases. Each call is level-triggered and may be
 * repeated.
 */
export interface ClusterEvents {
  /** Reports pods that became provisionable or wait for the scheduler; repeated while they stay so. */
  podsProvisionable(clusterId: ClusterId, pods: readonly PodEvent[]): Promise<void>;
  /** Reports nodes that were added, changed in a relevant way, or were removed. */
  nodesChanged(clusterId: ClusterId, nodes: readonly NodeEvent[]): Promise<void>;
  /**
   * Reports that a pod was bound to a node, ended, or started to terminate; DaemonSet pods are not
   * reported.
   */
  podsMoved(clusterId: ClusterId, moves: readonly PodMovedEvent[]): Promise<void>;
  /**
   * Reports a NodePool or EC2NodeClass object that Kerf did not write. `object` is as the API
   * serves it.
   */
  definitionChanged(clusterId: ClusterId, event: DefinitionEvent): Promise<void>;
  /** Reports a change of a NodeClaim object. */
  nodeClaimChanged(clusterId: ClusterId, event: NodeClaimEvent): Promise<void>;
  connectionChanged(clusterId: ClusterId, change: ConnectionChange): Promise<void>;
}

/** A pod that is provisionable, or that the cluster's scheduler has not tried yet. */
export interface PodEvent {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly isUntried?: boolean;
  /** Set if the pod's controller is watched, so that its missing pods are known. */
  readonly isAnnounced?: boolean;
  /** Set if the pod was reported before and nothing about it has changed. */
  readonly isRepeated?: boolean;
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
  /** Its `metadata.generation`; `null` when it has none or was deleted. */
  readonly generation: number | null;
  /** When the object was created; 0 when it has no creation time, `null` when it was deleted. */
  readonly createdAt: Instant | null;
  /** When the object was deleted while a finalizer keeps it; else `null`. */
  readonly deletionRequestedAt: Instant | null;
  /** True when Kerf wrote it from a definition of source `Api`. */
  readonly managedByKerf: boolean;
}

/** A change of a NodeClaim object in a cluster. */
export interface NodeClaimEvent {
  readonly name: string;
  /** See {@link CachedStandaloneClaim}. */
  readonly isStandalone: boolean;
  readonly isGone: boolean;
  readonly deletionRequestedAt: Instant | null;
  /** The data from which Kerf adopts an unknown NodeClaim; `null` without an instance. */
  readonly adoptable: AdoptableNodeClaim | null;
}

/** The instance of a NodeClaim object that a Karpenter created. */
export interface AdoptableNodeClaim {
  readonly providerId: string;
  readonly imageId: string;
  /** `null` for a standalone NodeClaim. */
  readonly nodePool: string | null;
  readonly nodeClass: string;
  /** Hashes with their versions, as {@link toDriftHash} makes them; empty without the annotations. */
  readonly nodePoolHash: string;
  readonly nodeClassHash: string;
  /** Reason of the condition `Drifted`; `null` if the object is not drifted. */
  readonly drifted: string | null;
  readonly createdAt: Instant;
  readonly terms: ClaimTerms;
  /** `null` for a NodeClaim of a NodePool. */
  readonly standalone: StandaloneObject | null;
  /**
   * Facts that its node needs until it is initialized; absent once it is, and for NodeClaims of
   * NodePools that Kerf launched.
   */
  readonly starting?: StartingNodeClaim;
}

/** A NodeClaim whose node its controller has not initialized. */
export interface StartingNodeClaim
  extends Pick<ClaimPlan, 'labels' | 'annotations' | 'taints' | 'startupTaints' | 'requests'>,
    Pick<LaunchedInstance, 'capacity' | 'allocatable'> {
  /** True once the node has its labels and taints. */
  readonly isRegistered: boolean;
}

/** A cluster was synced, or the connection to it was lost. */
export type ConnectionChange =
  | { readonly kind: 'Synced'; readonly at: Instant }
  | { readonly kind: 'Lost'; readonly problem: string; readonly at: Instant };
