import type {
  ClusterId,
  DecisionId,
  Instant,
  InterruptionId,
  MicroUsdPerHour,
  NodeClaimId,
  SchedulingBatchId,
} from '@kerf/core';
import type {
  ApprovalVerdict,
  BudgetStatus,
  Command,
  CommandCandidate,
  DroppedCandidate,
  SchedulingResult,
} from '@kerf/engine';
import type { DecisionApproval } from '../approval/decision-approval.js';
import type { PlanChange } from '../approval/plan-basis.js';
import type { InterruptionKind } from '../interruption/interruption.js';
import type { PlannedClaim } from '../node-claim/node-claim.js';
import type { StaticPoolCounts } from '../static-pool/static-pool-need.js';
import type { NodeDrift } from './node-drift.js';

/** States of a decision. */
export const decisionStates = [
  'Proposed',
  'AwaitingApproval',
  'Approved',
  'Executing',
  'Executed',
  'Failed',
  'Rejected',
  'Expired',
  'Superseded',
] as const;
/** One of {@link decisionStates}. */
export type DecisionState = (typeof decisionStates)[number];

/** The states that may follow each state of a decision. */
export const decisionTransitions: Readonly<Record<DecisionState, readonly DecisionState[]>> = {
  Proposed: ['AwaitingApproval', 'Approved', 'Rejected', 'Superseded', 'Expired'],
  AwaitingApproval: ['Approved', 'Rejected', 'Expired', 'Superseded'],
  Approved: ['AwaitingApproval', 'Executing', 'Superseded', 'Failed'],
  Executing: ['Executed', 'Failed'],
  Executed: [],
  Failed: [],
  Rejected: [],
  Expired: [],
  Superseded: [],
};

/** States in which a decision still holds its nodes. */
export const openDecisionStates = [
  'Proposed',
  'AwaitingApproval',
  'Approved',
  'Executing',
] as const;

/** Kinds of decisions. */
export const decisionKinds = [
  'Provision',
  'Deprovision',
  'Empty',
  'Consolidate',
  'Drift',
  'Expire',
  'Interrupt',
  'Repair',
  'Delete',
] as const;
/** One of {@link decisionKinds}. */
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * A recorded plan that can be approved: a set of new NodeClaims, one command of the engine, or
 * nodes to remove, with the digest of its inputs.
 */
export interface Decision {
  readonly id: DecisionId;
  readonly clusterId: ClusterId;
  readonly kind: DecisionKind;
  readonly state: DecisionState;
  readonly verdict: ApprovalVerdict;
  readonly engineVersion: string;
  /** Digest of the snapshot that was decided on. */
  readonly snapshotDigest: string;
  readonly body: DecisionBody;
  /** Names of the NodePools involved, sorted. */
  readonly nodePools: readonly string[];
  readonly nodeClaimIds: readonly NodeClaimId[];
  readonly nodeCount: number;
  /** Number of pods, without units of CapacityBuffers. */
  readonly podCount: number;
  /**
   * Hourly cost that it adds (provisioning) or removes (negative), at the cloud's own prices even
   * when NodeOverlays set others; `null` when unknown.
   */
  readonly costChangeMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * Achieved saving of a disruption, at the prices of the instances that were actually launched as
   * replacements; `null` until it is executed, when a price is unknown, and for decisions that are
   * not made to save cost.
   */
  readonly achievedSavingMicroUsdPerHour: MicroUsdPerHour | null;
  readonly proposedAt: Instant;
  /** When an undecided approval expires; `null` when no approval is requested. */
  readonly expiresAt: Instant | null;
  /**
   * Until when a rejection holds: until then its nodes are not proposed for the same reason, unless
   * the plan changes materially. Of a failed repair, until when others come first. `null` for other
   * decisions.
   */
  readonly rejectedUntil: Instant | null;
  readonly decidedAt: Instant | null;
  readonly decidedBy: string | null;
  readonly comment: string | null;
  readonly finishedAt: Instant | null;
  readonly executionStep: ExecutionStep;
  /**
   * Verdict of the approval policy; `null` for decisions that never ask, and for those from before
   * policies existed.
   */
  readonly approval: DecisionApproval | null;
  readonly version: number;
}

/** The plan of a decision: what to launch, to disrupt, or to remove. */
export type DecisionBody = ProvisionBody | DisruptBody | RemoveBody;

/** A plan for new nodes, with the pods that it is for. */
export interface ProvisionBody {
  readonly type: 'Provision';
  /** `null` when it is not for pending pods. */
  readonly batchId: SchedulingBatchId | null;
  /**
   * The static NodePool that lacks nodes, at the time of the proposal; absent when the nodes are
   * for pending pods.
   */
  readonly staticPool?: StaticPoolCounts;
  /** Name of the standalone NodeClaim object; absent for other decisions. */
  readonly standaloneClaim?: string;
  /** The plan, with the first {@link recordedOptions} instance types of each NodeClaim. */
  readonly result: ProvisionPlan;
  /** Number of suitable instance types, by planned id. */
  readonly optionCounts: Readonly<Record<string, number>>;
  /** Names of the pods of the result, by uid. */
  readonly pods: Readonly<Record<string, DecisionPod>>;
  /** Recorded NodeClaims by planned id (`claim-0001` → `ncl_…`). */
  readonly claims: Readonly<Record<string, NodeClaimId>>;
}

/** The engine's plan for pods, for a static NodePool, or for a standalone NodeClaim. */
export type ProvisionPlan<Planned extends PlannedClaim = PlannedClaim> = Omit<
  SchedulingResult,
  'newNodeClaims'
