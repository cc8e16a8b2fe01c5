import type { ClusterId, DurationMs } from '@kerf/core';
import type { Labels, PodSpec, Taint } from '@kerf/engine';
import type { ScalableKind } from '../domain/buffer/capacity-buffer-manifest.js';
import type { ObservedControllers } from '../domain/controllers/observed-controllers.js';
import type { Definition } from '../domain/definition/definition.js';
import type { LaunchOptions, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CloudTarget } from './cloud-provider.js';

/** How to reach a cluster's API. */
export interface ClusterConnectionDetails {
  readonly clusterId: ClusterId;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly target: CloudTarget;
}

/**
 * Writes to one cluster, and the few reads that a registration check needs. Every call throws
 * `AppError`s with codes `CLUSTER.*`. Calls are idempotent: doing one twice is doing it once, and
 * an object that is gone already is no error unless said otherwise.
 */
export interface ClusterGateway {
  /** Whether the operator of Kerf trusts this endpoint, whatever EKS says of the cluster. */
  trustsEndpoint(endpoint: string): boolean;
  version(cluster: ClusterConnectionDetails): Promise<{ readonly kubernetesVersion: string }>;
  /** Which of the rights Kerf needs, or has a use for, are missing, e.g. `patch nodes`. */
  missingPermissions(
    cluster: ClusterConnectionDetails,
    scope: 'observe' | 'act',
  ): Promise<MissingPermissions>;
  /** Which of Kerf's CRDs the cluster serves. */
  customResources(cluster: ClusterConnectionDetails): Promise<readonly string[]>;

  /** As `MirrorView.controllers`. Throws CLUSTER.FORBIDDEN without the right to read them. */
  findControllers(cluster: ClusterConnectionDetails): Promise<ObservedControllers>;
  /**
   * Takes or renews the Lease that says which Kerf acts in the cluster.
   * @throws CLUSTER.FORBIDDEN without the right to write it
   */
  claimActingLease(
    cluster: ClusterConnectionDetails,
    claim: ActingLeaseClaim,
  ): Promise<ActingLeaseAnswer>;

  /** Brings a node that joined in line with its claim, and takes the `unregistered` taint off. */
  syncRegisteredNode(cluster: ClusterConnectionDetails, node: NodeSync): Promise<void>;
  /** Adds the label that says a node is initialized. */
  markInitialized(cluster: ClusterConnectionDetails, nodeName: string): Promise<void>;
  addTaint(cluster: ClusterConnectionDetails, nodeName: string, taint: Taint): Promise<void>;
  removeTaint(cluster: ClusterConnectionDetails, nodeName: string, taintKey: string): Promise<void>;
  setNodeLabels(cluster: ClusterConnectionDetails, nodeName: string, labels: Labels): Promise<void>;
  /**
   * Takes the termination finalizer off and deletes the node. Addresses, and so names, are used
   * again: with a provider id, a node of that name that stands for another instance is left alone.
   */
  removeNode(
    cluster: ClusterConnectionDetails,
    nodeName: string,
    providerId?: string,
  ): Promise<void>;

  /** Asks the Eviction API; a PodDisruptionBudget's refusal is an answer, not an error. */
  evict(cluster: ClusterConnectionDetails, pod: PodRef): Promise<EvictionAnswer>;
  deletePod(
    cluster: ClusterConnectionDetails,
    pod: PodRef,
    gracePeriodMs: DurationMs,
  ): Promise<void>;

  /**
   * Creates the NodeClaim objects of claims that have none yet, with their status, several at a time.
   * One that is there already is left as it is. Throws the first failure when all others are through.
   */
  createNodeClaims(
    cluster: ClusterConnectionDetails,
    claims: readonly NodeClaimToCreate[],
  ): Promise<void>;
  /**
   * Creates or updates the NodeClaim object and its status from Kerf's record. Of the object of a
   * standalone claim only what it lacks is written, and it is never made anew.
   */
  applyNodeClaim(
    cluster: ClusterConnectionDetails,
    claim: NodeClaim,
    context: NodeClaimObjectContext,
  ): Promise<void>;
  /** Says in the status of a NodeClaim object, that nobody has launched, why. */
  applyNodeClaimRefusal(
    cluster: ClusterConnectionDetails,
    object: NodeClaimObjectRef,
    refusal: NodeClaimRefusal,
  ): Promise<void>;
  /**
   * Takes the termination finalizer off and deletes the NodeClaim object. Names are used again: an
   * object of that name which is not this claim's is left alone.
   */
  removeNodeClaim(
    cluster: ClusterConnectionDetails,
    claim: Pick<NodeClaim, 'name' | 'standalone'>,
  ): Promise<void>;

