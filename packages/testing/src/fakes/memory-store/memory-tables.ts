import type {
  ApiToken,
  ApprovalPolicy,
  AuditEntry,
  BufferRecord,
  CatalogFacts,
  ChangeNotice,
  ChatIdentity,
  Cluster,
  CostPeriod,
  CostReport,
  CostResolution,
  CostSample,
  CustomRole,
  Decision,
  DecisionEvent,
  Definition,
  DefinitionRefusal,
  DefinitionRevision,
  DeliveryAttempt,
  DeviceAuthorization,
  DeviceCodeDigests,
  DisruptionSimulation,
  ExternalIdentity,
  Finding,
  GitRepository,
  HoldLimits,
  Incident,
  Interruption,
  KnownDevice,
  LaunchOptions,
  LeaseHold,
  MarkedOffering,
  NodeClaim,
  NodeCostSpan,
  NodeOverlayRow,
  NodeRow,
  NotificationChannel,
  NotificationDelivery,
  NotificationEvent,
  NotificationRule,
  OperationFailure,
  OutboxEntry,
  Pause,
  PodRow,
  PodVerdictRow,
  ProviderSession,
  Review,
  RoleBinding,
  SchedulingBatch,
  SessionRecord,
  SpendLimit,
  SpotPrice,
  StoredAlertThresholds,
  StoredBrakeSettings,
  Team,
  TrustRule,
  User,
} from '@kerf/application';
import { type ClusterId, type DurationMs, type Instant, invariant, type UserId } from '@kerf/core';
import type { BudgetStatus, SavingProof } from '@kerf/engine';
import { MemoryTable } from './memory-table.js';

/** A finding with the columns that the store maintains. */
export type StoredFinding = Omit<Finding, 'at'> & {
  readonly count: number;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
};

interface StoredMarkedOffering extends MarkedOffering {
  readonly clusterId: ClusterId;
}

