import type { ClusterId } from '@kerf/core';
import { PerCluster } from './per-cluster.js';

/**
 * Counts the recorded times at which pods came to nodes and left them, a part of the revision of a cluster.
 * They may be forgotten with the passes that remember the count.
 */
export class PodEvents {
  readonly #clusters = new PerCluster(() => ({ count: 0 }));

  /** Called when times have been recorded. */
  note(clusterId: ClusterId): void {
    this.#clusters.of(clusterId).count += 1;
  }

  /** Returns a number that grows with each record. */
  count(clusterId: ClusterId): number {
    return this.#clusters.of(clusterId).count;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}
