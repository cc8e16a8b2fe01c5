import type { StringMap } from '../resources/kube-object.js';
import type { Pod, Volume } from '../resources/types/pod.js';
import type { PodDisruptionBudget } from '../resources/types/workload.js';
import type { DeviceView } from './device-view.js';
import type { NodeState } from './node-state.js';
import type { SpreadConstraints } from './spread-constraints.js';

/** Why a node is not feasible, in kube-scheduler's words. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** True if removing pods from the node could make it feasible. */
  readonly isResolvable: boolean;
}

/** A filter for one pod, prepared once for all nodes. */
export interface NodeFilter {
  /** Returns `null` if the node is feasible. */
  refuse(node: NodeState): Refusal | null;
}

/** The state of the cluster in one scheduling attempt. */
export interface SchedulingView {
  readonly nodes: readonly NodeState[];
  /** Labels of a namespace, for affinity terms with a namespace selector. */
  namespaceLabels(namespace: string): StringMap;
  readonly claims: ClaimView;
  readonly devices: DeviceView;
  spreadOf(pod: Pod): SpreadConstraints;
  /** Pods that wait for a place on a node, which others have to leave. */
  nominatedTo(nodeName: string): readonly Pod[];
  budgets(): readonly PodDisruptionBudget[];
}

/** Constraints of PersistentVolumeClaims on nodes. */
export interface ClaimView {
  /** Returns `null` if every node is feasible with the volume. */
  constraintOf(pod: Pod, volume: Volume): ClaimConstraint | null;
}

export type ClaimConstraint =
  | { readonly kind: 'Refused'; readonly reason: string }
  | {
      readonly kind: 'Nodes';
      readonly matches: (node: NodeState) => boolean;
      readonly reason: string;
    };

/** @returns `null` if the filter does not apply to the pod */
export type MakeFilter = (pod: Pod, view: SchedulingView) => NodeFilter | null;

export function unresolvable(reason: string): Refusal {
  return { reasons: [reason], isResolvable: false };
}

export function resolvable(...reasons: readonly string[]): Refusal {
  return { reasons, isResolvable: true };
}
