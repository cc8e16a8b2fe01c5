import type { Measurement } from '@kerf/application';
import type { Metrics } from '@kerf/system';

/** Returns the function that counts the brakes of a cluster. */
export function createBrakeMetrics(
  metrics: Metrics,
): (cluster: string, measurement: Measurement) => void {
  const engaged = metrics.counter({
    name: 'kerf_brakes_engaged_total',
    help: 'Total number of pauses that brakes of Kerf set, by rule.',
    labels: ['cluster', 'rule'],
  });
  return (cluster, measurement) => {
    if (measurement.kind === 'BrakeEngaged') engaged.add({ cluster, rule: measurement.rule });
  };
}
