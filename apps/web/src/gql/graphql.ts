/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Everything that a caller may be allowed to do. */
export type AccessAction =
  | 'API_TOKEN_WRITE'
  | 'APPROVAL_POLICY_READ'
  | 'APPROVAL_POLICY_WRITE'
  | 'AUDIT_READ'
  | 'CLUSTER_READ'
  | 'CLUSTER_REGISTER'
  | 'CLUSTER_REMOVE'
  | 'CLUSTER_UPDATE'
  | 'COST_READ'
  | 'DECISION_APPROVE'
  | 'DECISION_BREAK_GLASS'
  | 'DECISION_EDIT'
  | 'DECISION_READ'
  | 'DEFINITION_READ'
  | 'DEFINITION_WRITE'
  | 'DISRUPTION_SIMULATE'
  | 'IDENTITY_READ'
  | 'IDENTITY_WRITE'
  | 'NODE_READ'
  | 'NOTIFICATION_READ'
  | 'NOTIFICATION_WRITE'
  | 'PAUSE_WRITE'
  | 'POD_READ'
  | 'SPEND_LIMIT_WRITE';

/** Whether a role binding gives or denies; a denial always wins. */
export type AccessEffect =
  | 'ALLOW'
  | 'DENY';

/** Where a role applies: a team, a cluster, or a NodePool of a cluster; nothing else for ORGANIZATION. */
export type AccessScopeInput = {
  /** For CLUSTER and NODE_POOL: the ID or the name of the cluster. */
  clusterId?: string | null | undefined;
  kind: AccessScopeKind;
  /** For NODE_POOL. */
  nodePool?: string | null | undefined;
  /** For TEAM. */
  teamId?: string | null | undefined;
};

/** Kinds of scopes. */
export type AccessScopeKind =
  | 'CLUSTER'
  | 'NODE_POOL'
  | 'ORGANIZATION'
  /** What the team owns when access is checked. */
  | 'TEAM';

/** Who did what an entry of the audit log says. */
export type ActorKind =
  /** The caller was not authenticated. */
  | 'ANONYMOUS'
  | 'API_TOKEN'
  | 'KERF'
  | 'UNKNOWN'
  | 'USER';

/** What an alert is about. */
export type AlertKind =
  | 'CHANGES'
  | 'NODES'
  | 'SPEND'
  | 'UNKNOWN';

/** Manifests to read. */
export type ApplyManifestsInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  clusterId: string;
  /** EC2NodeClass for NodePools that do not reference one. */
  defaultNodeClass?: string | null | undefined;
  /** Whether to read the manifests without saving them. */
  dryRun: boolean;
  /**
   * Versions that the stored definitions must have, by document index. A document without an entry replaces
   * any stored version, as `kubectl apply` does.
   */
  expectedVersions?: Array<DocumentVersion> | null | undefined;
  /**
   * Idempotency key: a repeated request within a day returns the first response, marked by
   * `extensions.idempotencyReplayed` and the header `Idempotency-Replayed`. A refused request does not use
   * up the key.
   */
  idempotencyKey?: string | null | undefined;
  /** YAML or JSON, at most 256 KiB. */
  manifests: string;
  /** Replace placeholders such as `${CLUSTER_NAME}` by the cluster's name. */
  replacePlaceholders?: boolean | null | undefined;
  /** For documents with several variants: the label of the variant to use, by document index. */
  variants?: Array<VariantChoice> | null | undefined;
};

/** What a rule does with the decisions that it matches. */
export type ApprovalAction =
  | 'ASK'
  | 'AUTO'
  | 'DENY'
  | 'UNKNOWN';

/** An approval. */
export type ApproveDecisionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  /** The `version` that the change is based on. */
  expectedVersion: number;
  id: string;
  idempotencyKey?: string | null | undefined;
  /** The `planDigest` that was reviewed; another one refuses the approval. */
  planDigest?: string | null | undefined;
  /** Start of the period in which execution may start; requires `windowUntil`. */
  windowFrom?: string | null | undefined;
  windowUntil?: string | null | undefined;
};

/** Kinds of problems, most urgent first. */
export type AttentionKind =
  /** The nodes, their cost or their changes exceed a threshold that only reports. */
  | 'ALERT_THRESHOLD_EXCEEDED'
  /** Kerf paused changes: they ran away, or consolidation went round in circles. */
  | 'BRAKE_ENGAGED'
  /** The registration check failed: the cluster is unknown, and Kerf does nothing in it. */
  | 'CHECK_FAILED'
  /** Decisions to remove or replace nodes that failed in the last hour. */
  | 'FAILED_DECISIONS'
  /** Findings of the last hour that no other kind is about. */
  | 'FINDINGS'
  /** At least five nodes were interrupted within 10 minutes. */
  | 'INTERRUPTION_STORM'
  /** Launches in the last 15 minutes that AWS refused or whose node did not join. */
  | 'LAUNCH_FAILURES'
  /** People paused changes of the cluster, of a team's part of it, or of all clusters. */
  | 'PAUSED'
  /** Nodes interrupted in the last 10 minutes whose pods were not evicted in time. */
  | 'PODS_LOST'
  /** The forecast of the month is above a monthly limit. */
  | 'SPEND_FORECAST_EXCEEDED'
  /** The spending has reached a share of a monthly limit. */
  | 'SPEND_LIMIT_REACHED'
  /** Connected, but the data is more than a minute old. */
  | 'STALE_DATA'
  | 'UNKNOWN'
  /** The API server cannot be reached: no decisions are made. */
  | 'UNREACHABLE';

/** Severity of a problem. */
export type AttentionSeverity =
  /** Kerf cannot work in the cluster. */
  | 'BROKEN'
  /** Kerf works, but the problem should be checked. */
  | 'DEGRADED'
  | 'UNKNOWN';

/** Filter for audit entries; conditions are combined with AND. */
export type AuditFilter = {
  /** An action, or all actions of a noun with a trailing dot, e.g. `decision.`. */
  action?: string | null | undefined;
  /** Part of the actor's name. */
  actor?: string | null | undefined;
  clusterId?: string | null | undefined;
  from?: string | null | undefined;
  /** Part of the object's name, or its ID. */
  object?: string | null | undefined;
  outcome?: AuditOutcome | null | undefined;
  to?: string | null | undefined;
};

/** Outcomes of what the audit log records. */
export type AuditOutcome =
  | 'DONE'
  | 'REFUSED'
  | 'UNKNOWN';

/** Signs that the audit log was changed. */
export type AuditProblemKind =
  /** The signature of a checkpoint is wrong. */
  | 'CHECKPOINT_INVALID'
  /** A checkpoint has another hash than its entry. */
  | 'CHECKPOINT_MISMATCH'
  /** The newest entries are missing. */
  | 'END_MISSING'
  | 'ENTRY_CHANGED'
  | 'ENTRY_MISSING'
  /** Entries from before the hash chain were changed. */
  | 'START_CHANGED'
  | 'UNKNOWN'
  /** A checkpoint was signed with a key that the API does not have. */
  | 'UNKNOWN_KEY';

/** A role for a subject in a scope. */
export type BindRoleInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  effect?: AccessEffect;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** The name of a built-in role, or the ID of a custom one. */
  role: string;
  scope: AccessScopeInput;
  /** ID of the user or token; name of the group. */
  subjectId: string;
  subjectKind: BindingSubjectKind;
};

/** Kinds of subjects. */
export type BindingSubjectKind =
  | 'API_TOKEN'
  /** A group of the identity provider. */
  | 'GROUP'
  | 'USER';

/** Rules by which a brake of Kerf pauses something. */
export type BrakeRule =
  /** Too many NodeClaims in a minute. */
  | 'CLAIMS_PER_MINUTE'
  /** The cluster grew too fast for its usual size. */
  | 'GROWTH'
  /** Launches of a NodePool failed one after the other. */
  | 'LAUNCH_FAILURES'
  /** Nodes of a NodePool did not register one after the other. */
  | 'REGISTRATION_FAILURES'
  /** Pods of one workload were moved again and again. */
  | 'SAME_PODS_MOVED'
  /** Nodes of one shape were replaced again and again. */
  | 'SAME_SHAPE_REPLACED'
  /** The hourly price rose too fast. */
  | 'SPEND_RISE'
  | 'UNKNOWN';

/** An execution without approvals. */
export type BreakGlassInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  id: string;
  idempotencyKey?: string | null | undefined;
  planDigest?: string | null | undefined;
  /** Why it cannot wait for approvals; at least 10 characters, recorded in the history and the audit log. */
  reason: string;
};

/** Kinds of callers. */
export type CallerKind =
  | 'API_TOKEN'
  | 'UNKNOWN'
  | 'USER';

/** How an instance is paid for. */
export type CapacityType =
  | 'ON_DEMAND'
  | 'RESERVED'
  | 'SPOT'
  | 'UNKNOWN';

/** Alert thresholds to change; absent ones stay. */
export type ChangeAlertThresholdsInput = {
  changesPerMinute?: number | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  nodes?: number | null | undefined;
  /** ORGANIZATION or TEAM. */
  scope: AccessScopeInput;
  spend?: string | null | undefined;
};

/** Thresholds to change; absent ones stay. */
export type ChangeBrakeSettingsInput = {
  alertChangesPerMinute?: number | null | undefined;
  alertNodes?: number | null | undefined;
  alertSpend?: string | null | undefined;
  claimsPerMinute?: number | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  clusterId: string;
  expectedVersion: number;
  flapFreezeMs?: number | null | undefined;
  flapRepeats?: number | null | undefined;
  flapWindowMs?: number | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  launchFailures?: number | null | undefined;
  registrationFailures?: number | null | undefined;
  registrationOverdueMs?: number | null | undefined;
  spendRise?: string | null | undefined;
};

/** Topics of changes. */
export type ChangeTopic =
  | 'AUDIT'
  | 'CATALOG'
  | 'CLUSTER'
  | 'DECISION'
  | 'DEFINITION'
  | 'NODES'
  | 'NODE_CLAIM'
  | 'PAUSE'
  | 'PODS'
  | 'SIMULATION'
  /** The cluster was synced and nothing changed. `version` is the time of the sync. */
  | 'SYNC'
  | 'UNKNOWN';

/** States of a step of the registration check. */
export type CheckState =
  | 'FAILED'
  | 'PASSED'
  | 'RUNNING'
  | 'SKIPPED'
  | 'UNKNOWN'
  | 'WAITING'
  | 'WARNED';

/** A condition on a claim. */
export type ClaimConditionInput = {
  claim: string;
  operator: ClaimOperator;
  value: string;
};

/** How a claim is compared. */
export type ClaimOperator =
  | 'EQUALS'
  /** `*` stands for any text. */
  | 'GLOB';

/** Reasons for a hold. */
export type ClusterHoldCode =
  /** A Karpenter renews its Lease, or its Deployment has replicas. */
  | 'KARPENTER_RUNNING'
  /** Another Kerf installation renews its Lease in the cluster. */
  | 'OTHER_KERF'
  | 'UNKNOWN';

/** What Kerf does in a cluster without an approval. */
export type ClusterMode =
  /**
   * Kerf launches nodes for pending pods. Disruption for emptiness, consolidation and drift requires an
   * approval. Expiration, interruption, and deletion of a Node, NodeClaim or NodePool do not.
   */
  | 'APPROVE'
  /** Kerf executes all decisions that the NodePools allow. */
  | 'AUTO'
  /** Kerf changes nothing; it only shows decisions. */
  | 'OBSERVE'
  | 'UNKNOWN';

/** A comment on a decision. */
export type CommentDecisionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment: string;
  id: string;
  idempotencyKey?: string | null | undefined;
};

/** States of the connection to a cluster. */
export type ConnectionState =
  /** The registration check is running. */
  | 'CHECKING'
  /** The cluster is watched; its state is about a second old. */
  | 'CONNECTED'
  /** The first lists are being read. */
  | 'CONNECTING'
  /** The registration check failed; see `checks`. */
  | 'REJECTED'
  | 'UNKNOWN'
  /** The API server cannot be reached: data is out of date, and no decisions are made. */
  | 'UNREACHABLE';

/** Manifests to convert. */
export type ConvertManifestsInput = {
  /** The target cluster: its EC2NodeClasses can be referenced, and its name replaces placeholders. */
  clusterId?: string | null | undefined;
  /** EC2NodeClass for NodePools that do not reference one. */
  defaultNodeClass?: string | null | undefined;
  /** YAML or JSON, several documents, at most 256 KiB. */
  manifests: string;
  /** Replace placeholders such as `${CLUSTER_NAME}`; needs `clusterId`. */
  replacePlaceholders?: boolean | null | undefined;
  /** For documents with several variants: the label of the variant to use, by document index. */
  variants?: Array<VariantChoice> | null | undefined;
};

/** What a lower bound includes that is a choice of the user. */
export type CostBoundPartCause =
  /** Pods of DaemonSets, which each node runs. */
  | 'DAEMONS'
  /** Requirements of NodePools, except on architecture and operating system. */
  | 'NODE_POOL_REQUIREMENTS'
  | 'UNKNOWN';

/** Why the cost of a cluster is above its lower bound, the most lasting first. */
export type CostCause =
  /** Decisions that wait for approval. */
  | 'AWAITING_APPROVAL'
  /** Capacity that CapacityBuffers hold. */
  | 'CAPACITY_BUFFER'
  | 'CONSOLIDATE_AFTER'
  /** The NodePool's consolidation policy or `consolidateAfter: Never`, or it has no instance types. */
  | 'CONSOLIDATION_POLICY'
  /** The NodePool's disruption budgets allow no disruption now. */
  | 'DISRUPTION_BUDGET'
  /** The annotation `karpenter.sh/do-not-disrupt` of nodes or pods. */
  | 'DO_NOT_DISRUPT'
  /** Nodes that start, are removed, or expect pods. */
  | 'IN_TRANSITION'
  /** They save less than the cluster or the NodePool requires of a command. */
  | 'MIN_SAVING'
  /** `minValues` or limits of NodePools: without them, consolidation could remove the nodes. */
  | 'NODE_POOL_CONSTRAINTS'
  /**
   * Nodes that nothing keeps: consolidation may still find cheaper ones, or no arrangement of whole pods on
   * whole nodes is as cheap as the bound.
   */
  | 'NOT_HELD_BACK'
  /** Decisions that are only shown, in a cluster with mode `OBSERVE`. */
  | 'OBSERVE_MODE'
  /** A pause, or a brake of Kerf, stops the disruption of the nodes. */
  | 'PAUSED'
  | 'POD_DISRUPTION_BUDGET'
  /** A user rejected the disruption of the nodes. */
  | 'REJECTED'
  /** Spot nodes that could be replaced by cheaper ones, which a setting of the cluster forbids. */
  | 'SPOT_TO_SPOT'
  /** Nodes of static NodePools and of standalone NodeClaims: they stay, whatever runs on them. */
  | 'STATIC_CAPACITY'
  | 'UNKNOWN';

/** Groupings of costs. */
export type CostDimension =
  | 'CAPACITY_TYPE'
  | 'CLUSTER'
  | 'INSTANCE_FAMILY'
  | 'NODE_POOL';

/** Filter for costs, by properties of nodes. */
export type CostFilter = {
  capacityTypes?: Array<CapacityType> | null | undefined;
  clusterId?: string | null | undefined;
  /** E.g. `m5`. */
  instanceFamilies?: Array<string> | null | undefined;
  nodePools?: Array<string> | null | undefined;
  /** Names of teams that own the NodePool or the cluster now. */
  teams?: Array<string> | null | undefined;
};

/** Length of the buckets of a series. */
export type CostResolution =
  /** Available for one year. */
  | 'DAY'
  /** Available for two months. */
  | 'HOUR'
  /** Available for two days. */
  | 'MINUTE';

/** An API token to create. */
export type CreateApiTokenInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** 1 to 365; a token cannot create one that expires later than itself. */
  expiresInDays: number;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** Purpose of the token. */
  name: string;
  /** `viewer`, `operator`, `approver`, `admin` or the ID of a custom role. */
  role: string;
  /** The whole organization if absent. */
  scope?: AccessScopeInput | null | undefined;
};

/** A channel to create. */
export type CreateNotificationChannelInput = {
  /** SLACK: token of a bot; a secret. */
  botToken?: string | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** 0 to 1440. */
  digestMinutes?: number | null | undefined;
  emailFrom?: string | null | undefined;
  emailTo?: Array<string> | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  kind: NotificationChannelKind;
  name: string;
  /** PAGER_DUTY: integration key; a secret. */
  routingKey?: string | null | undefined;
  /** SLACK with a bot: ID of the channel in Slack. */
  slackChannel?: string | null | undefined;
  /** SLACK: the app's signing secret, for buttons; a secret. */
  slackSigningSecret?: string | null | undefined;
  smtpHost?: string | null | undefined;
  /** EMAIL: password of `smtpUser`; a secret. */
  smtpPassword?: string | null | undefined;
  smtpPort?: number | null | undefined;
  smtpSecurity?: SmtpSecurity | null | undefined;
  smtpUser?: string | null | undefined;
  /** WEBHOOK: https. */
  url?: string | null | undefined;
  /** SLACK, TEAMS: URL of the incoming webhook; a secret. */
  webhookUrl?: string | null | undefined;
};

/** A rule to create. */
export type CreateNotificationRuleInput = {
  channelId: string;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  clusterIds?: Array<string> | null | undefined;
  eventKinds?: Array<string> | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
  leastSeverity?: NotificationSeverity | null | undefined;
  name: string;
  nodePools?: Array<string> | null | undefined;
  teamIds?: Array<string> | null | undefined;
};

/** A custom role to create. */
export type CreateRoleInput = {
  actions: Array<AccessAction>;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  description?: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  name: string;
};

/** A spend limit to create; at least one of the amounts is required. */
export type CreateSpendLimitInput = {
  blocksLaunches?: boolean;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  hourly?: string | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  monthly?: string | null | undefined;
  scope: AccessScopeInput;
};

/** Approval in advance of decisions like one. */
export type CreateStandingApprovalInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  /** 1 to 31. */
  days: number;
  id: string;
  idempotencyKey?: string | null | undefined;
};

/** A team to create. */
export type CreateTeamInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  members?: Array<TeamMemberInput>;
  name: string;
  owns?: Array<TeamOwnershipInput>;
};

/** A user to create. A local user signs in with a link that the operator of the server makes. */
export type CreateUserInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The person of the identity provider who signs in as this user. */
  externalIdentity?: ExternalIdentityInput | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  name: string;
};

/** A decision about a program. */
export type DecideDeviceInput = {
  /** SAME if absent. */
  access?: DeviceAccess | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** 1 to 90; 30 if absent. */
  expiresInDays?: number | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  isApproved: boolean;
  /** The code that the program shows. */
  userCode: string;
};

/** Filter for decisions. */
export type DecisionFilter = {
  clusterId?: string | null | undefined;
  kinds?: Array<DecisionKind> | null | undefined;
  nodePools?: Array<string> | null | undefined;
  states?: Array<DecisionState> | null | undefined;
  /** Names of teams that owned a NodePool of the decision, or its cluster, when it was proposed. */
  teams?: Array<string> | null | undefined;
  /** Only decisions to which an approval of the caller would count. */
  waitingForMe?: boolean | null | undefined;
};

/** Kinds of decisions. */
export type DecisionKind =
  | 'CONSOLIDATE'
  /** Nodes are removed because a user deleted the Node, its NodeClaim or its NodePool. */
  | 'DELETE'
  /** Surplus nodes of a static NodePool are removed. */
  | 'DEPROVISION'
  | 'DRIFT'
  | 'EMPTY'
  | 'EXPIRE'
  | 'INTERRUPT'
  | 'PROVISION'
  /** An unhealthy node is terminated. */
  | 'REPAIR'
  | 'UNKNOWN';

/** States of decisions. */
export type DecisionState =
  | 'APPROVED'
  /** Awaits the approval of a person. */
  | 'AWAITING_APPROVAL'
  | 'EXECUTED'
  | 'EXECUTING'
  /** The approval expired. */
  | 'EXPIRED'
  | 'FAILED'
  /** Recorded, not validated yet. */
  | 'PROPOSED'
  | 'REJECTED'
  /** The cluster changed before the execution, and the decision was no longer valid. */
  | 'SUPERSEDED'
  | 'UNKNOWN';

/** Sources of truth of definitions. */
export type DefinitionSource =
  /** Written through the API; Kerf syncs it to the cluster. */
  | 'API'
  /** Written in the cluster; Kerf reads it from there. */
  | 'CLUSTER'
  | 'UNKNOWN';

/** Which object to change. */
export type DeleteAccessObjectInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The version that was read, of a role or a team; every version if absent. Other objects have none. */
  expectedVersion?: number | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which definition to delete. */
export type DeleteDefinitionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** A spend limit to delete. */
export type DeleteSpendLimitInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which trust rule to delete. */
export type DeleteTrustRuleInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The version that was read; every version if absent. */
  expectedVersion?: number | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** What a program gets. */
export type DeviceAccess =
  /** To read what the user may read. */
  | 'READ'
  /** All that the user may do. */
  | 'SAME';

/** Why a node may be disrupted. */
export type DisruptionReason =
  | 'DRIFTED'
  | 'EMPTY'
  | 'UNDERUTILIZED'
  | 'UNKNOWN';

/** The version that one stored definition must have. */
export type DocumentVersion = {
  /** The `version` that was read; 0 requires that no definition of this kind and name exists. */
  expectedVersion: number;
  /** Position in the text, from 0. */
  index: number;
};

/** The standing approval to end. */
export type EndStandingApprovalInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** The name of its rule. */
  name: string;
};

/** Nodes to take out of a plan. */
export type ExcludeNodesInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  expectedVersion: number;
  id: string;
  idempotencyKey?: string | null | undefined;
  nodeNames: Array<string>;
  planDigest?: string | null | undefined;
};

/** Steps of the execution of a disruption; each is recorded when it is done. */
export type ExecutionStep =
  /** The drain of the nodes has started. */
  | 'MARKED_FOR_DELETION'
  | 'NONE'
  /** The replacements are ready for pods. */
  | 'REPLACEMENTS_INITIALIZED'
  | 'REPLACEMENTS_REQUESTED'
  /** No new pods are scheduled on the nodes. */
  | 'TAINTED'
  | 'TERMINATED'
  | 'UNKNOWN';

/** A person of the identity provider. */
export type ExternalIdentityInput = {
  /** The `iss` claim. */
  issuer: string;
  /** The `sub` claim. */
  subject: string;
};

/** Severity of a finding. */
export type FindingSeverity =
  /** The value is valid but may have unwanted effects. */
  | 'ADVICE'
  /** The document is invalid and is not saved. */
  | 'ERROR'
  | 'UNKNOWN'
  /** The value was changed or is questionable. */
  | 'WARNING';

/** Filter for interruptions. */
export type InterruptionFilter = {
  clusterId?: string | null | undefined;
  kinds?: Array<InterruptionKind> | null | undefined;
  nodeClaimId?: string | null | undefined;
  nodePools?: Array<string> | null | undefined;
  outcomes?: Array<InterruptionOutcome> | null | undefined;
  /** Inclusive. */
  receivedFrom?: string | null | undefined;
  /** Exclusive. */
  receivedTo?: string | null | undefined;
};

/** Kinds of interruptions. */
export type InterruptionKind =
  /** The capacity reservation ends. */
  | 'CAPACITY_RESERVATION_INTERRUPTED'
  /** The instance is stopping or stopped. */
  | 'INSTANCE_STOPPED'
  /** The instance is shutting down or terminated. */
  | 'INSTANCE_TERMINATED'
  /** The spot instance has a higher risk of interruption; Kerf does nothing. */
  | 'REBALANCE_RECOMMENDED'
  /** EC2 maintenance of the host. */
  | 'SCHEDULED_CHANGE'
  /** EC2 reclaims the spot instance in two minutes. */
  | 'SPOT_INTERRUPTED'
  | 'UNKNOWN';

/** Outcomes of interruptions. */
export type InterruptionOutcome =
  /** All pods were evicted in time. */
  | 'DRAINED'
  | 'DRAINING'
  /** No action was necessary. */
  | 'NOTED'
  /** Pods ended with the instance; `lostPods` lists them. */
  | 'PODS_LOST'
  | 'UNKNOWN';

/** How `minValues` that cannot be met are handled. */
export type MinValuesPolicy =
  /** The NodePool accepts the pod with fewer values. */
  | 'BEST_EFFORT'
  /** The NodePool does not accept the pod. */
  | 'STRICT'
  | 'UNKNOWN';

/** Filter for NodeClaims. */
export type NodeClaimFilter = {
  /** Fields as for kubectl, e.g. `zone=a,state!=FAILED`: name, nodePool, nodeClass, nodeName, decisionId, state, instanceId, instanceType, zone, capacityType. */
  fieldSelector?: string | null | undefined;
  nodePools?: Array<string> | null | undefined;
  states?: Array<NodeClaimState> | null | undefined;
};

