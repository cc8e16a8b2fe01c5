import {
  type ClusterId,
  type DurationMs,
  type Instant,
  labelKeys,
  type MicroUsdPerHour,
} from '@kerf/core';
import type { ClusterMode, DisruptionReason, TopologySpreadConstraint } from '@kerf/engine';

/** A registered EKS cluster. */
export interface Cluster {
  readonly id: ClusterId;
  /** The EKS cluster's name; unique among registered clusters. */
  readonly name: string;
  readonly region: string;
  /** `null` until the registration check has read them from DescribeCluster. */
  readonly endpoint: string | null;
  /** The API server's CA, base64 of PEM. */
  readonly certificateAuthority: string | null;
  /** True when a user registered endpoint and CA; they are then not read from DescribeCluster. */
  readonly endpointIsGiven: boolean;
  readonly roleArn: string;
  /**
   * External ID that Kerf sends when it assumes the role. Kerf generates it, and the role's trust
   * policy requires it.
   */
  readonly externalId: string | null;
  /** `null` until the registration check has read them. */
  readonly facts: ClusterFacts | null;
  /** The mode that users configured. */
  readonly configuredMode: ClusterMode;
  /** Why Kerf does not act, whatever the mode; `null` when it may act. */
  readonly hold: ClusterHold | null;
  /**
   * The mode in force: the configured mode, or `observe` while the cluster is held. Stores compute
   * it from the two; it is not saved.
   */
  readonly mode: ClusterMode;
  /**
   * Name of the SQS queue that delivers the cloud's interruption warnings; `null` when there is
   * none.
   */
  readonly interruptionQueue: string | null;
  readonly settings: ClusterSettings;
  /** The shifts in force when they were last read; empty while the setting `zonalShift` is off. */
  readonly zonalShifts: readonly ZonalShift[];
  readonly connection: ClusterConnection;
  /** Steps of the last registration check, in their order. */
  readonly checks: readonly RegistrationCheck[];
  readonly createdAt: Instant;
  readonly version: number;
}

/** A shift of the traffic of an EKS cluster away from a zone, by Application Recovery Controller. */
export interface ZonalShift {
  /** E.g. `use1-az1`. */
  readonly zoneId: string;
  /** When it ends unless it is extended; `null` for an autoshift, which AWS ends. */
  readonly until: Instant | null;
}

/** Reasons for which a cluster can be held in mode `observe`. */
export const clusterHoldCodes = ['KARPENTER_RUNNING', 'OTHER_KERF'] as const;

/** A hold of a cluster in which another controller acts. */
export interface ClusterHold {
  readonly code: (typeof clusterHoldCodes)[number];
  /** The object that shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  readonly object: string;
  /** The finding, why Kerf does not act, and how to resume. */
  readonly message: string;
  readonly since: Instant;
}

/**
 * Returns the mode in force: `observe` while the cluster is held, otherwise the configured mode.
 */
export function modeInForce({
  configuredMode,
  hold,
}: Pick<Cluster, 'configuredMode' | 'hold'>): ClusterMode {
  return hold === null ? configuredMode : 'observe';
}

/** Facts of a cluster from DescribeCluster. */
export interface ClusterFacts {
  readonly accountId: string;
  /** `major.minor`, e.g. `1.36`. */
  readonly kubernetesVersion: string;
  readonly serviceCidr: string;
  readonly clusterDnsIp: string;
  /** Tags of the EKS cluster, by key; absent in facts from before Kerf read them. */
  readonly tags?: readonly ClusterTag[];
}

/** A tag of an EKS cluster. */
export interface ClusterTag {
  readonly key: string;
  readonly value: string;
}

/** How preferences of pods are handled. Source: karpenter --preference-policy. */
export const preferencePolicies = ['Respect', 'Ignore'] as const;
/** One of {@link preferencePolicies}. */
export type PreferencePolicy = (typeof preferencePolicies)[number];
/** How minValues that cannot be met are handled. Source: karpenter --min-values-policy. */
export const minValuesPolicies = ['Strict', 'BestEffort'] as const;
/** One of {@link minValuesPolicies}. */
export type MinValuesPolicy = (typeof minValuesPolicies)[number];

/**
 * A default topology spread constraint of a cluster's scheduler. It has no selector: the scheduler
 * deduces one for each pod.
 */
export type SpreadDefault = Omit<TopologySpreadConstraint, 'labelSelector' | 'matchLabelKeys'>;

/**
 * Default constraints of a kube-scheduler that is configured with none. Source: Kubernetes
 * pkg/scheduler/framework/plugins/podtopologyspread systemDefaultConstraints.
 */
export const systemSpreadDefaults: readonly SpreadDefault[] = (
  [
    [labelKeys.hostname, 3],
    [labelKeys.zone, 5],
  ] as const
).map(([topologyKey, maxSkew]) => ({
  maxSkew,
  topologyKey,
  whenUnsatisfiable: 'ScheduleAnyway',
  minDomains: null,
  nodeAffinityPolicy: 'Honor',
  nodeTaintsPolicy: 'Ignore',
}));

