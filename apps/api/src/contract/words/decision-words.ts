import type {
  ApprovalRule,
  BrakeAlert,
  BrakeRule,
  DecisionKind,
  DecisionState,
  DisruptionSimulation,
  ExecutionStep,
  PauseCause,
  PolicyResult,
  ReviewVerdict,
} from '@kerf/application';
import type { DisruptionReason, PauseExtent, PlanMethod, RepairAction } from '@kerf/engine';

export type AlertKind = BrakeAlert;
/** Action of a rule of the approval policy. */
export type ApprovalAction = ApprovalRule['action']['kind'];
export type SimulationState = DisruptionSimulation['state'];

export type {
  BrakeRule,
  DecisionKind,
  DecisionState,
  DisruptionReason,
  ExecutionStep,
  PauseCause,
  PauseExtent,
  PlanMethod,
  PolicyResult,
  RepairAction,
  ReviewVerdict,
};

export const decisionWords = {
  AlertKind: { Nodes: 'NODES', Spend: 'SPEND', Changes: 'CHANGES' } satisfies Record<
    BrakeAlert,
    string
  >,
  ApprovalAction: { Auto: 'AUTO', Ask: 'ASK', Deny: 'DENY' } satisfies Record<
    ApprovalAction,
    string
  >,
  BrakeRule: {
    LaunchFailures: 'LAUNCH_FAILURES',
    RegistrationFailures: 'REGISTRATION_FAILURES',
    ClaimsPerMinute: 'CLAIMS_PER_MINUTE',
    Growth: 'GROWTH',
    SpendRise: 'SPEND_RISE',
    SameShapeReplaced: 'SAME_SHAPE_REPLACED',
    SamePodsMoved: 'SAME_PODS_MOVED',
  } satisfies Record<BrakeRule, string>,
  DecisionKind: {
    Provision: 'PROVISION',
    Deprovision: 'DEPROVISION',
    Empty: 'EMPTY',
    Consolidate: 'CONSOLIDATE',
    Drift: 'DRIFT',
    Expire: 'EXPIRE',
    Interrupt: 'INTERRUPT',
    Repair: 'REPAIR',
    Delete: 'DELETE',
  } satisfies Record<DecisionKind, string>,
  DecisionState: {
    Proposed: 'PROPOSED',
    AwaitingApproval: 'AWAITING_APPROVAL',
    Approved: 'APPROVED',
    Executing: 'EXECUTING',
    Executed: 'EXECUTED',
    Failed: 'FAILED',
    Rejected: 'REJECTED',
    Expired: 'EXPIRED',
    Superseded: 'SUPERSEDED',
  } satisfies Record<DecisionState, string>,
  DisruptionReason: {
    Empty: 'EMPTY',
    Underutilized: 'UNDERUTILIZED',
    Drifted: 'DRIFTED',
    Unhealthy: 'UNHEALTHY',
  } satisfies Record<DisruptionReason, string>,
  ExecutionStep: {
    None: 'NONE',
    Tainted: 'TAINTED',
    ReplacementsRequested: 'REPLACEMENTS_REQUESTED',
    ReplacementsInitialized: 'REPLACEMENTS_INITIALIZED',
    RebootRequested: 'REBOOT_REQUESTED',
    Rebooted: 'REBOOTED',
    MarkedForDeletion: 'MARKED_FOR_DELETION',
    Terminated: 'TERMINATED',
  } satisfies Record<ExecutionStep, string>,
  PauseCause: {
    User: 'USER',
    RunawayBrake: 'RUNAWAY_BRAKE',
    FlapDetector: 'FLAP_DETECTOR',
  } satisfies Record<PauseCause, string>,
  PauseExtent: {
    Consolidation: 'CONSOLIDATION',
    Disruption: 'DISRUPTION',
    DisruptionAndLaunches: 'DISRUPTION_AND_LAUNCHES',
  } satisfies Record<PauseExtent, string>,
  PlanMethod: {
    FirstFit: 'FIRST_FIT',
    Exhaustive: 'EXHAUSTIVE',
    Greedy: 'GREEDY',
    ColumnGeneration: 'COLUMN_GENERATION',
    LargeNeighborhoodSearch: 'LARGE_NEIGHBORHOOD_SEARCH',
  } satisfies Record<PlanMethod, string>,
  PolicyResult: {
    Run: 'RUN',
    Ask: 'ASK',
    Deny: 'DENY',
    Observe: 'OBSERVE',
  } satisfies Record<PolicyResult, string>,
  RepairAction: { Reboot: 'REBOOT', Replace: 'REPLACE' } satisfies Record<RepairAction, string>,
  ReviewVerdict: {
    Approve: 'APPROVE',
    Withdraw: 'WITHDRAW',
    Reject: 'REJECT',
  } satisfies Record<ReviewVerdict, string>,
  SimulationState: {
    Requested: 'REQUESTED',
    Done: 'DONE',
    Failed: 'FAILED',
  } satisfies Record<SimulationState, string>,
} as const;
