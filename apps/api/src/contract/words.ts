import {
  type AppliedDocument,
  type ApprovalRule,
  type Attention,
  type AuditEntry,
  type AuditProblemKind,
  accessActions,
  attemptOutcomes,
  attentionKinds,
  type BindingScope,
  brakeAlerts,
  brakeRules,
  budgetIntervalStates,
  type Cluster,
  changeTopics,
  channelKinds,
  channelStates,
  claimOperators,
  clusterHoldCodes,
  costDriverKinds,
  costResolutions,
  type DefinitionFinding,
  type DefinitionSource,
  decisionKinds,
  decisionStates,
  definitionKinds,
  deliveryStates,
  deviceAccesses,
  executionSteps,
  gitProviders,
  incidentKinds,
  interruptionKinds,
  interruptionOutcomes,
  managingTools,
  minValuesPolicies,
  type NodeOverlayRow,
  type NodeRow,
  nodeClaimStates,
  notificationSeverities,
  type PodRow,
  type PodVerdict,
  type Principal,
  pauseCauses,
  policyResults,
  preferencePolicies,
  type RegistrationCheck,
  type RegistrationHealthStatus,
  type RoleBinding,
  rebootSteps,
  registrationSteps,
  reviewVerdicts,
  simulationStates,
  smtpSecurities,
  type TeamMember,
  type TeamOwnership,
  terminationSteps,
  unattributedReasons,
} from '@kerf/application';
import {
  costAllocationDimensions,
  costDimensions,
  costShareKinds,
  decisionOrderFields,
  interruptionOrderFields,
  nodeClaimOrderFields,
  nodeOrderFields,
  searchKinds,
  searchMatches,
} from '@kerf/db';
import {
  boundPartCauses,
  type CapacityType,
  clusterModes,
  costCauses,
  disruptionReasons,
  pauseExtents,
  planMethods,
  repairActions,
} from '@kerf/engine';

/** Kinds of activity: launches, removals and replacements of nodes, and interruptions by AWS. */
export const activityKinds = ['Launch', 'Removal', 'Interruption'] as const;

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

/**
 * Maps domain values to their spelling in REST and GraphQL, by the name of the GraphQL enum. A missing value does not
 * compile. The types of the enums are generated from it.
 */
