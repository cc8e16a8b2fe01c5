import type { DurationMs, Instant } from '@kerf/core';
import type { DeviceClaim } from './device.js';
import type { LabelSelector, Labels } from './labels.js';
import type { NodeSelectorTerm } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { Toleration } from './taint.js';

/**
 * All properties of a pod that scheduling depends on. Equal pods share one frozen object with an
 * equal `key`, so the engine works on pod groups instead of pods.
 */
export interface PodSpec {
  /** A digest of all other fields. */
  readonly key: string;
  readonly namespace: string;
  readonly labels: Labels;
  /** Effective requests, including init and sidecar containers, overhead and `pods: 1`. */
  readonly requests: ResourceList;
  readonly priority: number;
  readonly tolerations: readonly Toleration[];
  readonly nodeSelector: Labels;
  /** Alternatives; empty if nothing is required. */
  readonly requiredNodeAffinity: readonly NodeSelectorTerm[];
  readonly preferredNodeAffinity: readonly {
    readonly weight: number;
    readonly term: NodeSelectorTerm;
  }[];
  readonly topologySpread: readonly TopologySpreadConstraint[];
  readonly podAffinity: PodAffinityTerms;
  readonly podAntiAffinity: PodAffinityTerms;
  readonly hostPorts: readonly HostPort[];
  readonly volumes: readonly PodVolume[];
  /** Absent if it claims none. */
  readonly deviceClaims?: readonly DeviceClaim[];
  /**
   * Constraints of the pod that this model does not support, such as a claim of devices that belong
   * to no node. A pod with one is not scheduled, and the reason names it.
   */
  readonly unsupported?: readonly string[];
}

/** How evenly pods are spread over the domains of a label. Source: Kubernetes core/v1 TopologySpreadConstraint. */
export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly labelSelector: LabelSelector | null;
  readonly minDomains: number | null;
  readonly matchLabelKeys: readonly string[];
  readonly nodeAffinityPolicy: 'Honor' | 'Ignore';
  readonly nodeTaintsPolicy: 'Honor' | 'Ignore';
}

/** The required and preferred terms of a pod affinity or anti-affinity. */
export interface PodAffinityTerms {
  readonly required: readonly PodAffinityTerm[];
  readonly preferred: readonly { readonly weight: number; readonly term: PodAffinityTerm }[];
}

/**
 * A term that keeps a pod near to, or away from, other pods, by domain. Source: Kubernetes core/v1
 * PodAffinityTerm.
 */
export interface PodAffinityTerm {
  readonly topologyKey: string;
  readonly labelSelector: LabelSelector | null;
  /** Explicit namespaces; if it is empty and there is no selector, the namespace of the pod. */
  readonly namespaces: readonly string[];
  readonly namespaceSelector: LabelSelector | null;
  readonly matchLabelKeys: readonly string[];
  readonly mismatchLabelKeys: readonly string[];
}

/** A host port of a pod. */
export interface HostPort {
  /** `0.0.0.0` (also for an empty address) conflicts with every address. */
  readonly hostIp: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
}

/** A volume, with the topology of its PersistentVolume or StorageClass. */
export interface PodVolume {
  /** `namespace/claim`: a shared claim counts once. */
  readonly claim: string;
  /** The CSI driver whose limit per node applies; `null` if there is none. */
  readonly driver: string | null;
  /** Alternative node requirements (zones); empty if every node can attach the volume. */
  readonly nodeRequirements: readonly NodeSelectorTerm[];
  /** Why its pod cannot be scheduled at all, such as a missing claim; otherwise `null`. */
  readonly problem: string | null;
}

/** A pod without a node. */
export interface Pod {
  readonly uid: string;
  readonly name: string;
  readonly spec: PodSpec;
  readonly createdAt: Instant;
  /**
   * True if the cluster's scheduler has not tried to schedule the pod yet, so it may still bind the
   * pod to an existing node.
   */
  readonly isUntried?: boolean;
}

/** The kind of a pod's owner, as far as decisions depend on it. */
export type PodOwnerKind =
  | 'DaemonSet'
  | 'Node'
  | 'StatefulSet'
  | 'ReplicaSet'
  | 'ReplicationController'
  | 'Job'
  | 'Other'
  | 'None';

/** A pod that is bound to a node. */
export interface BoundPod extends Pod {
  readonly ownerKind: PodOwnerKind;
  readonly ownerName: string;
  /** Phase Succeeded or Failed. */
  readonly isTerminal: boolean;
  /** Has a deletion timestamp. */
  readonly isTerminating: boolean;
  /** When its grace period ends (its deletion timestamp); `null` if it is not being deleted. */
  readonly terminatesAt: Instant | null;
  /** `terminationGracePeriodSeconds`; 30 s if the pod has none. */
  readonly gracePeriodMs: DurationMs;
  readonly isReady: boolean;
  readonly startedAt: Instant | null;
  /** The annotation `karpenter.sh/do-not-disrupt`, not parsed. */
  readonly doNotDisrupt: string | null;
  /**
   * The annotation `karpenter.sh/disruption-cost`, else `controller.kubernetes.io/pod-deletion-cost`; 0 if
   * absent, invalid, or written by Kerf.
   */
  readonly deletionCost: number;
  /** Absent if the pod has no deletion cost, and never had one of Kerf. */
  readonly writtenDeletionCost?: WrittenDeletionCost;
}

/** Annotations about the deletion cost of a pod, not parsed. */
export interface WrittenDeletionCost {
  readonly value: string | null;
  /** The cost that Kerf has written last; the value is another writer's if it differs. */
  readonly own: string | null;
}

/** Returns the name of a pod as `namespace/name`. */
export function namespacedName({ name, spec }: Pick<Pod, 'name' | 'spec'>): string {
  return `${spec.namespace}/${name}`;
}

/** Returns a pod that is expected on a node as if it was bound to it. */
export function asBound(pod: Pod): BoundPod {
  return {
    ownerKind: 'None',
    ownerName: '',
    isTerminal: false,
    isTerminating: false,
    terminatesAt: null,
    gracePeriodMs: 0,
    isReady: false,
    startedAt: null,
    doNotDisrupt: null,
    deletionCost: 0,
    ...pod,
  };
}
