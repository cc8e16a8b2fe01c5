import type { ClusterId, DurationMs } from '@kerf/core';
import type { ClusterEvent } from './cluster-gateway.js';

/**
 * Writes Kubernetes Events in the background. No caller waits for them and no work fails with them:
 * an Event that is repeated, exceeds the rate limit, or cannot be written is dropped.
 */
export interface ClusterEventRecorder {
  /**
   * Records events; returns at once and never throws. Call it after the change that the events
   * report is committed.
   */
  record(clusterId: ClusterId, events: readonly NotedEvent[]): void;
}

/** A Kubernetes Event to record, with its deduplication settings. */
export interface NotedEvent extends ClusterEvent {
  /**
   * Time in which the same event about the same object is not written again; the default is two
   * minutes.
   */
  readonly dedupeMs?: DurationMs;
  /** A further part of the deduplication key, e.g. the node that a pod is nominated to. */
  readonly dedupeBy?: string;
  /** True for a nomination: nominations concern many pods at once and have their own rate limit. */
  readonly isNomination?: true;
}
