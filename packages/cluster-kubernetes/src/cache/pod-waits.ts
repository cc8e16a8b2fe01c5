import type { ObservedPod } from '@kerf/application';
import type { DurationMs } from '@kerf/core';

/** Time from a pod's creation until it was bound to a node or first ready. */
export interface PodWait {
  readonly until: 'Bound' | 'Ready';
  readonly waitedMs: DurationMs;
}

/**
 * Measures how long pods wait. Only pods that were seen unbound are counted: for a pod that was
 * running when the watch began, it is unknown whether it becomes ready for the first time.
 * Source: karpenter pkg/controllers/metrics/pod.
 */
export class PodWaits {
  readonly #unbound = new Set<string>();
  readonly #unready = new Set<string>();

  /** @returns the waits that ended; none if the API server does not report the time */
  see({ uid, nodeName, createdAt, boundAt, readyAt }: ObservedPod): readonly PodWait[] {
    if (nodeName === null) {
      this.#unbound.add(uid);
      this.#unready.add(uid);
      return [];
    }
    const waits: PodWait[] = [];
    if (this.#unbound.delete(uid) && boundAt !== null) {
      waits.push({ until: 'Bound', waitedMs: boundAt - createdAt });
    }
    if (readyAt !== null && this.#unready.delete(uid)) {
      waits.push({ until: 'Ready', waitedMs: readyAt - createdAt });
    }
    return waits;
  }

  forget(uid: string): void {
    this.#unbound.delete(uid);
    this.#unready.delete(uid);
  }
}
