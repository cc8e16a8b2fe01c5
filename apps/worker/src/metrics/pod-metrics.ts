import type { PodWait } from '@kerf/cluster-kubernetes';
import type { Metrics } from '@kerf/telemetry';

/** Seconds; a node takes about a minute to join. */
const waitBuckets = [1, 2, 5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800] as const;

/**
 * Metric names are Karpenter's, with a cluster label. Source: karpenter
 * pkg/controllers/metrics/pod.
 */
export function createPodMetrics(metrics: Metrics): (cluster: string) => (wait: PodWait) => void {
  const labels = ['cluster'] as const;
  const buckets = waitBuckets;
  const waits = {
    Bound: metrics.histogram({
      name: 'karpenter_pods_bound_duration_seconds',
      help: 'Duration from the creation of a pod until it is bound to a node in seconds.',
      labels,
      buckets,
    }),
    Ready: metrics.histogram({
      name: 'karpenter_pods_startup_duration_seconds',
      help: 'Duration from the creation of a pod until it is ready for the first time in seconds.',
      labels,
      buckets,
    }),
  };
  return (cluster) =>
    ({ until, waitedMs }) =>
      waits[until].observe({ cluster }, waitedMs / 1000);
}
