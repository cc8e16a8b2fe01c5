import type { DurationMs, Instant } from '@kerf/core';
import type { LabelSelector, Labels } from './labels.js';
import type { NodeSelectorTerm } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';
import type { Toleration } from './taint.js';

/**
 * Everything about a pod that scheduling looks at. Pods of one kind share one frozen object:
 * equal `key` means equal spec, so the engine works per class and not per pod.
 */
export interface PodSpec {
  /** A digest of all other fields. */
  readonly key: string;
  readonly namespace: string;
  readonly labels: Labels;
  /** Effective requests: init and sidecar containers, overhead and `pods: 1` are in it. */
  readonly requests: ResourceList;
  readonly priority: number;
  readonly tolerations: readonly Toleration[];
  readonly nodeSelector: Labels;
  /** Alternatives; empty when nothing is required. */
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
  /**
   * Constraints that the pod has and this model cannot say, e.g. `resourceClaims`. A pod with one is
   * not scheduled, and the answer names it.
   */
  readonly unsupported?: readonly string[];
}

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

export interface PodAffinityTerms {
  readonly required: readonly PodAffinityTerm[];
  readonly preferred: readonly { readonly weight: number; readonly term: PodAffinityTerm }[];
}

export interface PodAffinityTerm {
  readonly topologyKey: string;
  readonly labelSelector: LabelSelector | null;
  /** Explicit namespaces; with an empty list and no selector it is the pod's own namespace. */
  readonly namespaces: readonly string[];
  readonly namespaceSelector: LabelSelector | null;
  readonly matchLabelKeys: readonly string[];
  readonly mismatchLabelKeys: readonly string[];
}

export interface HostPort {
  /** `0.0.0.0` (also for an empty address) conflicts with every address. */
  readonly hostIp: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
}

/** A volume with what its PersistentVolume or StorageClass says about where it may be. */
export interface PodVolume {
  /** `namespace/claim`, so that a shared claim counts once. */
  readonly claim: string;
  /** The CSI driver whose per-node limit it counts against; `null` when none applies. */
  readonly driver: string | null;
  /** Alternatives for the node (zones); empty when the volume may be anywhere. */
  readonly nodeRequirements: readonly NodeSelectorTerm[];
  /** Why the volume keeps its pod from being scheduled at all, e.g. a missing claim. */
  readonly problem: string | null;
}

/** A pod that waits for a node. */
export interface Pod {
  readonly uid: string;
  readonly name: string;
  readonly spec: PodSpec;
  readonly createdAt: Instant;
}

/** What owns a pod, as far as rules care. */
export type PodOwnerKind =
  | 'DaemonSet'
  | 'Node'
  | 'StatefulSet'
  | 'ReplicaSet'
  | 'Job'
  | 'Other'
  | 'None';

/** A pod on a node. */
export interface BoundPod extends Pod {
  readonly ownerKind: PodOwnerKind;
  readonly ownerName: string;
  /** Succeeded or Failed. */
  readonly isTerminal: boolean;
  /** Has a deletion timestamp. */
  readonly isTerminating: boolean;
  /** When its grace period ends (its deletion timestamp); `null` while it is not being deleted. */
  readonly terminatesAt: Instant | null;
  /** `terminationGracePeriodSeconds`; 30 s when the pod sets none. */
  readonly gracePeriodMs: DurationMs;
  readonly isReady: boolean;
  readonly startedAt: Instant | null;
  /** The raw annotation `karpenter.sh/do-not-disrupt`: `true`, a duration, or anything. */
  readonly doNotDisrupt: string | null;
  /** The annotation `controller.kubernetes.io/pod-deletion-cost`; 0 when absent or unreadable. */
  readonly deletionCost: number;
}

/** Returns a pod that is on its way to a node as if it was there. */
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
