import type { AccessAction } from '../contract/words.js';
import type { AccessEffect } from '../contract/words.js';
import type { AccessScopeKind } from '../contract/words.js';
import type { ActorKind } from '../contract/words.js';
import type { AlertKind } from '../contract/words.js';
import type { ApprovalAction } from '../contract/words.js';
import type { AttentionKind } from '../contract/words.js';
import type { AttentionSeverity } from '../contract/words.js';
import type { AuditOutcome } from '../contract/words.js';
import type { AuditProblemKind } from '../contract/words.js';
import type { BindingSubjectKind } from '../contract/words.js';
import type { BrakeRule } from '../contract/words.js';
import type { CallerKind } from '../contract/words.js';
import type { CapacityType } from '../contract/words.js';
import type { ChangeTopic } from '../contract/words.js';
import type { CheckState } from '../contract/words.js';
import type { ClaimOperator } from '../contract/words.js';
import type { ClusterHoldCode } from '../contract/words.js';
import type { ClusterMode } from '../contract/words.js';
import type { ConnectionState } from '../contract/words.js';
import type { CostBoundPartCause } from '../contract/words.js';
import type { CostCause } from '../contract/words.js';
import type { CostDimension } from '../contract/words.js';
import type { CostResolution } from '../contract/words.js';
import type { DecisionKind } from '../contract/words.js';
import type { DecisionState } from '../contract/words.js';
import type { DefinitionSource } from '../contract/words.js';
import type { DeviceAccess } from '../contract/words.js';
import type { DisruptionReason } from '../contract/words.js';
import type { DocumentOutcome } from '../contract/words.js';
import type { ExecutionStep } from '../contract/words.js';
import type { FindingSeverity } from '../contract/words.js';
import type { InterruptionKind } from '../contract/words.js';
import type { InterruptionOutcome } from '../contract/words.js';
import type { MinValuesPolicy } from '../contract/words.js';
import type { NodeClaimState } from '../contract/words.js';
import type { NodeOverlayState } from '../contract/words.js';
import type { NodePhase } from '../contract/words.js';
import type { NodeState } from '../contract/words.js';
import type { NotificationAttemptOutcome } from '../contract/words.js';
import type { NotificationChannelKind } from '../contract/words.js';
import type { NotificationChannelState } from '../contract/words.js';
import type { NotificationDeliveryState } from '../contract/words.js';
import type { NotificationSeverity } from '../contract/words.js';
import type { PauseCause } from '../contract/words.js';
import type { PauseExtent } from '../contract/words.js';
import type { PlanMethod } from '../contract/words.js';
import type { PodPhase } from '../contract/words.js';
import type { PodVerdictKind } from '../contract/words.js';
import type { PolicyResult } from '../contract/words.js';
import type { PreferencePolicy } from '../contract/words.js';
import type { RegistrationHealthStatus } from '../contract/words.js';
import type { RegistrationStep } from '../contract/words.js';
import type { ReviewVerdict } from '../contract/words.js';
import type { SimulationState } from '../contract/words.js';
import type { SmtpSecurity } from '../contract/words.js';
import type { TeamMemberKind } from '../contract/words.js';
import type { TeamOwnershipKind } from '../contract/words.js';
import type { TerminationStep } from '../contract/words.js';
import type { Instant } from '@kerf/core';
import type { DurationMs } from '@kerf/core';
import type { MicroUsdPerHour } from '@kerf/core';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A timestamp: RFC 3339 in UTC with milliseconds. */
  DateTime: { input: Instant; output: Instant; }
  /** A duration in milliseconds. */
  DurationMs: { input: DurationMs; output: DurationMs; }
  /**
   * A JSON value; the field's description says what it contains. Members whose names end with `UsdPerHour` or `Usd` are
   * amounts in the form of these scalars, or null.
   */
  JSON: { input: unknown; output: unknown; }
  /** A Kubernetes quantity, e.g. `1500m` or `4Gi`. */
  Quantity: { input: string; output: string; }
  /** An integer that a JSON number represents exactly (up to 2^53 - 1), e.g. bytes. */
  SafeInt: { input: number; output: number; }
  /** US dollars as a decimal string, in the form of `UsdPerHour`. */
  Usd: { input: number; output: number; }
  /** US dollars per hour as a decimal string, e.g. `0.096`: at most nine digits before the point and six after it. */
  UsdPerHour: { input: MicroUsdPerHour; output: MicroUsdPerHour; }
};

export type { AccessAction };

export type { AccessEffect };

/** The part of the fleet in which a role applies. */
export type AccessScope = {
  readonly clusterId: Maybe<Scalars['ID']['output']>;
  readonly clusterName: Maybe<Scalars['String']['output']>;
  readonly kind: AccessScopeKind;
  readonly nodePool: Maybe<Scalars['String']['output']>;
  readonly teamId: Maybe<Scalars['ID']['output']>;
  readonly teamName: Maybe<Scalars['String']['output']>;
};

/** The part of the fleet in which a role applies: a team, a cluster, or a NodePool of a cluster; nothing else for ORGANIZATION. */
export type AccessScopeInput = {
  /** ID or name of the cluster, for CLUSTER and NODE_POOL. */
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly kind: AccessScopeKind;
  /** Name of the NodePool, for NODE_POOL. */
  readonly nodePool?: InputMaybe<Scalars['String']['input']>;
  /** The team, for TEAM. */
  readonly teamId?: InputMaybe<Scalars['ID']['input']>;
};

export type { AccessScopeKind };

export type { ActorKind };

export type { AlertKind };

/**
 * Thresholds of a team or of the organization that only report; 0 turns one off. Those of a cluster are in its
 * BrakeSettings.
 */