/** Settings of one cluster; durations in milliseconds. */
export interface ClusterSettings {
  readonly batchIdleMs: DurationMs;
  readonly batchMaxMs: DurationMs;
  /**
   * If true, a pod counts as pending only once the cluster's scheduler has marked it unschedulable,
   * as in Karpenter; otherwise as soon as the existing nodes cannot take it.
   */
  readonly waitForScheduler: boolean;
  /**
   * If true, pods that ReplicaSets, StatefulSets and Jobs have not created yet are planned for with
   * the others, and a batch of their pods closes early; not in a cluster that waits for its
   * scheduler.
   */
  readonly anticipatePods: boolean;
  /** Minimum time between two evaluations of disruption that changes or due times request. */
  readonly disruptionPollMs: DurationMs;
  readonly validationDelayMs: DurationMs;
  readonly approvalTtlMs: DurationMs;
  /** How long a rejected decision is not proposed again; 0 proposes it with the next evaluation. */
  readonly rejectionHoldMs: DurationMs;
  /** Karpenter's `PREFERENCE_POLICY`. */
  readonly preferencePolicy: PreferencePolicy;
  /**
   * The configuration of the cluster's scheduler as the user wrote it, for its default topology
   * spread constraints; empty: none. Karpenter's `SCHEDULER_CONFIG`.
   */
  readonly schedulerConfiguration: string;
  /** Karpenter's `MIN_VALUES_POLICY`. */
  readonly minValuesPolicy: MinValuesPolicy;
  /**
   * Share of an instance type's memory that the hypervisor uses, until a node of the type reports
   * its memory; Karpenter's `VM_MEMORY_OVERHEAD_PERCENT`.
   */
  readonly vmMemoryOverheadRatio: number;
  /**
   * Number of network interfaces whose addresses are not available to pods; Karpenter's
   * `RESERVED_ENIS`.
   */
  readonly reservedEnis: number;
  /** Karpenter's feature gate `SpotToSpotConsolidation`. */
  readonly spotToSpotConsolidation: boolean;
  /** Minimum savings of a consolidation of underutilized nodes; 0 allows any saving. */
  readonly minSavingMicroUsdPerHour: MicroUsdPerHour;
  /** The same as a share of the price of the nodes that a command removes, in percent. */
  readonly minSavingPercent: number;
  /** Minimum savings for each moved pod. */
  readonly podMoveMicroUsdPerHour: MicroUsdPerHour;
  /** Most nodes that the consolidation of several nodes may launch at once; 1 as in Karpenter. */
  readonly maxReplacements: number;
  /** Karpenter's feature gate `NodeRepair`. */
  readonly nodeRepair: boolean;
  /**
   * Karpenter's `LEGACY_NODE_REPAIR`: unhealthy nodes are terminated without a replacement, budgets
   * and approvals, unless more than 20% of them are unhealthy.
   */
  readonly legacyNodeRepair: boolean;
  /**
   * Karpenter's feature gate `RebootForRepair`: node repair reboots a node if that may clear its
   * condition, and replaces it if the reboots do not help.
   */
  readonly rebootForRepair: boolean;
  /**
   * If true, a drifted node goes before its replacement where none can be launched before it is gone;
   * Karpenter's feature gate `TerminateFirstDrift`.
   */
  readonly terminateFirstDrift: boolean;
  /** The same for the repair of a node; Karpenter's feature gate `TerminateFirstRepair`. */
  readonly terminateFirstRepair: boolean;
  /**
   * If true, instances whose EC2 status checks fail for two minutes are terminated; always so in
   * Karpenter.
   */
  readonly instanceStatusChecks: boolean;
  /**
   * If true, dry runs check whether the role may launch instances with each EC2NodeClass; the
   * opposite of Karpenter's `DISABLE_DRY_RUN`.
   */
  readonly dryRunChecks: boolean;
  /** Karpenter's `ENABLE_ZONAL_SHIFT`: nothing is launched in a zone that traffic is shifted from. */
  readonly zonalShift: boolean;
  /**
   * If true, Kerf writes the deletion cost of pods, so that a scale-down empties nodes that consolidation
   * would remove; Karpenter's feature gate `PodDeletionCostManagement`.
   */
  readonly podDeletionCost: boolean;
  /** How long a NodeClaim may take to launch; then it ends, and its pods are planned for again. */
  readonly launchTimeoutMs: DurationMs;
  /**
   * How long the security groups of an EC2NodeClass are kept until they are looked up again, up to a
   * minute longer; Karpenter's `SECURITY_GROUP_REFRESH_INTERVAL`.
   */
  readonly securityGroupRefreshMs: DurationMs;
  /** Time budget of the optimizer per batch, see the engine's `SolveOptions`. */
  readonly searchMs: DurationMs;
  /**
   * Added to the price of every node that a plan launches, so that it does not launch many small
   * ones.
   */
  readonly nodeChargeMicroUsdPerHour: MicroUsdPerHour;
  /**
   * Maximum share of a plan's nodes with one instance type in one zone, in percent; 100 sets no
   * limit.
   */
  readonly offeringSharePercent: number;
}

