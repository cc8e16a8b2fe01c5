import type { Metrics } from '@kerf/telemetry';
import type { EventOutcome } from '../events/event-recorder.js';

export function countEvents(metrics: Metrics): (outcome: EventOutcome) => void {
  const total = metrics.counter({
    name: 'kerf_cluster_events_total',
    help: 'Total number of Kubernetes Events, by outcome; only written ones are in a cluster.',
    labels: ['outcome'],
  });
  return (outcome) => total.add({ outcome });
}
