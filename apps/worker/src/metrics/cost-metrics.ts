import type { CostMetricQueries } from '@kerf/db';
import type { Metrics } from '@kerf/system';

/** Registers the metrics of the cost reports of the clusters that this worker holds. */
export function registerCostMetrics(
  metrics: Metrics,
  { costMetrics }: { readonly costMetrics: CostMetricQueries },
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'kerf_cost_dollars_per_hour',
      help: 'Cost of the managed nodes of a cluster with a known price in US dollars per hour.',
      labels: ['cluster'],
    },
    () => costMetrics.costs(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'kerf_cost_lower_bound_dollars_per_hour',
      help: 'Lower bound of the cost of any nodes for the running pods in US dollars per hour.',
      labels: ['cluster'],
    },
    () => costMetrics.lowerBounds(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'kerf_cost_held_back_dollars_per_hour',
      help: 'Cost above the lower bound in US dollars per hour, by what holds it back.',
      labels: ['cluster', 'cause'],
    },
    () => costMetrics.heldBack(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'kerf_cost_lower_bound_part_dollars_per_hour',
      help: 'Decrease of the lower bound without a cause in US dollars per hour.',
      labels: ['cluster', 'cause'],
    },
    () => costMetrics.boundParts(heldClusters()),
  );
}