/** Creates the tables of a store, all empty. */
export function emptyTables() {
  const clusters = new MemoryTable<Cluster>();
  const requireCluster = ({ clusterId }: { readonly clusterId: ClusterId }) =>
    invariant(clusters.has(clusterId), `there is no cluster ${clusterId}`);
  const ofCluster = {
    definitions: new MemoryTable<Definition>(requireCluster),
    refusals: new MemoryTable<DefinitionRefusal>(requireCluster),
    buffers: new MemoryTable<BufferRecord>(requireCluster),
    nodeClaims: new MemoryTable<NodeClaim>(requireCluster),
    batches: new MemoryTable<SchedulingBatch>(requireCluster),
    decisions: new MemoryTable<Decision>(requireCluster),
    simulations: new MemoryTable<DisruptionSimulation>(requireCluster),
    leases: new MemoryTable<MemoryLease>(requireCluster),
    nodes: new MemoryTable<NodeRow>(requireCluster),
    pods: new MemoryTable<PodRow>(requireCluster),
    verdicts: new MemoryTable<PodVerdictRow>(requireCluster),
    budgets: new MemoryTable<
      BudgetStatus & { readonly clusterId: ClusterId; readonly asOf: Instant }
    >(),
    overlays: new MemoryTable<NodeOverlayRow>(requireCluster),
    findings: new MemoryTable<StoredFinding>(requireCluster),
    operationFailures: new MemoryTable<OperationFailure>(requireCluster),
    incidents: new MemoryTable<Incident>(requireCluster),
    interruptions: new MemoryTable<Interruption>(requireCluster),
    costReports: new MemoryTable<{
      readonly clusterId: ClusterId;
      readonly asOf: Instant;
      readonly report: CostReport;
    }>(requireCluster),
    costAccounts: new MemoryTable<{
      readonly clusterId: ClusterId;
      readonly accountedFrom: Instant;
      readonly accountedUntil: Instant;
    }>(),
    costSamples: new MemoryTable<
      CostSample & { readonly clusterId: ClusterId; readonly resolution: CostResolution }
    >(),
    figureSamples: new MemoryTable<{
      readonly clusterId: ClusterId;
      readonly resolution: CostResolution;
      readonly at: Instant;
      readonly pendingPodMs: DurationMs;
      readonly savingMicroUsdPerHour: number;
      readonly reports: number;
    }>(),
    nodeCostSpans: new MemoryTable<
      NodeCostSpan & { readonly clusterId: ClusterId; readonly endedAt: Instant | null }
    >(),
    costGaps: new MemoryTable<CostPeriod & { readonly clusterId: ClusterId }>(),
    unavailableOfferings: new MemoryTable<StoredMarkedOffering>(requireCluster),
  };
  const others = {
    clusters,
    revisions: new MemoryTable<DefinitionRevision & { readonly definitionId: string }>(),
    launchOptions: new MemoryTable<LaunchOptions>(),
    batchPods: new MemoryTable<{ readonly batchId: string; readonly podUid: string }>(),
    reviews: new MemoryTable<Review & { readonly decisionId: string }>(),
    approvalPolicies: new MemoryTable<ApprovalPolicy>(),
    savingProofs: new MemoryTable<SavingProof>(),
    decisionEvents: new MemoryTable<DecisionEvent & { readonly decisionId: string }>(),
    /** Messages in the order in which they were added. */
    outbox: new MemoryTable<OutboxEntry>(({ message }) => {
      if ('clusterId' in message) requireCluster(message);
    }),
    /** Change notices in the order in which they were published. */
    changes: new MemoryTable<ChangeNotice>(),
    audit: new MemoryTable<AuditEntry>(),
    catalogs: new MemoryTable<CatalogFacts>(),
    spotPrices: new MemoryTable<{
      readonly prices: readonly SpotPrice[];
      readonly fetchedAt: Instant;
    }>(),
    users: new MemoryTable<{ readonly user: User; readonly passwordHash: string | null }>(),
    signInLinks: new MemoryTable<{
      readonly digest: string;
      readonly userId: UserId;
      readonly expiresAt: Instant;
    }>(),
    sessions: new MemoryTable<SessionRecord>(),
    devices: new MemoryTable<KnownDevice>(),
    deviceAuthorizations: new MemoryTable<{
      readonly authorization: DeviceAuthorization;
      readonly codes: DeviceCodeDigests;
    }>(),
    trustRules: new MemoryTable<TrustRule>(),
    externalIdentities: new MemoryTable<ExternalIdentity>(),
    providerSessions: new MemoryTable<ProviderSession>(),
    logoutTokens: new MemoryTable<{ readonly digest: string; readonly expiresAt: Instant }>(),
    tokens: new MemoryTable<
      ApiToken & { readonly digest: string; readonly previousDigest: string | null }
    >(),
    customRoles: new MemoryTable<CustomRole>(),
    roleBindings: new MemoryTable<RoleBinding>(),
    teams: new MemoryTable<Team>(),
    pauses: new MemoryTable<Pause>(),
    spendLimits: new MemoryTable<SpendLimit>(),
    gitRepositories: new MemoryTable<GitRepository>(),
    alertThresholds: new MemoryTable<StoredAlertThresholds>(),
    brakeSettings: new MemoryTable<StoredBrakeSettings>(),
    notificationEvents: new MemoryTable<{
      readonly event: NotificationEvent;
      readonly routedAt: Instant | null;
    }>(),
    notificationChannels: new MemoryTable<NotificationChannel>(),
    notificationRules: new MemoryTable<NotificationRule>(),
    notificationDeliveries: new MemoryTable<NotificationDelivery>(),
    deliveryAttempts: new MemoryTable<DeliveryAttempt>(),
    chatIdentities: new MemoryTable<ChatIdentity>(),
    chatCodes: new MemoryTable<{
      readonly digest: string;
      readonly userId: UserId;
      readonly expiresAt: Instant;
    }>(),
  };
  return {
    ...ofCluster,
    ...others,
    /** Deletes the rows that belong to a cluster, except audit entries. */
    deleteOfCluster(clusterId: ClusterId): void {
      for (const table of Object.values(ofCluster)) {
        table.deleteWhere((row) => row.clusterId === clusterId);
      }
      others.roleBindings.deleteWhere(
        ({ scope }) => 'clusterId' in scope && scope.clusterId === clusterId,
      );
      others.teams.updateWhere(
        () => true,
        (team) => ({ ...team, owns: team.owns.filter((part) => part.clusterId !== clusterId) }),
      );
      const isOfCluster = ({ scope }: Pick<Pause, 'scope'>): boolean =>
        'clusterId' in scope && scope.clusterId === clusterId;
      others.pauses.deleteWhere(isOfCluster);
      others.spendLimits.deleteWhere(isOfCluster);
      others.gitRepositories.deleteWhere(isOfCluster);
      others.brakeSettings.delete(clusterId);
      others.outbox.deleteWhere(
        ({ message }) => 'clusterId' in message && message.clusterId === clusterId,
      );
    },
    /** Returns a function that restores all rows of this moment. */
    savepoint(): () => void {
      const tables: readonly Pick<MemoryTable<unknown>, 'savepoint'>[] = [
        ...Object.values(ofCluster),
        ...Object.values(others),
      ];
      const restores = tables.map((table) => table.savepoint());
      return () => {
        for (const restore of restores) restore();
      };
    },
  };
}

/** The tables of a store; specs read them to see what was stored. */
export type MemoryTables = ReturnType<typeof emptyTables>;

/** A lease with what is known about the deaths of its holders. */
export interface MemoryLease extends LeaseHold {
  readonly expiresAt: Instant;
  readonly acquiredAt: Instant;
  readonly deaths: number;
  readonly found: number;
  readonly trialUntil: Instant | null;
  readonly retryAt: Instant | null;
  readonly exceeded: HoldLimits | null;
}
