import type { ClusterId, DecisionId, Instant, MicroUsdPerHour, NodeClaimId } from '@kerf/core';
import type {
  CapacityType,
  ConsolidationPolicy,
  ExpectedOffering,
  LaunchReason,
  PlannedNodeClaim,
  PlannedStandaloneNode,
  ResourceList,
} from '@kerf/engine';
import type { InterruptionKind } from '../interruption/interruption.js';
import { type ClaimReboot, isRebootOpen } from './claim-reboot.js';

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

/**
 * The states that may follow each state of a NodeClaim; the compare-and-set of the stores refuses
 * all others.
 */
export const nodeClaimTransitions: Readonly<Record<NodeClaimState, readonly NodeClaimState[]>> = {
  Requested: ['Launching', 'Terminating', 'LaunchFailed'],
  Launching: ['Launched', 'LaunchFailed', 'Terminating'],
  Launched: ['Registered', 'Terminating'],
  Registered: ['Initialized', 'Terminating'],
  // A reboot ends the initialization.
  Initialized: ['Registered', 'Terminating'],
  Terminating: ['Terminated'],
  Terminated: [],
  LaunchFailed: [],
};

/** A node that Kerf requested, from the request to the termination of its instance. */
export interface NodeClaim {
  readonly id: NodeClaimId;
  readonly clusterId: ClusterId;
  /**
   * `<pool>-<5 characters>`, or the name that a user chose. It is the name of the object in the
   * cluster and of the instance's tag, and unique among the living NodeClaims of a cluster.
   */
  readonly name: string;
  /** `null` for a standalone NodeClaim. */
  readonly nodePool: string | null;
  readonly nodeClass: string;
  /** Empty without a NodePool. */
  readonly nodePoolHash: string;
  readonly nodeClassHash: string;
  /** The decision that requested it; `null` when it was adopted from the cluster. */
  readonly decisionId: DecisionId | null;
  readonly state: NodeClaimState;
  readonly plan: ClaimPlan;
  /** The terms at the time of the request: a later change of the NodePool is drift. */
  readonly terms: ClaimTerms;
  /** The object of a standalone NodeClaim; `null` for a NodeClaim of a NodePool. */
  readonly standalone: StandaloneObject | null;
  /** Set at launch. */
  readonly instance: LaunchedInstance | null;
  readonly nodeName: string | null;
  readonly failure: LaunchReason | null;
  readonly termination: NodeClaimTermination | null;
  /** `null` while it matches its definitions. */
  readonly drift: ClaimDrift | null;
  /** `null` if it was never rebooted. */
  readonly reboot: ClaimReboot | null;
  readonly lastPodEventAt: Instant | null;
  readonly requestedAt: Instant;
  readonly launchedAt: Instant | null;
  readonly registeredAt: Instant | null;
  /** `null` again from a reboot of its instance until it is initialized anew. */
  readonly initializedAt: Instant | null;
  readonly terminatedAt: Instant | null;
  readonly version: number;
}

/** The fields of a new NodeClaim: nothing has happened since its request. */
export const newClaimFields = {
  instance: null,
  nodeName: null,
  failure: null,
  termination: null,
  drift: null,
  reboot: null,
  lastPodEventAt: null,
  launchedAt: null,
  registeredAt: null,
  initializedAt: null,
  terminatedAt: null,
  version: 1,
} as const satisfies Partial<NodeClaim>;

/** The lifetime of a NodeClaim, and how long its node may be drained. */
export interface ClaimTerms {
  /** A duration, or `Never`. */
  readonly expireAfter: string;
  /** A duration; `null` when draining has no limit. */
  readonly terminationGracePeriod: string | null;
}

/** The drift of a NodeClaim from its definitions. */
export interface ClaimDrift {
  /** The reason of the condition `Drifted`, e.g. `NodePoolDrifted`. */
  readonly reason: string;
  /**
   * Identifies the state of the definitions that the NodeClaim no longer matches: their hash, the
   * unmet requirements, or the ids that the EC2NodeClass resolves to.
   */
  readonly definitionHash: string;
  readonly since: Instant;
}

/** The object of a standalone NodeClaim. */
export interface StandaloneObject {
  /** UID of the object; an object of the same name with another UID is another NodeClaim. */
  readonly objectUid: string;
  readonly createdAt: Instant;
}

/** A node to launch, with or without a NodePool. */
export type PlannedClaim = PlannedNodeClaim | PlannedStandaloneNode;

/** The plan of a NodeClaim; an adopted NodeClaim has no expected offering. */
export type ClaimPlan = Omit<
  PlannedNodeClaim,
  'nodePool' | 'expected' | 'rejectedInstanceTypes' | keyof LaunchOptions
> & {
  readonly nodePool: string | null;
  readonly expected: ExpectedOffering | null;
};

/**
 * The instance types and requirements that a NodeClaim may be launched with. They are stored apart
 * from the NodeClaim because they are most of its data (30 kB), and only its launch and its object
 * in the cluster need them.
 */
export type LaunchOptions = Pick<PlannedNodeClaim, 'instanceTypes' | 'requirements'>;

/** Returns true while a NodeClaim has no instance and may get one. */
export const isUnlaunched = ({ state }: Pick<NodeClaim, 'state'>): boolean =>
  state === 'Requested' || state === 'Launching';

