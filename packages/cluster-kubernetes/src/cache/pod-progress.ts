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

/**
 * How far a pod is that is followed: from its first appearance until it is ready for the first time,
 * or gone. `null` for others: for a pod that was running when the watch began, it is unknown whether
 * it becomes ready for the first time.
 * Source: karpenter pkg/controllers/metrics/pod.
 */
export type Followed = 'Unbound' | 'Bound' | null;

/** Returns how far a pod that was read is now, and its new steps. */
export function followPod(
  before: Followed,
  reading: ObservedPod,
): { readonly followed: Followed; readonly steps: readonly PodProgress[] } {
  const { uid, name, createdAt, nodeName, boundAt, readyAt } = reading;
  const pod = { uid, namespace: reading.fields.namespace, name, createdAt };
  if (nodeName === null) {
    const steps = before === null ? [{ pod, step: 'Seen' as const, at: null }] : [];
    return { followed: before ?? 'Unbound', steps };
  }
  if (before === null) return { followed: null, steps: [] };
  const steps: PodProgress[] = [];
  if (before === 'Unbound') steps.push({ pod, step: 'Bound', at: boundAt });
  if (readyAt !== null) steps.push({ pod, step: 'Ready', at: readyAt });
  return { followed: readyAt === null ? 'Bound' : null, steps };
}
