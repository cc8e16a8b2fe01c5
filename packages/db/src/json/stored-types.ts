import type {
  ApprovalRule,
  BatchOutcome,
  BindingScope,
  BrakeSettings,
  BufferOutcome,
  BufferRecord,
  ChannelAddress,
  ChannelSecrets,
  ClaimCondition,
  ClaimDrift,
  ClaimPlan,
  ClaimReboot,
  ClusterFacts,
  ClusterHold,
  ClusterSettings,
  CostReport,
  DecisionApproval,
  DecisionBody,
  DecisionEventData,
  DefinitionFinding,
  DefinitionRevision,
  DeviceTerms,
  Ec2NodeClassManifest,
  FleetMessage,
  InstanceTypeFacts,
  LaunchedInstance,
  LaunchOptions,
  MaintenanceWindow,
  NodeClaimTermination,
  NodeClassResolution,
  NodeDrift,
  NodeOverlayManifest,
  NodeOverlayState,
  NodePoolManifest,
  NodeRow,
  NotificationBody,
  OutboxMessage,
  PauseEvidence,
  Person,
  PodVerdict,
  RegistrationCheck,
  SimulationResult,
  SpotPrice,
  StandaloneObject,
  ZonalShift,
} from '@kerf/application';
import type {
  ApprovalVerdict,
  BudgetStatus,
  LaunchReason,
  PlanCost,
  Reason,
  RejectedInstanceTypes,
  ResourceList,
  SavingProof,
  UnschedulablePod,
} from '@kerf/engine';

/** The columns of a buffer that are written each time it is resolved in its cluster. */
export type BufferReading = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

/**
 * The type of each Json column, by its name. `npm run documents` writes the schemas that read them
 * from these types; a column whose type has changed does not compile until then.
 */
export interface StoredTypes {
  'approval_policy_versions.rules': readonly ApprovalRule[];
  'approval_policy_versions.saved_by': Person;
  'brake_settings.settings': Partial<BrakeSettings>;
  'budget_statuses.status': BudgetStatus;
  'capacity_buffers.outcome': BufferOutcome;
  'capacity_buffers.resolution': BufferReading;
  'clusters.checks': readonly RegistrationCheck[];
  'clusters.facts': ClusterFacts;
  'clusters.hold': ClusterHold;
  'clusters.settings': Partial<ClusterSettings>;
  'clusters.zonal_shifts': readonly ZonalShift[];
  'cost_reports.report': CostReport;
  'decision_events.data': DecisionEventData;
  'decision_reviews.maintenance_window': MaintenanceWindow;
  'decision_reviews.reviewed_by': Person;
  'decisions.approval': DecisionApproval;
  'decisions.body': DecisionBody;
  'decisions.body.drift': readonly NodeDrift[];
  'decisions.verdict': ApprovalVerdict;
  'definition_revisions.findings': readonly DefinitionFinding[];
  'definition_revisions.spec': DefinitionRevision['spec'];
  'device_authorizations.terms': DeviceTerms;
  'disruption_simulations.result': SimulationResult;
  'node_claims.drift': ClaimDrift;
  'node_claims.failure': LaunchReason;
  'node_claims.instance': LaunchedInstance;
  'node_claims.launch_options': LaunchOptions;
  'node_claims.plan': ClaimPlan;
  'node_claims.reboot': ClaimReboot;
  'node_claims.standalone': StandaloneObject;
  'node_claims.termination': NodeClaimTermination;
  'node_classes.resolution': NodeClassResolution;
  'node_classes.spec': Ec2NodeClassManifest;
  'node_overlay_rows.spec': NodeOverlayManifest;
  'node_overlay_rows.state': NodeOverlayState;
  'node_pools.spec': NodePoolManifest;
  /** A budget inside `node_pools.spec`, which has the version. */
  'node_pools.spec.disruption.budgets': NodePoolManifest['disruption']['budgets'][number];
  'node_rows.blockers': NodeRow['blockers'];
  'node_rows.capacity, allocatable, requested': ResourceList;
  'node_rows.labels': NodeRow['labels'];
  'node_rows.taints': NodeRow['taints'];
  'notification_channels.address': ChannelAddress;
  'notification_channels.sealed_secrets': ChannelSecrets;
  'notification_events.body': NotificationBody;
  'outbox.message': OutboxMessage | FleetMessage;
  'pauses.evidence': PauseEvidence;
  'pod_rows.labels': NodeRow['labels'];
  'pod_rows.requests': ResourceList;
  'pod_verdicts.verdict': PodVerdict;
  'region_catalogs.instance_types': readonly InstanceTypeFacts[];
  'region_catalogs.spot_prices': readonly SpotPrice[];
  'saving_proofs.proof': SavingProof;
  'scheduling_batches.outcome': BatchOutcome;
  'trust_rules.conditions': readonly ClaimCondition[];
  'trust_rules.scope': BindingScope;
}

/** Parts of stored values that upgrades and the API's documents read by themselves. */
export interface StoredParts {
  PlanCost: PlanCost;
  Reason: Reason;
  RejectedInstanceTypes: RejectedInstanceTypes;
  UnschedulablePod: UnschedulablePod;
}
