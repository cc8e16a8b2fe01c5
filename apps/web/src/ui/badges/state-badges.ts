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
import type { StateLook } from './badge.js';

const unknown: StateLook = { word: 'Unknown', tone: 'neutral', icon: 'info' };

export const connectionLooks: Readonly<Record<ConnectionState, StateLook>> = {
  CHECKING: { word: 'Checking', tone: 'active', icon: 'hourglass' },
  REJECTED: { word: 'Check failed', tone: 'broken', icon: 'alert' },
  CONNECTING: { word: 'Connecting', tone: 'active', icon: 'hourglass' },
  CONNECTED: { word: 'Connected', tone: 'ok', icon: 'check' },
  UNREACHABLE: { word: 'Unreachable', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};

export const modeLooks: Readonly<Record<ClusterMode, StateLook>> = {
  OBSERVE: { word: 'Observe', tone: 'neutral', icon: 'eye' },
  APPROVE: { word: 'Approve', tone: 'neutral', icon: 'person' },
  AUTO: { word: 'Auto', tone: 'neutral', icon: 'run' },
  UNKNOWN: unknown,
};

/** The configured mode, and whether the cluster is held back from it. */
export function modeLook(cluster: {
  readonly mode: ClusterMode;
  readonly effectiveMode: ClusterMode;
}): StateLook {
  const look = modeLooks[cluster.mode];
  return cluster.mode === cluster.effectiveMode
    ? look
    : { word: `${look.word}, held in observe`, tone: 'attention', icon: 'lock' };
}

/** What Kerf does in each mode, and what requires approval. */
export const modeConsequences: Readonly<Record<ClusterMode, string>> = {
  OBSERVE: 'Kerf shows what it would do and changes nothing. Pending pods stay pending.',
  APPROVE:
    'Kerf launches nodes for pending pods without approval. It requires approval to consolidate nodes, to replace drifted nodes, and to remove surplus nodes of a static NodePool. Expired and interrupted nodes, nodes of a deleted NodePool, and deleted Nodes and NodeClaims are removed without approval.',
  AUTO: 'Kerf launches and removes nodes without approval. NodePool limits apply to launches, and disruption budgets to consolidation and drift.',
  UNKNOWN: 'The mode is unknown to this version of the dashboard.',
};

export const nodeLooks: Readonly<Record<NodeState, StateLook>> = {
  JOINING: { word: 'Joining', tone: 'active', icon: 'hourglass' },
  READY: { word: 'Ready', tone: 'ok', icon: 'check' },
  NOT_READY: { word: 'NotReady', tone: 'broken', icon: 'alert' },
  CORDONED: { word: 'Cordoned', tone: 'attention', icon: 'lock' },
  TERMINATING: { word: 'Terminating', tone: 'active', icon: 'arrow' },
  UNKNOWN: unknown,
};

export const nodeClaimLooks: Readonly<Record<NodeClaimState, StateLook>> = {
  REQUESTED: { word: 'Requested', tone: 'active', icon: 'hourglass' },
  LAUNCHING: { word: 'Launching', tone: 'active', icon: 'hourglass' },
  LAUNCHED: { word: 'Launched', tone: 'active', icon: 'hourglass' },
  REGISTERED: { word: 'Registered', tone: 'active', icon: 'hourglass' },
  INITIALIZED: { word: 'Initialized', tone: 'ok', icon: 'check' },
  TERMINATING: { word: 'Terminating', tone: 'active', icon: 'arrow' },
  TERMINATED: { word: 'Terminated', tone: 'neutral', icon: 'minus' },
  LAUNCH_FAILED: { word: 'Launch failed', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};

export const nodeOverlayLooks: Readonly<Record<NodeOverlayState, StateLook>> = {
  APPLIED: { word: 'Applied', tone: 'ok', icon: 'check' },
  CONFLICT: { word: 'Conflict', tone: 'attention', icon: 'alert' },
  REFUSED: { word: 'Invalid', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};

export const decisionLooks: Readonly<Record<DecisionState, StateLook>> = {
  PROPOSED: { word: 'Proposed', tone: 'active', icon: 'hourglass' },
  AWAITING_APPROVAL: { word: 'Awaiting approval', tone: 'attention', icon: 'person' },
  APPROVED: { word: 'Approved', tone: 'active', icon: 'approve' },
  EXECUTING: { word: 'In progress', tone: 'active', icon: 'run' },
  EXECUTED: { word: 'Completed', tone: 'ok', icon: 'check' },
  FAILED: { word: 'Failed', tone: 'broken', icon: 'alert' },
  REJECTED: { word: 'Rejected', tone: 'neutral', icon: 'cross' },
  EXPIRED: { word: 'Expired', tone: 'neutral', icon: 'clock' },
  SUPERSEDED: { word: 'Superseded', tone: 'neutral', icon: 'skip' },
  UNKNOWN: unknown,
};

/** Executed, but not all of its nodes became ready. */
export const partlyFailed: StateLook = { word: 'Partly failed', tone: 'attention', icon: 'alert' };

/** Returns the badge of a decision by its outcome. */
export function outcomeLook({
  state,
  outcome,
}: Pick<DecisionFacts, 'state' | 'outcome'>): StateLook {
  const failed = outcome === null ? 0 : outcome.launchFailedNodes + outcome.notReadyNodes;
  return state === 'EXECUTED' && failed > 0 ? partlyFailed : decisionLooks[state];
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

export const checkLooks: Readonly<Record<CheckState, StateLook>> = {
  WAITING: { word: 'Pending', tone: 'neutral', icon: 'clock' },
  RUNNING: { word: 'Running', tone: 'active', icon: 'hourglass' },
  PASSED: { word: 'Passed', tone: 'ok', icon: 'check' },
  WARNED: { word: 'Warning', tone: 'attention', icon: 'alert' },
  FAILED: { word: 'Failed', tone: 'broken', icon: 'cross' },
  SKIPPED: { word: 'Skipped', tone: 'neutral', icon: 'skip' },
  UNKNOWN: unknown,
};

export const severityLooks: Readonly<Record<FindingSeverity, StateLook>> = {
  ERROR: { word: 'Invalid', tone: 'broken', icon: 'alert' },
  WARNING: { word: 'Warning', tone: 'attention', icon: 'alert' },
  ADVICE: { word: 'Advice', tone: 'active', icon: 'info' },
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

export const interruptionLooks: Readonly<Record<InterruptionOutcome, StateLook>> = {
  NOTED: { word: 'No action', tone: 'neutral', icon: 'info' },
  DRAINING: { word: 'Draining', tone: 'active', icon: 'hourglass' },
  DRAINED: { word: 'Drained', tone: 'ok', icon: 'check' },
  PODS_LOST: { word: 'Pods lost', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknown,
};
