import type * as Schema from './schema-types.js';
import type { AccessAction, AccessEffect, AccessScopeKind, ActorKind, AlertKind, ApprovalAction, AttentionKind, AttentionSeverity, AuditOutcome, AuditProblemKind, BindingSubjectKind, BrakeRule, CallerKind, CapacityType, ChangeTopic, CheckState, ClaimOperator, ClusterHoldCode, ClusterMode, ConnectionState, CostBoundPartCause, CostCause, CostDimension, CostResolution, DecisionKind, DecisionState, DefinitionSource, DeviceAccess, DisruptionReason, DocumentOutcome, ExecutionStep, FindingSeverity, InterruptionKind, InterruptionOutcome, MinValuesPolicy, NodeClaimState, NodeOverlayState, NodePhase, NodeState, NotificationAttemptOutcome, NotificationChannelKind, NotificationChannelState, NotificationDeliveryState, NotificationSeverity, PauseCause, PauseExtent, PlanMethod, PodPhase, PodVerdictKind, PolicyResult, PreferencePolicy, RegistrationHealthStatus, RegistrationStep, ReviewVerdict, SimulationState, SmtpSecurity, TeamMemberKind, TeamOwnershipKind, TerminationStep } from '../contract/words.js';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ChangeView } from '../live/change-view.js';
import type { ApprovalPolicyView } from '../modules/approval-policy/approval-policy.contract.js';
import type { AuditEntryView, AuditEntryConnectionView } from '../modules/audit/audit.contract.js';
import type { ClusterView, ClusterConnectionView } from '../modules/cluster/cluster.mapper.js';
import type { DecisionView, DecisionConnectionView, PlannedNodeClaimView } from '../modules/decision/decision.mapper.js';
import type { NodePoolView, NodePoolConnectionView, NodeClassView, NodeClassConnectionView } from '../modules/definition/definition.mapper.js';
import type { FleetEventView } from '../modules/fleet-event/fleet-event.contract.js';
import type { InterruptionView, InterruptionConnectionView } from '../modules/interruption/interruption.contract.js';
import type { NodeClaimView, NodeClaimConnectionView } from '../modules/node-claim/node-claim.contract.js';
import type { NodeView, NodeConnectionView } from '../modules/node/node.contract.js';
import type { NotificationDeliveryConnectionView } from '../modules/notification/notification.mapper.js';
import type { PendingPodGroupView, PendingPodGroupConnectionView } from '../modules/scheduling/scheduling.contract.js';
import type { SimulationResultView, DisruptionSimulationView } from '../modules/simulation/simulation.mapper.js';
import type { GraphqlContext } from '../graphql/graphql-context.js';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Schema.Maybe<TTypes> | Promise<Schema.Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Object:
    | ( Schema.ApiToken )
    | ( AuditEntryView )
    | ( ClusterView )
    | ( DecisionView )
    | ( DisruptionSimulationView )
    | ( InterruptionView )
    | ( NodeClaimView )
    | ( NodeClassView )
    | ( NodePoolView )
    | ( Schema.NotificationChannel )
    | ( Schema.NotificationDelivery )
    | ( Schema.NotificationRule )
    | ( Schema.Pause )
    | ( Schema.RoleBinding )
    | ( Schema.SpendLimit )
    | ( Schema.Team )
    | ( Schema.TrustRule )
    | ( Schema.User )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AccessAction: AccessAction;
  AccessEffect: AccessEffect;
  AccessScope: ResolverTypeWrapper<Schema.AccessScope>;
  AccessScopeInput: Schema.AccessScopeInput;
  AccessScopeKind: AccessScopeKind;
  ActorKind: ActorKind;
  AlertKind: AlertKind;
  AlertThresholds: ResolverTypeWrapper<Schema.AlertThresholds>;
  ApiToken: ResolverTypeWrapper<Schema.ApiToken>;
  ApplyManifestsInput: Schema.ApplyManifestsInput;
  ApplyManifestsPayload: ResolverTypeWrapper<Schema.ApplyManifestsPayload>;
  ApprovalAction: ApprovalAction;
  ApprovalPolicy: ResolverTypeWrapper<ApprovalPolicyView>;
  ApprovalPolicyRule: ResolverTypeWrapper<Schema.ApprovalPolicyRule>;
  ApprovalPolicyTest: ResolverTypeWrapper<Schema.ApprovalPolicyTest>;
  ApproveDecisionInput: Schema.ApproveDecisionInput;
  ApproveDecisionPayload: ResolverTypeWrapper<Omit<Schema.ApproveDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  AttentionKind: AttentionKind;
  AttentionSeverity: AttentionSeverity;
  AuditEntry: ResolverTypeWrapper<AuditEntryView>;
  AuditEntryConnection: ResolverTypeWrapper<AuditEntryConnectionView>;
  AuditEntryEdge: ResolverTypeWrapper<Omit<Schema.AuditEntryEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>;
  AuditExport: ResolverTypeWrapper<Schema.AuditExport>;
  AuditFilter: Schema.AuditFilter;
  AuditOutcome: AuditOutcome;
  AuditProblem: ResolverTypeWrapper<Schema.AuditProblem>;
  AuditProblemKind: AuditProblemKind;
  AuditVerification: ResolverTypeWrapper<Schema.AuditVerification>;
  BindRoleInput: Schema.BindRoleInput;
  BindingSubjectKind: BindingSubjectKind;
  Boolean: ResolverTypeWrapper<Schema.Scalars['Boolean']['output']>;
  BrakeRule: BrakeRule;
  BrakeSettings: ResolverTypeWrapper<Schema.BrakeSettings>;
  BreakGlassInput: Schema.BreakGlassInput;
  BreakGlassPayload: ResolverTypeWrapper<Omit<Schema.BreakGlassPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  BudgetStatus: ResolverTypeWrapper<Schema.BudgetStatus>;
  CallerKind: CallerKind;
  CapacityBuffer: ResolverTypeWrapper<Schema.CapacityBuffer>;
  CapacityType: CapacityType;
  Change: ResolverTypeWrapper<ChangeView>;
  ChangeAlertThresholdsInput: Schema.ChangeAlertThresholdsInput;
  ChangeAlertThresholdsPayload: ResolverTypeWrapper<Schema.ChangeAlertThresholdsPayload>;
  ChangeBrakeSettingsInput: Schema.ChangeBrakeSettingsInput;
  ChangeBrakeSettingsPayload: ResolverTypeWrapper<Schema.ChangeBrakeSettingsPayload>;
  ChangeTopic: ChangeTopic;
  ChatIdentity: ResolverTypeWrapper<Schema.ChatIdentity>;
  CheckState: CheckState;
  ClaimCondition: ResolverTypeWrapper<Schema.ClaimCondition>;
  ClaimConditionInput: Schema.ClaimConditionInput;
  ClaimOperator: ClaimOperator;
  Cluster: ResolverTypeWrapper<ClusterView>;
  ClusterAttention: ResolverTypeWrapper<Schema.ClusterAttention>;
  ClusterConnection: ResolverTypeWrapper<ClusterConnectionView>;
  ClusterConnectionState: ResolverTypeWrapper<Schema.ClusterConnectionState>;
  ClusterCostReport: ResolverTypeWrapper<Schema.ClusterCostReport>;
  ClusterEdge: ResolverTypeWrapper<Omit<Schema.ClusterEdge, 'node'> & { node: ResolversTypes['Cluster'] }>;
  ClusterFilter: Schema.ClusterFilter;
  ClusterFinding: ResolverTypeWrapper<Schema.ClusterFinding>;
  ClusterHold: ResolverTypeWrapper<Schema.ClusterHold>;
  ClusterHoldCode: ClusterHoldCode;
  ClusterMode: ClusterMode;
  ClusterOrder: Schema.ClusterOrder;
  ClusterOrderField: Schema.ClusterOrderField;
  ClusterSettings: ResolverTypeWrapper<Schema.ClusterSettings>;
  ClusterSummary: ResolverTypeWrapper<Schema.ClusterSummary>;
  CommentDecisionInput: Schema.CommentDecisionInput;
  CommentDecisionPayload: ResolverTypeWrapper<Omit<Schema.CommentDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  ConnectionState: ConnectionState;
  ConvertManifestsInput: Schema.ConvertManifestsInput;
  ConvertedDocument: ResolverTypeWrapper<Schema.ConvertedDocument>;
  ConvertedManifests: ResolverTypeWrapper<Schema.ConvertedManifests>;
  CostBoundPart: ResolverTypeWrapper<Schema.CostBoundPart>;
  CostBoundPartCause: CostBoundPartCause;
  CostBoundPartSubject: ResolverTypeWrapper<Schema.CostBoundPartSubject>;
  CostCause: CostCause;
  CostCauseShare: ResolverTypeWrapper<Schema.CostCauseShare>;
  CostCauseSubject: ResolverTypeWrapper<Schema.CostCauseSubject>;
  CostDimension: CostDimension;
  CostFilter: Schema.CostFilter;
  CostMonth: ResolverTypeWrapper<Schema.CostMonth>;
  CostNow: ResolverTypeWrapper<Schema.CostNow>;
  CostReport: ResolverTypeWrapper<Schema.CostReport>;
  CostResolution: CostResolution;
  CostSeries: ResolverTypeWrapper<Schema.CostSeries>;
  CostSeriesGroup: ResolverTypeWrapper<Schema.CostSeriesGroup>;
  CostShare: ResolverTypeWrapper<Schema.CostShare>;
  CreateApiTokenInput: Schema.CreateApiTokenInput;
  CreateApiTokenPayload: ResolverTypeWrapper<Schema.CreateApiTokenPayload>;
  CreateChatCodePayload: ResolverTypeWrapper<Schema.CreateChatCodePayload>;
  CreateNotificationChannelInput: Schema.CreateNotificationChannelInput;
  CreateNotificationChannelPayload: ResolverTypeWrapper<Schema.CreateNotificationChannelPayload>;
  CreateNotificationRuleInput: Schema.CreateNotificationRuleInput;
  CreateRoleInput: Schema.CreateRoleInput;
  CreateSpendLimitInput: Schema.CreateSpendLimitInput;
  CreateStandingApprovalInput: Schema.CreateStandingApprovalInput;
  CreateStandingApprovalPayload: ResolverTypeWrapper<Omit<Schema.CreateStandingApprovalPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  CreateTeamInput: Schema.CreateTeamInput;
  CreateUserInput: Schema.CreateUserInput;
  DateTime: ResolverTypeWrapper<Schema.Scalars['DateTime']['output']>;
  DecideDeviceInput: Schema.DecideDeviceInput;
  DecideDevicePayload: ResolverTypeWrapper<Schema.DecideDevicePayload>;
  Decision: ResolverTypeWrapper<DecisionView>;
  DecisionApproval: ResolverTypeWrapper<Schema.DecisionApproval>;
  DecisionConnection: ResolverTypeWrapper<DecisionConnectionView>;
  DecisionEdge: ResolverTypeWrapper<Omit<Schema.DecisionEdge, 'node'> & { node: ResolversTypes['Decision'] }>;
  DecisionEvent: ResolverTypeWrapper<Schema.DecisionEvent>;
  DecisionFilter: Schema.DecisionFilter;
  DecisionKind: DecisionKind;
  DecisionOutcome: ResolverTypeWrapper<Schema.DecisionOutcome>;
  DecisionPhase: ResolverTypeWrapper<Schema.DecisionPhase>;
  DecisionPod: ResolverTypeWrapper<Schema.DecisionPod>;
  DecisionProgress: ResolverTypeWrapper<Schema.DecisionProgress>;
  DecisionReview: ResolverTypeWrapper<Schema.DecisionReview>;
  DecisionState: DecisionState;
  DefinitionFinding: ResolverTypeWrapper<Schema.DefinitionFinding>;
  DefinitionRevision: ResolverTypeWrapper<Schema.DefinitionRevision>;
  DefinitionSource: DefinitionSource;
  DeleteAccessObjectInput: Schema.DeleteAccessObjectInput;
  DeleteDefinitionInput: Schema.DeleteDefinitionInput;
  DeleteDefinitionPayload: ResolverTypeWrapper<Schema.DeleteDefinitionPayload>;
  DeleteSpendLimitInput: Schema.DeleteSpendLimitInput;
  DeleteSpendLimitPayload: ResolverTypeWrapper<Schema.DeleteSpendLimitPayload>;
  DeleteTrustRuleInput: Schema.DeleteTrustRuleInput;
  DeviceAccess: DeviceAccess;
  DeviceRequest: ResolverTypeWrapper<Schema.DeviceRequest>;
  DisruptionBudgets: ResolverTypeWrapper<Schema.DisruptionBudgets>;
  DisruptionCandidate: ResolverTypeWrapper<Schema.DisruptionCandidate>;
  DisruptionReason: DisruptionReason;
  DisruptionSimulation: ResolverTypeWrapper<DisruptionSimulationView>;
  DocumentOutcome: DocumentOutcome;
  DocumentReading: ResolverTypeWrapper<Schema.DocumentReading>;
  DocumentVariant: ResolverTypeWrapper<Schema.DocumentVariant>;
  DocumentVersion: Schema.DocumentVersion;
  DriftForecast: ResolverTypeWrapper<Schema.DriftForecast>;
  DriftedField: ResolverTypeWrapper<Schema.DriftedField>;
  DurationMs: ResolverTypeWrapper<Schema.Scalars['DurationMs']['output']>;
  EndSessionPayload: ResolverTypeWrapper<Schema.EndSessionPayload>;
  EndStandingApprovalInput: Schema.EndStandingApprovalInput;
  EndStandingApprovalPayload: ResolverTypeWrapper<Schema.EndStandingApprovalPayload>;
  ExcludeNodesInput: Schema.ExcludeNodesInput;
  ExcludeNodesPayload: ResolverTypeWrapper<Omit<Schema.ExcludeNodesPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  ExecutionStep: ExecutionStep;
  ExistingPlacement: ResolverTypeWrapper<Schema.ExistingPlacement>;
  ExtendedResource: ResolverTypeWrapper<Schema.ExtendedResource>;
  ExternalIdentity: ResolverTypeWrapper<Schema.ExternalIdentity>;
  ExternalIdentityInput: Schema.ExternalIdentityInput;
  FindingSeverity: FindingSeverity;
  FixTarget: ResolverTypeWrapper<Schema.FixTarget>;
  Fleet: ResolverTypeWrapper<Schema.Fleet>;
  FleetEvent: ResolverTypeWrapper<FleetEventView>;
  Float: ResolverTypeWrapper<Schema.Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Schema.Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Schema.Scalars['Int']['output']>;
  Interruption: ResolverTypeWrapper<InterruptionView>;
  InterruptionConnection: ResolverTypeWrapper<InterruptionConnectionView>;
  InterruptionEdge: ResolverTypeWrapper<Omit<Schema.InterruptionEdge, 'node'> & { node: ResolversTypes['Interruption'] }>;
  InterruptionFilter: Schema.InterruptionFilter;
  InterruptionKind: InterruptionKind;
  InterruptionOutcome: InterruptionOutcome;
  JSON: ResolverTypeWrapper<Schema.Scalars['JSON']['output']>;
  MinValuesPolicy: MinValuesPolicy;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NearestMiss: ResolverTypeWrapper<Schema.NearestMiss>;
  Node: ResolverTypeWrapper<NodeView>;
  NodeClaim: ResolverTypeWrapper<NodeClaimView>;
  NodeClaimConnection: ResolverTypeWrapper<NodeClaimConnectionView>;
  NodeClaimDrift: ResolverTypeWrapper<Schema.NodeClaimDrift>;
  NodeClaimEdge: ResolverTypeWrapper<Omit<Schema.NodeClaimEdge, 'node'> & { node: ResolversTypes['NodeClaim'] }>;
  NodeClaimFilter: Schema.NodeClaimFilter;
  NodeClaimState: NodeClaimState;
  NodeClaimTermination: ResolverTypeWrapper<Schema.NodeClaimTermination>;
  NodeClass: ResolverTypeWrapper<NodeClassView>;
  NodeClassConnection: ResolverTypeWrapper<NodeClassConnectionView>;
  NodeClassEdge: ResolverTypeWrapper<Omit<Schema.NodeClassEdge, 'node'> & { node: ResolversTypes['NodeClass'] }>;
  NodeClassProblem: ResolverTypeWrapper<Schema.NodeClassProblem>;
  NodeConnection: ResolverTypeWrapper<NodeConnectionView>;
  NodeDrift: ResolverTypeWrapper<Schema.NodeDrift>;
  NodeEdge: ResolverTypeWrapper<Omit<Schema.NodeEdge, 'node'> & { node: ResolversTypes['Node'] }>;
  NodeFilter: Schema.NodeFilter;
  NodeGap: ResolverTypeWrapper<Schema.NodeGap>;
  NodeOrder: Schema.NodeOrder;
  NodeOrderField: Schema.NodeOrderField;
  NodeOverlay: ResolverTypeWrapper<Schema.NodeOverlay>;
  NodeOverlayState: NodeOverlayState;
  NodePhase: NodePhase;
  NodePool: ResolverTypeWrapper<NodePoolView>;
  NodePoolBudget: ResolverTypeWrapper<Schema.NodePoolBudget>;
  NodePoolConnection: ResolverTypeWrapper<NodePoolConnectionView>;
  NodePoolEdge: ResolverTypeWrapper<Omit<Schema.NodePoolEdge, 'node'> & { node: ResolversTypes['NodePool'] }>;
  NodePoolLimit: ResolverTypeWrapper<Schema.NodePoolLimit>;
  NodePoolRejection: ResolverTypeWrapper<Schema.NodePoolRejection>;
  NodeState: NodeState;
  NodeTotals: ResolverTypeWrapper<Schema.NodeTotals>;
  NotificationAttempt: ResolverTypeWrapper<Schema.NotificationAttempt>;
  NotificationAttemptOutcome: NotificationAttemptOutcome;
  NotificationChannel: ResolverTypeWrapper<Schema.NotificationChannel>;
  NotificationChannelKind: NotificationChannelKind;
  NotificationChannelPayload: ResolverTypeWrapper<Schema.NotificationChannelPayload>;
  NotificationChannelState: NotificationChannelState;
  NotificationChannelVersionInput: Schema.NotificationChannelVersionInput;
  NotificationDelivery: ResolverTypeWrapper<Schema.NotificationDelivery>;
  NotificationDeliveryConnection: ResolverTypeWrapper<NotificationDeliveryConnectionView>;
  NotificationDeliveryEdge: ResolverTypeWrapper<Schema.NotificationDeliveryEdge>;
  NotificationDeliveryFilter: Schema.NotificationDeliveryFilter;
  NotificationDeliveryPayload: ResolverTypeWrapper<Schema.NotificationDeliveryPayload>;
  NotificationDeliveryState: NotificationDeliveryState;
  NotificationEvent: ResolverTypeWrapper<Schema.NotificationEvent>;
  NotificationEventKind: ResolverTypeWrapper<Schema.NotificationEventKind>;
  NotificationRule: ResolverTypeWrapper<Schema.NotificationRule>;
  NotificationRulePayload: ResolverTypeWrapper<Schema.NotificationRulePayload>;
  NotificationSeverity: NotificationSeverity;
  Object: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Object']>;
  OperationFailure: ResolverTypeWrapper<Schema.OperationFailure>;
  PageInfo: ResolverTypeWrapper<Schema.PageInfo>;
  PassedRule: ResolverTypeWrapper<Schema.PassedRule>;
  Pause: ResolverTypeWrapper<Schema.Pause>;
  PauseCause: PauseCause;
  PauseEvidence: ResolverTypeWrapper<Schema.PauseEvidence>;
  PauseEvidenceStep: ResolverTypeWrapper<Schema.PauseEvidenceStep>;
  PauseExtent: PauseExtent;
  PendingPod: ResolverTypeWrapper<Schema.PendingPod>;
  PendingPodGroup: ResolverTypeWrapper<PendingPodGroupView>;
  PendingPodGroupConnection: ResolverTypeWrapper<PendingPodGroupConnectionView>;
  PendingPodGroupEdge: ResolverTypeWrapper<Omit<Schema.PendingPodGroupEdge, 'node'> & { node: ResolversTypes['PendingPodGroup'] }>;
  Permission: ResolverTypeWrapper<Schema.Permission>;
  PlanCost: ResolverTypeWrapper<Schema.PlanCost>;
  PlanGapParts: ResolverTypeWrapper<Schema.PlanGapParts>;
  PlanMethod: PlanMethod;
  PlannedNodeClaim: ResolverTypeWrapper<PlannedNodeClaimView>;
  PlannedOffering: ResolverTypeWrapper<Schema.PlannedOffering>;
  Pod: ResolverTypeWrapper<Schema.Pod>;
  PodMove: ResolverTypeWrapper<Schema.PodMove>;
  PodPhase: PodPhase;
  PodToMove: ResolverTypeWrapper<Schema.PodToMove>;
  PodVerdict: ResolverTypeWrapper<Schema.PodVerdict>;
  PodVerdictKind: PodVerdictKind;
  PolicyResult: PolicyResult;
  PolicyTestCount: ResolverTypeWrapper<Schema.PolicyTestCount>;
  PreferencePolicy: PreferencePolicy;
  PriceOverlay: ResolverTypeWrapper<Schema.PriceOverlay>;
  Product: ResolverTypeWrapper<Schema.Product>;
  Quantity: ResolverTypeWrapper<Schema.Scalars['Quantity']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<Schema.RateLimit>;
  Reason: ResolverTypeWrapper<Schema.Reason>;
  ReasonCode: Schema.ReasonCode;
  RecheckClusterInput: Schema.RecheckClusterInput;
  RecheckClusterPayload: ResolverTypeWrapper<Omit<Schema.RecheckClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversTypes['Cluster']> }>;
  RedeliverNotificationInput: Schema.RedeliverNotificationInput;
  RegisterClusterInput: Schema.RegisterClusterInput;
  RegisterClusterPayload: ResolverTypeWrapper<Omit<Schema.RegisterClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversTypes['Cluster']> }>;
  RegistrationCheck: ResolverTypeWrapper<Schema.RegistrationCheck>;
  RegistrationHealth: ResolverTypeWrapper<Schema.RegistrationHealth>;
  RegistrationHealthStatus: RegistrationHealthStatus;
  RegistrationStep: RegistrationStep;
  RejectDecisionInput: Schema.RejectDecisionInput;
  RejectDecisionPayload: ResolverTypeWrapper<Omit<Schema.RejectDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
  RejectedInstanceTypes: ResolverTypeWrapper<Schema.RejectedInstanceTypes>;
  ReleasePauseInput: Schema.ReleasePauseInput;
  ReleasePausePayload: ResolverTypeWrapper<Schema.ReleasePausePayload>;
  RemoveClusterInput: Schema.RemoveClusterInput;
  RemoveClusterPayload: ResolverTypeWrapper<Schema.RemoveClusterPayload>;
  RemoveNotificationRuleInput: Schema.RemoveNotificationRuleInput;
  ResolvedImage: ResolverTypeWrapper<Schema.ResolvedImage>;
  ResolvedSecurityGroup: ResolverTypeWrapper<Schema.ResolvedSecurityGroup>;
  ResolvedSubnet: ResolverTypeWrapper<Schema.ResolvedSubnet>;
  ResourceAmount: ResolverTypeWrapper<Schema.ResourceAmount>;
  ResourceShortage: ResolverTypeWrapper<Schema.ResourceShortage>;
  RestoreApprovalPolicyInput: Schema.RestoreApprovalPolicyInput;
  RestoreApprovalPolicyPayload: ResolverTypeWrapper<Omit<Schema.RestoreApprovalPolicyPayload, 'policy'> & { policy?: Schema.Maybe<ResolversTypes['ApprovalPolicy']> }>;
  ReviewVerdict: ReviewVerdict;
  RevokeApiTokenInput: Schema.RevokeApiTokenInput;
  RevokeApiTokenPayload: ResolverTypeWrapper<Schema.RevokeApiTokenPayload>;
  Role: ResolverTypeWrapper<Schema.Role>;
  RoleBinding: ResolverTypeWrapper<Schema.RoleBinding>;
  RoleBindingPayload: ResolverTypeWrapper<Schema.RoleBindingPayload>;
  RoleInScope: ResolverTypeWrapper<Schema.RoleInScope>;
  RolePayload: ResolverTypeWrapper<Schema.RolePayload>;
  RotateApiTokenInput: Schema.RotateApiTokenInput;
  RotateApiTokenPayload: ResolverTypeWrapper<Schema.RotateApiTokenPayload>;
  SafeInt: ResolverTypeWrapper<Schema.Scalars['SafeInt']['output']>;
  Sandbox: ResolverTypeWrapper<Schema.Sandbox>;
  SandboxScenario: ResolverTypeWrapper<Schema.SandboxScenario>;
  SaveApprovalPolicyInput: Schema.SaveApprovalPolicyInput;
  SaveApprovalPolicyPayload: ResolverTypeWrapper<Omit<Schema.SaveApprovalPolicyPayload, 'policy'> & { policy?: Schema.Maybe<ResolversTypes['ApprovalPolicy']> }>;
  SavingBound: ResolverTypeWrapper<Schema.SavingBound>;
  SavingProofCheck: ResolverTypeWrapper<Schema.SavingProofCheck>;
  SavingsShare: ResolverTypeWrapper<Schema.SavingsShare>;
  Session: ResolverTypeWrapper<Schema.Session>;
  SetPasswordInput: Schema.SetPasswordInput;
  SetPasswordPayload: ResolverTypeWrapper<Schema.SetPasswordPayload>;
  SetPauseInput: Schema.SetPauseInput;
  SetPausePayload: ResolverTypeWrapper<Schema.SetPausePayload>;
  SignOutPayload: ResolverTypeWrapper<Schema.SignOutPayload>;
  SimulateDisruptionInput: Schema.SimulateDisruptionInput;
  SimulateDisruptionPayload: ResolverTypeWrapper<Omit<Schema.SimulateDisruptionPayload, 'simulation'> & { simulation?: Schema.Maybe<ResolversTypes['DisruptionSimulation']> }>;
  SimulatedBlocker: ResolverTypeWrapper<Schema.SimulatedBlocker>;
  SimulatedConsolidation: ResolverTypeWrapper<Schema.SimulatedConsolidation>;
  SimulatedNode: ResolverTypeWrapper<Schema.SimulatedNode>;
  SimulationResult: ResolverTypeWrapper<SimulationResultView>;
  SimulationState: SimulationState;
  SmtpSecurity: SmtpSecurity;
  SortDirection: Schema.SortDirection;
  SpendLimit: ResolverTypeWrapper<Schema.SpendLimit>;
  SpendLimitPayload: ResolverTypeWrapper<Schema.SpendLimitPayload>;
  StandingApproval: ResolverTypeWrapper<Schema.StandingApproval>;
  StaticPoolCounts: ResolverTypeWrapper<Schema.StaticPoolCounts>;
  String: ResolverTypeWrapper<Schema.Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Taint: ResolverTypeWrapper<Schema.Taint>;
  Team: ResolverTypeWrapper<Schema.Team>;
  TeamMember: ResolverTypeWrapper<Schema.TeamMember>;
  TeamMemberInput: Schema.TeamMemberInput;
  TeamMemberKind: TeamMemberKind;
  TeamOwnership: ResolverTypeWrapper<Schema.TeamOwnership>;
  TeamOwnershipInput: Schema.TeamOwnershipInput;
  TeamOwnershipKind: TeamOwnershipKind;
  TeamPayload: ResolverTypeWrapper<Schema.TeamPayload>;
  TeamRef: ResolverTypeWrapper<Schema.TeamRef>;
  TerminationStep: TerminationStep;
  TestApprovalPolicyPayload: ResolverTypeWrapper<Schema.TestApprovalPolicyPayload>;
  TestNotificationChannelInput: Schema.TestNotificationChannelInput;
  TestedDecision: ResolverTypeWrapper<Schema.TestedDecision>;
  TrustRule: ResolverTypeWrapper<Schema.TrustRule>;
  TrustRuleInput: Schema.TrustRuleInput;
  TrustRulePayload: ResolverTypeWrapper<Schema.TrustRulePayload>;
  TrustRuleTermsInput: Schema.TrustRuleTermsInput;
  UnlinkChatIdentitiesPayload: ResolverTypeWrapper<Schema.UnlinkChatIdentitiesPayload>;
  UnplacedPod: ResolverTypeWrapper<Schema.UnplacedPod>;
  UnschedulablePod: ResolverTypeWrapper<Schema.UnschedulablePod>;
  UnusedAnticipation: ResolverTypeWrapper<Schema.UnusedAnticipation>;
  UpdateClusterInput: Schema.UpdateClusterInput;
  UpdateClusterPayload: ResolverTypeWrapper<Omit<Schema.UpdateClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversTypes['Cluster']> }>;
  UpdateNotificationChannelInput: Schema.UpdateNotificationChannelInput;
  UpdateNotificationRuleInput: Schema.UpdateNotificationRuleInput;
  UpdateRoleInput: Schema.UpdateRoleInput;
  UpdateSpendLimitInput: Schema.UpdateSpendLimitInput;
  UpdateTeamInput: Schema.UpdateTeamInput;
  UpdateTrustRuleInput: Schema.UpdateTrustRuleInput;
  Usd: ResolverTypeWrapper<Schema.Scalars['Usd']['output']>;
  UsdPerHour: ResolverTypeWrapper<Schema.Scalars['UsdPerHour']['output']>;
  User: ResolverTypeWrapper<Schema.User>;
  UserError: ResolverTypeWrapper<Schema.UserError>;
  UserErrorCode: Schema.UserErrorCode;
  UserPayload: ResolverTypeWrapper<Schema.UserPayload>;
  VariantChoice: Schema.VariantChoice;
  Viewer: ResolverTypeWrapper<Schema.Viewer>;
  WithdrawApprovalInput: Schema.WithdrawApprovalInput;
  WithdrawApprovalPayload: ResolverTypeWrapper<Omit<Schema.WithdrawApprovalPayload, 'decision'> & { decision?: Schema.Maybe<ResolversTypes['Decision']> }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AccessScope: Schema.AccessScope;
  AccessScopeInput: Schema.AccessScopeInput;
  AlertThresholds: Schema.AlertThresholds;
  ApiToken: Schema.ApiToken;
  ApplyManifestsInput: Schema.ApplyManifestsInput;
  ApplyManifestsPayload: Schema.ApplyManifestsPayload;
  ApprovalPolicy: ApprovalPolicyView;
  ApprovalPolicyRule: Schema.ApprovalPolicyRule;
  ApprovalPolicyTest: Schema.ApprovalPolicyTest;
  ApproveDecisionInput: Schema.ApproveDecisionInput;
  ApproveDecisionPayload: Omit<Schema.ApproveDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  AuditEntry: AuditEntryView;
  AuditEntryConnection: AuditEntryConnectionView;
  AuditEntryEdge: Omit<Schema.AuditEntryEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] };
  AuditExport: Schema.AuditExport;
  AuditFilter: Schema.AuditFilter;
  AuditProblem: Schema.AuditProblem;
  AuditVerification: Schema.AuditVerification;
  BindRoleInput: Schema.BindRoleInput;
  Boolean: Schema.Scalars['Boolean']['output'];
  BrakeSettings: Schema.BrakeSettings;
  BreakGlassInput: Schema.BreakGlassInput;
  BreakGlassPayload: Omit<Schema.BreakGlassPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  BudgetStatus: Schema.BudgetStatus;
  CapacityBuffer: Schema.CapacityBuffer;
  Change: ChangeView;
  ChangeAlertThresholdsInput: Schema.ChangeAlertThresholdsInput;
  ChangeAlertThresholdsPayload: Schema.ChangeAlertThresholdsPayload;
  ChangeBrakeSettingsInput: Schema.ChangeBrakeSettingsInput;
  ChangeBrakeSettingsPayload: Schema.ChangeBrakeSettingsPayload;
  ChatIdentity: Schema.ChatIdentity;
  ClaimCondition: Schema.ClaimCondition;
  ClaimConditionInput: Schema.ClaimConditionInput;
  Cluster: ClusterView;
  ClusterAttention: Schema.ClusterAttention;
  ClusterConnection: ClusterConnectionView;
  ClusterConnectionState: Schema.ClusterConnectionState;
  ClusterCostReport: Schema.ClusterCostReport;
  ClusterEdge: Omit<Schema.ClusterEdge, 'node'> & { node: ResolversParentTypes['Cluster'] };
  ClusterFilter: Schema.ClusterFilter;
  ClusterFinding: Schema.ClusterFinding;
  ClusterHold: Schema.ClusterHold;
  ClusterOrder: Schema.ClusterOrder;
  ClusterSettings: Schema.ClusterSettings;
  ClusterSummary: Schema.ClusterSummary;
  CommentDecisionInput: Schema.CommentDecisionInput;
  CommentDecisionPayload: Omit<Schema.CommentDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  ConvertManifestsInput: Schema.ConvertManifestsInput;
  ConvertedDocument: Schema.ConvertedDocument;
  ConvertedManifests: Schema.ConvertedManifests;
  CostBoundPart: Schema.CostBoundPart;
  CostBoundPartSubject: Schema.CostBoundPartSubject;
  CostCauseShare: Schema.CostCauseShare;
  CostCauseSubject: Schema.CostCauseSubject;
  CostFilter: Schema.CostFilter;
  CostMonth: Schema.CostMonth;
  CostNow: Schema.CostNow;
  CostReport: Schema.CostReport;
  CostSeries: Schema.CostSeries;
  CostSeriesGroup: Schema.CostSeriesGroup;
  CostShare: Schema.CostShare;
  CreateApiTokenInput: Schema.CreateApiTokenInput;
  CreateApiTokenPayload: Schema.CreateApiTokenPayload;
  CreateChatCodePayload: Schema.CreateChatCodePayload;
  CreateNotificationChannelInput: Schema.CreateNotificationChannelInput;
  CreateNotificationChannelPayload: Schema.CreateNotificationChannelPayload;
  CreateNotificationRuleInput: Schema.CreateNotificationRuleInput;
  CreateRoleInput: Schema.CreateRoleInput;
  CreateSpendLimitInput: Schema.CreateSpendLimitInput;
  CreateStandingApprovalInput: Schema.CreateStandingApprovalInput;
  CreateStandingApprovalPayload: Omit<Schema.CreateStandingApprovalPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  CreateTeamInput: Schema.CreateTeamInput;
  CreateUserInput: Schema.CreateUserInput;
  DateTime: Schema.Scalars['DateTime']['output'];
  DecideDeviceInput: Schema.DecideDeviceInput;
  DecideDevicePayload: Schema.DecideDevicePayload;
  Decision: DecisionView;
  DecisionApproval: Schema.DecisionApproval;
  DecisionConnection: DecisionConnectionView;
  DecisionEdge: Omit<Schema.DecisionEdge, 'node'> & { node: ResolversParentTypes['Decision'] };
  DecisionEvent: Schema.DecisionEvent;
  DecisionFilter: Schema.DecisionFilter;
  DecisionOutcome: Schema.DecisionOutcome;
  DecisionPhase: Schema.DecisionPhase;
  DecisionPod: Schema.DecisionPod;
  DecisionProgress: Schema.DecisionProgress;
  DecisionReview: Schema.DecisionReview;
  DefinitionFinding: Schema.DefinitionFinding;
  DefinitionRevision: Schema.DefinitionRevision;
  DeleteAccessObjectInput: Schema.DeleteAccessObjectInput;
  DeleteDefinitionInput: Schema.DeleteDefinitionInput;
  DeleteDefinitionPayload: Schema.DeleteDefinitionPayload;
  DeleteSpendLimitInput: Schema.DeleteSpendLimitInput;
  DeleteSpendLimitPayload: Schema.DeleteSpendLimitPayload;
  DeleteTrustRuleInput: Schema.DeleteTrustRuleInput;
  DeviceRequest: Schema.DeviceRequest;
  DisruptionBudgets: Schema.DisruptionBudgets;
  DisruptionCandidate: Schema.DisruptionCandidate;
  DisruptionSimulation: DisruptionSimulationView;
  DocumentReading: Schema.DocumentReading;
  DocumentVariant: Schema.DocumentVariant;
  DocumentVersion: Schema.DocumentVersion;
  DriftForecast: Schema.DriftForecast;
  DriftedField: Schema.DriftedField;
  DurationMs: Schema.Scalars['DurationMs']['output'];
  EndSessionPayload: Schema.EndSessionPayload;
  EndStandingApprovalInput: Schema.EndStandingApprovalInput;
  EndStandingApprovalPayload: Schema.EndStandingApprovalPayload;
  ExcludeNodesInput: Schema.ExcludeNodesInput;
  ExcludeNodesPayload: Omit<Schema.ExcludeNodesPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  ExistingPlacement: Schema.ExistingPlacement;
  ExtendedResource: Schema.ExtendedResource;
  ExternalIdentity: Schema.ExternalIdentity;
  ExternalIdentityInput: Schema.ExternalIdentityInput;
  FixTarget: Schema.FixTarget;
  Fleet: Schema.Fleet;
  FleetEvent: FleetEventView;
  Float: Schema.Scalars['Float']['output'];
  ID: Schema.Scalars['ID']['output'];
  Int: Schema.Scalars['Int']['output'];
  Interruption: InterruptionView;
  InterruptionConnection: InterruptionConnectionView;
  InterruptionEdge: Omit<Schema.InterruptionEdge, 'node'> & { node: ResolversParentTypes['Interruption'] };
  InterruptionFilter: Schema.InterruptionFilter;
  JSON: Schema.Scalars['JSON']['output'];
  Mutation: Record<PropertyKey, never>;
  NearestMiss: Schema.NearestMiss;
  Node: NodeView;
  NodeClaim: NodeClaimView;
  NodeClaimConnection: NodeClaimConnectionView;
  NodeClaimDrift: Schema.NodeClaimDrift;
  NodeClaimEdge: Omit<Schema.NodeClaimEdge, 'node'> & { node: ResolversParentTypes['NodeClaim'] };
  NodeClaimFilter: Schema.NodeClaimFilter;
  NodeClaimTermination: Schema.NodeClaimTermination;
  NodeClass: NodeClassView;
  NodeClassConnection: NodeClassConnectionView;
  NodeClassEdge: Omit<Schema.NodeClassEdge, 'node'> & { node: ResolversParentTypes['NodeClass'] };
  NodeClassProblem: Schema.NodeClassProblem;
  NodeConnection: NodeConnectionView;
  NodeDrift: Schema.NodeDrift;
  NodeEdge: Omit<Schema.NodeEdge, 'node'> & { node: ResolversParentTypes['Node'] };
  NodeFilter: Schema.NodeFilter;
  NodeGap: Schema.NodeGap;
  NodeOrder: Schema.NodeOrder;
  NodeOverlay: Schema.NodeOverlay;
  NodePool: NodePoolView;
  NodePoolBudget: Schema.NodePoolBudget;
  NodePoolConnection: NodePoolConnectionView;
  NodePoolEdge: Omit<Schema.NodePoolEdge, 'node'> & { node: ResolversParentTypes['NodePool'] };
  NodePoolLimit: Schema.NodePoolLimit;
  NodePoolRejection: Schema.NodePoolRejection;
  NodeTotals: Schema.NodeTotals;
  NotificationAttempt: Schema.NotificationAttempt;
  NotificationChannel: Schema.NotificationChannel;
  NotificationChannelPayload: Schema.NotificationChannelPayload;
  NotificationChannelVersionInput: Schema.NotificationChannelVersionInput;
  NotificationDelivery: Schema.NotificationDelivery;
  NotificationDeliveryConnection: NotificationDeliveryConnectionView;
  NotificationDeliveryEdge: Schema.NotificationDeliveryEdge;
  NotificationDeliveryFilter: Schema.NotificationDeliveryFilter;
  NotificationDeliveryPayload: Schema.NotificationDeliveryPayload;
  NotificationEvent: Schema.NotificationEvent;
  NotificationEventKind: Schema.NotificationEventKind;
  NotificationRule: Schema.NotificationRule;
  NotificationRulePayload: Schema.NotificationRulePayload;
  Object: ResolversInterfaceTypes<ResolversParentTypes>['Object'];
  OperationFailure: Schema.OperationFailure;
  PageInfo: Schema.PageInfo;
  PassedRule: Schema.PassedRule;
  Pause: Schema.Pause;
  PauseEvidence: Schema.PauseEvidence;
  PauseEvidenceStep: Schema.PauseEvidenceStep;
  PendingPod: Schema.PendingPod;
  PendingPodGroup: PendingPodGroupView;
  PendingPodGroupConnection: PendingPodGroupConnectionView;
  PendingPodGroupEdge: Omit<Schema.PendingPodGroupEdge, 'node'> & { node: ResolversParentTypes['PendingPodGroup'] };
  Permission: Schema.Permission;
  PlanCost: Schema.PlanCost;
  PlanGapParts: Schema.PlanGapParts;
  PlannedNodeClaim: PlannedNodeClaimView;
  PlannedOffering: Schema.PlannedOffering;
  Pod: Schema.Pod;
  PodMove: Schema.PodMove;
  PodToMove: Schema.PodToMove;
  PodVerdict: Schema.PodVerdict;
  PolicyTestCount: Schema.PolicyTestCount;
  PriceOverlay: Schema.PriceOverlay;
  Product: Schema.Product;
  Quantity: Schema.Scalars['Quantity']['output'];
  Query: Record<PropertyKey, never>;
  RateLimit: Schema.RateLimit;
  Reason: Schema.Reason;
  RecheckClusterInput: Schema.RecheckClusterInput;
  RecheckClusterPayload: Omit<Schema.RecheckClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversParentTypes['Cluster']> };
  RedeliverNotificationInput: Schema.RedeliverNotificationInput;
  RegisterClusterInput: Schema.RegisterClusterInput;
  RegisterClusterPayload: Omit<Schema.RegisterClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversParentTypes['Cluster']> };
  RegistrationCheck: Schema.RegistrationCheck;
  RegistrationHealth: Schema.RegistrationHealth;
  RejectDecisionInput: Schema.RejectDecisionInput;
  RejectDecisionPayload: Omit<Schema.RejectDecisionPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
  RejectedInstanceTypes: Schema.RejectedInstanceTypes;
  ReleasePauseInput: Schema.ReleasePauseInput;
  ReleasePausePayload: Schema.ReleasePausePayload;
  RemoveClusterInput: Schema.RemoveClusterInput;
  RemoveClusterPayload: Schema.RemoveClusterPayload;
  RemoveNotificationRuleInput: Schema.RemoveNotificationRuleInput;
  ResolvedImage: Schema.ResolvedImage;
  ResolvedSecurityGroup: Schema.ResolvedSecurityGroup;
  ResolvedSubnet: Schema.ResolvedSubnet;
  ResourceAmount: Schema.ResourceAmount;
  ResourceShortage: Schema.ResourceShortage;
  RestoreApprovalPolicyInput: Schema.RestoreApprovalPolicyInput;
  RestoreApprovalPolicyPayload: Omit<Schema.RestoreApprovalPolicyPayload, 'policy'> & { policy?: Schema.Maybe<ResolversParentTypes['ApprovalPolicy']> };
  RevokeApiTokenInput: Schema.RevokeApiTokenInput;
  RevokeApiTokenPayload: Schema.RevokeApiTokenPayload;
  Role: Schema.Role;
  RoleBinding: Schema.RoleBinding;
  RoleBindingPayload: Schema.RoleBindingPayload;
  RoleInScope: Schema.RoleInScope;
  RolePayload: Schema.RolePayload;
  RotateApiTokenInput: Schema.RotateApiTokenInput;
  RotateApiTokenPayload: Schema.RotateApiTokenPayload;
  SafeInt: Schema.Scalars['SafeInt']['output'];
  Sandbox: Schema.Sandbox;
  SandboxScenario: Schema.SandboxScenario;
  SaveApprovalPolicyInput: Schema.SaveApprovalPolicyInput;
  SaveApprovalPolicyPayload: Omit<Schema.SaveApprovalPolicyPayload, 'policy'> & { policy?: Schema.Maybe<ResolversParentTypes['ApprovalPolicy']> };
  SavingBound: Schema.SavingBound;
  SavingProofCheck: Schema.SavingProofCheck;
  SavingsShare: Schema.SavingsShare;
  Session: Schema.Session;
  SetPasswordInput: Schema.SetPasswordInput;
  SetPasswordPayload: Schema.SetPasswordPayload;
  SetPauseInput: Schema.SetPauseInput;
  SetPausePayload: Schema.SetPausePayload;
  SignOutPayload: Schema.SignOutPayload;
  SimulateDisruptionInput: Schema.SimulateDisruptionInput;
  SimulateDisruptionPayload: Omit<Schema.SimulateDisruptionPayload, 'simulation'> & { simulation?: Schema.Maybe<ResolversParentTypes['DisruptionSimulation']> };
  SimulatedBlocker: Schema.SimulatedBlocker;
  SimulatedConsolidation: Schema.SimulatedConsolidation;
  SimulatedNode: Schema.SimulatedNode;
  SimulationResult: SimulationResultView;
  SpendLimit: Schema.SpendLimit;
  SpendLimitPayload: Schema.SpendLimitPayload;
  StandingApproval: Schema.StandingApproval;
  StaticPoolCounts: Schema.StaticPoolCounts;
  String: Schema.Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Taint: Schema.Taint;
  Team: Schema.Team;
  TeamMember: Schema.TeamMember;
  TeamMemberInput: Schema.TeamMemberInput;
  TeamOwnership: Schema.TeamOwnership;
  TeamOwnershipInput: Schema.TeamOwnershipInput;
  TeamPayload: Schema.TeamPayload;
  TeamRef: Schema.TeamRef;
  TestApprovalPolicyPayload: Schema.TestApprovalPolicyPayload;
  TestNotificationChannelInput: Schema.TestNotificationChannelInput;
  TestedDecision: Schema.TestedDecision;
  TrustRule: Schema.TrustRule;
  TrustRuleInput: Schema.TrustRuleInput;
  TrustRulePayload: Schema.TrustRulePayload;
  TrustRuleTermsInput: Schema.TrustRuleTermsInput;
  UnlinkChatIdentitiesPayload: Schema.UnlinkChatIdentitiesPayload;
  UnplacedPod: Schema.UnplacedPod;
  UnschedulablePod: Schema.UnschedulablePod;
  UnusedAnticipation: Schema.UnusedAnticipation;
  UpdateClusterInput: Schema.UpdateClusterInput;
  UpdateClusterPayload: Omit<Schema.UpdateClusterPayload, 'cluster'> & { cluster?: Schema.Maybe<ResolversParentTypes['Cluster']> };
  UpdateNotificationChannelInput: Schema.UpdateNotificationChannelInput;
  UpdateNotificationRuleInput: Schema.UpdateNotificationRuleInput;
  UpdateRoleInput: Schema.UpdateRoleInput;
  UpdateSpendLimitInput: Schema.UpdateSpendLimitInput;
  UpdateTeamInput: Schema.UpdateTeamInput;
  UpdateTrustRuleInput: Schema.UpdateTrustRuleInput;
  Usd: Schema.Scalars['Usd']['output'];
  UsdPerHour: Schema.Scalars['UsdPerHour']['output'];
  User: Schema.User;
  UserError: Schema.UserError;
  UserPayload: Schema.UserPayload;
  VariantChoice: Schema.VariantChoice;
  Viewer: Schema.Viewer;
  WithdrawApprovalInput: Schema.WithdrawApprovalInput;
  WithdrawApprovalPayload: Omit<Schema.WithdrawApprovalPayload, 'decision'> & { decision?: Schema.Maybe<ResolversParentTypes['Decision']> };
};

