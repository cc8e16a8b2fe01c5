import type {
  ClusterFieldsFragment,
  MinValuesPolicy,
  PreferencePolicy,
} from '../../../gql/graphql.js';

/** `unit`: the form shows seconds, hours, dollars or percent of milliseconds, micro-USD and ratios. */
export const amountFields = [
  {
    key: 'batchIdleMs',
    label: 'Batch idle window (s)',
    description: 'A batch of pending pods closes when no pod is added for this time',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'batchMaxMs',
    label: 'Maximum batch window (s)',
    description: 'A batch closes after this time, even if pods are still added',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'searchMs',
    label: 'Time budget of the optimizer (ms)',
    description: 'Per batch. 0 uses Karpenter’s plan.',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'nodeCharge',
    label: 'Per-node penalty ($/h)',
    description:
      'Added to the price of each node when plans are compared. A higher penalty gives fewer, larger nodes.',
    unit: 1_000_000,
    isWhole: true,
  },
  {
    key: 'offeringSharePercent',
    label: 'Max share per type and zone (%)',
    description:
      'Maximum share of a plan’s nodes with the same instance type and zone. 100 sets no limit.',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'disruptionPollMs',
    label: 'Disruption interval (s)',
    description: 'Minimum time between evaluations of nodes for disruption after changes',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'launchTimeoutMs',
    label: 'Launch timeout (s)',
    description:
      'A NodeClaim that is not launched within this time ends, and its pods are planned for again',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'securityGroupRefreshMs',
    label: 'Security group refresh (s)',
    description:
      'Time for which the security groups of an EC2NodeClass are kept before EC2 is asked again (SECURITY_GROUP_REFRESH_INTERVAL)',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'validationDelayMs',
    label: 'Validation delay (s)',
    description: 'A proposed decision is validated again after this time',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'approvalTtlMs',
    label: 'Approvals expire after (h)',
    description: 'A decision awaiting approval expires after this time',
    unit: 3_600_000,
    isWhole: true,
  },
  {
    key: 'rejectionHoldMs',
    label: 'Rejection hold time (h)',
    description:
      'A rejected decision is not proposed again within this time, unless the plan changes',
    unit: 3_600_000,
    isWhole: true,
  },
  {
    key: 'minSaving',
    label: 'Min saving ($/h)',
    description:
      'Underutilized nodes are consolidated only if that saves so much. 0 sets no limit.',
    unit: 1_000_000,
    isWhole: true,
  },
  {
    key: 'minSavingPercent',
    label: 'Min saving (% of the nodes’ price)',
    description: 'The same as a share of the price of the nodes that a decision removes',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'podMovePrice',
    label: 'Min saving per pod move ($/h)',
    description: 'A higher value moves fewer pods and saves less. 0 sets no limit.',
    unit: 1_000_000,
    isWhole: true,
  },
  {
    key: 'maxReplacements',
    label: 'Max replacements per consolidation',
    description:
      'Nodes that one decision may launch for several removed ones, 1 to 20. Karpenter launches 1.',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'vmMemoryOverheadRatio',
    label: 'VM memory overhead (%)',
    description:
      'Share of an instance type’s memory that the hypervisor reserves, until a node of the type reports its memory (VM_MEMORY_OVERHEAD_PERCENT)',
    unit: 0.01,
    isWhole: false,
  },
  {
    key: 'reservedEnis',
    label: 'Reserved network interfaces',
    description:
      'Network interfaces without addresses for pods; lowers the maximum number of pods (RESERVED_ENIS)',
    unit: 1,
    isWhole: true,
  },
] as const satisfies readonly {
  readonly key: keyof ClusterFieldsFragment['settings'];
  readonly label: string;
  readonly description: string;
  readonly unit: number;
  readonly isWhole: boolean;
}[];

export const preferencePolicies: { readonly value: PreferencePolicy; readonly label: string }[] = [
  { value: 'RESPECT', label: 'Respect: try preferences first' },
  { value: 'IGNORE', label: 'Ignore: fewer nodes, less spread' },
];

export const minValuesPolicies: { readonly value: MinValuesPolicy; readonly label: string }[] = [
  { value: 'STRICT', label: 'Strict: minValues must be met' },
  { value: 'BEST_EFFORT', label: 'Best effort: fewer values are allowed' },
];

/** Settings that are on or off. */
export const switchFields = [
  {
    key: 'spotToSpotConsolidation',
    label: 'Spot-to-spot consolidation',
    description:
      'Replace spot nodes with cheaper spot nodes when at least 15 instance types are cheaper (SpotToSpotConsolidation)',
  },
  {
    key: 'nodeRepair',
    label: 'Node repair',
    description:
      'Replace nodes that stay unready or unhealthy for 10 to 30 minutes, within the disruption budgets for Unhealthy (NodeRepair)',
  },
  {
    key: 'legacyNodeRepair',
    label: 'Legacy node repair',
    description:
      'Terminate such nodes at once instead, whatever their pods, disruption budgets and approvals allow, if at most 20% of them are unhealthy (LEGACY_NODE_REPAIR)',
  },
  {
    key: 'rebootForRepair',
    label: 'Reboot for repair',
    description:
      'Node repair reboots a node whose GPU error a reboot may clear, and replaces it if two reboots within a day did not help (RebootForRepair). Kerf’s role needs the permission ec2:RebootInstances.',
  },
  {
    key: 'terminateFirstDrift',
    label: 'Terminate first on drift',
    description:
      'Remove a drifted node before its replacement where none can be launched before it is gone: in a static NodePool at its limit, or in a full capacity reservation. Its pods wait for a new node (TerminateFirstDrift)',
  },
  {
    key: 'terminateFirstRepair',
    label: 'Terminate first on repair',
    description: 'The same for the repair of unhealthy nodes (TerminateFirstRepair)',
  },
  {
    key: 'instanceStatusChecks',
    label: 'Instance status checks',
    description:
      'Terminate instances whose EC2 instance or system status check fails for two minutes, whatever their pods and disruption budgets allow',
  },
  {
    key: 'dryRunChecks',
    label: 'Dry-run checks',
    description:
      'Check by dry runs of EC2 that the role may launch instances with each EC2NodeClass. Without the permission, the EC2NodeClass is not ready (DISABLE_DRY_RUN).',
  },
  {
    key: 'zonalShift',
    label: 'Zonal shift',
    description:
      'Launch no node in a zone that an ARC zonal shift or autoshift of the EKS cluster moves traffic away from (ENABLE_ZONAL_SHIFT). Requires zonal shift to be enabled for the EKS cluster.',
  },
  {
    key: 'podDeletionCost',
    label: 'Pod deletion cost',
    description:
      'Write the deletion cost of pods of ReplicaSets, so that a scale-down empties the nodes first that consolidation would remove (PodDeletionCostManagement). Requires the permission to patch pods.',
  },
  {
    key: 'waitForScheduler',
    label: 'Wait for the cluster’s scheduler',
    description:
      'Launch nodes only for pods that kube-scheduler has marked as unschedulable, as Karpenter does. Otherwise nodes are launched at once for pods that existing nodes cannot take.',
  },
  {
    key: 'anticipatePods',
    label: 'Anticipate pods',
    description:
      'Plan also for pods that ReplicaSets, StatefulSets and Jobs have not created yet, and close the batch window early. Has no effect while Kerf waits for the cluster’s scheduler.',
  },
] as const satisfies readonly {
  readonly key: keyof ClusterFieldsFragment['settings'];
  readonly label: string;
  readonly description: string;
}[];
