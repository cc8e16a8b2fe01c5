import type { StringMap } from '../resources/kube-object.js';
import type { Pod } from '../resources/types/pod.js';
import type { NodeState } from './node-state.js';

/** Why a node will not do, in kube-scheduler's words. */
export interface Refusal {
  readonly reasons: readonly string[];
  /** Fewer pods on the node would change it. */
  readonly isForLackOfCapacity: boolean;
}

/** What a pod asks of nodes, prepared once for all of them. */
export interface NodeFilter {
  /** `null` when the node will do. */
  refuse(node: NodeState): Refusal | null;
}

/** The cluster as one scheduling attempt sees it. */
export interface SchedulingView {
  readonly nodes: readonly NodeState[];
  /** For affinity terms that select namespaces by their labels. */
  namespaceLabels(namespace: string): StringMap;
  readonly claims: ClaimView;
}

/** What a pod's PersistentVolumeClaim asks of nodes. */
export interface ClaimView {
  /** `null` when every node will do. */
  demandOf(namespace: string, claimName: string): ClaimDemand | null;
}

export type ClaimDemand =
  | { readonly kind: 'Refused'; readonly reason: string }
  | {
      readonly kind: 'Nodes';
      readonly matches: (node: NodeState) => boolean;
      readonly reason: string;
    };

/** @returns `null` when the pod asks nothing of the kind, so that nodes need not be looked at */
export type MakeFilter = (pod: Pod, view: SchedulingView) => NodeFilter | null;

export function never(reason: string): Refusal {
  return { reasons: [reason], isForLackOfCapacity: false };
}

export function forLackOfCapacity(...reasons: readonly string[]): Refusal {
  return { reasons, isForLackOfCapacity: true };
}