  /** Writes a definition of source `Api` into the cluster. */
  applyDefinition(cluster: ClusterConnectionDetails, definition: Definition): Promise<void>;
  removeDefinition(
    cluster: ClusterConnectionDetails,
    kind: Definition['kind'],
    name: string,
  ): Promise<void>;
  applyDefinitionStatus(
    cluster: ClusterConnectionDetails,
    kind: StatusKind,
    name: string,
    status: DefinitionStatus,
  ): Promise<void>;

  /** What pods of a template or workload are like; `null` when there is no such object. */
  readPodTemplate(
    cluster: ClusterConnectionDetails,
    ref: PodTemplateRef,
  ): Promise<ReadPodTemplate | null>;
  applyBufferStatus(
    cluster: ClusterConnectionDetails,
    buffer: { readonly namespace: string; readonly name: string },
    status: DefinitionStatus,
  ): Promise<void>;

  /** Writes an Event; one that says the same of the same object is the same Event, counted. */
  recordEvent(cluster: ClusterConnectionDetails, event: ClusterEvent): Promise<void>;
}

/** The Lease by which one Kerf claims to act in a cluster. */
export interface ActingLeaseClaim {
  readonly holder: string;
  /** How long others have to wait after the last renewal. */
  readonly durationMs: DurationMs;
  /** The revision of another's Lease that has not been renewed for its duration. */
  readonly expiredRevision: string | null;
}

/** Whether the Lease is held by this Kerf or by another one. */
export type ActingLeaseAnswer =
  | { readonly kind: 'Held' }
  | {
      readonly kind: 'HeldByOther';
      readonly holder: string;
      /** Changes with each renewal. */
      readonly revision: string;
      readonly durationMs: DurationMs;
    };

/** Permissions of Kubernetes that Kerf lacks. */
export interface MissingPermissions {
  readonly needed: readonly string[];
  /** Of kinds that a cluster can be looked after without. */
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
  /** `null` for what has none. */
  readonly replicas: number | null;
  readonly generation: number;
}

/** What a registered node is to have: labels, annotations, taints, owner, finalizer. */
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

/** What the Eviction API answered. */
export type EvictionAnswer =
  | { readonly kind: 'Accepted' }
  | { readonly kind: 'Gone' }
  | { readonly kind: 'Blocked'; readonly message: string; readonly pdb: string | null };

/** What a NodeClaim object says beside its NodeClaim. */
export interface NodeClaimObjectContext {
  /** Asked for when the object has to be made; `null` for a claim that was not bought here. */
  readonly launchOptions: () => Promise<LaunchOptions | null>;
  readonly nodeClassRef: { readonly group: string; readonly kind: string; readonly name: string };
  /** Why the claim is not what its definitions ask for any more; `null` while it is. */
  readonly drifted: string | null;
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

/** Why an object is not launched, as its condition `Launched` says. */
export interface NodeClaimRefusal {
  readonly reason: 'ValidationFailed' | 'NodeClassNotReady' | 'InsufficientCapacity';
  readonly message: string;
}

/** Kinds whose status says what Kerf makes of them. */
export type StatusKind = Definition['kind'] | 'NodeOverlay';

/** The status of a definition to write into the cluster. */
export interface DefinitionStatus {
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
    readonly kind: 'Pod' | 'Node' | 'NodeClaim' | 'NodePool';
    readonly namespace?: string;
    readonly name: string;
    /** `null` for an object that is known by its name; its uid is looked up. */
    readonly uid: string | null;
  };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}