/** Returns true if pods that do not exist yet are planned for. */
export function anticipatesPods({
  waitForScheduler,
  anticipatePods,
}: Pick<ClusterSettings, 'waitForScheduler' | 'anticipatePods'>): boolean {
  return anticipatePods && !waitForScheduler;
}

/** Returns true if unhealthy nodes are repaired as other nodes are disrupted: with budgets and approvals. */
export const repairsVoluntarily = ({
  nodeRepair,
  legacyNodeRepair,
}: Pick<ClusterSettings, 'nodeRepair' | 'legacyNodeRepair'>): boolean =>
  nodeRepair && !legacyNodeRepair;

/** Returns the reasons for which a node may go before its replacement. */
export const terminateFirstReasons = ({
  terminateFirstDrift,
  terminateFirstRepair,
}: Pick<
  ClusterSettings,
  'terminateFirstDrift' | 'terminateFirstRepair'
>): readonly DisruptionReason[] => [
  ...(terminateFirstDrift ? (['Drifted'] as const) : []),
  ...(terminateFirstRepair ? (['Unhealthy'] as const) : []),
];

/** Settings of the optimizer. */
export type SearchSettings = Pick<
  ClusterSettings,
  'searchMs' | 'nodeChargeMicroUsdPerHour' | 'offeringSharePercent'
>;

/** Karpenter's defaults (`BATCH_IDLE_DURATION` and the others); approvals expire after a day. */
export const defaultClusterSettings: ClusterSettings = {
  batchIdleMs: 1_000,
  batchMaxMs: 10_000,
  waitForScheduler: false,
  anticipatePods: true,
  disruptionPollMs: 10_000,
  validationDelayMs: 15_000,
  approvalTtlMs: 24 * 3_600_000,
  rejectionHoldMs: 24 * 3_600_000,
  preferencePolicy: 'Respect',
  schedulerConfiguration: '',
  minValuesPolicy: 'Strict',
  vmMemoryOverheadRatio: 0.075,
  reservedEnis: 0,
  spotToSpotConsolidation: false,
  minSavingMicroUsdPerHour: 0,
  minSavingPercent: 0,
  podMoveMicroUsdPerHour: 0,
  maxReplacements: 1,
  nodeRepair: false,
  legacyNodeRepair: false,
  rebootForRepair: false,
  terminateFirstDrift: false,
  terminateFirstRepair: false,
  instanceStatusChecks: true,
  dryRunChecks: true,
  zonalShift: false,
  podDeletionCost: false,
  launchTimeoutMs: 5 * 60_000,
  securityGroupRefreshMs: 60_000,
  // The optimizer's share of the half second that pods may wait beyond their batch window. On the
  // benchmark's workloads, another 100 ms reduce the price by a thousandth.
  searchMs: 150,
  // Cost of a node besides its instance (addresses, agents that are paid by host, DaemonSets):
  // about 18 dollars a month, so that a few cents do not turn one node into many small ones.
  nodeChargeMicroUsdPerHour: 25_000,
  // Karpenter has no such limit.
  offeringSharePercent: 100,
};

/** The state of the connection between the worker and a cluster. */
export interface ClusterConnection {
  /**
   * `Checking` until the registration check ends, then `Rejected` or `Connecting`; `Connected` once
   * the cluster cache is synced; `Unreachable` while its data cannot be updated.
   */
  readonly state: 'Checking' | 'Rejected' | 'Connecting' | 'Connected' | 'Unreachable';
  /** The problem, as a sentence; `null` when there is none. */
  readonly problem: string | null;
  /** When the cluster's state was last known to be complete. */
  readonly syncedAt: Instant | null;
  readonly changedAt: Instant;
}

/** Steps of the registration check, in their order. */
export const registrationSteps = [
  'AssumeRole',
  'DescribeCluster',
  'Connect',
  'Version',
  'Permissions',
  'CustomResources',
  'OtherControllers',
  'Subnets',
  'SecurityGroups',
  'Images',
  'InterruptionQueue',
] as const;
/** One of {@link registrationSteps}. */
export type RegistrationStep = (typeof registrationSteps)[number];

/** The result of one step of the registration check. */
export interface RegistrationCheck {
  readonly step: RegistrationStep;
  readonly state: 'Waiting' | 'Running' | 'Passed' | 'Warned' | 'Failed' | 'Skipped';
  /** The finding of the step. */
  readonly detail: string | null;
  /** How to fix it; only with `Warned` and `Failed`. */
  readonly remedy: string | null;
}