export type AccessActionResolvers = EnumResolverSignature<{ API_TOKEN_WRITE?: any, APPROVAL_POLICY_READ?: any, APPROVAL_POLICY_WRITE?: any, AUDIT_READ?: any, CLUSTER_READ?: any, CLUSTER_REGISTER?: any, CLUSTER_REMOVE?: any, CLUSTER_UPDATE?: any, COST_READ?: any, DECISION_APPROVE?: any, DECISION_BREAK_GLASS?: any, DECISION_EDIT?: any, DECISION_READ?: any, DEFINITION_READ?: any, DEFINITION_WRITE?: any, DISRUPTION_SIMULATE?: any, IDENTITY_READ?: any, IDENTITY_WRITE?: any, NODE_READ?: any, NOTIFICATION_READ?: any, NOTIFICATION_WRITE?: any, PAUSE_WRITE?: any, POD_READ?: any, SPEND_LIMIT_WRITE?: any }, ResolversTypes['AccessAction']>;

export type AccessEffectResolvers = EnumResolverSignature<{ ALLOW?: any, DENY?: any }, ResolversTypes['AccessEffect']>;

export type AccessScopeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AccessScope'] = ResolversParentTypes['AccessScope']> = {
  clusterId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  clusterName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AccessScopeKind'], ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  teamId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  teamName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AccessScopeKindResolvers = EnumResolverSignature<{ CLUSTER?: any, NODE_POOL?: any, ORGANIZATION?: any, TEAM?: any }, ResolversTypes['AccessScopeKind']>;

