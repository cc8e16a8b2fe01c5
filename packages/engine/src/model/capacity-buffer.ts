import type { PodSpec } from './pod.js';
import type { ResourceList } from './resource-list.js';

/** Capacity that is kept free for future pods. Source: karpenter CapacityBuffer v1beta1. */
export interface CapacityBuffer {
  readonly namespace: string;
  readonly name: string;
  /** Pod spec of one unit: of its pod template, or of the workload that it follows. */
  readonly podSpec: PodSpec;
  /** Number of units; `null` if the manifest has none. */
  readonly replicas: number | null;
  /** Percentage of the replicas of the workload that it follows; `null` if it follows none. */
  readonly share: { readonly percent: number; readonly ofReplicas: number } | null;
  /** Limit of all units together; empty if unlimited. */
  readonly limits: ResourceList;
}
