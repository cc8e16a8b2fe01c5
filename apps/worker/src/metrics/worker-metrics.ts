import type { PodWait } from '@kerf/cluster-kubernetes';
import { readPackageVersion } from '@kerf/system';
import type { Metrics } from '@kerf/telemetry';
import type { EventOutcome } from '../events/event-recorder.js';

const version = readPackageVersion(import.meta.dirname);

/** Registers the version of Kerf as a metric, under Karpenter's name. */
export function registerBuildInfo(metrics: Metrics): void {
  metrics.gauge(
    {
      name: 'karpenter_build_info',
      help: 'Version of Kerf as a label; the value is always 1.',
      labels: ['version'],
    },
    () => Promise.resolve([{ labels: { version }, value: 1 }]),
  );
}

/** Returns the function that counts a Kubernetes Event by its outcome. */
export function countEvents(metrics: Metrics): (outcome: EventOutcome) => void {
  const total = metrics.counter({
    name: 'kerf_cluster_events_total',
    help: 'Total number of Kubernetes Events, by outcome; only written ones are in a cluster.',
    labels: ['outcome'],
  });
  return (outcome) => total.add({ outcome });
}

/** Seconds; a node takes about a minute to join. */
const podDurationBuckets = [1, 2, 5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_800] as const;

/**
 * Returns the function that observes how long pods of a cluster were pending. Metric names are
 * Karpenter's, with a cluster label. Source: karpenter pkg/controllers/metrics/pod.
 */
export function createPodMetrics(metrics: Metrics): (cluster: string) => (wait: PodWait) => void {
  const labels = ['cluster'] as const;
  const buckets = podDurationBuckets;
  const durations = {
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
      durations[until].observe({ cluster }, waitedMs / 1000);
}
