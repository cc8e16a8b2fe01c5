import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type { DisruptionReason, Labels, PodSpec, Taint } from '@kerf/engine';
import type { ScalableKind } from '../domain/buffer/capacity-buffer-manifest.js';
import type { ObservedControllers } from '../domain/controllers/observed-controllers.js';
import type { Definition } from '../domain/definition/definition.js';
import type { LaunchOptions, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CloudTarget } from './cloud-provider.js';

/** Connection details of a cluster's API. */
export interface ClusterConnectionDetails {
  readonly clusterId: ClusterId;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly target: CloudTarget;
}

/**
 * Writes to one cluster, and the few reads that a registration check needs. Every call throws
 * `AppError`s with codes `CLUSTER.*`. Calls are idempotent, and an object that no longer exists is
 * not an error unless stated otherwise.
 */
export interface ClusterGateway {
  /** Returns true when the operator of Kerf trusts this endpoint, whatever endpoint EKS reports. */
  trustsEndpoint(endpoint: string): boolean;
  version(cluster: ClusterConnectionDetails): Promise<{ readonly kubernetesVersion: string }>;
  /** Returns the missing permissions among those that Kerf needs or can use, e.g. `patch nodes`. */
  missingPermissions(
    cluster: ClusterConnectionDetails,
    scope: 'observe' | 'act',
  ): Promise<MissingPermissions>;
  /** Returns those of Kerf's CRDs that the cluster serves. */
  customResources(cluster: ClusterConnectionDetails): Promise<readonly string[]>;

  /**
   * Returns the same data as `ClusterView.controllers`.
   * @throws CLUSTER.FORBIDDEN without the permission to read them
   */
  findControllers(cluster: ClusterConnectionDetails): Promise<ObservedControllers>;
  /**
   * Acquires or renews the Lease that names the Kerf that acts in the cluster.
   * @throws CLUSTER.FORBIDDEN without the permission to write it
   */
  claimActingLease(
    cluster: ClusterConnectionDetails,
    claim: ActingLeaseClaim,
  ): Promise<ActingLeaseAnswer>;

  /**
   * Applies the NodeClaim's labels, annotations and taints to a node that joined, and removes its
   * `unregistered` taint.
   */
  syncRegisteredNode(cluster: ClusterConnectionDetails, node: NodeSync): Promise<void>;
  /** Adds the label that marks a node as initialized. */
  markInitialized(cluster: ClusterConnectionDetails, nodeName: string): Promise<void>;
  addTaint(cluster: ClusterConnectionDetails, nodeName: string, taint: Taint): Promise<void>;
  removeTaint(cluster: ClusterConnectionDetails, nodeName: string, taintKey: string): Promise<void>;
  /** Sets labels of a node; `null` removes one. */
  setNodeLabels(
    cluster: ClusterConnectionDetails,
    nodeName: string,
    labels: Readonly<Record<string, string | null>>,
  ): Promise<void>;
  /**
   * Deletes the node, which its termination finalizer keeps until {@link removeNode}. A node without
   * the finalizer is left alone: it would be gone at once, and its kubelet creates it again.
   */
  deleteNode(
    cluster: ClusterConnectionDetails,
    nodeName: string,
    providerId?: string,
  ): Promise<void>;
  /**
   * Removes the termination finalizer and deletes the node. Addresses, and therefore names, are
   * used again: with a provider id, a node of that name that belongs to another instance is left
   * alone.
   */
  removeNode(
    cluster: ClusterConnectionDetails,
    nodeName: string,
    providerId?: string,
  ): Promise<void>;

  /**
   * Changes annotations of the pod with this uid, if the known ones are still as they were.
   * @throws CLUSTER.FORBIDDEN without the permission to patch pods
   */
  annotatePod(
    cluster: ClusterConnectionDetails,
    pod: PodRef,
    change: AnnotationChange,
  ): Promise<AnnotationAnswer>;
  /** Requests an eviction. A PodDisruptionBudget's refusal is a result, not an error. */
  evict(cluster: ClusterConnectionDetails, pod: PodRef): Promise<EvictionAnswer>;
  deletePod(
    cluster: ClusterConnectionDetails,
    pod: PodRef,
    gracePeriodMs: DurationMs,
  ): Promise<void>;

