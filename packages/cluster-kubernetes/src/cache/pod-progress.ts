import type { ObservedPod } from '@kerf/application';
import type { Instant } from '@kerf/core';

/** A pod that was seen before it was bound. */
export type ProgressingPod = Pick<ObservedPod, 'uid' | 'name' | 'createdAt'> & {
  readonly namespace: string;
};

/**
 * A step of a pod that was seen before it was bound. `at` is the time that the API server reports;
 * `null` if it reports none.
 */
export interface PodProgress {
  readonly pod: ProgressingPod;
  readonly step: 'Seen' | 'Bound' | 'Ready' | 'Gone';
  readonly at: Instant | null;
}

interface Entry {
  readonly pod: ProgressingPod;
  isBound: boolean;
}

/**
 * Follows pods from their first appearance until they are ready for the first time, or gone. Only
 * pods that were seen unbound are followed: for a pod that was running when the watch began, it is
 * unknown whether it becomes ready for the first time.
 * Source: karpenter pkg/controllers/metrics/pod.
 */
export class PodProgressTracker {
  readonly #entries = new Map<string, Entry>();

  /** Returns the new steps of a pod that was read. */
  see(pod: ObservedPod): readonly PodProgress[] {
    const { uid, nodeName, boundAt, readyAt } = pod;
    const entry = this.#entries.get(uid);
    if (entry === undefined) {
      if (nodeName !== null) return [];
      const { name, createdAt, fields } = pod;
      const seen = { uid, namespace: fields.namespace, name, createdAt };
      this.#entries.set(uid, { pod: seen, isBound: false });
      return [{ pod: seen, step: 'Seen', at: null }];
    }
    if (nodeName === null) return [];
    const steps: PodProgress[] = [];
    if (!entry.isBound) {
      entry.isBound = true;
      steps.push({ pod: entry.pod, step: 'Bound', at: boundAt });
    }
    if (readyAt !== null) {
      this.#entries.delete(uid);
      steps.push({ pod: entry.pod, step: 'Ready', at: readyAt });
    }
    return steps;
  }

  /** Returns the last step of a pod that ended or disappeared; none if it was ready before. */
  forget(uid: string): readonly PodProgress[] {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return [];
    this.#entries.delete(uid);
    return [{ pod: entry.pod, step: 'Gone', at: null }];
  }
}
