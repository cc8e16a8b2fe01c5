import type { DurationMs, Instant } from '@kerf/core';

/** What of other controllers can be seen in a cluster, whether they are alive or not. */
export interface ObservedControllers {
  /** Leases by which Karpenters elect their leader, in whatever namespace. */
  readonly leases: readonly ObservedLease[];
  /** Karpenters' Deployments. */
  readonly deployments: readonly ObservedDeployment[];
}

/** A Lease that shows that a controller is alive. */
export interface ObservedLease {
  readonly namespace: string;
  readonly name: string;
  /** `null` once its holder has let go of it. */
  readonly holder: string | null;
  /** As its holder's clock says. */
  readonly renewedAt: Instant | null;
  /** Not renewed for so long, it is nobody's. */
  readonly durationMs: DurationMs;
}

/** A Deployment that may run a Karpenter. */
export interface ObservedDeployment {
  readonly namespace: string;
  readonly name: string;
  /** Pods that are asked for, whether they run or not. */
  readonly replicas: number;
}
