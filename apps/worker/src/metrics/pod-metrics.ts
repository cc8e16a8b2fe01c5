import type { PodWait } from '@kerf/cluster-kubernetes';
import type { Metrics } from '@kerf/telemetry';

/** Seconds; a node takes about a minute to join. */
const waitBuckets = [1, 2, 5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800] as const;

/** Names as Karpenter's, with the cluster. Source: karpenter pkg/controllers/metrics/pod. */
export function createPodMetrics(metrics: Metrics): (cluster: string) => (wait: PodWait) => void {
  const labels = ['cluster'] as const;
  const buckets = waitBuckets;
  const waits = {
    Bound: metrics.histogram({
      name: 'karpenter_pods_bound_duration_seconds',
      help: 'From when a pod was made until it was bound to a node.',
      labels,
      buckets,
    }),
    Ready: metrics.histogram({
      name: 'karpenter_pods_startup_duration_seconds',
      help: 'From when a pod was made until it was ready for the first time.',
      labels,
      buckets,
    }),
  };
  return (cluster) =>
    ({ until, waitedMs }) =>
      waits[until].observe({ cluster }, waitedMs / 1000);
}