/** States of NodeClaims. */
export type NodeClaimState =
  | 'INITIALIZED'
  | 'LAUNCHED'
  | 'LAUNCHING'
  | 'LAUNCH_FAILED'
  | 'REGISTERED'
  | 'REQUESTED'
  | 'TERMINATED'
  | 'TERMINATING'
  | 'UNKNOWN';

/** Filter for nodes. */
export type NodeFilter = {
  capacityTypes?: Array<CapacityType> | null | undefined;
  /** Fields as for kubectl, e.g. `zone=a,state!=READY`: name, nodePool, nodeClaimId, providerId, instanceType, zone, capacityType, arch, state. */
  fieldSelector?: string | null | undefined;
  instanceTypes?: Array<string> | null | undefined;
  /** Labels of the nodes, as for kubectl, e.g. `team in (a,b),!spot`. */
  labelSelector?: string | null | undefined;
  /** Only nodes that Kerf manages (true) or does not (false). */
  managed?: boolean | null | undefined;
  nodePools?: Array<string> | null | undefined;
  /** Part of the name or the instance type. */
  search?: string | null | undefined;
  states?: Array<NodeState> | null | undefined;
  zones?: Array<string> | null | undefined;
};

/** Order of nodes. */
export type NodeOrder = {
  direction: SortDirection;
  field: NodeOrderField;
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

/** Status of a NodeOverlay. */
export type NodeOverlayState =
  /** Decisions use it. */
  | 'APPLIED'
  /** Not applied: an overlay of equal weight sets the same price or resource. */
  | 'CONFLICT'
  /** Invalid: it cannot be read. */
  | 'REFUSED'
  | 'UNKNOWN';

/** Phases of a node of a decision, in the order of its lifecycle. */
export type NodePhase =
  | 'CORDONING'
  | 'DRAINING'
  /** The launch failed. */
  | 'FAILED'
  | 'GONE'
  | 'INITIALIZING'
  /** The instance runs, and has not registered as a node. */
  | 'JOINING'
  | 'LAUNCHING'
  | 'READY'
  | 'TERMINATING'
  | 'UNKNOWN';

/** States of nodes. */
export type NodeState =
  | 'CORDONED'
  /** The instance is launched, and the node is not ready yet. */
  | 'JOINING'
  | 'NOT_READY'
  | 'READY'
  /** Draining or terminating. */
  | 'TERMINATING'
  | 'UNKNOWN';

/** Outcomes of attempts. */
export type NotificationAttemptOutcome =
  | 'DELIVERED'
  /** It is retried, unless a day has passed. */
  | 'FAILED'
  /** A retry cannot help. */
  | 'REFUSED';

/** Kinds of notification channels. */
export type NotificationChannelKind =
  /** E-mail by SMTP. */
  | 'EMAIL'
  /** Events API v2. */
  | 'PAGER_DUTY'
  /** An incoming webhook, or a bot. */
  | 'SLACK'
  /** A Workflows webhook of Microsoft Teams. */
  | 'TEAMS'
  | 'UNKNOWN'
  /** Signed JSON to a URL. */
  | 'WEBHOOK';

/** States of notification channels. */
export type NotificationChannelState =
  | 'ACTIVE'
  /** By a person, or because all deliveries have failed for five days. */
  | 'DISABLED'
  | 'UNKNOWN';

/** A channel at the version that the caller saw. */
export type NotificationChannelVersionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Filter for deliveries; conditions are combined with AND. */
export type NotificationDeliveryFilter = {
  channelId?: string | null | undefined;
  /** Deliveries with at least one event of these kinds. */
  eventKinds?: Array<string> | null | undefined;
  states?: Array<NotificationDeliveryState> | null | undefined;
};

/** States of deliveries. */
export type NotificationDeliveryState =
  | 'DELIVERED'
  | 'FAILED'
  /** Not sent, because the channel was muted. */
  | 'MUTED'
  /** It waits for its first or next attempt; failed ones are retried for a day. */
  | 'PENDING'
  | 'UNKNOWN';

/** Severities of notifications. */
export type NotificationSeverity =
  | 'CRITICAL'
  | 'INFO'
  | 'WARNING';

/** Who set a pause. */
export type PauseCause =
  | 'FLAP_DETECTOR'
  | 'RUNAWAY_BRAKE'
  | 'UNKNOWN'
  | 'USER';

/** What a pause stops. */
export type PauseExtent =
  /** Removal of empty and underutilized nodes. */
  | 'CONSOLIDATION'
  /** Consolidation, drift, expiration and the reduction of static NodePools. */
  | 'DISRUPTION'
  /** Disruption, and every launch of a node. */
  | 'DISRUPTION_AND_LAUNCHES'
  | 'UNKNOWN';

/** Methods of planning. */
export type PlanMethod =
  /** Selection of cutting patterns, found by column generation. */
  | 'COLUMN_GENERATION'
  /** Exhaustive search, for few pods. */
  | 'EXHAUSTIVE'
  /** Karpenter's algorithm: first-fit decreasing. */
  | 'FIRST_FIT'
  /** Greedy packing by the dual prices of the LP relaxation. */
  | 'GREEDY'
  /** Large-neighborhood search: parts of a plan are removed and planned again while that lowers the cost. */
  | 'LARGE_NEIGHBORHOOD_SEARCH'
  | 'UNKNOWN';

/** Phases of pods. */
export type PodPhase =
  | 'BOUND'
  | 'PENDING'
  | 'TERMINATING'
  | 'UNKNOWN';

/** Kinds of verdict. */
export type PodVerdictKind =
  | 'EXISTING_NODE'
  | 'NEW_NODE'
  | 'UNKNOWN'
  | 'UNSCHEDULABLE';

/** What a policy does with a decision. */
export type PolicyResult =
  | 'ASK'
  | 'DENY'
  /** Only shown: the cluster is in mode `OBSERVE`. */
  | 'OBSERVE'
  /** Executed without approval. */
  | 'RUN'
  | 'UNKNOWN';

/** Whether preferences of pods are respected. */
export type PreferencePolicy =
  /** Preferences are ignored, which leads to fewer nodes and less spread. */
  | 'IGNORE'
  /** Preferred affinities and `ScheduleAnyway` topology spreads are required first and relaxed if that fails. */
  | 'RESPECT'
  | 'UNKNOWN';

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

/** Which cluster to check. */
export type RecheckClusterInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which delivery to send again. */
export type RedeliverNotificationInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** A cluster to register. */
export type RegisterClusterInput = {
  /** CA certificate of the API server, PEM in base64; read from DescribeCluster if absent. */
  certificateAuthority?: string | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** URL of the API server; read from DescribeCluster if absent. */
  endpoint?: string | null | undefined;
  /** Idempotency key: a repeated request with the same key registers the cluster once. */
  idempotencyKey?: string | null | undefined;
  /** Name of the SQS queue with the interruption notices of AWS. */
  interruptionQueue?: string | null | undefined;
  mode: ClusterMode;
  /** The EKS cluster's name. */
  name: string;
  /** AWS region, e.g. `us-east-1`. */
  region: string;
  /** The role to assume, e.g. `arn:aws:iam::111122223333:role/kerf`. */
  roleArn: string;
};

/** Registration health of a NodePool. */
export type RegistrationHealthStatus =
  | 'HEALTHY'
  /** No launch has finished yet. */
  | 'UNDECIDED'
  /** At least two of the last four launches failed. */
  | 'UNHEALTHY'
  | 'UNKNOWN';

/** Steps of the registration check, in order. */
export type RegistrationStep =
  | 'ASSUME_ROLE'
  | 'CONNECT'
  | 'CUSTOM_RESOURCES'
  | 'DESCRIBE_CLUSTER'
  | 'IMAGES'
  | 'INTERRUPTION_QUEUE'
  | 'OTHER_CONTROLLERS'
  | 'PERMISSIONS'
  | 'SECURITY_GROUPS'
  | 'SUBNETS'
  | 'UNKNOWN'
  | 'VERSION';

/** A rejection. */
export type RejectDecisionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** Reason for the rejection; recorded in the history. */
  comment?: string | null | undefined;
  expectedVersion: number;
  id: string;
  idempotencyKey?: string | null | undefined;
  planDigest?: string | null | undefined;
};

/** A pause to release. */
export type ReleasePauseInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which cluster to remove. */
export type RemoveClusterInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The cluster's name, as a confirmation. */
  confirmName: string;
  /** The `version` that the change is based on. */
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which rule to remove. */
export type RemoveNotificationRuleInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** The version to restore. */
export type RestoreApprovalPolicyInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  /** The `version` that is in force. */
  expectedVersion: number;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  version: number;
};

/** What a review says. */
export type ReviewVerdict =
  | 'APPROVE'
  | 'REJECT'
  | 'UNKNOWN'
  | 'WITHDRAW';

/** Which token to revoke. */
export type RevokeApiTokenInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** Which secret to replace. */
export type RotateApiTokenInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** How long the old secret is accepted, too: 0 to 1440. */
  overlapMinutes?: number;
};

/** A new version of the approval policy. */
export type SaveApprovalPolicyInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  /** Checks the rules only. */
  dryRun?: boolean | null | undefined;
  /** The `version` that the change is based on; 0 if no policy is stored. */
  expectedVersion: number;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** YAML or JSON, kind `ApprovalPolicy`. */
  manifest: string;
};

/** A new password. */
export type SetPasswordInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The current password; not needed if none is set. */
  currentPassword?: string | null | undefined;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  /** At least 12 characters. */
  newPassword: string;
  /** Whether to also revoke the caller's API tokens and all tokens that were created with them. */
  revokeTokens?: boolean | null | undefined;
};

/** A pause to set. */
export type SetPauseInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expiresAt?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** Who is responsible for it; the caller if absent. */
  owner?: string | null | undefined;
  /** Shown wherever the pause holds something. */
  reason: string;
  scope: AccessScopeInput;
  stops: PauseExtent;
};

/** The nodes to remove in a simulation. */
export type SimulateDisruptionInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  clusterId: string;
  idempotencyKey?: string | null | undefined;
  /** Names of 1 to 100 nodes that Kerf manages. */
  nodeNames: Array<string>;
};

/** States of simulations. */
export type SimulationState =
  | 'DONE'
  | 'FAILED'
  /** Waits for the worker of the cluster. */
  | 'REQUESTED'
  | 'UNKNOWN';

/** How a connection to an SMTP server is encrypted. */
export type SmtpSecurity =
  /** Not encrypted; not possible with a password. */
  | 'NONE'
  | 'START_TLS'
  | 'TLS';

/** Direction of a sort. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** A member of a team: a user by ID, or a group by name. */
export type TeamMemberInput = {
  id: string;
  kind: TeamMemberKind;
};

/** Kinds of members. */
export type TeamMemberKind =
  /** All users of a group of the identity provider. */
  | 'GROUP'
  | 'USER';

/** A cluster, or a NodePool or namespace of a cluster. */
export type TeamOwnershipInput = {
  clusterId: string;
  kind: TeamOwnershipKind;
  /** The NodePool or namespace; absent for a cluster. */
  name?: string | null | undefined;
};

/** What a team can own. */
export type TeamOwnershipKind =
  | 'CLUSTER'
  | 'NAMESPACE'
  | 'NODE_POOL';

/** Steps of the termination of a NodeClaim; each is recorded when it is done. */
export type TerminationStep =
  | 'CORDONED'
  | 'DRAINED'
  | 'INSTANCE_GONE'
  | 'INSTANCE_TERMINATING'
  | 'REQUESTED'
  | 'UNKNOWN'
  /** No volumes are attached to the instance, or their wait has ended. */
  | 'VOLUMES_DETACHED';

/** Which channel to test. */
export type TestNotificationChannelInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
};

/** A trust rule to create. */
export type TrustRuleInput = {
  audience: string;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** 1 to 20. */
  conditions: Array<ClaimConditionInput>;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  issuer: string;
  /** 60 to 3600. */
  lifetimeSeconds: number;
  name: string;
  role: string;
  scope: AccessScopeInput;
};

/** A trust rule as it becomes. */
export type TrustRuleTermsInput = {
  audience: string;
  /** 1 to 20. */
  conditions: Array<ClaimConditionInput>;
  issuer: string;
  /** 60 to 3600. */
  lifetimeSeconds: number;
  name: string;
  role: string;
  scope: AccessScopeInput;
};

/** A change of a cluster; absent fields stay as they are. */
export type UpdateClusterInput = {
  anticipatePods?: boolean | null | undefined;
  approvalTtlMs?: number | null | undefined;
  batchIdleMs?: number | null | undefined;
  batchMaxMs?: number | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  disruptionPollMs?: number | null | undefined;
  dryRunChecks?: boolean | null | undefined;
  /** The `version` that the change is based on. */
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  instanceStatusChecks?: boolean | null | undefined;
  /** `null` removes it. */
  interruptionQueue?: string | null | undefined;
  maxReplacements?: number | null | undefined;
  minSaving?: string | null | undefined;
  minSavingPercent?: number | null | undefined;
  minValuesPolicy?: MinValuesPolicy | null | undefined;
  mode?: ClusterMode | null | undefined;
  nodeCharge?: string | null | undefined;
  nodeRepair?: boolean | null | undefined;
  offeringSharePercent?: number | null | undefined;
  podMovePrice?: string | null | undefined;
  preferencePolicy?: PreferencePolicy | null | undefined;
  rejectionHoldMs?: number | null | undefined;
  /** 0 to 15. */
  reservedEnis?: number | null | undefined;
  /** ARN of the IAM role that Kerf assumes for the cluster; a new role starts the registration check. */
  roleArn?: string | null | undefined;
  searchMs?: number | null | undefined;
  spotToSpotConsolidation?: boolean | null | undefined;
  validationDelayMs?: number | null | undefined;
  /** 0 to 0.5. */
  vmMemoryOverheadRatio?: number | null | undefined;
  waitForScheduler?: boolean | null | undefined;
  zonalShift?: boolean | null | undefined;
};

/** Changes to a channel; absent fields stay as they are. A secret that is given replaces the stored one. */
export type UpdateNotificationChannelInput = {
  botToken?: string | null | undefined;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  digestMinutes?: number | null | undefined;
  emailFrom?: string | null | undefined;
  emailTo?: Array<string> | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
  /** `null` ends the mute. */
  mutedUntil?: string | null | undefined;
  name?: string | null | undefined;
  routingKey?: string | null | undefined;
  slackChannel?: string | null | undefined;
  slackSigningSecret?: string | null | undefined;
  smtpHost?: string | null | undefined;
  smtpPassword?: string | null | undefined;
  smtpPort?: number | null | undefined;
  smtpSecurity?: SmtpSecurity | null | undefined;
  smtpUser?: string | null | undefined;
  url?: string | null | undefined;
  webhookUrl?: string | null | undefined;
};

/** Changes to a rule; absent fields stay as they are. */
export type UpdateNotificationRuleInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  clusterIds?: Array<string> | null | undefined;
  eventKinds?: Array<string> | null | undefined;
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  isEnabled?: boolean | null | undefined;
  leastSeverity?: NotificationSeverity | null | undefined;
  name?: string | null | undefined;
  nodePools?: Array<string> | null | undefined;
  teamIds?: Array<string> | null | undefined;
};

/** A spend limit as it becomes. */
export type UpdateSpendLimitInput = {
  blocksLaunches?: boolean;
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  expectedVersion: number;
  hourly?: string | null | undefined;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  monthly?: string | null | undefined;
};

/** A trust rule to change. */
export type UpdateTrustRuleInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  /** The version that the change is based on. */
  expectedVersion: number;
  id: string;
  /**
   * The mutation is executed once for a key of at most 255 characters; a repetition within a day returns the
   * first response, marked with `idempotencyReplayed`, and without its secrets.
   */
  idempotencyKey?: string | null | undefined;
  rule: TrustRuleTermsInput;
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

/** Which variant of a document to use. */
export type VariantChoice = {
  /** Position in the text, from 0. */
  index: number;
  label: string;
};

/** The withdrawal of an approval. */
export type WithdrawApprovalInput = {
  /** Returned unchanged in the payload; at most 255 characters. */
  clientMutationId?: string | null | undefined;
  comment?: string | null | undefined;
  expectedVersion: number;
  id: string;
  idempotencyKey?: string | null | undefined;
};

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { viewer: { name: string, kind: CallerKind, roles: Array<string>, hasPassword: boolean, canSetPassword: boolean, permissions: Array<{ action: AccessAction, isAllowed: boolean, reason: string | null }> }, product: { version: string, warnings: Array<string>, sandbox: { kubeconfig: string, awsEndpoint: string, exerciseCluster: string, exerciseContext: string, scenarios: Array<{ name: string, cluster: string, startedAt: string, endsAt: string | null, message: string, watch: string, page: string }> | null } | null }, fleet: { clusters: number, summary: { asOf: string, pendingPods: number, awaitingDecisions: number } } };

export type ClusterNamesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ClusterNamesQuery = { clusters: { asOf: string, nodes: Array<{ id: string, name: string, region: string, mode: ClusterMode, connection: { state: ConnectionState } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: { logoutUrl: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ChangesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ChangesSubscription = { changes: { topic: ChangeTopic, clusterId: string | null, id: string | null, version: number } };

export type UserErrorFieldsFragment = { code: UserErrorCode, field: string | null, message: string };

export type OperationFailureFieldsFragment = { operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string };

export type ReasonFieldsFragment = { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null };

export type RejectionFieldsFragment = { nodePool: string, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }, nearest: { instanceType: string, shortages: Array<{ resource: string, requested: number, allocatable: number }> } | null, fix: { kind: string, name: string, path: string } | null };

export type NearestMissFieldsFragment = { instanceType: string, shortages: Array<{ resource: string, requested: number, allocatable: number }> };

export type PausesQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  includeReleased: boolean;
}>;


export type PausesQuery = { pauses: Array<{ id: string, stops: PauseExtent, cause: PauseCause, reason: string, owner: string, setBy: string, setAt: string, expiresAt: string | null, isInForce: boolean, releasedAt: string | null, releasedBy: string | null, releaseDenial: string | null, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null }, evidence: { rule: BrakeRule, observed: number | null, threshold: number | null, observedSpendRise: string | null, thresholdSpendRise: string | null, cost: string | null, steps: Array<{ at: string, decisionId: string | null, text: string }> } | null }> };

export type PausePoolsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
}>;


export type PausePoolsQuery = { nodePools: { nodes: Array<{ name: string }> } };

export type PauseTeamsQueryVariables = Exact<{ [key: string]: never; }>;


export type PauseTeamsQuery = { teams: Array<{ id: string, name: string }> };

export type SetPauseMutationVariables = Exact<{
  input: SetPauseInput;
}>;