export type ActorKindResolvers = EnumResolverSignature<{ ANONYMOUS?: any, API_TOKEN?: any, KERF?: any, UNKNOWN?: any, USER?: any }, ResolversTypes['ActorKind']>;

export type AlertKindResolvers = EnumResolverSignature<{ CHANGES?: any, NODES?: any, SPEND?: any, UNKNOWN?: any }, ResolversTypes['AlertKind']>;

export type AlertThresholdsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AlertThresholds'] = ResolversParentTypes['AlertThresholds']> = {
  changesPerMinute?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  currentNodes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  currentSpend?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  exceeded?: Resolver<ReadonlyArray<ResolversTypes['AlertKind']>, ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
  spend?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApiTokenResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApiToken'] = ResolversParentTypes['ApiToken']> = {
  canRotate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  previousSecretUntil?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['RoleInScope']>, ParentType, ContextType>;
  rotatedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplyManifestsPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApplyManifestsPayload'] = ResolversParentTypes['ApplyManifestsPayload']> = {
  applied?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  documents?: Resolver<ReadonlyArray<ResolversTypes['DocumentReading']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ApprovalActionResolvers = EnumResolverSignature<{ ASK?: any, AUTO?: any, DENY?: any, UNKNOWN?: any }, ResolversTypes['ApprovalAction']>;

export type ApprovalPolicyResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalPolicy'] = ResolversParentTypes['ApprovalPolicy']> = {
  comment?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  notes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  restoredFrom?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['ApprovalPolicyRule']>, ParentType, ContextType>;
  savedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  savedBy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApprovalPolicyRuleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalPolicyRule'] = ResolversParentTypes['ApprovalPolicyRule']> = {
  action?: Resolver<ResolversTypes['ApprovalAction'], ParentType, ContextType>;
  approvals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approvers?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  until?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ApprovalPolicyTestResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalPolicyTest'] = ResolversParentTypes['ApprovalPolicyTest']> = {
  counts?: Resolver<ReadonlyArray<ResolversTypes['PolicyTestCount']>, ParentType, ContextType>;
  decisions?: Resolver<ReadonlyArray<ResolversTypes['TestedDecision']>, ParentType, ContextType>;
  isCut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  notes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApproveDecisionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApproveDecisionPayload'] = ResolversParentTypes['ApproveDecisionPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AttentionKindResolvers = EnumResolverSignature<{ ALERT_THRESHOLD_EXCEEDED?: any, BRAKE_ENGAGED?: any, CHECK_FAILED?: any, FAILED_DECISIONS?: any, FINDINGS?: any, INTERRUPTION_STORM?: any, LAUNCH_FAILURES?: any, PAUSED?: any, PODS_LOST?: any, SPEND_FORECAST_EXCEEDED?: any, SPEND_LIMIT_REACHED?: any, STALE_DATA?: any, UNKNOWN?: any, UNREACHABLE?: any }, ResolversTypes['AttentionKind']>;

export type AttentionSeverityResolvers = EnumResolverSignature<{ BROKEN?: any, DEGRADED?: any, UNKNOWN?: any }, ResolversTypes['AttentionSeverity']>;

export type AuditEntryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actorKind?: Resolver<ResolversTypes['ActorKind'], ParentType, ContextType>;
  actorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  after?: Resolver<Schema.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  before?: Resolver<Schema.Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  clusterId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  clusterName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  objectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['AuditOutcome'], ParentType, ContextType>;
  requestId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AuditEntryConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditEntryConnection'] = ResolversParentTypes['AuditEntryConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['AuditEntryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AuditEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditEntryEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditEntryEdge'] = ResolversParentTypes['AuditEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditEntry'], ParentType, ContextType>;
};

export type AuditExportResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditExport'] = ResolversParentTypes['AuditExport']> = {
  error?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lagSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastExportAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastFailedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastRunAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  nextRunAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  waitingEntries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditOutcomeResolvers = EnumResolverSignature<{ DONE?: any, REFUSED?: any, UNKNOWN?: any }, ResolversTypes['AuditOutcome']>;

export type AuditProblemResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditProblem'] = ResolversParentTypes['AuditProblem']> = {
  entryId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AuditProblemKind'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditProblemKindResolvers = EnumResolverSignature<{ CHECKPOINT_INVALID?: any, CHECKPOINT_MISMATCH?: any, END_MISSING?: any, ENTRY_CHANGED?: any, ENTRY_MISSING?: any, START_CHANGED?: any, UNKNOWN?: any, UNKNOWN_KEY?: any }, ResolversTypes['AuditProblemKind']>;

export type AuditVerificationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditVerification'] = ResolversParentTypes['AuditVerification']> = {
  areSignaturesChecked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  checkpoints?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  entriesBeforeChain?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isIntact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastCheckpointAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['AuditProblem']>, ParentType, ContextType>;
  unsignedEntries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BindingSubjectKindResolvers = EnumResolverSignature<{ API_TOKEN?: any, GROUP?: any, USER?: any }, ResolversTypes['BindingSubjectKind']>;

export type BrakeRuleResolvers = EnumResolverSignature<{ CLAIMS_PER_MINUTE?: any, GROWTH?: any, LAUNCH_FAILURES?: any, REGISTRATION_FAILURES?: any, SAME_PODS_MOVED?: any, SAME_SHAPE_REPLACED?: any, SPEND_RISE?: any, UNKNOWN?: any }, ResolversTypes['BrakeRule']>;

