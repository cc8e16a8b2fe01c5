import type {
  AppliedDocument,
  Attention,
  AttentionKind,
  ChangeNotice,
  Cluster,
  ClusterHold,
  CostDriverKind,
  CostResolution,
  DefinitionFinding,
  DefinitionSource,
  MinValuesPolicy,
  NodeOverlayRow,
  PreferencePolicy,
  RegistrationCheck,
  RegistrationHealthStatus,
  RegistrationStep,
  UnattributedReason,
} from '@kerf/application';
import type { CostDimension } from '@kerf/db';
import type { ClusterMode, BoundPartCause as CostBoundPartCause, CostCause } from '@kerf/engine';

export type AttentionSeverity = Attention['severity'];
/** A gap in the feed is reported as a change of everything. */
export type ChangeTopic = ChangeNotice['topic'] | 'UNKNOWN';
export type CheckState = RegistrationCheck['state'];
export type ClusterHoldCode = ClusterHold['code'];
/** Why a part of a change of the cost has no cause. */
export type CostUnattributedReason = UnattributedReason;
export type ConnectionState = Cluster['connection']['state'];
export type DocumentOutcome = AppliedDocument['outcome'];
export type FindingSeverity = DefinitionFinding['severity'];
export type NodeOverlayState = NodeOverlayRow['state']['kind'];

export type {
  AttentionKind,
  ClusterMode,
  CostBoundPartCause,
  CostCause,
  CostDimension,
  CostDriverKind,
  CostResolution,
  DefinitionSource,
  MinValuesPolicy,
  PreferencePolicy,
  RegistrationHealthStatus,
  RegistrationStep,
};

export const clusterWords = {
  AttentionKind: {
    CheckFailed: 'CHECK_FAILED',
    Unreachable: 'UNREACHABLE',
    StaleData: 'STALE_DATA',
    LaunchFailures: 'LAUNCH_FAILURES',
    PodsLost: 'PODS_LOST',
    BrakeEngaged: 'BRAKE_ENGAGED',
    InterruptionStorm: 'INTERRUPTION_STORM',
    Paused: 'PAUSED',
    FailedDecisions: 'FAILED_DECISIONS',
    SpendLimitReached: 'SPEND_LIMIT_REACHED',
    SpendForecastExceeded: 'SPEND_FORECAST_EXCEEDED',
    AlertThresholdExceeded: 'ALERT_THRESHOLD_EXCEEDED',
    Findings: 'FINDINGS',
  } satisfies Record<AttentionKind, string>,
  AttentionSeverity: {
    Broken: 'BROKEN',
    Degraded: 'DEGRADED',
  } satisfies Record<AttentionSeverity, string>,
  ChangeTopic: {
    cluster: 'CLUSTER',
    sync: 'SYNC',
    definition: 'DEFINITION',
    nodeClaim: 'NODE_CLAIM',
    decision: 'DECISION',
    simulation: 'SIMULATION',
    pause: 'PAUSE',
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
  CostBoundPartCause: {
    Daemons: 'DAEMONS',
    NodePoolRequirements: 'NODE_POOL_REQUIREMENTS',
  } satisfies Record<CostBoundPartCause, string>,
  CostCause: {
    CapacityBuffer: 'CAPACITY_BUFFER',
    StaticCapacity: 'STATIC_CAPACITY',
    ConsolidationPolicy: 'CONSOLIDATION_POLICY',
    DoNotDisrupt: 'DO_NOT_DISRUPT',
    PodDisruptionBudget: 'POD_DISRUPTION_BUDGET',
    Rejected: 'REJECTED',
    Paused: 'PAUSED',
    AwaitingApproval: 'AWAITING_APPROVAL',
    ObserveMode: 'OBSERVE_MODE',
    DisruptionBudget: 'DISRUPTION_BUDGET',
    ConsolidateAfter: 'CONSOLIDATE_AFTER',
    InTransition: 'IN_TRANSITION',
    MinSaving: 'MIN_SAVING',
    NodePoolConstraints: 'NODE_POOL_CONSTRAINTS',
    SpotToSpot: 'SPOT_TO_SPOT',
    NotHeldBack: 'NOT_HELD_BACK',
  } satisfies Record<CostCause, string>,
  CostDimension: {
    cluster: 'CLUSTER',
    nodePool: 'NODE_POOL',
    capacityType: 'CAPACITY_TYPE',
    instanceFamily: 'INSTANCE_FAMILY',
  } satisfies Record<CostDimension, string>,
  CostDriverKind: {
    Provision: 'PROVISION',
    StaticNodePool: 'STATIC_NODE_POOL',
    StandaloneNodeClaim: 'STANDALONE_NODE_CLAIM',
    Empty: 'EMPTY',
    Consolidate: 'CONSOLIDATE',
    Drift: 'DRIFT',
    Expire: 'EXPIRE',
    Interrupt: 'INTERRUPT',
    Repair: 'REPAIR',
    Delete: 'DELETE',
    LaunchFailure: 'LAUNCH_FAILURE',
    InstanceEnded: 'INSTANCE_ENDED',
    Price: 'PRICE',
    PriceKnown: 'PRICE_KNOWN',
    ClusterAdded: 'CLUSTER_ADDED',
    Unmanaged: 'UNMANAGED',
    Unattributed: 'UNATTRIBUTED',
    Other: 'OTHER',
  } satisfies Record<CostDriverKind, string>,
  CostResolution: {
    minute: 'MINUTE',
    hour: 'HOUR',
    day: 'DAY',
  } satisfies Record<CostResolution, string>,
  CostUnattributedReason: {
    Adopted: 'ADOPTED',
    DecisionUnknown: 'DECISION_UNKNOWN',
    PodsUnknown: 'PODS_UNKNOWN',
    NotTerminated: 'NOT_TERMINATED',
  } satisfies Record<CostUnattributedReason, string>,
  DefinitionSource: { Api: 'API', Cluster: 'CLUSTER' } satisfies Record<DefinitionSource, string>,
  DocumentOutcome: {
    Created: 'CREATED',
    Updated: 'UPDATED',
    Unchanged: 'UNCHANGED',
    Refused: 'REFUSED',
  } satisfies Record<DocumentOutcome, string>,
  FindingSeverity: { Error: 'ERROR', Warning: 'WARNING', Advice: 'ADVICE' } satisfies Record<
    FindingSeverity,
    string
  >,
  MinValuesPolicy: {
    Strict: 'STRICT',
    BestEffort: 'BEST_EFFORT',
  } satisfies Record<MinValuesPolicy, string>,
  NodeOverlayState: {
    Applied: 'APPLIED',
    Conflict: 'CONFLICT',
    Refused: 'REFUSED',
  } satisfies Record<NodeOverlayState, string>,
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
} as const;
