import type { ClusterId, DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';

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
  /** Endpoint and CA were registered by hand, and are not read from DescribeCluster. */
  readonly endpointIsGiven: boolean;
  readonly roleArn: string;
  /** What Kerf names when it assumes the role; made by Kerf, and asked for by the role's trust policy. */
  readonly externalId: string | null;
  /** What the cluster is, once known. */
  readonly facts: ClusterFacts | null;
  /** How far people let Kerf go. */
  readonly configuredMode: ClusterMode;
  /** What keeps Kerf from acting, whatever the mode; `null` when nothing does. */
  readonly hold: ClusterHold | null;
  /**
   * How far Kerf may go now: the configured mode, or `observe` while the cluster is held. Stores work it
   * out from the two; it is not saved.
   */
  readonly mode: ClusterMode;
  /** Name of the SQS queue that brings the cloud's warnings; `null` when there is none. */
  readonly interruptionQueue: string | null;
  readonly settings: ClusterSettings;
  readonly connection: ClusterConnection;
  /** Steps of the last registration check, in their order. */
  readonly checks: readonly RegistrationCheck[];
  readonly createdAt: Instant;
  readonly version: number;
}

/** Why a cluster can be held in mode observe. */
export const clusterHoldCodes = ['KARPENTER_RUNNING', 'OTHER_KERF'] as const;

/** Another controller acts in the cluster. */
export interface ClusterHold {
  readonly code: (typeof clusterHoldCodes)[number];
  /** What shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  readonly object: string;
  /** What was found, why Kerf does not act, and how to go on. */
  readonly message: string;
  readonly since: Instant;
}

/** How far Kerf may go in a cluster that may be held. */
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
}

/** How preferences of pods are treated. Source: karpenter --preference-policy. */
export const preferencePolicies = ['Respect', 'Ignore'] as const;
/** One of {@link preferencePolicies}. */
export type PreferencePolicy = (typeof preferencePolicies)[number];
/** How minValues are treated when they cannot be met. Source: karpenter --min-values-policy. */
export const minValuesPolicies = ['Strict', 'BestEffort'] as const;
/** One of {@link minValuesPolicies}. */
export type MinValuesPolicy = (typeof minValuesPolicies)[number];

/** Settings of one cluster; durations in milliseconds. */
export interface ClusterSettings {
  readonly batchIdleMs: DurationMs;
  readonly batchMaxMs: DurationMs;
  readonly disruptionPollMs: DurationMs;
  readonly validationDelayMs: DurationMs;
  readonly approvalTtlMs: DurationMs;
  /** How long a rejected decision is not proposed again; 0 proposes it with the next evaluation. */
  readonly rejectionHoldMs: DurationMs;
  /** Karpenter's `PREFERENCE_POLICY`. */
  readonly preferencePolicy: PreferencePolicy;
  /** Karpenter's `MIN_VALUES_POLICY`. */
  readonly minValuesPolicy: MinValuesPolicy;
  /** Share of a type's memory that the hypervisor keeps; Karpenter's `VM_MEMORY_OVERHEAD_PERCENT`. */
  readonly vmMemoryOverheadRatio: number;
  /** Network interfaces that pods get no addresses of; Karpenter's `RESERVED_ENIS`. */
  readonly reservedEnis: number;
  /** Karpenter's feature gate `SpotToSpotConsolidation`. */
  readonly spotToSpotConsolidation: boolean;
  /** How long a batch's plan is improved on Karpenter's, see the engine's `SolveOptions`. */
  readonly searchMs: DurationMs;
  /** Added to the price of every node that a plan buys, so that it does not buy many small ones. */
  readonly nodeChargeMicroUsdPerHour: MicroUsdPerHour;
  /** How much of a plan's nodes may be of one instance type in one zone; 100 sets no limit. */
  readonly offeringSharePercent: number;
}

/** What of the settings says how a plan is looked for. */
export type SearchSettings = Pick<
  ClusterSettings,
  'searchMs' | 'nodeChargeMicroUsdPerHour' | 'offeringSharePercent'
>;

/** Karpenter's defaults (`BATCH_IDLE_DURATION` and the rest); approvals wait for a day. */
export const defaultClusterSettings: ClusterSettings = {
  batchIdleMs: 1_000,
  batchMaxMs: 10_000,
  disruptionPollMs: 10_000,
  validationDelayMs: 15_000,
  approvalTtlMs: 24 * 3_600_000,
  rejectionHoldMs: 24 * 3_600_000,
  preferencePolicy: 'Respect',
  minValuesPolicy: 'Strict',
  vmMemoryOverheadRatio: 0.075,
  reservedEnis: 0,
  spotToSpotConsolidation: false,
  // Of the half second that pods may wait beyond their window, what the search may take. On the
  // bench's workloads another 100 ms find a thousandth of the price.
  searchMs: 150,
  // What a node costs beside its instance (addresses, agents that are paid by host, daemons): about 18
  // dollars a month, so that a few cents do not turn one node into many small ones.
  nodeChargeMicroUsdPerHour: 25_000,
  // As Karpenter, which knows no such limit.
  offeringSharePercent: 100,
};

/** The state of the connection between the worker and a cluster. */
export interface ClusterConnection {
  /**
   * `Checking` until the registration check ends, then `Rejected` or `Connecting`; `Connected` once
   * the mirror is synced; `Unreachable` while what is known only grows older.
   */
  readonly state: 'Checking' | 'Rejected' | 'Connecting' | 'Connected' | 'Unreachable';
  /** What is wrong, in a sentence; `null` when nothing is. */
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
  /** What was found. */
  readonly detail: string | null;
  /** What would mend it; only with `Warned` and `Failed`. */
  readonly remedy: string | null;
}
