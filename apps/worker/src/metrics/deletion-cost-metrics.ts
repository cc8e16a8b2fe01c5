import type { AnnotationAnswer, Measurement } from '@kerf/application';
import type { Metrics } from '@kerf/system';

/**
 * Returns the function that observes the deletion costs of pods.
 * Source of the names: karpenter pkg/controllers/pod/deletioncost/metrics.go @v1.15.0.
 */
export function createDeletionCostMetrics(
  metrics: Metrics,
): (cluster: string, measurement: Measurement) => void {
  const pending = new Map<string, ReadonlyMap<string, number>>();
  metrics.gauge(
    {
      name: 'karpenter_pod_deletion_cost_nodes_with_pending_annotation_writes',
      help: 'Number of nodes with pods whose deletion cost the last pass had to change.',
      labels: ['cluster', 'nodepool'],
    },
    () =>
      Promise.resolve(
        [...pending].flatMap(([cluster, nodes]) =>
          Array.from(nodes, ([nodepool, value]) => ({ labels: { cluster, nodepool }, value })),
        ),
      ),
  );
  const writes = metrics.counter({
    name: 'karpenter_pod_deletion_cost_pod_annotation_writes_total',
    help: 'Total number of attempts to change the deletion cost of a pod, by outcome.',
    labels: ['cluster', 'result'],
  });
  return (cluster, measurement) => {
    if (measurement.kind === 'DeletionCostsPlanned') {
      if (measurement.nodes.size === 0) pending.delete(cluster);
      else pending.set(cluster, measurement.nodes);
    } else if (measurement.kind === 'DeletionCostAnswered') {
      writes.add({ cluster, result: results[measurement.answer] });
    }
  };
}

/** Karpenter's names of the outcomes. */
const results: Readonly<Record<AnnotationAnswer | 'Failed', string>> = {
  Written: 'updated',
  Gone: 'skipped_notfound',
  Changed: 'skipped_conflict',
  Failed: 'error',
};
