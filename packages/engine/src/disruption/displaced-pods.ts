import type { Instant } from '@kerf/core';
import { podBlocks } from '../drainability/pod-blocks.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { BoundPod } from '../model/pod.js';
import type { PodDisruptionBudget } from '../model/pod-disruption-budget.js';

export interface DisplacedPods {
  readonly pods: readonly BoundPod[];
  readonly budgets: readonly PodDisruptionBudget[];
  readonly now: Instant;
  /** The node ends at a set time, so that nothing keeps its pods there for long. */
  readonly endsAnyway: boolean;
}

/**
 * Pods of a node that is being drained for which a place elsewhere is to be found before they are
 * evicted. A pod that an annotation or a budget keeps on the node may stay for long, so no room is
 * bought for it, unless the node ends anyway.
 * Source: karpenter provisioning/provisioner.go, CurrentlyReschedulablePods @v1.14.1; differs in
 * `endsAnyway`.
 */
export function displacedPods({
  pods,
  budgets,
  now,
  endsAnyway,
}: DisplacedPods): readonly BoundPod[] {
  return pods.filter(
    (pod) => isReschedulable(pod) && (endsAnyway || podBlocks([pod], budgets, now).length === 0),
  );
}
