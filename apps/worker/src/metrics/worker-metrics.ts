import { type Metrics, readPackageVersion } from '@kerf/system';
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
