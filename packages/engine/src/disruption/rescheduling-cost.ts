import type { BoundPod } from '../model/pod.js';

/**
 * Returns the disruption cost of moving these pods; the node itself counts one. Source: karpenter
 * disruption/helpers.go, ReschedulingCost @v1.14.1.
 */
export function reschedulingCost(reschedulable: readonly BoundPod[]): number {
  return reschedulable.reduce((sum, pod) => sum + Math.max(0, evictionCost(pod)), 1);
}

/** Source: karpenter utils/disruption EvictionCost @v1.14.1. */
function evictionCost({ deletionCost, spec }: BoundPod): number {
  return Math.min(10, Math.max(-10, 1 + deletionCost / 2 ** 27 + spec.priority / 2 ** 25));
}