export type AlertThresholds = {
  /** NodeClaims requested or ended within a minute. */
  readonly changesPerMinute: Scalars['SafeInt']['output'];
  /** Number of nodes now. */
  readonly currentNodes: Scalars['SafeInt']['output'];
  /** Current cost of the nodes. */
  readonly currentSpend: Scalars['UsdPerHour']['output'];
  /** The thresholds that were exceeded at the last check. */
  readonly exceeded: ReadonlyArray<AlertKind>;
  readonly nodes: Scalars['SafeInt']['output'];
  /** ORGANIZATION or TEAM. */
  readonly scope: AccessScope;
  readonly spend: Scalars['UsdPerHour']['output'];
  /** 0 while the scope has the defaults. To be passed as `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

/** An API token for scripts and CI. */
export type ApiToken = Object & {
  /** Whether the caller may replace its secret: it is active, and the caller is this token or made it. */
  readonly canRotate: Scalars['Boolean']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  /** `tok_…`. */
  readonly id: Scalars['ID']['output'];
  readonly lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  readonly name: Scalars['String']['output'];
  /** Time until which the secret before the last rotation is accepted, too. */
  readonly previousSecretUntil: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt: Maybe<Scalars['DateTime']['output']>;
  /** Roles of the token; it may do only what its creator may do, too. */
  readonly roles: ReadonlyArray<RoleInScope>;
  /** Time of the last rotation of its secret. */
  readonly rotatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** Manifests to read. */
export type ApplyManifestsInput = {
  readonly clusterId: Scalars['ID']['input'];
  /** EC2NodeClass for NodePools that do not reference one. */
  readonly defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** Whether to read the manifests without saving them. */
  readonly dryRun: Scalars['Boolean']['input'];
  /**
   * Versions that the stored definitions must have, by document index. A document without an entry replaces
   * any stored version, as `kubectl apply` does.
   */
  readonly expectedVersions?: InputMaybe<ReadonlyArray<DocumentVersion>>;
  /**
   * Idempotency key: a repeated request within a day returns the first response, marked by
   * `extensions.idempotencyReplayed` and the header `Idempotency-Replayed`. A refused request does not use
   * up the key.
   */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, at most 256 KiB. */
  readonly manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}` by the cluster's name. */
  readonly replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** Labels of the variants to use, by document index, for documents with several variants. */
  readonly variants?: InputMaybe<ReadonlyArray<VariantChoice>>;
};

/** Result of applying manifests. */
export type ApplyManifestsPayload = {
  /** Whether the manifests were saved. */
  readonly applied: Scalars['Boolean']['output'];
  /** One entry per document of the text. */
  readonly documents: ReadonlyArray<DocumentReading>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { ApprovalAction };

/** Rules that decide which decisions are executed at once, ask for approvals, or are denied. */
export type ApprovalPolicy = {
  readonly comment: Maybe<Scalars['String']['output']>;
  /** The policy as YAML, kind `ApprovalPolicy`. */
  readonly manifest: Scalars['String']['output'];
  /** Rules that have no effect, and why. */
  readonly notes: ReadonlyArray<Scalars['String']['output']>;
  /** The version whose rules were restored. */
  readonly restoredFrom: Maybe<Scalars['Int']['output']>;
  readonly rules: ReadonlyArray<ApprovalPolicyRule>;
  /** Absent if no policy is stored. */
  readonly savedAt: Maybe<Scalars['DateTime']['output']>;
  readonly savedBy: Maybe<Scalars['String']['output']>;
  readonly version: Scalars['Int']['output'];
};

/** One rule; the first one that matches a decision decides. */
export type ApprovalPolicyRule = {
  readonly action: ApprovalAction;
  /** Number of approvals; 0 unless the action is ASK. */
  readonly approvals: Scalars['Int']['output'];
  /** The required approvers, in words; absent unless the action is ASK. */
  readonly approvers: Maybe<Scalars['String']['output']>;
  readonly name: Scalars['String']['output'];
  /** The person responsible for a standing approval. */
  readonly owner: Maybe<Scalars['String']['output']>;
  /** End of a standing approval. */
  readonly until: Maybe<Scalars['DateTime']['output']>;
};

/** Results of a policy for past decisions. */
export type ApprovalPolicyTest = {
  readonly counts: ReadonlyArray<PolicyTestCount>;
  /** At most 200: those with another result first, then the newest. */
  readonly decisions: ReadonlyArray<TestedDecision>;
  /** Whether there are more decisions than were evaluated. */
  readonly isCut: Scalars['Boolean']['output'];
  readonly notes: ReadonlyArray<Scalars['String']['output']>;
  /** Number of evaluated decisions. */
  readonly total: Scalars['Int']['output'];
};

/** An approval. */
export type ApproveDecisionInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** The `version` that the change is based on. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The `planDigest` that was reviewed; another one refuses the approval. */
  readonly planDigest?: InputMaybe<Scalars['String']['input']>;
  /** Start of the period in which execution may start; requires `windowUntil`. */
  readonly windowFrom?: InputMaybe<Scalars['DateTime']['input']>;
  readonly windowUntil?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Result of an approval. */
export type ApproveDecisionPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { AttentionKind };

export type { AttentionSeverity };

/** An entry of the audit log: one write or sign-in attempt. */
export type AuditEntry = Object & {
  /** `noun.verb`, e.g. `decision.approve`. */
  readonly action: Scalars['String']['output'];
  readonly actorKind: ActorKind;
  readonly actorName: Scalars['String']['output'];
  /** The object after the write; absent if it was deleted. */
  readonly after: Maybe<Scalars['JSON']['output']>;
  readonly at: Scalars['DateTime']['output'];
  /** The object before the write; absent if it was created. */
  readonly before: Maybe<Scalars['JSON']['output']>;
  readonly clusterId: Maybe<Scalars['ID']['output']>;
  readonly clusterName: Maybe<Scalars['String']['output']>;
  readonly comment: Maybe<Scalars['String']['output']>;
  /** `aud_…`. */
  readonly id: Scalars['ID']['output'];
  readonly objectId: Scalars['String']['output'];
  readonly objectKind: Scalars['String']['output'];
  readonly objectName: Scalars['String']['output'];
  readonly outcome: AuditOutcome;
  readonly requestId: Maybe<Scalars['String']['output']>;
};

/** A page of entries. */
export type AuditEntryConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<AuditEntryEdge>;
  readonly nodes: ReadonlyArray<AuditEntry>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** An entry in a page. */
export type AuditEntryEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: AuditEntry;
};

/** Progress of the export of the audit log, and the result of its last run. */
export type AuditExport = {
  /** Message of the last run, if it failed. */
  readonly error: Maybe<Scalars['String']['output']>;
  /** Number of failed runs since the last successful one. */
  readonly failures: Scalars['Int']['output'];
  /** Age of the oldest of them in seconds; 0 if all are exported. */
  readonly lagSeconds: Scalars['Int']['output'];
  /** Last time that an object was written. */
  readonly lastExportAt: Maybe<Scalars['DateTime']['output']>;
  readonly lastFailedAt: Maybe<Scalars['DateTime']['output']>;
  readonly lastRunAt: Scalars['DateTime']['output'];
  /** No worker starts a run before this time. */
  readonly nextRunAt: Scalars['DateTime']['output'];
  /** Bucket and prefix. */
  readonly target: Scalars['String']['output'];
  /** Entries that are not exported yet. Those after the last checkpoint wait for the next one. */
  readonly waitingEntries: Scalars['Int']['output'];
};

/** Filter for audit entries; conditions are combined with AND. */
export type AuditFilter = {
  /** An action, or all actions of a noun with a trailing dot, e.g. `decision.`. */
  readonly action?: InputMaybe<Scalars['String']['input']>;
  /** Part of the actor's name. */
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the object's name, or its ID. */
  readonly object?: InputMaybe<Scalars['String']['input']>;
  readonly outcome?: InputMaybe<AuditOutcome>;
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
};

export type { AuditOutcome };

/** A sign that the audit log was changed. */
export type AuditProblem = {
  readonly entryId: Maybe<Scalars['ID']['output']>;
  readonly kind: AuditProblemKind;
  readonly message: Scalars['String']['output'];
  /** Position in the hash chain. */
  readonly position: Scalars['Int']['output'];
};

export type { AuditProblemKind };

/** Result of verifying the audit log. */
export type AuditVerification = {
  /** False if the API has no key of the audit log. */
  readonly areSignaturesChecked: Scalars['Boolean']['output'];
  /** Number of signed checkpoints. */
  readonly checkpoints: Scalars['Int']['output'];
  /** Number of entries in the hash chain. */
  readonly entries: Scalars['Int']['output'];
  /** Number of entries from before the hash chain, which have one common hash. */
  readonly entriesBeforeChain: Scalars['Int']['output'];
  /** Whether no problem was found. */
  readonly isIntact: Scalars['Boolean']['output'];
  readonly lastCheckpointAt: Maybe<Scalars['DateTime']['output']>;
  /** The first 20 problems, in the order of the log. */
  readonly problems: ReadonlyArray<AuditProblem>;
  /** Number of entries after the last checkpoint; no signature covers them yet. */
  readonly unsignedEntries: Scalars['Int']['output'];
};

/** A role for a subject in a scope. */
export type BindRoleInput = {
  readonly effect?: AccessEffect;
  /** The name of a built-in role, or the ID of a custom one. */
  readonly role: Scalars['String']['input'];
  readonly scope: AccessScopeInput;
  /** ID of the user or token; name of the group. */
  readonly subjectId: Scalars['String']['input'];
  readonly subjectKind: BindingSubjectKind;
};

export type { BindingSubjectKind };

export type { BrakeRule };

/** Thresholds of the brakes and alerts of a cluster; 0 turns one off. */
export type BrakeSettings = {
  /** Alert only: NodeClaims requested or ended within a minute. */
  readonly alertChangesPerMinute: Scalars['SafeInt']['output'];
  /** Alert only. */
  readonly alertNodes: Scalars['SafeInt']['output'];
  /** Alert only. */
  readonly alertSpend: Scalars['UsdPerHour']['output'];
  /** NodeClaims requested within a minute, of the cluster or of one NodePool. */
  readonly claimsPerMinute: Scalars['SafeInt']['output'];
  readonly clusterId: Scalars['ID']['output'];
  readonly flapFreezeMs: Scalars['SafeInt']['output'];
  readonly flapRepeats: Scalars['Int']['output'];
  readonly flapWindowMs: Scalars['SafeInt']['output'];
  /** Launches of a NodePool in a row that EC2 refused; missing capacity does not count. */
  readonly launchFailures: Scalars['Int']['output'];
  /** Nodes of a NodePool in a row that did not join. */
  readonly registrationFailures: Scalars['Int']['output'];
  readonly registrationOverdueMs: Scalars['SafeInt']['output'];
  /** Rise of the hourly cost within ten minutes. */
  readonly spendRise: Scalars['UsdPerHour']['output'];
  /** 0 while the cluster has the defaults. */
  readonly version: Scalars['Int']['output'];
};

/** An execution without approvals. */
export type BreakGlassInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly planDigest?: InputMaybe<Scalars['String']['input']>;
  /** Reason why it cannot wait for approvals; at least 10 characters, recorded in the history and the audit log. */
  readonly reason: Scalars['String']['input'];
};

/** Result of an execution without approvals. */
export type BreakGlassPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Number of nodes of a NodePool that may be disrupted now for one reason. */
export type BudgetStatus = {
  readonly allowed: Scalars['Int']['output'];
  /** Time at which a schedule changes the result; absent if no schedule does. */
  readonly changesAt: Maybe<Scalars['DateTime']['output']>;
  readonly clusterId: Scalars['ID']['output'];
  /** Number of nodes that count against the budget: disrupting or NotReady. */
  readonly disrupting: Scalars['Int']['output'];
  /** The budget that allows the fewest nodes; absent if none applies. */
  readonly limitingBudget: Maybe<NodePoolBudget>;
  readonly nodePool: Scalars['String']['output'];
  /** Number of managed, initialized nodes: the base of percentages. */
  readonly nodes: Scalars['Int']['output'];
  readonly reason: DisruptionReason;
};

export type { CallerKind };

/** A CapacityBuffer of a cluster: capacity that is kept free for future pods. */
export type CapacityBuffer = {
  /** Whether its limits, or the limit of all CapacityBuffers of a cluster (150,000 units), reduce the number of units. */
  readonly isLimited: Scalars['Boolean']['output'];
  /** Units whose nodes are being launched. */
  readonly launching: Maybe<Scalars['Int']['output']>;
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  /** The object that defines its units: `Deployment/web` or `PodTemplate/worker`; absent if it cannot be read. */
  readonly podTemplate: Maybe<Scalars['String']['output']>;
  /** Reasons why it has no effect, one sentence each. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
  /** Units that fit on existing or launched nodes; absent before the first evaluation. */
  readonly ready: Maybe<Scalars['Int']['output']>;
  /** Reasons why units are unschedulable. */
  readonly reasons: ReadonlyArray<Reason>;
  /** Resources of one unit. */
  readonly unit: ReadonlyArray<ResourceAmount>;
  /** Number of units that it requests; absent while `problems` prevent all of them. */
  readonly units: Maybe<Scalars['Int']['output']>;
  /** Unschedulable units. */
  readonly unschedulable: Maybe<Scalars['Int']['output']>;
};

export type { CapacityType };

/** A change of an object or of a topic. */
export type Change = {
  /** The cluster of the object; absent if it belongs to none. */
  readonly clusterId: Maybe<Scalars['ID']['output']>;
  /** The object; absent if several changed at once. */
  readonly id: Maybe<Scalars['ID']['output']>;
  /** The object as it is now; absent if several changed at once, or if it was removed. */
  readonly object: Maybe<Object>;
  /** Pass it as `since` to continue after this change; absent if a client has to read everything again. */
  readonly position: Maybe<Scalars['String']['output']>;
  /** Kind of object that changed. */
  readonly topic: ChangeTopic;
  /** Increases with each change of the object, or of the topic if `id` is absent. */
  readonly version: Scalars['SafeInt']['output'];
};

/** Alert thresholds to change; absent ones stay. */
export type ChangeAlertThresholdsInput = {
  readonly changesPerMinute?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly nodes?: InputMaybe<Scalars['SafeInt']['input']>;
  /** ORGANIZATION or TEAM. */
  readonly scope: AccessScopeInput;
  readonly spend?: InputMaybe<Scalars['UsdPerHour']['input']>;
};

/** Result of a change of alert thresholds. */
export type ChangeAlertThresholdsPayload = {
  readonly alertThresholds: Maybe<AlertThresholds>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Thresholds to change; absent ones stay. */
export type ChangeBrakeSettingsInput = {
  readonly alertChangesPerMinute?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly alertNodes?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly alertSpend?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly claimsPerMinute?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly clusterId: Scalars['ID']['input'];
  readonly expectedVersion: Scalars['Int']['input'];
  readonly flapFreezeMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly flapRepeats?: InputMaybe<Scalars['Int']['input']>;
  readonly flapWindowMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly launchFailures?: InputMaybe<Scalars['Int']['input']>;
  readonly registrationFailures?: InputMaybe<Scalars['Int']['input']>;
  readonly registrationOverdueMs?: InputMaybe<Scalars['SafeInt']['input']>;
  readonly spendRise?: InputMaybe<Scalars['UsdPerHour']['input']>;
};

/** Result of a change of thresholds. */
export type ChangeBrakeSettingsPayload = {
  readonly settings: Maybe<BrakeSettings>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { ChangeTopic };

/** A person in a chat who is linked to a user. */
export type ChatIdentity = {
  readonly linkedAt: Scalars['DateTime']['output'];
  readonly personId: Scalars['String']['output'];
  /** `Slack`. */
  readonly provider: Scalars['String']['output'];
  readonly workspaceId: Scalars['String']['output'];
};

export type { CheckState };

/** A condition on a claim of a workload's token. */
export type ClaimCondition = {
  /** Name of the claim; `/` reads a member, e.g. `kubernetes.io/namespace`. */
  readonly claim: Scalars['String']['output'];
  readonly operator: ClaimOperator;
  readonly value: Scalars['String']['output'];
};

/** A condition on a claim. */
export type ClaimConditionInput = {
  readonly claim: Scalars['String']['input'];
  readonly operator: ClaimOperator;
  readonly value: Scalars['String']['input'];
};

export type { ClaimOperator };

/** A registered EKS cluster. */
export type Cluster = Object & {
  /** AWS account ID; absent until the registration check has read it. */
  readonly accountId: Maybe<Scalars['String']['output']>;
  /** Problems of the cluster, most urgent first; empty if there are none. */
  readonly attention: ReadonlyArray<ClusterAttention>;
  /** CapacityBuffers of the cluster and their status, by namespace and name. */
  readonly capacityBuffers: ReadonlyArray<CapacityBuffer>;
  /** Steps of the last registration check, in order. */
  readonly checks: ReadonlyArray<RegistrationCheck>;
  /** Status of the connection. */
  readonly connection: ClusterConnectionState;
  /** Time of registration. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The mode that applies now: `mode`, or `OBSERVE` while the cluster is on hold. */
  readonly effectiveMode: ClusterMode;
  /** URL of the API server; absent until known. */
  readonly endpoint: Maybe<Scalars['String']['output']>;
  /** External ID, created by Kerf at registration; the role's trust policy must require it. */
  readonly externalId: Maybe<Scalars['String']['output']>;
  /** Problems that do not stop Kerf, most recently seen first. */
  readonly findings: ReadonlyArray<ClusterFinding>;
  /** The hold that keeps Kerf from acting in the cluster, whatever its mode; absent if there is none. */
  readonly hold: Maybe<ClusterHold>;
  /** `clu_…`. */
  readonly id: Scalars['ID']['output'];
  /** Name of the SQS queue with the interruption notices of AWS; absent if there is none. */
  readonly interruptionQueue: Maybe<Scalars['String']['output']>;
  /** `major.minor`; absent until known. */
  readonly kubernetesVersion: Maybe<Scalars['String']['output']>;
  /** The actions that Kerf takes in the cluster without an approval. */
  readonly mode: ClusterMode;
  /** The EKS cluster's name. */
  readonly name: Scalars['String']['output'];
  /** NodeOverlays of the cluster and their status, by name. */
  readonly nodeOverlays: ReadonlyArray<NodeOverlay>;
  /** AWS region, e.g. `us-east-1`. */
  readonly region: Scalars['String']['output'];
  /** ARN of the IAM role that Kerf assumes for the cluster. */
  readonly roleArn: Scalars['String']['output'];
  /** Settings for timing and scheduling. */
  readonly settings: ClusterSettings;
  /** Totals of its nodes and pods; absent until the first sync. */
  readonly summary: Maybe<ClusterSummary>;
  /** Version of the record, to be passed as `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

/** A problem of a cluster. */
export type ClusterAttention = {
  /** Number of launches, nodes, decisions or findings; 0 for kinds that count nothing. */
  readonly count: Scalars['Int']['output'];
  /** The problem in one sentence; absent if `kind` says enough. */
  readonly detail: Maybe<Scalars['String']['output']>;
  readonly kind: AttentionKind;
  readonly severity: AttentionSeverity;
  /** Start of the problem, or time of its last occurrence. */
  readonly since: Scalars['DateTime']['output'];
};

/** A page of clusters. */
export type ClusterConnection = {
  /** Time at which the page was read. */
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<ClusterEdge>;
  readonly nodes: ReadonlyArray<Cluster>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** Status of the connection to a cluster. */
export type ClusterConnectionState = {
  /** Time of the last change of `state`. */
  readonly changedAt: Scalars['DateTime']['output'];
  /** Error message; absent if there is no problem. */
  readonly problem: Maybe<Scalars['String']['output']>;
  readonly state: ConnectionState;
  /** Time of the last sync; absent before the first one. */
  readonly syncedAt: Maybe<Scalars['DateTime']['output']>;
};

/** The cost report of one cluster. */
export type ClusterCostReport = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly cost: Scalars['UsdPerHour']['output'];
  readonly lowerBound: Scalars['UsdPerHour']['output'];
  readonly nodes: Scalars['Int']['output'];
};

/** A cluster in a page. */
export type ClusterEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Cluster;
};

/** Filter for clusters. */
export type ClusterFilter = {
  readonly modes?: InputMaybe<ReadonlyArray<ClusterMode>>;
  /** Part of the name. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  readonly states?: InputMaybe<ReadonlyArray<ConnectionState>>;
};

/** A problem in a cluster that does not stop Kerf. */
export type ClusterFinding = {
  /** One of a closed list, e.g. `CATALOG_STALE`. */
  readonly code: Scalars['String']['output'];
  /** Number of times it was seen. */
  readonly count: Scalars['Int']['output'];
  readonly firstSeenAt: Scalars['DateTime']['output'];
  readonly lastSeenAt: Scalars['DateTime']['output'];
  readonly message: Scalars['String']['output'];
  /** The object that it concerns, e.g. `NodePool/default`. */
  readonly object: Scalars['String']['output'];
  /** The fix; absent if the message says it or no fix is known. */
  readonly remedy: Maybe<Scalars['String']['output']>;
};

/** Another controller acts in the cluster, so Kerf does not. The hold ends when the other controller stops. */
export type ClusterHold = {
  readonly code: ClusterHoldCode;
  /** The problem, why it keeps Kerf from acting, and how to end the hold. */
  readonly message: Scalars['String']['output'];
  /** The object that shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  readonly object: Scalars['String']['output'];
  readonly since: Scalars['DateTime']['output'];
};

export type { ClusterHoldCode };

export type { ClusterMode };

/** Order of clusters. */
export type ClusterOrder = {
  readonly direction: SortDirection;
  readonly field: ClusterOrderField;
};

/** Fields that clusters can be ordered by. */
export type ClusterOrderField =
  | 'CREATED_AT'
  | 'NAME';

/** Settings of a cluster for timing and scheduling. */
export type ClusterSettings = {
  /**
   * Whether pods that ReplicaSets, StatefulSets and Jobs have not created yet are planned for with the others, and a
   * batch of such pods closes early. It has no effect with `waitForScheduler`.
   */
  readonly anticipatePods: Scalars['Boolean']['output'];
  /** Time after which an undecided approval expires. */
  readonly approvalTtlMs: Scalars['DurationMs']['output'];
  /** Batch idle window: a batch closes after this time without a new pending pod. */
  readonly batchIdleMs: Scalars['DurationMs']['output'];
  /** Maximum batch window. */
  readonly batchMaxMs: Scalars['DurationMs']['output'];
  /** Minimum time between disruption evaluations after changes. */
  readonly disruptionPollMs: Scalars['DurationMs']['output'];
  /**
   * Whether dry runs of EC2 check, before the first launch, that the role may launch instances with each EC2NodeClass; the
   * opposite of Karpenter's DISABLE_DRY_RUN.
   */
  readonly dryRunChecks: Scalars['Boolean']['output'];
  /**
   * Whether instances whose EC2 instance or system status check fails for two minutes are terminated, whatever their
   * pods and disruption budgets allow; Karpenter always does this.
   */
  readonly instanceStatusChecks: Scalars['Boolean']['output'];
  /**
   * Most nodes that one consolidation of several nodes may launch, 1 to 20. 1 is Karpenter's behavior; with more,
   * nodes are also removed whose pods need several cheaper ones.
   */
  readonly maxReplacements: Scalars['Int']['output'];
  /** Minimum savings per hour of a consolidation of underutilized nodes, 0 to 1000; 0 allows any saving. */
  readonly minSaving: Scalars['UsdPerHour']['output'];
  /** Minimum savings, in percent of the price of the removed nodes, 0 to 100. */
  readonly minSavingPercent: Scalars['Int']['output'];
  /** Handling of `minValues` that cannot be met; Karpenter's MIN_VALUES_POLICY. */
  readonly minValuesPolicy: MinValuesPolicy;
  /**
   * Node charge: added to the price of each node when plans are compared, 0 to 10. A higher charge leads to
   * fewer, larger nodes.
   */
  readonly nodeCharge: Scalars['UsdPerHour']['output'];
  /**
   * Whether nodes that stay unhealthy are terminated, whatever their pods and disruption budgets allow; Karpenter's
   * feature gate NodeRepair.
   */
  readonly nodeRepair: Scalars['Boolean']['output'];
  /**
   * Maximum share of a plan's nodes that have one instance type in one zone, 1 to 100, so that one capacity
   * shortage does not affect all of them. 100 sets no limit.
   */
  readonly offeringSharePercent: Scalars['Int']['output'];
  /** Minimum savings per hour for each moved pod, 0 to 10. */
  readonly podMovePrice: Scalars['UsdPerHour']['output'];
  /** Whether preferences of pods are respected; Karpenter's PREFERENCE_POLICY. */
  readonly preferencePolicy: PreferencePolicy;
  /** Time for which a rejected decision is not proposed again; 0 allows it in the next evaluation. */
  readonly rejectionHoldMs: Scalars['DurationMs']['output'];
  /** Network interfaces that are not used for pods, 0 to 15; lowers the maximum number of pods. Karpenter's RESERVED_ENIS. */
  readonly reservedEnis: Scalars['Int']['output'];
  /**
   * Time budget of the optimizer per batch, in milliseconds of one core, 0 to 5000. 0 uses Karpenter's
   * plan.
   */
  readonly searchMs: Scalars['DurationMs']['output'];
  /**
   * Whether a spot node may be replaced by a cheaper spot node if at least 15 cheaper instance types are
   * available; Karpenter's feature gate SpotToSpotConsolidation.
   */
  readonly spotToSpotConsolidation: Scalars['Boolean']['output'];
  /** Delay between a proposal and its validation. */
  readonly validationDelayMs: Scalars['DurationMs']['output'];
  /**
   * Share of an instance type's memory that the hypervisor uses, 0 to 0.5, until a node of the type reports its memory;
   * Karpenter's VM_MEMORY_OVERHEAD_PERCENT.
   */
  readonly vmMemoryOverheadRatio: Scalars['Float']['output'];
  /**
   * Whether nodes are launched only for pods that the cluster's scheduler has marked as unschedulable, as in
   * Karpenter. If false, nodes are launched at once for pods that existing nodes cannot take.
   */
  readonly waitForScheduler: Scalars['Boolean']['output'];
  /**
   * Whether nothing is launched in zones that an ARC zonal shift or autoshift of the EKS cluster moves traffic away from;
   * Karpenter's ENABLE_ZONAL_SHIFT.
   */
  readonly zonalShift: Scalars['Boolean']['output'];
};

/** Totals of a cluster or of the fleet. */
export type ClusterSummary = {
  /** Time of the data. */
  readonly asOf: Scalars['DateTime']['output'];
  /** Decisions awaiting approval. */
  readonly awaitingDecisions: Scalars['Int']['output'];
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  /** CPU that pods request, in milli-CPU. */
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  /** Nodes that Kerf manages. */
  readonly managedNodes: Scalars['Int']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  /** Memory that pods request, in bytes. */
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  readonly nodes: Scalars['Int']['output'];
  /** Creation time of the oldest pending pod; absent if no pod is pending. */
  readonly oldestPendingAt: Maybe<Scalars['DateTime']['output']>;
  readonly pendingPods: Scalars['Int']['output'];
  /** Pods that are bound to nodes. */
  readonly pods: Scalars['Int']['output'];
  /** Sum of all known node prices. */
  readonly price: Scalars['UsdPerHour']['output'];
  /** Sum of all known prices of spot nodes. */
  readonly spotPrice: Scalars['UsdPerHour']['output'];
  /** Nodes without a known price; they are not part of `price`. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** A comment on a decision. */
export type CommentDecisionInput = {
  readonly comment: Scalars['String']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a comment. */
export type CommentDecisionPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { ConnectionState };

/** Manifests to convert. */
export type ConvertManifestsInput = {
  /** The target cluster: its EC2NodeClasses can be referenced, and its name replaces placeholders. */
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** EC2NodeClass for NodePools that do not reference one. */
  readonly defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, several documents, at most 256 KiB. */
  readonly manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}`; needs `clusterId`. */
  readonly replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** Labels of the variants to use, by document index, for documents with several variants. */
  readonly variants?: InputMaybe<ReadonlyArray<VariantChoice>>;
};

/** A converted document. */
export type ConvertedDocument = {
  /** The API version as in the text. */
  readonly apiVersion: Maybe<Scalars['String']['output']>;
  /** Fields that changed, could not be converted, or should be checked. */
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  readonly kind: Maybe<Scalars['String']['output']>;
  /** v1 YAML; absent if the document cannot be converted. */
  readonly manifest: Maybe<Scalars['String']['output']>;
  readonly name: Maybe<Scalars['String']['output']>;
};

/** Converted manifests. */
export type ConvertedManifests = {
  /** One entry per document of the text. */
  readonly documents: ReadonlyArray<ConvertedDocument>;
  /**
   * All documents as v1 YAML for `kubectl apply -f`, each with its notes as comments above it. For a
   * document that cannot be converted, only the notes.
   */
  readonly text: Scalars['String']['output'];
};

/** The part of a lower bound that would not be there without its cause. */
export type CostBoundPart = {
  readonly cause: CostBoundPartCause;
  readonly cost: Scalars['UsdPerHour']['output'];
  /** Labels of the requirements of NodePools, each with its own part of the cost. */
  readonly subjects: ReadonlyArray<CostBoundPartSubject>;
};

export type { CostBoundPartCause };

/** A label that NodePools have requirements on. */
export type CostBoundPartSubject = {
  readonly cost: Scalars['UsdPerHour']['output'];
  readonly name: Scalars['String']['output'];
};

export type { CostCause };

/** The part of a cost above the lower bound that one cause explains. */
export type CostCauseShare = {
  readonly cause: CostCause;
  /**
   * Increase of the bound when the nodes of this cause have to stay. Of `MIN_SAVING`,
   * `NODE_POOL_CONSTRAINTS` and `SPOT_TO_SPOT`: how much less the cluster costs when consolidation has ended
   * without the constraint; while that is too far away to simulate, the cause is one of `unmeasuredCauses`.
   */
  readonly cost: Scalars['UsdPerHour']['output'];
  /** Nodes that it keeps; those that a more lasting cause keeps are not counted again. */
  readonly nodes: Scalars['Int']['output'];
  /** The objects behind it with the highest part, at most five. */
  readonly subjects: ReadonlyArray<CostCauseSubject>;
};

/** An object that keeps nodes. */
export type CostCauseSubject = {
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** Increase of the bound when only its nodes of this cause have to stay. */
  readonly cost: Scalars['UsdPerHour']['output'];
  /** A PodDisruptionBudget or pod as `namespace/name`, or the name of a node or NodePool, or the ID of a decision. */
  readonly name: Scalars['String']['output'];
  readonly nodes: Scalars['Int']['output'];
};

export type { CostDimension };

/** Filter for costs, by properties of nodes. */
export type CostFilter = {
  readonly capacityTypes?: InputMaybe<ReadonlyArray<CapacityType>>;
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** E.g. `m5`. */
  readonly instanceFamilies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Names of teams that own the NodePool or the cluster now. */
  readonly teams?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A month's cost. */
export type CostMonth = {
  readonly cost: Scalars['Usd']['output'];
  /** Cost so far plus the rest of the month at the rate of the last day. */
  readonly forecast: Scalars['Usd']['output'];
  /** Start of the month. */
  readonly from: Scalars['DateTime']['output'];
  /** Time from which costs are known, if later than `from`. */
  readonly knownFrom: Maybe<Scalars['DateTime']['output']>;
  /** Average cost per hour of the last day. */
  readonly recent: Scalars['UsdPerHour']['output'];
  /** Start of the next month. */
  readonly to: Scalars['DateTime']['output'];
};

/** Current cost per hour, grouped in four ways. Each grouping adds up to `total`. */
export type CostNow = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly byCapacityType: ReadonlyArray<CostShare>;
  readonly byCluster: ReadonlyArray<CostShare>;
  readonly byInstanceType: ReadonlyArray<CostShare>;
  readonly byNodePool: ReadonlyArray<CostShare>;
  readonly nodes: Scalars['Int']['output'];
  readonly total: Scalars['UsdPerHour']['output'];
  /** Nodes without a known price; no sum contains them. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** The cost of Kerf's nodes, compared with the least that any nodes for the same pods would cost. */
export type CostReport = {
  /** Time of the oldest analysis in it; absent before the first. */
  readonly asOf: Maybe<Scalars['DateTime']['output']>;
  /** Parts of the bound that are a choice: each would not be there without its cause. Parts may overlap. */
  readonly boundParts: ReadonlyArray<CostBoundPart>;
  /** Causes of the difference between cost and bound, the most lasting first. The parts add up to the difference. */
  readonly causes: ReadonlyArray<CostCauseShare>;
  /** The same figures by cluster, by name; without clusters that were not analyzed yet. */
  readonly clusters: ReadonlyArray<ClusterCostReport>;
  /** Cost of the nodes, of those with a known price. */
  readonly cost: Scalars['UsdPerHour']['output'];
  /** No nodes of the NodePools, existing or new, that hold the running pods cost less. */
  readonly lowerBound: Scalars['UsdPerHour']['output'];
  readonly nodes: Scalars['Int']['output'];
  /** Pods on the nodes, without those of DaemonSets. */
  readonly pods: Scalars['Int']['output'];
  /** Number of these pods that no new node could run now; the bound includes no cost for them. */
  readonly unboundedPods: Scalars['Int']['output'];
  /** Causes in force in some of the clusters whose parts are unknown, because consolidation has too much to do there to simulate its end. What they hold back is part of `NOT_HELD_BACK`. */
  readonly unmeasuredCauses: ReadonlyArray<CostCause>;
  /** Nodes without a known price; they and their pods are left out. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

export type { CostResolution };

/** Costs over time, in groups. The current bucket contains the cost so far. */
export type CostSeries = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly bucketMs: Scalars['DurationMs']['output'];
  /** Start of each bucket, from the start of the range to now. */
  readonly buckets: ReadonlyArray<Scalars['DateTime']['output']>;
  /** The most expensive first. */
  readonly groups: ReadonlyArray<CostSeriesGroup>;
  /**
   * Measured time of each bucket: 0 without data, less than `bucketMs` in the first bucket with data and in
   * the current bucket.
   */
  readonly measuredMs: ReadonlyArray<Scalars['DurationMs']['output']>;
  readonly resolution: CostResolution;
  readonly total: Scalars['Usd']['output'];
  /** Node hours without a known price; no cost contains them. */
  readonly unpricedNodeHours: Scalars['Float']['output'];
};

/** One part of a cost over time. */
export type CostSeriesGroup = {
  /** One entry per bucket; null without data. */
  readonly costs: ReadonlyArray<Maybe<Scalars['Usd']['output']>>;
  /** Cluster ID, NodePool, capacity type or instance family; empty for nodes without one. */
  readonly key: Scalars['String']['output'];
  /** Display name. */
  readonly label: Scalars['String']['output'];
  /** Cost per hour in each bucket, averaged over its measured time; null without data. */
  readonly rates: ReadonlyArray<Maybe<Scalars['UsdPerHour']['output']>>;
  readonly total: Scalars['Usd']['output'];
};

/** One part of a cost. */
export type CostShare = {
  /** Cluster ID, NodePool, instance type or capacity type; empty for nodes without one. */
  readonly key: Scalars['String']['output'];
  /** Display name. */
  readonly label: Scalars['String']['output'];
  readonly nodes: Scalars['Int']['output'];
  readonly price: Scalars['UsdPerHour']['output'];
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** An API token to create. */
export type CreateApiTokenInput = {
  /** 1 to 365; a token cannot create one that expires later than itself. */
  readonly expiresInDays: Scalars['Int']['input'];
  /** Purpose of the token. */
  readonly name: Scalars['String']['input'];
  /** `viewer`, `operator`, `approver`, `admin` or the ID of a custom role. */
  readonly role: Scalars['String']['input'];
  /** The whole organization if absent. */
  readonly scope?: InputMaybe<AccessScopeInput>;
};

/** Result of creating an API token. */
export type CreateApiTokenPayload = {
  /** The secret; returned only once. */
  readonly secret: Maybe<Scalars['String']['output']>;
  readonly token: Maybe<ApiToken>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A code to enter in the chat. */
export type CreateChatCodePayload = {
  readonly code: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A channel to create. */
export type CreateNotificationChannelInput = {
  /** SLACK: token of a bot; a secret. */
  readonly botToken?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 1440. */
  readonly digestMinutes?: InputMaybe<Scalars['Int']['input']>;
  readonly emailFrom?: InputMaybe<Scalars['String']['input']>;
  readonly emailTo?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly kind: NotificationChannelKind;
  readonly name: Scalars['String']['input'];
  /** PAGER_DUTY: integration key; a secret. */
  readonly routingKey?: InputMaybe<Scalars['String']['input']>;
  /** SLACK with a bot: ID of the channel in Slack. */
  readonly slackChannel?: InputMaybe<Scalars['String']['input']>;
  /** SLACK: the app's signing secret, for buttons; a secret. */
  readonly slackSigningSecret?: InputMaybe<Scalars['String']['input']>;
  readonly smtpHost?: InputMaybe<Scalars['String']['input']>;
  /** EMAIL: password of `smtpUser`; a secret. */
  readonly smtpPassword?: InputMaybe<Scalars['String']['input']>;
  readonly smtpPort?: InputMaybe<Scalars['Int']['input']>;
  readonly smtpSecurity?: InputMaybe<SmtpSecurity>;
  readonly smtpUser?: InputMaybe<Scalars['String']['input']>;
  /** WEBHOOK: https. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
  /** SLACK, TEAMS: URL of the incoming webhook; a secret. */
  readonly webhookUrl?: InputMaybe<Scalars['String']['input']>;
};

/** The created channel. */
export type CreateNotificationChannelPayload = {
  readonly channel: Maybe<NotificationChannel>;
  /** The signing secret of a webhook; returned only once. */
  readonly signingSecret: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A rule to create. */
export type CreateNotificationRuleInput = {
  readonly channelId: Scalars['ID']['input'];
  readonly clusterIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  readonly eventKinds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly isEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  readonly leastSeverity?: InputMaybe<NotificationSeverity>;
  readonly name: Scalars['String']['input'];
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly teamIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** A custom role to create. */
export type CreateRoleInput = {
  readonly actions: ReadonlyArray<AccessAction>;
  readonly description?: Scalars['String']['input'];
  readonly name: Scalars['String']['input'];
};

/** A spend limit to create; at least one of the amounts is required. */
export type CreateSpendLimitInput = {
  readonly blocksLaunches?: Scalars['Boolean']['input'];
  readonly hourly?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly monthly?: InputMaybe<Scalars['Usd']['input']>;
  readonly scope: AccessScopeInput;
};

/** Approval in advance of decisions like one. */
export type CreateStandingApprovalInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 31. */
  readonly days: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of an approval in advance. */
export type CreateStandingApprovalPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A team to create. */
export type CreateTeamInput = {
  readonly members?: ReadonlyArray<TeamMemberInput>;
  readonly name: Scalars['String']['input'];
  readonly owns?: ReadonlyArray<TeamOwnershipInput>;
};

/** A decision about a program. */
export type DecideDeviceInput = {
  /** SAME if absent. */
  readonly access?: InputMaybe<DeviceAccess>;
  /** 1 to 90; 30 if absent. */
  readonly expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  readonly isApproved: Scalars['Boolean']['input'];
  /** The code that the program shows. */
  readonly userCode: Scalars['String']['input'];
};

/** Result of a decision about a program. */
export type DecideDevicePayload = {
  readonly request: Maybe<DeviceRequest>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A decision: nodes to launch, remove or replace. */
export type Decision = Object & {
  /** Actual savings per hour, at the prices of the nodes that were launched as replacements; absent until known. */
  readonly achievedSaving: Maybe<Scalars['UsdPerHour']['output']>;
  /** Result of the approval policy; absent for kinds that never ask. */
  readonly approval: Maybe<DecisionApproval>;
  /** Number of approvals that count so far. */
  readonly approvalsGiven: Scalars['Int']['output'];
  /** Number of approvals that are required; 0 if none is. */
  readonly approvalsNeeded: Scalars['Int']['output'];
  /** Disruption budgets at the time of the decision, for kinds other than PROVISION. */
  readonly budgets: ReadonlyArray<BudgetStatus>;
  /** Nodes to remove, for kinds other than PROVISION. */
  readonly candidates: ReadonlyArray<DisruptionCandidate>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly comment: Maybe<Scalars['String']['output']>;
  /**
   * Change in cost per hour (negative: savings) at the prices of AWS, also if NodeOverlays changed the prices
   * that the decision used; absent if a price is unknown.
   */
  readonly costChange: Maybe<Scalars['UsdPerHour']['output']>;
  /** Time at which the node ends, drained or not, for INTERRUPT and EXPIRE. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  readonly decidedAt: Maybe<Scalars['DateTime']['output']>;
  readonly decidedBy: Maybe<Scalars['String']['output']>;
  /** The deleted object, for DELETE, e.g. `NodePool/general`. */
  readonly deletedObject: Maybe<Scalars['String']['output']>;
  /**
   * Disruption cost of the nodes to remove: one for each node, plus the eviction costs of its pods; absent if
   * not recorded.
   */
  readonly disruptionCost: Maybe<Scalars['Float']['output']>;
  readonly engineVersion: Scalars['String']['output'];
  /** History of the decision, oldest first. */
  readonly events: ReadonlyArray<DecisionEvent>;
  /** The last step of the execution that is done. */
  readonly executionStep: ExecutionStep;
  /** Pods planned on existing or in-flight nodes, for PROVISION. */
  readonly existingPlacements: ReadonlyArray<ExistingPlacement>;
  /** Time at which the approval expires. */
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** `dec_…`. */
  readonly id: Scalars['ID']['output'];
  /** ID of the interruption, for INTERRUPT. */
  readonly interruptionId: Maybe<Scalars['ID']['output']>;
  readonly kind: DecisionKind;
  /** Pods to move to other nodes, for kinds other than PROVISION. */
  readonly moves: ReadonlyArray<PodMove>;
  /** Number of nodes to launch or remove. */
  readonly nodeCount: Scalars['Int']['output'];
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** Whether the decision is only shown and never executed, as in clusters with mode `OBSERVE`. */
  readonly observeOnly: Scalars['Boolean']['output'];
  /** Results for its nodes so far. */
  readonly outcome: DecisionOutcome;
  /** Cost of the plan, its lower bound and gap, for PROVISION; absent if not recorded. */
  readonly planCost: Maybe<PlanCost>;
  /**
   * Digest of what an approval covers: nodes, pods, replacements, PodDisruptionBudgets and saving; absent for
   * kinds that never ask.
   */
  readonly planDigest: Maybe<Scalars['String']['output']>;
  /** Nodes to launch. For kinds other than PROVISION they are replacements. */
  readonly plannedClaims: ReadonlyArray<PlannedNodeClaim>;
  /** Number of pods to place or move, without units of CapacityBuffers. */
  readonly podCount: Scalars['Int']['output'];
  /** Progress of the execution; absent unless the state is APPROVED or EXECUTING. */
  readonly progress: Maybe<DecisionProgress>;
  readonly proposedAt: Scalars['DateTime']['output'];
  /**
   * End of the rejection. Until then, the same nodes are not proposed again for the same reason, unless the
   * plan changes considerably (a consolidation saves 20% more, or the definitions change again).
   */
  readonly rejectedUntil: Maybe<Scalars['DateTime']['output']>;
  /** Distance of the savings from the possible maximum, for EMPTY and CONSOLIDATE; absent if not recorded. */
  readonly savingBound: Maybe<SavingBound>;
  /** `gapRatio` of `savingBound`; absent without a bound. */
  readonly savingGapRatio: Maybe<Scalars['Float']['output']>;
  /**
   * Savings ratio: expected savings divided by `disruptionCost`; absent if the decision does not aim at
   * savings.
   */
  readonly savingsRatio: Maybe<Scalars['UsdPerHour']['output']>;
  /** Digest of the snapshot that the decision was made from. */
  readonly snapshotDigest: Scalars['String']['output'];
  /** Name of the standalone NodeClaim, for its PROVISION. */
  readonly standaloneClaim: Maybe<Scalars['String']['output']>;
  readonly state: DecisionState;
  /** Node counts of a static NodePool at the time of the decision, for its PROVISION and DEPROVISION. */
  readonly staticPool: Maybe<StaticPoolCounts>;
  /** Unschedulable pods of the same batch, for PROVISION. */
  readonly unschedulable: ReadonlyArray<UnschedulablePod>;
  /** Version of the record, to be passed as `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

/** Result of the approval policy for a decision, and the reviews so far. */
export type DecisionApproval = {
  /** The required approvers, in words; absent if no approval is required. */
  readonly approvers: Maybe<Scalars['String']['output']>;
  /** Name of the person who excluded nodes from the plan. */
  readonly editedBy: Maybe<Scalars['String']['output']>;
  readonly escalatesAt: Maybe<Scalars['DateTime']['output']>;
  /** The additional approvers after `escalatesAt`, in words. */
  readonly escalatesTo: Maybe<Scalars['String']['output']>;
  /** Nodes that were excluded. */
  readonly excludedNodes: ReadonlyArray<Scalars['String']['output']>;
  /** Whether nodes were excluded and the rest is being planned again. */
  readonly isBeingReplanned: Scalars['Boolean']['output'];
  /** The rules before it, and why they do not match. */
  readonly passed: ReadonlyArray<PassedRule>;
  /** The pods to move, with what makes their move more or less safe. */
  readonly pods: ReadonlyArray<PodToMove>;
  /** Version of the policy; absent for a rule of the cluster's mode. */
  readonly policyVersion: Maybe<Scalars['Int']['output']>;
  /** Reason why an approval of the caller would be refused; absent if it would count, or if none is awaited. */
  readonly refusal: Maybe<Scalars['String']['output']>;
  readonly remindsAt: Maybe<Scalars['DateTime']['output']>;
  /** The decision that this one replaces. */
  readonly replaces: Maybe<Scalars['ID']['output']>;
  /** Reviews, oldest first. */
  readonly reviews: ReadonlyArray<DecisionReview>;
  /** Name of the rule that decides. */
  readonly rule: Scalars['String']['output'];
  /** The period in which execution may start. */
  readonly windowFrom: Maybe<Scalars['DateTime']['output']>;
  readonly windowUntil: Maybe<Scalars['DateTime']['output']>;
};

/** A page of decisions. */
export type DecisionConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<DecisionEdge>;
  readonly nodes: ReadonlyArray<Decision>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A decision in a page. */
export type DecisionEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Decision;
};

/** An entry in the history of a decision. */
export type DecisionEvent = {
  /** Name of the user or API token; `kerf` for Kerf itself. */
  readonly actor: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  /** Fields of `DecisionEventData`; amounts are decimal strings of US dollars. */
  readonly data: Scalars['JSON']['output'];
  /** E.g. `Proposed`, `Approved`, `NodeClaimLaunched`. */
  readonly kind: Scalars['String']['output'];
};

/** Filter for decisions. */
export type DecisionFilter = {
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly kinds?: InputMaybe<ReadonlyArray<DecisionKind>>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly states?: InputMaybe<ReadonlyArray<DecisionState>>;
  /** Names of teams that owned a NodePool of the decision, or its cluster, when it was proposed. */
  readonly teams?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only decisions to which an approval of the caller would count. */
  readonly waitingForMe?: InputMaybe<Scalars['Boolean']['input']>;
};

export type { DecisionKind };

/**
 * Results for the nodes of a decision. Until the decision is finished, nodes that no number contains are
 * in progress.
 */
export type DecisionOutcome = {
  /** Nodes that AWS did not launch. */
  readonly launchFailedNodes: Scalars['Int']['output'];
  /** Nodes that were launched and never became ready. */
  readonly notReadyNodes: Scalars['Int']['output'];
  /** Nodes that are still in the cluster because their removal failed. */
  readonly remainingNodes: Scalars['Int']['output'];
  /** Nodes that were launched and became ready, or that were removed. */
  readonly succeededNodes: Scalars['Int']['output'];
};

/** Number of nodes of a decision in one phase. */
export type DecisionPhase = {
  readonly count: Scalars['Int']['output'];
  readonly phase: NodePhase;
};

/** A pod in a decision. */
export type DecisionPod = {
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly owner: Scalars['String']['output'];
  readonly uid: Scalars['ID']['output'];
};

/** Progress of the execution of a decision. */
export type DecisionProgress = {
  /** Number of nodes that are ready (PROVISION) or removed (other kinds). */
  readonly done: Scalars['Int']['output'];
  /** Operations for the decision or its nodes that fail and are retried. */
  readonly failures: ReadonlyArray<OperationFailure>;
  /** Number of nodes in each phase, replacements included, in the order of a node's lifecycle. */
  readonly phases: ReadonlyArray<DecisionPhase>;
  /** Number of all nodes. */
  readonly total: Scalars['Int']['output'];
  /** Causes that delay the removal of nodes, e.g. a PodDisruptionBudget; at most five entries. */
  readonly waitingFor: ReadonlyArray<Scalars['String']['output']>;
};

/** A person's review of a decision. */
export type DecisionReview = {
  readonly at: Scalars['DateTime']['output'];
  readonly by: Scalars['String']['output'];
  readonly comment: Maybe<Scalars['String']['output']>;
  /** Whether it is the newest review of the person and of the current plan. */
  readonly counts: Scalars['Boolean']['output'];
  readonly verdict: ReviewVerdict;
};

export type { DecisionState };

/** A remark about a manifest. */
export type DefinitionFinding = {
  /** The value after the change. */
  readonly became: Maybe<Scalars['String']['output']>;
  /** Stable, e.g. `LIMITS_LIFTED`. */
  readonly code: Scalars['String']['output'];
  /** Column of that line, from 1; absent without a line. */
  readonly column: Maybe<Scalars['Int']['output']>;
  /** The value before the change. */
  readonly found: Maybe<Scalars['String']['output']>;
  /** Line of the text, from 1; absent if no text was read, as for objects of the cluster. */
  readonly line: Maybe<Scalars['Int']['output']>;
  readonly message: Scalars['String']['output'];
  /** Dotted path in the manifest. */
  readonly path: Scalars['String']['output'];
  readonly severity: FindingSeverity;
};

/** A revision of a definition. */
export type DefinitionRevision = {
  /** The v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  readonly revision: Scalars['Int']['output'];
  readonly savedAt: Scalars['DateTime']['output'];
  readonly savedBy: Scalars['String']['output'];
};

export type { DefinitionSource };

/** Object to change. */
export type DeleteAccessObjectInput = {
  /** The version that was read, of a role or a team; every version if absent. Other objects have none. */
  readonly expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  readonly id: Scalars['ID']['input'];
};

/** Definition to delete. */
export type DeleteDefinitionInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of a deletion. */
export type DeleteDefinitionPayload = {
  readonly deletedId: Maybe<Scalars['ID']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A spend limit to delete. */
export type DeleteSpendLimitInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of the deletion of a spend limit. */
export type DeleteSpendLimitPayload = {
  readonly id: Maybe<Scalars['ID']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Trust rule to delete. */
export type DeleteTrustRuleInput = {
  /** The version that was read; every version if absent. */
  readonly expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  readonly id: Scalars['ID']['input'];
};

export type { DeviceAccess };

/** A program without a browser that asks for access, such as the command line. */
export type DeviceRequest = {
  /** Network address from which it asks. */
  readonly address: Scalars['String']['output'];
  /** The program's own name; nobody has checked it. */
  readonly clientName: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
};

/** Current disruption budgets. */
export type DisruptionBudgets = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly budgets: ReadonlyArray<BudgetStatus>;
};

/** A node to remove. */
export type DisruptionCandidate = {
  readonly capacityType: Maybe<CapacityType>;
  /** Number of DaemonSet and static pods, which end with the node. */
  readonly daemonPods: Scalars['Int']['output'];
  /** The node's differences from its definitions, for DRIFT; absent if not recorded. */
  readonly drift: Maybe<NodeDrift>;
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly nodeClaimId: Scalars['ID']['output'];
  readonly nodeName: Scalars['String']['output'];
  /** Absent for a standalone NodeClaim. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** The price that the decision used: that of AWS, or that of a NodeOverlay; absent if unknown. */
  readonly price: Maybe<Scalars['UsdPerHour']['output']>;
  /** Present if the price comes from a NodeOverlay. */
  readonly priceOverlay: Maybe<PriceOverlay>;
  readonly zone: Maybe<Scalars['String']['output']>;
};

export type { DisruptionReason };

/** Result of removing nodes together. It is deleted after an hour. */
export type DisruptionSimulation = Object & {
  /** Time after which the state is FAILED if no worker has answered. */
  readonly answerBy: Scalars['DateTime']['output'];
  readonly clusterId: Scalars['ID']['output'];
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** `sim_…`. */
  readonly id: Scalars['ID']['output'];
  /** The nodes to remove, by name. */
  readonly nodeNames: ReadonlyArray<Scalars['String']['output']>;
  /** Reason for its failure and how to fix it; absent in other states. */
  readonly problem: Maybe<Scalars['String']['output']>;
  readonly requestedAt: Scalars['DateTime']['output'];
  /** Name of the user or API token. */
  readonly requestedBy: Scalars['String']['output'];
  /** Absent unless the state is DONE. */
  readonly result: Maybe<SimulationResult>;
  readonly state: SimulationState;
};

export type { DocumentOutcome };

/** Result for one document. */
export type DocumentReading = {
  /** Whether it can be saved. */
  readonly accepted: Scalars['Boolean']['output'];
  readonly apiVersion: Maybe<Scalars['String']['output']>;
  /** The stored manifest before this request; absent if it is new. */
  readonly currentManifest: Maybe<Scalars['String']['output']>;
  /** Version before this request; absent if it is new. */
  readonly currentVersion: Maybe<Scalars['Int']['output']>;
  /** ID of the stored definition; absent if none is stored. */
  readonly definitionId: Maybe<Scalars['ID']['output']>;
  /** Number of nodes that would drift if it were saved; absent if none would, and outside of a dry run. */
  readonly drift: Maybe<DriftForecast>;
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  readonly kind: Maybe<Scalars['String']['output']>;
  /**
   * The manifest that was or would be saved, as v1 YAML. Also present if the cluster owns the object, so that it can be
   * compared; absent if the document is refused for another reason.
   */
  readonly manifest: Maybe<Scalars['String']['output']>;
  readonly name: Maybe<Scalars['String']['output']>;
  /** The change that was made, or that saving would make. */
  readonly outcome: DocumentOutcome;
  /** Possible readings of an ambiguous document. */
  readonly variants: ReadonlyArray<DocumentVariant>;
  /** Version after this request. */
  readonly version: Maybe<Scalars['Int']['output']>;
};

/** A possible reading of an ambiguous document. */
export type DocumentVariant = {
  readonly label: Scalars['String']['output'];
  readonly manifest: Scalars['String']['output'];
};

/** The version that one stored definition must have. */
export type DocumentVersion = {
  /** The `version` that was read; 0 requires that no definition of this kind and name exists. */
  readonly expectedVersion: Scalars['Int']['input'];
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['input'];
};

/** Number of nodes that would drift if a definition were saved; drifted nodes are replaced. */
export type DriftForecast = {
  /** Number of these nodes that would drift and have not drifted yet. */
  readonly drifting: Scalars['Int']['output'];
  /** Nodes launched from the definition that are not terminating. */
  readonly nodes: Scalars['Int']['output'];
};

/** A field of a definition, or of its status, whose change replaces nodes. */
export type DriftedField = {
  readonly after: Maybe<Scalars['String']['output']>;
  /** The value as in the manifest, shortened if long; absent if it was not set. */
  readonly before: Maybe<Scalars['String']['output']>;
  /** E.g. `spec.template.metadata.labels.team` or `status.amis`. */
  readonly path: Scalars['String']['output'];
};

/** Result of ending a session. */
export type EndSessionPayload = {
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The standing approval to end. */
export type EndStandingApprovalInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** The name of its rule. */
  readonly name: Scalars['String']['input'];
};

/** Result of ending a standing approval. */
export type EndStandingApprovalPayload = {
  /** The name of the rule; absent if nothing was ended. */
  readonly name: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Nodes to take out of a plan. */
export type ExcludeNodesInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly nodeNames: ReadonlyArray<Scalars['String']['input']>;
  readonly planDigest?: InputMaybe<Scalars['String']['input']>;
};

/** Result of an exclusion. */
export type ExcludeNodesPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { ExecutionStep };

/** Pods planned on an existing node. */
export type ExistingPlacement = {
  readonly nodeName: Scalars['String']['output'];
  readonly pods: ReadonlyArray<DecisionPod>;
};

/** An amount of a resource, as in the manifest. */
export type ExtendedResource = {
  readonly quantity: Scalars['Quantity']['output'];
  readonly resource: Scalars['String']['output'];
};

export type { FindingSeverity };

/** A field of the manifest of a NodePool or of its EC2NodeClass. */
export type FixTarget = {
  /** `NodePool` or `EC2NodeClass`. */
  readonly kind: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** Path in the notation of Kubernetes, e.g. `spec.limits.cpu`; empty for the whole manifest. */
  readonly path: Scalars['String']['output'];
};

/** Totals of all clusters. */
export type Fleet = {
  /** Clusters with a problem of any kind. */
  readonly attentionClusters: Scalars['Int']['output'];
  /** Clusters in which Kerf cannot work. */
  readonly brokenClusters: Scalars['Int']['output'];
  /** Registered clusters. */
  readonly clusters: Scalars['Int']['output'];
  /** Clusters that are not connected. */
  readonly clustersNeedingAttention: Scalars['Int']['output'];
  readonly summary: ClusterSummary;
};

/** An event in a cluster: a step of a decision or an interruption notice. */
export type FleetEvent = {
  /** Name of the user or API token, for a step of a decision; `kerf` for Kerf itself. */
  readonly actor: Maybe<Scalars['String']['output']>;
  readonly at: Scalars['DateTime']['output'];
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** Change in cost per hour (negative: savings), for a step of a decision; absent if unknown. */
  readonly costChange: Maybe<Scalars['UsdPerHour']['output']>;
  /** The step of a decision, e.g. `Proposed`, `Approved`, `Executed`; absent for other events. */
  readonly decisionEvent: Maybe<Scalars['String']['output']>;
  /** The decision that it is a step of, or that an interruption led to. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  /** Kind of the decision, for a step of a decision. */
  readonly decisionKind: Maybe<DecisionKind>;
  /** Results for the decision's nodes so far, for a step of a decision. */
  readonly decisionOutcome: Maybe<DecisionOutcome>;
  /** ID of the interruption, for an interruption. */
  readonly interruptionId: Maybe<Scalars['ID']['output']>;
  /** Kind of the interruption, for an interruption. */
  readonly interruptionKind: Maybe<InterruptionKind>;
  readonly nodeCount: Scalars['Int']['output'];
  /** Name of the interrupted node, if known; absent for other events. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  readonly podCount: Scalars['Int']['output'];
};

/** An interruption: a notice of AWS about one instance, and its outcome. */
export type Interruption = Object & {
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** Time at which the instance ends; absent if the notice has none. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  /** The decision that removes the node; absent if nothing was done. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  readonly drainedAt: Maybe<Scalars['DateTime']['output']>;
  /** Time at which the NodeClaim was terminated. */
  readonly endedAt: Maybe<Scalars['DateTime']['output']>;
  /** `int_…`. */
  readonly id: Scalars['ID']['output'];
  readonly instanceId: Scalars['String']['output'];
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly kind: InterruptionKind;
  /** Pods (`namespace/name`) that were not evicted before the drain had to end. */
  readonly lostPods: ReadonlyArray<Scalars['String']['output']>;
  /** Absent for a node that Kerf does not manage. */
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  readonly nodeName: Maybe<Scalars['String']['output']>;
  readonly nodePool: Maybe<Scalars['String']['output']>;
  readonly outcome: InterruptionOutcome;
  /** Number of pods to move to other nodes. */
  readonly podCount: Scalars['Int']['output'];
  /** Time at which Kerf received the notice. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** Time at which their replacement was planned. */
  readonly replacementRequestedAt: Maybe<Scalars['DateTime']['output']>;
  /** NodeClaims launched for them; empty if existing nodes had enough capacity. */
  readonly replacements: ReadonlyArray<NodeClaim>;
  /** Time of the notice. */
  readonly warnedAt: Scalars['DateTime']['output'];
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A page of interruptions. */
export type InterruptionConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<InterruptionEdge>;
  readonly nodes: ReadonlyArray<Interruption>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** An interruption in a page. */
export type InterruptionEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Interruption;
};

/** Filter for interruptions. */
export type InterruptionFilter = {
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly kinds?: InputMaybe<ReadonlyArray<InterruptionKind>>;
  readonly nodeClaimId?: InputMaybe<Scalars['ID']['input']>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly outcomes?: InputMaybe<ReadonlyArray<InterruptionOutcome>>;
  /** Inclusive. */
  readonly receivedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Exclusive. */
  readonly receivedTo?: InputMaybe<Scalars['DateTime']['input']>;
};

export type { InterruptionKind };

export type { InterruptionOutcome };

export type { MinValuesPolicy };

export type Mutation = {
  /**
   * Reads NodePool and EC2NodeClass manifests (v1 or v1beta1; YAML or JSON, several documents) and saves
   * all of them or none. Nothing is saved if `dryRun` is set, if a document is invalid, or if a stored
   * definition does not have its expected version. `userErrors` then has an entry for each problem with
   * its field, e.g. `input.manifests.0.spec.limits.cpu`. A dry run reports invalid documents only in
   * `findings`.
   */
  readonly applyManifests: ApplyManifestsPayload;
  /**
   * Approves a decision. It is validated again before it is executed. If the cluster has changed and the
   * decision is no longer valid, its state becomes SUPERSEDED.
   */
  readonly approveDecision: ApproveDecisionPayload;
  /** Gives a role to a user, group or token in a scope, or denies the role's actions there. */
  readonly bindRole: RoleBindingPayload;
  /**
   * Executes a decision that awaits approvals, that the policy denied, or that the mode `OBSERVE` only shows. Needs a right
   * of its own and a reason.
   */
  readonly breakGlass: BreakGlassPayload;
  readonly changeAlertThresholds: ChangeAlertThresholdsPayload;
  readonly changeBrakeSettings: ChangeBrakeSettingsPayload;
  /** Adds a comment to the history of a decision. */
  readonly commentDecision: CommentDecisionPayload;
  /** Creates an API token; only this response contains its secret. */
  readonly createApiToken: CreateApiTokenPayload;
  /** Creates a code that links a person in Slack to the caller: `/kerf link CODE`. It is valid for ten minutes. */
  readonly createChatCode: CreateChatCodePayload;
  /** Creates a notification channel. Secrets are encrypted and never returned. */
  readonly createNotificationChannel: CreateNotificationChannelPayload;
  readonly createNotificationRule: NotificationRulePayload;
  /** Creates a custom role. */
  readonly createRole: RolePayload;
  readonly createSpendLimit: SpendLimitPayload;
  /** Approves decisions of the same kind, cluster and NodePools for some days, as far as the caller may approve them. */
  readonly createStandingApproval: CreateStandingApprovalPayload;
  /** Creates a team. */
  readonly createTeam: TeamPayload;
  /** Creates a trust rule: workloads that it trusts exchange their tokens for Kerf tokens at `POST /auth/token`. */
  readonly createTrustRule: TrustRulePayload;
  /** Confirms or refuses a program that has shown a code. Its API token never has more rights than the caller. */
  readonly decideDevice: DecideDevicePayload;
  /** Deletes a definition with source `API`. */
  readonly deleteDefinition: DeleteDefinitionPayload;
  /** Deletes a custom role without role bindings. */
  readonly deleteRole: RolePayload;
  readonly deleteSpendLimit: DeleteSpendLimitPayload;
  /** Deletes a team that is no scope of a role binding. */
  readonly deleteTeam: TeamPayload;
  /** Deletes a trust rule and revokes the tokens that it has issued. */
  readonly deleteTrustRule: TrustRulePayload;
  /** Deletes a user with role bindings and memberships, and revokes the tokens that the user created. */
  readonly deleteUser: UserPayload;
  /** Ends the user's sessions, revokes the tokens that the user created, and refuses sign-in. */
  readonly disableUser: UserPayload;
  /** Lets a disabled user sign in again. */
  readonly enableUser: UserPayload;
  /** Ends the rotation: deliveries are signed with the newest secret only. */
  readonly endNotificationSecretRotation: NotificationChannelPayload;
  /** Ends one of the caller's sessions. */
  readonly endSession: EndSessionPayload;
  /** Ends a standing approval: one's own, or any with the right to change the policy. */
  readonly endStandingApproval: EndStandingApprovalPayload;
  /**
   * Takes nodes out of a plan that awaits approval. The rest is planned again as a new decision, which supersedes
   * this one and which the caller must not approve.
   */
  readonly excludeNodes: ExcludeNodesPayload;
  /** Runs the registration check again. */
  readonly recheckCluster: RecheckClusterPayload;
  /**
   * Sends the events of a finished delivery again, as a new delivery with the same event IDs. A delivery that waits for
   * its next attempt makes it now.
   */
  readonly redeliverNotification: NotificationDeliveryPayload;
  /** Registers a cluster and starts its registration check. Nothing is changed in the cluster until the check has passed. */
  readonly registerCluster: RegisterClusterPayload;
  /** Rejects a decision that awaits approval. */
  readonly rejectDecision: RejectDecisionPayload;
  /** Releases a pause. Work that it blocked is planned again. */
  readonly releasePause: ReleasePausePayload;
  /** Removes a cluster from Kerf; its nodes and objects stay as they are. */
  readonly removeCluster: RemoveClusterPayload;
  /** Removes a notification channel with its rules and deliveries. */
  readonly removeNotificationChannel: NotificationChannelPayload;
  readonly removeNotificationRule: NotificationRulePayload;
  /** Saves the rules of an earlier version as the next version. */
  readonly restoreApprovalPolicy: RestoreApprovalPolicyPayload;
  /** Revokes an API token and all tokens that were created with it. */
  readonly revokeApiToken: RevokeApiTokenPayload;
  /** Replaces the secret of an API token; only this response contains the new one. */
  readonly rotateApiToken: RotateApiTokenPayload;
  /**
   * Creates another signing secret of a webhook; only this response contains it. Deliveries are signed with both
   * secrets until `endNotificationSecretRotation`.
   */
  readonly rotateNotificationSecret: CreateNotificationChannelPayload;
  /** Saves the rules of a manifest as the next version of the approval policy. */
  readonly saveApprovalPolicy: SaveApprovalPolicyPayload;
  /** Sets the caller's password, and ends their other sessions and unused sign-in links. */
  readonly setPassword: SetPasswordPayload;
  /**
   * Stops changes in a scope. Changes that have not begun are stopped: proposals are superseded, and commands are
   * rolled back unless their nodes are being drained. Interruptions, deletions by users and the repair of
   * unhealthy nodes go on.
   */
  readonly setPause: SetPausePayload;
  /** Ends the browser's session. */
  readonly signOut: SignOutPayload;
  /**
   * Simulates the removal of nodes: moves of pods, replacements, cost and disruption blockers. Nothing in the
   * cluster changes. The worker of the cluster answers within a minute; `changes` then has the topic
   * SIMULATION with the ID.
   */
  readonly simulateDisruption: SimulateDisruptionPayload;
  /**
   * Sends a test message, also to a muted or disabled channel, and returns the outcome of the first attempt. The
   * delivery is still PENDING if there is no outcome after ten seconds.
   */
  readonly testNotificationChannel: NotificationDeliveryPayload;
  /** Removes a role binding. */
  readonly unbindRole: RoleBindingPayload;
  /** Removes all links of people in chats to the caller. */
  readonly unlinkChatIdentities: UnlinkChatIdentitiesPayload;
  /** Updates mode, access or settings of a cluster. */
  readonly updateCluster: UpdateClusterPayload;
  /** Changes, mutes, disables or enables a notification channel; absent fields stay as they are. */
  readonly updateNotificationChannel: NotificationChannelPayload;
  /** Changes a rule; absent fields stay as they are. */
  readonly updateNotificationRule: NotificationRulePayload;
  /** Changes a custom role for everyone who has it. */
  readonly updateRole: RolePayload;
  readonly updateSpendLimit: SpendLimitPayload;
  /** Changes a team: name, what it owns, members. */
  readonly updateTeam: TeamPayload;
  /** Changes a trust rule. Tokens that it has issued stay valid until they expire. */
  readonly updateTrustRule: TrustRulePayload;
  /** Withdraws the caller's approval while the decision awaits others. */
  readonly withdrawApproval: WithdrawApprovalPayload;
};


export type MutationApplyManifestsArgs = {
  input: ApplyManifestsInput;
};


export type MutationApproveDecisionArgs = {
  input: ApproveDecisionInput;
};


export type MutationBindRoleArgs = {
  input: BindRoleInput;
};


export type MutationBreakGlassArgs = {
  input: BreakGlassInput;
};


export type MutationChangeAlertThresholdsArgs = {
  input: ChangeAlertThresholdsInput;
};


export type MutationChangeBrakeSettingsArgs = {
  input: ChangeBrakeSettingsInput;
};


export type MutationCommentDecisionArgs = {
  input: CommentDecisionInput;
};


export type MutationCreateApiTokenArgs = {
  input: CreateApiTokenInput;
};


export type MutationCreateNotificationChannelArgs = {
  input: CreateNotificationChannelInput;
};


export type MutationCreateNotificationRuleArgs = {
  input: CreateNotificationRuleInput;
};


export type MutationCreateRoleArgs = {
  input: CreateRoleInput;
};


export type MutationCreateSpendLimitArgs = {
  input: CreateSpendLimitInput;
};


export type MutationCreateStandingApprovalArgs = {
  input: CreateStandingApprovalInput;
};


export type MutationCreateTeamArgs = {
  input: CreateTeamInput;
};


export type MutationCreateTrustRuleArgs = {
  input: TrustRuleInput;
};


export type MutationDecideDeviceArgs = {
  input: DecideDeviceInput;
};


export type MutationDeleteDefinitionArgs = {
  input: DeleteDefinitionInput;
};


export type MutationDeleteRoleArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationDeleteSpendLimitArgs = {
  input: DeleteSpendLimitInput;
};


export type MutationDeleteTeamArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationDeleteTrustRuleArgs = {
  input: DeleteTrustRuleInput;
};


export type MutationDeleteUserArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationDisableUserArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationEnableUserArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationEndNotificationSecretRotationArgs = {
  input: NotificationChannelVersionInput;
};


export type MutationEndSessionArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationEndStandingApprovalArgs = {
  input: EndStandingApprovalInput;
};


export type MutationExcludeNodesArgs = {
  input: ExcludeNodesInput;
};


export type MutationRecheckClusterArgs = {
  input: RecheckClusterInput;
};


export type MutationRedeliverNotificationArgs = {
  input: RedeliverNotificationInput;
};


export type MutationRegisterClusterArgs = {
  input: RegisterClusterInput;
};


export type MutationRejectDecisionArgs = {
  input: RejectDecisionInput;
};


export type MutationReleasePauseArgs = {
  input: ReleasePauseInput;
};


export type MutationRemoveClusterArgs = {
  input: RemoveClusterInput;
};


export type MutationRemoveNotificationChannelArgs = {
  input: NotificationChannelVersionInput;
};


export type MutationRemoveNotificationRuleArgs = {
  input: RemoveNotificationRuleInput;
};


export type MutationRestoreApprovalPolicyArgs = {
  input: RestoreApprovalPolicyInput;
};


export type MutationRevokeApiTokenArgs = {
  input: RevokeApiTokenInput;
};


export type MutationRotateApiTokenArgs = {
  input: RotateApiTokenInput;
};


export type MutationRotateNotificationSecretArgs = {
  input: NotificationChannelVersionInput;
};


export type MutationSaveApprovalPolicyArgs = {
  input: SaveApprovalPolicyInput;
};


export type MutationSetPasswordArgs = {
  input: SetPasswordInput;
};


export type MutationSetPauseArgs = {
  input: SetPauseInput;
};


export type MutationSimulateDisruptionArgs = {
  input: SimulateDisruptionInput;
};


export type MutationTestNotificationChannelArgs = {
  input: TestNotificationChannelInput;
};


export type MutationUnbindRoleArgs = {
  input: DeleteAccessObjectInput;
};


export type MutationUpdateClusterArgs = {
  input: UpdateClusterInput;
};


export type MutationUpdateNotificationChannelArgs = {
  input: UpdateNotificationChannelInput;
};


export type MutationUpdateNotificationRuleArgs = {
  input: UpdateNotificationRuleInput;
};


export type MutationUpdateRoleArgs = {
  input: UpdateRoleInput;
};


export type MutationUpdateSpendLimitArgs = {
  input: UpdateSpendLimitInput;
};


export type MutationUpdateTeamArgs = {
  input: UpdateTeamInput;
};


export type MutationUpdateTrustRuleArgs = {
  input: UpdateTrustRuleInput;
};


export type MutationWithdrawApprovalArgs = {
  input: WithdrawApprovalInput;
};

/** The instance type that lacks the least for a pod. */
export type NearestMiss = {
  readonly instanceType: Scalars['String']['output'];
  /** Resources that it lacks, by name. */
  readonly shortages: ReadonlyArray<ResourceShortage>;
};

/** A node of a cluster. */
export type Node = {
  /** All allocatable resources. */
  readonly allocatable: ReadonlyArray<ResourceAmount>;
  /** `amd64` or `arm64`. */
  readonly arch: Maybe<Scalars['String']['output']>;
  /** Time of the data. */
  readonly asOf: Scalars['DateTime']['output'];
  /** Disruption blockers, most important first. */
  readonly blockers: ReadonlyArray<Reason>;
  /**
   * Time at which the blockers were found, for a node that the last pass did not evaluate; absent if the
   * blockers are from the last pass.
   */
  readonly blockersEvaluatedAt: Maybe<Scalars['DateTime']['output']>;
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly instanceType: Maybe<Scalars['String']['output']>;
  /** An object with a value per label. */
  readonly labels: Scalars['JSON']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  /** Unique in its cluster. */
  readonly name: Scalars['String']['output'];
  /** The node's NodeClaim. */
  readonly nodeClaim: Maybe<NodeClaim>;
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  /** The NodePool that it was launched from; absent for nodes that Kerf does not manage. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  readonly podCapacity: Scalars['Int']['output'];
  readonly podCount: Scalars['Int']['output'];
  /** Pods on the node, daemons last. */
  readonly pods: ReadonlyArray<Pod>;
  /** Price of the instance; absent if unknown. */
  readonly price: Maybe<Scalars['UsdPerHour']['output']>;
  /** `aws:///<zone>/<instance ID>`; absent if the node has none. */
  readonly providerId: Maybe<Scalars['String']['output']>;
  /** Sum of the requests of its pods. */
  readonly requested: ReadonlyArray<ResourceAmount>;
  readonly state: NodeState;
  readonly taints: ReadonlyArray<Taint>;
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A NodeClaim: one requested node, from the request to the end of its instance. */
export type NodeClaim = Object & {
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  /** The decision that requested it; absent if it was adopted. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  /** The NodeClaim's differences from its definitions; absent if it matches them. */
  readonly drift: Maybe<NodeClaimDrift>;
  /** Reason for the failure of the launch. */
  readonly failure: Maybe<Reason>;
  /** Operations for it that fail and are retried. */
  readonly failures: ReadonlyArray<OperationFailure>;
  /** `ncl_…`. */
  readonly id: Scalars['ID']['output'];
  readonly imageId: Maybe<Scalars['String']['output']>;
  readonly initializedAt: Maybe<Scalars['DateTime']['output']>;
  /** Absent until the launch. */
  readonly instanceId: Maybe<Scalars['String']['output']>;
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly launchedAt: Maybe<Scalars['DateTime']['output']>;
  /** Name of its object in the cluster. */
  readonly name: Scalars['String']['output'];
  readonly nodeClass: Scalars['String']['output'];
  /** Absent until the registration. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  /** Absent for a standalone NodeClaim. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** Price at the launch; absent before, or if unknown. */
  readonly price: Maybe<Scalars['UsdPerHour']['output']>;
  readonly registeredAt: Maybe<Scalars['DateTime']['output']>;
  readonly requestedAt: Scalars['DateTime']['output'];
  readonly state: NodeClaimState;
  readonly terminatedAt: Maybe<Scalars['DateTime']['output']>;
  /** Progress of the termination; absent if it is not terminating. */
  readonly termination: Maybe<NodeClaimTermination>;
  readonly version: Scalars['Int']['output'];
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A page of NodeClaims. */
export type NodeClaimConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodeClaimEdge>;
  readonly nodes: ReadonlyArray<NodeClaim>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** Drift of a NodeClaim from its definitions. */
export type NodeClaimDrift = {
  /** Karpenter's reason, e.g. `AMIDrift`. */
  readonly reason: Scalars['String']['output'];
  readonly since: Scalars['DateTime']['output'];
};

/** A NodeClaim in a page. */
export type NodeClaimEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: NodeClaim;
};

/** Filter for NodeClaims. */
export type NodeClaimFilter = {
  /** Fields as for kubectl, e.g. `zone=a,state!=FAILED`: name, nodePool, nodeClass, nodeName, decisionId, state, instanceId, instanceType, zone, capacityType. */
  readonly fieldSelector?: InputMaybe<Scalars['String']['input']>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly states?: InputMaybe<ReadonlyArray<NodeClaimState>>;
};

export type { NodeClaimState };

/** Progress of the termination of a NodeClaim. */
export type NodeClaimTermination = {
  /** Time at which the drain ends even if pods remain; absent if there is no limit. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  /** E.g. `Empty`, `Drifted`, `DeletedByUser`. */
  readonly reason: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  /** The last step that is done. */
  readonly step: TerminationStep;
  /** The cause that delays the termination. */
  readonly waitingFor: Maybe<Scalars['String']['output']>;
};

/** An EC2NodeClass and what it resolves to. */
export type NodeClass = Object & {
  /** `AL2023`, `Bottlerocket` …; absent if an alias determines it. */
  readonly amiFamily: Maybe<Scalars['String']['output']>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  /** Time at which its object was deleted in the cluster; it stays while finalizers keep it. Absent unless it is being deleted. */
  readonly deletionRequestedAt: Maybe<Scalars['DateTime']['output']>;
  /** `ncs_…`. */
  readonly id: Scalars['ID']['output'];
  readonly images: ReadonlyArray<ResolvedImage>;
  readonly instanceProfile: Maybe<Scalars['String']['output']>;
  readonly isReady: Scalars['Boolean']['output'];
  /** The stored v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** NodePools that use it. */
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** Problems that keep it from being ready. */
  readonly problems: ReadonlyArray<NodeClassProblem>;
  /** Time of the last resolution; absent before the first one. */
  readonly resolvedAt: Maybe<Scalars['DateTime']['output']>;
  readonly revision: Scalars['Int']['output'];
  readonly revisions: ReadonlyArray<DefinitionRevision>;
  readonly securityGroups: ReadonlyArray<ResolvedSecurityGroup>;
  readonly source: DefinitionSource;
  readonly subnets: ReadonlyArray<ResolvedSubnet>;
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly version: Scalars['Int']['output'];
};

/** A page of node classes. */
export type NodeClassConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodeClassEdge>;
  readonly nodes: ReadonlyArray<NodeClass>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A node class in a page. */
export type NodeClassEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: NodeClass;
};

/** A problem that keeps an EC2NodeClass from being ready. */
export type NodeClassProblem = {
  /** The condition that is False, e.g. `SubnetsReady`. */
  readonly condition: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
};

/** A page of nodes. */
export type NodeConnection = {
  /** Time of the data. */
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodeEdge>;
  readonly nodes: ReadonlyArray<Node>;
  readonly pageInfo: PageInfo;
  /** Number of nodes that match the filter. */
  readonly totalCount: Scalars['Int']['output'];
  /** Totals of all nodes that match the filter. */
  readonly totals: NodeTotals;
};

/** Differences between a node and its definitions. */
export type NodeDrift = {
  /** The definition that it differs from, e.g. `NodePool/general`; absent if unknown. */
  readonly definition: Maybe<Scalars['String']['output']>;
  /** Fields that changed since the launch; empty without a stored revision. */
  readonly fields: ReadonlyArray<DriftedField>;
  /** Karpenter's drift reason, e.g. `NodePoolDrifted`. */
  readonly reason: Scalars['String']['output'];
  /** Time at which the change was saved or the drift was found; absent without a stored revision. */
  readonly since: Maybe<Scalars['DateTime']['output']>;
};

/** A node in a page. */
export type NodeEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Node;
};

/** Filter for nodes. */
export type NodeFilter = {
  readonly capacityTypes?: InputMaybe<ReadonlyArray<CapacityType>>;
  /** Fields as for kubectl, e.g. `zone=a,state!=READY`: name, nodePool, nodeClaimId, providerId, instanceType, zone, capacityType, arch, state. */
  readonly fieldSelector?: InputMaybe<Scalars['String']['input']>;
  readonly instanceTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Labels of the nodes, as for kubectl, e.g. `team in (a,b),!spot`. */
  readonly labelSelector?: InputMaybe<Scalars['String']['input']>;
  /** Only nodes that Kerf manages (true) or does not (false). */
  readonly managed?: InputMaybe<Scalars['Boolean']['input']>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name or the instance type. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  readonly states?: InputMaybe<ReadonlyArray<NodeState>>;
  readonly zones?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/**
 * Parts of a node's cost: the dual value of its pods, and the gap by cause. The dual values of all nodes of
 * a plan add up to its lower bound.
 */
export type NodeGap = {
  readonly dualValue: Scalars['UsdPerHour']['output'];
  readonly parts: PlanGapParts;
};

/** Order of nodes. */
export type NodeOrder = {
  readonly direction: SortDirection;
  readonly field: NodeOrderField;
};

/** Fields that nodes can be ordered by. */
export type NodeOrderField =
  | 'CPU'
  | 'CREATED_AT'
  | 'INSTANCE_TYPE'
  | 'MEMORY'
  | 'NAME'
  | 'NODE_POOL'
  | 'PODS'
  | 'PRICE';

/**
 * A NodeOverlay of a cluster: prices or resources of instance types that decisions use in place of those
 * that AWS reports. Costs are always shown at the prices of AWS.
 */
export type NodeOverlay = {
  /** Extended resources that it adds to its instance types, as in the manifest. */
  readonly capacity: ReadonlyArray<ExtendedResource>;
  /** The NodeOverlay of equal weight that it conflicts with; absent if there is no conflict. */
  readonly conflictsWith: Maybe<Scalars['String']['output']>;
  /** Number of instance types that it selects; 0 if it is not applied. */
  readonly instanceTypes: Scalars['Int']['output'];
  readonly name: Scalars['String']['output'];
  /** NodePools with an instance type that it selects; empty if it is not applied. */
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** Price in dollars per hour that replaces the price of AWS, as in the manifest. */
  readonly price: Maybe<Scalars['String']['output']>;
  /** Adjustment of the price of AWS, as in the manifest: `+0.5`, `-0.02`, `+10%` or `-15%`. */
  readonly priceAdjustment: Maybe<Scalars['String']['output']>;
  /** Reasons why it is not applied, one sentence each; empty if it is applied. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
  /** `key operator [values]`, one per label; empty if the overlay cannot be read. */
  readonly requirements: ReadonlyArray<Scalars['String']['output']>;
  readonly state: NodeOverlayState;
  /** The overlay with the highest weight has precedence; 0 if the manifest has none. */
  readonly weight: Scalars['Int']['output'];
};

export type { NodeOverlayState };

export type { NodePhase };

/** A NodePool and its status. */
export type NodePool = Object & {
  /** Disruptions allowed now, by reason. */
  readonly budgets: ReadonlyArray<BudgetStatus>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** A duration or `Never`. */
  readonly consolidateAfter: Scalars['String']['output'];
  readonly consolidationPolicy: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  /** Time at which its object was deleted in the cluster; it stays while finalizers keep it. Absent unless it is being deleted. */
  readonly deletionRequestedAt: Maybe<Scalars['DateTime']['output']>;
  /** A duration or `Never`. */
  readonly expireAfter: Scalars['String']['output'];
  /** Remarks about the manifest, e.g. that it has no limits. */
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** `npl_…`. */
  readonly id: Scalars['ID']['output'];
  /** Whether nodes can be launched from it now. */
  readonly isReady: Scalars['Boolean']['output'];
  /** Usage and limit of `cpu`, `memory` and every limited resource. */
  readonly limits: ReadonlyArray<NodePoolLimit>;
  /** The stored v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  /** Minimum savings of a consolidation per hour; absent if the settings of the cluster apply, as for the next two. */
  readonly minSaving: Maybe<Scalars['UsdPerHour']['output']>;
  /** The same in percent of the price of the nodes that a command removes. */
  readonly minSavingPercent: Maybe<Scalars['Float']['output']>;
  readonly name: Scalars['String']['output'];
  readonly nodeClassName: Scalars['String']['output'];
  /** Number of its nodes. */
  readonly nodes: Scalars['Int']['output'];
  /** Reason why it is not ready. */
  readonly notReadyReason: Maybe<Scalars['String']['output']>;
  /** The same for each pod that a command moves. */
  readonly podMovePrice: Maybe<Scalars['UsdPerHour']['output']>;
  /** Number of NodeClaims that are not terminating, launched or not; only with `replicas`. */
  readonly presentReplicas: Maybe<Scalars['Int']['output']>;
  /** Sum of the known prices of its nodes. */
  readonly price: Scalars['UsdPerHour']['output'];
  /** Whether its nodes register; not part of `isReady`. */
  readonly registrationHealth: RegistrationHealth;
  /** Number of nodes of a static NodePool; absent for other NodePools. */
  readonly replicas: Maybe<Scalars['SafeInt']['output']>;
  /** Number of saved changes, from 1. */
  readonly revision: Scalars['Int']['output'];
  /** Revisions, newest first, at most 50. */
  readonly revisions: ReadonlyArray<DefinitionRevision>;
  /** Source of truth; a definition with source `CLUSTER` cannot be changed through the API. */
  readonly source: DefinitionSource;
  readonly unpricedNodes: Scalars['Int']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly version: Scalars['Int']['output'];
  /** 0 if the manifest has none. */
  readonly weight: Scalars['Int']['output'];
};

/** A disruption budget of a NodePool. */
export type NodePoolBudget = {
  readonly duration: Maybe<Scalars['String']['output']>;
  /** Position in the manifest, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `10%` or a number. */
  readonly nodes: Scalars['String']['output'];
  readonly reasons: ReadonlyArray<DisruptionReason>;
  /** Cron expression in UTC. */
  readonly schedule: Maybe<Scalars['String']['output']>;
};

/** A page of pools. */
export type NodePoolConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodePoolEdge>;
  readonly nodes: ReadonlyArray<NodePool>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A pool in a page. */
export type NodePoolEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: NodePool;
};

/** Usage and limit of one resource. */
export type NodePoolLimit = {
  /** Absent if the resource is not limited. */
  readonly limit: Maybe<Scalars['SafeInt']['output']>;
  readonly resource: Scalars['String']['output'];
  /** Used amount, in the units of ResourceAmount. */
  readonly usage: Scalars['SafeInt']['output'];
};

/** A NodePool's reasons not to accept a pod. */
export type NodePoolRejection = {
  /** Field that can fix it; absent if a change of the manifests cannot. */
  readonly fix: Maybe<FixTarget>;
  /** The instance type that lacks the least, if all are too small. */
  readonly nearest: Maybe<NearestMiss>;
  readonly nodePool: Scalars['String']['output'];
  /** The first violated constraint. */
  readonly reason: Reason;
};

export type { NodeState };

/** Totals of nodes. */
export type NodeTotals = {
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  readonly nodes: Scalars['Int']['output'];
  readonly pendingPods: Scalars['Int']['output'];
  readonly pods: Scalars['Int']['output'];
  readonly price: Scalars['UsdPerHour']['output'];
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** An attempt of a delivery. */
export type NotificationAttempt = {
  readonly at: Scalars['DateTime']['output'];
  readonly latencyMs: Scalars['DurationMs']['output'];
  readonly number: Scalars['Int']['output'];
  readonly outcome: NotificationAttemptOutcome;
  /** The beginning of the response, or why there is none. */
  readonly response: Scalars['String']['output'];
  /** Status of HTTP or SMTP; absent without a response. */
  readonly status: Maybe<Scalars['Int']['output']>;
};

export type { NotificationAttemptOutcome };

/** A place that notifications are sent to. Fields of other kinds of channels are null. */
export type NotificationChannel = Object & {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  /** Events of this many minutes are sent together; 0 sends each at once. */
  readonly digestMinutes: Scalars['Int']['output'];
  /** Reason why it is disabled; absent unless it is. */
  readonly disabledReason: Maybe<Scalars['String']['output']>;
  readonly emailFrom: Maybe<Scalars['String']['output']>;
  readonly emailTo: ReadonlyArray<Scalars['String']['output']>;
  /** The first failure since the last success. */
  readonly failingSince: Maybe<Scalars['DateTime']['output']>;
  /** `chn_…`. */
  readonly id: Scalars['ID']['output'];
  readonly kind: NotificationChannelKind;
  /** End of the mute. Events are recorded and not sent until then. */
  readonly mutedUntil: Maybe<Scalars['DateTime']['output']>;
  readonly name: Scalars['String']['output'];
  /** Names of the secrets that are set, e.g. `webhookUrl`. */
  readonly secretNames: ReadonlyArray<Scalars['String']['output']>;
  /** ID of the Slack channel of a bot. */
  readonly slackChannel: Maybe<Scalars['String']['output']>;
  readonly smtpHost: Maybe<Scalars['String']['output']>;
  readonly smtpPort: Maybe<Scalars['Int']['output']>;
  readonly smtpSecurity: Maybe<SmtpSecurity>;
  readonly smtpUser: Maybe<Scalars['String']['output']>;
  readonly state: NotificationChannelState;
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The URL of a webhook. */
  readonly url: Maybe<Scalars['String']['output']>;
  readonly version: Scalars['Int']['output'];
};

export type { NotificationChannelKind };

/** The changed channel. */
export type NotificationChannelPayload = {
  readonly channel: Maybe<NotificationChannel>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { NotificationChannelState };

/** A channel at the version that the caller saw. */
export type NotificationChannelVersionInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** One or several events to send to one channel, and the progress. */
export type NotificationDelivery = Object & {
  /** Number of attempts that have begun. */
  readonly attempts: Scalars['Int']['output'];
  readonly channelId: Scalars['ID']['output'];
  readonly channelKind: NotificationChannelKind;
  readonly channelName: Scalars['String']['output'];
  /** Events are added until then; absent unless it is a digest. */
  readonly collectsUntil: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  /** The events, the oldest first; events are removed after 30 days. */
  readonly events: ReadonlyArray<NotificationEvent>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** `dlv_…`. */
  readonly id: Scalars['ID']['output'];
  /** The attempts, the first one first. */
  readonly log: ReadonlyArray<NotificationAttempt>;
  /** Absent unless it is pending. */
  readonly nextAttemptAt: Maybe<Scalars['DateTime']['output']>;
  /** The delivery that is sent again. */
  readonly redeliveryOf: Maybe<Scalars['ID']['output']>;
  /** The person who tests the channel or sends the delivery again. */
  readonly requestedBy: Maybe<Scalars['String']['output']>;
  readonly state: NotificationDeliveryState;
};

/** A page of deliveries. */
export type NotificationDeliveryConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NotificationDeliveryEdge>;
  readonly nodes: ReadonlyArray<NotificationDelivery>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A delivery in a page. */
export type NotificationDeliveryEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: NotificationDelivery;
};

/** Filter for deliveries; conditions are combined with AND. */
export type NotificationDeliveryFilter = {
  readonly channelId?: InputMaybe<Scalars['ID']['input']>;
  /** Deliveries with at least one event of these kinds. */
  readonly eventKinds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly states?: InputMaybe<ReadonlyArray<NotificationDeliveryState>>;
};

/** The requested delivery. */
export type NotificationDeliveryPayload = {
  readonly delivery: Maybe<NotificationDelivery>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { NotificationDeliveryState };

/** An event that channels are notified of. */
export type NotificationEvent = {
  readonly at: Scalars['DateTime']['output'];
  readonly clusterName: Maybe<Scalars['String']['output']>;
  /** `evt_…`; the same in every delivery. */
  readonly id: Scalars['ID']['output'];
  readonly kind: Scalars['String']['output'];
  readonly severity: NotificationSeverity;
  readonly text: Maybe<Scalars['String']['output']>;
  readonly title: Scalars['String']['output'];
};

/** A kind of event. */
export type NotificationEventKind = {
  /** E.g. `decision.approval-requested`. */
  readonly kind: Scalars['String']['output'];
  readonly meaning: Scalars['String']['output'];
  /** The usual severity; findings have their own. */
  readonly severity: NotificationSeverity;
};

/** A filter of the events that a channel gets. Conditions are combined with AND; an empty list allows everything. */
export type NotificationRule = Object & {
  readonly channelId: Scalars['ID']['output'];
  readonly clusterIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly eventKinds: ReadonlyArray<Scalars['String']['output']>;
  /** `rul_…`. */
  readonly id: Scalars['ID']['output'];
  readonly isEnabled: Scalars['Boolean']['output'];
  /** Less severe events are not sent. */
  readonly leastSeverity: NotificationSeverity;
  readonly name: Scalars['String']['output'];
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** Teams that own the cluster of the event or one of its NodePools. */
  readonly teamIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly version: Scalars['Int']['output'];
};

/** The changed rule. */
export type NotificationRulePayload = {
  readonly rule: Maybe<NotificationRule>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { NotificationSeverity };

/** Any object with an ID. */
export type Object = {
  /** Opaque and stable; its prefix is the kind of object. */
  readonly id: Scalars['ID']['output'];
};

/** An operation that fails and is retried. */
export type OperationFailure = {
  /** Number of consecutive failed attempts. */
  readonly attempts: Scalars['Int']['output'];
  /** E.g. `CLUSTER.FORBIDDEN`; `BUG` for an internal error of Kerf. */
  readonly errorCode: Scalars['String']['output'];
  readonly firstFailedAt: Scalars['DateTime']['output'];
  readonly lastFailedAt: Scalars['DateTime']['output'];
  readonly message: Scalars['String']['output'];
  /** The object, e.g. `NodeClaim/default-x2k4p`. */
  readonly object: Scalars['String']['output'];
  /** E.g. `node-claim.terminate`. */
  readonly operation: Scalars['String']['output'];
  /** The fix; absent if no fix is known. */
  readonly remedy: Maybe<Scalars['String']['output']>;
};

/** Position of a page in its list. */
export type PageInfo = {
  /** Cursor of the last row; absent when the page is empty. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether rows follow after `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether rows precede `startCursor`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; absent when the page is empty. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** A rule that does not match a decision. */
export type PassedRule = {
  readonly name: Scalars['String']['output'];
  readonly why: Scalars['String']['output'];
};

/** A stop of changes in a scope. */
export type Pause = Object & {
  readonly cause: PauseCause;
  /** The evidence of a brake; absent for a pause that a person set. */
  readonly evidence: Maybe<PauseEvidence>;
  /** Time at which Kerf releases it; absent if it holds until someone releases it. */
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** `pau_…`. */
  readonly id: Scalars['ID']['output'];
  readonly isInForce: Scalars['Boolean']['output'];
  /** The person responsible for it; `kerf` for a brake. */
  readonly owner: Scalars['String']['output'];
  /** Reason of the pause; with the figures if a brake set it. */
  readonly reason: Scalars['String']['output'];
  /** Reason why the caller may not release it; absent if allowed. */
  readonly releaseDenial: Maybe<Scalars['String']['output']>;
  readonly releasedAt: Maybe<Scalars['DateTime']['output']>;
  readonly releasedBy: Maybe<Scalars['String']['output']>;
  readonly scope: AccessScope;
  readonly setAt: Scalars['DateTime']['output'];
  readonly setBy: Scalars['String']['output'];
  readonly stops: PauseExtent;
  /** Version of the record, to be passed as `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

export type { PauseCause };

/** The evidence on which a brake set a pause. */
export type PauseEvidence = {
  /** Cost of old and new nodes while both ran; absent for rules other than those of the flap detector. */
  readonly cost: Maybe<Scalars['Usd']['output']>;
  /** A number; absent for `SPEND_RISE`. */
  readonly observed: Maybe<Scalars['SafeInt']['output']>;
  /** Rise of the hourly cost; absent for other rules than `SPEND_RISE`. */
  readonly observedSpendRise: Maybe<Scalars['UsdPerHour']['output']>;
  readonly rule: BrakeRule;
  /** The failures or the cycle, oldest first. */
  readonly steps: ReadonlyArray<PauseEvidenceStep>;
  /** The threshold of `observed`. */
  readonly threshold: Maybe<Scalars['SafeInt']['output']>;
  /** The threshold of `observedSpendRise`. */
  readonly thresholdSpendRise: Maybe<Scalars['UsdPerHour']['output']>;
};

/** One decision or failure that a brake saw. */
export type PauseEvidenceStep = {
  readonly at: Scalars['DateTime']['output'];
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  readonly text: Scalars['String']['output'];
};

export type { PauseExtent };

/** A pending pod. */
export type PendingPod = {
  readonly clusterId: Scalars['ID']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly ownerKind: Scalars['String']['output'];
  readonly ownerName: Scalars['String']['output'];
  readonly requests: ReadonlyArray<ResourceAmount>;
  /** Message of the kube-scheduler. */
  readonly schedulerMessage: Maybe<Scalars['String']['output']>;
  readonly uid: Scalars['ID']['output'];
  /** Result of the last evaluation; absent before the first one. */
  readonly verdict: Maybe<PodVerdict>;
};

/** Pending pods of one owner; a pod without an owner is a group of its own. */
export type PendingPodGroup = {
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
  /** Time of the last evaluation of one of its pods; absent before the first one. */
  readonly lastEvaluatedAt: Maybe<Scalars['DateTime']['output']>;
  readonly namespace: Scalars['String']['output'];
  readonly oldestCreatedAt: Scalars['DateTime']['output'];
  /** `None` for a pod without an owner. */
  readonly ownerKind: Scalars['String']['output'];
  /** The pod's name if it has no owner. */
  readonly ownerName: Scalars['String']['output'];
  /** Pending pods, oldest first, at most 100. */
  readonly pods: ReadonlyArray<PendingPod>;
};

/** A page of groups. */
export type PendingPodGroupConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<PendingPodGroupEdge>;
  readonly nodes: ReadonlyArray<PendingPodGroup>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  /** Number of pods in all groups. */
  readonly totalPods: Scalars['Int']['output'];
};

/** A group in a page. */
export type PendingPodGroupEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: PendingPodGroup;
};

/** Whether an action is allowed. */
export type Permission = {
  readonly action: AccessAction;
  readonly isAllowed: Scalars['Boolean']['output'];
  /** Reason why the action is forbidden; absent if it is allowed. */
  readonly reason: Maybe<Scalars['String']['output']>;
};

/**
 * Cost of a plan's new nodes and its lower bound. Plan, lower bound and FirstFit baseline include the node
 * charge and the prices of NodeOverlays, if there are any.
 */
export type PlanCost = {
  /** Prices and node charges of the plan's nodes. */
  readonly cost: Scalars['UsdPerHour']['output'];
  /**
   * Part of the cost that is caused by `offeringSharePercent`; the lower bound does not include this
   * constraint.
   */
  readonly diversity: Scalars['UsdPerHour']['output'];
  /** Cost of Karpenter's plan (FirstFit baseline) for the same pods. */
  readonly firstFitCost: Scalars['UsdPerHour']['output'];
  /** Number of nodes in Karpenter's plan (FirstFit baseline). */
  readonly firstFitNodeCount: Scalars['Int']['output'];
  readonly gapParts: PlanGapParts;
  /** `cost / lowerBound - 1`; 0 if no node is launched. */
  readonly gapRatio: Scalars['Float']['output'];
  /** Proven lower bound: no plan for the pods on new nodes costs less. */
  readonly lowerBound: Scalars['UsdPerHour']['output'];
  readonly method: PlanMethod;
  /** Charge that was added to the price of each node in comparisons; it is not paid. */
  readonly nodeCharge: Scalars['UsdPerHour']['output'];
};

/** Cost of nodes beyond the dual value of their pods, by cause; a part may be negative. */
export type PlanGapParts = {
  /** Nodes that cost more than the dual value of their capacity. */
  readonly offeringPremium: Scalars['UsdPerHour']['output'];
  /** Pods on nodes where they take capacity of higher dual value than on the best node. */
  readonly placementPremium: Scalars['UsdPerHour']['output'];
  /** Capacity without pods. */
  readonly unusedCapacity: Scalars['UsdPerHour']['output'];
};

export type { PlanMethod };

/** A node to launch, with the reasons for the choice. */
export type PlannedNodeClaim = {
  /** The cheapest compatible offering. */
  readonly expected: PlannedOffering;
  /** Parts of its cost, by the lower bound; absent for replacements and older decisions. */
  readonly gap: Maybe<NodeGap>;
  /** The NodeClaim; absent until it is recorded. */
  readonly nodeClaim: Maybe<NodeClaim>;
  /** Absent for a standalone NodeClaim. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** Number of compatible instance types. */
  readonly optionCount: Scalars['Int']['output'];
  /** Compatible offerings, cheapest first. */
  readonly options: ReadonlyArray<PlannedOffering>;
  /** `claim-0001` …; unique in its decision. */
  readonly plannedId: Scalars['String']['output'];
  /** Pods planned on it; the owner of a unit of a CapacityBuffer is `CapacityBuffer/…`. */
  readonly pods: ReadonlyArray<DecisionPod>;
  /** Incompatible instance types, by reason. */
  readonly rejected: ReadonlyArray<RejectedInstanceTypes>;
  /** Sum of the requests of pods and daemons. */
  readonly requests: ReadonlyArray<ResourceAmount>;
  /** `key operator [values]`, one per label. */
  readonly requirements: ReadonlyArray<Scalars['String']['output']>;
  /** Price of the second cheapest instance type less the expected price; absent without another type. */
  readonly savingAgainstNextBest: Maybe<Scalars['UsdPerHour']['output']>;
};

/** An instance type in one zone and capacity type, with its price. */
export type PlannedOffering = {
  readonly capacityType: CapacityType;
  readonly instanceType: Scalars['String']['output'];
  /** Whether the price is an estimate because no price list could be read. */
  readonly isPriceEstimated: Scalars['Boolean']['output'];
  /** The price that the decision used: that of AWS, or that of a NodeOverlay. */
  readonly price: Scalars['UsdPerHour']['output'];
  /** Present if the price comes from a NodeOverlay. */
  readonly priceOverlay: Maybe<PriceOverlay>;
  readonly zone: Scalars['String']['output'];
};

/** A pod, bound or pending. */
export type Pod = {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly isDaemon: Scalars['Boolean']['output'];
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  /** E.g. `ReplicaSet`; `None` for a bare pod. */
  readonly ownerKind: Scalars['String']['output'];
  readonly ownerName: Scalars['String']['output'];
  readonly phase: PodPhase;
  /** Effective requests. */
  readonly requests: ReadonlyArray<ResourceAmount>;
  readonly uid: Scalars['ID']['output'];
};

/** A pod that moves to another node. */
export type PodMove = {
  readonly from: Scalars['String']['output'];
  readonly pod: Scalars['String']['output'];
  /** Name of a node, or `plannedId` of a replacement; absent if another decision places the pod. */
  readonly to: Maybe<Scalars['String']['output']>;
};

export type { PodPhase };

/** A pod that a decision moves. */
export type PodToMove = {
  /** The PodDisruptionBudget with the fewest allowed disruptions. */
  readonly budget: Maybe<Scalars['String']['output']>;
  readonly from: Scalars['String']['output'];
  readonly gracePeriodMs: Scalars['DurationMs']['output'];
  /** Disruptions that it allowed when the decision was made. */
  readonly headroom: Maybe<Scalars['Int']['output']>;
  /** E.g. `StatefulSet/db`; empty without an owner. */
  readonly owner: Scalars['String']['output'];
  readonly persistentVolumes: Scalars['Int']['output'];
  /** `namespace/name`. */
  readonly pod: Scalars['String']['output'];
  /** Number of pods of the owner; 1 without an owner. */
  readonly replicas: Scalars['Int']['output'];
};

/** Result of the last evaluation of a pending pod. */
export type PodVerdict = {
  /** Each NodePool's reasons not to accept the pod, the nearest NodePool first, for `UNSCHEDULABLE`. */
  readonly byNodePool: ReadonlyArray<NodePoolRejection>;
  /** Decision that launches the new node, for `NEW_NODE`. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly kind: PodVerdictKind;
  /** NodeClaim of the new node, for `NEW_NODE`. */
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  /** Name of the node, for `EXISTING_NODE`. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  /** NodePool of the new node, for `NEW_NODE`. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** Position in the scheduling queue, from 1, for `UNSCHEDULABLE`. */
  readonly queuePosition: Maybe<Scalars['Int']['output']>;
  /** Reasons that apply to every NodePool, for `UNSCHEDULABLE`. */
  readonly reasons: ReadonlyArray<Reason>;
};

export type { PodVerdictKind };

export type { PolicyResult };

/** Number of decisions with one result. */
export type PolicyTestCount = {
  /** Number of decisions with this result under the tested policy. */
  readonly after: Scalars['Int']['output'];
  /** Number of decisions with this result at their time. */
  readonly before: Scalars['Int']['output'];
  readonly result: PolicyResult;
};

export type { PreferencePolicy };

/** The NodeOverlay that a price comes from. */
export type PriceOverlay = {
  /** The price of AWS; absent if it has none. */
  readonly listedPrice: Maybe<Scalars['UsdPerHour']['output']>;
  /** Name of the NodeOverlay. */
  readonly name: Scalars['String']['output'];
};

/** The running product. */
export type Product = {
  /** The sandbox fleet; absent in production. */
  readonly sandbox: Maybe<Sandbox>;
  readonly version: Scalars['String']['output'];
};

export type Query = {
  /** Alert thresholds of the organization and of each team whose costs the caller sees as a whole. */
  readonly alertThresholds: ReadonlyArray<AlertThresholds>;
  /** The caller's API tokens, newest first; all tokens for a caller who may see users. */
  readonly apiTokens: ReadonlyArray<ApiToken>;
  /** The approval policy in force; without a stored one, its version is 0 and it has no rules. */
  readonly approvalPolicy: ApprovalPolicy;
  /** The newest versions of the approval policy, newest first, at most 100. */
  readonly approvalPolicyVersions: ReadonlyArray<ApprovalPolicy>;
  /** Audit log: every write and every sign-in attempt, newest first. `first` or `last` is required, at most 100. */
  readonly auditEntries: AuditEntryConnection;
  /** The export of the audit log; absent if no worker has run it. It needs the right to read the whole log. */
  readonly auditExport: Maybe<AuditExport>;
  /** Verifies the hash chain and the signed checkpoints of the whole audit log; repeated at most every 10 s. */
  readonly auditVerification: AuditVerification;
  /** Thresholds of the brakes and alerts of a cluster. */
  readonly brakeSettings: BrakeSettings;
  /**
   * Whether the caller may do something with NodePools of a cluster, with a whole cluster, or, without
   * a cluster, with the organization.
   */
  readonly can: Permission;
  /** People in chats that are linked to the caller. */
  readonly chatIdentities: ReadonlyArray<ChatIdentity>;
  /** One cluster by ID or name. */
  readonly cluster: Maybe<Cluster>;
  /** Registered clusters. `first` or `last` is required, at most 100. */
  readonly clusters: ClusterConnection;
  /**
   * Converts NodePool and EC2NodeClass manifests from v1beta1 to v1 without saving them. For users who apply
   * manifests to a cluster themselves: the CRDs serve v1 only.
   */
  readonly convertManifests: ConvertedManifests;
  /** Cost of the current month (UTC) so far, and its forecast. */
  readonly costMonth: CostMonth;
  /** Current cost per hour, of one cluster or of all. `teams`: names of teams that own the NodePool or the cluster. */
  readonly costNow: CostNow;
  /**
   * Cost of Kerf's nodes, the lower bound for their pods, and the causes of the difference; of one cluster
   * or of all. Clusters are analyzed every 30 seconds while they change, otherwise every 5 minutes.
   */
  readonly costReport: CostReport;
  /**
   * Cost over time, in buckets of equal length. If `resolution` is absent: the finest resolution that is
   * available for the whole range and needs at most 1,500 buckets.
   */
  readonly costSeries: CostSeries;
  readonly decision: Maybe<Decision>;
  /** Decisions, newest first. `first` or `last` is required, at most 100. */
  readonly decisions: DecisionConnection;
  /** The program that waits under a code for the caller's confirmation; absent if none does. Guesses are limited. */
  readonly deviceRequest: Maybe<DeviceRequest>;
  /** Number of disruptions allowed now, by NodePool and reason, of one cluster or of all. */
  readonly disruptionBudgets: DisruptionBudgets;
  /** A simulation; null after an hour, when it is deleted. */
  readonly disruptionSimulation: Maybe<DisruptionSimulation>;
  /** Totals of all clusters. */
  readonly fleet: Fleet;
  /** Activity: steps of decisions and interruption notices, newest first. */
  readonly fleetEvents: ReadonlyArray<FleetEvent>;
  readonly interruption: Maybe<Interruption>;
  /** Interruptions of nodes, newest first. `first` or `last` is required, at most 100. */
  readonly interruptions: InterruptionConnection;
  /** One node by its name. */
  readonly node: Maybe<Node>;
  /** One NodeClaim by ID. */
  readonly nodeClaim: Maybe<NodeClaim>;
  /**
   * NodeClaims of one cluster, newest first. `first` or `last` is required, at most 100. Null with the
   * error NOT_FOUND if the cluster does not exist.
   */
  readonly nodeClaims: Maybe<NodeClaimConnection>;
  readonly nodeClass: Maybe<NodeClass>;
  /** EC2NodeClasses of one cluster or of all. `first` or `last` is required, at most 100. */
  readonly nodeClasses: NodeClassConnection;
  readonly nodePool: Maybe<NodePool>;
  /** NodePools of one cluster or of all. `first` or `last` is required, at most 100. */
  readonly nodePools: NodePoolConnection;
  /**
   * Nodes of one cluster. `first` or `last` is required, at most 100. Null with the error NOT_FOUND if the
   * cluster does not exist.
   */
  readonly nodes: Maybe<NodeConnection>;
  /** Notification channels, by name. */
  readonly notificationChannels: ReadonlyArray<NotificationChannel>;
  /** Deliveries of the last 30 days, newest first. `first` or `last` is required, at most 100. */
  readonly notificationDeliveries: NotificationDeliveryConnection;
  /** The kinds of events that rules can select. */
  readonly notificationEventKinds: ReadonlyArray<NotificationEventKind>;
  /** Notification rules, by name. Each matching rule sends an event to its channel. */
  readonly notificationRules: ReadonlyArray<NotificationRule>;
  /** Any object by its ID. */
  readonly object: Maybe<Object>;
  /**
   * Objects by their IDs, at most 100, in the order of the IDs. One that does not exist, or that the caller may not see,
   * is absent.
   */
  readonly objects: ReadonlyArray<Maybe<Object>>;
  /** Standing approvals in force that the caller made, also with tokens. */
  readonly ownStandingApprovals: ReadonlyArray<StandingApproval>;
  readonly pause: Maybe<Pause>;
  /** Pauses that are in force, newest first. */
  readonly pauses: ReadonlyArray<Pause>;
  /** One pending pod; absent if the pod is not pending. */
  readonly pendingPod: Maybe<PendingPod>;
  /**
   * Pending pods of one cluster or of all, grouped by owner, longest pending first. `teams`: names of teams that
   * own the namespace or the cluster.
   */
  readonly pendingPodGroups: PendingPodGroupConnection;
  /** The running product. */
  readonly product: Product;
  /** Cost of this query, and the caller's remaining allowance. */
  readonly rateLimit: RateLimit;
  /** Role bindings, oldest first. */
  readonly roleBindings: ReadonlyArray<RoleBinding>;
  /** Built-in and custom roles. */
  readonly roles: ReadonlyArray<Role>;
  /**
   * Checks the bound of a decision's saving again, from the proof that is stored with the decision; absent if
   * there is no such decision.
   */
  readonly savingProof: Maybe<SavingProofCheck>;
  /** Savings by disruption in a time range, by kind of decision; a `to` in the future means now. */
  readonly savings: ReadonlyArray<SavingsShare>;
  /** The caller's sessions, newest first; none for an API token. */
  readonly sessions: ReadonlyArray<Session>;
  /** Limits of what nodes may cost, with the spending of their scopes. */
  readonly spendLimits: ReadonlyArray<SpendLimit>;
  /** All teams, by name; for callers who may not see users, those that they are members of. */
  readonly teams: ReadonlyArray<Team>;
  /** Tests a policy on the decisions of the last days. Nothing is saved. */
  readonly testApprovalPolicy: TestApprovalPolicyPayload;
  /** Rules that trust workloads of other identity providers, by name. */
  readonly trustRules: ReadonlyArray<TrustRule>;
  /** Nodes launched for expected pods that never came, and ended in a time range; a `to` in the future means now. */
  readonly unusedAnticipation: UnusedAnticipation;
  /** All users, by name. */
  readonly users: ReadonlyArray<User>;
  /** The caller. */
  readonly viewer: Viewer;
};


export type QueryApprovalPolicyVersionsArgs = {
  first: Scalars['Int']['input'];
};


export type QueryAuditEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryBrakeSettingsArgs = {
  clusterId: Scalars['ID']['input'];
};


export type QueryCanArgs = {
  action: AccessAction;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryClusterArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};


export type QueryClustersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<ClusterFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<ClusterOrder>;
};


export type QueryConvertManifestsArgs = {
  input: ConvertManifestsInput;
};


export type QueryCostMonthArgs = {
  filter?: InputMaybe<CostFilter>;
};


export type QueryCostNowArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  teams?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QueryCostReportArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryCostSeriesArgs = {
  by: CostDimension;
  filter?: InputMaybe<CostFilter>;
  from: Scalars['DateTime']['input'];
  resolution?: InputMaybe<CostResolution>;
  to: Scalars['DateTime']['input'];
};


export type QueryDecisionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryDecisionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<DecisionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryDeviceRequestArgs = {
  userCode: Scalars['String']['input'];
};


export type QueryDisruptionBudgetsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryDisruptionSimulationArgs = {
  id: Scalars['ID']['input'];
};


export type QueryFleetEventsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  decisionEvents?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  first: Scalars['Int']['input'];
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryInterruptionArgs = {
  id: Scalars['ID']['input'];
};


export type QueryInterruptionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<InterruptionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryNodeArgs = {
  clusterId: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};


export type QueryNodeClaimArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodeClaimsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clusterId: Scalars['ID']['input'];
  filter?: InputMaybe<NodeClaimFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryNodeClassArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodeClassesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryNodePoolArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodePoolsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryNodesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clusterId: Scalars['ID']['input'];
  filter?: InputMaybe<NodeFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<NodeOrder>;
};


export type QueryNotificationDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<NotificationDeliveryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryObjectArgs = {
  id: Scalars['ID']['input'];
};


export type QueryObjectsArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


export type QueryPauseArgs = {
  id: Scalars['ID']['input'];
};


export type QueryPausesArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  includeReleased?: Scalars['Boolean']['input'];
};


export type QueryPendingPodArgs = {
  clusterId: Scalars['ID']['input'];
  uid: Scalars['ID']['input'];
};


export type QueryPendingPodGroupsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  teams?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type QuerySavingProofArgs = {
  id: Scalars['ID']['input'];
};


export type QuerySavingsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};


export type QuerySpendLimitsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryTestApprovalPolicyArgs = {
  days: Scalars['Int']['input'];
  manifest: Scalars['String']['input'];
};


export type QueryUnusedAnticipationArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};

/**
 * Budget of a caller for queries. A query costs one point for each hundred of its complexity: the fields
 * of the objects that it may read.
 */
export type RateLimit = {
  /** Points of this query. */
  readonly cost: Scalars['Int']['output'];
  /** Points of the caller in one window. */
  readonly limit: Scalars['Int']['output'];
  /** Points that are left after this query. */
  readonly remaining: Scalars['Int']['output'];
  /** End of the window, when all points are available again. */
  readonly resetAt: Scalars['DateTime']['output'];
};

/** A reason why something was not done: a code with its data. */
export type Reason = {
  /** One of a closed list. */
  readonly code: ReasonCode;
  /** Fields of the engine's `Reason` union for this code; amounts are decimal strings of US dollars. */
  readonly data: Scalars['JSON']['output'];
  /** The reason as a sentence, without a full stop, e.g. for the NodePool of a rejection. */
  readonly message: Scalars['String']['output'];
  /** The fix; absent if waiting is enough or nothing can be done. */
  readonly remedy: Maybe<Scalars['String']['output']>;
  /** The reason in a few words, e.g. what does not fit. */
  readonly subject: Scalars['String']['output'];
};

/** Reasons of scheduling, disruption and launching. */
export type ReasonCode =
  | 'BUDGET_EXHAUSTED'
  | 'CONSOLIDATE_AFTER'
  | 'CONSOLIDATION_DISABLED'
  | 'CONSTRAINT_UNSUPPORTED'
  | 'DESTINATION_NOT_CONSOLIDATABLE'
  | 'DESTINATION_NOT_READY'
  | 'DISRUPTION_PAUSED'
  | 'EXPECTS_PODS'
  | 'HOLDS_CAPACITY_BUFFER'
  | 'HOST_PORT_CONFLICT'
  | 'IMAGE_MISSING'
  | 'INSTANCE_TYPE_MISMATCH'
  | 'INSTANCE_TYPE_TOO_SMALL'
  | 'INSUFFICIENT_CAPACITY'
  | 'IN_DECISION'
  | 'LABEL_UNDEFINED'
  | 'LAUNCHES_PAUSED'
  | 'LAUNCH_REFUSED'
  | 'LAUNCH_WITHHELD'
  | 'LIMIT_EXCEEDED'
  | 'MIN_VALUES_UNMET'
  | 'MONTHLY_SPEND_LIMIT_REACHED'
  | 'MORE_EXPENSIVE_THAN_CHOSEN'
  | 'MULTIPLE_PDBS'
  | 'MULTIPLE_REPLACEMENTS'
  | 'NETWORK_INCOMPATIBLE'
  | 'NODE_CLASS_INCOMPATIBLE'
  | 'NODE_CLASS_NOT_READY'
  | 'NODE_DO_NOT_DISRUPT'
  | 'NODE_LIMIT_REACHED'
  | 'NODE_POOL_BEING_DELETED'
  | 'NODE_POOL_NOT_READY'
  | 'NODE_POOL_REFUSED'
  | 'NODE_POOL_UNKNOWN'
  | 'NODE_POOL_UNREADABLE'
  | 'NOMINATED'
  | 'NOT_EMPTY'
  | 'NOT_EVALUATED_YET'
  | 'NOT_INITIALIZED'
  | 'NOT_MANAGED'
  | 'NO_CHEAPER_REPLACEMENT'
  | 'NO_INSTANCE_TYPES'
  | 'NO_MATCHING_INSTANCE_TYPE'
  | 'NO_NODE_POOL'
  | 'NO_OFFERING'
  | 'OFFERINGS_UNAVAILABLE'
  | 'OFFERING_UNPRICED'
  | 'PDB_BLOCKS'
  | 'PODS_UNSCHEDULABLE'
  | 'POD_DO_NOT_DISRUPT'
  | 'POD_INVALID'
  | 'PRICE_UNKNOWN'
  | 'REASON_NO_LONGER_APPLIES'
  | 'REJECTED'
  | 'REQUIREMENT_INCOMPATIBLE'
  | 'RESERVATION_PENDING'
  | 'RESOURCE_COMBINATION_TOO_LARGE'
  | 'RESOURCE_NOT_OFFERED'
  | 'RESOURCE_TOO_LARGE'
  | 'SAVING_TOO_SMALL'
  | 'SCORE_TOO_LOW'
  | 'SPEND_LIMIT_EXCEEDED'
  | 'SPOT_INFLEXIBLE'
  | 'SPOT_TO_SPOT_DISABLED'
  | 'STATIC_POOL'
  | 'STATIC_POOL_BUSY'
  | 'SUBNET_MISSING'
  | 'TAINT_NOT_TOLERATED'
  | 'TERMINATING'
  | 'TOPOLOGY_UNSATISFIABLE'
  | 'UNKNOWN'
  | 'VALUE_UNKNOWN'
  | 'VOLUMES_INCOMPATIBLE'
  | 'WITHOUT_NODE_POOL';

/** Cluster to check. */
export type RecheckClusterInput = {
  readonly id: Scalars['ID']['input'];
};

/** Result of starting a check. */
export type RecheckClusterPayload = {
  readonly cluster: Maybe<Cluster>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Delivery to send again. */
export type RedeliverNotificationInput = {
  readonly id: Scalars['ID']['input'];
};

/** A cluster to register. */
export type RegisterClusterInput = {
  /** CA certificate of the API server, PEM in base64; read from DescribeCluster if absent. */
  readonly certificateAuthority?: InputMaybe<Scalars['String']['input']>;
  /** URL of the API server; read from DescribeCluster if absent. */
  readonly endpoint?: InputMaybe<Scalars['String']['input']>;
  /** Idempotency key: a repeated request with the same key registers the cluster once. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Name of the SQS queue with the interruption notices of AWS. */
  readonly interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  readonly mode: ClusterMode;
  /** The EKS cluster's name. */
  readonly name: Scalars['String']['input'];
  /** AWS region, e.g. `us-east-1`. */
  readonly region: Scalars['String']['input'];
  /** The role to assume, e.g. `arn:aws:iam::111122223333:role/kerf`. */
  readonly roleArn: Scalars['String']['input'];
};

/** Result of a registration. */
export type RegisterClusterPayload = {
  readonly cluster: Maybe<Cluster>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** One step of the registration check. */
export type RegistrationCheck = {
  /** Result of the check. */
  readonly detail: Maybe<Scalars['String']['output']>;
  /** The fix. */
  readonly remedy: Maybe<Scalars['String']['output']>;
  readonly state: CheckState;
  readonly step: RegistrationStep;
};

/** Results of the last four launches of a NodePool since it or its EC2NodeClass was changed. */
export type RegistrationHealth = {
  readonly failures: Scalars['Int']['output'];
  /** Time of the last failure. */
  readonly lastFailureAt: Maybe<Scalars['DateTime']['output']>;
  /** Error message of AWS for the last failure. */
  readonly lastFailureDetail: Maybe<Scalars['String']['output']>;
  /** Number of finished launches: registered, refused by AWS, or timed out. */
  readonly outcomes: Scalars['Int']['output'];
  readonly status: RegistrationHealthStatus;
};

export type { RegistrationHealthStatus };

export type { RegistrationStep };

/** A rejection. */
export type RejectDecisionInput = {
  /** Reason for the rejection; recorded in the history. */
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly planDigest?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a rejection. */
export type RejectDecisionPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Instance types that are incompatible for one reason. */
export type RejectedInstanceTypes = {
  readonly count: Scalars['Int']['output'];
  /** The cheapest of them, at most five. */
  readonly examples: ReadonlyArray<Scalars['String']['output']>;
  readonly reason: Reason;
};

/** A pause to release. */
export type ReleasePauseInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of releasing a pause. */
export type ReleasePausePayload = {
  readonly pause: Maybe<Pause>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Cluster to remove. */
export type RemoveClusterInput = {
  /** The cluster's name, as a confirmation. */
  readonly confirmName: Scalars['String']['input'];
  /** The `version` that the change is based on. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of a removal. */
export type RemoveClusterPayload = {
  readonly removedId: Maybe<Scalars['ID']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Rule to remove. */
export type RemoveNotificationRuleInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** An AMI that an EC2NodeClass selects. */
export type ResolvedImage = {
  readonly architecture: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly deprecated: Scalars['Boolean']['output'];
  readonly id: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** `standard`, `nvidia` or `neuron`. */
  readonly variant: Scalars['String']['output'];
};

/** A security group that an EC2NodeClass selects. */
export type ResolvedSecurityGroup = {
  readonly id: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
};

/** A subnet that an EC2NodeClass selects. */
export type ResolvedSubnet = {
  readonly freeAddresses: Scalars['Int']['output'];
  readonly id: Scalars['String']['output'];
  readonly zone: Scalars['String']['output'];
  readonly zoneId: Scalars['String']['output'];
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** Milli-CPU for `cpu`; bytes for memory and storage; a count for other resources. */
  readonly amount: Scalars['SafeInt']['output'];
  /** The same amount as a Kubernetes quantity. */
  readonly quantity: Scalars['Quantity']['output'];
  /** E.g. `cpu`, `memory`, `nvidia.com/gpu`. */
  readonly resource: Scalars['String']['output'];
};

/** A resource that an instance type lacks. */
export type ResourceShortage = {
  /** Allocatable amount, in the same units. */
  readonly allocatable: Scalars['SafeInt']['output'];
  /** Sum of the requests of the pod and the daemons, in the units of `ResourceAmount`. */
  readonly requested: Scalars['SafeInt']['output'];
  readonly resource: Scalars['String']['output'];
};

/** The version to restore. */
export type RestoreApprovalPolicyInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** The `version` that is in force. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly version: Scalars['Int']['input'];
};

/** Result of restoring a version. */
export type RestoreApprovalPolicyPayload = {
  readonly policy: Maybe<ApprovalPolicy>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { ReviewVerdict };

/** Token to revoke. */
export type RevokeApiTokenInput = {
  readonly id: Scalars['ID']['input'];
};

/** Result of revoking a token. */
export type RevokeApiTokenPayload = {
  readonly token: Maybe<ApiToken>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Actions under a name. */
export type Role = {
  readonly actions: ReadonlyArray<AccessAction>;
  readonly description: Scalars['String']['output'];
  /** The name of a built-in role, or `rol_…`. */
  readonly id: Scalars['String']['output'];
  readonly isBuiltIn: Scalars['Boolean']['output'];
  readonly name: Scalars['String']['output'];
  /** Increases with each change; 0 for built-in roles. */
  readonly version: Scalars['Int']['output'];
};

/** A role of a user, token or group in a scope. */
export type RoleBinding = Object & {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  readonly effect: AccessEffect;
  /** `rbi_…`. */
  readonly id: Scalars['ID']['output'];
  /** The name of a built-in role, or the ID of a custom one. */
  readonly role: Scalars['String']['output'];
  readonly roleName: Scalars['String']['output'];
  readonly scope: AccessScope;
  /** ID of the user or token; name of the group. */
  readonly subjectId: Scalars['String']['output'];
  readonly subjectKind: BindingSubjectKind;
  readonly subjectName: Scalars['String']['output'];
};

/** Result of a change of a role binding. */
export type RoleBindingPayload = {
  readonly roleBinding: Maybe<RoleBinding>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A role in a scope. */
export type RoleInScope = {
  readonly effect: AccessEffect;
  /** The name of a built-in role, or the ID of a custom one. */
  readonly role: Scalars['String']['output'];
  readonly roleName: Scalars['String']['output'];
  readonly scope: AccessScope;
};

/** Result of a change of a role. */
export type RolePayload = {
  readonly role: Maybe<Role>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Token whose secret to replace. */
export type RotateApiTokenInput = {
  readonly id: Scalars['ID']['input'];
  /** Minutes for which the old secret is accepted, too: 0 to 1440. */
  readonly overlapMinutes?: Scalars['Int']['input'];
};

/** Result of replacing a token's secret. */
export type RotateApiTokenPayload = {
  /** The new secret; returned only once. */
  readonly secret: Maybe<Scalars['String']['output']>;
  readonly token: Maybe<ApiToken>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The simulated fleet of `npm start`. */
export type Sandbox = {
  /** URL for the `aws` CLI's `--endpoint-url`. */
  readonly awsEndpoint: Scalars['String']['output'];
  /** The cluster of the tutorial in the README; `exerciseContext` is its kubectl context. */
  readonly exerciseCluster: Scalars['String']['output'];
  readonly exerciseContext: Scalars['String']['output'];
  /** Path of the kubeconfig with a context per cluster. */
  readonly kubeconfig: Scalars['String']['output'];
  /** Running scenarios; absent if the sandbox does not respond. */
  readonly scenarios: Maybe<ReadonlyArray<SandboxScenario>>;
};

/** A scenario of the sandbox. */
export type SandboxScenario = {
  readonly cluster: Scalars['String']['output'];
  /** Absent for a scenario without a duration. */
  readonly endsAt: Maybe<Scalars['DateTime']['output']>;
  /** Result of the action. */
  readonly message: Scalars['String']['output'];
  /** E.g. `spot-storm`. */
  readonly name: Scalars['String']['output'];
  /** Path of the dashboard page that shows it. */
  readonly page: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  /** Effects to watch for. */
  readonly watch: Scalars['String']['output'];
};

/** A new version of the approval policy. */
export type SaveApprovalPolicyInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** Checks the rules only. */
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` that the change is based on; 0 if no policy is stored. */
  readonly expectedVersion: Scalars['Int']['input'];
  /** YAML or JSON, kind `ApprovalPolicy`. */
  readonly manifest: Scalars['String']['input'];
};

/** Result of saving a policy. */
export type SaveApprovalPolicyPayload = {
  /** The saved policy, or the one that would be saved. */
  readonly policy: Maybe<ApprovalPolicy>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/**
 * The savings of a command compared with the most that any command could save in the same evaluation, with the
 * nodes and disruption budgets of its reason, whatever it launched.
 */
export type SavingBound = {
  /** Cost of all nodes with a known price, before the command. */
  readonly cost: Scalars['UsdPerHour']['output'];
  /** The cost after the command divided by the least possible cost after one, less one. */
  readonly gapRatio: Scalars['Float']['output'];
  /** No command within the same budgets saves more. */
  readonly mostSaving: Scalars['UsdPerHour']['output'];
  /** Expected savings; absent if a price is unknown. */
  readonly saving: Maybe<Scalars['UsdPerHour']['output']>;
};

/**
 * The check of a saving bound: in integers, from the stored part of the cluster that it depends on and its dual
 * prices, without the optimizer.
 */
export type SavingProofCheck = {
  /** Whether the proof shows that no decision within the same budgets saves more than the bound. */
  readonly isProved: Scalars['Boolean']['output'];
  /** The most possible saving by the proof; absent if it proves nothing. */
  readonly mostSaving: Maybe<Scalars['UsdPerHour']['output']>;
  /** Number of running nodes in the proof. */
  readonly nodes: Scalars['Int']['output'];
  /** Number of launchable nodes in the proof. */
  readonly offers: Scalars['Int']['output'];
  /** Number of groups of equal pods in the proof. */
  readonly podGroups: Scalars['Int']['output'];
  /** Reason why it does not; absent if it does. */
  readonly problem: Maybe<Scalars['String']['output']>;
};

/** Savings by one kind of disruption. */
export type SavingsShare = {
  /** Actual savings per hour, at the prices of the nodes that were launched as replacements. */
  readonly achieved: Scalars['UsdPerHour']['output'];
  readonly decisions: Scalars['Int']['output'];
  /** Expected savings per hour at the time of the decisions. */
  readonly estimated: Scalars['UsdPerHour']['output'];
  readonly kind: DecisionKind;
  /** Savings from the end of each decision to the end of the range. */
  readonly saved: Scalars['Usd']['output'];
  /** Decisions without a fully known price; no sum contains them. */
  readonly unpricedDecisions: Scalars['Int']['output'];
};

/** A signed-in browser. */
export type Session = {
  /** The client's address at the sign-in. */
  readonly address: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  /** `ses_…`. */
  readonly id: Scalars['ID']['output'];
  /** Whether it is the session of this request. */
  readonly isCurrent: Scalars['Boolean']['output'];
};

/** A new password. */
export type SetPasswordInput = {
  /** The current password; not needed if none is set. */
  readonly currentPassword?: InputMaybe<Scalars['String']['input']>;
  /** At least 12 characters. */
  readonly newPassword: Scalars['String']['input'];
  /** Whether to also revoke the caller's API tokens and all tokens that were created with them. */
  readonly revokeTokens?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of setting a password. */
export type SetPasswordPayload = {
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A pause to set. */
export type SetPauseInput = {
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The person responsible for it; the caller if absent. */
  readonly owner?: InputMaybe<Scalars['String']['input']>;
  /** Shown wherever the pause holds something. */
  readonly reason: Scalars['String']['input'];
  readonly scope: AccessScopeInput;
  readonly stops: PauseExtent;
};

/** Result of setting a pause. */
export type SetPausePayload = {
  readonly pause: Maybe<Pause>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Result of a sign-out. */
export type SignOutPayload = {
  /** Address at which the browser ends the session at the identity provider; absent if the session did not begin there. */
  readonly logoutUrl: Maybe<Scalars['String']['output']>;
  /** Empty if the sign-out succeeded. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The nodes to remove in a simulation. */
export type SimulateDisruptionInput = {
  readonly clusterId: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Names of 1 to 100 nodes that Kerf manages. */
  readonly nodeNames: ReadonlyArray<Scalars['String']['input']>;
};

/** Result of a request for a simulation. */
export type SimulateDisruptionPayload = {
  readonly simulation: Maybe<DisruptionSimulation>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A disruption blocker of a simulated node. */
export type SimulatedBlocker = {
  /** The reasons of disruption that it blocks; empty if it blocks all. */
  readonly disruptionReasons: ReadonlyArray<DisruptionReason>;
  readonly reason: Reason;
  /** Time at which it may end by itself; absent if unknown. */
  readonly until: Maybe<Scalars['DateTime']['output']>;
};

/** The result of consolidation for the nodes of a simulation. */
export type SimulatedConsolidation = {
  /** Absent if it is possible. */
  readonly blocker: Maybe<Reason>;
  readonly isPossible: Scalars['Boolean']['output'];
  /** Savings per hour with the cheapest permitted replacement; absent if impossible or unknown. */
  readonly saving: Maybe<Scalars['UsdPerHour']['output']>;
};

/** A node that a simulation removes. */
export type SimulatedNode = {
  /** Blockers of its voluntary disruption now. */
  readonly blockers: ReadonlyArray<SimulatedBlocker>;
  readonly capacityType: Maybe<CapacityType>;
  /** Number of DaemonSet and static pods, which end with the node. */
  readonly daemonPods: Scalars['Int']['output'];
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly nodeClaimId: Scalars['ID']['output'];
  readonly nodeName: Scalars['String']['output'];
  /** Absent for a standalone NodeClaim. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** Pods that no controller creates again after their eviction, as `namespace/name`. */
  readonly podsWithoutController: ReadonlyArray<Scalars['String']['output']>;
  /** Absent if unknown. */
  readonly price: Maybe<Scalars['UsdPerHour']['output']>;
  /** Present if the price comes from a NodeOverlay. */
  readonly priceOverlay: Maybe<PriceOverlay>;
  readonly zone: Maybe<Scalars['String']['output']>;
};

/**
 * The result of a simulation. Pods are scheduled as consolidation does it: by the FirstFit baseline, and with
 * limits of NodePools that do not count the removed nodes. Nodes that are not consolidatable or not initialized
 * yet take pods, too.
 */
export type SimulationResult = {
  /**
   * Whether consolidation would remove the nodes together, whatever blocks each of them; absent if it does not
   * apply to one of them (no pods to move, a static NodePool, or not a candidate).
   */
  readonly consolidation: Maybe<SimulatedConsolidation>;
  /** Change in cost per hour (negative: savings); absent if a price is unknown. */
  readonly costChange: Maybe<Scalars['UsdPerHour']['output']>;
  readonly engineVersion: Scalars['String']['output'];
  /** Time of the cluster's state. */
  readonly evaluatedAt: Scalars['DateTime']['output'];
  /** Pods that would run on another node, by name. */
  readonly moves: ReadonlyArray<PodMove>;
  /** The removed nodes, by name. */
  readonly nodes: ReadonlyArray<SimulatedNode>;
  /** New nodes, at most 20 options each. */
  readonly replacements: ReadonlyArray<PlannedNodeClaim>;
  /** Pods that would have no node, by name. */
  readonly unplaced: ReadonlyArray<UnplacedPod>;
};

export type { SimulationState };

export type { SmtpSecurity };

/** Direction of a sort. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** A limit of what the nodes of a scope may cost. */
export type SpendLimit = Object & {
  /** True if nothing is launched once the month has reached its limit. */
  readonly blocksLaunches: Scalars['Boolean']['output'];
  readonly changedAt: Scalars['DateTime']['output'];
  readonly changedBy: Scalars['String']['output'];
  /** Current cost of the nodes. */
  readonly currentHourly: Scalars['UsdPerHour']['output'];
  /** The cost of the whole month if nodes go on to cost what they did in the last day. */
  readonly forecastThisMonth: Scalars['Usd']['output'];
  /** Nothing that would exceed it is launched; absent: no limit. */
  readonly hourly: Maybe<Scalars['UsdPerHour']['output']>;
  /** `spl_…`. */
  readonly id: Scalars['ID']['output'];
  /** Limit for a calendar month, UTC; absent: no limit. */
  readonly monthly: Maybe<Scalars['Usd']['output']>;
  /** The highest share that was reported in this month, in percent: 0, 50, 80 or 100. */
  readonly reachedPercent: Scalars['Int']['output'];
  readonly scope: AccessScope;
  /** Cost of the nodes in this month so far. */
  readonly spentThisMonth: Scalars['Usd']['output'];
  /** Version of the record, to be passed as `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

/** Result of a write of a spend limit. */
export type SpendLimitPayload = {
  readonly spendLimit: Maybe<SpendLimit>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/**
 * Approval in advance of decisions that are alike, as a rule of the approval policy. Its maker reads it without the
 * right to read the policy.
 */
export type StandingApproval = {
  /** Names of clusters; any if empty. */
  readonly clusters: ReadonlyArray<Scalars['String']['output']>;
  /** Any if empty. */
  readonly kinds: ReadonlyArray<DecisionKind>;
  /** Name of the rule; `endStandingApproval` takes it. */
  readonly name: Scalars['String']['output'];
  /** Names of NodePools; any if empty. */
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  readonly until: Scalars['DateTime']['output'];
};

/** Required and existing nodes of a static NodePool. */
export type StaticPoolCounts = {
  /** NodeClaims that were not terminating, launched or not. */
  readonly held: Scalars['Int']['output'];
  readonly nodePool: Scalars['String']['output'];
  /** Required number of nodes. */
  readonly replicas: Scalars['SafeInt']['output'];
};

export type Subscription = {
  /**
   * Changes as they happen: IDs and versions, and the changed object if it is requested.
   * All topics if `topics` is absent; all clusters if `clusterId` is absent.
   */
  readonly changes: Change;
};


export type SubscriptionChangesArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
  topics?: InputMaybe<ReadonlyArray<ChangeTopic>>;
};

/** A taint. */
export type Taint = {
  /** `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  readonly effect: Scalars['String']['output'];
  readonly key: Scalars['String']['output'];
  /** Empty if it has none. */
  readonly value: Scalars['String']['output'];
};

/** People who own clusters, NodePools and namespaces. */
export type Team = Object & {
  readonly createdAt: Scalars['DateTime']['output'];
  /** `tea_…`. */
  readonly id: Scalars['ID']['output'];
  readonly members: ReadonlyArray<TeamMember>;
  readonly name: Scalars['String']['output'];
  readonly owns: ReadonlyArray<TeamOwnership>;
  readonly version: Scalars['Int']['output'];
};

/** A member of a team. */
export type TeamMember = {
  /** ID of the user; name of the group. */
  readonly id: Scalars['String']['output'];
  readonly kind: TeamMemberKind;
  readonly name: Scalars['String']['output'];
};

/** A member of a team: a user by ID, or a group by name. */
export type TeamMemberInput = {
  readonly id: Scalars['String']['input'];
  readonly kind: TeamMemberKind;
};

export type { TeamMemberKind };

/** A cluster, or a NodePool or namespace of a cluster, that a team owns. */
export type TeamOwnership = {
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly kind: TeamOwnershipKind;
  /** The NodePool or namespace; empty for a cluster. */
  readonly name: Scalars['String']['output'];
};

/** A cluster, or a NodePool or namespace of a cluster. */
export type TeamOwnershipInput = {
  readonly clusterId: Scalars['ID']['input'];
  readonly kind: TeamOwnershipKind;
  /** The NodePool or namespace; absent for a cluster. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

export type { TeamOwnershipKind };

/** Result of a change of a team. */
export type TeamPayload = {
  readonly team: Maybe<Team>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A team by name. */
export type TeamRef = {
  /** `tea_…`. */
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
};

export type { TerminationStep };

/** Result of a test of a policy. */
export type TestApprovalPolicyPayload = {
  readonly test: Maybe<ApprovalPolicyTest>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Channel to test. */
export type TestNotificationChannelInput = {
  readonly id: Scalars['ID']['input'];
};

/** A past decision under the tested policy. */
export type TestedDecision = {
  readonly after: PolicyResult;
  readonly approvals: Scalars['Int']['output'];
  readonly before: PolicyResult;
  readonly clusterName: Scalars['String']['output'];
  readonly id: Scalars['ID']['output'];
  readonly kind: DecisionKind;
  readonly nodeCount: Scalars['Int']['output'];
  readonly podCount: Scalars['Int']['output'];
  readonly proposedAt: Scalars['DateTime']['output'];
  /** Name of the rule that matches. */
  readonly rule: Scalars['String']['output'];
  readonly state: DecisionState;
};

/** A rule that trusts workloads of another identity provider. */
export type TrustRule = Object & {
  /** The `aud` claim must contain it. */
  readonly audience: Scalars['String']['output'];
  /** All must hold. */
  readonly conditions: ReadonlyArray<ClaimCondition>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  /**
   * Whether its tokens are limited by what its maker may do. False for a rule from before Kerf recorded makers, until it is
   * saved again.
   */
  readonly hasMaker: Scalars['Boolean']['output'];
  /** `tru_…`. */
  readonly id: Scalars['ID']['output'];
  /** The `iss` claim, exactly. */
  readonly issuer: Scalars['String']['output'];
  /** Lifetime of the Kerf token. */
  readonly lifetimeSeconds: Scalars['Int']['output'];
  readonly name: Scalars['String']['output'];
  /** The name of a built-in role, or the ID of a custom one. */
  readonly role: Scalars['String']['output'];
  readonly scope: AccessScope;
  readonly version: Scalars['Int']['output'];
};

/** A trust rule to create. */
export type TrustRuleInput = {
  readonly audience: Scalars['String']['input'];
  /** 1 to 20. */
  readonly conditions: ReadonlyArray<ClaimConditionInput>;
  readonly issuer: Scalars['String']['input'];
  /** 60 to 3600. */
  readonly lifetimeSeconds: Scalars['Int']['input'];
  readonly name: Scalars['String']['input'];
  readonly role: Scalars['String']['input'];
  readonly scope: AccessScopeInput;
};

/** Result of a change of a trust rule. */
export type TrustRulePayload = {
  readonly rule: Maybe<TrustRule>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A trust rule as it becomes. */
export type TrustRuleTermsInput = {
  readonly audience: Scalars['String']['input'];
  /** 1 to 20. */
  readonly conditions: ReadonlyArray<ClaimConditionInput>;
  readonly issuer: Scalars['String']['input'];
  /** 60 to 3600. */
  readonly lifetimeSeconds: Scalars['Int']['input'];
  readonly name: Scalars['String']['input'];
  readonly role: Scalars['String']['input'];
  readonly scope: AccessScopeInput;
};

/** Number of links that were removed. */
export type UnlinkChatIdentitiesPayload = {
  readonly removed: Scalars['Int']['output'];
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A pod that would have no node. */
export type UnplacedPod = {
  /** The first violated constraint of each NodePool, the nearest NodePool first. */
  readonly byNodePool: ReadonlyArray<NodePoolRejection>;
  /** The removed node; absent for a pending pod that would have had a new node otherwise. */
  readonly from: Maybe<Scalars['String']['output']>;
  /** `namespace/name`. */
  readonly pod: Scalars['String']['output'];
  /** Reasons that apply to every NodePool. */
  readonly reasons: ReadonlyArray<Reason>;
};

/** An unschedulable pod. */
export type UnschedulablePod = {
  /** The first violated constraint of each NodePool, in the order in which NodePools are tried. */
  readonly byNodePool: ReadonlyArray<NodePoolRejection>;
  /** Time of the evaluation. */
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly pod: DecisionPod;
  /** Position in the scheduling queue, from 1. */
  readonly queuePosition: Scalars['Int']['output'];
  /** Reasons that apply to every NodePool. */
  readonly reasons: ReadonlyArray<Reason>;
};

/** Nodes that were launched for pods that their controllers announced, and ended without a pod. */
export type UnusedAnticipation = {
  /** Cost from launch to termination. */
  readonly cost: Scalars['Usd']['output'];
  readonly nodes: Scalars['Int']['output'];
  /** Number of these nodes without a known price; `cost` does not contain them. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** A change of a cluster; absent fields stay as they are. */
export type UpdateClusterInput = {
  readonly anticipatePods?: InputMaybe<Scalars['Boolean']['input']>;
  readonly approvalTtlMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly batchIdleMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly batchMaxMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly disruptionPollMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly dryRunChecks?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `version` that the change is based on. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly instanceStatusChecks?: InputMaybe<Scalars['Boolean']['input']>;
  /** `null` removes it. */
  readonly interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  readonly maxReplacements?: InputMaybe<Scalars['Int']['input']>;
  readonly minSaving?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly minSavingPercent?: InputMaybe<Scalars['Int']['input']>;
  readonly minValuesPolicy?: InputMaybe<MinValuesPolicy>;
  readonly mode?: InputMaybe<ClusterMode>;
  readonly nodeCharge?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly nodeRepair?: InputMaybe<Scalars['Boolean']['input']>;
  readonly offeringSharePercent?: InputMaybe<Scalars['Int']['input']>;
  readonly podMovePrice?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly preferencePolicy?: InputMaybe<PreferencePolicy>;
  readonly rejectionHoldMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 15. */
  readonly reservedEnis?: InputMaybe<Scalars['Int']['input']>;
  /** ARN of the IAM role that Kerf assumes for the cluster; a new role starts the registration check. */
  readonly roleArn?: InputMaybe<Scalars['String']['input']>;
  readonly searchMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly spotToSpotConsolidation?: InputMaybe<Scalars['Boolean']['input']>;
  readonly validationDelayMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 0.5. */
  readonly vmMemoryOverheadRatio?: InputMaybe<Scalars['Float']['input']>;
  readonly waitForScheduler?: InputMaybe<Scalars['Boolean']['input']>;
  readonly zonalShift?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of an update. */
export type UpdateClusterPayload = {
  readonly cluster: Maybe<Cluster>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Changes to a channel; absent fields stay as they are. A secret that is given replaces the stored one. */
export type UpdateNotificationChannelInput = {
  readonly botToken?: InputMaybe<Scalars['String']['input']>;
  readonly digestMinutes?: InputMaybe<Scalars['Int']['input']>;
  readonly emailFrom?: InputMaybe<Scalars['String']['input']>;
  readonly emailTo?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly isEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** `null` ends the mute. */
  readonly mutedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly routingKey?: InputMaybe<Scalars['String']['input']>;
  readonly slackChannel?: InputMaybe<Scalars['String']['input']>;
  readonly slackSigningSecret?: InputMaybe<Scalars['String']['input']>;
  readonly smtpHost?: InputMaybe<Scalars['String']['input']>;
  readonly smtpPassword?: InputMaybe<Scalars['String']['input']>;
  readonly smtpPort?: InputMaybe<Scalars['Int']['input']>;
  readonly smtpSecurity?: InputMaybe<SmtpSecurity>;
  readonly smtpUser?: InputMaybe<Scalars['String']['input']>;
  readonly url?: InputMaybe<Scalars['String']['input']>;
  readonly webhookUrl?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a rule; absent fields stay as they are. */
export type UpdateNotificationRuleInput = {
  readonly clusterIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  readonly eventKinds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly isEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  readonly leastSeverity?: InputMaybe<NotificationSeverity>;
  readonly name?: InputMaybe<Scalars['String']['input']>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly teamIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** A custom role as it becomes. */
export type UpdateRoleInput = {
  readonly actions: ReadonlyArray<AccessAction>;
  readonly description?: Scalars['String']['input'];
  /** The version that the caller saw. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly name: Scalars['String']['input'];
};

/** A spend limit as it becomes. */
export type UpdateSpendLimitInput = {
  readonly blocksLaunches?: Scalars['Boolean']['input'];
  readonly expectedVersion: Scalars['Int']['input'];
  readonly hourly?: InputMaybe<Scalars['UsdPerHour']['input']>;
  readonly id: Scalars['ID']['input'];
  readonly monthly?: InputMaybe<Scalars['Usd']['input']>;
};

/** A team as it becomes. */
export type UpdateTeamInput = {
  /** The version that the caller saw. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly members: ReadonlyArray<TeamMemberInput>;
  readonly name: Scalars['String']['input'];
  readonly owns: ReadonlyArray<TeamOwnershipInput>;
};

/** A trust rule to change. */
export type UpdateTrustRuleInput = {
  /** The version that the change is based on. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly rule: TrustRuleTermsInput;
};

/** A user who can sign in. */
export type User = Object & {
  readonly createdAt: Scalars['DateTime']['output'];
  /** Time since which the user cannot sign in. */
  readonly disabledAt: Maybe<Scalars['DateTime']['output']>;
  readonly groups: ReadonlyArray<Scalars['String']['output']>;
  readonly hasPassword: Scalars['Boolean']['output'];
  /** `usr_…`. */
  readonly id: Scalars['ID']['output'];
  readonly lastSignInAt: Maybe<Scalars['DateTime']['output']>;
  readonly name: Scalars['String']['output'];
  /** The roles of the user and of the user's groups. */
  readonly roles: ReadonlyArray<Scalars['String']['output']>;
};

/** Reason for the refusal of a mutation; nothing was changed. */
export type UserError = {
  /** Kind of error. */
  readonly code: UserErrorCode;
  /** Dotted path of the input field, e.g. `input.name`; absent if the error concerns no field. */
  readonly field: Maybe<Scalars['String']['output']>;
  /** The problem and its fix. */
  readonly message: Scalars['String']['output'];
};

/** Kinds of user error. */
export type UserErrorCode =
  | 'ALREADY_DECIDED'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'STALE'
  | 'UNKNOWN';

/** Result of a change of a user. */
export type UserPayload = {
  readonly user: Maybe<User>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Choice of a variant for a document. */
export type VariantChoice = {
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['input'];
  readonly label: Scalars['String']['input'];
};

/** The caller and what they may do. */
export type Viewer = {
  /** Whether the caller may set a password: users of the identity provider may not, and tokens have none. */
  readonly canSetPassword: Scalars['Boolean']['output'];
  /** Groups of the identity provider. */
  readonly groups: ReadonlyArray<Scalars['String']['output']>;
  /** Whether a password is set; only for users. */
  readonly hasPassword: Scalars['Boolean']['output'];
  readonly kind: CallerKind;
  readonly name: Scalars['String']['output'];
  /** Every action, and whether the caller may do it with a part of the organization. */
  readonly permissions: ReadonlyArray<Permission>;
  /** Names of the caller's roles. */
  readonly roles: ReadonlyArray<Scalars['String']['output']>;
  /** The teams that the caller is a member of. */
  readonly teams: ReadonlyArray<TeamRef>;
};

/** The withdrawal of an approval. */
export type WithdrawApprovalInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a withdrawal. */
export type WithdrawApprovalPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};
