import type { ClusterRepository, Measurement, Meter } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import type { Logger, Metrics } from '@kerf/system';
import { createBrakeMetrics } from './brake-metrics.js';
import { createDeletionCostMetrics } from './deletion-cost-metrics.js';
import { createDisruptionMetrics } from './disruption-metrics.js';
import { createInstanceMetrics } from './instance-metrics.js';
import { createTerminationMetrics } from './termination-metrics.js';

/**
 * Creates the meter of the use cases. Metric names and labels are Karpenter's, with a cluster label.
 * Measurements are dropped when the name of their cluster cannot be read.
 * @param more further observers
 */
export function createUseCaseMeter(
  metrics: Metrics,
  clusters: Pick<ClusterRepository, 'find'>,
  log: Pick<Logger, 'debug'>,
  more: readonly ((cluster: string, measurement: Measurement) => void)[] = [],
): Meter {
  const observers = [
    createBrakeMetrics(metrics),
    createDeletionCostMetrics(metrics),
    createDisruptionMetrics(metrics),
    createInstanceMetrics(metrics),
    createTerminationMetrics(metrics),
    ...more,
  ];
  const deliveries = metrics.counter({
    name: 'kerf_notification_deliveries_total',
    help: 'Total number of attempts to deliver a notification, by kind of channel and outcome.',
    labels: ['channel', 'outcome'],
  });
  const names = new Map<ClusterId, string>();
  const observeAll = async (id: ClusterId, measurements: readonly Measurement[]): Promise<void> => {
    const name = names.get(id) ?? (await clusters.find(id))?.name;
    if (name === undefined) return;
    names.set(id, name);
    for (const measurement of measurements) {
      for (const observe of observers) observe(name, measurement);
    }
  };
  return {
    record: (clusterId, measurements) => {
      observeAll(clusterId, measurements).catch((error: unknown) =>
        log.debug({ error, clusterId }, 'a measurement was not recorded'),
      );
    },
    recordDelivery: (channel, outcome) => deliveries.add({ channel, outcome }),
  };
}
