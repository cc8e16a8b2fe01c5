import type { Instant } from '@kerf/core';
import { podBlocks } from '../drainability/pod-blocks.js';
import { isReschedulable } from '../drainability/pod-state.js';
import type { BoundPod } from '../model/pod.js';
import type { PodDisruptionBudget } from '../model/pod-disruption-budget.js';

/** The question for {@link displacedPods}: a node that is being drained, and its pods. */
export interface DisplacedPods {
  readonly pods: readonly BoundPod[];
  readonly budgets: readonly PodDisruptionBudget[];
  readonly now: Instant;
  /** True if the node ends at a fixed time, whatever blocks its pods. */
  readonly endsAnyway: boolean;
}

/**
 * Returns the pods of a draining node for which capacity elsewhere is provisioned before they are
 * evicted. A pod that an annotation or a PodDisruptionBudget blocks may stay for long, so no
 * capacity is provisioned for it, unless the node ends anyway. Source: karpenter
 * provisioning/provisioner.go, CurrentlyReschedulablePods @v1.14.1; differs in `endsAnyway`.
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
