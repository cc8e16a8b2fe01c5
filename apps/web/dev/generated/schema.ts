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
  DateTime: { input: string; output: string; }
  /** A duration in milliseconds. */
  DurationMs: { input: number; output: number; }
  /** A JSON value; the field's description says what it contains. */
  JSON: { input: unknown; output: unknown; }
  /** Millionths of a US dollar, as a string of an integer. */
  MicroUsd: { input: string; output: string; }
  /** Millionths of a US dollar per hour, as a string of an integer, e.g. `96000` is $0.096/h. */
  MicroUsdPerHour: { input: string; output: string; }
  /** A Kubernetes quantity, e.g. `1500m` or `4Gi`. */
  Quantity: { input: string; output: string; }
  /** An integer that a JSON number represents exactly (up to 2^53 - 1), e.g. bytes. */
  SafeInt: { input: number; output: number; }
};

/** An API token for scripts and CI. */
export type ApiToken = Object & {
  createdAt: Scalars['DateTime']['output'];
  createdBy: Scalars['String']['output'];
  expiresAt: Scalars['DateTime']['output'];
  /** `tok_…`. */
  id: Scalars['ID']['output'];
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  name: Scalars['String']['output'];
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  scope: TokenScope;
};

/** Manifests to read. */
export type ApplyManifestsInput = {
  clusterId: Scalars['ID']['input'];
  /** EC2NodeClass for NodePools that do not reference one. */
  defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** Whether to read the manifests without saving them. */
  dryRun: Scalars['Boolean']['input'];
  /**
   * Versions that the stored definitions must have, by document index. A document without an entry replaces
   * any stored version, as `kubectl apply` does.
   */
  expectedVersions?: InputMaybe<Array<DocumentVersion>>;
  /**
   * Idempotency key: a repeated request within a day returns the first response, marked by
   * `extensions.idempotencyReplayed` and the header `Idempotency-Replayed`. A refused request does not use
   * up the key.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, at most 256 KiB. */
  manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}` by the cluster's name. */
  replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For documents with several variants: the label of the variant to use, by document index. */
  variants?: InputMaybe<Array<VariantChoice>>;
};

/** Result of applying manifests. */
export type ApplyManifestsPayload = {
  /** Whether the manifests were saved. */
  applied: Scalars['Boolean']['output'];
  /** One entry per document of the text. */
  documents: Array<DocumentReading>;
  userErrors: Array<UserError>;
};

/** An approval. */
export type ApproveDecisionInput = {
  comment?: InputMaybe<Scalars['String']['input']>;
  /** The `version` that the change is based on. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of an approval. */
export type ApproveDecisionPayload = {
  decision?: Maybe<Decision>;
  userErrors: Array<UserError>;
};

/** Kinds of problems, most urgent first. */
export type AttentionKind =
  /** The registration check failed: the cluster is unknown, and Kerf does nothing in it. */
  | 'CHECK_FAILED'
  /** Decisions to remove or replace nodes that failed in the last hour. */
  | 'FAILED_DECISIONS'
  /** Findings of the last hour. */
  | 'FINDINGS'
  /** At least five nodes were interrupted within 10 minutes. */
  | 'INTERRUPTION_STORM'
  /** Launches in the last 15 minutes that AWS refused or whose node did not join. */
  | 'LAUNCH_FAILURES'
  /** Nodes interrupted in the last 10 minutes whose pods were not evicted in time. */
  | 'PODS_LOST'
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

/** An entry of the audit log: one write or sign-in attempt. */
export type AuditEntry = Object & {
  /** `noun.verb`, e.g. `decision.approve`. */
  action: Scalars['String']['output'];
  /** `User`, `ApiToken`, `Kerf`, or `Anonymous` if the caller is not authenticated. */
  actorKind: Scalars['String']['output'];
  actorName: Scalars['String']['output'];
  /** The object after the write; absent if it was deleted. */
  after?: Maybe<Scalars['JSON']['output']>;
  at: Scalars['DateTime']['output'];
  /** The object before the write; absent if it was created. */
  before?: Maybe<Scalars['JSON']['output']>;
  clusterId?: Maybe<Scalars['ID']['output']>;
  clusterName?: Maybe<Scalars['String']['output']>;
  comment?: Maybe<Scalars['String']['output']>;
  /** `aud_…`. */
  id: Scalars['ID']['output'];
  objectId: Scalars['String']['output'];
  objectKind: Scalars['String']['output'];
  objectName: Scalars['String']['output'];
  /** `Done` or `Refused`. */
  outcome: Scalars['String']['output'];
  requestId?: Maybe<Scalars['String']['output']>;
};

/** A page of entries. */
export type AuditEntryConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<AuditEntryEdge>;
  nodes: Array<AuditEntry>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** An entry in a page. */
export type AuditEntryEdge = {
  cursor: Scalars['String']['output'];
  node: AuditEntry;
};

/** Filter for audit entries; conditions are combined with AND. */
export type AuditFilter = {
  /** An action, or all actions of a noun with a trailing dot, e.g. `decision.`. */
  action?: InputMaybe<Scalars['String']['input']>;
  /** Part of the actor's name. */
  actor?: InputMaybe<Scalars['String']['input']>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the object's name, or its ID. */
  object?: InputMaybe<Scalars['String']['input']>;
  outcome?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Number of nodes of a NodePool that may be disrupted now for one reason. */
export type BudgetStatus = {
  allowed: Scalars['Int']['output'];
  /** Time at which a schedule changes the result; absent if no schedule does. */
  changesAt?: Maybe<Scalars['DateTime']['output']>;
  clusterId: Scalars['ID']['output'];
  /** Number of nodes that count against the budget: disrupting or NotReady. */
  disrupting: Scalars['Int']['output'];
  /** The budget that allows the fewest nodes; absent if none applies. */
  limitingBudget?: Maybe<NodePoolBudget>;
  nodePool: Scalars['String']['output'];
  /** Number of managed, initialized nodes: the base of percentages. */
  nodes: Scalars['Int']['output'];
  reason: DisruptionReason;
};

/** A CapacityBuffer of a cluster: capacity that is kept free for future pods. */
export type CapacityBuffer = {
  /** Units whose nodes are being launched. */
  coming?: Maybe<Scalars['Int']['output']>;
  /** The object that defines its units: `Deployment/web` or `PodTemplate/worker`; absent if it cannot be read. */
  follows?: Maybe<Scalars['String']['output']>;
  /** Units that fit on existing or launched nodes; absent before the first evaluation. */
  held?: Maybe<Scalars['Int']['output']>;
  /** Whether its limits reduce the number of units. */
  isLimited: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  /** Why it has no effect, one sentence each. */
  problems: Array<Scalars['String']['output']>;
  /** Why units are unschedulable. */
  reasons: Array<Reason>;
  /** Resources of one unit. */
  unit: Array<ResourceAmount>;
  /** Number of units that it requests; absent while `problems` prevent all of them. */
  units?: Maybe<Scalars['Int']['output']>;
  /** Unschedulable units. */
  without?: Maybe<Scalars['Int']['output']>;
};

/** How an instance is paid for. */
export type CapacityType =
  | 'ON_DEMAND'
  | 'RESERVED'
  | 'SPOT'
  | 'UNKNOWN';

/** A change of an object or of a topic. */
export type Change = {
  /** The cluster of the object; absent if it belongs to none. */
  clusterId?: Maybe<Scalars['ID']['output']>;
  /** The object; absent if several changed at once. */
  id?: Maybe<Scalars['ID']['output']>;
  /** Kind of object that changed. */
  topic: ChangeTopic;
  /** Increases with each change of the object, or of the topic if `id` is absent. */
  version: Scalars['SafeInt']['output'];
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
  | 'PODS'
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

/** A registered EKS cluster. */
export type Cluster = Object & {
  /** AWS account ID; absent until the registration check has read it. */
  accountId?: Maybe<Scalars['String']['output']>;
  /** Problems of the cluster, most urgent first; empty if there are none. */
  attention: Array<ClusterAttention>;
  /** CapacityBuffers of the cluster and their status, by namespace and name. */
  capacityBuffers: Array<CapacityBuffer>;
  /** Steps of the last registration check, in order. */
  checks: Array<RegistrationCheck>;
  /** Status of the connection. */
  connection: ClusterConnectionState;
  /** Time of registration. */
  createdAt: Scalars['DateTime']['output'];
  /** The mode that applies now: `mode`, or `OBSERVE` while the cluster is on hold. */
  effectiveMode: ClusterMode;
  /** URL of the API server; absent until known. */
  endpoint?: Maybe<Scalars['String']['output']>;
  /** External ID, created by Kerf at registration; the role's trust policy must require it. */
  externalId?: Maybe<Scalars['String']['output']>;
  /** Problems that do not stop Kerf, most recently seen first. */
  findings: Array<ClusterFinding>;
  /** Why Kerf does not act in the cluster, whatever its mode; absent if there is no hold. */
  hold?: Maybe<ClusterHold>;
  /** `clu_…`. */
  id: Scalars['ID']['output'];
  /** Name of the SQS queue with the interruption notices of AWS; absent if there is none. */
  interruptionQueue?: Maybe<Scalars['String']['output']>;
  /** `major.minor`; absent until known. */
  kubernetesVersion?: Maybe<Scalars['String']['output']>;
  /** What Kerf does in the cluster without an approval. */
  mode: ClusterMode;
  /** The EKS cluster's name. */
  name: Scalars['String']['output'];
  /** NodeOverlays of the cluster and their status, by name. */
  nodeOverlays: Array<NodeOverlay>;
  /** AWS region, e.g. `us-east-1`. */
  region: Scalars['String']['output'];
  /** ARN of the IAM role that Kerf assumes for the cluster. */
  roleArn: Scalars['String']['output'];
  /** Settings for timing and scheduling. */
  settings: ClusterSettings;
  /** Totals of its nodes and pods; absent until the first sync. */
  summary?: Maybe<ClusterSummary>;
  /** Version of the record, to be passed as `expectedVersion`. */
  version: Scalars['Int']['output'];
};

/** A problem of a cluster. */
export type ClusterAttention = {
  /** Number of launches, nodes, decisions or findings; 0 for kinds that count nothing. */
  count: Scalars['Int']['output'];
  /** The problem in one sentence; absent if `kind` says enough. */
  detail?: Maybe<Scalars['String']['output']>;
  kind: AttentionKind;
  severity: AttentionSeverity;
  /** Start of the problem, or time of its last occurrence. */
  since: Scalars['DateTime']['output'];
};

/** A page of clusters. */
export type ClusterConnection = {
  /** Time at which the page was read. */
  asOf: Scalars['DateTime']['output'];
  edges: Array<ClusterEdge>;
  nodes: Array<Cluster>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** Status of the connection to a cluster. */
export type ClusterConnectionState = {
  /** Time of the last change of `state`. */
  changedAt: Scalars['DateTime']['output'];
  /** Error message; absent if there is no problem. */
  problem?: Maybe<Scalars['String']['output']>;
  state: ConnectionState;
  /** Time of the last sync; absent before the first one. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A cluster in a page. */
export type ClusterEdge = {
  cursor: Scalars['String']['output'];
  node: Cluster;
};

/** Filter for clusters. */
export type ClusterFilter = {
  modes?: InputMaybe<Array<ClusterMode>>;
  /** Part of the name. */
  search?: InputMaybe<Scalars['String']['input']>;
  states?: InputMaybe<Array<ConnectionState>>;
};

/** A problem in a cluster that does not stop Kerf. */
export type ClusterFinding = {
  /** One of a closed list, e.g. `CATALOG_STALE`. */
  code: Scalars['String']['output'];
  /** Number of times it was seen. */
  count: Scalars['Int']['output'];
  firstSeenAt: Scalars['DateTime']['output'];
  lastSeenAt: Scalars['DateTime']['output'];
  message: Scalars['String']['output'];
  /** The object that it concerns, e.g. `NodePool/default`. */
  object: Scalars['String']['output'];
  /** How to fix it; absent if the message says it or no fix is known. */
  remedy?: Maybe<Scalars['String']['output']>;
};

/** Another controller acts in the cluster, so Kerf does not. The hold ends when the other controller stops. */
export type ClusterHold = {
  code: ClusterHoldCode;
  /** What was found, why Kerf does not act, and how to end the hold. */
  message: Scalars['String']['output'];
  /** The object that shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  object: Scalars['String']['output'];
  since: Scalars['DateTime']['output'];
};

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

/** Order of clusters. */
export type ClusterOrder = {
  direction: SortDirection;
  field: ClusterOrderField;
};

/** Fields that clusters can be ordered by. */
export type ClusterOrderField =
  | 'CREATED_AT'
  | 'NAME';

/** Settings of a cluster for timing and scheduling. */
export type ClusterSettings = {
  /** Time after which an undecided approval expires. */
  approvalTtlMs: Scalars['DurationMs']['output'];
  /** Batch idle window: a batch closes after this time without a new pending pod. */
  batchIdleMs: Scalars['DurationMs']['output'];
  /** Maximum batch window. */
  batchMaxMs: Scalars['DurationMs']['output'];
  /** Interval between disruption evaluations. */
  disruptionPollMs: Scalars['DurationMs']['output'];
  /** How `minValues` that cannot be met are handled; Karpenter's MIN_VALUES_POLICY. */
  minValuesPolicy: MinValuesPolicy;
  /**
   * Node charge: added to the price of each node when plans are compared, 0 to 10000000 (10 dollars per
   * hour). A higher charge leads to fewer, larger nodes.
   */
  nodeChargeMicroUsdPerHour: Scalars['MicroUsdPerHour']['output'];
  /**
   * Maximum share of a plan's nodes that have one instance type in one zone, 1 to 100, so that one capacity
   * shortage does not affect all of them. 100 sets no limit.
   */
  offeringSharePercent: Scalars['Int']['output'];
  /** Whether preferences of pods are respected; Karpenter's PREFERENCE_POLICY. */
  preferencePolicy: PreferencePolicy;
  /** Time for which a rejected decision is not proposed again; 0 allows it in the next evaluation. */
  rejectionHoldMs: Scalars['DurationMs']['output'];
  /** Network interfaces that are not used for pods, 0 to 15; lowers the maximum number of pods. Karpenter's RESERVED_ENIS. */
  reservedEnis: Scalars['Int']['output'];
  /**
   * Time budget of the optimizer per batch, in milliseconds of one core, 0 to 5000. 0 uses Karpenter's
   * plan.
   */
  searchMs: Scalars['DurationMs']['output'];
  /**
   * Whether a spot node may be replaced by a cheaper spot node if at least 15 cheaper instance types are
   * available; Karpenter's feature gate SpotToSpotConsolidation.
   */
  spotToSpotConsolidation: Scalars['Boolean']['output'];
  /** Delay between a proposal and its validation. */
  validationDelayMs: Scalars['DurationMs']['output'];
  /**
   * Share of an instance type's memory that the hypervisor uses, 0 to 0.5; Karpenter's
   * VM_MEMORY_OVERHEAD_PERCENT.
   */
  vmMemoryOverheadRatio: Scalars['Float']['output'];
};

/** Totals of a cluster or of the fleet. */
export type ClusterSummary = {
  /** Time of the data. */
  asOf: Scalars['DateTime']['output'];
  /** Decisions awaiting approval. */
  awaitingDecisions: Scalars['Int']['output'];
  cpuAllocatableMilli: Scalars['SafeInt']['output'];
  /** CPU that pods request, in milli-CPU. */
  cpuRequestedMilli: Scalars['SafeInt']['output'];
  /** Nodes that Kerf manages. */
  managedNodes: Scalars['Int']['output'];
  memoryAllocatableBytes: Scalars['SafeInt']['output'];
  /** Memory that pods request, in bytes. */
  memoryRequestedBytes: Scalars['SafeInt']['output'];
  nodes: Scalars['Int']['output'];
  /** Creation time of the oldest pending pod; absent if no pod is pending. */
  oldestPendingAt?: Maybe<Scalars['DateTime']['output']>;
  pendingPods: Scalars['Int']['output'];
  /** Pods that are bound to nodes. */
  pods: Scalars['Int']['output'];
  /** Sum of all known node prices. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Sum of all known prices of spot nodes. */
  spotPrice: Scalars['MicroUsdPerHour']['output'];
  /** Nodes without a known price; they are not part of `price`. */
  unpricedNodes: Scalars['Int']['output'];
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
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** EC2NodeClass for NodePools that do not reference one. */
  defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, several documents, at most 256 KiB. */
  manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}`; needs `clusterId`. */
  replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For documents with several variants: the label of the variant to use, by document index. */
  variants?: InputMaybe<Array<VariantChoice>>;
};