export type BrakeSettingsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BrakeSettings'] = ResolversParentTypes['BrakeSettings']> = {
  alertChangesPerMinute?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  alertNodes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  alertSpend?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  claimsPerMinute?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  flapFreezeMs?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  flapRepeats?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  flapWindowMs?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  launchFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  registrationFailures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  registrationOverdueMs?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  spendRise?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BreakGlassPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BreakGlassPayload'] = ResolversParentTypes['BreakGlassPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type BudgetStatusResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BudgetStatus'] = ResolversParentTypes['BudgetStatus']> = {
  allowed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changesAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  disrupting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limitingBudget?: Resolver<Schema.Maybe<ResolversTypes['NodePoolBudget']>, ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['DisruptionReason'], ParentType, ContextType>;
};

export type CallerKindResolvers = EnumResolverSignature<{ API_TOKEN?: any, UNKNOWN?: any, USER?: any }, ResolversTypes['CallerKind']>;

export type CapacityBufferResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CapacityBuffer'] = ResolversParentTypes['CapacityBuffer']> = {
  isLimited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  launching?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  podTemplate?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  ready?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
  unit?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  units?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  unschedulable?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CapacityTypeResolvers = EnumResolverSignature<{ ON_DEMAND?: any, RESERVED?: any, SPOT?: any, UNKNOWN?: any }, ResolversTypes['CapacityType']>;

export type ChangeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  clusterId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  object?: Resolver<Schema.Maybe<ResolversTypes['Object']>, ParentType, ContextType>;
  position?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['ChangeTopic'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type ChangeAlertThresholdsPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ChangeAlertThresholdsPayload'] = ResolversParentTypes['ChangeAlertThresholdsPayload']> = {
  alertThresholds?: Resolver<Schema.Maybe<ResolversTypes['AlertThresholds']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ChangeBrakeSettingsPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ChangeBrakeSettingsPayload'] = ResolversParentTypes['ChangeBrakeSettingsPayload']> = {
  settings?: Resolver<Schema.Maybe<ResolversTypes['BrakeSettings']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ChangeTopicResolvers = EnumResolverSignature<{ AUDIT?: any, CATALOG?: any, CLUSTER?: any, DECISION?: any, DEFINITION?: any, NODES?: any, NODE_CLAIM?: any, PAUSE?: any, PODS?: any, SIMULATION?: any, SYNC?: any, UNKNOWN?: any }, ResolversTypes['ChangeTopic']>;

export type ChatIdentityResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ChatIdentity'] = ResolversParentTypes['ChatIdentity']> = {
  linkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  personId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  provider?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  workspaceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CheckStateResolvers = EnumResolverSignature<{ FAILED?: any, PASSED?: any, RUNNING?: any, SKIPPED?: any, UNKNOWN?: any, WAITING?: any, WARNED?: any }, ResolversTypes['CheckState']>;

export type ClaimConditionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClaimCondition'] = ResolversParentTypes['ClaimCondition']> = {
  claim?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operator?: Resolver<ResolversTypes['ClaimOperator'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClaimOperatorResolvers = EnumResolverSignature<{ EQUALS?: any, GLOB?: any }, ResolversTypes['ClaimOperator']>;

export type ClusterResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Cluster'] = ResolversParentTypes['Cluster']> = {
  accountId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attention?: Resolver<ReadonlyArray<ResolversTypes['ClusterAttention']>, ParentType, ContextType>;
  capacityBuffers?: Resolver<ReadonlyArray<ResolversTypes['CapacityBuffer']>, ParentType, ContextType>;
  certificateAuthority?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['RegistrationCheck']>, ParentType, ContextType>;
  connection?: Resolver<ResolversTypes['ClusterConnectionState'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveMode?: Resolver<ResolversTypes['ClusterMode'], ParentType, ContextType>;
  endpoint?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endpointIsGiven?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  externalId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['ClusterFinding']>, ParentType, ContextType>;
  hold?: Resolver<Schema.Maybe<ResolversTypes['ClusterHold']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  interruptionQueue?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kubernetesVersion?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['ClusterMode'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeOverlays?: Resolver<ReadonlyArray<ResolversTypes['NodeOverlay']>, ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roleArn?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['ClusterSettings'], ParentType, ContextType>;
  summary?: Resolver<Schema.Maybe<ResolversTypes['ClusterSummary']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClusterAttentionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterAttention'] = ResolversParentTypes['ClusterAttention']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  detail?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AttentionKind'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['AttentionSeverity'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ClusterConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterConnection'] = ResolversParentTypes['ClusterConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['ClusterEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Cluster']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ClusterConnectionStateResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterConnectionState'] = ResolversParentTypes['ClusterConnectionState']> = {
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  problem?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ConnectionState'], ParentType, ContextType>;
  syncedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type ClusterCostReportResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterCostReport'] = ResolversParentTypes['ClusterCostReport']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  lowerBound?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ClusterEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterEdge'] = ResolversParentTypes['ClusterEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Cluster'], ParentType, ContextType>;
};

export type ClusterFindingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterFinding'] = ResolversParentTypes['ClusterFinding']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ClusterHoldResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterHold'] = ResolversParentTypes['ClusterHold']> = {
  code?: Resolver<ResolversTypes['ClusterHoldCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ClusterHoldCodeResolvers = EnumResolverSignature<{ KARPENTER_RUNNING?: any, OTHER_KERF?: any, UNKNOWN?: any }, ResolversTypes['ClusterHoldCode']>;

export type ClusterModeResolvers = EnumResolverSignature<{ APPROVE?: any, AUTO?: any, OBSERVE?: any, UNKNOWN?: any }, ResolversTypes['ClusterMode']>;

export type ClusterSettingsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterSettings'] = ResolversParentTypes['ClusterSettings']> = {
  anticipatePods?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvalTtlMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  batchIdleMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  batchMaxMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  disruptionPollMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  dryRunChecks?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  instanceStatusChecks?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  maxReplacements?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  minSaving?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  minSavingPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  minValuesPolicy?: Resolver<ResolversTypes['MinValuesPolicy'], ParentType, ContextType>;
  nodeCharge?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  nodeRepair?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  offeringSharePercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  podMovePrice?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  preferencePolicy?: Resolver<ResolversTypes['PreferencePolicy'], ParentType, ContextType>;
  rejectionHoldMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  reservedEnis?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  searchMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  spotToSpotConsolidation?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  validationDelayMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  vmMemoryOverheadRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  waitForScheduler?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  zonalShift?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ClusterSummaryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterSummary'] = ResolversParentTypes['ClusterSummary']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  awaitingDecisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cpuAllocatableMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cpuRequestedMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  managedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memoryAllocatableBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryRequestedBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  oldestPendingAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pendingPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  spotPrice?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CommentDecisionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CommentDecisionPayload'] = ResolversParentTypes['CommentDecisionPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ConnectionStateResolvers = EnumResolverSignature<{ CHECKING?: any, CONNECTED?: any, CONNECTING?: any, REJECTED?: any, UNKNOWN?: any, UNREACHABLE?: any }, ResolversTypes['ConnectionState']>;

export type ConvertedDocumentResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ConvertedDocument'] = ResolversParentTypes['ConvertedDocument']> = {
  apiVersion?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifest?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConvertedManifestsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ConvertedManifests'] = ResolversParentTypes['ConvertedManifests']> = {
  documents?: Resolver<ReadonlyArray<ResolversTypes['ConvertedDocument']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CostBoundPartResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostBoundPart'] = ResolversParentTypes['CostBoundPart']> = {
  cause?: Resolver<ResolversTypes['CostBoundPartCause'], ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  subjects?: Resolver<ReadonlyArray<ResolversTypes['CostBoundPartSubject']>, ParentType, ContextType>;
};

export type CostBoundPartCauseResolvers = EnumResolverSignature<{ DAEMONS?: any, NODE_POOL_REQUIREMENTS?: any, UNKNOWN?: any }, ResolversTypes['CostBoundPartCause']>;

export type CostBoundPartSubjectResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostBoundPartSubject'] = ResolversParentTypes['CostBoundPartSubject']> = {
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CostCauseResolvers = EnumResolverSignature<{ AWAITING_APPROVAL?: any, CAPACITY_BUFFER?: any, CONSOLIDATE_AFTER?: any, CONSOLIDATION_POLICY?: any, DISRUPTION_BUDGET?: any, DO_NOT_DISRUPT?: any, IN_TRANSITION?: any, MIN_SAVING?: any, NODE_POOL_CONSTRAINTS?: any, NOT_HELD_BACK?: any, OBSERVE_MODE?: any, PAUSED?: any, POD_DISRUPTION_BUDGET?: any, REJECTED?: any, SPOT_TO_SPOT?: any, STATIC_CAPACITY?: any, UNKNOWN?: any }, ResolversTypes['CostCause']>;

export type CostCauseShareResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostCauseShare'] = ResolversParentTypes['CostCauseShare']> = {
  cause?: Resolver<ResolversTypes['CostCause'], ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  subjects?: Resolver<ReadonlyArray<ResolversTypes['CostCauseSubject']>, ParentType, ContextType>;
};

export type CostCauseSubjectResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostCauseSubject'] = ResolversParentTypes['CostCauseSubject']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CostDimensionResolvers = EnumResolverSignature<{ CAPACITY_TYPE?: any, CLUSTER?: any, INSTANCE_FAMILY?: any, NODE_POOL?: any }, ResolversTypes['CostDimension']>;

export type CostMonthResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostMonth'] = ResolversParentTypes['CostMonth']> = {
  cost?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  forecast?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  knownFrom?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recent?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CostNowResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostNow'] = ResolversParentTypes['CostNow']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  byCapacityType?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byCluster?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byInstanceType?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CostReportResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostReport'] = ResolversParentTypes['CostReport']> = {
  asOf?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  boundParts?: Resolver<ReadonlyArray<ResolversTypes['CostBoundPart']>, ParentType, ContextType>;
  causes?: Resolver<ReadonlyArray<ResolversTypes['CostCauseShare']>, ParentType, ContextType>;
  clusters?: Resolver<ReadonlyArray<ResolversTypes['ClusterCostReport']>, ParentType, ContextType>;
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  lowerBound?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unboundedPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unmeasuredCauses?: Resolver<ReadonlyArray<ResolversTypes['CostCause']>, ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CostResolutionResolvers = EnumResolverSignature<{ DAY?: any, HOUR?: any, MINUTE?: any }, ResolversTypes['CostResolution']>;

export type CostSeriesResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostSeries'] = ResolversParentTypes['CostSeries']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  bucketMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  buckets?: Resolver<ReadonlyArray<ResolversTypes['DateTime']>, ParentType, ContextType>;
  groups?: Resolver<ReadonlyArray<ResolversTypes['CostSeriesGroup']>, ParentType, ContextType>;
  measuredMs?: Resolver<ReadonlyArray<ResolversTypes['DurationMs']>, ParentType, ContextType>;
  resolution?: Resolver<ResolversTypes['CostResolution'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  unpricedNodeHours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CostSeriesGroupResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostSeriesGroup'] = ResolversParentTypes['CostSeriesGroup']> = {
  costs?: Resolver<ReadonlyArray<Schema.Maybe<ResolversTypes['Usd']>>, ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rates?: Resolver<ReadonlyArray<Schema.Maybe<ResolversTypes['UsdPerHour']>>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
};

export type CostShareResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostShare'] = ResolversParentTypes['CostShare']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CreateApiTokenPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CreateApiTokenPayload'] = ResolversParentTypes['CreateApiTokenPayload']> = {
  secret?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Schema.Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateChatCodePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CreateChatCodePayload'] = ResolversParentTypes['CreateChatCodePayload']> = {
  code?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateNotificationChannelPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CreateNotificationChannelPayload'] = ResolversParentTypes['CreateNotificationChannelPayload']> = {
  channel?: Resolver<Schema.Maybe<ResolversTypes['NotificationChannel']>, ParentType, ContextType>;
  signingSecret?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateStandingApprovalPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CreateStandingApprovalPayload'] = ResolversParentTypes['CreateStandingApprovalPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DecideDevicePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecideDevicePayload'] = ResolversParentTypes['DecideDevicePayload']> = {
  request?: Resolver<Schema.Maybe<ResolversTypes['DeviceRequest']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DecisionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Decision'] = ResolversParentTypes['Decision']> = {
  achievedSaving?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  approval?: Resolver<Schema.Maybe<ResolversTypes['DecisionApproval']>, ParentType, ContextType>;
  approvalsGiven?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approvalsNeeded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['DisruptionCandidate']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comment?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costChange?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  deadline?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedBy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deletedObject?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  disruptionCost?: Resolver<Schema.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  engineVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['DecisionEvent']>, ParentType, ContextType>;
  executionStep?: Resolver<ResolversTypes['ExecutionStep'], ParentType, ContextType>;
  existingPlacements?: Resolver<ReadonlyArray<ResolversTypes['ExistingPlacement']>, ParentType, ContextType>;
  expiresAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  interruptionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DecisionKind'], ParentType, ContextType>;
  moves?: Resolver<ReadonlyArray<ResolversTypes['PodMove']>, ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  observeOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DecisionOutcome'], ParentType, ContextType>;
  planCost?: Resolver<Schema.Maybe<ResolversTypes['PlanCost']>, ParentType, ContextType>;
  planDigest?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  plannedClaims?: Resolver<ReadonlyArray<ResolversTypes['PlannedNodeClaim']>, ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  progress?: Resolver<Schema.Maybe<ResolversTypes['DecisionProgress']>, ParentType, ContextType>;
  proposedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  rejectedUntil?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  savingBound?: Resolver<Schema.Maybe<ResolversTypes['SavingBound']>, ParentType, ContextType>;
  savingGapRatio?: Resolver<Schema.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  savingsRatio?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  snapshotDigest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  standaloneClaim?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DecisionState'], ParentType, ContextType>;
  staticPool?: Resolver<Schema.Maybe<ResolversTypes['StaticPoolCounts']>, ParentType, ContextType>;
  unschedulable?: Resolver<ReadonlyArray<ResolversTypes['UnschedulablePod']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DecisionApprovalResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionApproval'] = ResolversParentTypes['DecisionApproval']> = {
  approvers?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  editedBy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  escalatesAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  escalatesTo?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  excludedNodes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  isBeingReplanned?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  passed?: Resolver<ReadonlyArray<ResolversTypes['PassedRule']>, ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['PodToMove']>, ParentType, ContextType>;
  policyVersion?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  refusal?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remindsAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replaces?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reviews?: Resolver<ReadonlyArray<ResolversTypes['DecisionReview']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  windowFrom?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  windowUntil?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type DecisionConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionConnection'] = ResolversParentTypes['DecisionConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DecisionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Decision']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DecisionEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionEdge'] = ResolversParentTypes['DecisionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Decision'], ParentType, ContextType>;
};

export type DecisionEventResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionEvent'] = ResolversParentTypes['DecisionEvent']> = {
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DecisionKindResolvers = EnumResolverSignature<{ CONSOLIDATE?: any, DELETE?: any, DEPROVISION?: any, DRIFT?: any, EMPTY?: any, EXPIRE?: any, INTERRUPT?: any, PROVISION?: any, REPAIR?: any, UNKNOWN?: any }, ResolversTypes['DecisionKind']>;

export type DecisionOutcomeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionOutcome'] = ResolversParentTypes['DecisionOutcome']> = {
  launchFailedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notReadyNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remainingNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  succeededNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DecisionPhaseResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionPhase'] = ResolversParentTypes['DecisionPhase']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['NodePhase'], ParentType, ContextType>;
};

export type DecisionPodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionPod'] = ResolversParentTypes['DecisionPod']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uid?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type DecisionProgressResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionProgress'] = ResolversParentTypes['DecisionProgress']> = {
  done?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failures?: Resolver<ReadonlyArray<ResolversTypes['OperationFailure']>, ParentType, ContextType>;
  phases?: Resolver<ReadonlyArray<ResolversTypes['DecisionPhase']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  waitingFor?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DecisionReviewResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionReview'] = ResolversParentTypes['DecisionReview']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comment?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  counts?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  verdict?: Resolver<ResolversTypes['ReviewVerdict'], ParentType, ContextType>;
};

export type DecisionStateResolvers = EnumResolverSignature<{ APPROVED?: any, AWAITING_APPROVAL?: any, EXECUTED?: any, EXECUTING?: any, EXPIRED?: any, FAILED?: any, PROPOSED?: any, REJECTED?: any, SUPERSEDED?: any, UNKNOWN?: any }, ResolversTypes['DecisionState']>;

export type DefinitionFindingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DefinitionFinding'] = ResolversParentTypes['DefinitionFinding']> = {
  became?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  column?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  found?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  line?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['FindingSeverity'], ParentType, ContextType>;
};

export type DefinitionRevisionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DefinitionRevision'] = ResolversParentTypes['DefinitionRevision']> = {
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  savedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  savedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DefinitionSourceResolvers = EnumResolverSignature<{ API?: any, CLUSTER?: any, UNKNOWN?: any }, ResolversTypes['DefinitionSource']>;

export type DeleteDefinitionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DeleteDefinitionPayload'] = ResolversParentTypes['DeleteDefinitionPayload']> = {
  deletedId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteSpendLimitPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DeleteSpendLimitPayload'] = ResolversParentTypes['DeleteSpendLimitPayload']> = {
  id?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeviceAccessResolvers = EnumResolverSignature<{ READ?: any, SAME?: any }, ResolversTypes['DeviceAccess']>;

export type DeviceRequestResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DeviceRequest'] = ResolversParentTypes['DeviceRequest']> = {
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  clientName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DisruptionBudgetsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DisruptionBudgets'] = ResolversParentTypes['DisruptionBudgets']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
};

export type DisruptionCandidateResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DisruptionCandidate'] = ResolversParentTypes['DisruptionCandidate']> = {
  capacityType?: Resolver<Schema.Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  daemonPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  drift?: Resolver<Schema.Maybe<ResolversTypes['NodeDrift']>, ParentType, ContextType>;
  instanceType?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  priceOverlay?: Resolver<Schema.Maybe<ResolversTypes['PriceOverlay']>, ParentType, ContextType>;
  zone?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DisruptionReasonResolvers = EnumResolverSignature<{ DRIFTED?: any, EMPTY?: any, UNDERUTILIZED?: any, UNKNOWN?: any }, ResolversTypes['DisruptionReason']>;

