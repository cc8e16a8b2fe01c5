import type { ClusterId, DecisionId, Instant, MicroUsdPerHour, NodeClaimId } from '@kerf/core';
import type {
  CapacityType,
  ExpectedOffering,
  LaunchReason,
  PlannedNodeClaim,
  ResourceList,
} from '@kerf/engine';

export const nodeClaimStates = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
  'Terminating',
  'Terminated',
  'LaunchFailed',
] as const;
export type NodeClaimState = (typeof nodeClaimStates)[number];

/** Where each state may go; everything else is refused by the stores' compare-and-set. */
export const nodeClaimTransitions: Readonly<Record<NodeClaimState, readonly NodeClaimState[]>> = {
  Requested: ['Launching', 'Terminating', 'LaunchFailed'],
  Launching: ['Launched', 'LaunchFailed', 'Terminating'],
  Launched: ['Registered', 'Terminating'],
  Registered: ['Initialized', 'Terminating'],
  Initialized: ['Terminating'],
  Terminating: ['Terminated'],
  Terminated: [],
  LaunchFailed: [],
};

/** A node that Kerf asked for, from the request to the instance's end. */
export interface NodeClaim {
  readonly id: NodeClaimId;
  readonly clusterId: ClusterId;
  /** `<pool>-<5 characters>`; the name of the object in the cluster and of the instance's tag. */
  readonly name: string;
  readonly nodePool: string;
  readonly nodeClass: string;
  readonly nodePoolHash: string;
  readonly nodeClassHash: string;
  /** The decision that asked for it; `null` when it was adopted from the cluster. */
  readonly decisionId: DecisionId | null;
  readonly state: NodeClaimState;
  readonly plan: ClaimPlan;
  /** Set at launch. */
  readonly instance: LaunchedInstance | null;
  readonly nodeName: string | null;
  readonly failure: LaunchReason | null;
  readonly termination: NodeClaimTermination | null;
  readonly lastPodEventAt: Instant | null;
  readonly requestedAt: Instant;
  readonly launchedAt: Instant | null;
  readonly registeredAt: Instant | null;
  readonly initializedAt: Instant | null;
  readonly terminatedAt: Instant | null;
  readonly version: number;
}

/** What a claim was planned as; nobody expected anything of one that was adopted. */
export type ClaimPlan = Omit<
  PlannedNodeClaim,
  'expected' | 'rejectedInstanceTypes' | keyof LaunchOptions
> & {
  readonly expected: ExpectedOffering | null;
};

/**
 * What a claim may be launched as. Kept apart from the claim: it is most of what there is to say of
 * one (30 kB), and only its launch and its object in the cluster ask for it.
 */
export type LaunchOptions = Pick<PlannedNodeClaim, 'instanceTypes' | 'requirements'>;

export interface LaunchedInstance {
  readonly instanceId: string;
  /** `aws:///<zone>/<instance id>`. */
  readonly providerId: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  readonly imageId: string;
  readonly subnetId: string;
  /** What the cloud asked for the offering when it was bought; `null` when unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  /** Labels the node will carry. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Steps of the way out, each persisted when it is done. */
export const terminationSteps = [
  'Requested',
  'Cordoned',
  'Drained',
  'InstanceTerminating',
  'InstanceGone',
] as const;
export type TerminationStep = (typeof terminationSteps)[number];

export interface NodeClaimTermination {
  readonly step: TerminationStep;
  readonly reason: TerminationReason;
  readonly startedAt: Instant;
  /** When draining ends whatever the pods say; `null` when it waits for them. */
  readonly deadline: Instant | null;
  /**
   * When the instance ends whatever anybody does, e.g. two minutes after a spot warning: pods are
   * evicted as their budgets allow until then. `null` when no time is set. Absent in records made
   * before it was known, which had none.
   */
  readonly instanceEndsAt?: Instant | null;
  /** Pods (`namespace/name`) that were still there when the drain had to end. */
  readonly keptPods?: readonly string[];
  /** What holds it now, e.g. a PodDisruptionBudget's name; `null` when nothing does. */
  readonly waitingFor: string | null;
  readonly stepAt: Instant;
}

export type TerminationReason =
  | 'Empty'
  | 'Underutilized'
  | 'Drifted'
  | 'Expired'
  | 'Interrupted'
  | 'Overprovisioned'
  | 'LaunchTimeout'
  | 'RegistrationTimeout'
  | 'GarbageCollected'
  | 'DeletedByUser'
  | 'InsufficientCapacity';