export type SetPauseMutation = { setPause: { pause: { id: string, stops: PauseExtent, cause: PauseCause, reason: string, owner: string, setBy: string, setAt: string, expiresAt: string | null, isInForce: boolean, releasedAt: string | null, releasedBy: string | null, releaseDenial: string | null, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null }, evidence: { rule: BrakeRule, observed: number | null, threshold: number | null, observedSpendRise: string | null, thresholdSpendRise: string | null, cost: string | null, steps: Array<{ at: string, decisionId: string | null, text: string }> } | null } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ReleasePauseMutationVariables = Exact<{
  input: ReleasePauseInput;
}>;


export type ReleasePauseMutation = { releasePause: { pause: { id: string, stops: PauseExtent, cause: PauseCause, reason: string, owner: string, setBy: string, setAt: string, expiresAt: string | null, isInForce: boolean, releasedAt: string | null, releasedBy: string | null, releaseDenial: string | null, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null }, evidence: { rule: BrakeRule, observed: number | null, threshold: number | null, observedSpendRise: string | null, thresholdSpendRise: string | null, cost: string | null, steps: Array<{ at: string, decisionId: string | null, text: string }> } | null } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type PauseFieldsFragment = { id: string, stops: PauseExtent, cause: PauseCause, reason: string, owner: string, setBy: string, setAt: string, expiresAt: string | null, isInForce: boolean, releasedAt: string | null, releasedBy: string | null, releaseDenial: string | null, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null }, evidence: { rule: BrakeRule, observed: number | null, threshold: number | null, observedSpendRise: string | null, thresholdSpendRise: string | null, cost: string | null, steps: Array<{ at: string, decisionId: string | null, text: string }> } | null };

export type ApprovalPolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type ApprovalPolicyQuery = { approvalPolicy: { version: number, manifest: string, savedAt: string | null, savedBy: string | null, comment: string | null, notes: Array<string>, rules: Array<{ name: string, action: ApprovalAction, approvals: number, approvers: string | null, until: string | null, owner: string | null }> }, approvalPolicyVersions: Array<{ version: number, savedAt: string | null, savedBy: string | null, comment: string | null, restoredFrom: number | null, rules: Array<{ name: string }> }> };

export type TestApprovalPolicyQueryVariables = Exact<{
  manifest: string;
  days: number;
}>;


export type TestApprovalPolicyQuery = { testApprovalPolicy: { test: { total: number, isCut: boolean, notes: Array<string>, counts: Array<{ result: PolicyResult, before: number, after: number }>, decisions: Array<{ id: string, clusterName: string, kind: DecisionKind, state: DecisionState, proposedAt: string, nodeCount: number, podCount: number, before: PolicyResult, after: PolicyResult, approvals: number, rule: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type SaveApprovalPolicyMutationVariables = Exact<{
  input: SaveApprovalPolicyInput;
}>;


export type SaveApprovalPolicyMutation = { saveApprovalPolicy: { policy: { version: number, manifest: string, savedAt: string | null, savedBy: string | null, comment: string | null, notes: Array<string>, rules: Array<{ name: string, action: ApprovalAction, approvals: number, approvers: string | null, until: string | null, owner: string | null }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RestoreApprovalPolicyMutationVariables = Exact<{
  input: RestoreApprovalPolicyInput;
}>;


export type RestoreApprovalPolicyMutation = { restoreApprovalPolicy: { policy: { version: number, manifest: string, savedAt: string | null, savedBy: string | null, comment: string | null, notes: Array<string>, rules: Array<{ name: string, action: ApprovalAction, approvals: number, approvers: string | null, until: string | null, owner: string | null }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ApprovalPolicyFieldsFragment = { version: number, manifest: string, savedAt: string | null, savedBy: string | null, comment: string | null, notes: Array<string>, rules: Array<{ name: string, action: ApprovalAction, approvals: number, approvers: string | null, until: string | null, owner: string | null }> };

export type EndStandingApprovalMutationVariables = Exact<{
  input: EndStandingApprovalInput;
}>;


export type EndStandingApprovalMutation = { endStandingApproval: { name: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type AuditExportQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditExportQuery = { auditExport: { target: string, lastRunAt: string, nextRunAt: string, lastExportAt: string | null, waitingEntries: number, lagSeconds: number, failures: number, lastFailedAt: string | null, error: string | null } | null };

export type AuditVerificationQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditVerificationQuery = { auditVerification: { isIntact: boolean, entries: number, entriesBeforeChain: number, checkpoints: number, lastCheckpointAt: string | null, unsignedEntries: number, areSignaturesChecked: boolean, problems: Array<{ kind: AuditProblemKind, position: number, entryId: string | null, message: string }> } };

export type AuditEntriesQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: AuditFilter | null | undefined;
}>;


export type AuditEntriesQuery = { auditEntries: { totalCount: number, asOf: string, nodes: Array<{ id: string, at: string, actorKind: ActorKind, actorName: string, action: string, objectKind: string, objectId: string, objectName: string, clusterId: string | null, clusterName: string | null, outcome: AuditOutcome, comment: string | null, before: unknown, after: unknown, requestId: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SpendLimitsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
}>;


export type SpendLimitsQuery = { spendLimits: Array<{ id: string, hourly: string | null, monthly: string | null, blocksLaunches: boolean, currentHourly: string, spentThisMonth: string, forecastThisMonth: string, reachedPercent: number, changedBy: string, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> };

export type BrakeThresholdsQueryVariables = Exact<{
  clusterId: string;
}>;


export type BrakeThresholdsQuery = { brakeSettings: { clusterId: string, claimsPerMinute: number, spendRise: string, launchFailures: number, registrationFailures: number, registrationOverdueMs: number, flapRepeats: number, flapWindowMs: number, flapFreezeMs: number, alertNodes: number, alertSpend: string, alertChangesPerMinute: number, version: number } };

export type AlertThresholdsQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertThresholdsQuery = { alertThresholds: Array<{ nodes: number, spend: string, changesPerMinute: number, currentNodes: number, currentSpend: string, exceeded: Array<AlertKind>, version: number, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterName: string | null, nodePool: string | null } }> };

export type CreateSpendLimitMutationVariables = Exact<{
  input: CreateSpendLimitInput;
}>;


export type CreateSpendLimitMutation = { createSpendLimit: { spendLimit: { id: string, hourly: string | null, monthly: string | null, blocksLaunches: boolean, currentHourly: string, spentThisMonth: string, forecastThisMonth: string, reachedPercent: number, changedBy: string, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UpdateSpendLimitMutationVariables = Exact<{
  input: UpdateSpendLimitInput;
}>;


export type UpdateSpendLimitMutation = { updateSpendLimit: { spendLimit: { id: string, hourly: string | null, monthly: string | null, blocksLaunches: boolean, currentHourly: string, spentThisMonth: string, forecastThisMonth: string, reachedPercent: number, changedBy: string, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DeleteSpendLimitMutationVariables = Exact<{
  input: DeleteSpendLimitInput;
}>;


export type DeleteSpendLimitMutation = { deleteSpendLimit: { id: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ChangeBrakeSettingsMutationVariables = Exact<{
  input: ChangeBrakeSettingsInput;
}>;


export type ChangeBrakeSettingsMutation = { changeBrakeSettings: { settings: { clusterId: string, claimsPerMinute: number, spendRise: string, launchFailures: number, registrationFailures: number, registrationOverdueMs: number, flapRepeats: number, flapWindowMs: number, flapFreezeMs: number, alertNodes: number, alertSpend: string, alertChangesPerMinute: number, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ChangeAlertThresholdsMutationVariables = Exact<{
  input: ChangeAlertThresholdsInput;
}>;


export type ChangeAlertThresholdsMutation = { changeAlertThresholds: { alertThresholds: { nodes: number, spend: string, changesPerMinute: number, currentNodes: number, currentSpend: string, exceeded: Array<AlertKind>, version: number, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterName: string | null, nodePool: string | null } } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type AlertThresholdsFieldsFragment = { nodes: number, spend: string, changesPerMinute: number, currentNodes: number, currentSpend: string, exceeded: Array<AlertKind>, version: number, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterName: string | null, nodePool: string | null } };

export type SpendLimitFieldsFragment = { id: string, hourly: string | null, monthly: string | null, blocksLaunches: boolean, currentHourly: string, spentThisMonth: string, forecastThisMonth: string, reachedPercent: number, changedBy: string, version: number, scope: { kind: AccessScopeKind, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } };

export type BrakeSettingsFieldsFragment = { clusterId: string, claimsPerMinute: number, spendRise: string, launchFailures: number, registrationFailures: number, registrationOverdueMs: number, flapRepeats: number, flapWindowMs: number, flapFreezeMs: number, alertNodes: number, alertSpend: string, alertChangesPerMinute: number, version: number };

export type DisruptionBudgetsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
}>;


export type DisruptionBudgetsQuery = { disruptionBudgets: { asOf: string, budgets: Array<{ clusterId: string, nodePool: string, reason: DisruptionReason, nodes: number, disrupting: number, allowed: number, changesAt: string | null, limitingBudget: { index: number, nodes: string, schedule: string | null, duration: string | null, reasons: Array<DisruptionReason> } | null }> } };

export type BudgetFieldsFragment = { clusterId: string, nodePool: string, reason: DisruptionReason, nodes: number, disrupting: number, allowed: number, changesAt: string | null, limitingBudget: { index: number, nodes: string, schedule: string | null, duration: string | null, reasons: Array<DisruptionReason> } | null };

export type ClusterDetailsQueryVariables = Exact<{
  name: string;
}>;


export type ClusterDetailsQuery = { cluster: { id: string, name: string, region: string, accountId: string | null, kubernetesVersion: string | null, endpoint: string | null, roleArn: string, externalId: string | null, interruptionQueue: string | null, mode: ClusterMode, effectiveMode: ClusterMode, createdAt: string, version: number, hold: { code: ClusterHoldCode, object: string, message: string, since: string } | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, checks: Array<{ step: RegistrationStep, state: CheckState, detail: string | null, remedy: string | null }>, findings: Array<{ code: string, object: string, message: string, remedy: string | null, count: number, firstSeenAt: string, lastSeenAt: string }>, settings: { batchIdleMs: number, batchMaxMs: number, disruptionPollMs: number, validationDelayMs: number, approvalTtlMs: number, rejectionHoldMs: number, searchMs: number, nodeCharge: string, offeringSharePercent: number, preferencePolicy: PreferencePolicy, minValuesPolicy: MinValuesPolicy, vmMemoryOverheadRatio: number, reservedEnis: number, spotToSpotConsolidation: boolean, minSaving: string, minSavingPercent: number, podMovePrice: string, maxReplacements: number, nodeRepair: boolean, instanceStatusChecks: boolean, dryRunChecks: boolean, zonalShift: boolean, waitForScheduler: boolean, anticipatePods: boolean }, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null } | null };

export type RegisterClusterMutationVariables = Exact<{
  input: RegisterClusterInput;
}>;


export type RegisterClusterMutation = { registerCluster: { cluster: { id: string, name: string, region: string, accountId: string | null, kubernetesVersion: string | null, endpoint: string | null, roleArn: string, externalId: string | null, interruptionQueue: string | null, mode: ClusterMode, effectiveMode: ClusterMode, createdAt: string, version: number, hold: { code: ClusterHoldCode, object: string, message: string, since: string } | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, checks: Array<{ step: RegistrationStep, state: CheckState, detail: string | null, remedy: string | null }>, findings: Array<{ code: string, object: string, message: string, remedy: string | null, count: number, firstSeenAt: string, lastSeenAt: string }>, settings: { batchIdleMs: number, batchMaxMs: number, disruptionPollMs: number, validationDelayMs: number, approvalTtlMs: number, rejectionHoldMs: number, searchMs: number, nodeCharge: string, offeringSharePercent: number, preferencePolicy: PreferencePolicy, minValuesPolicy: MinValuesPolicy, vmMemoryOverheadRatio: number, reservedEnis: number, spotToSpotConsolidation: boolean, minSaving: string, minSavingPercent: number, podMovePrice: string, maxReplacements: number, nodeRepair: boolean, instanceStatusChecks: boolean, dryRunChecks: boolean, zonalShift: boolean, waitForScheduler: boolean, anticipatePods: boolean }, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UpdateClusterMutationVariables = Exact<{
  input: UpdateClusterInput;
}>;


export type UpdateClusterMutation = { updateCluster: { cluster: { id: string, name: string, region: string, accountId: string | null, kubernetesVersion: string | null, endpoint: string | null, roleArn: string, externalId: string | null, interruptionQueue: string | null, mode: ClusterMode, effectiveMode: ClusterMode, createdAt: string, version: number, hold: { code: ClusterHoldCode, object: string, message: string, since: string } | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, checks: Array<{ step: RegistrationStep, state: CheckState, detail: string | null, remedy: string | null }>, findings: Array<{ code: string, object: string, message: string, remedy: string | null, count: number, firstSeenAt: string, lastSeenAt: string }>, settings: { batchIdleMs: number, batchMaxMs: number, disruptionPollMs: number, validationDelayMs: number, approvalTtlMs: number, rejectionHoldMs: number, searchMs: number, nodeCharge: string, offeringSharePercent: number, preferencePolicy: PreferencePolicy, minValuesPolicy: MinValuesPolicy, vmMemoryOverheadRatio: number, reservedEnis: number, spotToSpotConsolidation: boolean, minSaving: string, minSavingPercent: number, podMovePrice: string, maxReplacements: number, nodeRepair: boolean, instanceStatusChecks: boolean, dryRunChecks: boolean, zonalShift: boolean, waitForScheduler: boolean, anticipatePods: boolean }, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RecheckClusterMutationVariables = Exact<{
  input: RecheckClusterInput;
}>;


export type RecheckClusterMutation = { recheckCluster: { cluster: { id: string, name: string, region: string, accountId: string | null, kubernetesVersion: string | null, endpoint: string | null, roleArn: string, externalId: string | null, interruptionQueue: string | null, mode: ClusterMode, effectiveMode: ClusterMode, createdAt: string, version: number, hold: { code: ClusterHoldCode, object: string, message: string, since: string } | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, checks: Array<{ step: RegistrationStep, state: CheckState, detail: string | null, remedy: string | null }>, findings: Array<{ code: string, object: string, message: string, remedy: string | null, count: number, firstSeenAt: string, lastSeenAt: string }>, settings: { batchIdleMs: number, batchMaxMs: number, disruptionPollMs: number, validationDelayMs: number, approvalTtlMs: number, rejectionHoldMs: number, searchMs: number, nodeCharge: string, offeringSharePercent: number, preferencePolicy: PreferencePolicy, minValuesPolicy: MinValuesPolicy, vmMemoryOverheadRatio: number, reservedEnis: number, spotToSpotConsolidation: boolean, minSaving: string, minSavingPercent: number, podMovePrice: string, maxReplacements: number, nodeRepair: boolean, instanceStatusChecks: boolean, dryRunChecks: boolean, zonalShift: boolean, waitForScheduler: boolean, anticipatePods: boolean }, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RemoveClusterMutationVariables = Exact<{
  input: RemoveClusterInput;
}>;


export type RemoveClusterMutation = { removeCluster: { removedId: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ClusterFieldsFragment = { id: string, name: string, region: string, accountId: string | null, kubernetesVersion: string | null, endpoint: string | null, roleArn: string, externalId: string | null, interruptionQueue: string | null, mode: ClusterMode, effectiveMode: ClusterMode, createdAt: string, version: number, hold: { code: ClusterHoldCode, object: string, message: string, since: string } | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, checks: Array<{ step: RegistrationStep, state: CheckState, detail: string | null, remedy: string | null }>, findings: Array<{ code: string, object: string, message: string, remedy: string | null, count: number, firstSeenAt: string, lastSeenAt: string }>, settings: { batchIdleMs: number, batchMaxMs: number, disruptionPollMs: number, validationDelayMs: number, approvalTtlMs: number, rejectionHoldMs: number, searchMs: number, nodeCharge: string, offeringSharePercent: number, preferencePolicy: PreferencePolicy, minValuesPolicy: MinValuesPolicy, vmMemoryOverheadRatio: number, reservedEnis: number, spotToSpotConsolidation: boolean, minSaving: string, minSavingPercent: number, podMovePrice: string, maxReplacements: number, nodeRepair: boolean, instanceStatusChecks: boolean, dryRunChecks: boolean, zonalShift: boolean, waitForScheduler: boolean, anticipatePods: boolean }, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null };

export type ClusterOverlaysAndBuffersQueryVariables = Exact<{
  name: string;
}>;


export type ClusterOverlaysAndBuffersQuery = { cluster: { nodeOverlays: Array<{ name: string, state: NodeOverlayState, problems: Array<string>, nodePools: Array<string>, instanceTypes: number, weight: number, requirements: Array<string>, price: string | null, priceAdjustment: string | null, capacity: Array<{ resource: string, quantity: string }> }>, capacityBuffers: Array<{ namespace: string, name: string, podTemplate: string | null, units: number | null, isLimited: boolean, ready: number | null, launching: number | null, unschedulable: number | null, problems: Array<string>, unit: Array<{ resource: string, amount: number, quantity: string }>, reasons: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }> }> } | null };

export type CapacityBufferFieldsFragment = { namespace: string, name: string, podTemplate: string | null, units: number | null, isLimited: boolean, ready: number | null, launching: number | null, unschedulable: number | null, problems: Array<string>, unit: Array<{ resource: string, amount: number, quantity: string }>, reasons: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }> };

export type NodeOverlayFieldsFragment = { name: string, state: NodeOverlayState, problems: Array<string>, nodePools: Array<string>, instanceTypes: number, weight: number, requirements: Array<string>, price: string | null, priceAdjustment: string | null, capacity: Array<{ resource: string, quantity: string }> };

export type CostNowQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  teams?: Array<string> | string | null | undefined;
}>;


export type CostNowQuery = { costNow: { asOf: string, total: string, nodes: number, unpricedNodes: number, byCluster: Array<{ key: string, label: string, nodes: number, unpricedNodes: number, price: string }>, byNodePool: Array<{ key: string, label: string, nodes: number, unpricedNodes: number, price: string }>, byInstanceType: Array<{ key: string, label: string, nodes: number, unpricedNodes: number, price: string }>, byCapacityType: Array<{ key: string, label: string, nodes: number, unpricedNodes: number, price: string }> } };

export type ShareFieldsFragment = { key: string, label: string, nodes: number, unpricedNodes: number, price: string };

export type CostReportQueryVariables = Exact<{
  clusterId?: string | null | undefined;
}>;


export type CostReportQuery = { costReport: { asOf: string | null, cost: string, lowerBound: string, nodes: number, unpricedNodes: number, pods: number, unboundedPods: number, unmeasuredCauses: Array<CostCause>, causes: Array<{ cause: CostCause, cost: string, nodes: number, subjects: Array<{ clusterName: string, name: string, cost: string, nodes: number }> }>, boundParts: Array<{ cause: CostBoundPartCause, cost: string, subjects: Array<{ name: string, cost: string }> }> } };

export type CostHistoryQueryVariables = Exact<{
  by: CostDimension;
  from: string;
  to: string;
  filter?: CostFilter | null | undefined;
  clusterId?: string | null | undefined;
}>;


export type CostHistoryQuery = { costSeries: { resolution: CostResolution, bucketMs: number, buckets: Array<string>, measuredMs: Array<number>, total: string, unpricedNodeHours: number, asOf: string, groups: Array<{ key: string, label: string, total: string, costs: Array<string | null>, rates: Array<string | null> }> }, fleetEvents: Array<{ at: string, clusterId: string, clusterName: string, nodePools: Array<string>, decisionId: string | null, decisionKind: DecisionKind | null, decisionEvent: string | null, actor: string | null, interruptionId: string | null, interruptionKind: InterruptionKind | null, nodeName: string | null, nodeCount: number, podCount: number, costChange: string | null, decisionOutcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number } | null }>, savings: Array<{ kind: DecisionKind, decisions: number, estimated: string, achieved: string, unpricedDecisions: number, saved: string }>, unusedAnticipation: { nodes: number, unpricedNodes: number, cost: string } };

export type CostMonthQueryVariables = Exact<{
  filter?: CostFilter | null | undefined;
}>;


export type CostMonthQuery = { costMonth: { from: string, to: string, knownFrom: string | null, cost: string, recent: string, forecast: string } };

export type DecisionsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: DecisionFilter | null | undefined;
}>;


export type DecisionsQuery = { decisions: { totalCount: number, asOf: string, nodes: Array<{ id: string, clusterId: string, clusterName: string, kind: DecisionKind, state: DecisionState, observeOnly: boolean, approvalsNeeded: number, nodePools: Array<string>, nodeCount: number, podCount: number, costChange: string | null, savingsRatio: string | null, savingGapRatio: number | null, proposedAt: string, expiresAt: string | null, rejectedUntil: string | null, decidedAt: string | null, decidedBy: string | null, finishedAt: string | null, executionStep: ExecutionStep, version: number, outcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number }, progress: { done: number, total: number, waitingFor: Array<string>, phases: Array<{ phase: NodePhase, count: number }>, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type DecisionDetailsQueryVariables = Exact<{
  id: string;
}>;


export type DecisionDetailsQuery = { decision: { achievedSaving: string | null, disruptionCost: number | null, interruptionId: string | null, deadline: string | null, standaloneClaim: string | null, comment: string | null, snapshotDigest: string, engineVersion: string, id: string, clusterId: string, clusterName: string, kind: DecisionKind, state: DecisionState, observeOnly: boolean, approvalsNeeded: number, nodePools: Array<string>, nodeCount: number, podCount: number, costChange: string | null, savingsRatio: string | null, savingGapRatio: number | null, proposedAt: string, expiresAt: string | null, rejectedUntil: string | null, decidedAt: string | null, decidedBy: string | null, finishedAt: string | null, executionStep: ExecutionStep, version: number, staticPool: { nodePool: string, replicas: number, held: number } | null, plannedClaims: Array<{ plannedId: string, nodePool: string | null, requirements: Array<string>, savingAgainstNextBest: string | null, optionCount: number, nodeClaim: { id: string, name: string, state: NodeClaimState, nodeName: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, price: string | null, failure: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } | null } | null, pods: Array<{ uid: string, namespace: string, name: string, owner: string }>, requests: Array<{ resource: string, amount: number, quantity: string }>, expected: { instanceType: string, zone: string, capacityType: CapacityType, price: string, isPriceEstimated: boolean, priceOverlay: { name: string, listedPrice: string | null } | null }, options: Array<{ instanceType: string, zone: string, capacityType: CapacityType, price: string, isPriceEstimated: boolean, priceOverlay: { name: string, listedPrice: string | null } | null }>, rejected: Array<{ count: number, examples: Array<string>, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } }>, gap: { dualValue: string, parts: { offeringPremium: string, unusedCapacity: string, placementPremium: string } } | null }>, planCost: { cost: string, lowerBound: string, firstFitCost: string, firstFitNodeCount: number, nodeCharge: string, method: PlanMethod, diversity: string, gapParts: { offeringPremium: string, unusedCapacity: string, placementPremium: string } } | null, unschedulable: Array<{ queuePosition: number, evaluatedAt: string, pod: { uid: string, namespace: string, name: string, owner: string }, reasons: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }>, byNodePool: Array<{ nodePool: string, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }, nearest: { instanceType: string, shortages: Array<{ resource: string, requested: number, allocatable: number }> } | null, fix: { kind: string, name: string, path: string } | null }> }>, existingPlacements: Array<{ nodeName: string, pods: Array<{ uid: string, namespace: string, name: string, owner: string }> }>, candidates: Array<{ nodeName: string, nodeClaimId: string, nodePool: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, price: string | null, daemonPods: number, priceOverlay: { name: string, listedPrice: string | null } | null, drift: { reason: string, definition: string | null, since: string | null, fields: Array<{ path: string, before: string | null, after: string | null }> } | null }>, moves: Array<{ pod: string, from: string, to: string | null }>, savingBound: { saving: string | null, mostSaving: string, gapRatio: number } | null, budgets: Array<{ clusterId: string, nodePool: string, reason: DisruptionReason, nodes: number, disrupting: number, allowed: number, changesAt: string | null, limitingBudget: { index: number, nodes: string, schedule: string | null, duration: string | null, reasons: Array<DisruptionReason> } | null }>, events: Array<{ at: string, kind: string, actor: string, data: unknown }>, outcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number }, progress: { done: number, total: number, waitingFor: Array<string>, phases: Array<{ phase: NodePhase, count: number }>, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> } | null } | null };

export type ApproveDecisionMutationVariables = Exact<{
  input: ApproveDecisionInput;
}>;


export type ApproveDecisionMutation = { approveDecision: { decision: { id: string, state: DecisionState, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RejectDecisionMutationVariables = Exact<{
  input: RejectDecisionInput;
}>;


export type RejectDecisionMutation = { rejectDecision: { decision: { id: string, state: DecisionState, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DecisionSummaryFieldsFragment = { id: string, clusterId: string, clusterName: string, kind: DecisionKind, state: DecisionState, observeOnly: boolean, approvalsNeeded: number, nodePools: Array<string>, nodeCount: number, podCount: number, costChange: string | null, savingsRatio: string | null, savingGapRatio: number | null, proposedAt: string, expiresAt: string | null, rejectedUntil: string | null, decidedAt: string | null, decidedBy: string | null, finishedAt: string | null, executionStep: ExecutionStep, version: number, outcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number }, progress: { done: number, total: number, waitingFor: Array<string>, phases: Array<{ phase: NodePhase, count: number }>, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> } | null };

export type OutcomeFieldsFragment = { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number };

export type OfferingFieldsFragment = { instanceType: string, zone: string, capacityType: CapacityType, price: string, isPriceEstimated: boolean, priceOverlay: { name: string, listedPrice: string | null } | null };

export type PriceOverlayFieldsFragment = { name: string, listedPrice: string | null };

export type SavingProofQueryVariables = Exact<{
  id: string;
}>;


export type SavingProofQuery = { savingProof: { isProved: boolean, problem: string | null, nodes: number, offers: number, podGroups: number } | null };

export type DecisionApprovalQueryVariables = Exact<{
  id: string;
}>;


export type DecisionApprovalQuery = { decision: { id: string, planDigest: string | null, approvalsNeeded: number, approvalsGiven: number, approval: { rule: string, policyVersion: number | null, approvers: string | null, escalatesTo: string | null, remindsAt: string | null, escalatesAt: string | null, windowFrom: string | null, windowUntil: string | null, editedBy: string | null, excludedNodes: Array<string>, replaces: string | null, isBeingReplanned: boolean, refusal: string | null, passed: Array<{ name: string, why: string }>, reviews: Array<{ at: string, verdict: ReviewVerdict, by: string, comment: string | null, counts: boolean }>, pods: Array<{ pod: string, from: string, owner: string, replicas: number, persistentVolumes: number, gracePeriodMs: number, budget: string | null, headroom: number | null }> } | null } | null };

export type WithdrawApprovalMutationVariables = Exact<{
  input: WithdrawApprovalInput;
}>;


export type WithdrawApprovalMutation = { withdrawApproval: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CommentDecisionMutationVariables = Exact<{
  input: CommentDecisionInput;
}>;


export type CommentDecisionMutation = { commentDecision: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ExcludeNodesMutationVariables = Exact<{
  input: ExcludeNodesInput;
}>;


export type ExcludeNodesMutation = { excludeNodes: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateStandingApprovalMutationVariables = Exact<{
  input: CreateStandingApprovalInput;
}>;


export type CreateStandingApprovalMutation = { createStandingApproval: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type BreakGlassMutationVariables = Exact<{
  input: BreakGlassInput;
}>;


export type BreakGlassMutation = { breakGlass: { decision: { id: string } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ApprovalFieldsFragment = { rule: string, policyVersion: number | null, approvers: string | null, escalatesTo: string | null, remindsAt: string | null, escalatesAt: string | null, windowFrom: string | null, windowUntil: string | null, editedBy: string | null, excludedNodes: Array<string>, replaces: string | null, isBeingReplanned: boolean, refusal: string | null, passed: Array<{ name: string, why: string }>, reviews: Array<{ at: string, verdict: ReviewVerdict, by: string, comment: string | null, counts: boolean }>, pods: Array<{ pod: string, from: string, owner: string, replicas: number, persistentVolumes: number, gracePeriodMs: number, budget: string | null, headroom: number | null }> };

export type NodePoolsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type NodePoolsQuery = { nodePools: { totalCount: number, asOf: string, nodes: Array<{ id: string, clusterId: string, clusterName: string, name: string, source: DefinitionSource, weight: number, replicas: number | null, presentReplicas: number | null, nodeClassName: string, isReady: boolean, notReadyReason: string | null, nodes: number, price: string, unpricedNodes: number, updatedAt: string, limits: Array<{ resource: string, usage: number, limit: number | null }>, findings: Array<{ severity: FindingSeverity, code: string, path: string, message: string, found: string | null, became: string | null, line: number | null, column: number | null }>, budgets: Array<{ clusterId: string, nodePool: string, reason: DisruptionReason, nodes: number, disrupting: number, allowed: number, changesAt: string | null, limitingBudget: { index: number, nodes: string, schedule: string | null, duration: string | null, reasons: Array<DisruptionReason> } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RefusedDefinitionsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type RefusedDefinitionsQuery = { clusters: { nodes: Array<{ id: string, name: string, findings: Array<{ code: string, object: string, message: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type NodePoolDetailsQueryVariables = Exact<{
  id: string;
}>;


export type NodePoolDetailsQuery = { nodePool: { id: string, clusterId: string, clusterName: string, name: string, source: DefinitionSource, revision: number, manifest: string, weight: number, replicas: number | null, presentReplicas: number | null, nodeClassName: string, consolidationPolicy: string, consolidateAfter: string, minSaving: string | null, minSavingPercent: number | null, podMovePrice: string | null, expireAfter: string, isReady: boolean, notReadyReason: string | null, nodes: number, price: string, unpricedNodes: number, createdAt: string, updatedAt: string, version: number, registrationHealth: { status: RegistrationHealthStatus, outcomes: number, failures: number, lastFailureAt: string | null, lastFailureDetail: string | null }, limits: Array<{ resource: string, usage: number, limit: number | null }>, findings: Array<{ severity: FindingSeverity, code: string, path: string, message: string, found: string | null, became: string | null, line: number | null, column: number | null }>, budgets: Array<{ clusterId: string, nodePool: string, reason: DisruptionReason, nodes: number, disrupting: number, allowed: number, changesAt: string | null, limitingBudget: { index: number, nodes: string, schedule: string | null, duration: string | null, reasons: Array<DisruptionReason> } | null }>, revisions: Array<{ revision: number, manifest: string, savedAt: string, savedBy: string }> } | null };

export type NodeClassesQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type NodeClassesQuery = { nodeClasses: { totalCount: number, asOf: string, nodes: Array<{ id: string, clusterId: string, clusterName: string, name: string, source: DefinitionSource, amiFamily: string | null, isReady: boolean, resolvedAt: string | null, nodePools: Array<string>, updatedAt: string, problems: Array<{ condition: string, reason: string, message: string }>, subnets: Array<{ id: string, freeAddresses: number }>, securityGroups: Array<{ id: string }>, images: Array<{ id: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type NodeClassDetailsQueryVariables = Exact<{
  id: string;
}>;


export type NodeClassDetailsQuery = { nodeClass: { id: string, clusterId: string, clusterName: string, name: string, source: DefinitionSource, revision: number, manifest: string, amiFamily: string | null, isReady: boolean, resolvedAt: string | null, instanceProfile: string | null, nodePools: Array<string>, createdAt: string, updatedAt: string, version: number, problems: Array<{ condition: string, reason: string, message: string }>, subnets: Array<{ id: string, zone: string, zoneId: string, freeAddresses: number }>, securityGroups: Array<{ id: string, name: string }>, images: Array<{ id: string, name: string, architecture: string, variant: string, createdAt: string, deprecated: boolean }>, revisions: Array<{ revision: number, manifest: string, savedAt: string, savedBy: string }> } | null };

export type ApplyManifestsMutationVariables = Exact<{
  input: ApplyManifestsInput;
}>;


export type ApplyManifestsMutation = { applyManifests: { applied: boolean, documents: Array<{ index: number, kind: string | null, name: string | null, apiVersion: string | null, accepted: boolean, version: number | null, currentVersion: number | null, manifest: string | null, currentManifest: string | null, drift: { nodes: number, drifting: number } | null, variants: Array<{ label: string, manifest: string }>, findings: Array<{ severity: FindingSeverity, code: string, path: string, message: string, found: string | null, became: string | null, line: number | null, column: number | null }> }>, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ConvertManifestsQueryVariables = Exact<{
  input: ConvertManifestsInput;
}>;


export type ConvertManifestsQuery = { convertManifests: { text: string } };

export type DeleteDefinitionMutationVariables = Exact<{
  input: DeleteDefinitionInput;
}>;


export type DeleteDefinitionMutation = { deleteDefinition: { deletedId: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type FindingFieldsFragment = { severity: FindingSeverity, code: string, path: string, message: string, found: string | null, became: string | null, line: number | null, column: number | null };

export type FleetEventsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  decisionEvents?: Array<string> | string | null | undefined;
  first: number;
}>;


export type FleetEventsQuery = { fleetEvents: Array<{ at: string, clusterId: string, clusterName: string, nodePools: Array<string>, decisionId: string | null, decisionKind: DecisionKind | null, decisionEvent: string | null, actor: string | null, interruptionId: string | null, interruptionKind: InterruptionKind | null, nodeName: string | null, nodeCount: number, podCount: number, costChange: string | null, decisionOutcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number } | null }> };

export type FleetEventFieldsFragment = { at: string, clusterId: string, clusterName: string, nodePools: Array<string>, decisionId: string | null, decisionKind: DecisionKind | null, decisionEvent: string | null, actor: string | null, interruptionId: string | null, interruptionKind: InterruptionKind | null, nodeName: string | null, nodeCount: number, podCount: number, costChange: string | null, decisionOutcome: { succeededNodes: number, launchFailedNodes: number, notReadyNodes: number, remainingNodes: number } | null };

export type FleetQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FleetQuery = { fleet: { clusters: number, attentionClusters: number, brokenClusters: number, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, spotPrice: string, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } }, clusters: { asOf: string, nodes: Array<{ id: string, name: string, region: string, mode: ClusterMode, effectiveMode: ClusterMode, kubernetesVersion: string | null, connection: { state: ConnectionState, problem: string | null, syncedAt: string | null, changedAt: string }, attention: Array<{ kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null }>, summary: { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, spotPrice: string, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AttentionFieldsFragment = { kind: AttentionKind, severity: AttentionSeverity, count: number, since: string, detail: string | null };

export type SummaryFieldsFragment = { asOf: string, nodes: number, managedNodes: number, pods: number, pendingPods: number, oldestPendingAt: string | null, price: string, unpricedNodes: number, spotPrice: string, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number, awaitingDecisions: number };

export type InterruptionsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: InterruptionFilter | null | undefined;
}>;


export type InterruptionsQuery = { interruptions: { totalCount: number, asOf: string, nodes: Array<{ id: string, clusterId: string, clusterName: string, kind: InterruptionKind, outcome: InterruptionOutcome, instanceId: string, nodeClaimId: string | null, nodeName: string | null, nodePool: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, decisionId: string | null, warnedAt: string, receivedAt: string, deadline: string | null, podCount: number, replacementRequestedAt: string | null, drainedAt: string | null, lostPods: Array<string>, endedAt: string | null, replacements: Array<{ id: string, name: string, state: NodeClaimState, nodeName: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, price: string | null, initializedAt: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type InterruptionDetailsQueryVariables = Exact<{
  id: string;
}>;


export type InterruptionDetailsQuery = { interruption: { id: string, clusterId: string, clusterName: string, kind: InterruptionKind, outcome: InterruptionOutcome, instanceId: string, nodeClaimId: string | null, nodeName: string | null, nodePool: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, decisionId: string | null, warnedAt: string, receivedAt: string, deadline: string | null, podCount: number, replacementRequestedAt: string | null, drainedAt: string | null, lostPods: Array<string>, endedAt: string | null, replacements: Array<{ id: string, name: string, state: NodeClaimState, nodeName: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, price: string | null, initializedAt: string | null }> } | null };

export type InterruptionCountsQueryVariables = Exact<{
  draining?: InterruptionFilter | null | undefined;
  day?: InterruptionFilter | null | undefined;
  lost?: InterruptionFilter | null | undefined;
}>;


export type InterruptionCountsQuery = { draining: { totalCount: number }, day: { totalCount: number }, lost: { totalCount: number } };

export type InterruptionFieldsFragment = { id: string, clusterId: string, clusterName: string, kind: InterruptionKind, outcome: InterruptionOutcome, instanceId: string, nodeClaimId: string | null, nodeName: string | null, nodePool: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, decisionId: string | null, warnedAt: string, receivedAt: string, deadline: string | null, podCount: number, replacementRequestedAt: string | null, drainedAt: string | null, lostPods: Array<string>, endedAt: string | null, replacements: Array<{ id: string, name: string, state: NodeClaimState, nodeName: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, price: string | null, initializedAt: string | null }> };

export type NodeClaimsQueryVariables = Exact<{
  clusterId: string;
  after?: string | null | undefined;
  filter?: NodeClaimFilter | null | undefined;
}>;


export type NodeClaimsQuery = { nodeClaims: { totalCount: number, asOf: string, nodes: Array<{ id: string, clusterId: string, name: string, nodePool: string | null, nodeClass: string, state: NodeClaimState, instanceId: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, imageId: string | null, price: string | null, nodeName: string | null, decisionId: string | null, requestedAt: string, launchedAt: string | null, registeredAt: string | null, initializedAt: string | null, terminatedAt: string | null, failure: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } | null, termination: { step: TerminationStep, reason: string, startedAt: string, deadline: string | null, waitingFor: string | null } | null, drift: { reason: string, since: string } | null, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type NodeClaimDetailsQueryVariables = Exact<{
  id: string;
}>;


export type NodeClaimDetailsQuery = { nodeClaim: { id: string, clusterId: string, name: string, nodePool: string | null, nodeClass: string, state: NodeClaimState, instanceId: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, imageId: string | null, price: string | null, nodeName: string | null, decisionId: string | null, requestedAt: string, launchedAt: string | null, registeredAt: string | null, initializedAt: string | null, terminatedAt: string | null, failure: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } | null, termination: { step: TerminationStep, reason: string, startedAt: string, deadline: string | null, waitingFor: string | null } | null, drift: { reason: string, since: string } | null, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> } | null };

export type NodeClaimFieldsFragment = { id: string, clusterId: string, name: string, nodePool: string | null, nodeClass: string, state: NodeClaimState, instanceId: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, imageId: string | null, price: string | null, nodeName: string | null, decisionId: string | null, requestedAt: string, launchedAt: string | null, registeredAt: string | null, initializedAt: string | null, terminatedAt: string | null, failure: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } | null, termination: { step: TerminationStep, reason: string, startedAt: string, deadline: string | null, waitingFor: string | null } | null, drift: { reason: string, since: string } | null, failures: Array<{ operation: string, object: string, errorCode: string, message: string, remedy: string | null, attempts: number, firstFailedAt: string, lastFailedAt: string }> };

export type NodesQueryVariables = Exact<{
  clusterId: string;
  after?: string | null | undefined;
  filter?: NodeFilter | null | undefined;
  orderBy?: NodeOrder | null | undefined;
}>;


export type NodesQuery = { nodes: { totalCount: number, asOf: string, nodes: Array<{ name: string, nodePool: string | null, nodeClaimId: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, arch: string | null, price: string | null, state: NodeState, cpuAllocatableMilli: number, cpuRequestedMilli: number, memoryAllocatableBytes: number, memoryRequestedBytes: number, podCapacity: number, podCount: number, blockersEvaluatedAt: string | null, createdAt: string, blockers: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null }, totals: { nodes: number, pods: number, pendingPods: number, price: string, unpricedNodes: number, cpuRequestedMilli: number, cpuAllocatableMilli: number, memoryRequestedBytes: number, memoryAllocatableBytes: number } } | null };

export type NodeDetailsQueryVariables = Exact<{
  clusterId: string;
  name: string;
}>;


export type NodeDetailsQuery = { node: { name: string, providerId: string | null, nodePool: string | null, instanceType: string | null, zone: string | null, capacityType: CapacityType | null, arch: string | null, price: string | null, state: NodeState, labels: unknown, podCapacity: number, podCount: number, blockersEvaluatedAt: string | null, createdAt: string, asOf: string, taints: Array<{ key: string, value: string, effect: string }>, allocatable: Array<{ resource: string, amount: number, quantity: string }>, requested: Array<{ resource: string, amount: number, quantity: string }>, blockers: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }>, pods: Array<{ uid: string, namespace: string, name: string, ownerKind: string, ownerName: string, isDaemon: boolean, phase: PodPhase, createdAt: string, requests: Array<{ resource: string, amount: number, quantity: string }> }>, nodeClaim: { id: string, name: string, decisionId: string | null, state: NodeClaimState, requestedAt: string, launchedAt: string | null, registeredAt: string | null, initializedAt: string | null, terminatedAt: string | null, drift: { reason: string, since: string } | null, termination: { step: TerminationStep, reason: string, startedAt: string, deadline: string | null, waitingFor: string | null } | null } | null } | null };

export type AmountFieldsFragment = { resource: string, amount: number, quantity: string };

export type SimulateDisruptionMutationVariables = Exact<{
  input: SimulateDisruptionInput;
}>;


export type SimulateDisruptionMutation = { simulateDisruption: { simulation: { id: string } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DisruptionSimulationQueryVariables = Exact<{
  id: string;
}>;


export type DisruptionSimulationQuery = { disruptionSimulation: { id: string, nodeNames: Array<string>, requestedBy: string, requestedAt: string, state: SimulationState, problem: string | null, result: { evaluatedAt: string, costChange: string | null, nodes: Array<{ nodeName: string, daemonPods: number, podsWithoutController: Array<string>, blockers: Array<{ disruptionReasons: Array<DisruptionReason>, until: string | null, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } }> }>, moves: Array<{ pod: string, from: string, to: string | null }>, unplaced: Array<{ pod: string, from: string | null, reasons: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }>, byNodePool: Array<{ nodePool: string, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }, nearest: { instanceType: string, shortages: Array<{ resource: string, requested: number, allocatable: number }> } | null, fix: { kind: string, name: string, path: string } | null }> }>, replacements: Array<{ plannedId: string, nodePool: string | null, optionCount: number, pods: Array<{ uid: string }>, expected: { instanceType: string, zone: string, capacityType: CapacityType, price: string, isPriceEstimated: boolean }, options: Array<{ instanceType: string, zone: string, capacityType: CapacityType, price: string, isPriceEstimated: boolean }> }>, consolidation: { isPossible: boolean, saving: string | null, blocker: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null } | null } | null } | null } | null };

export type NotificationsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationsQuery = { notificationChannels: Array<{ id: string, name: string, kind: NotificationChannelKind, state: NotificationChannelState, disabledReason: string | null, url: string | null, slackChannel: string | null, smtpHost: string | null, smtpPort: number | null, smtpSecurity: SmtpSecurity | null, smtpUser: string | null, emailFrom: string | null, emailTo: Array<string>, secretNames: Array<string>, digestMinutes: number, mutedUntil: string | null, failingSince: string | null, version: number }>, notificationRules: Array<{ id: string, channelId: string, name: string, eventKinds: Array<string>, leastSeverity: NotificationSeverity, clusterIds: Array<string>, nodePools: Array<string>, teamIds: Array<string>, isEnabled: boolean, version: number }>, notificationEventKinds: Array<{ kind: string, severity: NotificationSeverity, meaning: string }>, teams: Array<{ id: string, name: string }>, chatIdentities: Array<{ provider: string, workspaceId: string, personId: string, linkedAt: string }> };

export type NotificationDeliveriesQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: NotificationDeliveryFilter | null | undefined;
}>;


export type NotificationDeliveriesQuery = { notificationDeliveries: { totalCount: number, asOf: string, nodes: Array<{ id: string, channelName: string, channelKind: NotificationChannelKind, state: NotificationDeliveryState, attempts: number, createdAt: string, collectsUntil: string | null, nextAttemptAt: string | null, finishedAt: string | null, redeliveryOf: string | null, requestedBy: string | null, events: Array<{ id: string, kind: string, severity: NotificationSeverity, at: string, clusterName: string | null, title: string, text: string | null }>, log: Array<{ number: number, at: string, outcome: NotificationAttemptOutcome, status: number | null, latencyMs: number, response: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreateNotificationChannelMutationVariables = Exact<{
  input: CreateNotificationChannelInput;
}>;


export type CreateNotificationChannelMutation = { createNotificationChannel: { signingSecret: string | null, channel: { id: string, name: string, kind: NotificationChannelKind, state: NotificationChannelState, disabledReason: string | null, url: string | null, slackChannel: string | null, smtpHost: string | null, smtpPort: number | null, smtpSecurity: SmtpSecurity | null, smtpUser: string | null, emailFrom: string | null, emailTo: Array<string>, secretNames: Array<string>, digestMinutes: number, mutedUntil: string | null, failingSince: string | null, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UpdateNotificationChannelMutationVariables = Exact<{
  input: UpdateNotificationChannelInput;
}>;


export type UpdateNotificationChannelMutation = { updateNotificationChannel: { channel: { id: string, name: string, kind: NotificationChannelKind, state: NotificationChannelState, disabledReason: string | null, url: string | null, slackChannel: string | null, smtpHost: string | null, smtpPort: number | null, smtpSecurity: SmtpSecurity | null, smtpUser: string | null, emailFrom: string | null, emailTo: Array<string>, secretNames: Array<string>, digestMinutes: number, mutedUntil: string | null, failingSince: string | null, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RemoveNotificationChannelMutationVariables = Exact<{
  input: NotificationChannelVersionInput;
}>;


export type RemoveNotificationChannelMutation = { removeNotificationChannel: { channel: { id: string, name: string } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type TestNotificationChannelMutationVariables = Exact<{
  input: TestNotificationChannelInput;
}>;


export type TestNotificationChannelMutation = { testNotificationChannel: { delivery: { id: string, channelName: string, channelKind: NotificationChannelKind, state: NotificationDeliveryState, attempts: number, createdAt: string, collectsUntil: string | null, nextAttemptAt: string | null, finishedAt: string | null, redeliveryOf: string | null, requestedBy: string | null, events: Array<{ id: string, kind: string, severity: NotificationSeverity, at: string, clusterName: string | null, title: string, text: string | null }>, log: Array<{ number: number, at: string, outcome: NotificationAttemptOutcome, status: number | null, latencyMs: number, response: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RedeliverNotificationMutationVariables = Exact<{
  input: RedeliverNotificationInput;
}>;


export type RedeliverNotificationMutation = { redeliverNotification: { delivery: { id: string, channelName: string, channelKind: NotificationChannelKind, state: NotificationDeliveryState, attempts: number, createdAt: string, collectsUntil: string | null, nextAttemptAt: string | null, finishedAt: string | null, redeliveryOf: string | null, requestedBy: string | null, events: Array<{ id: string, kind: string, severity: NotificationSeverity, at: string, clusterName: string | null, title: string, text: string | null }>, log: Array<{ number: number, at: string, outcome: NotificationAttemptOutcome, status: number | null, latencyMs: number, response: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateNotificationRuleMutationVariables = Exact<{
  input: CreateNotificationRuleInput;
}>;


export type CreateNotificationRuleMutation = { createNotificationRule: { rule: { id: string, channelId: string, name: string, eventKinds: Array<string>, leastSeverity: NotificationSeverity, clusterIds: Array<string>, nodePools: Array<string>, teamIds: Array<string>, isEnabled: boolean, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UpdateNotificationRuleMutationVariables = Exact<{
  input: UpdateNotificationRuleInput;
}>;


export type UpdateNotificationRuleMutation = { updateNotificationRule: { rule: { id: string, channelId: string, name: string, eventKinds: Array<string>, leastSeverity: NotificationSeverity, clusterIds: Array<string>, nodePools: Array<string>, teamIds: Array<string>, isEnabled: boolean, version: number } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RemoveNotificationRuleMutationVariables = Exact<{
  input: RemoveNotificationRuleInput;
}>;


export type RemoveNotificationRuleMutation = { removeNotificationRule: { rule: { id: string, name: string } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UnlinkChatIdentitiesMutationVariables = Exact<{ [key: string]: never; }>;


export type UnlinkChatIdentitiesMutation = { unlinkChatIdentities: { removed: number, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateChatCodeMutationVariables = Exact<{ [key: string]: never; }>;


export type CreateChatCodeMutation = { createChatCode: { code: string | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type NotificationChannelFieldsFragment = { id: string, name: string, kind: NotificationChannelKind, state: NotificationChannelState, disabledReason: string | null, url: string | null, slackChannel: string | null, smtpHost: string | null, smtpPort: number | null, smtpSecurity: SmtpSecurity | null, smtpUser: string | null, emailFrom: string | null, emailTo: Array<string>, secretNames: Array<string>, digestMinutes: number, mutedUntil: string | null, failingSince: string | null, version: number };

export type NotificationRuleFieldsFragment = { id: string, channelId: string, name: string, eventKinds: Array<string>, leastSeverity: NotificationSeverity, clusterIds: Array<string>, nodePools: Array<string>, teamIds: Array<string>, isEnabled: boolean, version: number };

export type NotificationDeliveryFieldsFragment = { id: string, channelName: string, channelKind: NotificationChannelKind, state: NotificationDeliveryState, attempts: number, createdAt: string, collectsUntil: string | null, nextAttemptAt: string | null, finishedAt: string | null, redeliveryOf: string | null, requestedBy: string | null, events: Array<{ id: string, kind: string, severity: NotificationSeverity, at: string, clusterName: string | null, title: string, text: string | null }>, log: Array<{ number: number, at: string, outcome: NotificationAttemptOutcome, status: number | null, latencyMs: number, response: string }> };

export type PendingPodGroupsQueryVariables = Exact<{
  clusterId?: string | null | undefined;
  after?: string | null | undefined;
  teams?: Array<string> | string | null | undefined;
}>;


export type PendingPodGroupsQuery = { pendingPodGroups: { totalCount: number, totalPods: number, asOf: string, nodes: Array<{ clusterId: string, clusterName: string, namespace: string, ownerKind: string, ownerName: string, count: number, oldestCreatedAt: string, lastEvaluatedAt: string | null, pods: Array<{ uid: string, name: string, createdAt: string, schedulerMessage: string | null, requests: Array<{ resource: string, amount: number, quantity: string }>, verdict: { kind: PodVerdictKind, evaluatedAt: string, nodeName: string | null, nodePool: string | null, nodeClaimId: string | null, decisionId: string | null, queuePosition: number | null, reasons: Array<{ code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }>, byNodePool: Array<{ nodePool: string, reason: { code: ReasonCode, data: unknown, message: string, subject: string, remedy: string | null }, nearest: { instanceType: string, shortages: Array<{ resource: string, requested: number, allocatable: number }> } | null, fix: { kind: string, name: string, path: string } | null }> } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ExerciseProgressQueryVariables = Exact<{
  clusterId: string;
}>;


export type ExerciseProgressQuery = { nodePools: { nodes: Array<{ name: string }> }, pendingPodGroups: { nodes: Array<{ ownerName: string }> }, nodes: { totalCount: number } | null, decisions: { nodes: Array<{ id: string, kind: DecisionKind, state: DecisionState }> } };

export type DeviceRequestQueryVariables = Exact<{
  userCode: string;
}>;


export type DeviceRequestQuery = { deviceRequest: { clientName: string, address: string, createdAt: string, expiresAt: string } | null };

export type DecideDeviceMutationVariables = Exact<{
  input: DecideDeviceInput;
}>;


export type DecideDeviceMutation = { decideDevice: { request: { clientName: string } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RolesQueryVariables = Exact<{ [key: string]: never; }>;


export type RolesQuery = { roles: Array<{ id: string, name: string, description: string, isBuiltIn: boolean, actions: Array<AccessAction>, version: number }> };

export type RoleBindingsQueryVariables = Exact<{ [key: string]: never; }>;


export type RoleBindingsQuery = { roleBindings: Array<{ id: string, subjectKind: BindingSubjectKind, subjectId: string, subjectName: string, role: string, roleName: string, effect: AccessEffect, createdAt: string, createdBy: string, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> };

export type TeamsQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamsQuery = { teams: Array<{ id: string, name: string, version: number, owns: Array<{ kind: TeamOwnershipKind, clusterId: string, clusterName: string, name: string }>, members: Array<{ kind: TeamMemberKind, id: string, name: string }> }> };

export type UsersQueryVariables = Exact<{ [key: string]: never; }>;


export type UsersQuery = { users: Array<{ id: string, name: string, hasPassword: boolean, groups: Array<string>, roles: Array<string>, createdAt: string, lastSignInAt: string | null, disabledAt: string | null }> };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: string, createdAt: string, expiresAt: string, address: string | null, isCurrent: boolean }> };

export type BindRoleMutationVariables = Exact<{
  input: BindRoleInput;
}>;


export type BindRoleMutation = { bindRole: { roleBinding: { id: string, subjectKind: BindingSubjectKind, subjectId: string, subjectName: string, role: string, roleName: string, effect: AccessEffect, createdAt: string, createdBy: string, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UnbindRoleMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type UnbindRoleMutation = { unbindRole: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateRoleMutationVariables = Exact<{
  input: CreateRoleInput;
}>;


export type CreateRoleMutation = { createRole: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DeleteRoleMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type DeleteRoleMutation = { deleteRole: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateTeamMutationVariables = Exact<{
  input: CreateTeamInput;
}>;


export type CreateTeamMutation = { createTeam: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DeleteTeamMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type DeleteTeamMutation = { deleteTeam: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DisableUserMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type DisableUserMutation = { disableUser: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type EnableUserMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type EnableUserMutation = { enableUser: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DeleteUserMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type DeleteUserMutation = { deleteUser: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type EndSessionMutationVariables = Exact<{
  input: DeleteAccessObjectInput;
}>;


export type EndSessionMutation = { endSession: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type AccessScopeFieldsFragment = { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null };

export type RoleBindingFieldsFragment = { id: string, subjectKind: BindingSubjectKind, subjectId: string, subjectName: string, role: string, roleName: string, effect: AccessEffect, createdAt: string, createdBy: string, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } };

export type TeamFieldsFragment = { id: string, name: string, version: number, owns: Array<{ kind: TeamOwnershipKind, clusterId: string, clusterName: string, name: string }>, members: Array<{ kind: TeamMemberKind, id: string, name: string }> };

export type UserFieldsFragment = { id: string, name: string, hasPassword: boolean, groups: Array<string>, roles: Array<string>, createdAt: string, lastSignInAt: string | null, disabledAt: string | null };

export type ApiTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiTokensQuery = { apiTokens: Array<{ id: string, name: string, createdAt: string, createdBy: string, expiresAt: string, lastUsedAt: string | null, revokedAt: string | null, rotatedAt: string | null, previousSecretUntil: string | null, canRotate: boolean, roles: Array<{ role: string, roleName: string, effect: AccessEffect, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> }> };

export type CreateApiTokenMutationVariables = Exact<{
  input: CreateApiTokenInput;
}>;


export type CreateApiTokenMutation = { createApiToken: { secret: string | null, token: { id: string, name: string, createdAt: string, createdBy: string, expiresAt: string, lastUsedAt: string | null, revokedAt: string | null, rotatedAt: string | null, previousSecretUntil: string | null, canRotate: boolean, roles: Array<{ role: string, roleName: string, effect: AccessEffect, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RevokeApiTokenMutationVariables = Exact<{
  input: RevokeApiTokenInput;
}>;


export type RevokeApiTokenMutation = { revokeApiToken: { token: { id: string, name: string, createdAt: string, createdBy: string, expiresAt: string, lastUsedAt: string | null, revokedAt: string | null, rotatedAt: string | null, previousSecretUntil: string | null, canRotate: boolean, roles: Array<{ role: string, roleName: string, effect: AccessEffect, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type RotateApiTokenMutationVariables = Exact<{
  input: RotateApiTokenInput;
}>;


export type RotateApiTokenMutation = { rotateApiToken: { secret: string | null, token: { id: string, name: string, createdAt: string, createdBy: string, expiresAt: string, lastUsedAt: string | null, revokedAt: string | null, rotatedAt: string | null, previousSecretUntil: string | null, canRotate: boolean, roles: Array<{ role: string, roleName: string, effect: AccessEffect, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> } | null, userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type SetPasswordMutationVariables = Exact<{
  input: SetPasswordInput;
}>;


export type SetPasswordMutation = { setPassword: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type ApiTokenFieldsFragment = { id: string, name: string, createdAt: string, createdBy: string, expiresAt: string, lastUsedAt: string | null, revokedAt: string | null, rotatedAt: string | null, previousSecretUntil: string | null, canRotate: boolean, roles: Array<{ role: string, roleName: string, effect: AccessEffect, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> };

export type OwnStandingApprovalsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnStandingApprovalsQuery = { ownStandingApprovals: Array<{ name: string, clusters: Array<string>, nodePools: Array<string>, kinds: Array<DecisionKind>, until: string }> };

export type TrustRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type TrustRulesQuery = { trustRules: Array<{ id: string, name: string, issuer: string, audience: string, role: string, lifetimeSeconds: number, createdAt: string, createdBy: string, hasMaker: boolean, version: number, conditions: Array<{ claim: string, operator: ClaimOperator, value: string }>, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } }> };

export type CreateTrustRuleMutationVariables = Exact<{
  input: TrustRuleInput;
}>;


export type CreateTrustRuleMutation = { createTrustRule: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type UpdateTrustRuleMutationVariables = Exact<{
  input: UpdateTrustRuleInput;
}>;


export type UpdateTrustRuleMutation = { updateTrustRule: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type DeleteTrustRuleMutationVariables = Exact<{
  input: DeleteTrustRuleInput;
}>;


export type DeleteTrustRuleMutation = { deleteTrustRule: { userErrors: Array<{ code: UserErrorCode, field: string | null, message: string }> } };

export type TrustRuleFieldsFragment = { id: string, name: string, issuer: string, audience: string, role: string, lifetimeSeconds: number, createdAt: string, createdBy: string, hasMaker: boolean, version: number, conditions: Array<{ claim: string, operator: ClaimOperator, value: string }>, scope: { kind: AccessScopeKind, teamId: string | null, teamName: string | null, clusterId: string | null, clusterName: string | null, nodePool: string | null } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const UserErrorFieldsFragmentDoc = new TypedDocumentString(`
    fragment UserErrorFields on UserError {
  code
  field
  message
}
    `, {"fragmentName":"UserErrorFields"}) as unknown as TypedDocumentString<UserErrorFieldsFragment, unknown>;
export const ReasonFieldsFragmentDoc = new TypedDocumentString(`
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
    `, {"fragmentName":"ReasonFields"}) as unknown as TypedDocumentString<ReasonFieldsFragment, unknown>;
export const NearestMissFieldsFragmentDoc = new TypedDocumentString(`
    fragment NearestMissFields on NearestMiss {
  instanceType
  shortages {
    resource
    requested
    allocatable
  }
}
    `, {"fragmentName":"NearestMissFields"}) as unknown as TypedDocumentString<NearestMissFieldsFragment, unknown>;
export const RejectionFieldsFragmentDoc = new TypedDocumentString(`
    fragment RejectionFields on NodePoolRejection {
  nodePool
  reason {
    ...ReasonFields
  }
  nearest {
    ...NearestMissFields
  }
  fix {
    kind
    name
    path
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment NearestMissFields on NearestMiss {
  instanceType
  shortages {
    resource
    requested
    allocatable
  }
}`, {"fragmentName":"RejectionFields"}) as unknown as TypedDocumentString<RejectionFieldsFragment, unknown>;
export const PauseFieldsFragmentDoc = new TypedDocumentString(`
    fragment PauseFields on Pause {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  stops
  cause
  reason
  owner
  setBy
  setAt
  expiresAt
  evidence {
    rule
    observed
    threshold
    observedSpendRise
    thresholdSpendRise
    cost
    steps {
      at
      decisionId
      text
    }
  }
  isInForce
  releasedAt
  releasedBy
  releaseDenial
  version
}
    `, {"fragmentName":"PauseFields"}) as unknown as TypedDocumentString<PauseFieldsFragment, unknown>;
export const ApprovalPolicyFieldsFragmentDoc = new TypedDocumentString(`
    fragment ApprovalPolicyFields on ApprovalPolicy {
  version
  manifest
  savedAt
  savedBy
  comment
  notes
  rules {
    name
    action
    approvals
    approvers
    until
    owner
  }
}
    `, {"fragmentName":"ApprovalPolicyFields"}) as unknown as TypedDocumentString<ApprovalPolicyFieldsFragment, unknown>;
export const AlertThresholdsFieldsFragmentDoc = new TypedDocumentString(`
    fragment AlertThresholdsFields on AlertThresholds {
  scope {
    kind
    teamId
    teamName
    clusterName
    nodePool
  }
  nodes
  spend
  changesPerMinute
  currentNodes
  currentSpend
  exceeded
  version
}
    `, {"fragmentName":"AlertThresholdsFields"}) as unknown as TypedDocumentString<AlertThresholdsFieldsFragment, unknown>;
export const SpendLimitFieldsFragmentDoc = new TypedDocumentString(`
    fragment SpendLimitFields on SpendLimit {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  hourly
  monthly
  blocksLaunches
  currentHourly
  spentThisMonth
  forecastThisMonth
  reachedPercent
  changedBy
  version
}
    `, {"fragmentName":"SpendLimitFields"}) as unknown as TypedDocumentString<SpendLimitFieldsFragment, unknown>;
export const BrakeSettingsFieldsFragmentDoc = new TypedDocumentString(`
    fragment BrakeSettingsFields on BrakeSettings {
  clusterId
  claimsPerMinute
  spendRise
  launchFailures
  registrationFailures
  registrationOverdueMs
  flapRepeats
  flapWindowMs
  flapFreezeMs
  alertNodes
  alertSpend
  alertChangesPerMinute
  version
}
    `, {"fragmentName":"BrakeSettingsFields"}) as unknown as TypedDocumentString<BrakeSettingsFieldsFragment, unknown>;
export const BudgetFieldsFragmentDoc = new TypedDocumentString(`
    fragment BudgetFields on BudgetStatus {
  clusterId
  nodePool
  reason
  nodes
  disrupting
  allowed
  limitingBudget {
    index
    nodes
    schedule
    duration
    reasons
  }
  changesAt
}
    `, {"fragmentName":"BudgetFields"}) as unknown as TypedDocumentString<BudgetFieldsFragment, unknown>;
export const AttentionFieldsFragmentDoc = new TypedDocumentString(`
    fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}
    `, {"fragmentName":"AttentionFields"}) as unknown as TypedDocumentString<AttentionFieldsFragment, unknown>;
export const ClusterFieldsFragmentDoc = new TypedDocumentString(`
    fragment ClusterFields on Cluster {
  id
  name
  region
  accountId
  kubernetesVersion
  endpoint
  roleArn
  externalId
  interruptionQueue
  mode
  effectiveMode
  hold {
    code
    object
    message
    since
  }
  connection {
    state
    problem
    syncedAt
    changedAt
  }
  attention {
    ...AttentionFields
  }
  checks {
    step
    state
    detail
    remedy
  }
  findings {
    code
    object
    message
    remedy
    count
    firstSeenAt
    lastSeenAt
  }
  settings {
    batchIdleMs
    batchMaxMs
    disruptionPollMs
    validationDelayMs
    approvalTtlMs
    rejectionHoldMs
    searchMs
    nodeCharge
    offeringSharePercent
    preferencePolicy
    minValuesPolicy
    vmMemoryOverheadRatio
    reservedEnis
    spotToSpotConsolidation
    minSaving
    minSavingPercent
    podMovePrice
    maxReplacements
    nodeRepair
    instanceStatusChecks
    dryRunChecks
    zonalShift
    waitForScheduler
    anticipatePods
  }
  summary {
    asOf
    nodes
    managedNodes
    pods
    pendingPods
    oldestPendingAt
    price
    unpricedNodes
    cpuRequestedMilli
    cpuAllocatableMilli
    memoryRequestedBytes
    memoryAllocatableBytes
    awaitingDecisions
  }
  createdAt
  version
}
    fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}`, {"fragmentName":"ClusterFields"}) as unknown as TypedDocumentString<ClusterFieldsFragment, unknown>;
export const AmountFieldsFragmentDoc = new TypedDocumentString(`
    fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}
    `, {"fragmentName":"AmountFields"}) as unknown as TypedDocumentString<AmountFieldsFragment, unknown>;
export const CapacityBufferFieldsFragmentDoc = new TypedDocumentString(`
    fragment CapacityBufferFields on CapacityBuffer {
  namespace
  name
  podTemplate
  units
  isLimited
  unit {
    ...AmountFields
  }
  ready
  launching
  unschedulable
  reasons {
    ...ReasonFields
  }
  problems
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}`, {"fragmentName":"CapacityBufferFields"}) as unknown as TypedDocumentString<CapacityBufferFieldsFragment, unknown>;
export const NodeOverlayFieldsFragmentDoc = new TypedDocumentString(`
    fragment NodeOverlayFields on NodeOverlay {
  name
  state
  problems
  nodePools
  instanceTypes
  weight
  requirements
  price
  priceAdjustment
  capacity {
    resource
    quantity
  }
}
    `, {"fragmentName":"NodeOverlayFields"}) as unknown as TypedDocumentString<NodeOverlayFieldsFragment, unknown>;
export const ShareFieldsFragmentDoc = new TypedDocumentString(`
    fragment ShareFields on CostShare {
  key
  label
  nodes
  unpricedNodes
  price
}
    `, {"fragmentName":"ShareFields"}) as unknown as TypedDocumentString<ShareFieldsFragment, unknown>;
export const OutcomeFieldsFragmentDoc = new TypedDocumentString(`
    fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}
    `, {"fragmentName":"OutcomeFields"}) as unknown as TypedDocumentString<OutcomeFieldsFragment, unknown>;
export const OperationFailureFieldsFragmentDoc = new TypedDocumentString(`
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
    `, {"fragmentName":"OperationFailureFields"}) as unknown as TypedDocumentString<OperationFailureFieldsFragment, unknown>;
export const DecisionSummaryFieldsFragmentDoc = new TypedDocumentString(`
    fragment DecisionSummaryFields on Decision {
  id
  clusterId
  clusterName
  kind
  state
  observeOnly
  approvalsNeeded
  nodePools
  nodeCount
  podCount
  costChange
  savingsRatio
  savingGapRatio
  outcome {
    ...OutcomeFields
  }
  proposedAt
  expiresAt
  rejectedUntil
  decidedAt
  decidedBy
  finishedAt
  executionStep
  progress {
    done
    total
    phases {
      phase
      count
    }
    waitingFor
    failures {
      ...OperationFailureFields
    }
  }
  version
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}`, {"fragmentName":"DecisionSummaryFields"}) as unknown as TypedDocumentString<DecisionSummaryFieldsFragment, unknown>;
export const PriceOverlayFieldsFragmentDoc = new TypedDocumentString(`
    fragment PriceOverlayFields on PriceOverlay {
  name
  listedPrice
}
    `, {"fragmentName":"PriceOverlayFields"}) as unknown as TypedDocumentString<PriceOverlayFieldsFragment, unknown>;
export const OfferingFieldsFragmentDoc = new TypedDocumentString(`
    fragment OfferingFields on PlannedOffering {
  instanceType
  zone
  capacityType
  price
  isPriceEstimated
  priceOverlay {
    ...PriceOverlayFields
  }
}
    fragment PriceOverlayFields on PriceOverlay {
  name
  listedPrice
}`, {"fragmentName":"OfferingFields"}) as unknown as TypedDocumentString<OfferingFieldsFragment, unknown>;
export const ApprovalFieldsFragmentDoc = new TypedDocumentString(`
    fragment ApprovalFields on DecisionApproval {
  rule
  policyVersion
  passed {
    name
    why
  }
  approvers
  escalatesTo
  remindsAt
  escalatesAt
  windowFrom
  windowUntil
  editedBy
  excludedNodes
  replaces
  isBeingReplanned
  refusal
  reviews {
    at
    verdict
    by
    comment
    counts
  }
  pods {
    pod
    from
    owner
    replicas
    persistentVolumes
    gracePeriodMs
    budget
    headroom
  }
}
    `, {"fragmentName":"ApprovalFields"}) as unknown as TypedDocumentString<ApprovalFieldsFragment, unknown>;
export const FindingFieldsFragmentDoc = new TypedDocumentString(`
    fragment FindingFields on DefinitionFinding {
  severity
  code
  path
  message
  found
  became
  line
  column
}
    `, {"fragmentName":"FindingFields"}) as unknown as TypedDocumentString<FindingFieldsFragment, unknown>;
export const FleetEventFieldsFragmentDoc = new TypedDocumentString(`
    fragment FleetEventFields on FleetEvent {
  at
  clusterId
  clusterName
  nodePools
  decisionId
  decisionKind
  decisionEvent
  actor
  interruptionId
  interruptionKind
  nodeName
  decisionOutcome {
    ...OutcomeFields
  }
  nodeCount
  podCount
  costChange
}
    fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}`, {"fragmentName":"FleetEventFields"}) as unknown as TypedDocumentString<FleetEventFieldsFragment, unknown>;
export const SummaryFieldsFragmentDoc = new TypedDocumentString(`
    fragment SummaryFields on ClusterSummary {
  asOf
  nodes
  managedNodes
  pods
  pendingPods
  oldestPendingAt
  price
  unpricedNodes
  spotPrice
  cpuRequestedMilli
  cpuAllocatableMilli
  memoryRequestedBytes
  memoryAllocatableBytes
  awaitingDecisions
}
    `, {"fragmentName":"SummaryFields"}) as unknown as TypedDocumentString<SummaryFieldsFragment, unknown>;
export const InterruptionFieldsFragmentDoc = new TypedDocumentString(`
    fragment InterruptionFields on Interruption {
  id
  clusterId
  clusterName
  kind
  outcome
  instanceId
  nodeClaimId
  nodeName
  nodePool
  instanceType
  zone
  capacityType
  decisionId
  warnedAt
  receivedAt
  deadline
  podCount
  replacementRequestedAt
  replacements {
    id
    name
    state
    nodeName
    instanceType
    zone
    capacityType
    price
    initializedAt
  }
  drainedAt
  lostPods
  endedAt
}
    `, {"fragmentName":"InterruptionFields"}) as unknown as TypedDocumentString<InterruptionFieldsFragment, unknown>;
export const NodeClaimFieldsFragmentDoc = new TypedDocumentString(`
    fragment NodeClaimFields on NodeClaim {
  id
  clusterId
  name
  nodePool
  nodeClass
  state
  instanceId
  instanceType
  zone
  capacityType
  imageId
  price
  nodeName
  failure {
    ...ReasonFields
  }
  termination {
    step
    reason
    startedAt
    deadline
    waitingFor
  }
  drift {
    reason
    since
  }
  failures {
    ...OperationFailureFields
  }
  decisionId
  requestedAt
  launchedAt
  registeredAt
  initializedAt
  terminatedAt
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}`, {"fragmentName":"NodeClaimFields"}) as unknown as TypedDocumentString<NodeClaimFieldsFragment, unknown>;
export const NotificationChannelFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotificationChannelFields on NotificationChannel {
  id
  name
  kind
  state
  disabledReason
  url
  slackChannel
  smtpHost
  smtpPort
  smtpSecurity
  smtpUser
  emailFrom
  emailTo
  secretNames
  digestMinutes
  mutedUntil
  failingSince
  version
}
    `, {"fragmentName":"NotificationChannelFields"}) as unknown as TypedDocumentString<NotificationChannelFieldsFragment, unknown>;
export const NotificationRuleFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotificationRuleFields on NotificationRule {
  id
  channelId
  name
  eventKinds
  leastSeverity
  clusterIds
  nodePools
  teamIds
  isEnabled
  version
}
    `, {"fragmentName":"NotificationRuleFields"}) as unknown as TypedDocumentString<NotificationRuleFieldsFragment, unknown>;
export const NotificationDeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment NotificationDeliveryFields on NotificationDelivery {
  id
  channelName
  channelKind
  state
  attempts
  createdAt
  collectsUntil
  nextAttemptAt
  finishedAt
  redeliveryOf
  requestedBy
  events {
    id
    kind
    severity
    at
    clusterName
    title
    text
  }
  log {
    number
    at
    outcome
    status
    latencyMs
    response
  }
}
    `, {"fragmentName":"NotificationDeliveryFields"}) as unknown as TypedDocumentString<NotificationDeliveryFieldsFragment, unknown>;
export const AccessScopeFieldsFragmentDoc = new TypedDocumentString(`
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
    `, {"fragmentName":"AccessScopeFields"}) as unknown as TypedDocumentString<AccessScopeFieldsFragment, unknown>;
export const RoleBindingFieldsFragmentDoc = new TypedDocumentString(`
    fragment RoleBindingFields on RoleBinding {
  id
  subjectKind
  subjectId
  subjectName
  role
  roleName
  effect
  scope {
    ...AccessScopeFields
  }
  createdAt
  createdBy
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}`, {"fragmentName":"RoleBindingFields"}) as unknown as TypedDocumentString<RoleBindingFieldsFragment, unknown>;
export const TeamFieldsFragmentDoc = new TypedDocumentString(`
    fragment TeamFields on Team {
  id
  name
  owns {
    kind
    clusterId
    clusterName
    name
  }
  members {
    kind
    id
    name
  }
  version
}
    `, {"fragmentName":"TeamFields"}) as unknown as TypedDocumentString<TeamFieldsFragment, unknown>;
export const UserFieldsFragmentDoc = new TypedDocumentString(`
    fragment UserFields on User {
  id
  name
  hasPassword
  groups
  roles
  createdAt
  lastSignInAt
  disabledAt
}
    `, {"fragmentName":"UserFields"}) as unknown as TypedDocumentString<UserFieldsFragment, unknown>;
export const ApiTokenFieldsFragmentDoc = new TypedDocumentString(`
    fragment ApiTokenFields on ApiToken {
  id
  name
  roles {
    role
    roleName
    effect
    scope {
      ...AccessScopeFields
    }
  }
  createdAt
  createdBy
  expiresAt
  lastUsedAt
  revokedAt
  rotatedAt
  previousSecretUntil
  canRotate
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}`, {"fragmentName":"ApiTokenFields"}) as unknown as TypedDocumentString<ApiTokenFieldsFragment, unknown>;
export const TrustRuleFieldsFragmentDoc = new TypedDocumentString(`
    fragment TrustRuleFields on TrustRule {
  id
  name
  issuer
  audience
  conditions {
    claim
    operator
    value
  }
  role
  scope {
    ...AccessScopeFields
  }
  lifetimeSeconds
  createdAt
  createdBy
  hasMaker
  version
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}`, {"fragmentName":"TrustRuleFields"}) as unknown as TypedDocumentString<TrustRuleFieldsFragment, unknown>;
export const ShellDocument = new TypedDocumentString(`
    query Shell {
  viewer {
    name
    kind
    roles
    permissions {
      action
      isAllowed
      reason
    }
    hasPassword
    canSetPassword
  }
  product {
    version
    warnings
    sandbox {
      kubeconfig
      awsEndpoint
      exerciseCluster
      exerciseContext
      scenarios {
        name
        cluster
        startedAt
        endsAt
        message
        watch
        page
      }
    }
  }
  fleet {
    clusters
    summary {
      asOf
      pendingPods
      awaitingDecisions
    }
  }
}
    `, {"documentId":"sha256:0ab5e8ce16cca69cac166e99faf6bf4b91a0c6c1f59fa78ef8d820b8fd393696","operationName":"Shell"}) as unknown as TypedDocumentString<ShellQuery, ShellQueryVariables>;
export const ClusterNamesDocument = new TypedDocumentString(`
    query ClusterNames($after: String) {
  clusters(first: 100, after: $after, orderBy: {field: NAME, direction: ASC}) {
    nodes {
      id
      name
      region
      mode
      connection {
        state
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    asOf
  }
}
    `, {"documentId":"sha256:432e865a427333ebce3482062c0379b2d18db0b56b16b552f65cc65b6b0ba6c1","operationName":"ClusterNames"}) as unknown as TypedDocumentString<ClusterNamesQuery, ClusterNamesQueryVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut {
    logoutUrl
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:efe1b9bc7c3f97aa4e107e1df2889b41022402d43d61965c505d4a218d1c3991","operationName":"SignOut"}) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const ChangesDocument = new TypedDocumentString(`
    subscription Changes {
  changes {
    topic
    clusterId
    id
    version
  }
}
    `, {"documentId":"sha256:fa4fa3ee549e14cd2b73f2f6a12c5411900d0bf1589bdcc50a28a9b367bad502","operationName":"Changes"}) as unknown as TypedDocumentString<ChangesSubscription, ChangesSubscriptionVariables>;
export const PausesDocument = new TypedDocumentString(`
    query Pauses($clusterId: ID, $includeReleased: Boolean!) {
  pauses(clusterId: $clusterId, includeReleased: $includeReleased) {
    ...PauseFields
  }
}
    fragment PauseFields on Pause {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  stops
  cause
  reason
  owner
  setBy
  setAt
  expiresAt
  evidence {
    rule
    observed
    threshold
    observedSpendRise
    thresholdSpendRise
    cost
    steps {
      at
      decisionId
      text
    }
  }
  isInForce
  releasedAt
  releasedBy
  releaseDenial
  version
}`, {"documentId":"sha256:234b90cd79bd224f8fa7887fca232d3e2d7ef4124f6b74f46690f7a426cc21f3","operationName":"Pauses"}) as unknown as TypedDocumentString<PausesQuery, PausesQueryVariables>;
export const PausePoolsDocument = new TypedDocumentString(`
    query PausePools($clusterId: ID) {
  nodePools(first: 100, clusterId: $clusterId) {
    nodes {
      name
    }
  }
}
    `, {"documentId":"sha256:da60cbb9c906a0c11087cae39b173e1b5e1cb41422fa17062a81faf4bb406719","operationName":"PausePools"}) as unknown as TypedDocumentString<PausePoolsQuery, PausePoolsQueryVariables>;
export const PauseTeamsDocument = new TypedDocumentString(`
    query PauseTeams {
  teams {
    id
    name
  }
}
    `, {"documentId":"sha256:ead1845b8e3f180cf8493778b4bbfc8057e36346d0c21d7c90a83aeebf1b2a41","operationName":"PauseTeams"}) as unknown as TypedDocumentString<PauseTeamsQuery, PauseTeamsQueryVariables>;
export const SetPauseDocument = new TypedDocumentString(`
    mutation SetPause($input: SetPauseInput!) {
  setPause(input: $input) {
    pause {
      ...PauseFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment PauseFields on Pause {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  stops
  cause
  reason
  owner
  setBy
  setAt
  expiresAt
  evidence {
    rule
    observed
    threshold
    observedSpendRise
    thresholdSpendRise
    cost
    steps {
      at
      decisionId
      text
    }
  }
  isInForce
  releasedAt
  releasedBy
  releaseDenial
  version
}`, {"documentId":"sha256:604a8bf8b62b988afeffdf66086b794101a7a2df12648c2cf92b1cfc747d1505","operationName":"SetPause"}) as unknown as TypedDocumentString<SetPauseMutation, SetPauseMutationVariables>;
export const ReleasePauseDocument = new TypedDocumentString(`
    mutation ReleasePause($input: ReleasePauseInput!) {
  releasePause(input: $input) {
    pause {
      ...PauseFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment PauseFields on Pause {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  stops
  cause
  reason
  owner
  setBy
  setAt
  expiresAt
  evidence {
    rule
    observed
    threshold
    observedSpendRise
    thresholdSpendRise
    cost
    steps {
      at
      decisionId
      text
    }
  }
  isInForce
  releasedAt
  releasedBy
  releaseDenial
  version
}`, {"documentId":"sha256:e555cf5f4c1a40621e8b0d276d18a4bf257d430edadd0450595bc25e0c2ba7a7","operationName":"ReleasePause"}) as unknown as TypedDocumentString<ReleasePauseMutation, ReleasePauseMutationVariables>;
export const ApprovalPolicyDocument = new TypedDocumentString(`
    query ApprovalPolicy {
  approvalPolicy {
    ...ApprovalPolicyFields
  }
  approvalPolicyVersions(first: 20) {
    version
    savedAt
    savedBy
    comment
    restoredFrom
    rules {
      name
    }
  }
}
    fragment ApprovalPolicyFields on ApprovalPolicy {
  version
  manifest
  savedAt
  savedBy
  comment
  notes
  rules {
    name
    action
    approvals
    approvers
    until
    owner
  }
}`, {"documentId":"sha256:cebf24ee109d2b1d25692ab95ead666fda57fa075496e61edcb7da99e9300eec","operationName":"ApprovalPolicy"}) as unknown as TypedDocumentString<ApprovalPolicyQuery, ApprovalPolicyQueryVariables>;
export const TestApprovalPolicyDocument = new TypedDocumentString(`
    query TestApprovalPolicy($manifest: String!, $days: Int!) {
  testApprovalPolicy(manifest: $manifest, days: $days) {
    test {
      total
      isCut
      notes
      counts {
        result
        before
        after
      }
      decisions {
        id
        clusterName
        kind
        state
        proposedAt
        nodeCount
        podCount
        before
        after
        approvals
        rule
      }
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:7aad035c73d717dbab7c7862c92b61dcb8f342bdb57eb38c39f1727489dd7c10","operationName":"TestApprovalPolicy"}) as unknown as TypedDocumentString<TestApprovalPolicyQuery, TestApprovalPolicyQueryVariables>;
export const SaveApprovalPolicyDocument = new TypedDocumentString(`
    mutation SaveApprovalPolicy($input: SaveApprovalPolicyInput!) {
  saveApprovalPolicy(input: $input) {
    policy {
      ...ApprovalPolicyFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment ApprovalPolicyFields on ApprovalPolicy {
  version
  manifest
  savedAt
  savedBy
  comment
  notes
  rules {
    name
    action
    approvals
    approvers
    until
    owner
  }
}`, {"documentId":"sha256:6cc6b11424ddb7ddb2e5dc4eafefce65e13eb463f981fd9764347884ab855aaa","operationName":"SaveApprovalPolicy"}) as unknown as TypedDocumentString<SaveApprovalPolicyMutation, SaveApprovalPolicyMutationVariables>;
export const RestoreApprovalPolicyDocument = new TypedDocumentString(`
    mutation RestoreApprovalPolicy($input: RestoreApprovalPolicyInput!) {
  restoreApprovalPolicy(input: $input) {
    policy {
      ...ApprovalPolicyFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment ApprovalPolicyFields on ApprovalPolicy {
  version
  manifest
  savedAt
  savedBy
  comment
  notes
  rules {
    name
    action
    approvals
    approvers
    until
    owner
  }
}`, {"documentId":"sha256:47088fe023599d90770f84318f130aea1c89a1149c69875006a65f1878a0b1ce","operationName":"RestoreApprovalPolicy"}) as unknown as TypedDocumentString<RestoreApprovalPolicyMutation, RestoreApprovalPolicyMutationVariables>;
export const EndStandingApprovalDocument = new TypedDocumentString(`
    mutation EndStandingApproval($input: EndStandingApprovalInput!) {
  endStandingApproval(input: $input) {
    name
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:aa6a47e6e84fc8595e0715cdcaf4e370ae434083ac7dc114b686c67f7f12ce5d","operationName":"EndStandingApproval"}) as unknown as TypedDocumentString<EndStandingApprovalMutation, EndStandingApprovalMutationVariables>;
export const AuditExportDocument = new TypedDocumentString(`
    query AuditExport {
  auditExport {
    target
    lastRunAt
    nextRunAt
    lastExportAt
    waitingEntries
    lagSeconds
    failures
    lastFailedAt
    error
  }
}
    `, {"documentId":"sha256:ca88d672e53c45995bf92a285406e36d52f8b99a042d555f755242f46c9d6fbf","operationName":"AuditExport"}) as unknown as TypedDocumentString<AuditExportQuery, AuditExportQueryVariables>;
export const AuditVerificationDocument = new TypedDocumentString(`
    query AuditVerification {
  auditVerification {
    isIntact
    entries
    entriesBeforeChain
    checkpoints
    lastCheckpointAt
    unsignedEntries
    areSignaturesChecked
    problems {
      kind
      position
      entryId
      message
    }
  }
}
    `, {"documentId":"sha256:690f7593f51c87cd488fb36677ffbd04313aa1ffed4535c2dec1b54f3990b666","operationName":"AuditVerification"}) as unknown as TypedDocumentString<AuditVerificationQuery, AuditVerificationQueryVariables>;
export const AuditEntriesDocument = new TypedDocumentString(`
    query AuditEntries($after: String, $filter: AuditFilter) {
  auditEntries(first: 50, after: $after, filter: $filter) {
    nodes {
      id
      at
      actorKind
      actorName
      action
      objectKind
      objectId
      objectName
      clusterId
      clusterName
      outcome
      comment
      before
      after
      requestId
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    `, {"documentId":"sha256:2adac77ff9dbba8ccb16e8e0944766094a89ea59a3f68d059bdc6f2dfd74ff1e","operationName":"AuditEntries"}) as unknown as TypedDocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
export const SpendLimitsDocument = new TypedDocumentString(`
    query SpendLimits($clusterId: ID) {
  spendLimits(clusterId: $clusterId) {
    ...SpendLimitFields
  }
}
    fragment SpendLimitFields on SpendLimit {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  hourly
  monthly
  blocksLaunches
  currentHourly
  spentThisMonth
  forecastThisMonth
  reachedPercent
  changedBy
  version
}`, {"documentId":"sha256:a0da765296865680891e3be7e879e23bc687650a7da9a9a9daaa9cabe92c19a3","operationName":"SpendLimits"}) as unknown as TypedDocumentString<SpendLimitsQuery, SpendLimitsQueryVariables>;
export const BrakeThresholdsDocument = new TypedDocumentString(`
    query BrakeThresholds($clusterId: ID!) {
  brakeSettings(clusterId: $clusterId) {
    ...BrakeSettingsFields
  }
}
    fragment BrakeSettingsFields on BrakeSettings {
  clusterId
  claimsPerMinute
  spendRise
  launchFailures
  registrationFailures
  registrationOverdueMs
  flapRepeats
  flapWindowMs
  flapFreezeMs
  alertNodes
  alertSpend
  alertChangesPerMinute
  version
}`, {"documentId":"sha256:bca1824adf8cb040539f83cb08b3f9d266e299d71b673ee747c51594fbdccc04","operationName":"BrakeThresholds"}) as unknown as TypedDocumentString<BrakeThresholdsQuery, BrakeThresholdsQueryVariables>;
export const AlertThresholdsDocument = new TypedDocumentString(`
    query AlertThresholds {
  alertThresholds {
    ...AlertThresholdsFields
  }
}
    fragment AlertThresholdsFields on AlertThresholds {
  scope {
    kind
    teamId
    teamName
    clusterName
    nodePool
  }
  nodes
  spend
  changesPerMinute
  currentNodes
  currentSpend
  exceeded
  version
}`, {"documentId":"sha256:9b9fb4a52e29c834b3296cac2c8ebdcf1ea8807432452f6130267e61913000a3","operationName":"AlertThresholds"}) as unknown as TypedDocumentString<AlertThresholdsQuery, AlertThresholdsQueryVariables>;
export const CreateSpendLimitDocument = new TypedDocumentString(`
    mutation CreateSpendLimit($input: CreateSpendLimitInput!) {
  createSpendLimit(input: $input) {
    spendLimit {
      ...SpendLimitFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment SpendLimitFields on SpendLimit {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  hourly
  monthly
  blocksLaunches
  currentHourly
  spentThisMonth
  forecastThisMonth
  reachedPercent
  changedBy
  version
}`, {"documentId":"sha256:d3cb729ebd96fcf4ca065b912575f63d54820dfa7fabf86aba0709d3ac421da2","operationName":"CreateSpendLimit"}) as unknown as TypedDocumentString<CreateSpendLimitMutation, CreateSpendLimitMutationVariables>;
export const UpdateSpendLimitDocument = new TypedDocumentString(`
    mutation UpdateSpendLimit($input: UpdateSpendLimitInput!) {
  updateSpendLimit(input: $input) {
    spendLimit {
      ...SpendLimitFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment SpendLimitFields on SpendLimit {
  id
  scope {
    kind
    teamName
    clusterId
    clusterName
    nodePool
  }
  hourly
  monthly
  blocksLaunches
  currentHourly
  spentThisMonth
  forecastThisMonth
  reachedPercent
  changedBy
  version
}`, {"documentId":"sha256:04c65d037092fb4ed7e4c15779f03281734ae251602e0e529a68240f4e55362f","operationName":"UpdateSpendLimit"}) as unknown as TypedDocumentString<UpdateSpendLimitMutation, UpdateSpendLimitMutationVariables>;
export const DeleteSpendLimitDocument = new TypedDocumentString(`
    mutation DeleteSpendLimit($input: DeleteSpendLimitInput!) {
  deleteSpendLimit(input: $input) {
    id
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:e14364e1843ab4c9f1518b4703c5237d54b9fd18b4032347bfb905e39ef4b35b","operationName":"DeleteSpendLimit"}) as unknown as TypedDocumentString<DeleteSpendLimitMutation, DeleteSpendLimitMutationVariables>;
export const ChangeBrakeSettingsDocument = new TypedDocumentString(`
    mutation ChangeBrakeSettings($input: ChangeBrakeSettingsInput!) {
  changeBrakeSettings(input: $input) {
    settings {
      ...BrakeSettingsFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment BrakeSettingsFields on BrakeSettings {
  clusterId
  claimsPerMinute
  spendRise
  launchFailures
  registrationFailures
  registrationOverdueMs
  flapRepeats
  flapWindowMs
  flapFreezeMs
  alertNodes
  alertSpend
  alertChangesPerMinute
  version
}`, {"documentId":"sha256:b90b2c7d5d5f4a8fcfbf6f6175b327ba58cc2f9751dad400fb471c59c9857f72","operationName":"ChangeBrakeSettings"}) as unknown as TypedDocumentString<ChangeBrakeSettingsMutation, ChangeBrakeSettingsMutationVariables>;
export const ChangeAlertThresholdsDocument = new TypedDocumentString(`
    mutation ChangeAlertThresholds($input: ChangeAlertThresholdsInput!) {
  changeAlertThresholds(input: $input) {
    alertThresholds {
      ...AlertThresholdsFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment AlertThresholdsFields on AlertThresholds {
  scope {
    kind
    teamId
    teamName
    clusterName
    nodePool
  }
  nodes
  spend
  changesPerMinute
  currentNodes
  currentSpend
  exceeded
  version
}`, {"documentId":"sha256:f2fccd9de0b6b17fcaef49a082013c1d881449c3ceb681410391776bbbd015d6","operationName":"ChangeAlertThresholds"}) as unknown as TypedDocumentString<ChangeAlertThresholdsMutation, ChangeAlertThresholdsMutationVariables>;
export const DisruptionBudgetsDocument = new TypedDocumentString(`
    query DisruptionBudgets($clusterId: ID) {
  disruptionBudgets(clusterId: $clusterId) {
    asOf
    budgets {
      ...BudgetFields
    }
  }
}
    fragment BudgetFields on BudgetStatus {
  clusterId
  nodePool
  reason
  nodes
  disrupting
  allowed
  limitingBudget {
    index
    nodes
    schedule
    duration
    reasons
  }
  changesAt
}`, {"documentId":"sha256:c1648166f1d74f38dddbd3f6ccc2ac55ba6ec3be55fa4cab93550d07165fe8bd","operationName":"DisruptionBudgets"}) as unknown as TypedDocumentString<DisruptionBudgetsQuery, DisruptionBudgetsQueryVariables>;
export const ClusterDetailsDocument = new TypedDocumentString(`
    query ClusterDetails($name: String!) {
  cluster(name: $name) {
    ...ClusterFields
  }
}
    fragment ClusterFields on Cluster {
  id
  name
  region
  accountId
  kubernetesVersion
  endpoint
  roleArn
  externalId
  interruptionQueue
  mode
  effectiveMode
  hold {
    code
    object
    message
    since
  }
  connection {
    state
    problem
    syncedAt
    changedAt
  }
  attention {
    ...AttentionFields
  }
  checks {
    step
    state
    detail
    remedy
  }
  findings {
    code
    object
    message
    remedy
    count
    firstSeenAt
    lastSeenAt
  }
  settings {
    batchIdleMs
    batchMaxMs
    disruptionPollMs
    validationDelayMs
    approvalTtlMs
    rejectionHoldMs
    searchMs
    nodeCharge
    offeringSharePercent
    preferencePolicy
    minValuesPolicy
    vmMemoryOverheadRatio
    reservedEnis
    spotToSpotConsolidation
    minSaving
    minSavingPercent
    podMovePrice
    maxReplacements
    nodeRepair
    instanceStatusChecks
    dryRunChecks
    zonalShift
    waitForScheduler
    anticipatePods
  }
  summary {
    asOf
    nodes
    managedNodes
    pods
    pendingPods
    oldestPendingAt
    price
    unpricedNodes
    cpuRequestedMilli
    cpuAllocatableMilli
    memoryRequestedBytes
    memoryAllocatableBytes
    awaitingDecisions
  }
  createdAt
  version
}
fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}`, {"documentId":"sha256:863fae65866d00fcd4f53cda9e47b06f591376c01fa6d14164ecdd34bd20711e","operationName":"ClusterDetails"}) as unknown as TypedDocumentString<ClusterDetailsQuery, ClusterDetailsQueryVariables>;
export const RegisterClusterDocument = new TypedDocumentString(`
    mutation RegisterCluster($input: RegisterClusterInput!) {
  registerCluster(input: $input) {
    cluster {
      ...ClusterFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment ClusterFields on Cluster {
  id
  name
  region
  accountId
  kubernetesVersion
  endpoint
  roleArn
  externalId
  interruptionQueue
  mode
  effectiveMode
  hold {
    code
    object
    message
    since
  }
  connection {
    state
    problem
    syncedAt
    changedAt
  }
  attention {
    ...AttentionFields
  }
  checks {
    step
    state
    detail
    remedy
  }
  findings {
    code
    object
    message
    remedy
    count
    firstSeenAt
    lastSeenAt
  }
  settings {
    batchIdleMs
    batchMaxMs
    disruptionPollMs
    validationDelayMs
    approvalTtlMs
    rejectionHoldMs
    searchMs
    nodeCharge
    offeringSharePercent
    preferencePolicy
    minValuesPolicy
    vmMemoryOverheadRatio
    reservedEnis
    spotToSpotConsolidation
    minSaving
    minSavingPercent
    podMovePrice
    maxReplacements
    nodeRepair
    instanceStatusChecks
    dryRunChecks
    zonalShift
    waitForScheduler
    anticipatePods
  }
  summary {
    asOf
    nodes
    managedNodes
    pods
    pendingPods
    oldestPendingAt
    price
    unpricedNodes
    cpuRequestedMilli
    cpuAllocatableMilli
    memoryRequestedBytes
    memoryAllocatableBytes
    awaitingDecisions
  }
  createdAt
  version
}
fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}`, {"documentId":"sha256:149d49b7c4df8ca14eef3f6faa0d45403699dbdc719bdb1ff6cecbed2a5b3f20","operationName":"RegisterCluster"}) as unknown as TypedDocumentString<RegisterClusterMutation, RegisterClusterMutationVariables>;
export const UpdateClusterDocument = new TypedDocumentString(`
    mutation UpdateCluster($input: UpdateClusterInput!) {
  updateCluster(input: $input) {
    cluster {
      ...ClusterFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment ClusterFields on Cluster {
  id
  name
  region
  accountId
  kubernetesVersion
  endpoint
  roleArn
  externalId
  interruptionQueue
  mode
  effectiveMode
  hold {
    code
    object
    message
    since
  }
  connection {
    state
    problem
    syncedAt
    changedAt
  }
  attention {
    ...AttentionFields
  }
  checks {
    step
    state
    detail
    remedy
  }
  findings {
    code
    object
    message
    remedy
    count
    firstSeenAt
    lastSeenAt
  }
  settings {
    batchIdleMs
    batchMaxMs
    disruptionPollMs
    validationDelayMs
    approvalTtlMs
    rejectionHoldMs
    searchMs
    nodeCharge
    offeringSharePercent
    preferencePolicy
    minValuesPolicy
    vmMemoryOverheadRatio
    reservedEnis
    spotToSpotConsolidation
    minSaving
    minSavingPercent
    podMovePrice
    maxReplacements
    nodeRepair
    instanceStatusChecks
    dryRunChecks
    zonalShift
    waitForScheduler
    anticipatePods
  }
  summary {
    asOf
    nodes
    managedNodes
    pods
    pendingPods
    oldestPendingAt
    price
    unpricedNodes
    cpuRequestedMilli
    cpuAllocatableMilli
    memoryRequestedBytes
    memoryAllocatableBytes
    awaitingDecisions
  }
  createdAt
  version
}
fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}`, {"documentId":"sha256:8feca5372a82ff9bc0caf1d6b9a8f093aa9f3260ba1aabbc216b271e0a9609cf","operationName":"UpdateCluster"}) as unknown as TypedDocumentString<UpdateClusterMutation, UpdateClusterMutationVariables>;
export const RecheckClusterDocument = new TypedDocumentString(`
    mutation RecheckCluster($input: RecheckClusterInput!) {
  recheckCluster(input: $input) {
    cluster {
      ...ClusterFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment ClusterFields on Cluster {
  id
  name
  region
  accountId
  kubernetesVersion
  endpoint
  roleArn
  externalId
  interruptionQueue
  mode
  effectiveMode
  hold {
    code
    object
    message
    since
  }
  connection {
    state
    problem
    syncedAt
    changedAt
  }
  attention {
    ...AttentionFields
  }
  checks {
    step
    state
    detail
    remedy
  }
  findings {
    code
    object
    message
    remedy
    count
    firstSeenAt
    lastSeenAt
  }
  settings {
    batchIdleMs
    batchMaxMs
    disruptionPollMs
    validationDelayMs
    approvalTtlMs
    rejectionHoldMs
    searchMs
    nodeCharge
    offeringSharePercent
    preferencePolicy
    minValuesPolicy
    vmMemoryOverheadRatio
    reservedEnis
    spotToSpotConsolidation
    minSaving
    minSavingPercent
    podMovePrice
    maxReplacements
    nodeRepair
    instanceStatusChecks
    dryRunChecks
    zonalShift
    waitForScheduler
    anticipatePods
  }
  summary {
    asOf
    nodes
    managedNodes
    pods
    pendingPods
    oldestPendingAt
    price
    unpricedNodes
    cpuRequestedMilli
    cpuAllocatableMilli
    memoryRequestedBytes
    memoryAllocatableBytes
    awaitingDecisions
  }
  createdAt
  version
}
fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}`, {"documentId":"sha256:0c1d4d1fec1edd4242a9b08d1650b4de4b9df5995020e82c57b45b17be4ea696","operationName":"RecheckCluster"}) as unknown as TypedDocumentString<RecheckClusterMutation, RecheckClusterMutationVariables>;
export const RemoveClusterDocument = new TypedDocumentString(`
    mutation RemoveCluster($input: RemoveClusterInput!) {
  removeCluster(input: $input) {
    removedId
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:0f8c53edade9e372f576d556fca7614109eaf0fec916cce79b9a44cd1ac6a514","operationName":"RemoveCluster"}) as unknown as TypedDocumentString<RemoveClusterMutation, RemoveClusterMutationVariables>;
export const ClusterOverlaysAndBuffersDocument = new TypedDocumentString(`
    query ClusterOverlaysAndBuffers($name: String!) {
  cluster(name: $name) {
    nodeOverlays {
      ...NodeOverlayFields
    }
    capacityBuffers {
      ...CapacityBufferFields
    }
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment CapacityBufferFields on CapacityBuffer {
  namespace
  name
  podTemplate
  units
  isLimited
  unit {
    ...AmountFields
  }
  ready
  launching
  unschedulable
  reasons {
    ...ReasonFields
  }
  problems
}
fragment NodeOverlayFields on NodeOverlay {
  name
  state
  problems
  nodePools
  instanceTypes
  weight
  requirements
  price
  priceAdjustment
  capacity {
    resource
    quantity
  }
}
fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}`, {"documentId":"sha256:0cdc91c44cf6291a19de41309b73718a23b849b5cf267a7696dbf304b5ffe50d","operationName":"ClusterOverlaysAndBuffers"}) as unknown as TypedDocumentString<ClusterOverlaysAndBuffersQuery, ClusterOverlaysAndBuffersQueryVariables>;
export const CostNowDocument = new TypedDocumentString(`
    query CostNow($clusterId: ID, $teams: [String!]) {
  costNow(clusterId: $clusterId, teams: $teams) {
    asOf
    total
    nodes
    unpricedNodes
    byCluster {
      ...ShareFields
    }
    byNodePool {
      ...ShareFields
    }
    byInstanceType {
      ...ShareFields
    }
    byCapacityType {
      ...ShareFields
    }
  }
}
    fragment ShareFields on CostShare {
  key
  label
  nodes
  unpricedNodes
  price
}`, {"documentId":"sha256:22de2da834a7920b5427feb2d7f08fe3006b58d7418fb668a566efb27b7746d2","operationName":"CostNow"}) as unknown as TypedDocumentString<CostNowQuery, CostNowQueryVariables>;
export const CostReportDocument = new TypedDocumentString(`
    query CostReport($clusterId: ID) {
  costReport(clusterId: $clusterId) {
    asOf
    cost
    lowerBound
    nodes
    unpricedNodes
    pods
    unboundedPods
    causes {
      cause
      cost
      nodes
      subjects {
        clusterName
        name
        cost
        nodes
      }
    }
    unmeasuredCauses
    boundParts {
      cause
      cost
      subjects {
        name
        cost
      }
    }
  }
}
    `, {"documentId":"sha256:1c556cb630d61cc887fa499dc356c34eb596411fa7f662e196cd4d98cc6aa10a","operationName":"CostReport"}) as unknown as TypedDocumentString<CostReportQuery, CostReportQueryVariables>;
export const CostHistoryDocument = new TypedDocumentString(`
    query CostHistory($by: CostDimension!, $from: DateTime!, $to: DateTime!, $filter: CostFilter, $clusterId: ID) {
  costSeries(by: $by, from: $from, to: $to, filter: $filter) {
    resolution
    bucketMs
    buckets
    measuredMs
    groups {
      key
      label
      total
      costs
      rates
    }
    total
    unpricedNodeHours
    asOf
  }
  fleetEvents(
    clusterId: $clusterId
    from: $from
    to: $to
    decisionEvents: ["Executed", "Failed"]
    first: 200
  ) {
    ...FleetEventFields
  }
  savings(clusterId: $clusterId, from: $from, to: $to) {
    kind
    decisions
    estimated
    achieved
    unpricedDecisions
    saved
  }
  unusedAnticipation(clusterId: $clusterId, from: $from, to: $to) {
    nodes
    unpricedNodes
    cost
  }
}
    fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}
fragment FleetEventFields on FleetEvent {
  at
  clusterId
  clusterName
  nodePools
  decisionId
  decisionKind
  decisionEvent
  actor
  interruptionId
  interruptionKind
  nodeName
  decisionOutcome {
    ...OutcomeFields
  }
  nodeCount
  podCount
  costChange
}`, {"documentId":"sha256:ba08a4f065d0baaf1f2efacbed46e122d149c4caef0f0496b390fd842c667ce4","operationName":"CostHistory"}) as unknown as TypedDocumentString<CostHistoryQuery, CostHistoryQueryVariables>;
export const CostMonthDocument = new TypedDocumentString(`
    query CostMonth($filter: CostFilter) {
  costMonth(filter: $filter) {
    from
    to
    knownFrom
    cost
    recent
    forecast
  }
}
    `, {"documentId":"sha256:8163b7aa3e3dbf77434dd7c1f60cfc18b732efa66ce88b6e0a654d7b36089799","operationName":"CostMonth"}) as unknown as TypedDocumentString<CostMonthQuery, CostMonthQueryVariables>;
export const DecisionsDocument = new TypedDocumentString(`
    query Decisions($after: String, $filter: DecisionFilter) {
  decisions(first: 50, after: $after, filter: $filter) {
    nodes {
      ...DecisionSummaryFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment DecisionSummaryFields on Decision {
  id
  clusterId
  clusterName
  kind
  state
  observeOnly
  approvalsNeeded
  nodePools
  nodeCount
  podCount
  costChange
  savingsRatio
  savingGapRatio
  outcome {
    ...OutcomeFields
  }
  proposedAt
  expiresAt
  rejectedUntil
  decidedAt
  decidedBy
  finishedAt
  executionStep
  progress {
    done
    total
    phases {
      phase
      count
    }
    waitingFor
    failures {
      ...OperationFailureFields
    }
  }
  version
}
fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}`, {"documentId":"sha256:cfd51f06d90eeb4de962321040d178498606f40c924b770d2a6a8a4b20487714","operationName":"Decisions"}) as unknown as TypedDocumentString<DecisionsQuery, DecisionsQueryVariables>;
export const DecisionDetailsDocument = new TypedDocumentString(`
    query DecisionDetails($id: ID!) {
  decision(id: $id) {
    ...DecisionSummaryFields
    achievedSaving
    disruptionCost
    interruptionId
    deadline
    staticPool {
      nodePool
      replicas
      held
    }
    standaloneClaim
    comment
    snapshotDigest
    engineVersion
    plannedClaims {
      plannedId
      nodeClaim {
        id
        name
        state
        nodeName
        instanceType
        zone
        capacityType
        price
        failure {
          ...ReasonFields
        }
      }
      nodePool
      pods {
        uid
        namespace
        name
        owner
      }
      requests {
        ...AmountFields
      }
      requirements
      expected {
        ...OfferingFields
      }
      savingAgainstNextBest
      options {
        ...OfferingFields
      }
      optionCount
      rejected {
        reason {
          ...ReasonFields
        }
        count
        examples
      }
      gap {
        dualValue
        parts {
          offeringPremium
          unusedCapacity
          placementPremium
        }
      }
    }
    planCost {
      cost
      lowerBound
      firstFitCost
      firstFitNodeCount
      nodeCharge
      method
      diversity
      gapParts {
        offeringPremium
        unusedCapacity
        placementPremium
      }
    }
    unschedulable {
      pod {
        uid
        namespace
        name
        owner
      }
      reasons {
        ...ReasonFields
      }
      byNodePool {
        ...RejectionFields
      }
      queuePosition
      evaluatedAt
    }
    existingPlacements {
      nodeName
      pods {
        uid
        namespace
        name
        owner
      }
    }
    candidates {
      nodeName
      nodeClaimId
      nodePool
      instanceType
      zone
      capacityType
      price
      priceOverlay {
        ...PriceOverlayFields
      }
      daemonPods
      drift {
        reason
        definition
        since
        fields {
          path
          before
          after
        }
      }
    }
    moves {
      pod
      from
      to
    }
    savingBound {
      saving
      mostSaving
      gapRatio
    }
    budgets {
      ...BudgetFields
    }
    events {
      at
      kind
      actor
      data
    }
  }
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment RejectionFields on NodePoolRejection {
  nodePool
  reason {
    ...ReasonFields
  }
  nearest {
    ...NearestMissFields
  }
  fix {
    kind
    name
    path
  }
}
fragment NearestMissFields on NearestMiss {
  instanceType
  shortages {
    resource
    requested
    allocatable
  }
}
fragment BudgetFields on BudgetStatus {
  clusterId
  nodePool
  reason
  nodes
  disrupting
  allowed
  limitingBudget {
    index
    nodes
    schedule
    duration
    reasons
  }
  changesAt
}
fragment DecisionSummaryFields on Decision {
  id
  clusterId
  clusterName
  kind
  state
  observeOnly
  approvalsNeeded
  nodePools
  nodeCount
  podCount
  costChange
  savingsRatio
  savingGapRatio
  outcome {
    ...OutcomeFields
  }
  proposedAt
  expiresAt
  rejectedUntil
  decidedAt
  decidedBy
  finishedAt
  executionStep
  progress {
    done
    total
    phases {
      phase
      count
    }
    waitingFor
    failures {
      ...OperationFailureFields
    }
  }
  version
}
fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}
fragment OfferingFields on PlannedOffering {
  instanceType
  zone
  capacityType
  price
  isPriceEstimated
  priceOverlay {
    ...PriceOverlayFields
  }
}
fragment PriceOverlayFields on PriceOverlay {
  name
  listedPrice
}
fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}`, {"documentId":"sha256:d54e6cd343138f8597bba075de3e08fad89551efaf68fa52fd8a48d89932ca4d","operationName":"DecisionDetails"}) as unknown as TypedDocumentString<DecisionDetailsQuery, DecisionDetailsQueryVariables>;
export const ApproveDecisionDocument = new TypedDocumentString(`
    mutation ApproveDecision($input: ApproveDecisionInput!) {
  approveDecision(input: $input) {
    decision {
      id
      state
      version
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:171336fc922fbe5af6340881de7de539dedd7b773e304d3af835f1bf92765b5a","operationName":"ApproveDecision"}) as unknown as TypedDocumentString<ApproveDecisionMutation, ApproveDecisionMutationVariables>;
export const RejectDecisionDocument = new TypedDocumentString(`
    mutation RejectDecision($input: RejectDecisionInput!) {
  rejectDecision(input: $input) {
    decision {
      id
      state
      version
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:9dfc374fe02001eacb619aee2747817f8f344e541d96220354ecb1a79d76b9ae","operationName":"RejectDecision"}) as unknown as TypedDocumentString<RejectDecisionMutation, RejectDecisionMutationVariables>;
export const SavingProofDocument = new TypedDocumentString(`
    query SavingProof($id: ID!) {
  savingProof(id: $id) {
    isProved
    problem
    nodes
    offers
    podGroups
  }
}
    `, {"documentId":"sha256:40816429a2c31e06ee2cc6189643082724f12bf5f9b9415fbf53f5f5168cd7b8","operationName":"SavingProof"}) as unknown as TypedDocumentString<SavingProofQuery, SavingProofQueryVariables>;
export const DecisionApprovalDocument = new TypedDocumentString(`
    query DecisionApproval($id: ID!) {
  decision(id: $id) {
    id
    planDigest
    approvalsNeeded
    approvalsGiven
    approval {
      ...ApprovalFields
    }
  }
}
    fragment ApprovalFields on DecisionApproval {
  rule
  policyVersion
  passed {
    name
    why
  }
  approvers
  escalatesTo
  remindsAt
  escalatesAt
  windowFrom
  windowUntil
  editedBy
  excludedNodes
  replaces
  isBeingReplanned
  refusal
  reviews {
    at
    verdict
    by
    comment
    counts
  }
  pods {
    pod
    from
    owner
    replicas
    persistentVolumes
    gracePeriodMs
    budget
    headroom
  }
}`, {"documentId":"sha256:037823656a671fb658c4600f8689c1e13dc3f9910533937c1c87b3509d8c45ac","operationName":"DecisionApproval"}) as unknown as TypedDocumentString<DecisionApprovalQuery, DecisionApprovalQueryVariables>;
export const WithdrawApprovalDocument = new TypedDocumentString(`
    mutation WithdrawApproval($input: WithdrawApprovalInput!) {
  withdrawApproval(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:a4fdd65712d47ca78447f1b086a0c1b8f1f76d181f22d70caacafdc79a1918b4","operationName":"WithdrawApproval"}) as unknown as TypedDocumentString<WithdrawApprovalMutation, WithdrawApprovalMutationVariables>;
export const CommentDecisionDocument = new TypedDocumentString(`
    mutation CommentDecision($input: CommentDecisionInput!) {
  commentDecision(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:b5bc3f80b9344ba0c3c81765ea5391afaa7ba3dc9189e5a0518de3988578f257","operationName":"CommentDecision"}) as unknown as TypedDocumentString<CommentDecisionMutation, CommentDecisionMutationVariables>;
export const ExcludeNodesDocument = new TypedDocumentString(`
    mutation ExcludeNodes($input: ExcludeNodesInput!) {
  excludeNodes(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:ad3ce0339d1654f9baa63d0e3e9dc26b0f510a77a0c84f0ecda57d372dcb4364","operationName":"ExcludeNodes"}) as unknown as TypedDocumentString<ExcludeNodesMutation, ExcludeNodesMutationVariables>;
export const CreateStandingApprovalDocument = new TypedDocumentString(`
    mutation CreateStandingApproval($input: CreateStandingApprovalInput!) {
  createStandingApproval(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:0e94e665930f5bf9f3b27a95df29e35e0ff721ce6e4fab39191bfd874805d229","operationName":"CreateStandingApproval"}) as unknown as TypedDocumentString<CreateStandingApprovalMutation, CreateStandingApprovalMutationVariables>;
export const BreakGlassDocument = new TypedDocumentString(`
    mutation BreakGlass($input: BreakGlassInput!) {
  breakGlass(input: $input) {
    decision {
      id
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:063604c98582e8b3e10ae56dcd3cc686e2477397f38502d837ab98c04dd71cd5","operationName":"BreakGlass"}) as unknown as TypedDocumentString<BreakGlassMutation, BreakGlassMutationVariables>;
export const NodePoolsDocument = new TypedDocumentString(`
    query NodePools($clusterId: ID, $after: String) {
  nodePools(clusterId: $clusterId, first: 100, after: $after) {
    nodes {
      id
      clusterId
      clusterName
      name
      source
      weight
      replicas
      presentReplicas
      nodeClassName
      isReady
      notReadyReason
      nodes
      price
      unpricedNodes
      limits {
        resource
        usage
        limit
      }
      findings {
        ...FindingFields
      }
      budgets {
        ...BudgetFields
      }
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment BudgetFields on BudgetStatus {
  clusterId
  nodePool
  reason
  nodes
  disrupting
  allowed
  limitingBudget {
    index
    nodes
    schedule
    duration
    reasons
  }
  changesAt
}
fragment FindingFields on DefinitionFinding {
  severity
  code
  path
  message
  found
  became
  line
  column
}`, {"documentId":"sha256:8a3a43f2decd9f2447e123c768923dcad09191c17befc51685151b3cc65a025c","operationName":"NodePools"}) as unknown as TypedDocumentString<NodePoolsQuery, NodePoolsQueryVariables>;
export const RefusedDefinitionsDocument = new TypedDocumentString(`
    query RefusedDefinitions($after: String) {
  clusters(first: 100, after: $after, orderBy: {field: NAME, direction: ASC}) {
    nodes {
      id
      name
      findings {
        code
        object
        message
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `, {"documentId":"sha256:20812467f02a6e09091f1436221128c22db5aa69db18e2c00d8d2b27a889c59d","operationName":"RefusedDefinitions"}) as unknown as TypedDocumentString<RefusedDefinitionsQuery, RefusedDefinitionsQueryVariables>;
export const NodePoolDetailsDocument = new TypedDocumentString(`
    query NodePoolDetails($id: ID!) {
  nodePool(id: $id) {
    id
    clusterId
    clusterName
    name
    source
    revision
    manifest
    weight
    replicas
    presentReplicas
    nodeClassName
    consolidationPolicy
    consolidateAfter
    minSaving
    minSavingPercent
    podMovePrice
    expireAfter
    isReady
    notReadyReason
    registrationHealth {
      status
      outcomes
      failures
      lastFailureAt
      lastFailureDetail
    }
    nodes
    price
    unpricedNodes
    limits {
      resource
      usage
      limit
    }
    findings {
      ...FindingFields
    }
    budgets {
      ...BudgetFields
    }
    revisions {
      revision
      manifest
      savedAt
      savedBy
    }
    createdAt
    updatedAt
    version
  }
}
    fragment BudgetFields on BudgetStatus {
  clusterId
  nodePool
  reason
  nodes
  disrupting
  allowed
  limitingBudget {
    index
    nodes
    schedule
    duration
    reasons
  }
  changesAt
}
fragment FindingFields on DefinitionFinding {
  severity
  code
  path
  message
  found
  became
  line
  column
}`, {"documentId":"sha256:e7baa561d6a32cd916925192d0e56497dfb848a4d5a4bad8508d63c8ac9b1640","operationName":"NodePoolDetails"}) as unknown as TypedDocumentString<NodePoolDetailsQuery, NodePoolDetailsQueryVariables>;
export const NodeClassesDocument = new TypedDocumentString(`
    query NodeClasses($clusterId: ID, $after: String) {
  nodeClasses(clusterId: $clusterId, first: 100, after: $after) {
    nodes {
      id
      clusterId
      clusterName
      name
      source
      amiFamily
      isReady
      problems {
        condition
        reason
        message
      }
      resolvedAt
      subnets {
        id
        freeAddresses
      }
      securityGroups {
        id
      }
      images {
        id
      }
      nodePools
      updatedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    `, {"documentId":"sha256:30cd4025ff867361985782315bc7861e2c000fb285c187b13f355318ec4ba354","operationName":"NodeClasses"}) as unknown as TypedDocumentString<NodeClassesQuery, NodeClassesQueryVariables>;
export const NodeClassDetailsDocument = new TypedDocumentString(`
    query NodeClassDetails($id: ID!) {
  nodeClass(id: $id) {
    id
    clusterId
    clusterName
    name
    source
    revision
    manifest
    amiFamily
    isReady
    problems {
      condition
      reason
      message
    }
    resolvedAt
    subnets {
      id
      zone
      zoneId
      freeAddresses
    }
    securityGroups {
      id
      name
    }
    images {
      id
      name
      architecture
      variant
      createdAt
      deprecated
    }
    instanceProfile
    nodePools
    revisions {
      revision
      manifest
      savedAt
      savedBy
    }
    createdAt
    updatedAt
    version
  }
}
    `, {"documentId":"sha256:3979861de0659888a7af814f652a232fe82d87ee7189af68d7d4adaa2a8ace6f","operationName":"NodeClassDetails"}) as unknown as TypedDocumentString<NodeClassDetailsQuery, NodeClassDetailsQueryVariables>;
export const ApplyManifestsDocument = new TypedDocumentString(`
    mutation ApplyManifests($input: ApplyManifestsInput!) {
  applyManifests(input: $input) {
    applied
    documents {
      index
      kind
      name
      apiVersion
      accepted
      version
      currentVersion
      manifest
      currentManifest
      drift {
        nodes
        drifting
      }
      variants {
        label
        manifest
      }
      findings {
        ...FindingFields
      }
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment FindingFields on DefinitionFinding {
  severity
  code
  path
  message
  found
  became
  line
  column
}`, {"documentId":"sha256:7b3df0e385e66b5e3edb4d23add26538d5edba08c87afa19de293940ac8ccdbd","operationName":"ApplyManifests"}) as unknown as TypedDocumentString<ApplyManifestsMutation, ApplyManifestsMutationVariables>;
export const ConvertManifestsDocument = new TypedDocumentString(`
    query ConvertManifests($input: ConvertManifestsInput!) {
  convertManifests(input: $input) {
    text
  }
}
    `, {"documentId":"sha256:a14282203ae7e8a0b2df4023759d21a9b48c65f0995d858821f992c2434f3344","operationName":"ConvertManifests"}) as unknown as TypedDocumentString<ConvertManifestsQuery, ConvertManifestsQueryVariables>;
export const DeleteDefinitionDocument = new TypedDocumentString(`
    mutation DeleteDefinition($input: DeleteDefinitionInput!) {
  deleteDefinition(input: $input) {
    deletedId
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:8f319e8c7750dd4283d3b28f1e1453bf54cd62bce145f23e2f7935ba622d0a7e","operationName":"DeleteDefinition"}) as unknown as TypedDocumentString<DeleteDefinitionMutation, DeleteDefinitionMutationVariables>;
export const FleetEventsDocument = new TypedDocumentString(`
    query FleetEvents($clusterId: ID, $decisionEvents: [String!], $first: Int!) {
  fleetEvents(
    clusterId: $clusterId
    decisionEvents: $decisionEvents
    first: $first
  ) {
    ...FleetEventFields
  }
}
    fragment OutcomeFields on DecisionOutcome {
  succeededNodes
  launchFailedNodes
  notReadyNodes
  remainingNodes
}
fragment FleetEventFields on FleetEvent {
  at
  clusterId
  clusterName
  nodePools
  decisionId
  decisionKind
  decisionEvent
  actor
  interruptionId
  interruptionKind
  nodeName
  decisionOutcome {
    ...OutcomeFields
  }
  nodeCount
  podCount
  costChange
}`, {"documentId":"sha256:fc81a3dc022d07e53f20d9bbee2bbff3f716231eb8e24bace666d3e7a07cf85a","operationName":"FleetEvents"}) as unknown as TypedDocumentString<FleetEventsQuery, FleetEventsQueryVariables>;
export const FleetDocument = new TypedDocumentString(`
    query Fleet($after: String) {
  fleet {
    clusters
    attentionClusters
    brokenClusters
    summary {
      ...SummaryFields
    }
  }
  clusters(first: 100, after: $after, orderBy: {field: NAME, direction: ASC}) {
    nodes {
      id
      name
      region
      mode
      effectiveMode
      kubernetesVersion
      connection {
        state
        problem
        syncedAt
        changedAt
      }
      attention {
        ...AttentionFields
      }
      summary {
        ...SummaryFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    asOf
  }
}
    fragment AttentionFields on ClusterAttention {
  kind
  severity
  count
  since
  detail
}
fragment SummaryFields on ClusterSummary {
  asOf
  nodes
  managedNodes
  pods
  pendingPods
  oldestPendingAt
  price
  unpricedNodes
  spotPrice
  cpuRequestedMilli
  cpuAllocatableMilli
  memoryRequestedBytes
  memoryAllocatableBytes
  awaitingDecisions
}`, {"documentId":"sha256:89555d3777a9538aeb6ddf0041a14d1cde11c1b334da91e8443f8c598c526374","operationName":"Fleet"}) as unknown as TypedDocumentString<FleetQuery, FleetQueryVariables>;
export const InterruptionsDocument = new TypedDocumentString(`
    query Interruptions($after: String, $filter: InterruptionFilter) {
  interruptions(first: 50, after: $after, filter: $filter) {
    nodes {
      ...InterruptionFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment InterruptionFields on Interruption {
  id
  clusterId
  clusterName
  kind
  outcome
  instanceId
  nodeClaimId
  nodeName
  nodePool
  instanceType
  zone
  capacityType
  decisionId
  warnedAt
  receivedAt
  deadline
  podCount
  replacementRequestedAt
  replacements {
    id
    name
    state
    nodeName
    instanceType
    zone
    capacityType
    price
    initializedAt
  }
  drainedAt
  lostPods
  endedAt
}`, {"documentId":"sha256:201049c105de2f8c4a0684eb4c65515902747ccd1d03e2fde1932519aa4998c5","operationName":"Interruptions"}) as unknown as TypedDocumentString<InterruptionsQuery, InterruptionsQueryVariables>;
export const InterruptionDetailsDocument = new TypedDocumentString(`
    query InterruptionDetails($id: ID!) {
  interruption(id: $id) {
    ...InterruptionFields
  }
}
    fragment InterruptionFields on Interruption {
  id
  clusterId
  clusterName
  kind
  outcome
  instanceId
  nodeClaimId
  nodeName
  nodePool
  instanceType
  zone
  capacityType
  decisionId
  warnedAt
  receivedAt
  deadline
  podCount
  replacementRequestedAt
  replacements {
    id
    name
    state
    nodeName
    instanceType
    zone
    capacityType
    price
    initializedAt
  }
  drainedAt
  lostPods
  endedAt
}`, {"documentId":"sha256:30e538a72a6ae4eef6ae9b3f1615d6fbca9322c7d3b6c4b71c334d82bc75eb13","operationName":"InterruptionDetails"}) as unknown as TypedDocumentString<InterruptionDetailsQuery, InterruptionDetailsQueryVariables>;
export const InterruptionCountsDocument = new TypedDocumentString(`
    query InterruptionCounts($draining: InterruptionFilter, $day: InterruptionFilter, $lost: InterruptionFilter) {
  draining: interruptions(first: 1, filter: $draining) {
    totalCount
  }
  day: interruptions(first: 1, filter: $day) {
    totalCount
  }
  lost: interruptions(first: 1, filter: $lost) {
    totalCount
  }
}
    `, {"documentId":"sha256:05d82fb880cf689654b7af417afecc6b0da76985c2da6f1b7dc1b37b6d5d3cf9","operationName":"InterruptionCounts"}) as unknown as TypedDocumentString<InterruptionCountsQuery, InterruptionCountsQueryVariables>;
export const NodeClaimsDocument = new TypedDocumentString(`
    query NodeClaims($clusterId: ID!, $after: String, $filter: NodeClaimFilter) {
  nodeClaims(clusterId: $clusterId, first: 100, after: $after, filter: $filter) {
    nodes {
      ...NodeClaimFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment NodeClaimFields on NodeClaim {
  id
  clusterId
  name
  nodePool
  nodeClass
  state
  instanceId
  instanceType
  zone
  capacityType
  imageId
  price
  nodeName
  failure {
    ...ReasonFields
  }
  termination {
    step
    reason
    startedAt
    deadline
    waitingFor
  }
  drift {
    reason
    since
  }
  failures {
    ...OperationFailureFields
  }
  decisionId
  requestedAt
  launchedAt
  registeredAt
  initializedAt
  terminatedAt
}`, {"documentId":"sha256:c8b81cad493e15832fe85a1b70e055e35a2d5907ccb7451722ebdce16ea777c6","operationName":"NodeClaims"}) as unknown as TypedDocumentString<NodeClaimsQuery, NodeClaimsQueryVariables>;
export const NodeClaimDetailsDocument = new TypedDocumentString(`
    query NodeClaimDetails($id: ID!) {
  nodeClaim(id: $id) {
    ...NodeClaimFields
  }
}
    fragment OperationFailureFields on OperationFailure {
  operation
  object
  errorCode
  message
  remedy
  attempts
  firstFailedAt
  lastFailedAt
}
fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment NodeClaimFields on NodeClaim {
  id
  clusterId
  name
  nodePool
  nodeClass
  state
  instanceId
  instanceType
  zone
  capacityType
  imageId
  price
  nodeName
  failure {
    ...ReasonFields
  }
  termination {
    step
    reason
    startedAt
    deadline
    waitingFor
  }
  drift {
    reason
    since
  }
  failures {
    ...OperationFailureFields
  }
  decisionId
  requestedAt
  launchedAt
  registeredAt
  initializedAt
  terminatedAt
}`, {"documentId":"sha256:26354fb22d303d0223135c36f4e8d467915c9d076f96b686608ce25c7afaa39b","operationName":"NodeClaimDetails"}) as unknown as TypedDocumentString<NodeClaimDetailsQuery, NodeClaimDetailsQueryVariables>;
export const NodesDocument = new TypedDocumentString(`
    query Nodes($clusterId: ID!, $after: String, $filter: NodeFilter, $orderBy: NodeOrder) {
  nodes(
    clusterId: $clusterId
    first: 100
    after: $after
    filter: $filter
    orderBy: $orderBy
  ) {
    nodes {
      name
      nodePool
      nodeClaimId
      instanceType
      zone
      capacityType
      arch
      price
      state
      cpuAllocatableMilli
      cpuRequestedMilli
      memoryAllocatableBytes
      memoryRequestedBytes
      podCapacity
      podCount
      blockers {
        ...ReasonFields
      }
      blockersEvaluatedAt
      createdAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    totals {
      nodes
      pods
      pendingPods
      price
      unpricedNodes
      cpuRequestedMilli
      cpuAllocatableMilli
      memoryRequestedBytes
      memoryAllocatableBytes
    }
    asOf
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}`, {"documentId":"sha256:76efab92cbbcfa1e275d93752452814e136544170ccb0c10f22006c2d2f481d2","operationName":"Nodes"}) as unknown as TypedDocumentString<NodesQuery, NodesQueryVariables>;
export const NodeDetailsDocument = new TypedDocumentString(`
    query NodeDetails($clusterId: ID!, $name: String!) {
  node(clusterId: $clusterId, name: $name) {
    name
    providerId
    nodePool
    instanceType
    zone
    capacityType
    arch
    price
    state
    labels
    taints {
      key
      value
      effect
    }
    allocatable {
      ...AmountFields
    }
    requested {
      ...AmountFields
    }
    podCapacity
    podCount
    blockers {
      ...ReasonFields
    }
    blockersEvaluatedAt
    pods {
      uid
      namespace
      name
      ownerKind
      ownerName
      isDaemon
      phase
      requests {
        ...AmountFields
      }
      createdAt
    }
    nodeClaim {
      id
      name
      decisionId
      state
      requestedAt
      launchedAt
      registeredAt
      initializedAt
      terminatedAt
      drift {
        reason
        since
      }
      termination {
        step
        reason
        startedAt
        deadline
        waitingFor
      }
    }
    createdAt
    asOf
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}`, {"documentId":"sha256:94fdaea2b6f18e524ab2b273e7b77b0da40285058bb913c05b14986fd9caa069","operationName":"NodeDetails"}) as unknown as TypedDocumentString<NodeDetailsQuery, NodeDetailsQueryVariables>;
export const SimulateDisruptionDocument = new TypedDocumentString(`
    mutation SimulateDisruption($input: SimulateDisruptionInput!) {
  simulateDisruption(input: $input) {
    simulation {
      id
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:77fdc22b037371fe52cea276cccba30e432a322d175fe09b378240b323f2d5b3","operationName":"SimulateDisruption"}) as unknown as TypedDocumentString<SimulateDisruptionMutation, SimulateDisruptionMutationVariables>;
export const DisruptionSimulationDocument = new TypedDocumentString(`
    query DisruptionSimulation($id: ID!) {
  disruptionSimulation(id: $id) {
    id
    nodeNames
    requestedBy
    requestedAt
    state
    problem
    result {
      evaluatedAt
      nodes {
        nodeName
        daemonPods
        podsWithoutController
        blockers {
          disruptionReasons
          reason {
            ...ReasonFields
          }
          until
        }
      }
      moves {
        pod
        from
        to
      }
      unplaced {
        pod
        from
        reasons {
          ...ReasonFields
        }
        byNodePool {
          ...RejectionFields
        }
      }
      replacements {
        plannedId
        nodePool
        pods {
          uid
        }
        expected {
          instanceType
          zone
          capacityType
          price
          isPriceEstimated
        }
        options {
          instanceType
          zone
          capacityType
          price
          isPriceEstimated
        }
        optionCount
      }
      costChange
      consolidation {
        isPossible
        saving
        blocker {
          ...ReasonFields
        }
      }
    }
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment RejectionFields on NodePoolRejection {
  nodePool
  reason {
    ...ReasonFields
  }
  nearest {
    ...NearestMissFields
  }
  fix {
    kind
    name
    path
  }
}
fragment NearestMissFields on NearestMiss {
  instanceType
  shortages {
    resource
    requested
    allocatable
  }
}`, {"documentId":"sha256:a16ed6be6da194718b7d94e2a7880cb4e8652736515db8253430d6d6f00aea89","operationName":"DisruptionSimulation"}) as unknown as TypedDocumentString<DisruptionSimulationQuery, DisruptionSimulationQueryVariables>;
export const NotificationsDocument = new TypedDocumentString(`
    query Notifications {
  notificationChannels {
    ...NotificationChannelFields
  }
  notificationRules {
    ...NotificationRuleFields
  }
  notificationEventKinds {
    kind
    severity
    meaning
  }
  teams {
    id
    name
  }
  chatIdentities {
    provider
    workspaceId
    personId
    linkedAt
  }
}
    fragment NotificationChannelFields on NotificationChannel {
  id
  name
  kind
  state
  disabledReason
  url
  slackChannel
  smtpHost
  smtpPort
  smtpSecurity
  smtpUser
  emailFrom
  emailTo
  secretNames
  digestMinutes
  mutedUntil
  failingSince
  version
}
fragment NotificationRuleFields on NotificationRule {
  id
  channelId
  name
  eventKinds
  leastSeverity
  clusterIds
  nodePools
  teamIds
  isEnabled
  version
}`, {"documentId":"sha256:b9d735280cb5660387508f088070c176f6d418b7a50702627a301000e37d509b","operationName":"Notifications"}) as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const NotificationDeliveriesDocument = new TypedDocumentString(`
    query NotificationDeliveries($after: String, $filter: NotificationDeliveryFilter) {
  notificationDeliveries(first: 50, after: $after, filter: $filter) {
    nodes {
      ...NotificationDeliveryFields
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    asOf
  }
}
    fragment NotificationDeliveryFields on NotificationDelivery {
  id
  channelName
  channelKind
  state
  attempts
  createdAt
  collectsUntil
  nextAttemptAt
  finishedAt
  redeliveryOf
  requestedBy
  events {
    id
    kind
    severity
    at
    clusterName
    title
    text
  }
  log {
    number
    at
    outcome
    status
    latencyMs
    response
  }
}`, {"documentId":"sha256:d9edfec4009fb19cddfb4ed617e7f9f6ee4fbc596d681bd3bc4672ee54e80e7b","operationName":"NotificationDeliveries"}) as unknown as TypedDocumentString<NotificationDeliveriesQuery, NotificationDeliveriesQueryVariables>;
export const CreateNotificationChannelDocument = new TypedDocumentString(`
    mutation CreateNotificationChannel($input: CreateNotificationChannelInput!) {
  createNotificationChannel(input: $input) {
    channel {
      ...NotificationChannelFields
    }
    signingSecret
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationChannelFields on NotificationChannel {
  id
  name
  kind
  state
  disabledReason
  url
  slackChannel
  smtpHost
  smtpPort
  smtpSecurity
  smtpUser
  emailFrom
  emailTo
  secretNames
  digestMinutes
  mutedUntil
  failingSince
  version
}`, {"documentId":"sha256:118b72a66d6a5429c27ae6e6bac885142494ea2fe443fe477f1fbb0a3eb3aace","operationName":"CreateNotificationChannel"}) as unknown as TypedDocumentString<CreateNotificationChannelMutation, CreateNotificationChannelMutationVariables>;
export const UpdateNotificationChannelDocument = new TypedDocumentString(`
    mutation UpdateNotificationChannel($input: UpdateNotificationChannelInput!) {
  updateNotificationChannel(input: $input) {
    channel {
      ...NotificationChannelFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationChannelFields on NotificationChannel {
  id
  name
  kind
  state
  disabledReason
  url
  slackChannel
  smtpHost
  smtpPort
  smtpSecurity
  smtpUser
  emailFrom
  emailTo
  secretNames
  digestMinutes
  mutedUntil
  failingSince
  version
}`, {"documentId":"sha256:61430b8f145dd3a40232e4c58e7e8565d1908a0805cd3b92dc9bf1d28482d1dc","operationName":"UpdateNotificationChannel"}) as unknown as TypedDocumentString<UpdateNotificationChannelMutation, UpdateNotificationChannelMutationVariables>;
export const RemoveNotificationChannelDocument = new TypedDocumentString(`
    mutation RemoveNotificationChannel($input: NotificationChannelVersionInput!) {
  removeNotificationChannel(input: $input) {
    channel {
      id
      name
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:6167191c128f1d4b797a62238f1f4032ec1ece1d3856a52ab4e6e76e737e3114","operationName":"RemoveNotificationChannel"}) as unknown as TypedDocumentString<RemoveNotificationChannelMutation, RemoveNotificationChannelMutationVariables>;
export const TestNotificationChannelDocument = new TypedDocumentString(`
    mutation TestNotificationChannel($input: TestNotificationChannelInput!) {
  testNotificationChannel(input: $input) {
    delivery {
      ...NotificationDeliveryFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationDeliveryFields on NotificationDelivery {
  id
  channelName
  channelKind
  state
  attempts
  createdAt
  collectsUntil
  nextAttemptAt
  finishedAt
  redeliveryOf
  requestedBy
  events {
    id
    kind
    severity
    at
    clusterName
    title
    text
  }
  log {
    number
    at
    outcome
    status
    latencyMs
    response
  }
}`, {"documentId":"sha256:b1a6dd6e50b2fe0dfbd22894cc3247f6cdd90b1d863ec0fe9c3e4807a64f0127","operationName":"TestNotificationChannel"}) as unknown as TypedDocumentString<TestNotificationChannelMutation, TestNotificationChannelMutationVariables>;
export const RedeliverNotificationDocument = new TypedDocumentString(`
    mutation RedeliverNotification($input: RedeliverNotificationInput!) {
  redeliverNotification(input: $input) {
    delivery {
      ...NotificationDeliveryFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationDeliveryFields on NotificationDelivery {
  id
  channelName
  channelKind
  state
  attempts
  createdAt
  collectsUntil
  nextAttemptAt
  finishedAt
  redeliveryOf
  requestedBy
  events {
    id
    kind
    severity
    at
    clusterName
    title
    text
  }
  log {
    number
    at
    outcome
    status
    latencyMs
    response
  }
}`, {"documentId":"sha256:6cd2ccdec6042e8af9db2fe69139f745bb6939ee53635c523b2c759559d7d02c","operationName":"RedeliverNotification"}) as unknown as TypedDocumentString<RedeliverNotificationMutation, RedeliverNotificationMutationVariables>;
export const CreateNotificationRuleDocument = new TypedDocumentString(`
    mutation CreateNotificationRule($input: CreateNotificationRuleInput!) {
  createNotificationRule(input: $input) {
    rule {
      ...NotificationRuleFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationRuleFields on NotificationRule {
  id
  channelId
  name
  eventKinds
  leastSeverity
  clusterIds
  nodePools
  teamIds
  isEnabled
  version
}`, {"documentId":"sha256:3247f8761c97516e390b290a82442125196a27c7386bfdf52ac1f89bbb36301a","operationName":"CreateNotificationRule"}) as unknown as TypedDocumentString<CreateNotificationRuleMutation, CreateNotificationRuleMutationVariables>;
export const UpdateNotificationRuleDocument = new TypedDocumentString(`
    mutation UpdateNotificationRule($input: UpdateNotificationRuleInput!) {
  updateNotificationRule(input: $input) {
    rule {
      ...NotificationRuleFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment NotificationRuleFields on NotificationRule {
  id
  channelId
  name
  eventKinds
  leastSeverity
  clusterIds
  nodePools
  teamIds
  isEnabled
  version
}`, {"documentId":"sha256:22e2fa4732b251bc9c73b636df048347c701dcac5c49dd7b4f4719b32e7e4f32","operationName":"UpdateNotificationRule"}) as unknown as TypedDocumentString<UpdateNotificationRuleMutation, UpdateNotificationRuleMutationVariables>;
export const RemoveNotificationRuleDocument = new TypedDocumentString(`
    mutation RemoveNotificationRule($input: RemoveNotificationRuleInput!) {
  removeNotificationRule(input: $input) {
    rule {
      id
      name
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:1af43bef4a7e54ddbf344ec6d57b39648eeade57474de5e2f6de260ad631013a","operationName":"RemoveNotificationRule"}) as unknown as TypedDocumentString<RemoveNotificationRuleMutation, RemoveNotificationRuleMutationVariables>;
export const UnlinkChatIdentitiesDocument = new TypedDocumentString(`
    mutation UnlinkChatIdentities {
  unlinkChatIdentities {
    removed
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:a97346e391088834cde6bec0d1a23e0708e2305695a31d7971fb9c09a43d1156","operationName":"UnlinkChatIdentities"}) as unknown as TypedDocumentString<UnlinkChatIdentitiesMutation, UnlinkChatIdentitiesMutationVariables>;
export const CreateChatCodeDocument = new TypedDocumentString(`
    mutation CreateChatCode {
  createChatCode {
    code
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:8602c3137a6c4c0fa8c7efa082be9e5e7ad20846820e80eaf5c364acafc1b5d9","operationName":"CreateChatCode"}) as unknown as TypedDocumentString<CreateChatCodeMutation, CreateChatCodeMutationVariables>;
export const PendingPodGroupsDocument = new TypedDocumentString(`
    query PendingPodGroups($clusterId: ID, $after: String, $teams: [String!]) {
  pendingPodGroups(clusterId: $clusterId, first: 15, after: $after, teams: $teams) {
    nodes {
      clusterId
      clusterName
      namespace
      ownerKind
      ownerName
      count
      oldestCreatedAt
      lastEvaluatedAt
      pods {
        uid
        name
        createdAt
        schedulerMessage
        requests {
          ...AmountFields
        }
        verdict {
          kind
          evaluatedAt
          nodeName
          nodePool
          nodeClaimId
          decisionId
          queuePosition
          reasons {
            ...ReasonFields
          }
          byNodePool {
            ...RejectionFields
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    totalPods
    asOf
  }
}
    fragment ReasonFields on Reason {
  code
  data
  message
  subject
  remedy
}
fragment RejectionFields on NodePoolRejection {
  nodePool
  reason {
    ...ReasonFields
  }
  nearest {
    ...NearestMissFields
  }
  fix {
    kind
    name
    path
  }
}
fragment NearestMissFields on NearestMiss {
  instanceType
  shortages {
    resource
    requested
    allocatable
  }
}
fragment AmountFields on ResourceAmount {
  resource
  amount
  quantity
}`, {"documentId":"sha256:80da15553f1906edf26311f423d09f2eff44686fb882b7a652a2d2a0f95993a9","operationName":"PendingPodGroups"}) as unknown as TypedDocumentString<PendingPodGroupsQuery, PendingPodGroupsQueryVariables>;
export const ExerciseProgressDocument = new TypedDocumentString(`
    query ExerciseProgress($clusterId: ID!) {
  nodePools(clusterId: $clusterId, first: 100) {
    nodes {
      name
    }
  }
  pendingPodGroups(clusterId: $clusterId, first: 100) {
    nodes {
      ownerName
    }
  }
  nodes(
    clusterId: $clusterId
    first: 1
    filter: {nodePools: ["default"], states: [READY]}
  ) {
    totalCount
  }
  decisions(first: 50, filter: {clusterId: $clusterId, nodePools: ["default"]}) {
    nodes {
      id
      kind
      state
    }
  }
}
    `, {"documentId":"sha256:23f31d8eed9c7304ebdea0d820e1f30304a43f4ce050507036ad662aefad96bf","operationName":"ExerciseProgress"}) as unknown as TypedDocumentString<ExerciseProgressQuery, ExerciseProgressQueryVariables>;
export const DeviceRequestDocument = new TypedDocumentString(`
    query DeviceRequest($userCode: String!) {
  deviceRequest(userCode: $userCode) {
    clientName
    address
    createdAt
    expiresAt
  }
}
    `, {"documentId":"sha256:98fc4d02f12180fc46f76c3bb6fb4420fd5268f8f6222b79816ef078112800d9","operationName":"DeviceRequest"}) as unknown as TypedDocumentString<DeviceRequestQuery, DeviceRequestQueryVariables>;
export const DecideDeviceDocument = new TypedDocumentString(`
    mutation DecideDevice($input: DecideDeviceInput!) {
  decideDevice(input: $input) {
    request {
      clientName
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:ceee73b4113c617d7850d7360d37727796b1371579ac09cceee903c40b5899b4","operationName":"DecideDevice"}) as unknown as TypedDocumentString<DecideDeviceMutation, DecideDeviceMutationVariables>;
export const RolesDocument = new TypedDocumentString(`
    query Roles {
  roles {
    id
    name
    description
    isBuiltIn
    actions
    version
  }
}
    `, {"documentId":"sha256:a2a1bf4036a96495bff50b1a705343a28415fc3d7950a8275aacd0bdcab3e7e4","operationName":"Roles"}) as unknown as TypedDocumentString<RolesQuery, RolesQueryVariables>;
export const RoleBindingsDocument = new TypedDocumentString(`
    query RoleBindings {
  roleBindings {
    ...RoleBindingFields
  }
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment RoleBindingFields on RoleBinding {
  id
  subjectKind
  subjectId
  subjectName
  role
  roleName
  effect
  scope {
    ...AccessScopeFields
  }
  createdAt
  createdBy
}`, {"documentId":"sha256:3ee0011a4d50c837c15db454b6da0392a549910807c5747ab1e25126e6208aad","operationName":"RoleBindings"}) as unknown as TypedDocumentString<RoleBindingsQuery, RoleBindingsQueryVariables>;
export const TeamsDocument = new TypedDocumentString(`
    query Teams {
  teams {
    ...TeamFields
  }
}
    fragment TeamFields on Team {
  id
  name
  owns {
    kind
    clusterId
    clusterName
    name
  }
  members {
    kind
    id
    name
  }
  version
}`, {"documentId":"sha256:31e724afc0d3f40e53a46aa0da7ed6af70e62ee9103c4ec0c53032f0329cedaa","operationName":"Teams"}) as unknown as TypedDocumentString<TeamsQuery, TeamsQueryVariables>;
export const UsersDocument = new TypedDocumentString(`
    query Users {
  users {
    ...UserFields
  }
}
    fragment UserFields on User {
  id
  name
  hasPassword
  groups
  roles
  createdAt
  lastSignInAt
  disabledAt
}`, {"documentId":"sha256:a71db9cbdf710cdd98746a402086e0458131ccfaa3b2b2bc94343c73fbbd25e5","operationName":"Users"}) as unknown as TypedDocumentString<UsersQuery, UsersQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions {
  sessions {
    id
    createdAt
    expiresAt
    address
    isCurrent
  }
}
    `, {"documentId":"sha256:391e580864ba82880e5f0c1574f2112cc3641b858a178efd6986243a091cb5ad","operationName":"Sessions"}) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const BindRoleDocument = new TypedDocumentString(`
    mutation BindRole($input: BindRoleInput!) {
  bindRole(input: $input) {
    roleBinding {
      ...RoleBindingFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment RoleBindingFields on RoleBinding {
  id
  subjectKind
  subjectId
  subjectName
  role
  roleName
  effect
  scope {
    ...AccessScopeFields
  }
  createdAt
  createdBy
}`, {"documentId":"sha256:3a4032b29e0b6af45938fe6f6a9b2fde1e13ca978512233f3658ee18b761bf48","operationName":"BindRole"}) as unknown as TypedDocumentString<BindRoleMutation, BindRoleMutationVariables>;
export const UnbindRoleDocument = new TypedDocumentString(`
    mutation UnbindRole($input: DeleteAccessObjectInput!) {
  unbindRole(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:0032ddb31fa53530ae79cf1902f91c6559360a999ae245449a09ee34943ebff4","operationName":"UnbindRole"}) as unknown as TypedDocumentString<UnbindRoleMutation, UnbindRoleMutationVariables>;
export const CreateRoleDocument = new TypedDocumentString(`
    mutation CreateRole($input: CreateRoleInput!) {
  createRole(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:3d9fb950685e2ec5a94e23a973964cf126ce15c09be4797fa5837c70b563b9a6","operationName":"CreateRole"}) as unknown as TypedDocumentString<CreateRoleMutation, CreateRoleMutationVariables>;
export const DeleteRoleDocument = new TypedDocumentString(`
    mutation DeleteRole($input: DeleteAccessObjectInput!) {
  deleteRole(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:57f3e46a8133ba7f8bcd8a5fc79509f7bd016c0d854f8084f5b42398821242ee","operationName":"DeleteRole"}) as unknown as TypedDocumentString<DeleteRoleMutation, DeleteRoleMutationVariables>;
export const CreateTeamDocument = new TypedDocumentString(`
    mutation CreateTeam($input: CreateTeamInput!) {
  createTeam(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:c778c836557fd6f32f21e6583e95837c0f4ef593c7e25a118cae1750d73a8b8b","operationName":"CreateTeam"}) as unknown as TypedDocumentString<CreateTeamMutation, CreateTeamMutationVariables>;
export const DeleteTeamDocument = new TypedDocumentString(`
    mutation DeleteTeam($input: DeleteAccessObjectInput!) {
  deleteTeam(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:706160ebda92862d22887e1bee02eb565e6118bc6e965d2c9ab9d4adcfd0b502","operationName":"DeleteTeam"}) as unknown as TypedDocumentString<DeleteTeamMutation, DeleteTeamMutationVariables>;
export const CreateUserDocument = new TypedDocumentString(`
    mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:f321b16a2a5f15cf80fbe13cf64ae9f2995b2615a2654ebdb8bb6c0b1f61c8ab","operationName":"CreateUser"}) as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const DisableUserDocument = new TypedDocumentString(`
    mutation DisableUser($input: DeleteAccessObjectInput!) {
  disableUser(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:3bed156f26ae4939e8ac231446469a40c6593d591f3a9e7fcd23de685b4e010d","operationName":"DisableUser"}) as unknown as TypedDocumentString<DisableUserMutation, DisableUserMutationVariables>;
export const EnableUserDocument = new TypedDocumentString(`
    mutation EnableUser($input: DeleteAccessObjectInput!) {
  enableUser(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:19a4854fb8536e7d0599725c4ff9e06f782396e29fbdbf2377da767889d8952c","operationName":"EnableUser"}) as unknown as TypedDocumentString<EnableUserMutation, EnableUserMutationVariables>;
export const DeleteUserDocument = new TypedDocumentString(`
    mutation DeleteUser($input: DeleteAccessObjectInput!) {
  deleteUser(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:b723cff7e821ed5b7c82d0e8e5c03ce36abfa121b2bf275a6782a68055498ff4","operationName":"DeleteUser"}) as unknown as TypedDocumentString<DeleteUserMutation, DeleteUserMutationVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($input: DeleteAccessObjectInput!) {
  endSession(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:6b653a293642a0844064904f7b8ad4224476a1554563403fada428ba0d69729c","operationName":"EndSession"}) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const ApiTokensDocument = new TypedDocumentString(`
    query ApiTokens {
  apiTokens {
    ...ApiTokenFields
  }
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment ApiTokenFields on ApiToken {
  id
  name
  roles {
    role
    roleName
    effect
    scope {
      ...AccessScopeFields
    }
  }
  createdAt
  createdBy
  expiresAt
  lastUsedAt
  revokedAt
  rotatedAt
  previousSecretUntil
  canRotate
}`, {"documentId":"sha256:986e1937a5ccd243f592020349ef7fd6d5e72bf880e91ef385eeee92b928900c","operationName":"ApiTokens"}) as unknown as TypedDocumentString<ApiTokensQuery, ApiTokensQueryVariables>;
export const CreateApiTokenDocument = new TypedDocumentString(`
    mutation CreateApiToken($input: CreateApiTokenInput!) {
  createApiToken(input: $input) {
    token {
      ...ApiTokenFields
    }
    secret
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment ApiTokenFields on ApiToken {
  id
  name
  roles {
    role
    roleName
    effect
    scope {
      ...AccessScopeFields
    }
  }
  createdAt
  createdBy
  expiresAt
  lastUsedAt
  revokedAt
  rotatedAt
  previousSecretUntil
  canRotate
}`, {"documentId":"sha256:38b6363c8f509991e52d9d7674c937276e2ba5623995ab816a0bf0d2384aa635","operationName":"CreateApiToken"}) as unknown as TypedDocumentString<CreateApiTokenMutation, CreateApiTokenMutationVariables>;
export const RevokeApiTokenDocument = new TypedDocumentString(`
    mutation RevokeApiToken($input: RevokeApiTokenInput!) {
  revokeApiToken(input: $input) {
    token {
      ...ApiTokenFields
    }
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment ApiTokenFields on ApiToken {
  id
  name
  roles {
    role
    roleName
    effect
    scope {
      ...AccessScopeFields
    }
  }
  createdAt
  createdBy
  expiresAt
  lastUsedAt
  revokedAt
  rotatedAt
  previousSecretUntil
  canRotate
}`, {"documentId":"sha256:d712fd5474f02f78031e4c47bac722e8ca8d0345c0a5f6ed1a40e5cddedc6909","operationName":"RevokeApiToken"}) as unknown as TypedDocumentString<RevokeApiTokenMutation, RevokeApiTokenMutationVariables>;
export const RotateApiTokenDocument = new TypedDocumentString(`
    mutation RotateApiToken($input: RotateApiTokenInput!) {
  rotateApiToken(input: $input) {
    token {
      ...ApiTokenFields
    }
    secret
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}
fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment ApiTokenFields on ApiToken {
  id
  name
  roles {
    role
    roleName
    effect
    scope {
      ...AccessScopeFields
    }
  }
  createdAt
  createdBy
  expiresAt
  lastUsedAt
  revokedAt
  rotatedAt
  previousSecretUntil
  canRotate
}`, {"documentId":"sha256:4314892ad9af9c1c8e2213045a3a53413d8c86c3985d1c636bd1711da48efa62","operationName":"RotateApiToken"}) as unknown as TypedDocumentString<RotateApiTokenMutation, RotateApiTokenMutationVariables>;
export const SetPasswordDocument = new TypedDocumentString(`
    mutation SetPassword($input: SetPasswordInput!) {
  setPassword(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:d94505513a2ee31832a88380ab295230a561d67bedc4b08d05ad3bce0640d3c7","operationName":"SetPassword"}) as unknown as TypedDocumentString<SetPasswordMutation, SetPasswordMutationVariables>;
export const OwnStandingApprovalsDocument = new TypedDocumentString(`
    query OwnStandingApprovals {
  ownStandingApprovals {
    name
    clusters
    nodePools
    kinds
    until
  }
}
    `, {"documentId":"sha256:321c09a87ae65aedc838a11f342dddef6b6867f1e9f917f2d8ffcea1590df2d0","operationName":"OwnStandingApprovals"}) as unknown as TypedDocumentString<OwnStandingApprovalsQuery, OwnStandingApprovalsQueryVariables>;
export const TrustRulesDocument = new TypedDocumentString(`
    query TrustRules {
  trustRules {
    ...TrustRuleFields
  }
}
    fragment AccessScopeFields on AccessScope {
  kind
  teamId
  teamName
  clusterId
  clusterName
  nodePool
}
fragment TrustRuleFields on TrustRule {
  id
  name
  issuer
  audience
  conditions {
    claim
    operator
    value
  }
  role
  scope {
    ...AccessScopeFields
  }
  lifetimeSeconds
  createdAt
  createdBy
  hasMaker
  version
}`, {"documentId":"sha256:e294fe41d4668b38ec22fe3e4fd51190f2304dfcc272f0f58745096b564b51b2","operationName":"TrustRules"}) as unknown as TypedDocumentString<TrustRulesQuery, TrustRulesQueryVariables>;
export const CreateTrustRuleDocument = new TypedDocumentString(`
    mutation CreateTrustRule($input: TrustRuleInput!) {
  createTrustRule(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:42d80ef5e7490be284ea09f35f39eb7e83c72ad27934e526d7cd1e99f3c295a5","operationName":"CreateTrustRule"}) as unknown as TypedDocumentString<CreateTrustRuleMutation, CreateTrustRuleMutationVariables>;
export const UpdateTrustRuleDocument = new TypedDocumentString(`
    mutation UpdateTrustRule($input: UpdateTrustRuleInput!) {
  updateTrustRule(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:1654a77df914a341614c1993baf9aaae07558af2ce9c9095ab2dcd3a30558027","operationName":"UpdateTrustRule"}) as unknown as TypedDocumentString<UpdateTrustRuleMutation, UpdateTrustRuleMutationVariables>;
export const DeleteTrustRuleDocument = new TypedDocumentString(`
    mutation DeleteTrustRule($input: DeleteTrustRuleInput!) {
  deleteTrustRule(input: $input) {
    userErrors {
      ...UserErrorFields
    }
  }
}
    fragment UserErrorFields on UserError {
  code
  field
  message
}`, {"documentId":"sha256:2cea7b7e05838a60f0be918e6a3d458817bafbd3690283313198c3b438fc7d81","operationName":"DeleteTrustRule"}) as unknown as TypedDocumentString<DeleteTrustRuleMutation, DeleteTrustRuleMutationVariables>;