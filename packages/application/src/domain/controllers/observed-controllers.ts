import type { DurationMs, Instant } from '@kerf/core';

/** Signs of other controllers in a cluster, whether they are alive or not. */
export interface ObservedControllers {
  /** Leader election Leases of Karpenters, in any namespace. */
  readonly leases: readonly ObservedLease[];
  /** Deployments of Karpenters. */
  readonly deployments: readonly ObservedDeployment[];
}

/** A Lease that shows that a controller is alive. */
export interface ObservedLease {
  readonly namespace: string;
  readonly name: string;
  /** `null` once its holder has released it. */
  readonly holder: string | null;
  /** Time of the last renewal, by the holder's clock. */
  readonly renewedAt: Instant | null;
  /** Time after the last renewal at which the Lease expires. */
  readonly durationMs: DurationMs;
}

/** A Deployment that may run a Karpenter. */
export interface ObservedDeployment {
  readonly namespace: string;
  readonly name: string;
  /** Requested number of pods, whether they run or not. */
  readonly replicas: number;
}
