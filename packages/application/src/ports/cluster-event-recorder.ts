import type { ClusterId, DurationMs } from '@kerf/core';
import type { ClusterEvent } from './cluster-gateway.js';

/**
 * Writes Kubernetes Events in the background. Nobody waits for them and no work fails with them: what
 * comes too often, too fast, or cannot be written is left out.
 */
export interface ClusterEventRecorder {
  /** Call it when what the events tell is committed. Returns at once and never throws. */
  record(clusterId: ClusterId, events: readonly NotedEvent[]): void;
}

/** A Kubernetes Event to record, with the key by which repetitions are recognized. */
export interface NotedEvent extends ClusterEvent {
  /** The same event about the same object is not told again for so long; two minutes if not given. */
  readonly dedupeMs?: DurationMs;
  /** What else makes it another event of the same reason, e.g. the node that a pod is nominated to. */
  readonly dedupeBy?: string;
  /** Told of so many pods at once that it has a rate of its own. */
  readonly isNomination?: true;
}