export type DisruptionSimulationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DisruptionSimulation'] = ResolversParentTypes['DisruptionSimulation']> = {
  answerBy?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  finishedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  problem?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  result?: Resolver<Schema.Maybe<ResolversTypes['SimulationResult']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['SimulationState'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type DocumentOutcomeResolvers = EnumResolverSignature<{ CREATED?: any, REFUSED?: any, UNCHANGED?: any, UNKNOWN?: any, UPDATED?: any }, ResolversTypes['DocumentOutcome']>;

export type DocumentReadingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DocumentReading'] = ResolversParentTypes['DocumentReading']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  apiVersion?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentManifest?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentVersion?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  definitionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  drift?: Resolver<Schema.Maybe<ResolversTypes['DriftForecast']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifest?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DocumentOutcome'], ParentType, ContextType>;
  variants?: Resolver<ReadonlyArray<ResolversTypes['DocumentVariant']>, ParentType, ContextType>;
  version?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type DocumentVariantResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DocumentVariant'] = ResolversParentTypes['DocumentVariant']> = {
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DriftForecastResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DriftForecast'] = ResolversParentTypes['DriftForecast']> = {
  drifting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DriftedFieldResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DriftedField'] = ResolversParentTypes['DriftedField']> = {
  after?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DurationMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DurationMs'], any> {
  name: 'DurationMs';
}

