import type { PodSpec } from './pod.js';
import type { ResourceList } from './resource-list.js';

/** Room that is kept free for pods to come. Source: karpenter CapacityBuffer v1beta1. */
export interface CapacityBuffer {
  readonly namespace: string;
  readonly name: string;
  /** What one unit of the buffer takes: its pod template, or that of the workload it follows. */
  readonly podSpec: PodSpec;
  /** Units; `null` when the manifest says none. */
  readonly replicas: number | null;
  /** Hundredths of the replicas of the workload that it follows; `null` when it follows none. */
  readonly share: { readonly percent: number; readonly ofReplicas: number } | null;
  /** The most that all units together may take; empty when unlimited. */
  readonly limits: ResourceList;
}
