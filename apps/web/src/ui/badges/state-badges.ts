import type {
  CheckState,
  ClusterMode,
  ConnectionState,
  DecisionKind,
  DecisionState,
  FindingSeverity,
  InterruptionKind,
  InterruptionOutcome,
  NodeClaimState,
  NodeOverlayState,
  NodeState,
} from '../../gql/graphql.js';
import type { DecisionFacts } from '../../lib/format/decision-sentence.js';
import type { BadgeContent } from './badge.js';

const unknown: BadgeContent = { label: 'Unknown', tone: 'neutral', icon: 'info' };

export const connectionBadges: Readonly<Record<ConnectionState, BadgeContent>> = {
  CHECKING: { label: 'Checking', tone: 'active', icon: 'hourglass' },
  REJECTED: { label: 'Check failed', tone: 'broken', icon: 'alert' },
  CONNECTING: { label: 'Connecting', tone: 'active', icon: 'hourglass' },
  CONNECTED: { label: 'Connected', tone: 'ok', icon: 'check' },
  UNREACHABLE: { label: 'Unreachable', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};

export const modeBadges: Readonly<Record<ClusterMode, BadgeContent>> = {
  OBSERVE: { label: 'Observe', tone: 'neutral', icon: 'eye' },
  APPROVE: { label: 'Approve', tone: 'neutral', icon: 'person' },
  AUTO: { label: 'Auto', tone: 'neutral', icon: 'run' },
  UNKNOWN: unknown,
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

/** What Kerf does in each mode, and what requires approval. */
export const modeConsequences: Readonly<Record<ClusterMode, string>> = {
  OBSERVE: 'Kerf shows what it would do and changes nothing. Pending pods stay pending.',
  APPROVE:
    'Kerf launches nodes for pending pods without approval. It requires approval to consolidate nodes, to replace drifted nodes, and to remove surplus nodes of a static NodePool. Expired and interrupted nodes, nodes of a deleted NodePool, and deleted Nodes and NodeClaims are removed without approval.',
  AUTO: 'Kerf launches and removes nodes without approval. NodePool limits apply to launches, and disruption budgets to consolidation and drift.',
  UNKNOWN: 'The mode is unknown to this version of the dashboard.',
};

export const nodeBadges: Readonly<Record<NodeState, BadgeContent>> = {
  JOINING: { label: 'Joining', tone: 'active', icon: 'hourglass' },
  READY: { label: 'Ready', tone: 'ok', icon: 'check' },
  NOT_READY: { label: 'NotReady', tone: 'broken', icon: 'alert' },
  CORDONED: { label: 'Cordoned', tone: 'attention', icon: 'lock' },
  TERMINATING: { label: 'Terminating', tone: 'active', icon: 'arrow' },
  UNKNOWN: unknown,
};

export const nodeClaimBadges: Readonly<Record<NodeClaimState, BadgeContent>> = {
  REQUESTED: { label: 'Requested', tone: 'active', icon: 'hourglass' },
  LAUNCHING: { label: 'Launching', tone: 'active', icon: 'hourglass' },
  LAUNCHED: { label: 'Launched', tone: 'active', icon: 'hourglass' },
  REGISTERED: { label: 'Registered', tone: 'active', icon: 'hourglass' },
  INITIALIZED: { label: 'Initialized', tone: 'ok', icon: 'check' },
  TERMINATING: { label: 'Terminating', tone: 'active', icon: 'arrow' },
  TERMINATED: { label: 'Terminated', tone: 'neutral', icon: 'minus' },
  LAUNCH_FAILED: { label: 'Launch failed', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};

export const nodeOverlayBadges: Readonly<Record<NodeOverlayState, BadgeContent>> = {
  APPLIED: { label: 'Applied', tone: 'ok', icon: 'check' },
  CONFLICT: { label: 'Conflict', tone: 'attention', icon: 'alert' },
  REFUSED: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
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
  UNKNOWN: unknown,
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
  DELETE: 'Delete',
  UNKNOWN: 'Unknown',
};

export const checkBadges: Readonly<Record<CheckState, BadgeContent>> = {
  WAITING: { label: 'Pending', tone: 'neutral', icon: 'clock' },
  RUNNING: { label: 'Running', tone: 'active', icon: 'hourglass' },
  PASSED: { label: 'Passed', tone: 'ok', icon: 'check' },
  WARNED: { label: 'Warning', tone: 'attention', icon: 'alert' },
  FAILED: { label: 'Failed', tone: 'broken', icon: 'cross' },
  SKIPPED: { label: 'Skipped', tone: 'neutral', icon: 'skip' },
  UNKNOWN: unknown,
};

export const severityBadges: Readonly<Record<FindingSeverity, BadgeContent>> = {
  ERROR: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  WARNING: { label: 'Warning', tone: 'attention', icon: 'alert' },
  ADVICE: { label: 'Advice', tone: 'active', icon: 'info' },
  UNKNOWN: unknown,
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

/** The steps of a NodeClaim's termination; a step that is missing here is shown as its code. */
const terminationStepWords: Readonly<Record<string, string>> = {
  Requested: 'termination requested',
  Cordoned: 'draining',
  Drained: 'drained',
  InstanceTerminating: 'instance terminating',
  InstanceGone: 'instance terminated',
};

export const terminationStepWord = (step: string): string => terminationStepWords[step] ?? step;

export const interruptionBadges: Readonly<Record<InterruptionOutcome, BadgeContent>> = {
  NOTED: { label: 'No action', tone: 'neutral', icon: 'info' },
  DRAINING: { label: 'Draining', tone: 'active', icon: 'hourglass' },
  DRAINED: { label: 'Drained', tone: 'ok', icon: 'check' },
  PODS_LOST: { label: 'Pods lost', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};
