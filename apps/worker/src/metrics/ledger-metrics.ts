import type { ReadQueries } from '@kerf/db';
import type { Metrics } from '@kerf/system';
import { longestWaiting } from './longest-waiting.js';

/**
 * Registers metrics from the ledger for the clusters that this worker holds, read at each scrape.
 * Names are Karpenter's where the meaning is the same, with a cluster label.
 */
export function registerLedgerMetrics(
  metrics: Metrics,
  { metrics: ledger }: Pick<ReadQueries, 'metrics'>,
  heldClusters: () => readonly string[],
): void {
  registerTotals(metrics, ledger, heldClusters);
  registerMoments(metrics, ledger, heldClusters);
  registerNodePools(metrics, ledger, heldClusters);
  registerPods(metrics, ledger, heldClusters);
  registerAmounts(metrics, ledger, heldClusters);
}

type Ledger = ReadQueries['metrics'];

const ofDisruption = [
  'cluster',
  'nodepool',
  'capacity_type',
  'reason',
  'consolidation_policy',
  'termination_mode',
] as const;

function registerTotals(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.total(
    {
      name: 'karpenter_nodeclaims_created_total',
      help: 'Total number of NodeClaims created, by reason.',
      labels: ['cluster', 'nodepool', 'reason', 'min_values_relaxed'],
    },
    () => ledger.createdClaims(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodeclaims_terminated_total',
      help: 'Total number of NodeClaims terminated.',
      labels: ['cluster', 'nodepool', 'capacity_type', 'zone'],
    },
    () => ledger.terminatedClaims(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_nodeclaims_disrupted_total',
      help: 'Total number of NodeClaims disrupted, by reason, without those that users deleted.',
      labels: ofDisruption,
    },
    () => ledger.disruptedClaims(heldClusters()),
  );
  metrics.total(
    {
      name: 'karpenter_pods_disruption_initiated_total',
      help: 'Total number of pods to be rescheduled when their node was cordoned, without daemon and static pods.',
      labels: ofDisruption,
    },
    () => ledger.disruptedPods(heldClusters()),
  );
  metrics.total(
    {
      name: 'kerf_unused_anticipation_dollars_total',
      help: 'Total cost in US dollars of nodes launched for expected pods that never came.',
      labels: ['cluster', 'nodepool'],
    },
    () => ledger.unusedAnticipation(heldClusters()),
  );
}

function registerMoments(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'kerf_pauses',
      help: 'Number of pauses in force for the cluster, by cause, what they stop, and scope.',
      labels: ['cluster', 'cause', 'stops', 'scope'],
    },
    () => ledger.pauses(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'kerf_decisions',
      help: 'Number of recorded decisions, by kind and state.',
      labels: ['cluster', 'kind', 'state'],
    },
    () => ledger.decisions(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_ec2nodeclasses_userdata_bytes',
      help: 'Size of the user data of an EC2NodeClass in bytes, before base64 and without labels and taints of NodePools.',
      labels: ['cluster', 'nodeclass'],
    },
    () => ledger.userDataBytes(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'kerf_nodeclaims_drifted',
      help: "Number of NodeClaims that have drifted, by Karpenter's reason.",
      labels: ['cluster', 'nodepool', 'reason'],
    },
    () => ledger.driftedClaims(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_state_synced',
      help: '1 while the cluster cache is in sync, else 0.',
      labels: ['cluster'],
    },
    () => ledger.synced(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_cluster_state_unsynced_time_seconds',
      help: 'Duration since the cluster cache was last in sync in seconds; 0 while it is.',
      labels: ['cluster'],
    },
    () => ledger.unsyncedTimes(heldClusters()),
  );
}

function registerNodePools(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'karpenter_nodepools_cost_total',
      help: 'Cost of the nodes of a NodePool in US dollars per hour.',
      labels: ['cluster', 'nodepool'],
    },
    () => ledger.nodePoolCosts(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_allowed_disruptions',
      help: 'Number of nodes of a NodePool that its disruption budgets allow to disrupt now.',
      labels: ['cluster', 'nodepool', 'reason'],
    },
    () => ledger.allowedDisruptions(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_nodes_consuming_budgets',
      help: 'Number of nodes of a NodePool that use its disruption budgets now.',
      labels: ['cluster', 'nodepool', 'reason'],
    },
    () => ledger.nodesConsumingBudgets(heldClusters()),
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
      help: 'Duration since the creation of a pod without a node in seconds.',
      labels: ['cluster', 'namespace', 'name'],
    },
    async () => longestWaiting(await ledger.unboundPods(heldClusters())),
  );
  metrics.gauge(
    {
      name: 'karpenter_pods_provisioning_scheduling_undecided_time_seconds',
      help: 'Duration since the creation of a pending pod that has no verdict yet in seconds.',
      labels: ['cluster', 'namespace', 'name'],
    },
    async () => longestWaiting(await ledger.undecidedPods(heldClusters())),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_unschedulable_pods_count',
      help: 'Number of unschedulable pods.',
      labels: ['cluster'],
    },
    () => ledger.unschedulablePods(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_ignored_pods_count',
      help: 'Number of unschedulable pods that no node can be launched for, because of what they ask for.',
      labels: ['cluster'],
    },
    () => ledger.ignoredPods(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_queue_depth',
      help: 'Number of pods in the current and the next scheduling batch.',
      labels: ['cluster'],
    },
    () => ledger.queueDepth(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_scheduler_unfinished_work_seconds',
      help: 'Duration of the scheduling that is in progress in seconds; 0 while there is none.',
      labels: ['cluster'],
    },
    () => ledger.unfinishedWork(heldClusters()),
  );
}

function registerAmounts(
  metrics: Metrics,
  ledger: Ledger,
  heldClusters: () => readonly string[],
): void {
  metrics.gauge(
    {
      name: 'karpenter_nodepools_usage',
      help: 'Resources of the nodes of a NodePool, launched ones included, and number of its nodes.',
      labels: ['cluster', 'nodepool', 'resource_type'],
    },
    () => ledger.nodePoolUsage(heldClusters()),
  );
  metrics.gauge(
    {
      name: 'karpenter_nodepools_limit',
      help: 'Limits of a NodePool, by resource.',
      labels: ['cluster', 'nodepool', 'resource_type'],
    },
    () => ledger.nodePoolLimits(heldClusters()),
  );
}
