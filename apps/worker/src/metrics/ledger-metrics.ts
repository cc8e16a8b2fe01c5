import type { ReadQueries } from '@kerf/db';
import type { Metrics } from '@kerf/telemetry';

/**
 * What the ledger knows of the clusters that this worker holds, read at each scrape. Names are
 * Karpenter's where the meaning is the same, with the cluster.
 */
export function registerLedgerMetrics(
  metrics: Metrics,
  { metrics: ledger }: Pick<ReadQueries, 'metrics'>,
  heldClusters: () => readonly string[],
): void {
  registerTotals(metrics, ledger, heldClusters);
  registerMoments(metrics, ledger, heldClusters);
  registerPods(metrics, ledger, heldClusters);
  registerAmounts(metrics, ledger, heldClusters);
}

type Ledger = ReadQueries['metrics'];

function registerTotals(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.total(
    {
      name: 'karpenter_nodeclaims_created_total',
      help: 'Total number of NodeClaims created, by why they were.',
      labels: ['cluster', 'nodepool', 'reason', 'min_values_relaxed'],
    },
    () => ledger.createdClaims(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodeclaims_terminated_total',
      help: 'NodeClaims that have ended.',
      labels: ['cluster', 'nodepool', 'capacity_type', 'zone'],
    },
    () => ledger.terminatedClaims(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodeclaims_disrupted_total',
      help: 'Total number of NodeClaims disrupted, by reason; those that users deleted are not counted.',
      labels: ['cluster', 'nodepool', 'capacity_type', 'reason'],
    },
    () => ledger.disruptedClaims(heldClusters()),
  );
}

function registerMoments(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'kerf_decisions',
      help: 'Decisions on record, by kind and state.',
      labels: ['cluster', 'kind', 'state'],
    },
    () => ledger.decisions(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_state_node_count',
      help: 'Nodes of the cluster.',
      labels: ['cluster'],
    },
    () => ledger.nodeCounts(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_state_synced',
      help: '1 while the state of the cluster is known, else 0.',
      labels: ['cluster'],
    },
    () => ledger.synced(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_cost_total',
      help: 'What the nodes of a NodePool cost now, in US dollars per hour.',
      labels: ['cluster', 'nodepool'],
    },
    () => ledger.nodePoolCosts(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_allowed_disruptions',
      help: 'Nodes of a NodePool that its budgets let be disrupted now.',
      labels: ['cluster', 'nodepool', 'reason'],
    },
    () => ledger.allowedDisruptions(heldClusters()),
  );
}

function registerPods(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'karpenter_pods_unbound_time_seconds',
      help: 'How long a pod has been without a node since it was made.',
      labels: ['cluster', 'namespace', 'name'],
    },
    () => ledger.unboundPods(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_unschedulable_pods_count',
      help: 'Pods that wait and that no place was found for.',
      labels: ['cluster'],
    },
    () => ledger.unschedulablePods(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_queue_depth',
      help: 'Pods that are decided on next, or at the moment.',
      labels: ['cluster'],
    },
    () => ledger.queueDepth(heldClusters()),
  );
}

/** Cores, bytes and pieces. */
function registerAmounts(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'karpenter_nodepools_usage',
      help: 'What the nodes of a NodePool have, launched ones included, and how many they are.',
      labels: ['cluster', 'nodepool', 'resource_type'],
    },
    () => ledger.nodePoolUsage(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_limit',
      help: 'What a NodePool may have in all; nothing of what it does not limit.',
      labels: ['cluster', 'nodepool', 'resource_type'],
    },
    () => ledger.nodePoolLimits(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_allocatable',
      help: 'What a node has for pods.',
      labels: ['cluster', 'nodepool', 'node_name', 'resource_type'],
    },
    () => ledger.nodesAllocatable(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_total_pod_requests',
      help: 'What the pods of a node ask for, daemons included.',
      labels: ['cluster', 'nodepool', 'node_name', 'resource_type'],
    },
    () => ledger.nodesRequested(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodes_current_lifetime_seconds',
      help: 'How long a node has been there.',
      labels: ['cluster', 'nodepool', 'node_name'],
    },
    () => ledger.nodeLifetimes(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_utilization_percent',
      help: 'Of all that the nodes have for pods, what pods ask for.',
      labels: ['cluster', 'resource_type'],
    },
    () => ledger.utilization(heldClusters()),
  );
}
