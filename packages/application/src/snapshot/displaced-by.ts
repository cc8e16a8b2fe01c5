import type { Instant } from '@kerf/core';
import { type BoundPod, displacedPods } from '@kerf/engine';
import { type DrainEnd, endsByTime } from '../domain/node-claim/drain-end.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';

/**
 * Returns the pods that the drain of a node displaces: those for which capacity elsewhere is
 * provisioned. Decisions, batches and snapshots count the same pods.
 * @param end `null` when nobody knows of an end
 * @param view `null` while the cluster's state is unknown: no PodDisruptionBudgets are known then
 */
export function displacedBy(
  view: Pick<ClusterView, 'podDisruptionBudgets'> | null,
  node: CachedNode | undefined,
  end: DrainEnd | null,
  now: Instant,
): readonly BoundPod[] {
  return displacedPods({
    pods: node?.pods ?? [],
    budgets: view?.podDisruptionBudgets ?? [],
    now,
    endsAnyway: end !== null && endsByTime(end),
  });
}