  /**
   * Creates the objects of NodeClaims that have none yet, with their status, several at a time. An
   * existing object is left as it is. Throws the first failure after all others have been
   * attempted.
   */
  createNodeClaims(
    cluster: ClusterConnectionDetails,
    claims: readonly NodeClaimToCreate[],
  ): Promise<void>;
  /**
   * Creates or updates the NodeClaim object and its status from Kerf's record. For a standalone
   * NodeClaim, only missing fields are written, and the object is never created again.
   */
  applyNodeClaim(
    cluster: ClusterConnectionDetails,
    claim: NodeClaim,
    context: NodeClaimObjectContext,
  ): Promise<void>;
  /** Writes to the status of a NodeClaim object why it is not launched. */
  applyNodeClaimRefusal(
    cluster: ClusterConnectionDetails,
    object: NodeClaimObjectRef,
    refusal: NodeClaimRefusal,
  ): Promise<void>;
  /**
   * Deletes the NodeClaim object, which its termination finalizer keeps until
   * {@link removeNodeClaim}, as {@link deleteNode} does with nodes.
   */
  deleteNodeClaim(
    cluster: ClusterConnectionDetails,
    claim: Pick<NodeClaim, 'name' | 'standalone' | 'instance'>,
  ): Promise<void>;
  /**
   * Removes the termination finalizer and deletes the NodeClaim object. Names are used again: an
   * object of that name that belongs to another NodeClaim is left alone.
   */
  removeNodeClaim(
    cluster: ClusterConnectionDetails,
    claim: Pick<NodeClaim, 'name' | 'standalone' | 'instance'>,
  ): Promise<void>;

  /** Writes a definition of source `Api` into the cluster. */
  applyDefinition(cluster: ClusterConnectionDetails, definition: Definition): Promise<void>;
  removeDefinition(
    cluster: ClusterConnectionDetails,
    kind: Definition['kind'],
    name: string,
  ): Promise<void>;
  /** Puts the finalizer on an EC2NodeClass, unless it is being deleted already. */
  holdNodeClass(cluster: ClusterConnectionDetails, name: string): Promise<void>;
  /** Removes the finalizer from an EC2NodeClass that is being deleted. */
  releaseNodeClass(cluster: ClusterConnectionDetails, name: string): Promise<void>;
  applyDefinitionStatus(
    cluster: ClusterConnectionDetails,
    kind: StatusKind,
    name: string,
    status: DefinitionStatus,
  ): Promise<void>;

  /**
   * Returns the pod template of a PodTemplate or workload; `null` when the object does not exist.
   */
  readPodTemplate(
    cluster: ClusterConnectionDetails,
    ref: PodTemplateRef,
  ): Promise<ReadPodTemplate | null>;
  applyBufferStatus(
    cluster: ClusterConnectionDetails,
    buffer: { readonly namespace: string; readonly name: string },
    status: DefinitionStatus,
  ): Promise<void>;

  /**
   * Writes an Event. An Event with the same content about the same object is counted instead of
   * repeated.
   */
  recordEvent(cluster: ClusterConnectionDetails, event: ClusterEvent): Promise<void>;
}

/** A request for the Lease that lets one Kerf act in a cluster. */
export interface ActingLeaseClaim {
  readonly holder: string;
  /** How long other holders must wait after the last renewal. */
  readonly durationMs: DurationMs;
  /** Revision of another holder's Lease that has not been renewed for its duration. */
  readonly expiredRevision: string | null;
}

/** The holder of the Lease: this Kerf or another one. */
export type ActingLeaseAnswer =
  | { readonly kind: 'Held' }
  | {
      readonly kind: 'HeldByOther';
      readonly holder: string;
      /** Changes with each renewal of the Lease. */
      readonly revision: string;
      readonly durationMs: DurationMs;
    };

