import type { ClusterId, DurationMs, Instant } from '@kerf/core';

/** A lease on one cluster; one worker holds it at a time. */
export interface LeaseHold {
  readonly clusterId: ClusterId;
  readonly owner: string;
  /** Increases each time the lease is acquired. */
  readonly epoch: number;
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
  }): Promise<readonly LeaseHold[]>;
  /** @returns the clusters whose leases are still held */
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
