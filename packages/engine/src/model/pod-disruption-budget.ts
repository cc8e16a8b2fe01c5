import type { LabelSelector } from './labels.js';

/** How many pods of a workload may be evicted now. Source: Kubernetes policy/v1 PodDisruptionBudget. */
export interface PodDisruptionBudget {
  readonly namespace: string;
  readonly name: string;
  readonly selector: LabelSelector | null;
  readonly disruptionsAllowed: number;
  /** With `AlwaysAllow`, pods that are not ready may be evicted at any time. */
  readonly unhealthyPodEvictionPolicy: 'IfHealthyBudget' | 'AlwaysAllow';
}
