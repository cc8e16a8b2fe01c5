import type {
  AccessAction,
  AppliedDocument,
  ApprovalRule,
  AttemptOutcome,
  Attention,
  AttentionKind,
  BindingScope,
  ChangeNotice,
  ChannelKind,
  ChannelState,
  ClaimOperator,
  Cluster,
  ClusterHold,
  CostResolution,
  DecisionKind,
  DecisionState,
  DefinitionFinding,
  DefinitionSource,
  DeliveryState,
  DeviceAccess,
  DisruptionSimulation,
  InterruptionKind,
  InterruptionOutcome,
  MinValuesPolicy,
  NodeClaimState,
  NodeOverlayRow,
  NodeRow,
  NotificationSeverity,
  PodRow,
  PodVerdict,
  PolicyResult,
  PreferencePolicy,
  RegistrationCheck,
  RegistrationHealthStatus,
  RegistrationStep,
  ReviewVerdict,
  RoleBinding,
  TeamMember,
  TeamOwnership,
  SmtpSecurity,
} from '@kerf/application';
import type { CostDimension } from '@kerf/db';
import type {
  CapacityType,
  ClusterMode,
  CostCause,
  DisruptionReason,
  PlanMethod,
} from '@kerf/engine';

export type ConnectionState = Cluster['connection']['state'];
export type ClusterHoldCode = ClusterHold['code'];
export type AttentionSeverity = Attention['severity'];
export type CheckState = RegistrationCheck['state'];
export type NodeOverlayState = NodeOverlayRow['state']['kind'];
export type NodeState = NodeRow['state'];
export type PodPhase = PodRow['phase'];
export type PodVerdictKind = PodVerdict['kind'];
export type FindingSeverity = DefinitionFinding['severity'];
export type DocumentOutcome = AppliedDocument['outcome'];
export type NotificationAttemptOutcome = AttemptOutcome;
export type NotificationChannelKind = ChannelKind;
export type NotificationChannelState = ChannelState;
export type NotificationDeliveryState = DeliveryState;
export type SimulationState = DisruptionSimulation['state'];
export type AccessEffect = RoleBinding['effect'];
export type AccessScopeKind = BindingScope['kind'];
export type BindingSubjectKind = RoleBinding['subject']['kind'];
export type TeamMemberKind = TeamMember['kind'];
export type TeamOwnershipKind = TeamOwnership['kind'];
/** A gap in the feed is reported as a change of everything. */
export type ChangeTopic = ChangeNotice['topic'] | 'UNKNOWN';

/** What a rule of the approval policy does. */
export type ApprovalAction = ApprovalRule['action']['kind'];

export type {
  AccessAction,
  AttentionKind,
  CapacityType,
  ClaimOperator,
  ClusterMode,
  CostCause,
  CostDimension,
  CostResolution,
  DecisionKind,
  DecisionState,
  DefinitionSource,
  DeviceAccess,
  DisruptionReason,
  InterruptionKind,
  InterruptionOutcome,
  MinValuesPolicy,
  NodeClaimState,
  NotificationSeverity,
  PlanMethod,
  PolicyResult,
  PreferencePolicy,
  RegistrationHealthStatus,
  RegistrationStep,
  ReviewVerdict,
  SmtpSecurity,
};