export type EndSessionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['EndSessionPayload'] = ResolversParentTypes['EndSessionPayload']> = {
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type EndStandingApprovalPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['EndStandingApprovalPayload'] = ResolversParentTypes['EndStandingApprovalPayload']> = {
  name?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ExcludeNodesPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExcludeNodesPayload'] = ResolversParentTypes['ExcludeNodesPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ExecutionStepResolvers = EnumResolverSignature<{ MARKED_FOR_DELETION?: any, NONE?: any, REPLACEMENTS_INITIALIZED?: any, REPLACEMENTS_REQUESTED?: any, TAINTED?: any, TERMINATED?: any, UNKNOWN?: any }, ResolversTypes['ExecutionStep']>;

export type ExistingPlacementResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExistingPlacement'] = ResolversParentTypes['ExistingPlacement']> = {
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['DecisionPod']>, ParentType, ContextType>;
};

export type ExtendedResourceResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExtendedResource'] = ResolversParentTypes['ExtendedResource']> = {
  quantity?: Resolver<ResolversTypes['Quantity'], ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ExternalIdentityResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExternalIdentity'] = ResolversParentTypes['ExternalIdentity']> = {
  issuer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FindingSeverityResolvers = EnumResolverSignature<{ ADVICE?: any, ERROR?: any, UNKNOWN?: any, WARNING?: any }, ResolversTypes['FindingSeverity']>;

export type FixTargetResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['FixTarget'] = ResolversParentTypes['FixTarget']> = {
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type FleetResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Fleet'] = ResolversParentTypes['Fleet']> = {
  attentionClusters?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  brokenClusters?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  clusters?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  clustersNeedingAttention?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  summary?: Resolver<ResolversTypes['ClusterSummary'], ParentType, ContextType>;
};

export type FleetEventResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['FleetEvent'] = ResolversParentTypes['FleetEvent']> = {
  actor?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  costChange?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  decisionEvent?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decisionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  decisionKind?: Resolver<Schema.Maybe<ResolversTypes['DecisionKind']>, ParentType, ContextType>;
  decisionOutcome?: Resolver<Schema.Maybe<ResolversTypes['DecisionOutcome']>, ParentType, ContextType>;
  interruptionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  interruptionKind?: Resolver<Schema.Maybe<ResolversTypes['InterruptionKind']>, ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InterruptionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Interruption'] = ResolversParentTypes['Interruption']> = {
  capacityType?: Resolver<Schema.Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  deadline?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decisionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  drainedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  endedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instanceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  instanceType?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['InterruptionKind'], ParentType, ContextType>;
  lostPods?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodeName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['InterruptionOutcome'], ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replacementRequestedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replacements?: Resolver<ReadonlyArray<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  warnedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  zone?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InterruptionConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['InterruptionConnection'] = ResolversParentTypes['InterruptionConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['InterruptionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Interruption']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InterruptionEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['InterruptionEdge'] = ResolversParentTypes['InterruptionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Interruption'], ParentType, ContextType>;
};

export type InterruptionKindResolvers = EnumResolverSignature<{ CAPACITY_RESERVATION_INTERRUPTED?: any, INSTANCE_STOPPED?: any, INSTANCE_TERMINATED?: any, REBALANCE_RECOMMENDED?: any, SCHEDULED_CHANGE?: any, SPOT_INTERRUPTED?: any, UNKNOWN?: any }, ResolversTypes['InterruptionKind']>;

export type InterruptionOutcomeResolvers = EnumResolverSignature<{ DRAINED?: any, DRAINING?: any, NOTED?: any, PODS_LOST?: any, UNKNOWN?: any }, ResolversTypes['InterruptionOutcome']>;

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type MinValuesPolicyResolvers = EnumResolverSignature<{ BEST_EFFORT?: any, STRICT?: any, UNKNOWN?: any }, ResolversTypes['MinValuesPolicy']>;

export type MutationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  applyManifests?: Resolver<ResolversTypes['ApplyManifestsPayload'], ParentType, ContextType, RequireFields<Schema.MutationApplyManifestsArgs, 'input'>>;
  approveDecision?: Resolver<ResolversTypes['ApproveDecisionPayload'], ParentType, ContextType, RequireFields<Schema.MutationApproveDecisionArgs, 'input'>>;
  bindRole?: Resolver<ResolversTypes['RoleBindingPayload'], ParentType, ContextType, RequireFields<Schema.MutationBindRoleArgs, 'input'>>;
  breakGlass?: Resolver<ResolversTypes['BreakGlassPayload'], ParentType, ContextType, RequireFields<Schema.MutationBreakGlassArgs, 'input'>>;
  changeAlertThresholds?: Resolver<ResolversTypes['ChangeAlertThresholdsPayload'], ParentType, ContextType, RequireFields<Schema.MutationChangeAlertThresholdsArgs, 'input'>>;
  changeBrakeSettings?: Resolver<ResolversTypes['ChangeBrakeSettingsPayload'], ParentType, ContextType, RequireFields<Schema.MutationChangeBrakeSettingsArgs, 'input'>>;
  commentDecision?: Resolver<ResolversTypes['CommentDecisionPayload'], ParentType, ContextType, RequireFields<Schema.MutationCommentDecisionArgs, 'input'>>;
  createApiToken?: Resolver<ResolversTypes['CreateApiTokenPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateApiTokenArgs, 'input'>>;
  createChatCode?: Resolver<ResolversTypes['CreateChatCodePayload'], ParentType, ContextType>;
  createNotificationChannel?: Resolver<ResolversTypes['CreateNotificationChannelPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateNotificationChannelArgs, 'input'>>;
  createNotificationRule?: Resolver<ResolversTypes['NotificationRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateNotificationRuleArgs, 'input'>>;
  createRole?: Resolver<ResolversTypes['RolePayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateRoleArgs, 'input'>>;
  createSpendLimit?: Resolver<ResolversTypes['SpendLimitPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateSpendLimitArgs, 'input'>>;
  createStandingApproval?: Resolver<ResolversTypes['CreateStandingApprovalPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateStandingApprovalArgs, 'input'>>;
  createTeam?: Resolver<ResolversTypes['TeamPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateTeamArgs, 'input'>>;
  createTrustRule?: Resolver<ResolversTypes['TrustRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateTrustRuleArgs, 'input'>>;
  createUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<Schema.MutationCreateUserArgs, 'input'>>;
  decideDevice?: Resolver<ResolversTypes['DecideDevicePayload'], ParentType, ContextType, RequireFields<Schema.MutationDecideDeviceArgs, 'input'>>;
  deleteDefinition?: Resolver<ResolversTypes['DeleteDefinitionPayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteDefinitionArgs, 'input'>>;
  deleteRole?: Resolver<ResolversTypes['RolePayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteRoleArgs, 'input'>>;
  deleteSpendLimit?: Resolver<ResolversTypes['DeleteSpendLimitPayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteSpendLimitArgs, 'input'>>;
  deleteTeam?: Resolver<ResolversTypes['TeamPayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteTeamArgs, 'input'>>;
  deleteTrustRule?: Resolver<ResolversTypes['TrustRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteTrustRuleArgs, 'input'>>;
  deleteUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<Schema.MutationDeleteUserArgs, 'input'>>;
  disableUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<Schema.MutationDisableUserArgs, 'input'>>;
  enableUser?: Resolver<ResolversTypes['UserPayload'], ParentType, ContextType, RequireFields<Schema.MutationEnableUserArgs, 'input'>>;
  endNotificationSecretRotation?: Resolver<ResolversTypes['NotificationChannelPayload'], ParentType, ContextType, RequireFields<Schema.MutationEndNotificationSecretRotationArgs, 'input'>>;
  endSession?: Resolver<ResolversTypes['EndSessionPayload'], ParentType, ContextType, RequireFields<Schema.MutationEndSessionArgs, 'input'>>;
  endStandingApproval?: Resolver<ResolversTypes['EndStandingApprovalPayload'], ParentType, ContextType, RequireFields<Schema.MutationEndStandingApprovalArgs, 'input'>>;
  excludeNodes?: Resolver<ResolversTypes['ExcludeNodesPayload'], ParentType, ContextType, RequireFields<Schema.MutationExcludeNodesArgs, 'input'>>;
  recheckCluster?: Resolver<ResolversTypes['RecheckClusterPayload'], ParentType, ContextType, RequireFields<Schema.MutationRecheckClusterArgs, 'input'>>;
  redeliverNotification?: Resolver<ResolversTypes['NotificationDeliveryPayload'], ParentType, ContextType, RequireFields<Schema.MutationRedeliverNotificationArgs, 'input'>>;
  registerCluster?: Resolver<ResolversTypes['RegisterClusterPayload'], ParentType, ContextType, RequireFields<Schema.MutationRegisterClusterArgs, 'input'>>;
  rejectDecision?: Resolver<ResolversTypes['RejectDecisionPayload'], ParentType, ContextType, RequireFields<Schema.MutationRejectDecisionArgs, 'input'>>;
  releasePause?: Resolver<ResolversTypes['ReleasePausePayload'], ParentType, ContextType, RequireFields<Schema.MutationReleasePauseArgs, 'input'>>;
  removeCluster?: Resolver<ResolversTypes['RemoveClusterPayload'], ParentType, ContextType, RequireFields<Schema.MutationRemoveClusterArgs, 'input'>>;
  removeNotificationChannel?: Resolver<ResolversTypes['NotificationChannelPayload'], ParentType, ContextType, RequireFields<Schema.MutationRemoveNotificationChannelArgs, 'input'>>;
  removeNotificationRule?: Resolver<ResolversTypes['NotificationRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationRemoveNotificationRuleArgs, 'input'>>;
  restoreApprovalPolicy?: Resolver<ResolversTypes['RestoreApprovalPolicyPayload'], ParentType, ContextType, RequireFields<Schema.MutationRestoreApprovalPolicyArgs, 'input'>>;
  revokeApiToken?: Resolver<ResolversTypes['RevokeApiTokenPayload'], ParentType, ContextType, RequireFields<Schema.MutationRevokeApiTokenArgs, 'input'>>;
  rotateApiToken?: Resolver<ResolversTypes['RotateApiTokenPayload'], ParentType, ContextType, RequireFields<Schema.MutationRotateApiTokenArgs, 'input'>>;
  rotateNotificationSecret?: Resolver<ResolversTypes['CreateNotificationChannelPayload'], ParentType, ContextType, RequireFields<Schema.MutationRotateNotificationSecretArgs, 'input'>>;
  saveApprovalPolicy?: Resolver<ResolversTypes['SaveApprovalPolicyPayload'], ParentType, ContextType, RequireFields<Schema.MutationSaveApprovalPolicyArgs, 'input'>>;
  setPassword?: Resolver<ResolversTypes['SetPasswordPayload'], ParentType, ContextType, RequireFields<Schema.MutationSetPasswordArgs, 'input'>>;
  setPause?: Resolver<ResolversTypes['SetPausePayload'], ParentType, ContextType, RequireFields<Schema.MutationSetPauseArgs, 'input'>>;
  signOut?: Resolver<ResolversTypes['SignOutPayload'], ParentType, ContextType>;
  simulateDisruption?: Resolver<ResolversTypes['SimulateDisruptionPayload'], ParentType, ContextType, RequireFields<Schema.MutationSimulateDisruptionArgs, 'input'>>;
  testNotificationChannel?: Resolver<ResolversTypes['NotificationDeliveryPayload'], ParentType, ContextType, RequireFields<Schema.MutationTestNotificationChannelArgs, 'input'>>;
  unbindRole?: Resolver<ResolversTypes['RoleBindingPayload'], ParentType, ContextType, RequireFields<Schema.MutationUnbindRoleArgs, 'input'>>;
  unlinkChatIdentities?: Resolver<ResolversTypes['UnlinkChatIdentitiesPayload'], ParentType, ContextType>;
  updateCluster?: Resolver<ResolversTypes['UpdateClusterPayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateClusterArgs, 'input'>>;
  updateNotificationChannel?: Resolver<ResolversTypes['NotificationChannelPayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateNotificationChannelArgs, 'input'>>;
  updateNotificationRule?: Resolver<ResolversTypes['NotificationRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateNotificationRuleArgs, 'input'>>;
  updateRole?: Resolver<ResolversTypes['RolePayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateRoleArgs, 'input'>>;
  updateSpendLimit?: Resolver<ResolversTypes['SpendLimitPayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateSpendLimitArgs, 'input'>>;
  updateTeam?: Resolver<ResolversTypes['TeamPayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateTeamArgs, 'input'>>;
  updateTrustRule?: Resolver<ResolversTypes['TrustRulePayload'], ParentType, ContextType, RequireFields<Schema.MutationUpdateTrustRuleArgs, 'input'>>;
  withdrawApproval?: Resolver<ResolversTypes['WithdrawApprovalPayload'], ParentType, ContextType, RequireFields<Schema.MutationWithdrawApprovalArgs, 'input'>>;
};

export type NearestMissResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NearestMiss'] = ResolversParentTypes['NearestMiss']> = {
  instanceType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  shortages?: Resolver<ReadonlyArray<ResolversTypes['ResourceShortage']>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  allocatable?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  arch?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  blockers?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
  blockersEvaluatedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  capacityType?: Resolver<Schema.Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  cpuAllocatableMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cpuRequestedMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  instanceType?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  labels?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  memoryAllocatableBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryRequestedBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClaim?: Resolver<Schema.Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  podCapacity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['Pod']>, ParentType, ContextType>;
  price?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  providerId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requested?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeState'], ParentType, ContextType>;
  taints?: Resolver<ReadonlyArray<ResolversTypes['Taint']>, ParentType, ContextType>;
  zone?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeClaimResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaim'] = ResolversParentTypes['NodeClaim']> = {
  capacityType?: Resolver<Schema.Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  decisionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  drift?: Resolver<Schema.Maybe<ResolversTypes['NodeClaimDrift']>, ParentType, ContextType>;
  failure?: Resolver<Schema.Maybe<ResolversTypes['Reason']>, ParentType, ContextType>;
  failures?: Resolver<ReadonlyArray<ResolversTypes['OperationFailure']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  imageId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  initializedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  instanceId?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  instanceType?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  launchedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClass?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  registeredAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeClaimState'], ParentType, ContextType>;
  terminatedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  termination?: Resolver<Schema.Maybe<ResolversTypes['NodeClaimTermination']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  zone?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NodeClaimConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimConnection'] = ResolversParentTypes['NodeClaimConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NodeClaimEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeClaimDriftResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimDrift'] = ResolversParentTypes['NodeClaimDrift']> = {
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type NodeClaimEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimEdge'] = ResolversParentTypes['NodeClaimEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NodeClaim'], ParentType, ContextType>;
};

export type NodeClaimStateResolvers = EnumResolverSignature<{ INITIALIZED?: any, LAUNCHED?: any, LAUNCHING?: any, LAUNCH_FAILED?: any, REGISTERED?: any, REQUESTED?: any, TERMINATED?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['NodeClaimState']>;

export type NodeClaimTerminationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimTermination'] = ResolversParentTypes['NodeClaimTermination']> = {
  deadline?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  step?: Resolver<ResolversTypes['TerminationStep'], ParentType, ContextType>;
  waitingFor?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeClassResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClass'] = ResolversParentTypes['NodeClass']> = {
  amiFamily?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletionRequestedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  images?: Resolver<ReadonlyArray<ResolversTypes['ResolvedImage']>, ParentType, ContextType>;
  instanceProfile?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['NodeClassProblem']>, ParentType, ContextType>;
  resolvedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ReadonlyArray<ResolversTypes['DefinitionRevision']>, ParentType, ContextType>;
  securityGroups?: Resolver<ReadonlyArray<ResolversTypes['ResolvedSecurityGroup']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['DefinitionSource'], ParentType, ContextType>;
  subnets?: Resolver<ReadonlyArray<ResolversTypes['ResolvedSubnet']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NodeClassConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClassConnection'] = ResolversParentTypes['NodeClassConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NodeClassEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['NodeClass']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeClassEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClassEdge'] = ResolversParentTypes['NodeClassEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NodeClass'], ParentType, ContextType>;
};

export type NodeClassProblemResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClassProblem'] = ResolversParentTypes['NodeClassProblem']> = {
  condition?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NodeConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeConnection'] = ResolversParentTypes['NodeConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NodeEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Node']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totals?: Resolver<ResolversTypes['NodeTotals'], ParentType, ContextType>;
};

export type NodeDriftResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeDrift'] = ResolversParentTypes['NodeDrift']> = {
  definition?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fields?: Resolver<ReadonlyArray<ResolversTypes['DriftedField']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type NodeEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeEdge'] = ResolversParentTypes['NodeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type NodeGapResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeGap'] = ResolversParentTypes['NodeGap']> = {
  dualValue?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  parts?: Resolver<ResolversTypes['PlanGapParts'], ParentType, ContextType>;
};

export type NodeOverlayResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeOverlay'] = ResolversParentTypes['NodeOverlay']> = {
  capacity?: Resolver<ReadonlyArray<ResolversTypes['ExtendedResource']>, ParentType, ContextType>;
  conflictsWith?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  instanceTypes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  priceAdjustment?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  requirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeOverlayState'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeOverlayStateResolvers = EnumResolverSignature<{ APPLIED?: any, CONFLICT?: any, REFUSED?: any, UNKNOWN?: any }, ResolversTypes['NodeOverlayState']>;

export type NodePhaseResolvers = EnumResolverSignature<{ CORDONING?: any, DRAINING?: any, FAILED?: any, GONE?: any, INITIALIZING?: any, JOINING?: any, LAUNCHING?: any, READY?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['NodePhase']>;

export type NodePoolResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePool'] = ResolversParentTypes['NodePool']> = {
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  consolidateAfter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  consolidationPolicy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deletionRequestedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expireAfter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  limits?: Resolver<ReadonlyArray<ResolversTypes['NodePoolLimit']>, ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  minSaving?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  minSavingPercent?: Resolver<Schema.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClassName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notReadyReason?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  podMovePrice?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  presentReplicas?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  registrationHealth?: Resolver<ResolversTypes['RegistrationHealth'], ParentType, ContextType>;
  replicas?: Resolver<Schema.Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ReadonlyArray<ResolversTypes['DefinitionRevision']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['DefinitionSource'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NodePoolBudgetResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolBudget'] = ResolversParentTypes['NodePoolBudget']> = {
  duration?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['DisruptionReason']>, ParentType, ContextType>;
  schedule?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodePoolConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolConnection'] = ResolversParentTypes['NodePoolConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NodePoolEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['NodePool']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodePoolEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolEdge'] = ResolversParentTypes['NodePoolEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NodePool'], ParentType, ContextType>;
};

export type NodePoolLimitResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolLimit'] = ResolversParentTypes['NodePoolLimit']> = {
  limit?: Resolver<Schema.Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type NodePoolRejectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolRejection'] = ResolversParentTypes['NodePoolRejection']> = {
  fix?: Resolver<Schema.Maybe<ResolversTypes['FixTarget']>, ParentType, ContextType>;
  nearest?: Resolver<Schema.Maybe<ResolversTypes['NearestMiss']>, ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['Reason'], ParentType, ContextType>;
};

export type NodeStateResolvers = EnumResolverSignature<{ CORDONED?: any, JOINING?: any, NOT_READY?: any, READY?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['NodeState']>;

export type NodeTotalsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeTotals'] = ResolversParentTypes['NodeTotals']> = {
  cpuAllocatableMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cpuRequestedMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryAllocatableBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryRequestedBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pendingPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NotificationAttemptResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationAttempt'] = ResolversParentTypes['NotificationAttempt']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  latencyMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['NotificationAttemptOutcome'], ParentType, ContextType>;
  response?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type NotificationAttemptOutcomeResolvers = EnumResolverSignature<{ DELIVERED?: any, FAILED?: any, REFUSED?: any }, ResolversTypes['NotificationAttemptOutcome']>;

export type NotificationChannelResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationChannel'] = ResolversParentTypes['NotificationChannel']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  digestMinutes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  disabledReason?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailFrom?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailTo?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  failingSince?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NotificationChannelKind'], ParentType, ContextType>;
  mutedUntil?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  secretNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  slackChannel?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  smtpHost?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  smtpPort?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  smtpSecurity?: Resolver<Schema.Maybe<ResolversTypes['SmtpSecurity']>, ParentType, ContextType>;
  smtpUser?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NotificationChannelState'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NotificationChannelKindResolvers = EnumResolverSignature<{ EMAIL?: any, PAGER_DUTY?: any, SLACK?: any, TEAMS?: any, UNKNOWN?: any, WEBHOOK?: any }, ResolversTypes['NotificationChannelKind']>;

export type NotificationChannelPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationChannelPayload'] = ResolversParentTypes['NotificationChannelPayload']> = {
  channel?: Resolver<Schema.Maybe<ResolversTypes['NotificationChannel']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type NotificationChannelStateResolvers = EnumResolverSignature<{ ACTIVE?: any, DISABLED?: any, UNKNOWN?: any }, ResolversTypes['NotificationChannelState']>;

export type NotificationDeliveryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationDelivery'] = ResolversParentTypes['NotificationDelivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  channelId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  channelKind?: Resolver<ResolversTypes['NotificationChannelKind'], ParentType, ContextType>;
  channelName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  collectsUntil?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['NotificationEvent']>, ParentType, ContextType>;
  finishedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  log?: Resolver<ReadonlyArray<ResolversTypes['NotificationAttempt']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  redeliveryOf?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestedBy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NotificationDeliveryState'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NotificationDeliveryConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationDeliveryConnection'] = ResolversParentTypes['NotificationDeliveryConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NotificationDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['NotificationDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NotificationDeliveryEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationDeliveryEdge'] = ResolversParentTypes['NotificationDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NotificationDelivery'], ParentType, ContextType>;
};

export type NotificationDeliveryPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationDeliveryPayload'] = ResolversParentTypes['NotificationDeliveryPayload']> = {
  delivery?: Resolver<Schema.Maybe<ResolversTypes['NotificationDelivery']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type NotificationDeliveryStateResolvers = EnumResolverSignature<{ DELIVERED?: any, FAILED?: any, MUTED?: any, PENDING?: any, UNKNOWN?: any }, ResolversTypes['NotificationDeliveryState']>;

export type NotificationEventResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationEvent'] = ResolversParentTypes['NotificationEvent']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clusterName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['NotificationSeverity'], ParentType, ContextType>;
  text?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NotificationEventKindResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationEventKind'] = ResolversParentTypes['NotificationEventKind']> = {
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  meaning?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  severity?: Resolver<ResolversTypes['NotificationSeverity'], ParentType, ContextType>;
};

export type NotificationRuleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationRule'] = ResolversParentTypes['NotificationRule']> = {
  channelId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  eventKinds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  leastSeverity?: Resolver<ResolversTypes['NotificationSeverity'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  teamIds?: Resolver<ReadonlyArray<ResolversTypes['ID']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NotificationRulePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationRulePayload'] = ResolversParentTypes['NotificationRulePayload']> = {
  rule?: Resolver<Schema.Maybe<ResolversTypes['NotificationRule']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type NotificationSeverityResolvers = EnumResolverSignature<{ CRITICAL?: any, INFO?: any, WARNING?: any }, ResolversTypes['NotificationSeverity']>;

export type ObjectResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Object'] = ResolversParentTypes['Object']> = {
  __resolveType: TypeResolveFn<'ApiToken' | 'AuditEntry' | 'Cluster' | 'Decision' | 'DisruptionSimulation' | 'Interruption' | 'NodeClaim' | 'NodeClass' | 'NodePool' | 'NotificationChannel' | 'NotificationDelivery' | 'NotificationRule' | 'Pause' | 'RoleBinding' | 'SpendLimit' | 'Team' | 'TrustRule' | 'User', ParentType, ContextType>;
};

export type OperationFailureResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['OperationFailure'] = ResolversParentTypes['OperationFailure']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstFailedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastFailedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PassedRuleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PassedRule'] = ResolversParentTypes['PassedRule']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  why?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PauseResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Pause'] = ResolversParentTypes['Pause']> = {
  cause?: Resolver<ResolversTypes['PauseCause'], ParentType, ContextType>;
  evidence?: Resolver<Schema.Maybe<ResolversTypes['PauseEvidence']>, ParentType, ContextType>;
  expiresAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isInForce?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  releaseDenial?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  releasedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  releasedBy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
  setAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  setBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stops?: Resolver<ResolversTypes['PauseExtent'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PauseCauseResolvers = EnumResolverSignature<{ FLAP_DETECTOR?: any, RUNAWAY_BRAKE?: any, UNKNOWN?: any, USER?: any }, ResolversTypes['PauseCause']>;

export type PauseEvidenceResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PauseEvidence'] = ResolversParentTypes['PauseEvidence']> = {
  cost?: Resolver<Schema.Maybe<ResolversTypes['Usd']>, ParentType, ContextType>;
  observed?: Resolver<Schema.Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  observedSpendRise?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['BrakeRule'], ParentType, ContextType>;
  steps?: Resolver<ReadonlyArray<ResolversTypes['PauseEvidenceStep']>, ParentType, ContextType>;
  threshold?: Resolver<Schema.Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  thresholdSpendRise?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
};

export type PauseEvidenceStepResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PauseEvidenceStep'] = ResolversParentTypes['PauseEvidenceStep']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  decisionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PauseExtentResolvers = EnumResolverSignature<{ CONSOLIDATION?: any, DISRUPTION?: any, DISRUPTION_AND_LAUNCHES?: any, UNKNOWN?: any }, ResolversTypes['PauseExtent']>;

export type PendingPodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPod'] = ResolversParentTypes['PendingPod']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requests?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  schedulerMessage?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  uid?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<Schema.Maybe<ResolversTypes['PodVerdict']>, ParentType, ContextType>;
};

export type PendingPodGroupResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPodGroup'] = ResolversParentTypes['PendingPodGroup']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastEvaluatedAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  oldestCreatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  ownerKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['PendingPod']>, ParentType, ContextType>;
};

export type PendingPodGroupConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPodGroupConnection'] = ResolversParentTypes['PendingPodGroupConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['PendingPodGroupEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['PendingPodGroup']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PendingPodGroupEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPodGroupEdge'] = ResolversParentTypes['PendingPodGroupEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PendingPodGroup'], ParentType, ContextType>;
};

export type PermissionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Permission'] = ResolversParentTypes['Permission']> = {
  action?: Resolver<ResolversTypes['AccessAction'], ParentType, ContextType>;
  isAllowed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PlanCostResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlanCost'] = ResolversParentTypes['PlanCost']> = {
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  diversity?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  firstFitCost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  firstFitNodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  gapParts?: Resolver<ResolversTypes['PlanGapParts'], ParentType, ContextType>;
  gapRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lowerBound?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['PlanMethod'], ParentType, ContextType>;
  nodeCharge?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
};

export type PlanGapPartsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlanGapParts'] = ResolversParentTypes['PlanGapParts']> = {
  offeringPremium?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  placementPremium?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  unusedCapacity?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
};

export type PlanMethodResolvers = EnumResolverSignature<{ COLUMN_GENERATION?: any, EXHAUSTIVE?: any, FIRST_FIT?: any, GREEDY?: any, LARGE_NEIGHBORHOOD_SEARCH?: any, UNKNOWN?: any }, ResolversTypes['PlanMethod']>;

export type PlannedNodeClaimResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlannedNodeClaim'] = ResolversParentTypes['PlannedNodeClaim']> = {
  expected?: Resolver<ResolversTypes['PlannedOffering'], ParentType, ContextType>;
  gap?: Resolver<Schema.Maybe<ResolversTypes['NodeGap']>, ParentType, ContextType>;
  nodeClaim?: Resolver<Schema.Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  optionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  options?: Resolver<ReadonlyArray<ResolversTypes['PlannedOffering']>, ParentType, ContextType>;
  plannedId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['DecisionPod']>, ParentType, ContextType>;
  rejected?: Resolver<ReadonlyArray<ResolversTypes['RejectedInstanceTypes']>, ParentType, ContextType>;
  requests?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  requirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  savingAgainstNextBest?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
};

export type PlannedOfferingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlannedOffering'] = ResolversParentTypes['PlannedOffering']> = {
  capacityType?: Resolver<ResolversTypes['CapacityType'], ParentType, ContextType>;
  instanceType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isPriceEstimated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  priceOverlay?: Resolver<Schema.Maybe<ResolversTypes['PriceOverlay']>, ParentType, ContextType>;
  zone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Pod'] = ResolversParentTypes['Pod']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  isDaemon?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['PodPhase'], ParentType, ContextType>;
  requests?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  uid?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type PodMoveResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PodMove'] = ResolversParentTypes['PodMove']> = {
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pod?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PodPhaseResolvers = EnumResolverSignature<{ BOUND?: any, PENDING?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['PodPhase']>;

export type PodToMoveResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PodToMove'] = ResolversParentTypes['PodToMove']> = {
  budget?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  gracePeriodMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  headroom?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  persistentVolumes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pod?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  replicas?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PodVerdictResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PodVerdict'] = ResolversParentTypes['PodVerdict']> = {
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['NodePoolRejection']>, ParentType, ContextType>;
  decisionId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['PodVerdictKind'], ParentType, ContextType>;
  nodeClaimId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodeName?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  queuePosition?: Resolver<Schema.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
};

export type PodVerdictKindResolvers = EnumResolverSignature<{ EXISTING_NODE?: any, NEW_NODE?: any, UNKNOWN?: any, UNSCHEDULABLE?: any }, ResolversTypes['PodVerdictKind']>;

export type PolicyResultResolvers = EnumResolverSignature<{ ASK?: any, DENY?: any, OBSERVE?: any, RUN?: any, UNKNOWN?: any }, ResolversTypes['PolicyResult']>;

export type PolicyTestCountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PolicyTestCount'] = ResolversParentTypes['PolicyTestCount']> = {
  after?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['PolicyResult'], ParentType, ContextType>;
};

export type PreferencePolicyResolvers = EnumResolverSignature<{ IGNORE?: any, RESPECT?: any, UNKNOWN?: any }, ResolversTypes['PreferencePolicy']>;

export type PriceOverlayResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PriceOverlay'] = ResolversParentTypes['PriceOverlay']> = {
  listedPrice?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProductResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  sandbox?: Resolver<Schema.Maybe<ResolversTypes['Sandbox']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  warnings?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface QuantityScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Quantity'], any> {
  name: 'Quantity';
}

export type QueryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  alertThresholds?: Resolver<ReadonlyArray<ResolversTypes['AlertThresholds']>, ParentType, ContextType>;
  apiTokens?: Resolver<ReadonlyArray<ResolversTypes['ApiToken']>, ParentType, ContextType, Partial<Schema.QueryApiTokensArgs>>;
  approvalPolicy?: Resolver<ResolversTypes['ApprovalPolicy'], ParentType, ContextType>;
  approvalPolicyVersions?: Resolver<ReadonlyArray<ResolversTypes['ApprovalPolicy']>, ParentType, ContextType, RequireFields<Schema.QueryApprovalPolicyVersionsArgs, 'first'>>;
  auditEntries?: Resolver<ResolversTypes['AuditEntryConnection'], ParentType, ContextType, Partial<Schema.QueryAuditEntriesArgs>>;
  auditExport?: Resolver<Schema.Maybe<ResolversTypes['AuditExport']>, ParentType, ContextType>;
  auditVerification?: Resolver<ResolversTypes['AuditVerification'], ParentType, ContextType>;
  brakeSettings?: Resolver<ResolversTypes['BrakeSettings'], ParentType, ContextType, RequireFields<Schema.QueryBrakeSettingsArgs, 'clusterId'>>;
  can?: Resolver<ResolversTypes['Permission'], ParentType, ContextType, RequireFields<Schema.QueryCanArgs, 'action'>>;
  chatIdentities?: Resolver<ReadonlyArray<ResolversTypes['ChatIdentity']>, ParentType, ContextType>;
  cluster?: Resolver<Schema.Maybe<ResolversTypes['Cluster']>, ParentType, ContextType, Partial<Schema.QueryClusterArgs>>;
  clusters?: Resolver<ResolversTypes['ClusterConnection'], ParentType, ContextType, Partial<Schema.QueryClustersArgs>>;
  convertManifests?: Resolver<ResolversTypes['ConvertedManifests'], ParentType, ContextType, RequireFields<Schema.QueryConvertManifestsArgs, 'input'>>;
  costMonth?: Resolver<ResolversTypes['CostMonth'], ParentType, ContextType, Partial<Schema.QueryCostMonthArgs>>;
  costNow?: Resolver<ResolversTypes['CostNow'], ParentType, ContextType, Partial<Schema.QueryCostNowArgs>>;
  costReport?: Resolver<ResolversTypes['CostReport'], ParentType, ContextType, Partial<Schema.QueryCostReportArgs>>;
  costSeries?: Resolver<ResolversTypes['CostSeries'], ParentType, ContextType, RequireFields<Schema.QueryCostSeriesArgs, 'by' | 'from' | 'to'>>;
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType, RequireFields<Schema.QueryDecisionArgs, 'id'>>;
  decisions?: Resolver<ResolversTypes['DecisionConnection'], ParentType, ContextType, Partial<Schema.QueryDecisionsArgs>>;
  deviceRequest?: Resolver<Schema.Maybe<ResolversTypes['DeviceRequest']>, ParentType, ContextType, RequireFields<Schema.QueryDeviceRequestArgs, 'userCode'>>;
  disruptionBudgets?: Resolver<ResolversTypes['DisruptionBudgets'], ParentType, ContextType, Partial<Schema.QueryDisruptionBudgetsArgs>>;
  disruptionSimulation?: Resolver<Schema.Maybe<ResolversTypes['DisruptionSimulation']>, ParentType, ContextType, RequireFields<Schema.QueryDisruptionSimulationArgs, 'id'>>;
  fleet?: Resolver<ResolversTypes['Fleet'], ParentType, ContextType>;
  fleetEvents?: Resolver<ReadonlyArray<ResolversTypes['FleetEvent']>, ParentType, ContextType, RequireFields<Schema.QueryFleetEventsArgs, 'first'>>;
  interruption?: Resolver<Schema.Maybe<ResolversTypes['Interruption']>, ParentType, ContextType, RequireFields<Schema.QueryInterruptionArgs, 'id'>>;
  interruptions?: Resolver<ResolversTypes['InterruptionConnection'], ParentType, ContextType, Partial<Schema.QueryInterruptionsArgs>>;
  node?: Resolver<Schema.Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<Schema.QueryNodeArgs, 'clusterId' | 'name'>>;
  nodeClaim?: Resolver<Schema.Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType, RequireFields<Schema.QueryNodeClaimArgs, 'id'>>;
  nodeClaims?: Resolver<Schema.Maybe<ResolversTypes['NodeClaimConnection']>, ParentType, ContextType, RequireFields<Schema.QueryNodeClaimsArgs, 'clusterId'>>;
  nodeClass?: Resolver<Schema.Maybe<ResolversTypes['NodeClass']>, ParentType, ContextType, RequireFields<Schema.QueryNodeClassArgs, 'id'>>;
  nodeClasses?: Resolver<ResolversTypes['NodeClassConnection'], ParentType, ContextType, Partial<Schema.QueryNodeClassesArgs>>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['NodePool']>, ParentType, ContextType, RequireFields<Schema.QueryNodePoolArgs, 'id'>>;
  nodePools?: Resolver<ResolversTypes['NodePoolConnection'], ParentType, ContextType, Partial<Schema.QueryNodePoolsArgs>>;
  nodes?: Resolver<Schema.Maybe<ResolversTypes['NodeConnection']>, ParentType, ContextType, RequireFields<Schema.QueryNodesArgs, 'clusterId'>>;
  notificationChannels?: Resolver<ReadonlyArray<ResolversTypes['NotificationChannel']>, ParentType, ContextType, Partial<Schema.QueryNotificationChannelsArgs>>;
  notificationDeliveries?: Resolver<ResolversTypes['NotificationDeliveryConnection'], ParentType, ContextType, Partial<Schema.QueryNotificationDeliveriesArgs>>;
  notificationEventKinds?: Resolver<ReadonlyArray<ResolversTypes['NotificationEventKind']>, ParentType, ContextType>;
  notificationRules?: Resolver<ReadonlyArray<ResolversTypes['NotificationRule']>, ParentType, ContextType, Partial<Schema.QueryNotificationRulesArgs>>;
  object?: Resolver<Schema.Maybe<ResolversTypes['Object']>, ParentType, ContextType, RequireFields<Schema.QueryObjectArgs, 'id'>>;
  objects?: Resolver<ReadonlyArray<Schema.Maybe<ResolversTypes['Object']>>, ParentType, ContextType, RequireFields<Schema.QueryObjectsArgs, 'ids'>>;
  ownStandingApprovals?: Resolver<ReadonlyArray<ResolversTypes['StandingApproval']>, ParentType, ContextType>;
  pause?: Resolver<Schema.Maybe<ResolversTypes['Pause']>, ParentType, ContextType, RequireFields<Schema.QueryPauseArgs, 'id'>>;
  pauses?: Resolver<ReadonlyArray<ResolversTypes['Pause']>, ParentType, ContextType, RequireFields<Schema.QueryPausesArgs, 'includeReleased'>>;
  pendingPod?: Resolver<Schema.Maybe<ResolversTypes['PendingPod']>, ParentType, ContextType, RequireFields<Schema.QueryPendingPodArgs, 'clusterId' | 'uid'>>;
  pendingPodGroups?: Resolver<ResolversTypes['PendingPodGroupConnection'], ParentType, ContextType, Partial<Schema.QueryPendingPodGroupsArgs>>;
  product?: Resolver<ResolversTypes['Product'], ParentType, ContextType>;
  rateLimit?: Resolver<ResolversTypes['RateLimit'], ParentType, ContextType>;
  roleBindings?: Resolver<ReadonlyArray<ResolversTypes['RoleBinding']>, ParentType, ContextType, Partial<Schema.QueryRoleBindingsArgs>>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['Role']>, ParentType, ContextType, Partial<Schema.QueryRolesArgs>>;
  savingProof?: Resolver<Schema.Maybe<ResolversTypes['SavingProofCheck']>, ParentType, ContextType, RequireFields<Schema.QuerySavingProofArgs, 'id'>>;
  savings?: Resolver<ReadonlyArray<ResolversTypes['SavingsShare']>, ParentType, ContextType, RequireFields<Schema.QuerySavingsArgs, 'from' | 'to'>>;
  sessions?: Resolver<ReadonlyArray<ResolversTypes['Session']>, ParentType, ContextType>;
  spendLimits?: Resolver<ReadonlyArray<ResolversTypes['SpendLimit']>, ParentType, ContextType, Partial<Schema.QuerySpendLimitsArgs>>;
  teams?: Resolver<ReadonlyArray<ResolversTypes['Team']>, ParentType, ContextType, Partial<Schema.QueryTeamsArgs>>;
  testApprovalPolicy?: Resolver<ResolversTypes['TestApprovalPolicyPayload'], ParentType, ContextType, RequireFields<Schema.QueryTestApprovalPolicyArgs, 'days' | 'manifest'>>;
  trustRules?: Resolver<ReadonlyArray<ResolversTypes['TrustRule']>, ParentType, ContextType, Partial<Schema.QueryTrustRulesArgs>>;
  unusedAnticipation?: Resolver<ResolversTypes['UnusedAnticipation'], ParentType, ContextType, RequireFields<Schema.QueryUnusedAnticipationArgs, 'from' | 'to'>>;
  users?: Resolver<ReadonlyArray<ResolversTypes['User']>, ParentType, ContextType, Partial<Schema.QueryUsersArgs>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ReasonResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Reason'] = ResolversParentTypes['Reason']> = {
  code?: Resolver<ResolversTypes['ReasonCode'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RecheckClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RecheckClusterPayload'] = ResolversParentTypes['RecheckClusterPayload']> = {
  cluster?: Resolver<Schema.Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegisterClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegisterClusterPayload'] = ResolversParentTypes['RegisterClusterPayload']> = {
  cluster?: Resolver<Schema.Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegistrationCheckResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegistrationCheck'] = ResolversParentTypes['RegistrationCheck']> = {
  detail?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remedy?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['CheckState'], ParentType, ContextType>;
  step?: Resolver<ResolversTypes['RegistrationStep'], ParentType, ContextType>;
};

export type RegistrationHealthResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegistrationHealth'] = ResolversParentTypes['RegistrationHealth']> = {
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFailureAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastFailureDetail?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcomes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RegistrationHealthStatus'], ParentType, ContextType>;
};

export type RegistrationHealthStatusResolvers = EnumResolverSignature<{ HEALTHY?: any, UNDECIDED?: any, UNHEALTHY?: any, UNKNOWN?: any }, ResolversTypes['RegistrationHealthStatus']>;

export type RegistrationStepResolvers = EnumResolverSignature<{ ASSUME_ROLE?: any, CONNECT?: any, CUSTOM_RESOURCES?: any, DESCRIBE_CLUSTER?: any, IMAGES?: any, INTERRUPTION_QUEUE?: any, OTHER_CONTROLLERS?: any, PERMISSIONS?: any, SECURITY_GROUPS?: any, SUBNETS?: any, UNKNOWN?: any, VERSION?: any }, ResolversTypes['RegistrationStep']>;

export type RejectDecisionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RejectDecisionPayload'] = ResolversParentTypes['RejectDecisionPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RejectedInstanceTypesResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RejectedInstanceTypes'] = ResolversParentTypes['RejectedInstanceTypes']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  examples?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['Reason'], ParentType, ContextType>;
};

export type ReleasePausePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ReleasePausePayload'] = ResolversParentTypes['ReleasePausePayload']> = {
  pause?: Resolver<Schema.Maybe<ResolversTypes['Pause']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RemoveClusterPayload'] = ResolversParentTypes['RemoveClusterPayload']> = {
  removedId?: Resolver<Schema.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ResolvedImageResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ResolvedImage'] = ResolversParentTypes['ResolvedImage']> = {
  architecture?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deprecated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  variant?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ResolvedSecurityGroupResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ResolvedSecurityGroup'] = ResolversParentTypes['ResolvedSecurityGroup']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ResolvedSubnetResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ResolvedSubnet'] = ResolversParentTypes['ResolvedSubnet']> = {
  freeAddresses?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  zone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  zoneId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ResourceAmountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ResourceAmount'] = ResolversParentTypes['ResourceAmount']> = {
  amount?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Quantity'], ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ResourceShortageResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ResourceShortage'] = ResolversParentTypes['ResourceShortage']> = {
  allocatable?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  requested?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RestoreApprovalPolicyPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RestoreApprovalPolicyPayload'] = ResolversParentTypes['RestoreApprovalPolicyPayload']> = {
  policy?: Resolver<Schema.Maybe<ResolversTypes['ApprovalPolicy']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ReviewVerdictResolvers = EnumResolverSignature<{ APPROVE?: any, REJECT?: any, UNKNOWN?: any, WITHDRAW?: any }, ResolversTypes['ReviewVerdict']>;

export type RevokeApiTokenPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RevokeApiTokenPayload'] = ResolversParentTypes['RevokeApiTokenPayload']> = {
  token?: Resolver<Schema.Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RoleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Role'] = ResolversParentTypes['Role']> = {
  actions?: Resolver<ReadonlyArray<ResolversTypes['AccessAction']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isBuiltIn?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RoleBindingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RoleBinding'] = ResolversParentTypes['RoleBinding']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  effect?: Resolver<ResolversTypes['AccessEffect'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roleName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
  subjectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectKind?: Resolver<ResolversTypes['BindingSubjectKind'], ParentType, ContextType>;
  subjectName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoleBindingPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RoleBindingPayload'] = ResolversParentTypes['RoleBindingPayload']> = {
  roleBinding?: Resolver<Schema.Maybe<ResolversTypes['RoleBinding']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RoleInScopeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RoleInScope'] = ResolversParentTypes['RoleInScope']> = {
  effect?: Resolver<ResolversTypes['AccessEffect'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roleName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
};

export type RolePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RolePayload'] = ResolversParentTypes['RolePayload']> = {
  role?: Resolver<Schema.Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RotateApiTokenPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RotateApiTokenPayload'] = ResolversParentTypes['RotateApiTokenPayload']> = {
  secret?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Schema.Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type SandboxResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Sandbox'] = ResolversParentTypes['Sandbox']> = {
  awsEndpoint?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  exerciseCluster?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  exerciseContext?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kubeconfig?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scenarios?: Resolver<Schema.Maybe<ReadonlyArray<ResolversTypes['SandboxScenario']>>, ParentType, ContextType>;
};

export type SandboxScenarioResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SandboxScenario'] = ResolversParentTypes['SandboxScenario']> = {
  cluster?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  endsAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  page?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  watch?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SaveApprovalPolicyPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SaveApprovalPolicyPayload'] = ResolversParentTypes['SaveApprovalPolicyPayload']> = {
  policy?: Resolver<Schema.Maybe<ResolversTypes['ApprovalPolicy']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SavingBoundResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavingBound'] = ResolversParentTypes['SavingBound']> = {
  cost?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  gapRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  mostSaving?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  saving?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
};

export type SavingProofCheckResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavingProofCheck'] = ResolversParentTypes['SavingProofCheck']> = {
  isProved?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mostSaving?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  offers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  podGroups?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  problem?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SavingsShareResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavingsShare'] = ResolversParentTypes['SavingsShare']> = {
  achieved?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  decisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  estimated?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DecisionKind'], ParentType, ContextType>;
  saved?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  unpricedDecisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SessionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  address?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isCurrent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type SetPasswordPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SetPasswordPayload'] = ResolversParentTypes['SetPasswordPayload']> = {
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SetPausePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SetPausePayload'] = ResolversParentTypes['SetPausePayload']> = {
  pause?: Resolver<Schema.Maybe<ResolversTypes['Pause']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SignOutPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload']> = {
  logoutUrl?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SimulateDisruptionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SimulateDisruptionPayload'] = ResolversParentTypes['SimulateDisruptionPayload']> = {
  simulation?: Resolver<Schema.Maybe<ResolversTypes['DisruptionSimulation']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SimulatedBlockerResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SimulatedBlocker'] = ResolversParentTypes['SimulatedBlocker']> = {
  disruptionReasons?: Resolver<ReadonlyArray<ResolversTypes['DisruptionReason']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['Reason'], ParentType, ContextType>;
  until?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SimulatedConsolidationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SimulatedConsolidation'] = ResolversParentTypes['SimulatedConsolidation']> = {
  blocker?: Resolver<Schema.Maybe<ResolversTypes['Reason']>, ParentType, ContextType>;
  isPossible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  saving?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
};

export type SimulatedNodeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SimulatedNode'] = ResolversParentTypes['SimulatedNode']> = {
  blockers?: Resolver<ReadonlyArray<ResolversTypes['SimulatedBlocker']>, ParentType, ContextType>;
  capacityType?: Resolver<Schema.Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  daemonPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  instanceType?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePool?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  podsWithoutController?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  priceOverlay?: Resolver<Schema.Maybe<ResolversTypes['PriceOverlay']>, ParentType, ContextType>;
  zone?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SimulationResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SimulationResult'] = ResolversParentTypes['SimulationResult']> = {
  consolidation?: Resolver<Schema.Maybe<ResolversTypes['SimulatedConsolidation']>, ParentType, ContextType>;
  costChange?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  engineVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  moves?: Resolver<ReadonlyArray<ResolversTypes['PodMove']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['SimulatedNode']>, ParentType, ContextType>;
  replacements?: Resolver<ReadonlyArray<ResolversTypes['PlannedNodeClaim']>, ParentType, ContextType>;
  unplaced?: Resolver<ReadonlyArray<ResolversTypes['UnplacedPod']>, ParentType, ContextType>;
};

export type SimulationStateResolvers = EnumResolverSignature<{ DONE?: any, FAILED?: any, REQUESTED?: any, UNKNOWN?: any }, ResolversTypes['SimulationState']>;

export type SmtpSecurityResolvers = EnumResolverSignature<{ NONE?: any, START_TLS?: any, TLS?: any }, ResolversTypes['SmtpSecurity']>;

export type SpendLimitResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SpendLimit'] = ResolversParentTypes['SpendLimit']> = {
  blocksLaunches?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  changedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currentHourly?: Resolver<ResolversTypes['UsdPerHour'], ParentType, ContextType>;
  forecastThisMonth?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  hourly?: Resolver<Schema.Maybe<ResolversTypes['UsdPerHour']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  monthly?: Resolver<Schema.Maybe<ResolversTypes['Usd']>, ParentType, ContextType>;
  reachedPercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
  spentThisMonth?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SpendLimitPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SpendLimitPayload'] = ResolversParentTypes['SpendLimitPayload']> = {
  spendLimit?: Resolver<Schema.Maybe<ResolversTypes['SpendLimit']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type StandingApprovalResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['StandingApproval'] = ResolversParentTypes['StandingApproval']> = {
  clusters?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  kinds?: Resolver<ReadonlyArray<ResolversTypes['DecisionKind']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type StaticPoolCountsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['StaticPoolCounts'] = ResolversParentTypes['StaticPoolCounts']> = {
  held?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  replicas?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  changes?: SubscriptionResolver<ResolversTypes['Change'], "changes", ParentType, ContextType, Partial<Schema.SubscriptionChangesArgs>>;
};

export type TaintResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Taint'] = ResolversParentTypes['Taint']> = {
  effect?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TeamResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Team'] = ResolversParentTypes['Team']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<ReadonlyArray<ResolversTypes['TeamMember']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  owns?: Resolver<ReadonlyArray<ResolversTypes['TeamOwnership']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TeamMemberResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TeamMember'] = ResolversParentTypes['TeamMember']> = {
  id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TeamMemberKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TeamMemberKindResolvers = EnumResolverSignature<{ GROUP?: any, USER?: any }, ResolversTypes['TeamMemberKind']>;

export type TeamOwnershipResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TeamOwnership'] = ResolversParentTypes['TeamOwnership']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TeamOwnershipKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TeamOwnershipKindResolvers = EnumResolverSignature<{ CLUSTER?: any, NAMESPACE?: any, NODE_POOL?: any }, ResolversTypes['TeamOwnershipKind']>;

export type TeamPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TeamPayload'] = ResolversParentTypes['TeamPayload']> = {
  team?: Resolver<Schema.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type TeamRefResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TeamRef'] = ResolversParentTypes['TeamRef']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TerminationStepResolvers = EnumResolverSignature<{ CORDONED?: any, DRAINED?: any, INSTANCE_GONE?: any, INSTANCE_TERMINATING?: any, REQUESTED?: any, UNKNOWN?: any, VOLUMES_DETACHED?: any }, ResolversTypes['TerminationStep']>;

export type TestApprovalPolicyPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TestApprovalPolicyPayload'] = ResolversParentTypes['TestApprovalPolicyPayload']> = {
  test?: Resolver<Schema.Maybe<ResolversTypes['ApprovalPolicyTest']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type TestedDecisionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TestedDecision'] = ResolversParentTypes['TestedDecision']> = {
  after?: Resolver<ResolversTypes['PolicyResult'], ParentType, ContextType>;
  approvals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  before?: Resolver<ResolversTypes['PolicyResult'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DecisionKind'], ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  proposedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  rule?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DecisionState'], ParentType, ContextType>;
};

export type TrustRuleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TrustRule'] = ResolversParentTypes['TrustRule']> = {
  audience?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  conditions?: Resolver<ReadonlyArray<ResolversTypes['ClaimCondition']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMaker?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  issuer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lifetimeSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['AccessScope'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TrustRulePayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['TrustRulePayload'] = ResolversParentTypes['TrustRulePayload']> = {
  rule?: Resolver<Schema.Maybe<ResolversTypes['TrustRule']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UnlinkChatIdentitiesPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UnlinkChatIdentitiesPayload'] = ResolversParentTypes['UnlinkChatIdentitiesPayload']> = {
  removed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UnplacedPodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UnplacedPod'] = ResolversParentTypes['UnplacedPod']> = {
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['NodePoolRejection']>, ParentType, ContextType>;
  from?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pod?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
};

export type UnschedulablePodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UnschedulablePod'] = ResolversParentTypes['UnschedulablePod']> = {
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['NodePoolRejection']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  pod?: Resolver<ResolversTypes['DecisionPod'], ParentType, ContextType>;
  queuePosition?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
};

export type UnusedAnticipationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UnusedAnticipation'] = ResolversParentTypes['UnusedAnticipation']> = {
  cost?: Resolver<ResolversTypes['Usd'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UpdateClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UpdateClusterPayload'] = ResolversParentTypes['UpdateClusterPayload']> = {
  cluster?: Resolver<Schema.Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface UsdScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Usd'], any> {
  name: 'Usd';
}

export interface UsdPerHourScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UsdPerHour'], any> {
  name: 'UsdPerHour';
}

export type UserResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  disabledAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  externalIdentity?: Resolver<Schema.Maybe<ResolversTypes['ExternalIdentity']>, ParentType, ContextType>;
  groups?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastSignInAt?: Resolver<Schema.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  field?: Resolver<Schema.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type UserPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UserPayload'] = ResolversParentTypes['UserPayload']> = {
  user?: Resolver<Schema.Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  canSetPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  groups?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['CallerKind'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permissions?: Resolver<ReadonlyArray<ResolversTypes['Permission']>, ParentType, ContextType>;
  roles?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  teams?: Resolver<ReadonlyArray<ResolversTypes['TeamRef']>, ParentType, ContextType>;
};

export type WithdrawApprovalPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WithdrawApprovalPayload'] = ResolversParentTypes['WithdrawApprovalPayload']> = {
  decision?: Resolver<Schema.Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphqlContext> = {
  AccessAction?: AccessActionResolvers;
  AccessEffect?: AccessEffectResolvers;
  AccessScope?: AccessScopeResolvers<ContextType>;
  AccessScopeKind?: AccessScopeKindResolvers;
  ActorKind?: ActorKindResolvers;
  AlertKind?: AlertKindResolvers;
  AlertThresholds?: AlertThresholdsResolvers<ContextType>;
  ApiToken?: ApiTokenResolvers<ContextType>;
  ApplyManifestsPayload?: ApplyManifestsPayloadResolvers<ContextType>;
  ApprovalAction?: ApprovalActionResolvers;
  ApprovalPolicy?: ApprovalPolicyResolvers<ContextType>;
  ApprovalPolicyRule?: ApprovalPolicyRuleResolvers<ContextType>;
  ApprovalPolicyTest?: ApprovalPolicyTestResolvers<ContextType>;
  ApproveDecisionPayload?: ApproveDecisionPayloadResolvers<ContextType>;
  AttentionKind?: AttentionKindResolvers;
  AttentionSeverity?: AttentionSeverityResolvers;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditEntryConnection?: AuditEntryConnectionResolvers<ContextType>;
  AuditEntryEdge?: AuditEntryEdgeResolvers<ContextType>;
  AuditExport?: AuditExportResolvers<ContextType>;
  AuditOutcome?: AuditOutcomeResolvers;
  AuditProblem?: AuditProblemResolvers<ContextType>;
  AuditProblemKind?: AuditProblemKindResolvers;
  AuditVerification?: AuditVerificationResolvers<ContextType>;
  BindingSubjectKind?: BindingSubjectKindResolvers;
  BrakeRule?: BrakeRuleResolvers;
  BrakeSettings?: BrakeSettingsResolvers<ContextType>;
  BreakGlassPayload?: BreakGlassPayloadResolvers<ContextType>;
  BudgetStatus?: BudgetStatusResolvers<ContextType>;
  CallerKind?: CallerKindResolvers;
  CapacityBuffer?: CapacityBufferResolvers<ContextType>;
  CapacityType?: CapacityTypeResolvers;
  Change?: ChangeResolvers<ContextType>;
  ChangeAlertThresholdsPayload?: ChangeAlertThresholdsPayloadResolvers<ContextType>;
  ChangeBrakeSettingsPayload?: ChangeBrakeSettingsPayloadResolvers<ContextType>;
  ChangeTopic?: ChangeTopicResolvers;
  ChatIdentity?: ChatIdentityResolvers<ContextType>;
  CheckState?: CheckStateResolvers;
  ClaimCondition?: ClaimConditionResolvers<ContextType>;
  ClaimOperator?: ClaimOperatorResolvers;
  Cluster?: ClusterResolvers<ContextType>;
  ClusterAttention?: ClusterAttentionResolvers<ContextType>;
  ClusterConnection?: ClusterConnectionResolvers<ContextType>;
  ClusterConnectionState?: ClusterConnectionStateResolvers<ContextType>;
  ClusterCostReport?: ClusterCostReportResolvers<ContextType>;
  ClusterEdge?: ClusterEdgeResolvers<ContextType>;
  ClusterFinding?: ClusterFindingResolvers<ContextType>;
  ClusterHold?: ClusterHoldResolvers<ContextType>;
  ClusterHoldCode?: ClusterHoldCodeResolvers;
  ClusterMode?: ClusterModeResolvers;
  ClusterSettings?: ClusterSettingsResolvers<ContextType>;
  ClusterSummary?: ClusterSummaryResolvers<ContextType>;
  CommentDecisionPayload?: CommentDecisionPayloadResolvers<ContextType>;
  ConnectionState?: ConnectionStateResolvers;
  ConvertedDocument?: ConvertedDocumentResolvers<ContextType>;
  ConvertedManifests?: ConvertedManifestsResolvers<ContextType>;
  CostBoundPart?: CostBoundPartResolvers<ContextType>;
  CostBoundPartCause?: CostBoundPartCauseResolvers;
  CostBoundPartSubject?: CostBoundPartSubjectResolvers<ContextType>;
  CostCause?: CostCauseResolvers;
  CostCauseShare?: CostCauseShareResolvers<ContextType>;
  CostCauseSubject?: CostCauseSubjectResolvers<ContextType>;
  CostDimension?: CostDimensionResolvers;
  CostMonth?: CostMonthResolvers<ContextType>;
  CostNow?: CostNowResolvers<ContextType>;
  CostReport?: CostReportResolvers<ContextType>;
  CostResolution?: CostResolutionResolvers;
  CostSeries?: CostSeriesResolvers<ContextType>;
  CostSeriesGroup?: CostSeriesGroupResolvers<ContextType>;
  CostShare?: CostShareResolvers<ContextType>;
  CreateApiTokenPayload?: CreateApiTokenPayloadResolvers<ContextType>;
  CreateChatCodePayload?: CreateChatCodePayloadResolvers<ContextType>;
  CreateNotificationChannelPayload?: CreateNotificationChannelPayloadResolvers<ContextType>;
  CreateStandingApprovalPayload?: CreateStandingApprovalPayloadResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DecideDevicePayload?: DecideDevicePayloadResolvers<ContextType>;
  Decision?: DecisionResolvers<ContextType>;
  DecisionApproval?: DecisionApprovalResolvers<ContextType>;
  DecisionConnection?: DecisionConnectionResolvers<ContextType>;
  DecisionEdge?: DecisionEdgeResolvers<ContextType>;
  DecisionEvent?: DecisionEventResolvers<ContextType>;
  DecisionKind?: DecisionKindResolvers;
  DecisionOutcome?: DecisionOutcomeResolvers<ContextType>;
  DecisionPhase?: DecisionPhaseResolvers<ContextType>;
  DecisionPod?: DecisionPodResolvers<ContextType>;
  DecisionProgress?: DecisionProgressResolvers<ContextType>;
  DecisionReview?: DecisionReviewResolvers<ContextType>;
  DecisionState?: DecisionStateResolvers;
  DefinitionFinding?: DefinitionFindingResolvers<ContextType>;
  DefinitionRevision?: DefinitionRevisionResolvers<ContextType>;
  DefinitionSource?: DefinitionSourceResolvers;
  DeleteDefinitionPayload?: DeleteDefinitionPayloadResolvers<ContextType>;
  DeleteSpendLimitPayload?: DeleteSpendLimitPayloadResolvers<ContextType>;
  DeviceAccess?: DeviceAccessResolvers;
  DeviceRequest?: DeviceRequestResolvers<ContextType>;
  DisruptionBudgets?: DisruptionBudgetsResolvers<ContextType>;
  DisruptionCandidate?: DisruptionCandidateResolvers<ContextType>;
  DisruptionReason?: DisruptionReasonResolvers;
  DisruptionSimulation?: DisruptionSimulationResolvers<ContextType>;
  DocumentOutcome?: DocumentOutcomeResolvers;
  DocumentReading?: DocumentReadingResolvers<ContextType>;
  DocumentVariant?: DocumentVariantResolvers<ContextType>;
  DriftForecast?: DriftForecastResolvers<ContextType>;
  DriftedField?: DriftedFieldResolvers<ContextType>;
  DurationMs?: GraphQLScalarType;
  EndSessionPayload?: EndSessionPayloadResolvers<ContextType>;
  EndStandingApprovalPayload?: EndStandingApprovalPayloadResolvers<ContextType>;
  ExcludeNodesPayload?: ExcludeNodesPayloadResolvers<ContextType>;
  ExecutionStep?: ExecutionStepResolvers;
  ExistingPlacement?: ExistingPlacementResolvers<ContextType>;
  ExtendedResource?: ExtendedResourceResolvers<ContextType>;
  ExternalIdentity?: ExternalIdentityResolvers<ContextType>;
  FindingSeverity?: FindingSeverityResolvers;
  FixTarget?: FixTargetResolvers<ContextType>;
  Fleet?: FleetResolvers<ContextType>;
  FleetEvent?: FleetEventResolvers<ContextType>;
  Interruption?: InterruptionResolvers<ContextType>;
  InterruptionConnection?: InterruptionConnectionResolvers<ContextType>;
  InterruptionEdge?: InterruptionEdgeResolvers<ContextType>;
  InterruptionKind?: InterruptionKindResolvers;
  InterruptionOutcome?: InterruptionOutcomeResolvers;
  JSON?: GraphQLScalarType;
  MinValuesPolicy?: MinValuesPolicyResolvers;
  Mutation?: MutationResolvers<ContextType>;
  NearestMiss?: NearestMissResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NodeClaim?: NodeClaimResolvers<ContextType>;
  NodeClaimConnection?: NodeClaimConnectionResolvers<ContextType>;
  NodeClaimDrift?: NodeClaimDriftResolvers<ContextType>;
  NodeClaimEdge?: NodeClaimEdgeResolvers<ContextType>;
  NodeClaimState?: NodeClaimStateResolvers;
  NodeClaimTermination?: NodeClaimTerminationResolvers<ContextType>;
  NodeClass?: NodeClassResolvers<ContextType>;
  NodeClassConnection?: NodeClassConnectionResolvers<ContextType>;
  NodeClassEdge?: NodeClassEdgeResolvers<ContextType>;
  NodeClassProblem?: NodeClassProblemResolvers<ContextType>;
  NodeConnection?: NodeConnectionResolvers<ContextType>;
  NodeDrift?: NodeDriftResolvers<ContextType>;
  NodeEdge?: NodeEdgeResolvers<ContextType>;
  NodeGap?: NodeGapResolvers<ContextType>;
  NodeOverlay?: NodeOverlayResolvers<ContextType>;
  NodeOverlayState?: NodeOverlayStateResolvers;
  NodePhase?: NodePhaseResolvers;
  NodePool?: NodePoolResolvers<ContextType>;
  NodePoolBudget?: NodePoolBudgetResolvers<ContextType>;
  NodePoolConnection?: NodePoolConnectionResolvers<ContextType>;
  NodePoolEdge?: NodePoolEdgeResolvers<ContextType>;
  NodePoolLimit?: NodePoolLimitResolvers<ContextType>;
  NodePoolRejection?: NodePoolRejectionResolvers<ContextType>;
  NodeState?: NodeStateResolvers;
  NodeTotals?: NodeTotalsResolvers<ContextType>;
  NotificationAttempt?: NotificationAttemptResolvers<ContextType>;
  NotificationAttemptOutcome?: NotificationAttemptOutcomeResolvers;
  NotificationChannel?: NotificationChannelResolvers<ContextType>;
  NotificationChannelKind?: NotificationChannelKindResolvers;
  NotificationChannelPayload?: NotificationChannelPayloadResolvers<ContextType>;
  NotificationChannelState?: NotificationChannelStateResolvers;
  NotificationDelivery?: NotificationDeliveryResolvers<ContextType>;
  NotificationDeliveryConnection?: NotificationDeliveryConnectionResolvers<ContextType>;
  NotificationDeliveryEdge?: NotificationDeliveryEdgeResolvers<ContextType>;
  NotificationDeliveryPayload?: NotificationDeliveryPayloadResolvers<ContextType>;
  NotificationDeliveryState?: NotificationDeliveryStateResolvers;
  NotificationEvent?: NotificationEventResolvers<ContextType>;
  NotificationEventKind?: NotificationEventKindResolvers<ContextType>;
  NotificationRule?: NotificationRuleResolvers<ContextType>;
  NotificationRulePayload?: NotificationRulePayloadResolvers<ContextType>;
  NotificationSeverity?: NotificationSeverityResolvers;
  Object?: ObjectResolvers<ContextType>;
  OperationFailure?: OperationFailureResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PassedRule?: PassedRuleResolvers<ContextType>;
  Pause?: PauseResolvers<ContextType>;
  PauseCause?: PauseCauseResolvers;
  PauseEvidence?: PauseEvidenceResolvers<ContextType>;
  PauseEvidenceStep?: PauseEvidenceStepResolvers<ContextType>;
  PauseExtent?: PauseExtentResolvers;
  PendingPod?: PendingPodResolvers<ContextType>;
  PendingPodGroup?: PendingPodGroupResolvers<ContextType>;
  PendingPodGroupConnection?: PendingPodGroupConnectionResolvers<ContextType>;
  PendingPodGroupEdge?: PendingPodGroupEdgeResolvers<ContextType>;
  Permission?: PermissionResolvers<ContextType>;
  PlanCost?: PlanCostResolvers<ContextType>;
  PlanGapParts?: PlanGapPartsResolvers<ContextType>;
  PlanMethod?: PlanMethodResolvers;
  PlannedNodeClaim?: PlannedNodeClaimResolvers<ContextType>;
  PlannedOffering?: PlannedOfferingResolvers<ContextType>;
  Pod?: PodResolvers<ContextType>;
  PodMove?: PodMoveResolvers<ContextType>;
  PodPhase?: PodPhaseResolvers;
  PodToMove?: PodToMoveResolvers<ContextType>;
  PodVerdict?: PodVerdictResolvers<ContextType>;
  PodVerdictKind?: PodVerdictKindResolvers;
  PolicyResult?: PolicyResultResolvers;
  PolicyTestCount?: PolicyTestCountResolvers<ContextType>;
  PreferencePolicy?: PreferencePolicyResolvers;
  PriceOverlay?: PriceOverlayResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  Quantity?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  Reason?: ReasonResolvers<ContextType>;
  RecheckClusterPayload?: RecheckClusterPayloadResolvers<ContextType>;
  RegisterClusterPayload?: RegisterClusterPayloadResolvers<ContextType>;
  RegistrationCheck?: RegistrationCheckResolvers<ContextType>;
  RegistrationHealth?: RegistrationHealthResolvers<ContextType>;
  RegistrationHealthStatus?: RegistrationHealthStatusResolvers;
  RegistrationStep?: RegistrationStepResolvers;
  RejectDecisionPayload?: RejectDecisionPayloadResolvers<ContextType>;
  RejectedInstanceTypes?: RejectedInstanceTypesResolvers<ContextType>;
  ReleasePausePayload?: ReleasePausePayloadResolvers<ContextType>;
  RemoveClusterPayload?: RemoveClusterPayloadResolvers<ContextType>;
  ResolvedImage?: ResolvedImageResolvers<ContextType>;
  ResolvedSecurityGroup?: ResolvedSecurityGroupResolvers<ContextType>;
  ResolvedSubnet?: ResolvedSubnetResolvers<ContextType>;
  ResourceAmount?: ResourceAmountResolvers<ContextType>;
  ResourceShortage?: ResourceShortageResolvers<ContextType>;
  RestoreApprovalPolicyPayload?: RestoreApprovalPolicyPayloadResolvers<ContextType>;
  ReviewVerdict?: ReviewVerdictResolvers;
  RevokeApiTokenPayload?: RevokeApiTokenPayloadResolvers<ContextType>;
  Role?: RoleResolvers<ContextType>;
  RoleBinding?: RoleBindingResolvers<ContextType>;
  RoleBindingPayload?: RoleBindingPayloadResolvers<ContextType>;
  RoleInScope?: RoleInScopeResolvers<ContextType>;
  RolePayload?: RolePayloadResolvers<ContextType>;
  RotateApiTokenPayload?: RotateApiTokenPayloadResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  Sandbox?: SandboxResolvers<ContextType>;
  SandboxScenario?: SandboxScenarioResolvers<ContextType>;
  SaveApprovalPolicyPayload?: SaveApprovalPolicyPayloadResolvers<ContextType>;
  SavingBound?: SavingBoundResolvers<ContextType>;
  SavingProofCheck?: SavingProofCheckResolvers<ContextType>;
  SavingsShare?: SavingsShareResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  SetPasswordPayload?: SetPasswordPayloadResolvers<ContextType>;
  SetPausePayload?: SetPausePayloadResolvers<ContextType>;
  SignOutPayload?: SignOutPayloadResolvers<ContextType>;
  SimulateDisruptionPayload?: SimulateDisruptionPayloadResolvers<ContextType>;
  SimulatedBlocker?: SimulatedBlockerResolvers<ContextType>;
  SimulatedConsolidation?: SimulatedConsolidationResolvers<ContextType>;
  SimulatedNode?: SimulatedNodeResolvers<ContextType>;
  SimulationResult?: SimulationResultResolvers<ContextType>;
  SimulationState?: SimulationStateResolvers;
  SmtpSecurity?: SmtpSecurityResolvers;
  SpendLimit?: SpendLimitResolvers<ContextType>;
  SpendLimitPayload?: SpendLimitPayloadResolvers<ContextType>;
  StandingApproval?: StandingApprovalResolvers<ContextType>;
  StaticPoolCounts?: StaticPoolCountsResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Taint?: TaintResolvers<ContextType>;
  Team?: TeamResolvers<ContextType>;
  TeamMember?: TeamMemberResolvers<ContextType>;
  TeamMemberKind?: TeamMemberKindResolvers;
  TeamOwnership?: TeamOwnershipResolvers<ContextType>;
  TeamOwnershipKind?: TeamOwnershipKindResolvers;
  TeamPayload?: TeamPayloadResolvers<ContextType>;
  TeamRef?: TeamRefResolvers<ContextType>;
  TerminationStep?: TerminationStepResolvers;
  TestApprovalPolicyPayload?: TestApprovalPolicyPayloadResolvers<ContextType>;
  TestedDecision?: TestedDecisionResolvers<ContextType>;
  TrustRule?: TrustRuleResolvers<ContextType>;
  TrustRulePayload?: TrustRulePayloadResolvers<ContextType>;
  UnlinkChatIdentitiesPayload?: UnlinkChatIdentitiesPayloadResolvers<ContextType>;
  UnplacedPod?: UnplacedPodResolvers<ContextType>;
  UnschedulablePod?: UnschedulablePodResolvers<ContextType>;
  UnusedAnticipation?: UnusedAnticipationResolvers<ContextType>;
  UpdateClusterPayload?: UpdateClusterPayloadResolvers<ContextType>;
  Usd?: GraphQLScalarType;
  UsdPerHour?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  UserPayload?: UserPayloadResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  WithdrawApprovalPayload?: WithdrawApprovalPayloadResolvers<ContextType>;
};

