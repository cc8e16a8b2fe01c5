import type { ReadQueries } from '@kerf/db';
import type { Metrics } from '@kerf/system';

type NodeLedger = ReadQueries['nodeMetrics'];

/**
 * Registers metrics of the nodes of the clusters that this worker holds, read at each scrape. Names
 * and labels are Karpenter's, with a cluster label.
 */
export function registerNodeMetrics(
  metrics: Metrics,
  { nodeMetrics: ledger }: Pick<ReadQueries, 'nodeMetrics'>,
  heldClusters: () => readonly string[],
): void {
  registerTotals(metrics, ledger, heldClusters);
  registerAmounts(metrics, ledger, heldClusters);
  registerOfferings(metrics, ledger, heldClusters);
  metrics.gauge(
    {
      name: 'karpenter_cluster_state_node_count',
      help: 'Number of nodes of the cluster.',
      labels: ['cluster'],
    },
    () => ledger.counts(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_utilization_percent',
      help: 'Resource requests of pods divided by the allocatable resources of nodes.',
      labels: ['cluster', 'resource_type'],
    },
    () => ledger.utilization(heldClusters()),
  );
}

function registerTotals(
  metrics: Metrics,
  ledger: NodeLedger,
  heldClusters: () => readonly string[],
): void {
  metrics.total(
    {
      name: 'karpenter_nodes_created_total',
      help: 'Total number of nodes that joined the cluster.',
      labels: ['cluster', 'nodepool', 'zone'],
    },
    () => ledger.created(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodes_terminated_total',
      help: 'Total number of nodes terminated.',
      labels: ['cluster', 'nodepool', 'zone'],
    },
    () => ledger.terminated(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodes_drained_total',
      help: 'Total number of nodes whose pods were all evicted.',
      labels: ['cluster', 'nodepool'],
    },
    () => ledger.drained(heldClusters()),
  );
}

const nodeLabels = [
  'cluster',
  'nodepool',
  'node_name',
  'arch',
  'capacity_type',
  'instance_type',
  'os',
  'region',
  'zone',
  'managed',
  'windows_build',
] as const;
const amountLabels = [...nodeLabels, 'resource_type'] as const;

function registerAmounts(
  metrics: Metrics,
  ledger: NodeLedger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'karpenter_nodes_allocatable',
      help: 'Allocatable resources of a node.',
      labels: amountLabels,
    },
    () => ledger.allocatable(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_total_pod_requests',
      help: 'Resource requests of the pods of a node, daemons included.',
      labels: amountLabels,
    },
    () => ledger.requested(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_total_daemon_requests',
      help: 'Resource requests of the daemon pods of a node.',
      labels: amountLabels,
    },
    () => ledger.daemonRequests(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_system_overhead',
      help: 'Capacity of a node that is not allocatable to pods.',
      labels: amountLabels,
    },
    () => ledger.systemOverhead(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_current_lifetime_seconds',
      help: 'Age of a node in seconds.',
      labels: nodeLabels,
    },
    () => ledger.lifetimes(heldClusters()),
  );
}

/** Metrics of what nodes have, not of the whole catalog, which each cluster of a region would repeat. */
function registerOfferings(
  metrics: Metrics,
  ledger: NodeLedger,
  heldClusters: () => readonly string[],
): void {
  const prefix = 'karpenter_cloudprovider_instance_type';
  const ofOffering = ['cluster', 'instance_type', 'capacity_type', 'zone'] as const;
  metrics.gauge(
    {
      name: `${prefix}_cpu_cores`,
      help: 'Number of vCPUs of an instance type that nodes have.',
      labels: ['cluster', 'instance_type'],
    },
    () => ledger.instanceTypeCpus(heldClusters()),
  );
  metrics.gauge(
    {
      name: `${prefix}_memory_bytes`,
      help: 'Memory of an instance type that nodes have, in bytes.',
      labels: ['cluster', 'instance_type'],
    },
    () => ledger.instanceTypeMemory(heldClusters()),
  );
  metrics.gauge(
    {
      name: `${prefix}_offering_available`,
      help: '0 while an offering had no capacity lately, 1 for others that nodes have.',
      labels: ofOffering,
    },
    () => ledger.offeringAvailability(heldClusters()),
  );
  metrics.gauge(
    {
      name: `${prefix}_offering_price_estimate`,
      help: 'Price per hour in US dollars of an offering that nodes have, where it is known.',
      labels: ofOffering,
    },
    () => ledger.offeringPrices(heldClusters()),
  );
}