export const words = {
  AccessAction: spelled(accessActions),
  AccessEffect: spelled(['Allow', 'Deny']) satisfies Spelling<RoleBinding['effect']>,
  AccessScopeKind: spelled(['Organization', 'Team', 'Cluster', 'NodePool']) satisfies Spelling<
    BindingScope['kind']
  >,
  ActivityKind: spelled(activityKinds),
  /** Kind of the actor of an audit log entry. */
  ActorKind: spelled(['User', 'ApiToken', 'Kerf', 'Anonymous']) satisfies Spelling<
    AuditEntry['actor']['kind']
  >,
  AlertKind: spelled(brakeAlerts),
  /** Action of a rule of the approval policy. */
  ApprovalAction: spelled(['Auto', 'Ask', 'Deny']) satisfies Spelling<
    ApprovalRule['action']['kind']
  >,
  AttentionKind: spelled(attentionKinds),
  AttentionSeverity: spelled(['Broken', 'Degraded', 'Waiting']) satisfies Spelling<
    Attention['severity']
  >,
  AuditOutcome: spelled(['Done', 'Refused']) satisfies Spelling<AuditEntry['outcome']>,
  AuditProblemKind: spelled([
    'StartChanged',
    'EntryChanged',
    'EntryMissing',
    'EndMissing',
    'CheckpointInvalid',
    'CheckpointMismatch',
    'UnknownKey',
  ]) satisfies Spelling<AuditProblemKind>,
  BindingSubjectKind: spelled(['User', 'Group', 'ApiToken']) satisfies Spelling<
    RoleBinding['subject']['kind']
  >,
  BrakeRule: spelled(brakeRules),
  CallerKind: spelled(['User', 'ApiToken']) satisfies Spelling<Principal['kind']>,
  CapacityType: spelled(['on-demand', 'spot', 'reserved']) satisfies Spelling<CapacityType>,
  /** A gap in the feed is reported as a change of everything. */
  ChangeTopic: spelled([...changeTopics, 'UNKNOWN']),
  CheckState: spelled([
    'Waiting',
    'Running',
    'Passed',
    'Warned',
    'Failed',
    'Skipped',
  ]) satisfies Spelling<RegistrationCheck['state']>,
  ClaimOperator: spelled(claimOperators),
  ClusterHoldCode: spelled(clusterHoldCodes),
  ClusterMode: spelled(clusterModes),
  ConnectionState: spelled([
    'Checking',
    'Rejected',
    'Connecting',
    'Connected',
    'Unreachable',
  ]) satisfies Spelling<Cluster['connection']['state']>,
  CostAllocationDimension: spelled(costAllocationDimensions),
  CostBoundPartCause: spelled(boundPartCauses),
  CostCause: spelled(costCauses),
  CostDimension: spelled(costDimensions),
  CostDriverKind: spelled(costDriverKinds),
  CostResolution: spelled(costResolutions),
  CostShareKind: spelled(costShareKinds),
  CostUnattributedReason: spelled(unattributedReasons),
  DecisionKind: spelled(decisionKinds),
  DecisionOrderField: spelled(decisionOrderFields),
  DecisionState: spelled(decisionStates),
  DefinitionKind: spelled(definitionKinds),
  DefinitionSource: spelled(['Api', 'Cluster']) satisfies Spelling<DefinitionSource>,
  DeviceAccess: spelled(deviceAccesses),
  DisruptionReason: spelled(disruptionReasons),
  DocumentOutcome: spelled(['Created', 'Updated', 'Unchanged', 'Refused']) satisfies Spelling<
    AppliedDocument['outcome']
  >,
  ExecutionStep: spelled(executionSteps),
  FindingSeverity: spelled(['Error', 'Warning', 'Advice']) satisfies Spelling<
    DefinitionFinding['severity']
  >,
  GitProvider: spelled(gitProviders),
  IncidentKind: spelled(incidentKinds),
  InterruptionKind: spelled(interruptionKinds),
  InterruptionOrderField: spelled(interruptionOrderFields),
  InterruptionOutcome: spelled(interruptionOutcomes),
  BudgetIntervalState: spelled(budgetIntervalStates),
  ManagingTool: spelled(managingTools),
  MinValuesPolicy: spelled(minValuesPolicies),
  NodeClaimOrderField: spelled(nodeClaimOrderFields),
  NodeClaimState: spelled(nodeClaimStates),
  NodeOrderField: spelled(nodeOrderFields),
  NodeOverlayState: spelled(['Applied', 'Conflict', 'Refused']) satisfies Spelling<
    NodeOverlayRow['state']['kind']
  >,
  NodePhase: spelled(nodePhases),
  NodeState: spelled([
    'Joining',
    'Ready',
    'NotReady',
    'Cordoned',
    'Terminating',
  ]) satisfies Spelling<NodeRow['state']>,
  NotificationAttemptOutcome: spelled(attemptOutcomes),
  NotificationChannelKind: spelled(channelKinds),
  NotificationChannelState: spelled(channelStates),
  NotificationDeliveryState: spelled(deliveryStates),
  NotificationSeverity: spelled(notificationSeverities),
  PauseCause: spelled(pauseCauses),
  PauseExtent: spelled(pauseExtents),
  PlanMethod: spelled(planMethods),
  PodPhase: spelled(['Pending', 'Bound', 'Terminating']) satisfies Spelling<PodRow['phase']>,
  PodVerdictKind: spelled(['ExistingNode', 'NewNode', 'Unschedulable']) satisfies Spelling<
    PodVerdict['kind']
  >,
  PolicyResult: spelled(policyResults),
  PreferencePolicy: spelled(preferencePolicies),
  RegistrationHealthStatus: spelled([
    'Healthy',
    'Unhealthy',
    'Undecided',
  ]) satisfies Spelling<RegistrationHealthStatus>,
  RegistrationStep: spelled(registrationSteps),
  RebootStep: spelled(rebootSteps),
  RepairAction: spelled(repairActions),
  ReviewVerdict: spelled(reviewVerdicts),
  SearchKind: spelled(searchKinds),
  SearchMatch: spelled(searchMatches),
  SimulationState: spelled(simulationStates),
  SmtpSecurity: spelled(smtpSecurities),
  TeamMemberKind: spelled(['User', 'Group']) satisfies Spelling<TeamMember['kind']>,
  TeamOwnershipKind: spelled(['Cluster', 'NodePool', 'Namespace']) satisfies Spelling<
    TeamOwnership['kind']
  >,
  TerminationStep: spelled(terminationSteps),
} as const;

type Spelling<Value extends string> = Readonly<Record<Value, string>>;

/** Spells values as the API does: `SpotInterrupted` is `SPOT_INTERRUPTED`, `node.read` is `NODE_READ`. */
function spelled<const Value extends string>(values: readonly Value[]): Spelling<Value> {
  const entries: readonly (readonly unknown[])[] = values.map((value) => [
    value,
    value.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])|[.-]/g, '_').toUpperCase(),
  ]);
  return Object.fromEntries(entries);
}