/** A converted document. */
export type ConvertedDocument = {
  /** As in the text. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Fields that changed, could not be converted, or should be checked. */
  findings: Array<DefinitionFinding>;
  /** Position in the text, from 0. */
  index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  kind?: Maybe<Scalars['String']['output']>;
  /** v1 YAML; absent if the document cannot be converted. */
  manifest?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
};

/** Converted manifests. */
export type ConvertedManifests = {
  /** One entry per document of the text. */
  documents: Array<ConvertedDocument>;
  /**
   * All documents as v1 YAML for `kubectl apply -f`, each with its notes as comments above it. For a
   * document that cannot be converted, only the notes.
   */
  text: Scalars['String']['output'];
};

/** Groupings of costs. */
export type CostDimension =
  | 'CAPACITY_TYPE'
  | 'CLUSTER'
  | 'INSTANCE_FAMILY'
  | 'NODE_POOL';

/** Filter for costs, by properties of nodes. */
export type CostFilter = {
  capacityTypes?: InputMaybe<Array<CapacityType>>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** E.g. `m5`. */
  instanceFamilies?: InputMaybe<Array<Scalars['String']['input']>>;
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A month's cost. */
export type CostMonth = {
  cost: Scalars['MicroUsd']['output'];
  /** Cost so far plus the rest of the month at the rate of the last day. */
  forecast: Scalars['MicroUsd']['output'];
  /** Start of the month. */
  from: Scalars['DateTime']['output'];
  /** Time from which costs are known, if later than `from`. */
  knownFrom?: Maybe<Scalars['DateTime']['output']>;
  /** Average cost per hour of the last day. */
  recent: Scalars['MicroUsdPerHour']['output'];
  /** Start of the next month. */
  to: Scalars['DateTime']['output'];
};

/** Current cost per hour, grouped in four ways. Each grouping adds up to `total`. */
export type CostNow = {
  asOf: Scalars['DateTime']['output'];
  byCapacityType: Array<CostShare>;
  byCluster: Array<CostShare>;
  byInstanceType: Array<CostShare>;
  byNodePool: Array<CostShare>;
  nodes: Scalars['Int']['output'];
  total: Scalars['MicroUsdPerHour']['output'];
  /** Nodes without a known price; no sum contains them. */
  unpricedNodes: Scalars['Int']['output'];
};

/** Length of the buckets of a series. */
export type CostResolution =
  /** Available for one year. */
  | 'DAY'
  /** Available for two months. */
  | 'HOUR'
  /** Available for two days. */
  | 'MINUTE';

/** Costs over time, in groups. The current bucket contains the cost so far. */
export type CostSeries = {
  asOf: Scalars['DateTime']['output'];
  bucketMs: Scalars['DurationMs']['output'];
  /** Start of each bucket, from the start of the range to now. */
  buckets: Array<Scalars['DateTime']['output']>;
  /** The most expensive first. */
  groups: Array<CostSeriesGroup>;
  /**
   * Measured time of each bucket: 0 without data, less than `bucketMs` in the first bucket with data and in
   * the current bucket.
   */
  measuredMs: Array<Scalars['DurationMs']['output']>;
  resolution: CostResolution;
  total: Scalars['MicroUsd']['output'];
  /** Node hours without a known price; no cost contains them. */
  unpricedNodeHours: Scalars['Float']['output'];
};

/** One part of a cost over time. */
export type CostSeriesGroup = {
  /** One entry per bucket; null without data. */
  costs: Array<Maybe<Scalars['MicroUsd']['output']>>;
  /** Cluster ID, NodePool, capacity type or instance family; empty for nodes without one. */
  key: Scalars['String']['output'];
  /** Display name. */
  label: Scalars['String']['output'];
  /** Cost per hour in each bucket, averaged over its measured time; null without data. */
  rates: Array<Maybe<Scalars['MicroUsdPerHour']['output']>>;
  total: Scalars['MicroUsd']['output'];
};

/** One part of a cost. */
export type CostShare = {
  /** Cluster ID, NodePool, instance type or capacity type; empty for nodes without one. */
  key: Scalars['String']['output'];
  /** Display name. */
  label: Scalars['String']['output'];
  nodes: Scalars['Int']['output'];
  price: Scalars['MicroUsdPerHour']['output'];
  unpricedNodes: Scalars['Int']['output'];
};

/** An API token to create. */
export type CreateApiTokenInput = {
  /** 1 to 365; a token cannot create one that expires later than itself. */
  expiresInDays: Scalars['Int']['input'];
  /** Purpose of the token. */
  name: Scalars['String']['input'];
  scope: TokenScope;
};

/** Result of creating an API token. */
export type CreateApiTokenPayload = {
  /** The secret; returned only once. */
  secret?: Maybe<Scalars['String']['output']>;
  token?: Maybe<ApiToken>;
  userErrors: Array<UserError>;
};

/** A decision: nodes to launch, remove or replace. */
export type Decision = Object & {
  /** Actual savings per hour, at the prices of the nodes that were launched as replacements; absent until known. */
  achievedSaving?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Number of approvals that are required; 0 if none is. */
  approvalsNeeded: Scalars['Int']['output'];
  /** With other kinds: disruption budgets at the time of the decision. */
  budgets: Array<BudgetStatus>;
  /** With other kinds: nodes to remove. */
  candidates: Array<DisruptionCandidate>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  comment?: Maybe<Scalars['String']['output']>;
  /**
   * Change in cost per hour (negative: savings) at the prices of AWS, also if NodeOverlays changed the prices
   * that the decision used; absent if a price is unknown.
   */
  costChange?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** With INTERRUPT and EXPIRE: time at which the node ends, drained or not. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  decidedBy?: Maybe<Scalars['String']['output']>;
  /** With DELETE: the object that was deleted, e.g. `NodePool/general`. */
  deletedObject?: Maybe<Scalars['String']['output']>;
  engineVersion: Scalars['String']['output'];
  /** History of the decision, oldest first. */
  events: Array<DecisionEvent>;
  /** `None`, `Tainted`, `ReplacementsRequested`, `ReplacementsInitialized`, `MarkedForDeletion` or `Terminated`. */
  executionStep: Scalars['String']['output'];
  /** With PROVISION: pods planned on existing or in-flight nodes. */
  existingPlacements: Array<ExistingPlacement>;
  /** Time at which the approval expires. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** `dec_…`. */
  id: Scalars['ID']['output'];
  /** With INTERRUPT: ID of the interruption. */
  interruptionId?: Maybe<Scalars['ID']['output']>;
  kind: DecisionKind;
  /** With other kinds: pods to move to other nodes. */
  moves: Array<PodMove>;
  /** Number of nodes to launch or remove. */
  nodeCount: Scalars['Int']['output'];
  nodePools: Array<Scalars['String']['output']>;
  /** Whether the decision is only shown and never executed, as in clusters with mode `OBSERVE`. */
  observeOnly: Scalars['Boolean']['output'];
  /** Results for its nodes so far. */
  outcome: DecisionOutcome;
  /** With PROVISION: cost of the plan, its lower bound and gap; absent if not recorded. */
  planCost?: Maybe<PlanCost>;
  /** Nodes to launch. For kinds other than PROVISION they are replacements. */
  plannedClaims: Array<PlannedNodeClaim>;
  /** Number of pods to place or move, without units of CapacityBuffers. */
  podCount: Scalars['Int']['output'];
  /** Progress of the execution; absent unless the state is APPROVED or EXECUTING. */
  progress?: Maybe<DecisionProgress>;
  proposedAt: Scalars['DateTime']['output'];
  /**
   * End of the rejection. Until then, the same nodes are not proposed again for the same reason, unless the
   * plan changes considerably (a consolidation saves 20% more, or the definitions change again).
   */
  rejectedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** Digest of the snapshot that the decision was made from. */
  snapshotDigest: Scalars['String']['output'];
  /** With PROVISION of a standalone NodeClaim: its name. */
  standaloneClaim?: Maybe<Scalars['String']['output']>;
  state: DecisionState;
  /** With PROVISION and DEPROVISION of a static NodePool: its counts at the time of the decision. */
  staticPool?: Maybe<StaticPoolCounts>;
  /** With PROVISION: unschedulable pods of the same batch. */
  unschedulable: Array<UnschedulablePod>;
  /** Version of the record, to be passed as `expectedVersion`. */
  version: Scalars['Int']['output'];
};

/** A page of decisions. */
export type DecisionConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<DecisionEdge>;
  nodes: Array<Decision>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A decision in a page. */
export type DecisionEdge = {
  cursor: Scalars['String']['output'];
  node: Decision;
};

/** An entry in the history of a decision. */
export type DecisionEvent = {
  /** Name of the user or API token; `kerf` for Kerf itself. */
  actor: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  /** Fields of `DecisionEventData`. */
  data: Scalars['JSON']['output'];
  /** E.g. `Proposed`, `Approved`, `NodeClaimLaunched`. */
  kind: Scalars['String']['output'];
};

/** Filter for decisions. */
export type DecisionFilter = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  kinds?: InputMaybe<Array<DecisionKind>>;
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  states?: InputMaybe<Array<DecisionState>>;
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
  | 'UNKNOWN';

/**
 * Results for the nodes of a decision. Until the decision is finished, nodes that no number contains are
 * in progress.
 */
export type DecisionOutcome = {
  /** Nodes that AWS did not launch. */
  launchFailedNodes: Scalars['Int']['output'];
  /** Nodes that were launched and never became ready. */
  notReadyNodes: Scalars['Int']['output'];
  /** Nodes that are still in the cluster because their removal failed. */
  remainingNodes: Scalars['Int']['output'];
  /** Nodes that were launched and became ready, or that were removed. */
  succeededNodes: Scalars['Int']['output'];
};

/** Number of nodes of a decision in one phase. */
export type DecisionPhase = {
  count: Scalars['Int']['output'];
  /** `Launching`, `Joining`, `Initializing`, `Ready`, `Cordoning`, `Draining`, `Terminating`, `Gone` or `Failed`. */
  phase: Scalars['String']['output'];
};

/** A pod in a decision. */
export type DecisionPod = {
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  owner: Scalars['String']['output'];
  uid: Scalars['ID']['output'];
};

/** Progress of the execution of a decision. */
export type DecisionProgress = {
  /** Number of nodes that are ready (PROVISION) or removed (other kinds). */
  done: Scalars['Int']['output'];
  /** Operations for the decision or its nodes that fail and are retried. */
  failures: Array<OperationFailure>;
  /** Number of nodes in each phase, replacements included, in the order of a node's lifecycle. */
  phases: Array<DecisionPhase>;
  /** Number of all nodes. */
  total: Scalars['Int']['output'];
  /** What the removal of nodes is waiting for, e.g. a PodDisruptionBudget; at most five entries. */
  waitingFor: Array<Scalars['String']['output']>;
};

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

/** A remark about a manifest. */
export type DefinitionFinding = {
  /** The value after the change. */
  became?: Maybe<Scalars['String']['output']>;
  /** Stable, e.g. `LIMITS_LIFTED`. */
  code: Scalars['String']['output'];
  /** Column of that line, from 1; absent without a line. */
  column?: Maybe<Scalars['Int']['output']>;
  /** The value before the change. */
  found?: Maybe<Scalars['String']['output']>;
  /** Line of the text, from 1; absent if no text was read, as for objects of the cluster. */
  line?: Maybe<Scalars['Int']['output']>;
  message: Scalars['String']['output'];
  /** Dotted path in the manifest. */
  path: Scalars['String']['output'];
  severity: FindingSeverity;
};

/** A revision of a definition. */
export type DefinitionRevision = {
  /** The v1 manifest as YAML. */
  manifest: Scalars['String']['output'];
  revision: Scalars['Int']['output'];
  savedAt: Scalars['DateTime']['output'];
  savedBy: Scalars['String']['output'];
};

/** Sources of truth of definitions. */
export type DefinitionSource =
  /** Written through the API; Kerf syncs it to the cluster. */
  | 'API'
  /** Written in the cluster; Kerf reads it from there. */
  | 'CLUSTER'
  | 'UNKNOWN';

/** Which definition to delete. */
export type DeleteDefinitionInput = {
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
};

/** Result of a deletion. */
export type DeleteDefinitionPayload = {
  deletedId?: Maybe<Scalars['ID']['output']>;
  userErrors: Array<UserError>;
};

/** Current disruption budgets. */
export type DisruptionBudgets = {
  asOf: Scalars['DateTime']['output'];
  budgets: Array<BudgetStatus>;
};

/** A node to remove. */
export type DisruptionCandidate = {
  capacityType?: Maybe<CapacityType>;
  /** Number of DaemonSet and static pods, which end with the node. */
  daemonPods: Scalars['Int']['output'];
  /** With DRIFT: how the node differs from its definitions; absent if not recorded. */
  drift?: Maybe<NodeDrift>;
  instanceType?: Maybe<Scalars['String']['output']>;
  nodeClaimId: Scalars['ID']['output'];
  nodeName: Scalars['String']['output'];
  /** Absent for a standalone NodeClaim. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** The price that the decision used: that of AWS, or that of a NodeOverlay; absent if unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Present if the price comes from a NodeOverlay. */
  priceOverlay?: Maybe<PriceOverlay>;
  zone?: Maybe<Scalars['String']['output']>;
};

/** Why a node may be disrupted. */
export type DisruptionReason =
  | 'DRIFTED'
  | 'EMPTY'
  | 'UNDERUTILIZED'
  | 'UNKNOWN';

/** Outcomes for a document. */
export type DocumentOutcome =
  | 'CREATED'
  | 'REFUSED'
  /** The stored definition is the same. */
  | 'UNCHANGED'
  | 'UNKNOWN'
  | 'UPDATED';

/** Result for one document. */
export type DocumentReading = {
  /** Whether it can be saved. */
  accepted: Scalars['Boolean']['output'];
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** The stored manifest before this request; absent if it is new. */
  currentManifest?: Maybe<Scalars['String']['output']>;
  /** Its version before this request; absent if it is new. */
  currentVersion?: Maybe<Scalars['Int']['output']>;
  /** ID of the stored definition; absent if none is stored. */
  definitionId?: Maybe<Scalars['ID']['output']>;
  /** Number of nodes that would drift if it were saved; absent if none would, and outside of a dry run. */
  drift?: Maybe<DriftForecast>;
  findings: Array<DefinitionFinding>;
  /** Position in the text, from 0. */
  index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  kind?: Maybe<Scalars['String']['output']>;
  /** The manifest that was or would be saved, as v1 YAML. */
  manifest?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  /** What was done, or what saving would do. */
  outcome: DocumentOutcome;
  /** Possible readings of an ambiguous document. */
  variants: Array<DocumentVariant>;
  /** Its version after this request. */
  version?: Maybe<Scalars['Int']['output']>;
};

/** A possible reading of an ambiguous document. */
export type DocumentVariant = {
  label: Scalars['String']['output'];
  manifest: Scalars['String']['output'];
};

/** The version that one stored definition must have. */
export type DocumentVersion = {
  /** The `version` that was read; 0 requires that no definition of this kind and name exists. */
  expectedVersion: Scalars['Int']['input'];
  /** Position in the text, from 0. */
  index: Scalars['Int']['input'];
};

/** Number of nodes that would drift if a definition were saved; drifted nodes are replaced. */
export type DriftForecast = {
  /** Those of them that would drift and have not drifted yet. */
  drifting: Scalars['Int']['output'];
  /** Nodes launched from the definition that are not terminating. */
  nodes: Scalars['Int']['output'];
};

/** A field of a manifest whose change replaces nodes. */
export type DriftedField = {
  after?: Maybe<Scalars['String']['output']>;
  /** As in the manifest, shortened if long; absent if it was not set. */
  before?: Maybe<Scalars['String']['output']>;
  /** E.g. `spec.template.metadata.labels.team`. */
  path: Scalars['String']['output'];
};

/** Pods planned on an existing node. */
export type ExistingPlacement = {
  nodeName: Scalars['String']['output'];
  pods: Array<DecisionPod>;
};

/** An amount of a resource, as in the manifest. */
export type ExtendedResource = {
  quantity: Scalars['Quantity']['output'];
  resource: Scalars['String']['output'];
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

/** A field of the manifest of a NodePool or of its EC2NodeClass. */
export type FixTarget = {
  /** `NodePool` or `EC2NodeClass`. */
  kind: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** Path in the notation of Kubernetes, e.g. `spec.limits.cpu`; empty for the whole manifest. */
  path: Scalars['String']['output'];
};

/** Totals of all clusters. */
export type Fleet = {
  /** Clusters with a problem of any kind. */
  attentionClusters: Scalars['Int']['output'];
  /** Clusters in which Kerf cannot work. */
  brokenClusters: Scalars['Int']['output'];
  /** Registered clusters. */
  clusters: Scalars['Int']['output'];
  /** Clusters that are not connected. */
  clustersNeedingAttention: Scalars['Int']['output'];
  summary: ClusterSummary;
};

/** An event in a cluster: a step of a decision or an interruption notice. */
export type FleetEvent = {
  /** With a step of a decision: name of the user or API token; `kerf` for Kerf itself. */
  actor?: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** With a step of a decision: change in cost per hour (negative: savings); absent if unknown. */
  costChange?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** With a step of a decision: e.g. `Proposed`, `Approved`, `Executed`. */
  decisionEvent?: Maybe<Scalars['String']['output']>;
  /** The decision that it is a step of, or that an interruption led to. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  /** With a step of a decision. */
  decisionKind?: Maybe<DecisionKind>;
  /** With a step of a decision: results for its nodes so far. */
  decisionOutcome?: Maybe<DecisionOutcome>;
  /** With an interruption. */
  interruptionId?: Maybe<Scalars['ID']['output']>;
  /** With an interruption. */
  interruptionKind?: Maybe<InterruptionKind>;
  nodeCount: Scalars['Int']['output'];
  /** With an interruption: name of the node, if known. */
  nodeName?: Maybe<Scalars['String']['output']>;
  nodePools: Array<Scalars['String']['output']>;
  podCount: Scalars['Int']['output'];
};

/** An interruption: a notice of AWS about one instance, and its outcome. */
export type Interruption = Object & {
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** Time at which the instance ends; absent if the notice has none. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  /** The decision that removes the node; absent if nothing was done. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  drainedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Time at which the NodeClaim was terminated. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** `int_…`. */
  id: Scalars['ID']['output'];
  instanceId: Scalars['String']['output'];
  instanceType?: Maybe<Scalars['String']['output']>;
  kind: InterruptionKind;
  /** Pods (`namespace/name`) that were not evicted before the drain had to end. */
  lostPods: Array<Scalars['String']['output']>;
  /** Absent for a node that Kerf does not manage. */
  nodeClaimId?: Maybe<Scalars['ID']['output']>;
  nodeName?: Maybe<Scalars['String']['output']>;
  nodePool?: Maybe<Scalars['String']['output']>;
  outcome: InterruptionOutcome;
  /** Number of pods to move to other nodes. */
  podCount: Scalars['Int']['output'];
  /** Time at which Kerf received the notice. */
  receivedAt: Scalars['DateTime']['output'];
  /** Time at which their replacement was planned. */
  replacementRequestedAt?: Maybe<Scalars['DateTime']['output']>;
  /** NodeClaims launched for them; empty if existing nodes had enough capacity. */
  replacements: Array<NodeClaim>;
  /** Time of the notice. */
  warnedAt: Scalars['DateTime']['output'];
  zone?: Maybe<Scalars['String']['output']>;
};

/** A page of interruptions. */
export type InterruptionConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<InterruptionEdge>;
  nodes: Array<Interruption>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** An interruption in a page. */
export type InterruptionEdge = {
  cursor: Scalars['String']['output'];
  node: Interruption;
};

/** Filter for interruptions. */
export type InterruptionFilter = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  kinds?: InputMaybe<Array<InterruptionKind>>;
  nodeClaimId?: InputMaybe<Scalars['ID']['input']>;
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  outcomes?: InputMaybe<Array<InterruptionOutcome>>;
  /** Inclusive. */
  receivedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Exclusive. */
  receivedTo?: InputMaybe<Scalars['DateTime']['input']>;
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

export type Mutation = {
  /**
   * Reads NodePool and EC2NodeClass manifests (v1 or v1beta1; YAML or JSON, several documents) and saves
   * all of them or none. Nothing is saved if `dryRun` is set, if a document is invalid, or if a stored
   * definition does not have its expected version. `userErrors` then has an entry for each problem with
   * its field, e.g. `input.manifests.0.spec.limits.cpu`. A dry run reports invalid documents only in
   * `findings`.
   */
  applyManifests: ApplyManifestsPayload;
  /**
   * Approves a decision. It is validated again before it is executed. If the cluster has changed and the
   * decision is no longer valid, its state becomes SUPERSEDED.
   */
  approveDecision: ApproveDecisionPayload;
  /** Creates an API token; only this response contains its secret. */
  createApiToken: CreateApiTokenPayload;
  /** Deletes a definition with source `API`. */
  deleteDefinition: DeleteDefinitionPayload;
  /** Runs the registration check again. */
  recheckCluster: RecheckClusterPayload;
  /** Registers a cluster and starts its registration check. Nothing is changed in the cluster until the check has passed. */
  registerCluster: RegisterClusterPayload;
  /** Rejects a decision that awaits approval. */
  rejectDecision: RejectDecisionPayload;
  /** Removes a cluster from Kerf; its nodes and objects stay as they are. */
  removeCluster: RemoveClusterPayload;
  /** Revokes an API token and all tokens that were created with it. */
  revokeApiToken: RevokeApiTokenPayload;
  /** Sets the caller's password, and ends their other sessions and unused sign-in links. */
  setPassword: SetPasswordPayload;
  /** Ends the browser's session. */
  signOut: SignOutPayload;
  /** Updates mode, access or settings of a cluster. */
  updateCluster: UpdateClusterPayload;
};


export type MutationApplyManifestsArgs = {
  input: ApplyManifestsInput;
};


export type MutationApproveDecisionArgs = {
  input: ApproveDecisionInput;
};


export type MutationCreateApiTokenArgs = {
  input: CreateApiTokenInput;
};


export type MutationDeleteDefinitionArgs = {
  input: DeleteDefinitionInput;
};


export type MutationRecheckClusterArgs = {
  input: RecheckClusterInput;
};


export type MutationRegisterClusterArgs = {
  input: RegisterClusterInput;
};


export type MutationRejectDecisionArgs = {
  input: RejectDecisionInput;
};


export type MutationRemoveClusterArgs = {
  input: RemoveClusterInput;
};


export type MutationRevokeApiTokenArgs = {
  input: RevokeApiTokenInput;
};


export type MutationSetPasswordArgs = {
  input: SetPasswordInput;
};


export type MutationUpdateClusterArgs = {
  input: UpdateClusterInput;
};

/** The instance type that lacks the least for a pod. */
export type NearestMiss = {
  instanceType: Scalars['String']['output'];
  /** Resources that it lacks, by name. */
  shortages: Array<ResourceShortage>;
};

/** A node of a cluster. */
export type Node = {
  /** All allocatable resources. */
  allocatable: Array<ResourceAmount>;
  /** `amd64` or `arm64`. */
  arch?: Maybe<Scalars['String']['output']>;
  /** Time of the data. */
  asOf: Scalars['DateTime']['output'];
  /** Disruption blockers, most important first. */
  blockers: Array<Reason>;
  /**
   * Time at which the blockers were found, for a node that the last pass did not evaluate; absent if the
   * blockers are from the last pass.
   */
  blockersEvaluatedAt?: Maybe<Scalars['DateTime']['output']>;
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  cpuAllocatableMilli: Scalars['SafeInt']['output'];
  cpuRequestedMilli: Scalars['SafeInt']['output'];
  createdAt: Scalars['DateTime']['output'];
  instanceType?: Maybe<Scalars['String']['output']>;
  /** An object with a value per label. */
  labels: Scalars['JSON']['output'];
  memoryAllocatableBytes: Scalars['SafeInt']['output'];
  memoryRequestedBytes: Scalars['SafeInt']['output'];
  /** Unique in its cluster. */
  name: Scalars['String']['output'];
  /** Its NodeClaim. */
  nodeClaim?: Maybe<NodeClaim>;
  nodeClaimId?: Maybe<Scalars['ID']['output']>;
  /** The NodePool that it was launched from; absent for nodes that Kerf does not manage. */
  nodePool?: Maybe<Scalars['String']['output']>;
  podCapacity: Scalars['Int']['output'];
  podCount: Scalars['Int']['output'];
  /** Its pods, daemons last. */
  pods: Array<Pod>;
  /** Price of the instance; absent if unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** `aws:///<zone>/<instance ID>`; absent if the node has none. */
  providerId?: Maybe<Scalars['String']['output']>;
  /** Sum of the requests of its pods. */
  requested: Array<ResourceAmount>;
  state: NodeState;
  taints: Array<Taint>;
  zone?: Maybe<Scalars['String']['output']>;
};

/** A NodeClaim: one requested node, from the request to the end of its instance. */
export type NodeClaim = Object & {
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  /** The decision that requested it; absent if it was adopted. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  /** Why the launch failed. */
  failure?: Maybe<Reason>;
  /** Operations for it that fail and are retried. */
  failures: Array<OperationFailure>;
  /** `ncl_…`. */
  id: Scalars['ID']['output'];
  imageId?: Maybe<Scalars['String']['output']>;
  initializedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Absent until the launch. */
  instanceId?: Maybe<Scalars['String']['output']>;
  instanceType?: Maybe<Scalars['String']['output']>;
  launchedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name of its object in the cluster. */
  name: Scalars['String']['output'];
  nodeClass: Scalars['String']['output'];
  /** Absent until the registration. */
  nodeName?: Maybe<Scalars['String']['output']>;
  /** Absent for a standalone NodeClaim. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** Price at the launch; absent before, or if unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  registeredAt?: Maybe<Scalars['DateTime']['output']>;
  requestedAt: Scalars['DateTime']['output'];
  state: NodeClaimState;
  terminatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Progress of the termination; absent if it is not terminating. */
  termination?: Maybe<NodeClaimTermination>;
  version: Scalars['Int']['output'];
  zone?: Maybe<Scalars['String']['output']>;
};

/** A page of NodeClaims. */
export type NodeClaimConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodeClaimEdge>;
  nodes: Array<NodeClaim>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A NodeClaim in a page. */
export type NodeClaimEdge = {
  cursor: Scalars['String']['output'];
  node: NodeClaim;
};

/** Filter for NodeClaims. */
export type NodeClaimFilter = {
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  states?: InputMaybe<Array<NodeClaimState>>;
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

/** Progress of the termination of a NodeClaim. */
export type NodeClaimTermination = {
  /** Time at which the drain ends even if pods remain; absent if there is no limit. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  /** E.g. `Empty`, `Drifted`, `DeletedByUser`. */
  reason: Scalars['String']['output'];
  startedAt: Scalars['DateTime']['output'];
  /** `Requested`, `Cordoned`, `Drained`, `InstanceTerminating` or `InstanceGone`. */
  step: Scalars['String']['output'];
  /** What the termination is waiting for. */
  waitingFor?: Maybe<Scalars['String']['output']>;
};

/** An EC2NodeClass and what it resolves to. */
export type NodeClass = Object & {
  /** `AL2023`, `Bottlerocket` …; absent if an alias determines it. */
  amiFamily?: Maybe<Scalars['String']['output']>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** `ncs_…`. */
  id: Scalars['ID']['output'];
  images: Array<ResolvedImage>;
  instanceProfile?: Maybe<Scalars['String']['output']>;
  isReady: Scalars['Boolean']['output'];
  /** The stored v1 manifest as YAML. */
  manifest: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** NodePools that use it. */
  nodePools: Array<Scalars['String']['output']>;
  /** Why it is not ready. */
  problems: Array<NodeClassProblem>;
  /** Time of the last resolution; absent before the first one. */
  resolvedAt?: Maybe<Scalars['DateTime']['output']>;
  revision: Scalars['Int']['output'];
  revisions: Array<DefinitionRevision>;
  securityGroups: Array<ResolvedSecurityGroup>;
  source: DefinitionSource;
  subnets: Array<ResolvedSubnet>;
  updatedAt: Scalars['DateTime']['output'];
  version: Scalars['Int']['output'];
};

/** A page of node classes. */
export type NodeClassConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodeClassEdge>;
  nodes: Array<NodeClass>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A node class in a page. */
export type NodeClassEdge = {
  cursor: Scalars['String']['output'];
  node: NodeClass;
};

/** Why an EC2NodeClass is not ready. */
export type NodeClassProblem = {
  /** The condition that is False, e.g. `SubnetsReady`. */
  condition: Scalars['String']['output'];
  message: Scalars['String']['output'];
  reason: Scalars['String']['output'];
};

/** A page of nodes. */
export type NodeConnection = {
  /** Time of the data. */
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodeEdge>;
  nodes: Array<Node>;
  pageInfo: PageInfo;
  /** Number of nodes that match the filter. */
  totalCount: Scalars['Int']['output'];
  /** Totals of all nodes that match the filter. */
  totals: NodeTotals;
};

/** How a node differs from its definitions. */
export type NodeDrift = {
  /** The changed definition, e.g. `NodePool/general`; absent if none was changed. */
  definition?: Maybe<Scalars['String']['output']>;
  /** Fields that changed since the launch; empty without a stored revision. */
  fields: Array<DriftedField>;
  /** Karpenter's drift reason, e.g. `NodePoolDrifted`. */
  reason: Scalars['String']['output'];
  /** Time at which the change was saved; absent without a stored revision. */
  since?: Maybe<Scalars['DateTime']['output']>;
};

/** A node in a page. */
export type NodeEdge = {
  cursor: Scalars['String']['output'];
  node: Node;
};

/** Filter for nodes. */
export type NodeFilter = {
  capacityTypes?: InputMaybe<Array<CapacityType>>;
  instanceTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only nodes that Kerf manages (true) or does not (false). */
  managed?: InputMaybe<Scalars['Boolean']['input']>;
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Part of the name or the instance type. */
  search?: InputMaybe<Scalars['String']['input']>;
  states?: InputMaybe<Array<NodeState>>;
  zones?: InputMaybe<Array<Scalars['String']['input']>>;
};

/**
 * Parts of a node's cost: the dual value of its pods, and the gap by cause. The dual values of all nodes of
 * a plan add up to its lower bound.
 */
export type NodeGap = {
  dualValue: Scalars['MicroUsdPerHour']['output'];
  parts: PlanGapParts;
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

/**
 * A NodeOverlay of a cluster: prices or resources of instance types that decisions use in place of those
 * that AWS reports. Costs are always shown at the prices of AWS.
 */
export type NodeOverlay = {
  /** Extended resources that it adds to its instance types, as in the manifest. */
  capacity: Array<ExtendedResource>;
  /** The NodeOverlay of equal weight that it conflicts with; absent if there is no conflict. */
  conflictsWith?: Maybe<Scalars['String']['output']>;
  /** Number of instance types that it selects; 0 if it is not applied. */
  instanceTypes: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** NodePools with an instance type that it selects; empty if it is not applied. */
  nodePools: Array<Scalars['String']['output']>;
  /** Price in dollars per hour that replaces the price of AWS, as in the manifest. */
  price?: Maybe<Scalars['String']['output']>;
  /** Adjustment of the price of AWS, as in the manifest: `+0.5`, `-0.02`, `+10%` or `-15%`. */
  priceAdjustment?: Maybe<Scalars['String']['output']>;
  /** Why it is not applied, one sentence each; empty if it is applied. */
  problems: Array<Scalars['String']['output']>;
  /** `key operator [values]`, one per label; empty if the overlay cannot be read. */
  requirements: Array<Scalars['String']['output']>;
  state: NodeOverlayState;
  /** The overlay with the highest weight has precedence; 0 if the manifest has none. */
  weight: Scalars['Int']['output'];
};

/** Status of a NodeOverlay. */
export type NodeOverlayState =
  /** Decisions use it. */
  | 'APPLIED'
  /** Not applied: an overlay of equal weight sets the same price or resource. */
  | 'CONFLICT'
  /** Invalid: it cannot be read. */
  | 'REFUSED'
  | 'UNKNOWN';

/** A NodePool and its status. */
export type NodePool = Object & {
  /** Disruptions allowed now, by reason. */
  budgets: Array<BudgetStatus>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** A duration or `Never`. */
  consolidateAfter: Scalars['String']['output'];
  consolidationPolicy: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** A duration or `Never`. */
  expireAfter: Scalars['String']['output'];
  /** Remarks about the manifest, e.g. that it has no limits. */
  findings: Array<DefinitionFinding>;
  /** `npl_…`. */
  id: Scalars['ID']['output'];
  /** Whether nodes can be launched from it now. */
  isReady: Scalars['Boolean']['output'];
  /** Usage and limit of `cpu`, `memory` and every limited resource. */
  limits: Array<NodePoolLimit>;
  /** The stored v1 manifest as YAML. */
  manifest: Scalars['String']['output'];
  name: Scalars['String']['output'];
  nodeClassName: Scalars['String']['output'];
  /** Number of its nodes. */
  nodes: Scalars['Int']['output'];
  /** Why it is not ready. */
  notReadyReason?: Maybe<Scalars['String']['output']>;
  /** Sum of the known prices of its nodes. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Whether its nodes register; not part of `isReady`. */
  registrationHealth: RegistrationHealth;
  /** Number of nodes of a static NodePool; absent for other NodePools. */
  replicas?: Maybe<Scalars['SafeInt']['output']>;
  /** With `replicas`: NodeClaims that are not terminating, launched or not. */
  replicasHeld?: Maybe<Scalars['Int']['output']>;
  /** Number of saved changes, from 1. */
  revision: Scalars['Int']['output'];
  /** Revisions, newest first, at most 50. */
  revisions: Array<DefinitionRevision>;
  /** Source of truth; a definition with source `CLUSTER` cannot be changed through the API. */
  source: DefinitionSource;
  unpricedNodes: Scalars['Int']['output'];
  updatedAt: Scalars['DateTime']['output'];
  version: Scalars['Int']['output'];
  /** 0 if the manifest has none. */
  weight: Scalars['Int']['output'];
};

/** A disruption budget of a NodePool. */
export type NodePoolBudget = {
  duration?: Maybe<Scalars['String']['output']>;
  /** Position in the manifest, from 0. */
  index: Scalars['Int']['output'];
  /** `10%` or a number. */
  nodes: Scalars['String']['output'];
  reasons: Array<DisruptionReason>;
  /** Cron expression in UTC. */
  schedule?: Maybe<Scalars['String']['output']>;
};

/** A page of pools. */
export type NodePoolConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodePoolEdge>;
  nodes: Array<NodePool>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A pool in a page. */
export type NodePoolEdge = {
  cursor: Scalars['String']['output'];
  node: NodePool;
};

/** Usage and limit of one resource. */
export type NodePoolLimit = {
  /** Absent if the resource is not limited. */
  limit?: Maybe<Scalars['SafeInt']['output']>;
  resource: Scalars['String']['output'];
  /** In the units of ResourceAmount. */
  usage: Scalars['SafeInt']['output'];
};

/** Why a NodePool does not accept a pod. */
export type NodePoolRejection = {
  /** Field that can fix it; absent if a change of the manifests cannot. */
  fix?: Maybe<FixTarget>;
  /** The instance type that lacks the least, if all are too small. */
  nearest?: Maybe<NearestMiss>;
  nodePool: Scalars['String']['output'];
  /** The first violated constraint. */
  reason: Reason;
};

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

/** Totals of nodes. */
export type NodeTotals = {
  cpuAllocatableMilli: Scalars['SafeInt']['output'];
  cpuRequestedMilli: Scalars['SafeInt']['output'];
  memoryAllocatableBytes: Scalars['SafeInt']['output'];
  memoryRequestedBytes: Scalars['SafeInt']['output'];
  nodes: Scalars['Int']['output'];
  pendingPods: Scalars['Int']['output'];
  pods: Scalars['Int']['output'];
  price: Scalars['MicroUsdPerHour']['output'];
  unpricedNodes: Scalars['Int']['output'];
};

/** Any object with an ID. */
export type Object = {
  /** Opaque and stable; its prefix is the kind of object. */
  id: Scalars['ID']['output'];
};

/** An operation that fails and is retried. */
export type OperationFailure = {
  /** Number of consecutive failed attempts. */
  attempts: Scalars['Int']['output'];
  /** E.g. `CLUSTER.FORBIDDEN`; `BUG` for an internal error of Kerf. */
  errorCode: Scalars['String']['output'];
  firstFailedAt: Scalars['DateTime']['output'];
  lastFailedAt: Scalars['DateTime']['output'];
  message: Scalars['String']['output'];
  /** Its object, e.g. `NodeClaim/default-x2k4p`. */
  object: Scalars['String']['output'];
  /** E.g. `node-claim.terminate`. */
  operation: Scalars['String']['output'];
  /** How to fix it; absent if no fix is known. */
  remedy?: Maybe<Scalars['String']['output']>;
};

/** Position of a page in its list. */
export type PageInfo = {
  /** Cursor of the last row; absent when the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether rows follow after `endCursor`. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether rows precede `startCursor`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; absent when the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A pending pod. */
export type PendingPod = {
  clusterId: Scalars['ID']['output'];
  createdAt: Scalars['DateTime']['output'];
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  ownerKind: Scalars['String']['output'];
  ownerName: Scalars['String']['output'];
  requests: Array<ResourceAmount>;
  /** Message of the kube-scheduler. */
  schedulerMessage?: Maybe<Scalars['String']['output']>;
  uid: Scalars['ID']['output'];
  /** Result of the last evaluation; absent before the first one. */
  verdict?: Maybe<PodVerdict>;
};

/** Pending pods of one owner; a pod without an owner is a group of its own. */
export type PendingPodGroup = {
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  /** Time of the last evaluation of one of its pods; absent before the first one. */
  lastEvaluatedAt?: Maybe<Scalars['DateTime']['output']>;
  namespace: Scalars['String']['output'];
  oldestCreatedAt: Scalars['DateTime']['output'];
  /** `None` for a pod without an owner. */
  ownerKind: Scalars['String']['output'];
  /** The pod's name if it has no owner. */
  ownerName: Scalars['String']['output'];
  /** Its pods, oldest first, at most 100. */
  pods: Array<PendingPod>;
};

/** A page of groups. */
export type PendingPodGroupConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<PendingPodGroupEdge>;
  nodes: Array<PendingPodGroup>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
  /** Number of pods in all groups. */
  totalPods: Scalars['Int']['output'];
};

/** A group in a page. */
export type PendingPodGroupEdge = {
  cursor: Scalars['String']['output'];
  node: PendingPodGroup;
};

/**
 * Cost of a plan's new nodes and its lower bound. Plan, lower bound and FirstFit baseline include the node
 * charge and the prices of NodeOverlays, if there are any.
 */
export type PlanCost = {
  /** Prices and node charges of the plan's nodes. */
  cost: Scalars['MicroUsdPerHour']['output'];
  /**
   * Part of the cost that is caused by `offeringSharePercent`; the lower bound does not include this
   * constraint.
   */
  diversity: Scalars['MicroUsdPerHour']['output'];
  /** Cost of Karpenter's plan (FirstFit baseline) for the same pods. */
  firstFitCost: Scalars['MicroUsdPerHour']['output'];
  /** Number of nodes in Karpenter's plan (FirstFit baseline). */
  firstFitNodeCount: Scalars['Int']['output'];
  gapParts: PlanGapParts;
  /** `cost / lowerBound - 1`; 0 if no node is launched. */
  gapRatio: Scalars['Float']['output'];
  /** Proven lower bound: no plan for the pods on new nodes costs less. */
  lowerBound: Scalars['MicroUsdPerHour']['output'];
  method: PlanMethod;
  /** Charge that was added to the price of each node in comparisons; it is not paid. */
  nodeCharge: Scalars['MicroUsdPerHour']['output'];
};

/** Cost of nodes beyond the dual value of their pods, by cause; a part may be negative. */
export type PlanGapParts = {
  /** Nodes that cost more than the dual value of their capacity. */
  offeringPremium: Scalars['MicroUsdPerHour']['output'];
  /** Pods on nodes where they take capacity of higher dual value than on the best node. */
  placementPremium: Scalars['MicroUsdPerHour']['output'];
  /** Capacity without pods. */
  unusedCapacity: Scalars['MicroUsdPerHour']['output'];
};

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

/** A node to launch, with the reasons for the choice. */
export type PlannedNodeClaim = {
  /** The cheapest compatible offering. */
  expected: PlannedOffering;
  /** Parts of its cost, by the lower bound; absent for replacements and older decisions. */
  gap?: Maybe<NodeGap>;
  /** The NodeClaim; absent until it is recorded. */
  nodeClaim?: Maybe<NodeClaim>;
  /** Absent for a standalone NodeClaim. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** Number of compatible instance types. */
  optionCount: Scalars['Int']['output'];
  /** Compatible offerings, cheapest first. */
  options: Array<PlannedOffering>;
  /** `claim-0001` …; unique in its decision. */
  plannedId: Scalars['String']['output'];
  /** Pods planned on it; the owner of a unit of a CapacityBuffer is `CapacityBuffer/…`. */
  pods: Array<DecisionPod>;
  /** Incompatible instance types, by reason. */
  rejected: Array<RejectedInstanceTypes>;
  /** Sum of the requests of pods and daemons. */
  requests: Array<ResourceAmount>;
  /** `key operator [values]`, one per label. */
  requirements: Array<Scalars['String']['output']>;
  /** Price of the second cheapest instance type less the expected price; absent without another type. */
  savingAgainstNextBest?: Maybe<Scalars['MicroUsdPerHour']['output']>;
};

/** An instance type in one zone and capacity type, with its price. */
export type PlannedOffering = {
  capacityType: CapacityType;
  instanceType: Scalars['String']['output'];
  /** Whether the price is an estimate because no price list could be read. */
  isPriceEstimated: Scalars['Boolean']['output'];
  /** The price that the decision used: that of AWS, or that of a NodeOverlay. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Present if the price comes from a NodeOverlay. */
  priceOverlay?: Maybe<PriceOverlay>;
  zone: Scalars['String']['output'];
};

/** A pod, bound or pending. */
export type Pod = {
  createdAt: Scalars['DateTime']['output'];
  isDaemon: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  /** E.g. `ReplicaSet`; `None` for a bare pod. */
  ownerKind: Scalars['String']['output'];
  ownerName: Scalars['String']['output'];
  phase: PodPhase;
  /** Effective requests. */
  requests: Array<ResourceAmount>;
  uid: Scalars['ID']['output'];
};

/** A pod that moves to another node. */
export type PodMove = {
  from: Scalars['String']['output'];
  pod: Scalars['String']['output'];
  /** Name of a node, or `plannedId` of a replacement; absent if another decision places the pod. */
  to?: Maybe<Scalars['String']['output']>;
};

/** Phases of pods. */
export type PodPhase =
  | 'BOUND'
  | 'PENDING'
  | 'TERMINATING'
  | 'UNKNOWN';

/** Result of the last evaluation of a pending pod. */
export type PodVerdict = {
  /** With `UNSCHEDULABLE`: why each NodePool does not accept the pod, the nearest NodePool first. */
  byNodePool: Array<NodePoolRejection>;
  /** With `NEW_NODE`. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  evaluatedAt: Scalars['DateTime']['output'];
  kind: PodVerdictKind;
  /** With `NEW_NODE`. */
  nodeClaimId?: Maybe<Scalars['ID']['output']>;
  /** With `EXISTING_NODE`. */
  nodeName?: Maybe<Scalars['String']['output']>;
  /** With `NEW_NODE`. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** With `UNSCHEDULABLE`: position in the scheduling queue, from 1. */
  queuePosition?: Maybe<Scalars['Int']['output']>;
  /** With `UNSCHEDULABLE`: reasons that apply to every NodePool. */
  reasons: Array<Reason>;
};

/** Kinds of verdict. */
export type PodVerdictKind =
  | 'EXISTING_NODE'
  | 'NEW_NODE'
  | 'UNKNOWN'
  | 'UNSCHEDULABLE';

/** Whether preferences of pods are respected. */
export type PreferencePolicy =
  /** Preferences are ignored, which leads to fewer nodes and less spread. */
  | 'IGNORE'
  /** Preferred affinities and `ScheduleAnyway` topology spreads are required first and relaxed if that fails. */
  | 'RESPECT'
  | 'UNKNOWN';

/** The NodeOverlay that a price comes from. */
export type PriceOverlay = {
  /** The price of AWS; absent if it has none. */
  listedPrice?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Name of the NodeOverlay. */
  name: Scalars['String']['output'];
};

/** The running product. */
export type Product = {
  /** The sandbox fleet; absent in production. */
  sandbox?: Maybe<Sandbox>;
  version: Scalars['String']['output'];
};

export type Query = {
  /** API tokens, newest first. */
  apiTokens: Array<ApiToken>;
  /** Audit log: every write and every sign-in attempt, newest first. `first` or `last` is required, at most 100. */
  auditEntries: AuditEntryConnection;
  /** One cluster by ID or name. */
  cluster?: Maybe<Cluster>;
  /** Registered clusters. `first` or `last` is required, at most 100. */
  clusters: ClusterConnection;
  /**
   * Converts NodePool and EC2NodeClass manifests from v1beta1 to v1 without saving them. For users who apply
   * manifests to a cluster themselves: the CRDs serve v1 only.
   */
  convertManifests: ConvertedManifests;
  /** Cost of the current month (UTC) so far, and its forecast. */
  costMonth: CostMonth;
  /** Current cost per hour, of one cluster or of all. */
  costNow: CostNow;
  /**
   * Cost over time, in buckets of equal length. If `resolution` is absent: the finest resolution that is
   * available for the whole range and needs at most 1,500 buckets.
   */
  costSeries: CostSeries;
  decision?: Maybe<Decision>;
  /** Decisions, newest first. `first` or `last` is required, at most 100. */
  decisions: DecisionConnection;
  /** Number of disruptions allowed now, by NodePool and reason, of one cluster or of all. */
  disruptionBudgets: DisruptionBudgets;
  /** Totals of all clusters. */
  fleet: Fleet;
  /** Activity: steps of decisions and interruption notices, newest first. */
  fleetEvents: Array<FleetEvent>;
  interruption?: Maybe<Interruption>;
  /** Interruptions of nodes, newest first. `first` or `last` is required, at most 100. */
  interruptions: InterruptionConnection;
  /** One node by its name. */
  node?: Maybe<Node>;
  /** One NodeClaim by ID. */
  nodeClaim?: Maybe<NodeClaim>;
  /**
   * NodeClaims of one cluster, newest first. `first` or `last` is required, at most 100. Null with the
   * error NOT_FOUND if the cluster does not exist.
   */
  nodeClaims?: Maybe<NodeClaimConnection>;
  nodeClass?: Maybe<NodeClass>;
  /** EC2NodeClasses of one cluster or of all. `first` or `last` is required, at most 100. */
  nodeClasses: NodeClassConnection;
  nodePool?: Maybe<NodePool>;
  /** NodePools of one cluster or of all. `first` or `last` is required, at most 100. */
  nodePools: NodePoolConnection;
  /**
   * Nodes of one cluster. `first` or `last` is required, at most 100. Null with the error NOT_FOUND if the
   * cluster does not exist.
   */
  nodes?: Maybe<NodeConnection>;
  /** Any object by its ID. */
  object?: Maybe<Object>;
  /** One pending pod; absent if the pod is not pending. */
  pendingPod?: Maybe<PendingPod>;
  /** Pending pods of one cluster or of all, grouped by owner, longest pending first. */
  pendingPodGroups: PendingPodGroupConnection;
  /** The running product. */
  product: Product;
  /** Savings by disruption in a time range, by kind of decision; a `to` in the future means now. */
  savings: Array<SavingsShare>;
  /** The caller. */
  viewer: Viewer;
};


export type QueryAuditEntriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
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


export type QueryDisruptionBudgetsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryFleetEventsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  decisionEvents?: InputMaybe<Array<Scalars['String']['input']>>;
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


export type QueryObjectArgs = {
  id: Scalars['ID']['input'];
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
};


export type QuerySavingsArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  from: Scalars['DateTime']['input'];
  to: Scalars['DateTime']['input'];
};

/** Why something was not done: a code with its data. */
export type Reason = {
  /** One of a closed list; clients provide the text. */
  code: ReasonCode;
  /** Fields of the engine's `Reason` union for this code. */
  data: Scalars['JSON']['output'];
};

/** Reasons of scheduling, disruption and launching. */
export type ReasonCode =
  | 'BUDGET_EXHAUSTED'
  | 'CONSOLIDATE_AFTER'
  | 'CONSOLIDATION_DISABLED'
  | 'CONSTRAINT_UNSUPPORTED'
  | 'DESTINATION_NOT_READY'
  | 'EXPECTS_PODS'
  | 'HOLDS_CAPACITY_BUFFER'
  | 'HOST_PORT_CONFLICT'
  | 'IMAGE_MISSING'
  | 'INSTANCE_TYPE_MISMATCH'
  | 'INSTANCE_TYPE_TOO_SMALL'
  | 'INSUFFICIENT_CAPACITY'
  | 'IN_DECISION'
  | 'LABEL_UNDEFINED'
  | 'LAUNCH_REFUSED'
  | 'LAUNCH_WITHHELD'
  | 'LIMIT_EXCEEDED'
  | 'MIN_VALUES_UNMET'
  | 'MORE_EXPENSIVE_THAN_CHOSEN'
  | 'MULTIPLE_PDBS'
  | 'MULTIPLE_REPLACEMENTS'
  | 'NETWORK_INCOMPATIBLE'
  | 'NODE_CLASS_NOT_READY'
  | 'NODE_DO_NOT_DISRUPT'
  | 'NODE_LIMIT_REACHED'
  | 'NODE_POOL_BEING_DELETED'
  | 'NODE_POOL_NOT_READY'
  | 'NODE_POOL_UNKNOWN'
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
  | 'POLICY_UNSUPPORTED'
  | 'PRICE_UNKNOWN'
  | 'REASON_NO_LONGER_APPLIES'
  | 'REJECTED'
  | 'REQUIREMENT_INCOMPATIBLE'
  | 'RESERVATION_PENDING'
  | 'RESOURCE_COMBINATION_TOO_LARGE'
  | 'RESOURCE_NOT_OFFERED'
  | 'RESOURCE_TOO_LARGE'
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
  id: Scalars['ID']['input'];
};

/** Result of starting a check. */
export type RecheckClusterPayload = {
  cluster?: Maybe<Cluster>;
  userErrors: Array<UserError>;
};

/** A cluster to register. */
export type RegisterClusterInput = {
  /** CA certificate of the API server, PEM in base64; read from DescribeCluster if absent. */
  certificateAuthority?: InputMaybe<Scalars['String']['input']>;
  /** URL of the API server; read from DescribeCluster if absent. */
  endpoint?: InputMaybe<Scalars['String']['input']>;
  /** Idempotency key: a repeated request with the same key registers the cluster once. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Name of the SQS queue with the interruption notices of AWS. */
  interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  mode: ClusterMode;
  /** The EKS cluster's name. */
  name: Scalars['String']['input'];
  /** AWS region, e.g. `us-east-1`. */
  region: Scalars['String']['input'];
  /** The role to assume, e.g. `arn:aws:iam::111122223333:role/kerf`. */
  roleArn: Scalars['String']['input'];
};

/** Result of a registration. */
export type RegisterClusterPayload = {
  cluster?: Maybe<Cluster>;
  userErrors: Array<UserError>;
};

/** One step of the registration check. */
export type RegistrationCheck = {
  /** What was found. */
  detail?: Maybe<Scalars['String']['output']>;
  /** How to fix it. */
  remedy?: Maybe<Scalars['String']['output']>;
  state: CheckState;
  step: RegistrationStep;
};

/** Results of the last four launches of a NodePool since it or its EC2NodeClass was changed. */
export type RegistrationHealth = {
  failures: Scalars['Int']['output'];
  /** Time of the last failure. */
  lastFailureAt?: Maybe<Scalars['DateTime']['output']>;
  /** Error message of AWS for the last failure. */
  lastFailureDetail?: Maybe<Scalars['String']['output']>;
  /** Number of finished launches: registered, refused by AWS, or timed out. */
  outcomes: Scalars['Int']['output'];
  status: RegistrationHealthStatus;
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
  /** Reason for the rejection; recorded in the history. */
  comment?: InputMaybe<Scalars['String']['input']>;
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a rejection. */
export type RejectDecisionPayload = {
  decision?: Maybe<Decision>;
  userErrors: Array<UserError>;
};

/** Instance types that are incompatible for one reason. */
export type RejectedInstanceTypes = {
  count: Scalars['Int']['output'];
  /** The cheapest of them, at most five. */
  examples: Array<Scalars['String']['output']>;
  reason: Reason;
};

/** Which cluster to remove. */
export type RemoveClusterInput = {
  /** The cluster's name, as a confirmation. */
  confirmName: Scalars['String']['input'];
  /** The `version` that the change is based on. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
};

/** Result of a removal. */
export type RemoveClusterPayload = {
  removedId?: Maybe<Scalars['ID']['output']>;
  userErrors: Array<UserError>;
};

/** An AMI that an EC2NodeClass selects. */
export type ResolvedImage = {
  architecture: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  deprecated: Scalars['Boolean']['output'];
  id: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** `standard`, `nvidia` or `neuron`. */
  variant: Scalars['String']['output'];
};

/** A security group that an EC2NodeClass selects. */
export type ResolvedSecurityGroup = {
  id: Scalars['String']['output'];
  name: Scalars['String']['output'];
};

/** A subnet that an EC2NodeClass selects. */
export type ResolvedSubnet = {
  freeAddresses: Scalars['Int']['output'];
  id: Scalars['String']['output'];
  zone: Scalars['String']['output'];
  zoneId: Scalars['String']['output'];
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** Milli-CPU for `cpu`; bytes for memory and storage; a count for other resources. */
  amount: Scalars['SafeInt']['output'];
  /** The same amount as a Kubernetes quantity. */
  quantity: Scalars['Quantity']['output'];
  /** E.g. `cpu`, `memory`, `nvidia.com/gpu`. */
  resource: Scalars['String']['output'];
};

/** A resource that an instance type lacks. */
export type ResourceShortage = {
  /** Allocatable amount, in the same units. */
  allocatable: Scalars['SafeInt']['output'];
  /** Sum of the requests of the pod and the daemons, in the units of `ResourceAmount`. */
  requested: Scalars['SafeInt']['output'];
  resource: Scalars['String']['output'];
};

/** Which token to revoke. */
export type RevokeApiTokenInput = {
  id: Scalars['ID']['input'];
};

/** Result of revoking a token. */
export type RevokeApiTokenPayload = {
  token?: Maybe<ApiToken>;
  userErrors: Array<UserError>;
};

/** The simulated fleet of `npm start`. */
export type Sandbox = {
  /** URL for the `aws` CLI's `--endpoint-url`. */
  awsEndpoint: Scalars['String']['output'];
  /** The cluster of the tutorial in the README; `exerciseContext` is its kubectl context. */
  exerciseCluster: Scalars['String']['output'];
  exerciseContext: Scalars['String']['output'];
  /** Path of the kubeconfig with a context per cluster. */
  kubeconfig: Scalars['String']['output'];
  /** Running scenarios; absent if the sandbox does not respond. */
  scenarios?: Maybe<Array<SandboxScenario>>;
};

/** A scenario of the sandbox. */
export type SandboxScenario = {
  cluster: Scalars['String']['output'];
  /** Absent for a scenario without a duration. */
  endsAt?: Maybe<Scalars['DateTime']['output']>;
  /** What was done. */
  message: Scalars['String']['output'];
  /** E.g. `spot-storm`. */
  name: Scalars['String']['output'];
  /** Path of the dashboard page that shows it. */
  page: Scalars['String']['output'];
  startedAt: Scalars['DateTime']['output'];
  /** What to observe. */
  watch: Scalars['String']['output'];
};

/** Savings by one kind of disruption. */
export type SavingsShare = {
  /** Actual savings per hour, at the prices of the nodes that were launched as replacements. */
  achieved: Scalars['MicroUsdPerHour']['output'];
  decisions: Scalars['Int']['output'];
  kind: DecisionKind;
  /** Expected savings per hour at the time of the decisions. */
  promised: Scalars['MicroUsdPerHour']['output'];
  /** Savings from the end of each decision to the end of the range. */
  saved: Scalars['MicroUsd']['output'];
  /** Decisions without a fully known price; no sum contains them. */
  unpricedDecisions: Scalars['Int']['output'];
};

/** A new password. */
export type SetPasswordInput = {
  /** The current password; not needed if none is set. */
  currentPassword?: InputMaybe<Scalars['String']['input']>;
  /** At least 12 characters. */
  newPassword: Scalars['String']['input'];
  /** Whether to also revoke the caller's API tokens and all tokens that were created with them. */
  revokeTokens?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of setting a password. */
export type SetPasswordPayload = {
  userErrors: Array<UserError>;
};

/** Result of a sign-out. */
export type SignOutPayload = {
  /** Empty if the sign-out succeeded. */
  userErrors: Array<UserError>;
};

/** Direction of a sort. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** Required and existing nodes of a static NodePool. */
export type StaticPoolCounts = {
  /** NodeClaims that were not terminating, launched or not. */
  held: Scalars['Int']['output'];
  nodePool: Scalars['String']['output'];
  /** Required number of nodes. */
  replicas: Scalars['SafeInt']['output'];
};

export type Subscription = {
  /**
   * Changes as they happen: IDs and versions without data, so that a client reads again what it shows.
   * All topics if `topics` is absent; all clusters if `clusterId` is absent.
   */
  changes: Change;
};


export type SubscriptionChangesArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  topics?: InputMaybe<Array<ChangeTopic>>;
};

/** A taint. */
export type Taint = {
  /** `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  effect: Scalars['String']['output'];
  key: Scalars['String']['output'];
  /** Empty if it has none. */
  value: Scalars['String']['output'];
};

/** Scopes of API tokens. */
export type TokenScope =
  | 'READ'
  | 'WRITE';

/** An unschedulable pod. */
export type UnschedulablePod = {
  /** The first violated constraint of each NodePool, in the order in which NodePools are tried. */
  byNodePool: Array<NodePoolRejection>;
  /** Time of the evaluation. */
  evaluatedAt: Scalars['DateTime']['output'];
  pod: DecisionPod;
  /** Position in the scheduling queue, from 1. */
  queuePosition: Scalars['Int']['output'];
  /** Reasons that apply to every NodePool. */
  reasons: Array<Reason>;
};

/** A change of a cluster; absent fields stay as they are. */
export type UpdateClusterInput = {
  approvalTtlMs?: InputMaybe<Scalars['DurationMs']['input']>;
  batchIdleMs?: InputMaybe<Scalars['DurationMs']['input']>;
  batchMaxMs?: InputMaybe<Scalars['DurationMs']['input']>;
  disruptionPollMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** The `version` that the change is based on. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  /** `null` removes it. */
  interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  minValuesPolicy?: InputMaybe<MinValuesPolicy>;
  mode?: InputMaybe<ClusterMode>;
  nodeChargeMicroUsdPerHour?: InputMaybe<Scalars['MicroUsdPerHour']['input']>;
  offeringSharePercent?: InputMaybe<Scalars['Int']['input']>;
  preferencePolicy?: InputMaybe<PreferencePolicy>;
  rejectionHoldMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 15. */
  reservedEnis?: InputMaybe<Scalars['Int']['input']>;
  /** ARN of the IAM role that Kerf assumes for the cluster; a new role starts the registration check. */
  roleArn?: InputMaybe<Scalars['String']['input']>;
  searchMs?: InputMaybe<Scalars['DurationMs']['input']>;
  spotToSpotConsolidation?: InputMaybe<Scalars['Boolean']['input']>;
  validationDelayMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 0.5. */
  vmMemoryOverheadRatio?: InputMaybe<Scalars['Float']['input']>;
};

/** Result of an update. */
export type UpdateClusterPayload = {
  cluster?: Maybe<Cluster>;
  userErrors: Array<UserError>;
};

/** Why a mutation was refused; nothing was changed. */
export type UserError = {
  /** Kind of error. */
  code: UserErrorCode;
  /** Dotted path of the input field, e.g. `input.name`; absent if the error concerns no field. */
  field?: Maybe<Scalars['String']['output']>;
  /** What is wrong and how to fix it. */
  message: Scalars['String']['output'];
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
  index: Scalars['Int']['input'];
  label: Scalars['String']['input'];
};

/** The caller and their scope. */
export type Viewer = {
  /** Whether a password is set; only for users. */
  hasPassword: Scalars['Boolean']['output'];
  /** `User` or `ApiToken`. */
  kind: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** `read` or `write`. */
  scope: TokenScope;
};
