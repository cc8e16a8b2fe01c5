import type { EvictionAnswer, Measurement, NodeClaim } from '@kerf/application';
import type { Metrics } from '@kerf/system';

type TerminationMetrics = ReturnType<typeof registerTermination>;

/**
 * Returns the function that observes the termination of nodes.
 * Source of the names: karpenter pkg/controllers/{node,nodeclaim} and aws
 * pkg/controllers/interruption @v1.14.1.
 */
export function createTerminationMetrics(
  metrics: Metrics,
): (cluster: string, measurement: Measurement) => void {
  const registered = {
    ...registerTermination(metrics),
    ...registerReboots(metrics),
    ...registerPods(metrics),
  };
  return (cluster, measurement) => {
    switch (measurement.kind) {
      case 'EvictionAnswered':
        registered.evictions.add({ cluster, code: codes[measurement.answer] });
        return;
      case 'PodDrained':
        registered.drainedPods.add({ cluster, reason: measurement.reason });
        return;
      case 'InstanceTerminated': {
        const nodepool = measurement.claim.nodePool ?? '';
        registered.instances.observe({ cluster, nodepool }, measurement.tookMs / 1_000);
        return;
      }
      case 'NodeClaimTerminated':
        observeEnd(registered, cluster, measurement.claim);
        return;
      case 'NodeRepaired': {
        const { claim, condition } = measurement;
        registered.repaired.add({
          cluster,
          condition,
          nodepool: claim.nodePool ?? '',
          capacity_type: claim.instance?.capacityType ?? '',
          image_id: claim.instance?.imageId ?? '',
        });
        return;
      }
      case 'RebootEnded': {
        const { result, tookMs, recoveryMs } = measurement;
        registered.reboots.add({ cluster, result });
        registered.rebootDurations.observe({ cluster, result }, tookMs / 1_000);
        if (recoveryMs !== null) registered.recoveries.observe({ cluster }, recoveryMs / 1_000);
        return;
      }
      case 'InstanceUnhealthy':
        registered.impaired.add({ cluster, category: measurement.category });
        return;
      default:
        return;
    }
  };
}

/** HTTP status of the answers of the Eviction API, as Karpenter counts them. */
const codes: Readonly<Record<EvictionAnswer['kind'], string>> = {
  Accepted: '200',
  Gone: '404',
  Blocked: '429',
};

function observeEnd(
  { claims, nodes, lifetimes }: TerminationMetrics,
  cluster: string,
  { nodePool, termination, terminatedAt, registeredAt }: NodeClaim,
): void {
  if (termination === null || terminatedAt === null) return;
  const labels = { cluster, nodepool: nodePool ?? '' };
  const tookSeconds = (terminatedAt - termination.startedAt) / 1_000;
  claims.observe(labels, tookSeconds);
  if (registeredAt === null) return;
  nodes.observe(labels, tookSeconds);
  lifetimes.observe(labels, (terminatedAt - registeredAt) / 1_000);
}

/** Seconds: 1, 2, 4 … */
const doubling = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => 2 ** index);
const hour = 3_600;
const lifetimeBuckets = [
  0.25, 0.5, 0.75, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 48, 72, 120, 240, 360, 480, 600, 720,
].map((hours) => hours * hour);

/** Source: karpenter pkg/controllers/nodeclaim/reboot/metrics.go @v1.15.0. */
function registerReboots(metrics: Metrics) {
  const buckets = doubling(8).map((factor) => 10 * factor);
  return {
    reboots: metrics.counter({
      name: 'karpenter_nodes_reboots_total',
      help: 'Total number of reboots of nodes, by result: succeeded, provider_error, recovery_timeout.',
      labels: ['cluster', 'result'],
    }),
    rebootDurations: metrics.histogram({
      name: 'karpenter_nodes_reboot_duration_seconds',
      help: 'Duration of reboots from the request to their end in seconds.',
      labels: ['cluster', 'result'],
      buckets,
    }),
    recoveries: metrics.histogram({
      name: 'karpenter_nodes_reboot_recovery_duration_seconds',
      help: 'Duration from the acceptance of a reboot until the node is Ready in seconds.',
      labels: ['cluster'],
      buckets,
    }),
  };
}

function registerTermination(metrics: Metrics) {
  const labels = ['cluster', 'nodepool'] as const;
  return {
    claims: metrics.histogram({
      name: 'karpenter_nodeclaims_termination_duration_seconds',
      help: 'Duration of the termination of NodeClaims in seconds.',
      labels,
      buckets: doubling(12),
    }),
    instances: metrics.histogram({
      name: 'karpenter_nodeclaims_instance_termination_duration_seconds',
      help: 'Duration of the termination of instances in seconds.',
      labels,
      buckets: doubling(11),
    }),
    nodes: metrics.histogram({
      name: 'karpenter_nodes_termination_duration_seconds',
      help: 'Duration of the termination of nodes in seconds.',
      labels,
      buckets: doubling(12),
    }),
    lifetimes: metrics.histogram({
      name: 'karpenter_nodes_lifetime_duration_seconds',
      help: 'Age of nodes at their end in seconds.',
      labels,
      buckets: lifetimeBuckets,
    }),
    repaired: metrics.counter({
      name: 'karpenter_nodeclaims_unhealthy_disrupted_total',
      help: 'Total number of unhealthy nodes that were repaired.',
      labels: ['cluster', 'condition', 'nodepool', 'capacity_type', 'image_id'],
    }),
    impaired: metrics.counter({
      name: 'karpenter_interruption_instance_status_unhealthy_total',
      help: 'Total number of instances that were terminated because EC2 reported them, by category.',
      labels: ['cluster', 'category'],
    }),
  };
}

function registerPods(metrics: Metrics) {
  return {
    evictions: metrics.counter({
      name: 'karpenter_pods_eviction_requests_total',
      help: 'Total number of eviction requests, by HTTP status.',
      labels: ['cluster', 'code'],
    }),
    drainedPods: metrics.counter({
      name: 'karpenter_pods_drained_total',
      help: 'Total number of pods that were evicted or deleted from terminating nodes, by reason.',
      labels: ['cluster', 'reason'],
    }),
  };
}
