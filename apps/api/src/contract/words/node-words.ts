import type {
  InterruptionKind,
  InterruptionOutcome,
  NodeClaimState,
  NodeRow,
  PodRow,
  PodVerdict,
  RebootStep,
  TerminationStep,
} from '@kerf/application';
import type { CapacityType } from '@kerf/engine';

/** Phases of a node of a decision, in the order of its lifecycle. */
export const nodePhases = [
  'Launching',
  'Joining',
  'Initializing',
  'Ready',
  'Cordoning',
  'Draining',
  'Terminating',
  'Gone',
  'Failed',
] as const;
export type NodePhase = (typeof nodePhases)[number];
export type NodeState = NodeRow['state'];
export type PodPhase = PodRow['phase'];
export type PodVerdictKind = PodVerdict['kind'];

export type {
  CapacityType,
  InterruptionKind,
  InterruptionOutcome,
  NodeClaimState,
  RebootStep,
  TerminationStep,
};

export const nodeWords = {
  CapacityType: {
    'on-demand': 'ON_DEMAND',
    spot: 'SPOT',
    reserved: 'RESERVED',
  } satisfies Record<CapacityType, string>,
  InterruptionKind: {
    SpotInterrupted: 'SPOT_INTERRUPTED',
    RebalanceRecommended: 'REBALANCE_RECOMMENDED',
    ScheduledChange: 'SCHEDULED_CHANGE',
    InstanceStopped: 'INSTANCE_STOPPED',
    InstanceTerminated: 'INSTANCE_TERMINATED',
    CapacityReservationInterrupted: 'CAPACITY_RESERVATION_INTERRUPTED',
  } satisfies Record<InterruptionKind, string>,
  InterruptionOutcome: {
    Noted: 'NOTED',
    Draining: 'DRAINING',
    Drained: 'DRAINED',
    PodsLost: 'PODS_LOST',
  } satisfies Record<InterruptionOutcome, string>,
  NodeClaimState: {
    Requested: 'REQUESTED',
    Launching: 'LAUNCHING',
    Launched: 'LAUNCHED',
    Registered: 'REGISTERED',
    Initialized: 'INITIALIZED',
    Terminating: 'TERMINATING',
    Terminated: 'TERMINATED',
    LaunchFailed: 'LAUNCH_FAILED',
  } satisfies Record<NodeClaimState, string>,
  NodePhase: {
    Launching: 'LAUNCHING',
    Joining: 'JOINING',
    Initializing: 'INITIALIZING',
    Ready: 'READY',
    Cordoning: 'CORDONING',
    Draining: 'DRAINING',
    Terminating: 'TERMINATING',
    Gone: 'GONE',
    Failed: 'FAILED',
  } satisfies Record<NodePhase, string>,
  NodeState: {
    Joining: 'JOINING',
    Ready: 'READY',
    NotReady: 'NOT_READY',
    Cordoned: 'CORDONED',
    Terminating: 'TERMINATING',
  } satisfies Record<NodeState, string>,
  PodPhase: {
    Pending: 'PENDING',
    Bound: 'BOUND',
    Terminating: 'TERMINATING',
  } satisfies Record<PodPhase, string>,
  PodVerdictKind: {
    ExistingNode: 'EXISTING_NODE',
    NewNode: 'NEW_NODE',
    Unschedulable: 'UNSCHEDULABLE',
  } satisfies Record<PodVerdictKind, string>,
  RebootStep: {
    Requested: 'REQUESTED',
    Issuing: 'ISSUING',
    Issued: 'ISSUED',
    Succeeded: 'SUCCEEDED',
    Failed: 'FAILED',
  } satisfies Record<RebootStep, string>,
  TerminationStep: {
    Requested: 'REQUESTED',
    Cordoned: 'CORDONED',
    Drained: 'DRAINED',
    VolumesDetached: 'VOLUMES_DETACHED',
    InstanceTerminating: 'INSTANCE_TERMINATING',
    InstanceGone: 'INSTANCE_GONE',
  } satisfies Record<TerminationStep, string>,
} as const;