/**
 * Returns true once EC2 was asked to terminate the instance: the node is drained. Source: karpenter's
 * condition InstanceTerminating.
 */
export const isInstanceEnding = ({ termination }: Pick<NodeClaim, 'termination'>): boolean =>
  termination?.step === 'InstanceTerminating' || termination?.step === 'InstanceGone';

/** States of the NodeClaims that have an instance or may still get one. */
export const livingClaimStates = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
  'Terminating',
] as const;

/** The instance of a NodeClaim, as it was launched. */
export interface LaunchedInstance {
  readonly instanceId: string;
  /** `aws:///<zone>/<instance id>`. */
  readonly providerId: string;
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** Empty while unknown, as `subnetId`. */
  readonly imageId: string;
  readonly subnetId: string;
  /**
   * Absent while unknown: in records of earlier versions and of adopted NodeClaims, until EC2's
   * list of instances is read.
   */
  readonly securityGroupIds?: readonly string[];
  /** The cloud's price of the offering at launch; `null` when unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  /** Labels of the node. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The part of an instance that is compared with what its EC2NodeClass resolves to. */
export type InstanceOrigin = Required<
  Pick<LaunchedInstance, 'imageId' | 'subnetId' | 'securityGroupIds'>
>;

/** Reasons of the condition `Launched` of a NodeClaim object, by launch failure. */
export const launchFailureReasons = {
  INSUFFICIENT_CAPACITY: 'InsufficientCapacity',
  NODE_CLASS_NOT_READY: 'NodeClassNotReady',
  LAUNCH_REFUSED: 'LaunchFailed',
  LAUNCH_WITHHELD: 'LaunchWithheld',
} as const satisfies Readonly<Record<LaunchReason['code'], string>>;

/** Steps of a termination, each persisted when it is done. */
export const terminationSteps = [
  'Requested',
  'Cordoned',
  'Drained',
  'VolumesDetached',
  'InstanceTerminating',
  'InstanceGone',
] as const;
/** One of {@link terminationSteps}. */
export type TerminationStep = (typeof terminationSteps)[number];

/** Why an instance is terminated although volumes of drained pods may still be attached to it. */
export const undetachedReasons = [
  'TerminationGracePeriodElapsed',
  'InstanceEnded',
  'VolumeAttachmentsUnreadable',
] as const;

/** The volumes that were not detached from a node before its instance was terminated. */
export interface UndetachedVolumes {
  readonly reason: (typeof undetachedReasons)[number];
  /** Names of PersistentVolumes; empty if Kerf may not read the VolumeAttachments. */
  readonly volumes: readonly string[];
}

/** Why a NodeClaim is terminated, and how far its termination is. */
export interface NodeClaimTermination {
  readonly step: TerminationStep;
  readonly reason: TerminationReason;
  /** The interruption warning; only with the reason `Interrupted`. */
  readonly interruption?: InterruptionKind;
  /** Policy of the NodePool when it was requested; only with the reasons of consolidation. */
  readonly consolidationPolicy?: ConsolidationPolicy;
  /** Pods that had to run elsewhere when the node was cordoned; absent before, and without a node. */
  readonly reschedulablePods?: number;
  readonly startedAt: Instant;
  /** When draining ends even if pods remain; `null` when it has no limit. */
  readonly deadline: Instant | null;
  /**
   * When the instance ends unconditionally, e.g. two minutes after a spot warning; until then pods
   * are evicted as their PodDisruptionBudgets allow. `null` when no time is set. Absent in older
   * records, which had no such time.
   */
  readonly instanceEndsAt?: Instant | null;
  /** Pods (`namespace/name`) that still ran when the drain had to end. */
  readonly lostPods?: readonly string[];
  /** Absent if all volumes of drained pods were detached. */
  readonly undetached?: UndetachedVolumes;
  /**
   * The current blocker, e.g. a PodDisruptionBudget's name; `null` when nothing blocks the
   * termination.
   */
  readonly waitingFor: string | null;
  /** Progress while something blocks the step; `null` or absent while nothing does. */
  readonly blocked?: BlockedStep | null;
  readonly stepAt: Instant;
}

/** The progress of a termination step that something blocks. */
export interface BlockedStep {
  /** When it was blocked, or when the number last decreased. */
  readonly since: Instant;
  /** Number of pods or volumes that are left. */
  readonly left: number;
}

/** Reasons for the termination of a NodeClaim. */
export const terminationReasons = [
  'Empty',
  'Underutilized',
  'Drifted',
  'Expired',
  'Interrupted',
  'Unhealthy',
  'Overprovisioned',
  'LaunchTimeout',
  'RegistrationTimeout',
  'GarbageCollected',
  'DeletedByUser',
  'InsufficientCapacity',
] as const;
/** One of {@link terminationReasons}. */
export type TerminationReason = (typeof terminationReasons)[number];

/** Returns true from the request of a reboot until it has succeeded or failed, or the node is removed. */
export const isRebooting = ({ state, reboot }: Pick<NodeClaim, 'state' | 'reboot'>): boolean =>
  isRebootOpen(reboot) && (state === 'Initialized' || state === 'Registered');