/** Maps domain values to their spelling in REST and GraphQL; a missing value does not compile. */
export const words = {
  AccessAction: {
    'cluster.read': 'CLUSTER_READ',
    'cluster.register': 'CLUSTER_REGISTER',
    'cluster.update': 'CLUSTER_UPDATE',
    'cluster.remove': 'CLUSTER_REMOVE',
    'node.read': 'NODE_READ',
    'pod.read': 'POD_READ',
    'cost.read': 'COST_READ',
    'definition.read': 'DEFINITION_READ',
    'definition.write': 'DEFINITION_WRITE',
    'decision.read': 'DECISION_READ',
    'decision.edit': 'DECISION_EDIT',
    'decision.approve': 'DECISION_APPROVE',
    'decision.break-glass': 'DECISION_BREAK_GLASS',
    'disruption.simulate': 'DISRUPTION_SIMULATE',
    'pause.write': 'PAUSE_WRITE',
    'spend-limit.write': 'SPEND_LIMIT_WRITE',
    'approval-policy.read': 'APPROVAL_POLICY_READ',
    'approval-policy.write': 'APPROVAL_POLICY_WRITE',
    'notification.read': 'NOTIFICATION_READ',
    'notification.write': 'NOTIFICATION_WRITE',
    'audit.read': 'AUDIT_READ',
    'api-token.write': 'API_TOKEN_WRITE',
    'identity.read': 'IDENTITY_READ',
    'identity.write': 'IDENTITY_WRITE',
  } satisfies Record<AccessAction, string>,
  DeviceAccess: { same: 'SAME', read: 'READ' } satisfies Record<DeviceAccess, string>,
  ClaimOperator: { Equals: 'EQUALS', Glob: 'GLOB' } satisfies Record<ClaimOperator, string>,
  AccessEffect: { Allow: 'ALLOW', Deny: 'DENY' } satisfies Record<AccessEffect, string>,
  AccessScopeKind: {
    Organization: 'ORGANIZATION',
    Team: 'TEAM',
    Cluster: 'CLUSTER',
    NodePool: 'NODE_POOL',
  } satisfies Record<AccessScopeKind, string>,
  AttentionKind: {
    CheckFailed: 'CHECK_FAILED',
    Unreachable: 'UNREACHABLE',
    StaleData: 'STALE_DATA',
    LaunchFailures: 'LAUNCH_FAILURES',
    PodsLost: 'PODS_LOST',
    InterruptionStorm: 'INTERRUPTION_STORM',
    FailedDecisions: 'FAILED_DECISIONS',
    Findings: 'FINDINGS',
  } satisfies Record<AttentionKind, string>,
  AttentionSeverity: {
    Broken: 'BROKEN',
    Degraded: 'DEGRADED',
  } satisfies Record<AttentionSeverity, string>,
  BindingSubjectKind: {
    User: 'USER',
    Group: 'GROUP',
    ApiToken: 'API_TOKEN',
  } satisfies Record<BindingSubjectKind, string>,
  CapacityType: {
    'on-demand': 'ON_DEMAND',
    spot: 'SPOT',
    reserved: 'RESERVED',
  } satisfies Record<CapacityType, string>,
  ChangeTopic: {
    cluster: 'CLUSTER',
    sync: 'SYNC',
    definition: 'DEFINITION',
    nodeClaim: 'NODE_CLAIM',
    decision: 'DECISION',
    simulation: 'SIMULATION',
    nodes: 'NODES',
    pods: 'PODS',
    catalog: 'CATALOG',
    audit: 'AUDIT',
    UNKNOWN: 'UNKNOWN',
  } satisfies Record<ChangeTopic, string>,
  CheckState: {
    Waiting: 'WAITING',
    Running: 'RUNNING',
    Passed: 'PASSED',
    Warned: 'WARNED',
    Failed: 'FAILED',
    Skipped: 'SKIPPED',
  } satisfies Record<CheckState, string>,
  ClusterHoldCode: {
    KARPENTER_RUNNING: 'KARPENTER_RUNNING',
    OTHER_KERF: 'OTHER_KERF',
  } satisfies Record<ClusterHoldCode, string>,
  ClusterMode: {
    observe: 'OBSERVE',
    approve: 'APPROVE',
    auto: 'AUTO',
  } satisfies Record<ClusterMode, string>,
  ConnectionState: {
    Checking: 'CHECKING',
    Rejected: 'REJECTED',
    Connecting: 'CONNECTING',
    Connected: 'CONNECTED',
    Unreachable: 'UNREACHABLE',
  } satisfies Record<ConnectionState, string>,
  CostDimension: {
    cluster: 'CLUSTER',
    nodePool: 'NODE_POOL',
    capacityType: 'CAPACITY_TYPE',
    instanceFamily: 'INSTANCE_FAMILY',
  } satisfies Record<CostDimension, string>,
  CostResolution: {
    minute: 'MINUTE',
    hour: 'HOUR',
    day: 'DAY',
  } satisfies Record<CostResolution, string>,
  CostCause: {
    CapacityBuffer: 'CAPACITY_BUFFER',
    StaticCapacity: 'STATIC_CAPACITY',
    ConsolidationPolicy: 'CONSOLIDATION_POLICY',
    DoNotDisrupt: 'DO_NOT_DISRUPT',
    PodDisruptionBudget: 'POD_DISRUPTION_BUDGET',
    Rejected: 'REJECTED',
    AwaitingApproval: 'AWAITING_APPROVAL',
    ObserveMode: 'OBSERVE_MODE',
    DisruptionBudget: 'DISRUPTION_BUDGET',
    ConsolidateAfter: 'CONSOLIDATE_AFTER',
    InTransition: 'IN_TRANSITION',
    NotHeldBack: 'NOT_HELD_BACK',
  } satisfies Record<CostCause, string>,
  ApprovalAction: { Auto: 'AUTO', Ask: 'ASK', Deny: 'DENY' } satisfies Record<
    ApprovalAction,
    string
  >,
  PolicyResult: {
    Run: 'RUN',
    Ask: 'ASK',
    Deny: 'DENY',
    Observe: 'OBSERVE',
  } satisfies Record<PolicyResult, string>,
  ReviewVerdict: {
    Approve: 'APPROVE',
    Withdraw: 'WITHDRAW',
    Reject: 'REJECT',
  } satisfies Record<ReviewVerdict, string>,
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
  DefinitionSource: { Api: 'API', Cluster: 'CLUSTER' } satisfies Record<DefinitionSource, string>,
  DisruptionReason: {
    Empty: 'EMPTY',
    Underutilized: 'UNDERUTILIZED',
    Drifted: 'DRIFTED',
  } satisfies Record<DisruptionReason, string>,
  DocumentOutcome: {
    Created: 'CREATED',
    Updated: 'UPDATED',
    Unchanged: 'UNCHANGED',
    Refused: 'REFUSED',
  } satisfies Record<DocumentOutcome, string>,
  FindingSeverity: {
    Error: 'ERROR',
    Warning: 'WARNING',
    Advice: 'ADVICE',
  } satisfies Record<FindingSeverity, string>,
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
  MinValuesPolicy: {
    Strict: 'STRICT',
    BestEffort: 'BEST_EFFORT',
  } satisfies Record<MinValuesPolicy, string>,
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
  NodeOverlayState: {
    Applied: 'APPLIED',
    Conflict: 'CONFLICT',
    Refused: 'REFUSED',
  } satisfies Record<NodeOverlayState, string>,
  NodeState: {
    Joining: 'JOINING',
    Ready: 'READY',
    NotReady: 'NOT_READY',
    Cordoned: 'CORDONED',
    Terminating: 'TERMINATING',
  } satisfies Record<NodeState, string>,
  NotificationAttemptOutcome: {
    Delivered: 'DELIVERED',
    Failed: 'FAILED',
    Refused: 'REFUSED',
  } satisfies Record<NotificationAttemptOutcome, string>,
  NotificationChannelKind: {
    Slack: 'SLACK',
    Teams: 'TEAMS',
    Email: 'EMAIL',
    PagerDuty: 'PAGER_DUTY',
    Webhook: 'WEBHOOK',
  } satisfies Record<NotificationChannelKind, string>,
  NotificationChannelState: {
    Active: 'ACTIVE',
    Disabled: 'DISABLED',
  } satisfies Record<NotificationChannelState, string>,
  NotificationDeliveryState: {
    Pending: 'PENDING',
    Delivered: 'DELIVERED',
    Failed: 'FAILED',
    Muted: 'MUTED',
  } satisfies Record<NotificationDeliveryState, string>,
  NotificationSeverity: {
    Info: 'INFO',
    Warning: 'WARNING',
    Critical: 'CRITICAL',
  } satisfies Record<NotificationSeverity, string>,
  PlanMethod: {
    FirstFit: 'FIRST_FIT',
    Exhaustive: 'EXHAUSTIVE',
    Greedy: 'GREEDY',
    ColumnGeneration: 'COLUMN_GENERATION',
    LargeNeighborhoodSearch: 'LARGE_NEIGHBORHOOD_SEARCH',
  } satisfies Record<PlanMethod, string>,
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
  PreferencePolicy: {
    Respect: 'RESPECT',
    Ignore: 'IGNORE',
  } satisfies Record<PreferencePolicy, string>,
  RegistrationHealthStatus: {
    Healthy: 'HEALTHY',
    Unhealthy: 'UNHEALTHY',
    Undecided: 'UNDECIDED',
  } satisfies Record<RegistrationHealthStatus, string>,
  RegistrationStep: {
    AssumeRole: 'ASSUME_ROLE',
    DescribeCluster: 'DESCRIBE_CLUSTER',
    Connect: 'CONNECT',
    Version: 'VERSION',
    Permissions: 'PERMISSIONS',
    CustomResources: 'CUSTOM_RESOURCES',
    OtherControllers: 'OTHER_CONTROLLERS',
    Subnets: 'SUBNETS',
    SecurityGroups: 'SECURITY_GROUPS',
    Images: 'IMAGES',
    InterruptionQueue: 'INTERRUPTION_QUEUE',
  } satisfies Record<RegistrationStep, string>,
  SimulationState: {
    Requested: 'REQUESTED',
    Done: 'DONE',
    Failed: 'FAILED',
  } satisfies Record<SimulationState, string>,
  TeamMemberKind: { User: 'USER', Group: 'GROUP' } satisfies Record<TeamMemberKind, string>,
  TeamOwnershipKind: {
    Cluster: 'CLUSTER',
    NodePool: 'NODE_POOL',
    Namespace: 'NAMESPACE',
  } satisfies Record<TeamOwnershipKind, string>,
  SmtpSecurity: {
    Tls: 'TLS',
    StartTls: 'START_TLS',
    None: 'NONE',
  } satisfies Record<SmtpSecurity, string>,
} as const;
