import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type {
  CapacityType,
  Labels,
  OverlayConflict,
  PoolRefusal,
  Reason,
  ResourceList,
  Taint,
} from '@kerf/engine';
import type { NodeOverlayManifest } from '../overlay/node-overlay-manifest.js';

/**
 * A node as pages show it; written by the worker that holds the cluster, with a delay of about a
 * second.
 */
export interface NodeRow {
  readonly clusterId: ClusterId;
  readonly name: string;
  readonly providerId: string | null;
  readonly nodePool: string | null;
  readonly nodeClaimId: string | null;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: CapacityType | null;
  readonly arch: string | null;
  /** `null` when the price is unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  /** On-demand price of the instance type in the region; `null` when it is unknown. */
  readonly onDemandMicroUsdPerHour: MicroUsdPerHour | null;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  /** Sum of the pods' effective requests. */
  readonly requested: ResourceList;
  readonly podCount: number;
  readonly state: 'NotReady' | 'Ready' | 'Cordoned' | 'Terminating' | 'Joining';
  /** Why it cannot be disrupted, the most relevant first. */
  readonly blockers: readonly Reason[];
  /** When an earlier evaluation found them; `null` when they hold as of the last pass. */
  readonly blockersEvaluatedAt: Instant | null;
  readonly createdAt: Instant;
  readonly asOf: Instant;
}

/** A pod as pages show it. */
export interface PodRow {
  readonly clusterId: ClusterId;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ownerKind: string;
  readonly ownerName: string;
  /** The Deployment of the ReplicaSet that owns it; `null` for other pods. */
  readonly deployment: string | null;
  readonly nodeName: string | null;
  readonly phase: 'Pending' | 'Bound' | 'Terminating';
  readonly isDaemon: boolean;
  readonly requests: ResourceList;
  readonly createdAt: Instant;
  readonly schedulerMessage: string | null;
  readonly asOf: Instant;
}

/** A pod as it is written: with its labels, by which costs are grouped and which no page shows. */
export interface LabeledPodRow extends PodRow {
  readonly labels: Labels;
}

/** The latest scheduling result of a pending pod. */
export interface PodVerdictRow {
  readonly clusterId: ClusterId;
  readonly podUid: string;
  readonly evaluatedAt: Instant;
  readonly batchId: string;
  readonly verdict: PodVerdict;
}

/** The result of scheduling a pending pod. */
export type PodVerdict =
  | { readonly kind: 'ExistingNode'; readonly nodeName: string }
  | {
      readonly kind: 'NewNode';
      readonly nodeClaimId: string | null;
      readonly nodePool: string;
      /** `null` when the decision could not be recorded. */
      readonly decisionId: string | null;
    }
  | {
      readonly kind: 'Unschedulable';
      readonly reasons: readonly Reason[];
      readonly byNodePool: readonly PoolRefusal[];
      /** Its position in the queue of pending pods, see the engine's `UnschedulablePod`. */
      readonly queuePosition: number;
    };

/** A NodeOverlay of a cluster as pages show it. */
export interface NodeOverlayRow {
  readonly clusterId: ClusterId;
  readonly name: string;
  /** `null` when it cannot be read. */
  readonly spec: NodeOverlayManifest | null;
  readonly state: NodeOverlayState;
}

/**
 * State of a NodeOverlay: applied, in conflict with another one, or refused because it is invalid.
 */
export type NodeOverlayState =
  | {
      readonly kind: 'Applied';
      /** NodePools with an instance type that the overlay matches. */
      readonly nodePools: readonly string[];
      /** Number of instance types that the overlay matches. */
      readonly instanceTypes: number;
    }
  /** Not applied at all: another overlay of equal weight takes precedence. */
  | ({ readonly kind: 'Conflict' } & Omit<OverlayConflict, 'overlay'>)
  | { readonly kind: 'Refused'; readonly problems: readonly string[] };
