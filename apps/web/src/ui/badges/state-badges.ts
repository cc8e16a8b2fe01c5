import type {
  ClusterMode,
  ConnectionState,
  DecisionKind,
  DecisionState,
  InterruptionKind,
  InterruptionOutcome,
  NodeClaimState,
  RebootStep,
  TerminationStep,
} from '../../gql/graphql.js';
import type { DecisionFacts } from '../../lib/format/decision-sentence.js';
import type { BadgeContent, Tone } from './badge.js';

/** A value that this version of the dashboard does not know. */
export const unknownBadge: BadgeContent = { label: 'Unknown', tone: 'neutral', icon: 'info' };

export const connectionBadges: Readonly<Record<ConnectionState, BadgeContent>> = {
  CHECKING: { label: 'Checking', tone: 'active', icon: 'hourglass' },
  REJECTED: { label: 'Check failed', tone: 'broken', icon: 'alert' },
  CONNECTING: { label: 'Connecting', tone: 'active', icon: 'hourglass' },
  CONNECTED: { label: 'Connected', tone: 'ok', icon: 'check' },
  UNREACHABLE: { label: 'Unreachable', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknownBadge,
};

export const modeBadges: Readonly<Record<ClusterMode, BadgeContent>> = {
  OBSERVE: { label: 'Observe', tone: 'neutral', icon: 'eye' },
  APPROVE: { label: 'Approve', tone: 'neutral', icon: 'person' },
  AUTO: { label: 'Auto', tone: 'neutral', icon: 'run' },
  UNKNOWN: unknownBadge,
};

/** Returns the badge of the configured mode; it says when the cluster is held in observe. */
export function modeBadge(cluster: {
  readonly mode: ClusterMode;
  readonly effectiveMode: ClusterMode;
}): BadgeContent {
  const badge = modeBadges[cluster.mode];
  return cluster.mode === cluster.effectiveMode
    ? badge
    : { label: `${badge.label}, held in observe`, tone: 'attention', icon: 'lock' };
}

export const nodeClaimBadges: Readonly<Record<NodeClaimState, BadgeContent>> = {
  REQUESTED: { label: 'Requested', tone: 'active', icon: 'hourglass' },
  LAUNCHING: { label: 'Launching', tone: 'active', icon: 'hourglass' },
  LAUNCHED: { label: 'Launched', tone: 'active', icon: 'hourglass' },
  REGISTERED: { label: 'Registered', tone: 'active', icon: 'hourglass' },
  INITIALIZED: { label: 'Initialized', tone: 'ok', icon: 'check' },
  TERMINATING: { label: 'Terminating', tone: 'active', icon: 'arrow' },
  TERMINATED: { label: 'Terminated', tone: 'neutral', icon: 'minus' },
  LAUNCH_FAILED: { label: 'Launch failed', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknownBadge,
};

export const decisionBadges: Readonly<Record<DecisionState, BadgeContent>> = {
  PROPOSED: { label: 'Proposed', tone: 'active', icon: 'hourglass' },
  AWAITING_APPROVAL: { label: 'Awaiting approval', tone: 'attention', icon: 'person' },
  APPROVED: { label: 'Approved', tone: 'active', icon: 'approve' },
  EXECUTING: { label: 'In progress', tone: 'active', icon: 'run' },
  EXECUTED: { label: 'Completed', tone: 'ok', icon: 'check' },
  FAILED: { label: 'Failed', tone: 'broken', icon: 'alert' },
  REJECTED: { label: 'Rejected', tone: 'neutral', icon: 'cross' },
  EXPIRED: { label: 'Expired', tone: 'neutral', icon: 'clock' },
  SUPERSEDED: { label: 'Superseded', tone: 'neutral', icon: 'skip' },
  UNKNOWN: unknownBadge,
};

/** Executed, but not all of its nodes became ready. */
export const partlyFailedBadge: BadgeContent = {
  label: 'Partly failed',
  tone: 'attention',
  icon: 'alert',
};

/** Returns the badge of a decision by its outcome. */
export function outcomeBadge({
  state,
  outcome,
}: Pick<DecisionFacts, 'state' | 'outcome'>): BadgeContent {
  const failed = outcome === null ? 0 : outcome.launchFailedNodes + outcome.notReadyNodes;
  return state === 'EXECUTED' && failed > 0 ? partlyFailedBadge : decisionBadges[state];
}

export const decisionKindWords: Readonly<Record<DecisionKind, string>> = {
  PROVISION: 'Provision',
  DEPROVISION: 'Deprovision',
  EMPTY: 'Empty',
  CONSOLIDATE: 'Consolidate',
  DRIFT: 'Drift',
  EXPIRE: 'Expire',
  INTERRUPT: 'Interrupt',
  REPAIR: 'Repair',
  DELETE: 'Delete',
  UNKNOWN: 'Unknown',
};

export const interruptionKindWords: Readonly<Record<InterruptionKind, string>> = {
  SPOT_INTERRUPTED: 'Spot interruption',
  REBALANCE_RECOMMENDED: 'Rebalance recommendation',
  SCHEDULED_CHANGE: 'Scheduled change',
  INSTANCE_STOPPED: 'Instance stopped',
  INSTANCE_TERMINATED: 'Instance terminated',
  CAPACITY_RESERVATION_INTERRUPTED: 'Capacity Reservation interruption',
  UNKNOWN: 'Unknown notice',
};

/** The steps of a NodeClaim's termination. */
export const terminationStepWords: Readonly<Record<TerminationStep, string>> = {
  REQUESTED: 'termination requested',
  CORDONED: 'draining',
  DRAINED: 'drained, detaching volumes',
  VOLUMES_DETACHED: 'volumes detached',
  INSTANCE_TERMINATING: 'instance terminating',
  INSTANCE_GONE: 'instance terminated',
  UNKNOWN: 'terminating',
};

export const rebootStepWords: Readonly<Record<RebootStep, string>> = {
  REQUESTED: 'requested, draining',
  ISSUING: 'calling EC2',
  ISSUED: 'accepted by EC2, waiting for the node',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed, the node is terminated',
  UNKNOWN: 'rebooting',
};

export const rebootTones: Readonly<Record<RebootStep, Tone>> = {
  REQUESTED: 'active',
  ISSUING: 'active',
  ISSUED: 'active',
  SUCCEEDED: 'neutral',
  FAILED: 'broken',
  UNKNOWN: 'active',
};

export const interruptionBadges: Readonly<Record<InterruptionOutcome, BadgeContent>> = {
  NOTED: { label: 'No action', tone: 'neutral', icon: 'info' },
  DRAINING: { label: 'Draining', tone: 'active', icon: 'hourglass' },
  DRAINED: { label: 'Drained', tone: 'ok', icon: 'check' },
  PODS_LOST: { label: 'Pods lost', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknownBadge,
};
