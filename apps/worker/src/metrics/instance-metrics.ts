import type { Measurement } from '@kerf/application';
import type { Metrics } from '@kerf/system';

/**
 * Returns the function that observes failed launches and terminations of instances.
 * Source of the names: karpenter-provider-aws pkg/providers/instance/metrics.go @v1.14.0.
 */
export function createInstanceMetrics(
  metrics: Metrics,
): (cluster: string, measurement: Measurement) => void {
  const launchFailures = metrics.counter({
    name: 'karpenter_cloudprovider_instance_launch_failures_total',
    help: 'Total number of offerings that had no capacity at a launch, by the code of AWS.',
    labels: ['cluster', 'zone', 'capacity_type', 'reason'],
  });
  const terminationFailures = metrics.counter({
    name: 'karpenter_cloudprovider_instance_termination_failures_total',
    help: 'Total number of failed attempts to terminate an instance.',
    labels: ['cluster', 'zone'],
  });
  return (cluster, measurement) => {
    if (measurement.kind === 'OfferingsUnavailable') {
      for (const { zone, capacityType: capacity_type, code: reason } of measurement.offerings) {
        launchFailures.add({ cluster, zone, capacity_type, reason });
      }
    } else if (measurement.kind === 'InstanceTerminationFailed') {
      terminationFailures.add({ cluster, zone: measurement.claim.instance?.zone ?? '' });
    }
  };
}