/** Kubernetes permissions that Kerf lacks. */
export interface MissingPermissions {
  readonly needed: readonly string[];
  /** Permissions for kinds that Kerf can manage a cluster without. */
  readonly extra: readonly string[];
}

/** The workload or PodTemplate that a CapacityBuffer names. */
export interface PodTemplateRef {
  readonly kind: 'PodTemplate' | ScalableKind;
  readonly namespace: string;
  readonly name: string;
}

/** A pod template as it was read, with the number of replicas of its workload. */
export interface ReadPodTemplate {
  readonly podSpec: PodSpec;
  /** `null` for an object without replicas. */
  readonly replicas: number | null;
  readonly generation: number;
}

/** The labels, annotations, taints, owner and finalizer that a registered node must have. */
export interface NodeSync {
  readonly nodeName: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  readonly owner: { readonly nodeClaimName: string };
}

/** A pod by UID and name. */
export interface PodRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A change of annotations; `null` stands for an annotation that is absent. */
export interface AnnotationChange {
  readonly from: Readonly<Record<string, string | null>>;
  readonly to: Readonly<Record<string, string | null>>;
}

/**
 * The result of a change of annotations: `Gone` if the pod does not exist any more, `Changed` if
 * another writer came first. Then nothing is written.
 */
export type AnnotationAnswer = 'Written' | 'Gone' | 'Changed';

/** The result of an eviction request. */
export type EvictionAnswer =
  | { readonly kind: 'Accepted' }
  | { readonly kind: 'Gone' }
  | { readonly kind: 'Blocked'; readonly message: string; readonly pdb: string | null };

/** The data of a NodeClaim object that the NodeClaim record does not contain. */
export interface NodeClaimObjectContext {
  /** Called only when the object must be created; `null` for a NodeClaim that Kerf did not launch. */
  readonly launchOptions: () => Promise<LaunchOptions | null>;
  readonly nodeClassRef: { readonly group: string; readonly kind: string; readonly name: string };
  /** Why the NodeClaim differs from its definitions; `null` while it does not. */
  readonly drifted: string | null;
  /** Time at which `consolidateAfter` elapsed; `null` while it has not. */
  readonly consolidatableSince: Instant | null;
  /** Whether the node has the capacity that was planned; `null` while that is not known. */
  readonly consistent: boolean | null;
  /** The reason of the command that is being executed; `null` without one. */
  readonly disruption: DisruptionReason | null;
}

/** A NodeClaim with the context of its object. */
export interface NodeClaimToCreate {
  readonly claim: NodeClaim;
  readonly context: NodeClaimObjectContext;
}

/** A NodeClaim object by name and UID. */
export interface NodeClaimObjectRef {
  readonly name: string;
  readonly uid: string;
}

/** Why a NodeClaim object is not launched, as its condition `Launched` reports. */
export interface NodeClaimRefusal {
  readonly reason:
    | 'ValidationFailed'
    | 'NodeClassNotReady'
    | 'InsufficientCapacity'
    | 'LaunchesPaused';
  readonly message: string;
}

/** Kinds whose status Kerf writes. */
export type StatusKind = Definition['kind'] | 'NodeOverlay';

/** The status of a definition to write into the cluster. */
export interface DefinitionStatus {
  /** Generation of the object that the conditions were computed from; `null` if it is unknown. */
  readonly generation: number | null;
  readonly conditions: readonly {
    readonly type: string;
    readonly status: 'True' | 'False' | 'Unknown';
    readonly reason: string;
    readonly message: string;
  }[];
  /** Further fields of `.status`, in the CRD's spelling. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A Kubernetes Event to write into a cluster. */
export interface ClusterEvent {
  readonly about: {
    readonly kind:
      | 'Pod'
      | 'Node'
      | 'NodeClaim'
      | 'NodePool'
      | 'EC2NodeClass'
      | 'NodeOverlay'
      | 'CapacityBuffer';
    readonly namespace?: string;
    readonly name: string;
    /** `null` for an object of which only the name is known; its uid is looked up. */
    readonly uid: string | null;
  };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}
