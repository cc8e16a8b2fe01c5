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
  Proposed: ['AwaitingApproval', 'Approved', 'Superseded', 'Expired'],
  AwaitingApproval: ['Approved', 'Rejected', 'Expired', 'Superseded'],
  Approved: ['Executing', 'Superseded', 'Failed'],
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

/** What decisions are about. */
export const decisionKinds = [
  'Provision',
  'Deprovision',
  'Empty',
  'Consolidate',
  'Drift',
  'Expire',
  'Interrupt',
  'Delete',
] as const;
/** One of {@link decisionKinds}. */
export type DecisionKind = (typeof decisionKinds)[number];

/** The recorded, approvable thing: one set of new NodeClaims or one Command, with its inputs' digest. */
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
  /** Names of the pools involved, sorted. */
  readonly nodePools: readonly string[];
  readonly nodeClaimIds: readonly NodeClaimId[];
  readonly nodeCount: number;
  /** Units of buffers are none. */
  readonly podCount: number;
  /**
   * What it adds per hour (provisioning) or takes away (negative) at the cloud's own prices, also where
   * NodeOverlays decided by others; `null` when unknown.
   */
  readonly costChangeMicroUsdPerHour: MicroUsdPerHour | null;
  /**
   * What taking nodes away saves, at the prices of the instances that were really bought instead;
   * `null` until it is executed, when a price is unknown, and for what does not set out to save.
   */
  readonly achievedSavingMicroUsdPerHour: MicroUsdPerHour | null;
  readonly proposedAt: Instant;
  /** When an undecided approval lapses; `null` when none is asked for. */
  readonly expiresAt: Instant | null;
  /**
   * Until when a rejection holds: its nodes are not proposed for the same reason before, unless the
   * plan changes materially. `null` for decisions that nobody rejected.
   */
  readonly rejectedUntil: Instant | null;
  readonly decidedAt: Instant | null;
  readonly decidedBy: string | null;
  readonly comment: string | null;
  readonly finishedAt: Instant | null;
  readonly executionStep: ExecutionStep;
  readonly version: number;
}

/** The plan of a decision: what to launch, to disrupt, or to remove. */
export type DecisionBody = ProvisionBody | DisruptBody | RemoveBody;

/** A plan for new nodes, with the pods that it is for. */
export interface ProvisionBody {
  readonly type: 'Provision';
  /** `null` when it is not for pods that wait. */
  readonly batchId: SchedulingBatchId | null;
  /** The static pool that lacks nodes, as it stood; absent when they are for pods that wait. */
  readonly staticPool?: StaticPoolCounts;
  /** The NodeClaim object that a person made, by its name; absent when nobody asked so. */
  readonly standaloneClaim?: string;
  /** With the first {@link recordedOptions} instance types of each claim. */
  readonly result: ProvisionPlan;
  /** How many instance types would do, by planned id. */
  readonly optionCounts: Readonly<Record<string, number>>;
  /** Names for the pods of the result, by uid. */
  readonly pods: Readonly<Record<string, DecisionPod>>;
  /** Recorded claims by planned id (`claim-0001` → `ncl_…`). */
  readonly claims: Readonly<Record<string, NodeClaimId>>;
}

/** What the engine planned, for pods, for a static pool, or for a claim without a pool. */
export type ProvisionPlan<Planned extends PlannedClaim = PlannedClaim> = Omit<
  SchedulingResult,
  'newNodeClaims'
> & { readonly newNodeClaims: readonly Planned[] };

/** How many instance types a decision keeps of each claim; the claim's own plan has more. */
export const recordedOptions = 20;

/** A pod as a decision names it. */
export interface DecisionPod {
  readonly namespace: string;
  readonly name: string;
  readonly owner: string;
}

/** A command of the engine: nodes to disrupt, their replacements, and the pods that move. */
export interface DisruptBody {
  readonly type: 'Disrupt';
  readonly command: Command;
  /** Budgets as they stood when it was proposed. */
  readonly budgets: readonly BudgetStatus[];
  /** With drift: why, node by node. Absent for other reasons, and in decisions from before it was recorded. */
  readonly drift?: readonly NodeDrift[];
  /**
   * Recorded claims of the replacements by planned id (`claim-0001` → `ncl_…`), once they are asked
   * for. Absent in decisions that need none.
   */
  readonly replacementClaims?: Readonly<Record<string, NodeClaimId>>;
}

/**
 * Nodes that are removed whatever budgets say: the cloud takes one back, its time is over, somebody
 * deleted it (nobody is asked about these), or its static pool has too many.
 */
export interface RemoveBody {
  readonly type: 'Remove';
  readonly reason: 'Interrupted' | 'Expired' | 'Overprovisioned' | 'Deleted';
  /** What somebody deleted; absent for other reasons. */
  readonly deleted?: DeletedObject;
  readonly candidates: readonly RemovedNode[];
  /** Pods that have to run elsewhere; where is another decision's. */
  readonly pods: readonly {
    readonly podUid: string;
    /** `namespace/name`. */
    readonly pod: string;
    readonly from: string;
  }[];
  /** The warning; `null` for a node that expired. */
  readonly interruption: {
    readonly id: InterruptionId;
    readonly kind: InterruptionKind;
    readonly instanceId: string;
  } | null;
  /** When the instance ends whatever anybody does; `null` when no time is set. */
  readonly deadline: Instant | null;
  /** The static pool that has too many nodes, as it stood; absent for other reasons. */
  readonly staticPool?: StaticPoolCounts;
}

/** An object whose deletion removes nodes. */
export interface DeletedObject {
  readonly kind: 'Node' | 'NodeClaim' | 'NodePool';
  readonly name: string;
}

/** As a command's candidate; the pool is `null` of a claim that has none. */
export type RemovedNode = Omit<CommandCandidate, 'nodePool'> & {
  readonly nodePool: string | null;
};

/** Steps of carrying out a disruption, each persisted when it is done. */
export const executionSteps = [
  'None',
  'Tainted',
  'ReplacementsRequested',
  'ReplacementsInitialized',
  'MarkedForDeletion',
  'Terminated',
] as const;
/** One of {@link executionSteps}. */
export type ExecutionStep = (typeof executionSteps)[number];

/** One line of a decision's history; append-only. */
export interface DecisionEvent {
  readonly at: Instant;
  readonly kind: DecisionEventKind;
  /** A user's or token's name; `kerf` for what the product did by itself. */
  readonly actor: string;
  readonly data: DecisionEventData;
}

/** Kinds of entries in a decision's history. */
export const decisionEventKinds = [
  'Proposed',
  'Validated',
  'ApprovalRequested',
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
  /** Promised and paid, when an instance is bought. */
  readonly expectedMicroUsdPerHour?: MicroUsdPerHour;
  readonly actualMicroUsdPerHour?: MicroUsdPerHour;
}

/** What Kerf itself signs with. */
export const kerfActor = 'kerf';
