import type { ClusterId, DecisionId, Instant, MicroUsdPerHour, NodeClaimId } from '@kerf/core';
import type {
  CapacityType,
  ExpectedOffering,
  LaunchReason,
  PlannedNodeClaim,
  PlannedStandaloneNode,
  ResourceList,
} from '@kerf/engine';
import type { InterruptionKind } from '../interruption/interruption.js';

/** States of a NodeClaim. */
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
/** One of {@link nodeClaimStates}. */
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
  /**
   * `<pool>-<5 characters>`, or what a person called it; the name of the object in the cluster and of
   * the instance's tag. Of the living claims of a cluster only one has it.
   */
  readonly name: string;
  /** `null` for one that a person made in the cluster, without a pool. */
  readonly nodePool: string | null;
  readonly nodeClass: string;
  /** Empty without a pool. */
  readonly nodePoolHash: string;
  readonly nodeClassHash: string;
  /** The decision that asked for it; `null` when it was adopted from the cluster. */
  readonly decisionId: DecisionId | null;
  readonly state: NodeClaimState;
  readonly plan: ClaimPlan;
  /** As they were when it was requested: a later change of the pool is drift. */
  readonly terms: ClaimTerms;
  /** The object that a person created for it; `null` for a claim of a pool. */
  readonly standalone: StandaloneObject | null;
  /** Set at launch. */
  readonly instance: LaunchedInstance | null;
  readonly nodeName: string | null;
  readonly failure: LaunchReason | null;
  readonly termination: NodeClaimTermination | null;
  /** `null` while it is what its definitions ask for. */
  readonly drift: ClaimDrift | null;
  readonly lastPodEventAt: Instant | null;
  readonly requestedAt: Instant;
  readonly launchedAt: Instant | null;
  readonly registeredAt: Instant | null;
  readonly initializedAt: Instant | null;
  readonly terminatedAt: Instant | null;
  readonly version: number;
}

/** How long a claim may live, and how long its node may be drained. */
export interface ClaimTerms {
  /** A duration, or `Never`. */
  readonly expireAfter: string;
  /** A duration; `null` when draining has no limit. */
  readonly terminationGracePeriod: string | null;
}

/** How a claim differs from its definitions. */
export interface ClaimDrift {
  /** As the condition `Drifted` says it, e.g. `NodePoolDrifted`. */
  readonly reason: string;
  /** Hash of the definition that the claim does not follow. */
  readonly definitionHash: string;
  readonly since: Instant;
}

/** The NodeClaim object behind a claim without a pool. */
export interface StandaloneObject {
  /** Another object of the same name is another claim. */
  readonly objectUid: string;
  readonly createdAt: Instant;
}

/** A node to buy, of a pool or of none. */
export type PlannedClaim = PlannedNodeClaim | PlannedStandaloneNode;

/** What a claim was planned as; nobody expected anything of one that was adopted. */
export type ClaimPlan = Omit<
  PlannedNodeClaim,
  'nodePool' | 'expected' | 'rejectedInstanceTypes' | keyof LaunchOptions
> & {
  readonly nodePool: string | null;
  readonly expected: ExpectedOffering | null;
};

/**
 * What a claim may be launched as. Kept apart from the claim: it is most of what there is to say of
 * one (30 kB), and only its launch and its object in the cluster ask for it.
 */
export type LaunchOptions = Pick<PlannedNodeClaim, 'instanceTypes' | 'requirements'>;

/** True while a claim has no instance and may get one. */
export const isUnlaunched = ({ state }: Pick<NodeClaim, 'state'>): boolean =>
  state === 'Requested' || state === 'Launching';

/** The instance of a NodeClaim, as it was launched. */
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

/** Why a claim is not launched, as the condition `Launched` of its object says it. */
export const launchFailureReasons = {
  INSUFFICIENT_CAPACITY: 'InsufficientCapacity',
  NODE_CLASS_NOT_READY: 'NodeClassNotReady',
  LAUNCH_REFUSED: 'LaunchFailed',
  LAUNCH_WITHHELD: 'LaunchWithheld',
} as const satisfies Readonly<Record<LaunchReason['code'], string>>;

/** Steps of the way out, each persisted when it is done. */
export const terminationSteps = [
  'Requested',
  'Cordoned',
  'Drained',
  'InstanceTerminating',
  'InstanceGone',
] as const;
/** One of {@link terminationSteps}. */
export type TerminationStep = (typeof terminationSteps)[number];

/** Why a NodeClaim is terminated, and how far its termination is. */
export interface NodeClaimTermination {
  readonly step: TerminationStep;
  readonly reason: TerminationReason;
  /** The warning that it is terminated for; only with the reason `Interrupted`. */
  readonly interruption?: InterruptionKind;
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
  readonly lostPods?: readonly string[];
  /** What holds it now, e.g. a PodDisruptionBudget's name; `null` when nothing does. */
  readonly waitingFor: string | null;
  readonly stepAt: Instant;
}

/** Why a NodeClaim is terminated. */
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