> & { readonly newNodeClaims: readonly Planned[] };

/**
 * Number of instance types that a decision records for each NodeClaim; the NodeClaim's own plan has
 * more.
 */
export const recordedOptions = 20;

/** Names of a pod in a decision. */
export interface DecisionPod {
  readonly namespace: string;
  readonly name: string;
  readonly owner: string;
  /**
   * `Deployment/<name>` of a pod whose owner is a ReplicaSet of a Deployment; absent for others, and
   * in decisions from before it was recorded.
   */
  readonly workload?: string;
}

/** A command of the engine: nodes to disrupt, their replacements, and the pods that move. */
export interface DisruptBody {
  readonly type: 'Disrupt';
  readonly command: Command;
  /** Disruption budgets at the time of the proposal. */
  readonly budgets: readonly BudgetStatus[];
  /**
   * For drift: the reasons of each node. Absent for other reasons, and in decisions that were made
   * before it was recorded.
   */
  readonly drift?: readonly NodeDrift[];
  /**
   * Recorded NodeClaims of the replacements by planned id (`claim-0001` → `ncl_…`), once they are
   * requested. Absent in decisions without replacements.
   */
  readonly replacementClaims?: Readonly<Record<string, NodeClaimId>>;
}

/**
 * Nodes that are removed whatever the disruption budgets allow: the cloud interrupts one, it has
 * expired, it is unhealthy, a user deleted it (these require no approval), or its static NodePool has too many.
 */
export interface RemoveBody {
  readonly type: 'Remove';
  readonly reason: 'Interrupted' | 'Expired' | 'Unhealthy' | 'Overprovisioned' | 'Deleted';
  /** The object that a user deleted; absent for other reasons. */
  readonly deleted?: DeletedObject;
  readonly candidates: readonly RemovedNode[];
  /** Pods that need another node; another decision chooses it. */
  readonly pods: readonly {
    readonly podUid: string;
    /** `namespace/name`. */
    readonly pod: string;
    readonly from: string;
    /**
     * `Kind/name` of its controller, a Deployment instead of its ReplicaSet; absent for a pod without
     * one, and in decisions from before it was recorded.
     */
    readonly owner?: string;
  }[];
  /** The interruption warning; `null` for other reasons. */
  readonly interruption: {
    readonly id: InterruptionId;
    readonly kind: InterruptionKind;
    readonly instanceId: string;
  } | null;
  /** When the instance ends unconditionally; `null` when no time is set. */
  readonly deadline: Instant | null;
  /**
   * The static NodePool that has too many nodes, at the time of the proposal; absent for other
   * reasons.
   */
  readonly staticPool?: StaticPoolCounts;
}

/** An object whose deletion removes nodes. */
export interface DeletedObject {
  readonly kind: 'Node' | 'NodeClaim' | 'NodePool';
  readonly name: string;
}

/** A node to remove, as a command's candidate; `nodePool` is `null` for a NodeClaim without one. */
export type RemovedNode = Omit<CommandCandidate, 'nodePool'> & {
  readonly nodePool: string | null;
};

/** Steps of the execution of a disruption, each persisted when it is done. */
export const executionSteps = [
  'None',
  'Tainted',
  'ReplacementsRequested',
  'ReplacementsInitialized',
  'RebootRequested',
  'Rebooted',
  'MarkedForDeletion',
  'Terminated',
] as const;
/** One of {@link executionSteps}. */
export type ExecutionStep = (typeof executionSteps)[number];

/** One line of a decision's history; append-only. */
export interface DecisionEvent {
  readonly at: Instant;
  readonly kind: DecisionEventKind;
  /** A user's or token's name; `kerf` for actions of Kerf itself. */
  readonly actor: string;
  readonly data: DecisionEventData;
}

/** Kinds of entries in a decision's history. */
export const decisionEventKinds = [
  'Proposed',
  'Validated',
  'ApprovalRequested',
  'ReviewGiven',
  'ReviewWithdrawn',
  'Commented',
  'ReminderDue',
  'Escalated',
  'NodesExcluded',
  'BreakGlass',
  'Approved',
  'Rejected',
  'Expired',
  'Superseded',
  'ExecutionStarted',
  'ExecutionDelayed',
  'StepDone',
  'NodeClaimLaunched',
  'NodeClaimLaunchFailed',
  'NodeClaimRegistered',
  'NodeClaimInitialized',
  'NodeClaimTerminated',
  'Executed',
  'Failed',
] as const;
/** One of {@link decisionEventKinds}. */
export type DecisionEventKind = (typeof decisionEventKinds)[number];

/** Data of an entry in a decision's history; which fields are set depends on its kind. */
export interface DecisionEventData {
  readonly comment?: string;
  readonly step?: ExecutionStep;
  readonly nodeClaimId?: NodeClaimId;
  readonly nodeName?: string;
  readonly detail?: string;
  readonly dropped?: readonly DroppedCandidate[];
  /** Numbers of given and needed approvals, for `ReviewGiven`. */
  readonly approvals?: { readonly given: number; readonly needed: number };
  /** Names of the nodes, for `NodesExcluded`. */
  readonly excludedNodes?: readonly string[];
  /** Changes since people saw the plan, for `Superseded`. */
  readonly moved?: PlanChange;
  /** The decision that replaces it, for `Superseded`. */
  readonly successor?: DecisionId;
  /** The expected and the actual price of a launched instance. */
  readonly expectedMicroUsdPerHour?: MicroUsdPerHour;
  readonly actualMicroUsdPerHour?: MicroUsdPerHour;
}

/** The actor name of Kerf itself. */
export const kerfActor = 'kerf';
