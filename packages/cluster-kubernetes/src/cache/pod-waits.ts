import type { DurationMs } from '@kerf/core';
import type { PodReading } from '../map/pod.js';

/** How long a pod had waited since it was made when it was bound to a node, or was ready first. */
export interface PodWait {
  readonly until: 'Bound' | 'Ready';
  readonly waitedMs: DurationMs;
}

/**
 * Measures how long pods wait. Only what is seen waiting counts: of a pod that ran when the watch began
 * nobody knows whether it is ready for the first time.
 * Source: karpenter pkg/controllers/metrics/pod.
 */
export class PodWaits {
  readonly #unbound = new Set<string>();
  readonly #unready = new Set<string>();

  /** @returns the waits that are over; none where the API server does not say since when */
  see({ uid, nodeName, createdAt, boundAt, readyAt }: PodReading): readonly PodWait[] {
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
