import type { ClusterId, DurationMs, Instant } from '@kerf/core';

/** A lease on one cluster; one worker holds it at a time. */
export interface LeaseHold {
  readonly clusterId: ClusterId;
  readonly owner: string;
  /** Increases each time the lease is acquired. */
  readonly epoch: number;
}

/** A cluster whose holder died, and how it is treated from now on. */
export interface DeathOfHolder {
  readonly clusterId: ClusterId;
  /** The worker that died. */
  readonly owner: string;
  /** Deaths that count against the cluster. */
  readonly deaths: number;
  /** Whether the cluster is suspected to end its workers: it is only acquired as a trial. */
  readonly isSuspected: boolean;
  /** The cluster is not acquired before this time; `null` if it may be acquired now. */
  readonly retryAt: Instant | null;
}

/** How much of one cluster a worker can hold. */
export interface HoldLimits {
  readonly maxObjects: number;
  /** Estimated memory of the objects. */
  readonly maxMib: number;
}

/** By which a worker decides whether a cluster is suspected, and may be tried again. */
export interface TrialRules {
  /** Deaths from which a cluster is suspected to end its workers. */
  readonly suspectedFrom: number;
  /** A cluster that exceeded lower limits is tried at once. */
  readonly limits: HoldLimits;
}

/** The leases by which workers hold clusters. */
export interface LeaseRepository {
  /**
   * Acquires the lease when it is free, has expired, or belongs to the same owner (a worker that
   * restarted); `null` when another worker holds it. The epoch increases each time, so later writes
   * of the previous holder are refused.
   */
  acquire(
    clusterId: ClusterId,
    owner: string,
    now: Instant,
    ttlMs: DurationMs,
  ): Promise<LeaseHold | null>;
  /**
   * Acquires at most `atMost` of these leases, as {@link LeaseRepository.acquire} does, first those
   * of the same owner.
   */
  acquireSome(request: {
    readonly clusterIds: readonly ClusterId[];
    readonly owner: string;
    readonly atMost: number;
    readonly now: Instant;
    readonly ttlMs: DurationMs;
    readonly rules: TrialRules;
    /**
     * With `Trusted`, clusters are acquired that are not suspected; with `Suspected`, those with the most
     * deaths as a trial, and none while the owner tries some: all that were never tried, or a share of
     * those whose trials have failed.
     */
    readonly only: 'Trusted' | 'Suspected';
  }): Promise<readonly LeaseHold[]>;
  /** Returns the suspected clusters, held or not, that may be tried now. */
  suspects(rules: TrialRules, now: Instant): Promise<ReadonlySet<ClusterId>>;
  /**
   * Frees the leases of workers that died: leases that have expired without having been released, and,
   * when the owner has just started, those of its earlier process. A death counts against all clusters
   * of the worker. If it was trying some, it counts against these only, and the others are cleared. One
   * cluster that was on trial alone, or a suspect that was held alone, is found, and is not acquired for
   * a while.
   */
  settleDeaths(request: {
    readonly owner: string;
    readonly hasStarted: boolean;
    readonly suspectedFrom: number;
    readonly now: Instant;
  }): Promise<readonly DeathOfHolder[]>;
  /**
   * Releases a cluster that exceeds the limits of the worker. It counts like one that was found to end
   * workers.
   * @returns the time before which the cluster is not acquired, unless the limits are raised
   */
  holdBack(hold: LeaseHold, rules: TrialRules, now: Instant): Promise<Instant>;
  /**
   * Also ends trials and suspicions of clusters that are held for long enough.
   * @returns the clusters whose leases are still held
   */
  renew(
    holds: readonly LeaseHold[],
    now: Instant,
    ttlMs: DurationMs,
  ): Promise<ReadonlySet<ClusterId>>;
  release(hold: LeaseHold): Promise<void>;
  /**
   * Records that a worker runs and shares the clusters.
   * @returns the number of workers that run, this one included
   */
  join(owner: string, now: Instant, ttlMs: DurationMs): Promise<number>;
  /** Records that a worker has ended. */
  leave(owner: string): Promise<void>;
}
