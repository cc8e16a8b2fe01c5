export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, RFC 3339 in UTC with milliseconds. */
  DateTime: { input: string; output: string; }
  /** A length of time in milliseconds. */
  DurationMs: { input: number; output: number; }
  /** A JSON value whose shape the field's description names. */
  JSON: { input: unknown; output: unknown; }
  /** Millionths of a US dollar, as a string of an integer. */
  MicroUsd: { input: string; output: string; }
  /** Millionths of a US dollar per hour, as a string of an integer, e.g. `96000` is $0.096/h. */
  MicroUsdPerHour: { input: string; output: string; }
  /** A Kubernetes quantity, e.g. `1500m` or `4Gi`. */
  Quantity: { input: string; output: string; }
  /** An integer that a JSON number carries exactly (up to 2^53 - 1), e.g. bytes. */
  SafeInt: { input: number; output: number; }
};

/** A token for automation. */
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
  /** For pools that name no node class. */
  defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** Only read; save nothing. */
  dryRun: Scalars['Boolean']['input'];
  /**
   * Versions that the stored definitions must have, by document index. A document without one
   * replaces whatever is stored, as `kubectl apply` does.
   */
  expectedVersions?: InputMaybe<Array<DocumentVersion>>;
  /**
   * Does the write once: sent again within a day, the first answer comes back, marked by
   * `extensions.idempotencyReplayed` and the header `Idempotency-Replayed`. What is refused leaves the
   * key free for the corrected request.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, at most 256 KiB. */
  manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}` by the cluster's name. */
  replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For refused documents with variants: the label to take, by document index. */
  variants?: InputMaybe<Array<VariantChoice>>;
};

/** What became of the manifests. */
export type ApplyManifestsPayload = {
  /** True when they were saved. */
  applied: Scalars['Boolean']['output'];
  /** One per document of the text. */
  documents: Array<DocumentReading>;
  userErrors: Array<UserError>;
};

/** An approval. */
export type ApproveDecisionInput = {
  comment?: InputMaybe<Scalars['String']['input']>;
  /** The version that was seen. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of an approval. */
export type ApproveDecisionPayload = {
  decision?: Maybe<Decision>;
  userErrors: Array<UserError>;
};

/** What a cluster may need attention for, the most urgent first. */
export type AttentionKind =
  /** The registration check failed: nothing is known, and nothing is done. */
  | 'CHECK_FAILED'
  /** Removals or replacements of nodes that failed in the last hour. */
  | 'FAILED_DECISIONS'
  /** Findings that were seen in the last hour. */
  | 'FINDINGS'
  /** Five nodes or more are interrupted within 10 minutes. */
  | 'INTERRUPTION_STORM'
  /** Launches that the cloud refused, or whose node did not join, in the last 15 minutes. */
  | 'LAUNCH_FAILURES'
  /** Nodes whose pods ended with the interrupted instance, in the last 10 minutes. */
  | 'PODS_LOST'
  /** Connected, but what is known is more than a minute old. */
  | 'STALE_DATA'
  | 'UNKNOWN'
  /** The cluster's API cannot be reached: nothing is decided. */
  | 'UNREACHABLE';

/** How urgent it is. */
export type AttentionSeverity =
  /** Kerf cannot do its work there. */
  | 'BROKEN'
  /** Kerf works, and somebody should look. */
  | 'DEGRADED'
  | 'UNKNOWN';

/** One write or attempt to sign in: who did what to what. */
export type AuditEntry = Object & {
  /** `noun.verb`, e.g. `decision.approve`. */
  action: Scalars['String']['output'];
  /** `User`, `ApiToken`, `Kerf`, or `Anonymous` where nobody was recognized. */
  actorKind: Scalars['String']['output'];
  actorName: Scalars['String']['output'];
  /** The object after; absent for something deleted. */
  after?: Maybe<Scalars['JSON']['output']>;
  at: Scalars['DateTime']['output'];
  /** The object before; absent for something new. */
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

/** Which entries. */
export type AuditFilter = {
  /** A whole action, or a noun with a dot, e.g. `decision.`. */
  action?: InputMaybe<Scalars['String']['input']>;
  /** Part of the actor's name. */
  actor?: InputMaybe<Scalars['String']['input']>;
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the object's name or its id. */
  object?: InputMaybe<Scalars['String']['input']>;
  outcome?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A budget of a pool. */
export type BudgetRule = {
  duration?: Maybe<Scalars['String']['output']>;
  /** Position in the manifest, from 0. */
  index: Scalars['Int']['output'];
  /** `10%` or a number. */
  nodes: Scalars['String']['output'];
  reasons: Array<DisruptionReason>;
  /** Cron in UTC. */
  schedule?: Maybe<Scalars['String']['output']>;
};

/** How many nodes of a pool may be disrupted now for one reason. */
export type BudgetStatus = {
  allowed: Scalars['Int']['output'];
  /** When the clock alone may change this; absent when it does not. */
  changesAt?: Maybe<Scalars['DateTime']['output']>;
  clusterId: Scalars['ID']['output'];
  /** Nodes that use the budget already: not ready, or leaving. */
  disrupting: Scalars['Int']['output'];
  nodePool: Scalars['String']['output'];
  /** Managed and initialized nodes that a percentage is taken of. */
  nodes: Scalars['Int']['output'];
  reason: DisruptionReason;
  /** The budget that allows least; absent when none applies. */
  rule?: Maybe<BudgetRule>;
};

/** A CapacityBuffer of a cluster: room that is kept free for pods to come. */
export type CapacityBuffer = {
  /** Units whose nodes are being bought. */
  coming?: Maybe<Scalars['Int']['output']>;
  /** What its units are like: `Deployment/web` or `PodTemplate/worker`; absent when it cannot be read. */
  follows?: Maybe<Scalars['String']['output']>;
  /** Units that there is room for on nodes that are there or launched; absent before the first solve. */
  held?: Maybe<Scalars['Int']['output']>;
  /** Its limits hold fewer units than it asks for. */
  isLimited: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  /** What keeps it from being followed, one sentence each. */
  problems: Array<Scalars['String']['output']>;
  /** Why units have no place. */
  reasons: Array<Reason>;
  /** What one unit takes. */
  unit: Array<ResourceAmount>;
  /** How many units it keeps; absent while it keeps none for the reasons of `problems`. */
  units?: Maybe<Scalars['Int']['output']>;
  /** Units without a place. */
  without?: Maybe<Scalars['Int']['output']>;
};

/** How an instance is bought. */
export type CapacityType =
  | 'ON_DEMAND'
  | 'RESERVED'
  | 'SPOT'
  | 'UNKNOWN';

/** A change somewhere in the product. */
export type Change = {
  /** The cluster it belongs to; absent for things of no cluster. */
  clusterId?: Maybe<Scalars['ID']['output']>;
  /** The object; absent when many changed at once. */
  id?: Maybe<Scalars['ID']['output']>;
  /** What kind of thing changed. */
  topic: ChangeTopic;
  /** Grows with each change of the object (or of the topic, without an id). */
  version: Scalars['SafeInt']['output'];
};

/** Kinds of change. */
export type ChangeTopic =
  | 'AUDIT'
  | 'CATALOG'
  | 'CLUSTER'
  | 'DECISION'
  | 'DEFINITION'
  | 'NODES'
  | 'NODE_CLAIM'
  | 'PODS'
  /** What is known of the cluster is current; nothing of it changed. `version` is the time. */
  | 'SYNC'
  | 'UNKNOWN';

/** States of a check's step. */
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
  /** AWS account; absent until the check has found it. */
  accountId?: Maybe<Scalars['String']['output']>;
  /** What it needs attention for, the most urgent first; empty when it is well. */
  attention: Array<ClusterAttention>;
  /** CapacityBuffers of the cluster and where their units are, by namespace and name. */
  capacityBuffers: Array<CapacityBuffer>;
  /** Steps of the last registration check, in order. */
  checks: Array<RegistrationCheck>;
  /** Whether its state is known, and how well. */
  connection: ClusterConnectionState;
  /** When it was registered. */
  createdAt: Scalars['DateTime']['output'];
  /** How far it may go now: `mode`, or `OBSERVE` while the cluster is held. */
  effectiveMode: ClusterMode;
  /** URL of its API server; absent until known. */
  endpoint?: Maybe<Scalars['String']['output']>;
  /** Made by Kerf when the cluster was registered; the role's trust policy must ask for it. */
  externalId?: Maybe<Scalars['String']['output']>;
  /** What is off in it while work goes on, seen last first. */
  findings: Array<ClusterFinding>;
  /** What keeps Kerf from acting in it, whatever its mode; absent when nothing does. */
  hold?: Maybe<ClusterHold>;
  /** `clu_…`. */
  id: Scalars['ID']['output'];
  /** Name of the SQS queue that brings the cloud's warnings; absent when there is none. */
  interruptionQueue?: Maybe<Scalars['String']['output']>;
  /** `major.minor`; absent until known. */
  kubernetesVersion?: Maybe<Scalars['String']['output']>;
  /** How far Kerf may go without a person. */
  mode: ClusterMode;
  /** The EKS cluster's name. */
  name: Scalars['String']['output'];
  /** NodeOverlays of the cluster and what became of them, by name. */
  nodeOverlays: Array<NodeOverlay>;
  /** AWS region, e.g. `us-east-1`. */
  region: Scalars['String']['output'];
  /** The role that Kerf assumes for it. */
  roleArn: Scalars['String']['output'];
  /** Timings, and how plans are looked for. */
  settings: ClusterSettings;
  /** Sums over its nodes and pods; absent while nothing is known yet. */
  summary?: Maybe<ClusterSummary>;
  /** For `expectedVersion`. */
  version: Scalars['Int']['output'];
};

/** Something that a cluster needs attention for. */
export type ClusterAttention = {
  /** How many launches, nodes, decisions or findings; 0 where nothing is counted. */
  count: Scalars['Int']['output'];
  /** The problem in a sentence; absent where the kind says it all. */
  detail?: Maybe<Scalars['String']['output']>;
  kind: AttentionKind;
  severity: AttentionSeverity;
  /** Since when, or when the last of them was. */
  since: Scalars['DateTime']['output'];
};

/** A page of clusters. */
export type ClusterConnection = {
  /** When the page was read. */
  asOf: Scalars['DateTime']['output'];
  edges: Array<ClusterEdge>;
  nodes: Array<Cluster>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** Whether the cluster's state is known. */
export type ClusterConnectionState = {
  /** Since when it is in this state. */
  changedAt: Scalars['DateTime']['output'];
  /** What is wrong; absent when nothing is. */
  problem?: Maybe<Scalars['String']['output']>;
  state: ConnectionState;
  /** Up to when the cluster's state is known; absent before the first sync. */
  syncedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A cluster in a page. */
export type ClusterEdge = {
  cursor: Scalars['String']['output'];
  node: Cluster;
};

/** Which clusters. */
export type ClusterFilter = {
  modes?: InputMaybe<Array<ClusterMode>>;
  /** Part of the name. */
  search?: InputMaybe<Scalars['String']['input']>;
  states?: InputMaybe<Array<ConnectionState>>;
};

/** Something that is off in a cluster while work goes on. */
export type ClusterFinding = {
  /** A closed list, e.g. `CATALOG_STALE`. */
  code: Scalars['String']['output'];
  /** How often it was seen. */
  count: Scalars['Int']['output'];
  firstSeenAt: Scalars['DateTime']['output'];
  lastSeenAt: Scalars['DateTime']['output'];
  message: Scalars['String']['output'];
  /** What it is about, e.g. `NodePool/default`. */
  object: Scalars['String']['output'];
  /** How to fix it; absent when the message says it, or nothing is known that would. */
  remedy?: Maybe<Scalars['String']['output']>;
};

/** Another controller acts in the cluster, so Kerf does not. It goes on by itself once that one is gone. */
export type ClusterHold = {
  code: ClusterHoldCode;
  /** What was found, why Kerf does not act beside it, and how to go on. */
  message: Scalars['String']['output'];
  /** What shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
  object: Scalars['String']['output'];
  since: Scalars['DateTime']['output'];
};

/** Why a cluster is held. */
export type ClusterHoldCode =
  /** A Karpenter renews its Lease, or its Deployment asks for replicas. */
  | 'KARPENTER_RUNNING'
  /** Another Kerf renews the Lease by which it says that it acts. */
  | 'OTHER_KERF'
  | 'UNKNOWN';

/** How far Kerf may go without a person. */
export type ClusterMode =
  /** Capacity for waiting pods is bought; taking nodes away waits for a person. */
  | 'APPROVE'
  /** Everything that policy allows is done. */
  | 'AUTO'
  /** Nothing is touched; decisions are shown only. */
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

/** Timings of a cluster, and how plans are looked for in it. */
export type ClusterSettings = {
  /** How long an approval may take before the decision lapses. */
  approvalTtlMs: Scalars['DurationMs']['output'];
  /** A batch of pending pods closes after so long without a new pod. */
  batchIdleMs: Scalars['DurationMs']['output'];
  /** A batch closes after so long at the latest. */
  batchMaxMs: Scalars['DurationMs']['output'];
  /** How often disruption is considered. */
  disruptionPollMs: Scalars['DurationMs']['output'];
  /** What becomes of a pool's `minValues` that cannot be met; Karpenter's MIN_VALUES_POLICY. */
  minValuesPolicy: MinValuesPolicy;
  /**
   * Added to the price of every node when plans are compared, 0 to 10000000 (10 dollars per hour): the
   * higher, the fewer and larger the nodes.
   */
  nodeChargeMicroUsdPerHour: Scalars['MicroUsdPerHour']['output'];
  /**
   * How much of a plan's nodes may be of one instance type in one zone, 1 to 100, so that one shortage
   * does not meet all of them; 100 sets no limit.
   */
  offeringSharePercent: Scalars['Int']['output'];
  /** Whether preferences of pods are tried first; Karpenter's PREFERENCE_POLICY. */
  preferencePolicy: PreferencePolicy;
  /** How long a rejected decision is not proposed again; 0 proposes it with the next evaluation. */
  rejectionHoldMs: Scalars['DurationMs']['output'];
  /** Network interfaces that pods get no addresses of, 0 to 15: lowers the maximum of pods; Karpenter's RESERVED_ENIS. */
  reservedEnis: Scalars['Int']['output'];
  /**
   * How long a plan that is cheaper than Karpenter's is looked for, in milliseconds of one core, 0 to 5000;
   * with 0 the plan is Karpenter's.
   */
  searchMs: Scalars['DurationMs']['output'];
  /**
   * Whether a spot node may be replaced by a cheaper spot node, of at least 15 cheaper types; Karpenter's
   * feature gate SpotToSpotConsolidation.
   */
  spotToSpotConsolidation: Scalars['Boolean']['output'];
  /** How long after a proposal it is validated again. */
  validationDelayMs: Scalars['DurationMs']['output'];
  /**
   * Share of an instance type's memory that its hypervisor keeps, 0 to 0.5: what nodes are planned with;
   * Karpenter's VM_MEMORY_OVERHEAD_PERCENT.
   */
  vmMemoryOverheadRatio: Scalars['Float']['output'];
};

/** Sums over a cluster (or the fleet). */
export type ClusterSummary = {
  /** Up to when they hold. */
  asOf: Scalars['DateTime']['output'];
  /** Decisions that wait for a person. */
  awaitingDecisions: Scalars['Int']['output'];
  cpuAllocatableMilli: Scalars['SafeInt']['output'];
  /** Thousandths of a vCPU that pods request. */
  cpuRequestedMilli: Scalars['SafeInt']['output'];
  /** Nodes that Kerf manages. */
  managedNodes: Scalars['Int']['output'];
  memoryAllocatableBytes: Scalars['SafeInt']['output'];
  /** Bytes of memory that pods request. */
  memoryRequestedBytes: Scalars['SafeInt']['output'];
  nodes: Scalars['Int']['output'];
  /** Creation of the oldest pending pod; absent when none waits. */
  oldestPendingAt?: Maybe<Scalars['DateTime']['output']>;
  pendingPods: Scalars['Int']['output'];
  /** Pods that are bound to a node. */
  pods: Scalars['Int']['output'];
  /** Price of all priced nodes. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Price of the priced spot nodes. */
  spotPrice: Scalars['MicroUsdPerHour']['output'];
  /** Nodes whose price is not known; they are not in `price`. */
  unpricedNodes: Scalars['Int']['output'];
};

/** States of the connection to a cluster. */
export type ConnectionState =
  /** The registration check runs. */
  | 'CHECKING'
  /** Watched; its state is a second old. */
  | 'CONNECTED'
  /** First lists are under way. */
  | 'CONNECTING'
  /** The check failed; see the steps. */
  | 'REJECTED'
  | 'UNKNOWN'
  /** Cannot be reached: what is shown grows older, and nothing is decided. */
  | 'UNREACHABLE';

/** Manifests to convert. */
export type ConvertManifestsInput = {
  /** The cluster that they are for: its node classes may be named, and its name fills placeholders. */
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** For pools that name no node class. */
  defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, several documents, at most 256 KiB. */
  manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}`; needs `clusterId`. */
  replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For documents that can be read in several ways: the label of the one to take, by document index. */
  variants?: InputMaybe<Array<VariantChoice>>;
};

/** What one document becomes. */
export type ConvertedDocument = {
  /** As it was written. */
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** Every field that changed, could not be converted, or deserves a second look. */
  findings: Array<DefinitionFinding>;
  /** Position in the text, from 0. */
  index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  kind?: Maybe<Scalars['String']['output']>;
  /** v1 YAML; absent for a document that cannot be converted as it is. */
  manifest?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
};

/** What manifests become in v1. */
export type ConvertedManifests = {
  /** One per document of the text. */
  documents: Array<ConvertedDocument>;
  /**
   * All documents as v1 YAML for `kubectl apply -f`, each with its notes as comments above it; of one that
   * cannot be converted there are only the notes.
   */
  text: Scalars['String']['output'];
};

/** By what a cost is cut. */
export type CostDimension =
  | 'CAPACITY_TYPE'
  | 'CLUSTER'
  | 'INSTANCE_FAMILY'
  | 'NODE_POOL';

/** Which nodes' costs. */
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
  /** Month to date, and the rest of the month at the recent rate. */
  forecast: Scalars['MicroUsd']['output'];
  /** Its begin. */
  from: Scalars['DateTime']['output'];
  /** Since when costs are known, if that is later than `from`. */
  knownFrom?: Maybe<Scalars['DateTime']['output']>;
  /** What an hour cost on average over the last day. */
  recent: Scalars['MicroUsdPerHour']['output'];
  /** Begin of the next month. */
  to: Scalars['DateTime']['output'];
};

/** Price of what runs now, cut four ways. Each cut adds up to `total`. */
export type CostNow = {
  asOf: Scalars['DateTime']['output'];
  byCapacityType: Array<CostShare>;
  byCluster: Array<CostShare>;
  byInstanceType: Array<CostShare>;
  byNodePool: Array<CostShare>;
  nodes: Scalars['Int']['output'];
  total: Scalars['MicroUsdPerHour']['output'];
  /** Nodes without a known price; they are in no sum. */
  unpricedNodes: Scalars['Int']['output'];
};

/** How long the buckets of a series are. */
export type CostResolution =
  /** Kept for a year. */
  | 'DAY'
  /** Kept for two months. */
  | 'HOUR'
  /** Kept for two days. */
  | 'MINUTE';

/** Costs over time, cut one way. The bucket that runs has what it has cost so far. */
export type CostSeries = {
  asOf: Scalars['DateTime']['output'];
  bucketMs: Scalars['DurationMs']['output'];
  /** Begin of each bucket, from the begin of the period to now. */
  buckets: Array<Scalars['DateTime']['output']>;
  /** The most expensive first. */
  groups: Array<CostSeriesGroup>;
  /**
   * How much of each bucket has been measured: 0 where nothing is known, less than `bucketMs` in the
   * bucket in which measuring began and in the one that runs.
   */
  measuredMs: Array<Scalars['DurationMs']['output']>;
  resolution: CostResolution;
  total: Scalars['MicroUsd']['output'];
  /** Hours of nodes without a known price; they are in no cost. */
  unpricedNodeHours: Scalars['Float']['output'];
};

/** One part of a cost over time. */
export type CostSeriesGroup = {
  /** One for each bucket; absent where nothing is known of that time. */
  costs: Array<Maybe<Scalars['MicroUsd']['output']>>;
  /** Cluster id, or name of the pool, capacity type or family; empty for nodes without one. */
  key: Scalars['String']['output'];
  /** How to call it. */
  label: Scalars['String']['output'];
  /**
   * Cost per hour in each bucket, over the part of it that has been measured; absent where nothing is
   * known of that time.
   */
  rates: Array<Maybe<Scalars['MicroUsdPerHour']['output']>>;
  total: Scalars['MicroUsd']['output'];
};

/** One part of a cost. */
export type CostShare = {
  /** Cluster id, pool name, instance type, or capacity type; empty for nodes without one. */
  key: Scalars['String']['output'];
  /** How to call it. */
  label: Scalars['String']['output'];
  nodes: Scalars['Int']['output'];
  price: Scalars['MicroUsdPerHour']['output'];
  unpricedNodes: Scalars['Int']['output'];
};

/** A new token. */
export type CreateApiTokenInput = {
  /** 1 to 365; a token creates none that ends later than itself. */
  expiresInDays: Scalars['Int']['input'];
  /** What it is for. */
  name: Scalars['String']['input'];
  scope: TokenScope;
};

/** The new token, with its secret. */
export type CreateApiTokenPayload = {
  /** Shown once. */
  secret?: Maybe<Scalars['String']['output']>;
  token?: Maybe<ApiToken>;
  userErrors: Array<UserError>;
};

/** A recorded decision: nodes to buy, or nodes to take away. */
export type Decision = Object & {
  /** What taking nodes away saves per hour at the prices of what was really bought instead; absent until it is known. */
  achievedSaving?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** How many people must approve; 0 when none has to. */
  approvalsNeeded: Scalars['Int']['output'];
  /** With other kinds: the budgets as they stood. */
  budgets: Array<BudgetStatus>;
  /** With other kinds: the nodes that go. */
  candidates: Array<DisruptionCandidate>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  comment?: Maybe<Scalars['String']['output']>;
  /**
   * What it adds per hour (negative: saves) at the cloud's own prices, also where NodeOverlays decided by
   * others; absent when a price is unknown.
   */
  costChange?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** With INTERRUPT and EXPIRE: when the node ends whatever anybody does. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  decidedBy?: Maybe<Scalars['String']['output']>;
  /** With DELETE: the object that was deleted, e.g. `NodePool/general`. */
  deletedObject?: Maybe<Scalars['String']['output']>;
  engineVersion: Scalars['String']['output'];
  /** Its history, oldest first. */
  events: Array<DecisionEvent>;
  /** `None`, `Tainted`, `ReplacementsRequested`, `ReplacementsInitialized`, `MarkedForDeletion` or `Terminated`. */
  executionStep: Scalars['String']['output'];
  /** With PROVISION: pods that go to nodes that exist or are coming. */
  existingPlacements: Array<ExistingPlacement>;
  /** When an undecided approval lapses. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** `dec_…`. */
  id: Scalars['ID']['output'];
  /** With INTERRUPT: the warning behind it. */
  interruptionId?: Maybe<Scalars['ID']['output']>;
  kind: DecisionKind;
  /** With other kinds: pods that have to run elsewhere. */
  moves: Array<PodMove>;
  /** Nodes bought or taken away. */
  nodeCount: Scalars['Int']['output'];
  nodePools: Array<Scalars['String']['output']>;
  /** What became of its nodes, as far as it has come. */
  outcome: DecisionOutcome;
  /** With PROVISION: what the plan costs and how far from the cheapest it can be at most; absent where it was not recorded. */
  planCost?: Maybe<PlanCost>;
  /** The nodes to buy; with other kinds than PROVISION they replace those that go. */
  plannedClaims: Array<PlannedNodeClaim>;
  /** Pods placed or moved; units of CapacityBuffers are none. */
  podCount: Scalars['Int']['output'];
  /** How far it is; absent unless it is APPROVED or EXECUTING. */
  progress?: Maybe<DecisionProgress>;
  proposedAt: Scalars['DateTime']['output'];
  /**
   * Until when a rejection holds: the same nodes are not proposed for the same reason before, unless the
   * plan changes materially (a consolidation saves a fifth more, the definitions change again).
   */
  rejectedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** True in clusters of mode `observe`: it is never carried out. */
  observeOnly: Scalars['Boolean']['output'];
  /** Digest of the snapshot it was decided on. */
  snapshotDigest: Scalars['String']['output'];
  /** With PROVISION: the NodeClaim that a person made in the cluster, without a pool, by its name. */
  standaloneClaim?: Maybe<Scalars['String']['output']>;
  state: DecisionState;
  /** With PROVISION and DEPROVISION of a static pool: the pool as it stood. */
  staticPool?: Maybe<StaticPoolCounts>;
  /** With PROVISION: pods of the same batch that no pool serves. */
  unschedulable: Array<UnschedulablePod>;
  /** For `expectedVersion`. */
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

/** A line of a decision's history. */
export type DecisionEvent = {
  /** A person's or token's name; `kerf` for the product itself. */
  actor: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  /** Fields of `DecisionEventData`. */
  data: Scalars['JSON']['output'];
  /** E.g. `Proposed`, `Approved`, `NodeClaimLaunched`. */
  kind: Scalars['String']['output'];
};

/** Which decisions. */
export type DecisionFilter = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  kinds?: InputMaybe<Array<DecisionKind>>;
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  states?: InputMaybe<Array<DecisionState>>;
};

/** What a decision is about. */
export type DecisionKind =
  | 'CONSOLIDATE'
  /** Nodes that somebody deleted, or whose NodeClaim or NodePool somebody deleted. */
  | 'DELETE'
  /** Nodes of a static pool that are more than it wants. */
  | 'DEPROVISION'
  | 'DRIFT'
  | 'EMPTY'
  | 'EXPIRE'
  | 'INTERRUPT'
  | 'PROVISION'
  | 'UNKNOWN';

/**
 * What became of the nodes of a decision. Until it has ended, nodes that are in none of the numbers are
 * still on their way.
 */
export type DecisionOutcome = {
  /** Nodes that stay in the cluster because their removal failed. */
  remainingNodes: Scalars['Int']['output'];
  /** Nodes that the cloud did not launch. */
  launchFailedNodes: Scalars['Int']['output'];
  /** Nodes that were launched and never became ready. */
  notReadyNodes: Scalars['Int']['output'];
  /** Nodes that were launched and became ready, or that were removed. */
  succeededNodes: Scalars['Int']['output'];
};

/** How many nodes of a decision are in a phase. */
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

/** How far the execution of a decision is. */
export type DecisionProgress = {
  /** Nodes that are ready (PROVISION), or gone (other kinds). */
  done: Scalars['Int']['output'];
  /** Operations that keep failing for the decision or its nodes; they are retried. */
  failures: Array<OperationFailure>;
  /** Where the nodes are, replacements included, in the order of a node's life. */
  phases: Array<DecisionPhase>;
  /** Nodes in all. */
  total: Scalars['Int']['output'];
  /** What holds the removal of nodes now, e.g. a PodDisruptionBudget; at most five. */
  waitingFor: Array<Scalars['String']['output']>;
};

/** Where a decision stands. */
export type DecisionState =
  | 'APPROVED'
  /** Waits for a person. */
  | 'AWAITING_APPROVAL'
  | 'EXECUTED'
  | 'EXECUTING'
  /** Nobody decided in time. */
  | 'EXPIRED'
  | 'FAILED'
  /** Recorded; waits for its validation. */
  | 'PROPOSED'
  | 'REJECTED'
  /** The cluster moved on before it was carried out. */
  | 'SUPERSEDED'
  | 'UNKNOWN';

/** Something worth saying about a manifest. */
export type DefinitionFinding = {
  /** What it became. */
  became?: Maybe<Scalars['String']['output']>;
  /** Stable, e.g. `LIMITS_LIFTED`. */
  code: Scalars['String']['output'];
  /** Column of that line, from 1; absent without a line. */
  column?: Maybe<Scalars['Int']['output']>;
  /** What was written. */
  found?: Maybe<Scalars['String']['output']>;
  /** Line of the text, from 1; absent when no text was read, as for objects of the cluster. */
  line?: Maybe<Scalars['Int']['output']>;
  message: Scalars['String']['output'];
  /** Dotted path in the manifest. */
  path: Scalars['String']['output'];
  severity: FindingSeverity;
};

/** A saved state of a definition. */
export type DefinitionRevision = {
  /** The v1 manifest as YAML. */
  manifest: Scalars['String']['output'];
  revision: Scalars['Int']['output'];
  savedAt: Scalars['DateTime']['output'];
  savedBy: Scalars['String']['output'];
};

/** Where a definition's truth is. */
export type DefinitionSource =
  /** Written through the API; Kerf mirrors it into the cluster. */
  | 'API'
  /** An object of the cluster; Kerf follows it. */
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

/** Budgets as they stand. */
export type DisruptionBudgets = {
  asOf: Scalars['DateTime']['output'];
  budgets: Array<BudgetStatus>;
};

/** A node that goes. */
export type DisruptionCandidate = {
  capacityType?: Maybe<CapacityType>;
  /** Daemon and static pods, which end with the node. */
  daemonPods: Scalars['Int']['output'];
  /** With DRIFT: why the node is no longer what its definitions say; absent where it was not recorded. */
  drift?: Maybe<NodeDrift>;
  instanceType?: Maybe<Scalars['String']['output']>;
  nodeClaimId: Scalars['ID']['output'];
  nodeName: Scalars['String']['output'];
  /** Absent for a claim without a pool. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** What was decided by: the cloud's price, or that of a NodeOverlay; absent when unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Set when the price is a NodeOverlay's. */
  priceOverlay?: Maybe<PriceOverlay>;
  zone?: Maybe<Scalars['String']['output']>;
};

/** Why a node may be disrupted. */
export type DisruptionReason =
  | 'DRIFTED'
  | 'EMPTY'
  | 'UNDERUTILIZED'
  | 'UNKNOWN';

/** What becomes of a document. */
export type DocumentOutcome =
  | 'CREATED'
  | 'REFUSED'
  /** It is stored like this already. */
  | 'UNCHANGED'
  | 'UNKNOWN'
  | 'UPDATED';

/** What became of one document. */
export type DocumentReading = {
  /** Whether it can be saved. */
  accepted: Scalars['Boolean']['output'];
  apiVersion?: Maybe<Scalars['String']['output']>;
  /** What is stored now under this kind and name; absent when it is new. */
  currentManifest?: Maybe<Scalars['String']['output']>;
  /** Its version before this request; absent when it is new. */
  currentVersion?: Maybe<Scalars['Int']['output']>;
  /** The stored definition; absent when nothing is stored under this kind and name. */
  definitionId?: Maybe<Scalars['ID']['output']>;
  /**
   * How many nodes saving it would make drift; absent when it would make none drift, and outside of a
   * dry run.
   */
  drift?: Maybe<DriftForecast>;
  findings: Array<DefinitionFinding>;
  /** Position in the text, from 0. */
  index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  kind?: Maybe<Scalars['String']['output']>;
  /** What would be (or was) saved, as v1 YAML. */
  manifest?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
  /** What was done, or would be done if nothing prevents it. */
  outcome: DocumentOutcome;
  /** Ways to read a refused document. */
  variants: Array<DocumentVariant>;
  /** Its version after this request. */
  version?: Maybe<Scalars['Int']['output']>;
};

/** One way to read a refused document. */
export type DocumentVariant = {
  label: Scalars['String']['output'];
  manifest: Scalars['String']['output'];
};

/** The version that one stored definition must have. */
export type DocumentVersion = {
  /** The `version` that was read; 0: there must be no definition of this kind and name yet. */
  expectedVersion: Scalars['Int']['input'];
  /** Position in the text, from 0. */
  index: Scalars['Int']['input'];
};

/** How many nodes saving a definition would make drift; drifted nodes are replaced. */
export type DriftForecast = {
  /** Of these, the nodes that would drift and do not drift now. */
  drifting: Scalars['Int']['output'];
  /** Nodes launched from the definition that are not terminating. */
  nodes: Scalars['Int']['output'];
};

/** A field of a manifest whose change replaces nodes. */
export type DriftedField = {
  after?: Maybe<Scalars['String']['output']>;
  /** As it was written, cut off where it is long; absent where it was not set. */
  before?: Maybe<Scalars['String']['output']>;
  /** E.g. `spec.template.metadata.labels.team`. */
  path: Scalars['String']['output'];
};

/** Pods that need no new node. */
export type ExistingPlacement = {
  nodeName: Scalars['String']['output'];
  pods: Array<DecisionPod>;
};

/** An amount of a resource, as a manifest writes it. */
export type ExtendedResource = {
  quantity: Scalars['Quantity']['output'];
  resource: Scalars['String']['output'];
};

/** How much a finding matters. */
export type FindingSeverity =
  /** It is valid, and may not do what is hoped for. */
  | 'ADVICE'
  /** The document is refused. */
  | 'ERROR'
  | 'UNKNOWN'
  /** It was changed, or is doubtful. */
  | 'WARNING';

/** A field of the manifest of a NodePool or of its EC2NodeClass. */
export type FixTarget = {
  /** `NodePool` or `EC2NodeClass`. */
  kind: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** As Kubernetes spells fields in its errors, e.g. `spec.limits.cpu`; empty for the manifest itself. */
  path: Scalars['String']['output'];
};

/** All clusters together. */
export type Fleet = {
  /** Clusters that need attention, for whatever reason. */
  attentionClusters: Scalars['Int']['output'];
  /** Of them, those where Kerf cannot do its work. */
  brokenClusters: Scalars['Int']['output'];
  /** Registered clusters. */
  clusters: Scalars['Int']['output'];
  summary: ClusterSummary;
  /** Clusters that are not connected. */
  clustersNeedingAttention: Scalars['Int']['output'];
};

/** Something that happened in a cluster: a line of a feed, a mark on a chart. */
export type FleetEvent = {
  /** Of a step of a decision: a person's or token's name; `kerf` for the product itself. */
  actor?: Maybe<Scalars['String']['output']>;
  at: Scalars['DateTime']['output'];
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** Of a step of a decision: what it adds per hour (negative: saves); absent when unknown. */
  costChange?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Of a step of a decision: e.g. `Proposed`, `Approved`, `Executed`. */
  decisionEvent?: Maybe<Scalars['String']['output']>;
  /** The decision it is a step of, or that a warning led to. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  /** Of a step of a decision. */
  decisionKind?: Maybe<DecisionKind>;
  /** Of a step of a decision: what became of its nodes, as far as it has come. */
  decisionOutcome?: Maybe<DecisionOutcome>;
  /** Of a warning. */
  interruptionId?: Maybe<Scalars['ID']['output']>;
  /** Of a warning. */
  interruptionKind?: Maybe<InterruptionKind>;
  nodeCount: Scalars['Int']['output'];
  /** Of a warning: the node it is about, where it is known. */
  nodeName?: Maybe<Scalars['String']['output']>;
  nodePools: Array<Scalars['String']['output']>;
  podCount: Scalars['Int']['output'];
};

/** One warning of the cloud about one instance, and what became of it. */
export type Interruption = Object & {
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** When the instance ends whatever anybody does; absent when the cloud names no time. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  /** The decision that takes the node away; absent when nothing was done. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  drainedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the claim had ended. */
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  /** `int_…`. */
  id: Scalars['ID']['output'];
  instanceId: Scalars['String']['output'];
  instanceType?: Maybe<Scalars['String']['output']>;
  /** Pods (`namespace/name`) that were still there when the drain had to end. */
  lostPods: Array<Scalars['String']['output']>;
  kind: InterruptionKind;
  /** Absent for a node that Kerf does not manage. */
  nodeClaimId?: Maybe<Scalars['ID']['output']>;
  nodeName?: Maybe<Scalars['String']['output']>;
  nodePool?: Maybe<Scalars['String']['output']>;
  outcome: InterruptionOutcome;
  /** Pods that had to run elsewhere. */
  podCount: Scalars['Int']['output'];
  /** When Kerf read it. */
  receivedAt: Scalars['DateTime']['output'];
  /** When their next place was decided on. */
  replacementRequestedAt?: Maybe<Scalars['DateTime']['output']>;
  /** NodeClaims bought for them; empty when other nodes had room. */
  replacements: Array<NodeClaim>;
  /** When the cloud wrote it. */
  warnedAt: Scalars['DateTime']['output'];
  zone?: Maybe<Scalars['String']['output']>;
};

/** A page of warnings. */
export type InterruptionConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<InterruptionEdge>;
  nodes: Array<Interruption>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A warning in a page. */
export type InterruptionEdge = {
  cursor: Scalars['String']['output'];
  node: Interruption;
};

/** Which warnings. */
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

/** What the cloud warns of. */
export type InterruptionKind =
  /** The capacity reservation ends. */
  | 'CAPACITY_RESERVATION_INTERRUPTED'
  /** The instance stops or is stopped. */
  | 'INSTANCE_STOPPED'
  /** The instance ends or has ended. */
  | 'INSTANCE_TERMINATED'
  /** The spot instance is at a raised risk; nothing is done about it. */
  | 'REBALANCE_RECOMMENDED'
  /** Maintenance of the host. */
  | 'SCHEDULED_CHANGE'
  /** The spot instance is taken back in two minutes. */
  | 'SPOT_INTERRUPTED'
  | 'UNKNOWN';

/** What became of a warning. */
export type InterruptionOutcome =
  /** Every pod left in time. */
  | 'DRAINED'
  | 'DRAINING'
  /** Nothing had to be done. */
  | 'NOTED'
  /** Pods went down with the instance; `keptPods` names them. */
  | 'PODS_LOST'
  | 'UNKNOWN';

/** What becomes of `minValues` that cannot be met. */
export type MinValuesPolicy =
  /** The pool serves the pod with fewer values. */
  | 'BEST_EFFORT'
  /** The pool does not serve the pod. */
  | 'STRICT'
  | 'UNKNOWN';

export type Mutation = {
  /**
   * Reads NodePool and EC2NodeClass manifests (v1 or v1beta1; YAML or JSON, several documents) and
   * saves them all at once, or none: not when `dryRun` is set, when a document is refused, or when a
   * stored definition does not have its expected version. `userErrors` then says why, with a field
   * for each problem, e.g. `input.manifests.0.spec.limits.cpu`; a dry run says it of refused documents
   * in `findings` alone.
   */
  applyManifests: ApplyManifestsPayload;
  /**
   * Lets a waiting decision be carried out. It is checked once more before anything is touched; if
   * the cluster has moved on, it becomes SUPERSEDED instead.
   */
  approveDecision: ApproveDecisionPayload;
  /** Makes a token; its secret is in this answer and nowhere else. */
  createApiToken: CreateApiTokenPayload;
  /** Deletes a definition that Kerf owns. */
  deleteDefinition: DeleteDefinitionPayload;
  /** Runs the registration check again. */
  recheckCluster: RecheckClusterPayload;
  /** Registers a cluster and starts its check; nothing is touched in it before the check has passed. */
  registerCluster: RegisterClusterPayload;
  /** Refuses a waiting decision. */
  rejectDecision: RejectDecisionPayload;
  /** Forgets a cluster; its nodes and objects are left as they are. */
  removeCluster: RemoveClusterPayload;
  /** Ends a token at once, and all tokens that were created with it. */
  revokeApiToken: RevokeApiTokenPayload;
  /** Sets the password of the person who asks, and ends their other sessions and open sign-in links. */
  setPassword: SetPasswordPayload;
  /** Ends the browser's session. */
  signOut: SignOutPayload;
  /** Changes mode, access or settings. */
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

/** An instance type that would do if the pod asked for less, or it had more. */
export type NearestMiss = {
  instanceType: Scalars['String']['output'];
  /** Everything that is short on it, by name. */
  shortages: Array<ResourceShortage>;
};

/** A node of a cluster. */
export type Node = {
  /** All allocatable resources. */
  allocatable: Array<ResourceAmount>;
  /** `amd64` or `arm64`. */
  arch?: Maybe<Scalars['String']['output']>;
  /** Up to when this row holds. */
  asOf: Scalars['DateTime']['output'];
  /** What keeps it from being disrupted, most telling first. */
  blockers: Array<Reason>;
  /**
   * When an earlier evaluation found the blockers, for a node that waits to be evaluated again; absent
   * when they hold as of the last pass.
   */
  blockersEvaluatedAt?: Maybe<Scalars['DateTime']['output']>;
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  cpuAllocatableMilli: Scalars['SafeInt']['output'];
  cpuRequestedMilli: Scalars['SafeInt']['output'];
  createdAt: Scalars['DateTime']['output'];
  instanceType?: Maybe<Scalars['String']['output']>;
  /** A name → value object. */
  labels: Scalars['JSON']['output'];
  memoryAllocatableBytes: Scalars['SafeInt']['output'];
  memoryRequestedBytes: Scalars['SafeInt']['output'];
  /** Unique in its cluster. */
  name: Scalars['String']['output'];
  /** The recorded claim behind it. */
  nodeClaim?: Maybe<NodeClaim>;
  nodeClaimId?: Maybe<Scalars['ID']['output']>;
  /** The pool that made it; absent for nodes that Kerf does not manage. */
  nodePool?: Maybe<Scalars['String']['output']>;
  podCapacity: Scalars['Int']['output'];
  podCount: Scalars['Int']['output'];
  /** Pods on it, daemons last. */
  pods: Array<Pod>;
  /** What it costs; absent when the price is unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** `aws:///<zone>/<instance id>`; absent when it has none. */
  providerId?: Maybe<Scalars['String']['output']>;
  /** What its pods request. */
  requested: Array<ResourceAmount>;
  state: NodeState;
  taints: Array<Taint>;
  zone?: Maybe<Scalars['String']['output']>;
};

/** A node that Kerf asked for. */
export type NodeClaim = Object & {
  capacityType?: Maybe<CapacityType>;
  clusterId: Scalars['ID']['output'];
  /** The decision that asked for it; absent when it was adopted. */
  decisionId?: Maybe<Scalars['ID']['output']>;
  /** Why it could not be launched. */
  failure?: Maybe<Reason>;
  /** Operations that keep failing for it; they are retried. */
  failures: Array<OperationFailure>;
  /** `ncl_…`. */
  id: Scalars['ID']['output'];
  imageId?: Maybe<Scalars['String']['output']>;
  initializedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Absent until it is launched. */
  instanceId?: Maybe<Scalars['String']['output']>;
  instanceType?: Maybe<Scalars['String']['output']>;
  launchedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The name of its object in the cluster. */
  name: Scalars['String']['output'];
  nodeClass: Scalars['String']['output'];
  /** Absent until it is registered. */
  nodeName?: Maybe<Scalars['String']['output']>;
  /** Absent for one that a person made in the cluster, without a pool. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** Price at launch; absent before, or when unknown. */
  price?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  registeredAt?: Maybe<Scalars['DateTime']['output']>;
  requestedAt: Scalars['DateTime']['output'];
  state: NodeClaimState;
  terminatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** How far its end is; absent while it lives. */
  termination?: Maybe<NodeClaimTermination>;
  version: Scalars['Int']['output'];
  zone?: Maybe<Scalars['String']['output']>;
};

/** A page of claims. */
export type NodeClaimConnection = {
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodeClaimEdge>;
  nodes: Array<NodeClaim>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

/** A claim in a page. */
export type NodeClaimEdge = {
  cursor: Scalars['String']['output'];
  node: NodeClaim;
};

/** Which claims. */
export type NodeClaimFilter = {
  nodePools?: InputMaybe<Array<Scalars['String']['input']>>;
  states?: InputMaybe<Array<NodeClaimState>>;
};

/** The life of a claim. */
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

/** How far a claim's end is. */
export type NodeClaimTermination = {
  /** When draining ends whatever the pods say; absent when it waits for them. */
  deadline?: Maybe<Scalars['DateTime']['output']>;
  /** E.g. `Empty`, `Drifted`, `DeletedByUser`. */
  reason: Scalars['String']['output'];
  startedAt: Scalars['DateTime']['output'];
  /** `Requested`, `Cordoned`, `Drained`, `InstanceTerminating` or `InstanceGone`. */
  step: Scalars['String']['output'];
  /** What holds it now. */
  waitingFor?: Maybe<Scalars['String']['output']>;
};

/** An EC2NodeClass and what it resolves to. */
export type NodeClass = Object & {
  /** `AL2023`, `Bottlerocket` …; absent when an alias says it. */
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
  /** Pools that use it. */
  nodePools: Array<Scalars['String']['output']>;
  /** What keeps it from being ready. */
  problems: Array<NodeClassProblem>;
  /** Absent before the first look-up. */
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

/** Something that keeps a NodeClass from being used. */
export type NodeClassProblem = {
  /** The condition it makes false, e.g. `SubnetsReady`. */
  condition: Scalars['String']['output'];
  message: Scalars['String']['output'];
  reason: Scalars['String']['output'];
};

/** A page of nodes. */
export type NodeConnection = {
  /** Up to when the rows hold. */
  asOf: Scalars['DateTime']['output'];
  edges: Array<NodeEdge>;
  nodes: Array<Node>;
  pageInfo: PageInfo;
  /** All that match the filter. */
  totalCount: Scalars['Int']['output'];
  /** Sums over all that match the filter. */
  totals: NodeTotals;
};

/** Why a node is no longer what its definitions say. */
export type NodeDrift = {
  /** The definition that was changed, e.g. `NodePool/general`; absent where none was. */
  definition?: Maybe<Scalars['String']['output']>;
  /** What differs from the node's launch; empty when no stored revision tells. */
  fields: Array<DriftedField>;
  /** As Karpenter names it, e.g. `NodePoolDrifted`. */
  reason: Scalars['String']['output'];
  /** When the change was saved; absent when no stored revision tells. */
  since?: Maybe<Scalars['DateTime']['output']>;
};

/** A node in a page. */
export type NodeEdge = {
  cursor: Scalars['String']['output'];
  node: Node;
};

/** Which nodes. */
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
 * What a node costs, taken apart: what its pods are worth by the bound, and the rest by cause. The worths
 * of all nodes of a plan come to its bound.
 */
export type NodeGap = {
  parts: PlanGapParts;
  worth: Scalars['MicroUsdPerHour']['output'];
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
 * A NodeOverlay of a cluster: what instance types cost or offer where decisions should know better than
 * the cloud says. What is paid, and shown as cost, is the cloud's price all the same.
 */
export type NodeOverlay = {
  /** Extended resources that it says its types have, as written. */
  capacity: Array<ExtendedResource>;
  /** The overlay of equal weight that came first, when it is in conflict with one. */
  conflictsWith?: Maybe<Scalars['String']['output']>;
  /** How many instance types it is about; 0 when it is not applied. */
  instanceTypes: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  /** Pools with a type that it is about; empty when it is not applied. */
  nodePools: Array<Scalars['String']['output']>;
  /** Dollars per hour in the place of the cloud's price, as written. */
  price?: Maybe<Scalars['String']['output']>;
  /** What is added to the cloud's price, as written: `+0.5`, `-0.02`, `+10%` or `-15%`. */
  priceAdjustment?: Maybe<Scalars['String']['output']>;
  /** What keeps it from being applied, one sentence each; empty when it is applied. */
  problems: Array<Scalars['String']['output']>;
  /** `key operator [values]`, one per label; empty when it cannot be read. */
  requirements: Array<Scalars['String']['output']>;
  state: NodeOverlayState;
  /** Of several overlays the heaviest decides; absent in the manifest means 0. */
  weight: Scalars['Int']['output'];
};

/** What becomes of a NodeOverlay. */
export type NodeOverlayState =
  /** Decisions are made with it. */
  | 'APPLIED'
  /** Left out as a whole: one of equal weight decides about the same price or resource. */
  | 'CONFLICT'
  /** It cannot be read. */
  | 'REFUSED'
  | 'UNKNOWN';

/** A NodePool and how it stands. */
export type NodePool = Object & {
  /** What may be disrupted now, by reason. */
  budgets: Array<BudgetStatus>;
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  /** A duration or `Never`. */
  consolidateAfter: Scalars['String']['output'];
  consolidationPolicy: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  /** A duration or `Never`. */
  expireAfter: Scalars['String']['output'];
  /** Things worth knowing, e.g. that it has no limits. */
  findings: Array<DefinitionFinding>;
  /** `npl_…`. */
  id: Scalars['ID']['output'];
  /** Whether pods can be given to it now. */
  isReady: Scalars['Boolean']['output'];
  /** Usage against limits; a row for each limit, and for cpu and memory in any case. */
  limits: Array<NodePoolLimit>;
  /** The stored v1 manifest as YAML. */
  manifest: Scalars['String']['output'];
  name: Scalars['String']['output'];
  nodeClassName: Scalars['String']['output'];
  /** Nodes it has now. */
  nodes: Scalars['Int']['output'];
  /** What keeps it from being ready. */
  notReadyReason?: Maybe<Scalars['String']['output']>;
  /** Price of its priced nodes. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Whether its nodes come to be; told, and no part of `isReady`. */
  registrationHealth: RegistrationHealth;
  /** Nodes that a static pool keeps, whatever pods wait; absent in a pool that takes pods. */
  replicas?: Maybe<Scalars['SafeInt']['output']>;
  /** With replicas: claims that are not on their way out, launched or not. */
  replicasHeld?: Maybe<Scalars['Int']['output']>;
  /** Counts saved changes, from 1. */
  revision: Scalars['Int']['output'];
  /** Saved states, newest first, at most 50. */
  revisions: Array<DefinitionRevision>;
  /** Where its truth is; what a cluster owns cannot be changed here. */
  source: DefinitionSource;
  unpricedNodes: Scalars['Int']['output'];
  updatedAt: Scalars['DateTime']['output'];
  version: Scalars['Int']['output'];
  /** Absent in the manifest means 0. */
  weight: Scalars['Int']['output'];
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

/** Usage of one resource against its limit. */
export type NodePoolLimit = {
  /** Absent when the resource is not limited. */
  limit?: Maybe<Scalars['SafeInt']['output']>;
  resource: Scalars['String']['output'];
  /** In the units of ResourceAmount. */
  usage: Scalars['SafeInt']['output'];
};

/** Why a NodePool does not take a pod. */
export type NodePoolRejection = {
  /** Where it can be fixed; absent where no manifest of the NodePool can. */
  fix?: Maybe<FixTarget>;
  /** The instance type that comes nearest, when it is too small. */
  nearest?: Maybe<NearestMiss>;
  nodePool: Scalars['String']['output'];
  /** The first constraint that is violated. */
  reason: Reason;
};

/** Where a node is in its life. */
export type NodeState =
  | 'CORDONED'
  /** Its instance is bought; it has not become ready. */
  | 'JOINING'
  /** Draining or terminating. */
  | 'LEAVING'
  | 'NOT_READY'
  | 'READY'
  | 'UNKNOWN';

/** Sums over nodes. */
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

/** What an id names. */
export type Object = {
  /** Opaque and stable; its prefix says what it names. */
  id: Scalars['ID']['output'];
};

/** An operation that keeps failing and is retried. */
export type OperationFailure = {
  /** Failed attempts in a row. */
  attempts: Scalars['Int']['output'];
  /** E.g. `CLUSTER.FORBIDDEN`; `BUG` for an error of Kerf itself. */
  errorCode: Scalars['String']['output'];
  firstFailedAt: Scalars['DateTime']['output'];
  lastFailedAt: Scalars['DateTime']['output'];
  message: Scalars['String']['output'];
  /** What it works on, e.g. `NodeClaim/default-x2k4p`. */
  object: Scalars['String']['output'];
  /** E.g. `node-claim.terminate`. */
  operation: Scalars['String']['output'];
  /** How to fix it; absent when nothing is known that would. */
  remedy?: Maybe<Scalars['String']['output']>;
};

/** Where a page of a list begins and ends. */
export type PageInfo = {
  /** Cursor of the last row; absent when the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** More rows follow after `endCursor`. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Rows come before `startCursor`. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; absent when the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A pod that waits for a node. */
export type PendingPod = {
  clusterId: Scalars['ID']['output'];
  createdAt: Scalars['DateTime']['output'];
  name: Scalars['String']['output'];
  namespace: Scalars['String']['output'];
  ownerKind: Scalars['String']['output'];
  ownerName: Scalars['String']['output'];
  requests: Array<ResourceAmount>;
  /** What the cluster's own scheduler says. */
  schedulerMessage?: Maybe<Scalars['String']['output']>;
  uid: Scalars['ID']['output'];
  /** Kerf's last word; absent while it has not been considered. */
  verdict?: Maybe<PodVerdict>;
};

/** Waiting pods of one owner; a pod that nothing owns is a group of its own. */
export type PendingPodGroup = {
  clusterId: Scalars['ID']['output'];
  clusterName: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  /** When one of them was last considered; absent when none was yet. */
  lastEvaluatedAt?: Maybe<Scalars['DateTime']['output']>;
  namespace: Scalars['String']['output'];
  oldestCreatedAt: Scalars['DateTime']['output'];
  /** `None` for a pod that nothing owns. */
  ownerKind: Scalars['String']['output'];
  /** The name of a pod that nothing owns. */
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
  /** Pods in all groups. */
  totalPods: Scalars['Int']['output'];
};

/** A group in a page. */
export type PendingPodGroupEdge = {
  cursor: Scalars['String']['output'];
  node: PendingPodGroup;
};

/**
 * What a plan's new nodes cost, and what they cannot cost less than. Plan, bound and rule all count
 * the charge per node, if there is one, and the prices of NodeOverlays, where there are any.
 */
export type PlanCost = {
  /** The plan's nodes: their prices and charges. */
  cost: Scalars['MicroUsdPerHour']['output'];
  /**
   * What of the price keeps nodes from being of one type in one zone, see `offeringSharePercent`; the
   * bound does not ask for it.
   */
  diversity: Scalars['MicroUsdPerHour']['output'];
  gapParts: PlanGapParts;
  /** `cost / lowerBound - 1`; 0 when nothing has to be bought. */
  gapRatio: Scalars['Float']['output'];
  /** Proven: no plan for the pods that go on new nodes costs less. */
  lowerBound: Scalars['MicroUsdPerHour']['output'];
  method: PlanMethod;
  /** What was added to the price of every node to keep their number low; nobody pays it. */
  nodeCharge: Scalars['MicroUsdPerHour']['output'];
  /** What Karpenter's rule would have cost for the same pods. */
  firstFitCost: Scalars['MicroUsdPerHour']['output'];
  /** How many nodes Karpenter's rule would have bought. */
  firstFitNodeCount: Scalars['Int']['output'];
};

/** What nodes cost beyond what their pods are worth by the bound, by cause; a part may be negative. */
export type PlanGapParts = {
  /** Nodes that cost more than all of their room is worth. */
  offeringPremium: Scalars['MicroUsdPerHour']['output'];
  /** Pods on nodes where they take more than they have to elsewhere. */
  placementPremium: Scalars['MicroUsdPerHour']['output'];
  /** Room that is paid for and holds nothing. */
  unusedCapacity: Scalars['MicroUsdPerHour']['output'];
};

/** How a plan was made. */
export type PlanMethod =
  /** Whole nodes are chosen from many made-up ones. */
  | 'COLUMN_GENERATION'
  /** Every way was tried; there are few enough for few pods. */
  | 'EVERY_WAY'
  /** Parts of a plan are made anew as long as it gets cheaper. */
  | 'NEIGHBOURHOOD_SEARCH'
  /** Pods go where the bound's prices say. */
  | 'PRICE_AND_FILL'
  /** Karpenter's rule. */
  | 'RULE'
  | 'UNKNOWN';

/** A node to buy, and why this one. */
export type PlannedNodeClaim = {
  /** The cheapest that fits. */
  expected: PlannedOffering;
  /** How much of its cost the bound accounts for; absent for replacements and older decisions. */
  gap?: Maybe<NodeGap>;
  /** The recorded claim, once there is one. */
  nodeClaim?: Maybe<NodeClaim>;
  /** Absent for one that a person made in the cluster, without a pool. */
  nodePool?: Maybe<Scalars['String']['output']>;
  /** How many types would do. */
  optionCount: Scalars['Int']['output'];
  /** Types that would do, cheapest first. */
  options: Array<PlannedOffering>;
  /** `claim-0001` …; unique in its decision. */
  plannedId: Scalars['String']['output'];
  /** Pods it is for; the owner of a unit of a buffer is `CapacityBuffer/…`. */
  pods: Array<DecisionPod>;
  /** Types that were ruled out, by reason. */
  rejected: Array<RejectedInstanceTypes>;
  /** What pods and daemons request together. */
  requests: Array<ResourceAmount>;
  /** `key operator [values]`, one per label. */
  requirements: Array<Scalars['String']['output']>;
  /** Price of the next best type less the expected one; absent without another type. */
  savingAgainstNextBest?: Maybe<Scalars['MicroUsdPerHour']['output']>;
};

/** An instance type with where and how it is bought. */
export type PlannedOffering = {
  capacityType: CapacityType;
  instanceType: Scalars['String']['output'];
  /** The price is only an estimate that was decided by, because no price list could be read. */
  isPriceEstimated: Scalars['Boolean']['output'];
  /** What was decided by: the cloud's price, or that of a NodeOverlay. */
  price: Scalars['MicroUsdPerHour']['output'];
  /** Set when the price is a NodeOverlay's. */
  priceOverlay?: Maybe<PriceOverlay>;
  zone: Scalars['String']['output'];
};

/** A pod on a node, or waiting for one. */
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

/** A pod that has to run elsewhere. */
export type PodMove = {
  from: Scalars['String']['output'];
  pod: Scalars['String']['output'];
  /** A node's name, or the `plannedId` of a replacement; absent where another decision places it. */
  to?: Maybe<Scalars['String']['output']>;
};

/** What a pod is doing, as far as nodes care. */
export type PodPhase =
  | 'BOUND'
  | 'PENDING'
  | 'TERMINATING'
  | 'UNKNOWN';

/** Kerf's last word on a waiting pod. */
export type PodVerdict = {
  /** With `UNSCHEDULABLE`: why each NodePool does not take the pod, the nearest NodePool first. */
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
  /** With `UNSCHEDULABLE`: its place among the pods that waited, in the order in which they are tried; from 1. */
  queuePosition?: Maybe<Scalars['Int']['output']>;
  /** With `UNSCHEDULABLE`: what holds for every pool. */
  reasons: Array<Reason>;
};

/** Kinds of verdict. */
export type PodVerdictKind =
  | 'EXISTING_NODE'
  | 'NEW_NODE'
  | 'UNKNOWN'
  | 'UNSCHEDULABLE';

/** Whether preferences of pods are tried first. */
export type PreferencePolicy =
  /** Preferences are ignored: fewer nodes, less spread. */
  | 'IGNORE'
  /** Preferred affinities and `ScheduleAnyway` spreads are treated as required until that fails. */
  | 'RESPECT'
  | 'UNKNOWN';

/** Where a price that is not the cloud's comes from. */
export type PriceOverlay = {
  /** What the cloud asks; absent when it names no price. */
  listedPrice?: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** The NodeOverlay that decides. */
  name: Scalars['String']['output'];
};

/** The product itself. */
export type Product = {
  /** The sandbox fleet; absent in production. */
  sandbox?: Maybe<Sandbox>;
  version: Scalars['String']['output'];
};

export type Query = {
  /** Tokens for automation, newest first. */
  apiTokens: Array<ApiToken>;
  /** Every write and every attempt to sign in, newest first; `first` or `last` is required, at most 100. */
  auditEntries: AuditEntryConnection;
  /** One cluster by id or name. */
  cluster?: Maybe<Cluster>;
  /** Registered clusters; `first` or `last` is required, at most 100. */
  clusters: ClusterConnection;
  /**
   * Converts NodePool and EC2NodeClass manifests of v1beta1 to v1 and saves nothing, for people who apply
   * them to a cluster themselves: the CRDs serve v1 only.
   */
  convertManifests: ConvertedManifests;
  /** What this month (UTC) has cost so far, and what it will come to. */
  costMonth: CostMonth;
  /** What runs now costs now: of one cluster, or of all. */
  costNow: CostNow;
  /**
   * What running cost over time, in buckets of one length. Without `resolution`: the finest that is
   * kept for so long and has at most 1,500 buckets.
   */
  costSeries: CostSeries;
  decision?: Maybe<Decision>;
  /** Decisions, newest first; `first` or `last` is required, at most 100. */
  decisions: DecisionConnection;
  /** How many nodes may be disrupted now, by pool and reason; of one cluster, or of all. */
  disruptionBudgets: DisruptionBudgets;
  /** The whole fleet in one line. */
  fleet: Fleet;
  /** What happened: steps of decisions and warnings of the cloud, newest first. */
  fleetEvents: Array<FleetEvent>;
  interruption?: Maybe<Interruption>;
  /** The cloud's warnings about nodes, newest first; `first` or `last` is required, at most 100. */
  interruptions: InterruptionConnection;
  /** One node by its name. */
  node?: Maybe<Node>;
  /** One claim. */
  nodeClaim?: Maybe<NodeClaim>;
  /**
   * NodeClaims of one cluster, newest first; `first` or `last` is required, at most 100. Absent, with
   * the error NOT_FOUND, when there is no such cluster.
   */
  nodeClaims?: Maybe<NodeClaimConnection>;
  nodeClass?: Maybe<NodeClass>;
  /** EC2NodeClasses of one cluster, or of all; `first` or `last` is required, at most 100. */
  nodeClasses: NodeClassConnection;
  nodePool?: Maybe<NodePool>;
  /** NodePools of one cluster, or of all; `first` or `last` is required, at most 100. */
  nodePools: NodePoolConnection;
  /**
   * Nodes of one cluster; `first` or `last` is required, at most 100. Absent, with the error NOT_FOUND,
   * when there is no such cluster.
   */
  nodes?: Maybe<NodeConnection>;
  /** Any object by its id. */
  object?: Maybe<Object>;
  /** One waiting pod; absent when it does not wait (any more). */
  pendingPod?: Maybe<PendingPod>;
  /** Pods that wait, grouped by owner, longest waiting first; of one cluster, or of all. */
  pendingPodGroups: PendingPodGroupConnection;
  /** The product itself. */
  product: Product;
  /** What taking nodes away saved in a period, by kind of decision; `to` is cut off at now. */
  savings: Array<SavingsShare>;
  /** Who asks. */
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

/** Why something was not done: a code, and the data a sentence needs. */
export type Reason = {
  /** A closed list; the words are the client's. */
  code: ReasonCode;
  /** Fields of the engine's `Reason` union for this code. */
  data: Scalars['JSON']['output'];
};

/** Reasons of scheduling, disruption and launching. */
export type ReasonCode =
  | 'BUDGET_EXHAUSTED'
  | 'CONSOLIDATE_AFTER'
  | 'CONSOLIDATION_OFF'
  | 'CONSTRAINT_UNSUPPORTED'
  | 'DEARER_THAN_CHOSEN'
  | 'DESTINATION_NOT_READY'
  | 'EXPECTS_PODS'
  | 'HOLDS_BUFFER'
  | 'HOST_PORT_CONFLICT'
  | 'IMAGE_MISSING'
  | 'INSTANCE_TYPE_MISMATCH'
  | 'INSTANCE_TYPE_TOO_SMALL'
  | 'INSUFFICIENT_CAPACITY'
  | 'IN_DECISION'
  | 'LABEL_UNDEFINED'
  | 'LAUNCH_REFUSED'
  | 'LAUNCH_WITHHELD'
  | 'LEAVING'
  | 'LIMIT_EXCEEDED'
  | 'MIN_VALUES_UNMET'
  | 'NETWORK_UNSUITABLE'
  | 'NODE_CLASS_NOT_READY'
  | 'NODE_DO_NOT_DISRUPT'
  | 'NODE_LIMIT_REACHED'
  | 'NODE_POOL_BEING_DELETED'
  | 'NODE_POOL_MATCHES_NO_TYPE'
  | 'NODE_POOL_NOT_READY'
  | 'NODE_POOL_UNKNOWN'
  | 'NOMINATED'
  | 'NOT_EMPTY'
  | 'NOT_INITIALIZED'
  | 'NOT_MANAGED'
  | 'NO_CHEAPER_REPLACEMENT'
  | 'NO_INSTANCE_TYPES'
  | 'NO_LONGER_CONCERNED'
  | 'NO_NODE_POOL'
  | 'NO_OFFERING'
  | 'OFFERINGS_UNAVAILABLE'
  | 'OFFERING_UNPRICED'
  | 'PDB_BLOCKS'
  | 'PODS_WITHOUT_PLACE'
  | 'POD_DO_NOT_DISRUPT'
  | 'POD_REFUSED'
  | 'POLICY_UNSUPPORTED'
  | 'PRICE_UNKNOWN'
  | 'REJECTED'
  | 'REQUIREMENT_INCOMPATIBLE'
  | 'RESERVATION_PENDING'
  | 'RESOURCES_TOO_LARGE_TOGETHER'
  | 'RESOURCE_NOT_OFFERED'
  | 'RESOURCE_TOO_LARGE'
  | 'SEVERAL_PDBS'
  | 'SEVERAL_REPLACEMENTS'
  | 'SPOT_INFLEXIBLE'
  | 'SPOT_TO_SPOT_DISABLED'
  | 'STATIC_POOL'
  | 'STATIC_POOL_BUSY'
  | 'SUBNET_MISSING'
  | 'TAINT_NOT_TOLERATED'
  | 'TOPOLOGY_UNSATISFIABLE'
  | 'TURN_AWAITED'
  | 'UNKNOWN'
  | 'VALUE_UNKNOWN'
  | 'VOLUMES_APART'
  | 'WITHOUT_NODE_POOL';

/** Which cluster to check. */
export type RecheckClusterInput = {
  id: Scalars['ID']['input'];
};

/** The check has been started. */
export type RecheckClusterPayload = {
  cluster?: Maybe<Cluster>;
  userErrors: Array<UserError>;
};

/** A new cluster. */
export type RegisterClusterInput = {
  /** The API server's CA, base64 of PEM; left out, it is read by DescribeCluster. */
  certificateAuthority?: InputMaybe<Scalars['String']['input']>;
  /** URL of the API server; left out, it is read by DescribeCluster. */
  endpoint?: InputMaybe<Scalars['String']['input']>;
  /** The same key does the same registration once. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Name of the SQS queue that brings the cloud's warnings. */
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
  /** What would mend it. */
  remedy?: Maybe<Scalars['String']['output']>;
  state: CheckState;
  step: RegistrationStep;
};

/** How the last four claims of a pool fared since it or its class was changed. */
export type RegistrationHealth = {
  failures: Scalars['Int']['output'];
  /** When the last of them failed. */
  lastFailureAt?: Maybe<Scalars['DateTime']['output']>;
  /** What the cloud said then. */
  lastFailureDetail?: Maybe<Scalars['String']['output']>;
  /** How many of them are over: registered, refused by the cloud, or given up. */
  outcomes: Scalars['Int']['output'];
  status: RegistrationHealthStatus;
};

/** What is known of how a pool's claims fare. */
export type RegistrationHealthStatus =
  | 'HEALTHY'
  /** None has become a node yet. */
  | 'UNDECIDED'
  /** Two of them failed. */
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

/** A refusal. */
export type RejectDecisionInput = {
  /** Why; shown in the history. */
  comment?: InputMaybe<Scalars['String']['input']>;
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a refusal. */
export type RejectDecisionPayload = {
  decision?: Maybe<Decision>;
  userErrors: Array<UserError>;
};

/** Types that were ruled out for one reason. */
export type RejectedInstanceTypes = {
  count: Scalars['Int']['output'];
  /** Those that would have been cheapest, at most five. */
  examples: Array<Scalars['String']['output']>;
  reason: Reason;
};

/** Which cluster to forget. */
export type RemoveClusterInput = {
  /** The cluster's name again, so that it is meant. */
  confirmName: Scalars['String']['input'];
  /** The version that was seen. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
};

/** Result of a removal. */
export type RemoveClusterPayload = {
  removedId?: Maybe<Scalars['ID']['output']>;
  userErrors: Array<UserError>;
};

/** A machine image that a NodeClass selects. */
export type ResolvedImage = {
  architecture: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  deprecated: Scalars['Boolean']['output'];
  id: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** `standard`, `nvidia` or `neuron`. */
  variant: Scalars['String']['output'];
};

/** A security group that a NodeClass selects. */
export type ResolvedSecurityGroup = {
  id: Scalars['String']['output'];
  name: Scalars['String']['output'];
};

/** A subnet that a NodeClass selects. */
export type ResolvedSubnet = {
  freeAddresses: Scalars['Int']['output'];
  id: Scalars['String']['output'];
  zone: Scalars['String']['output'];
  zoneId: Scalars['String']['output'];
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** Thousandths for `cpu`; bytes for memory and storage; pieces for the rest. */
  amount: Scalars['SafeInt']['output'];
  /** The same as Kubernetes writes it. */
  quantity: Scalars['Quantity']['output'];
  /** E.g. `cpu`, `memory`, `nvidia.com/gpu`. */
  resource: Scalars['String']['output'];
};

/** A resource of which an instance type has too little. */
export type ResourceShortage = {
  /** What pods can have, in the same units. */
  allocatable: Scalars['SafeInt']['output'];
  /** What the pod and the daemons ask for together, in the units of `ResourceAmount`. */
  requested: Scalars['SafeInt']['output'];
  resource: Scalars['String']['output'];
};

/** Which token to end. */
export type RevokeApiTokenInput = {
  id: Scalars['ID']['input'];
};

/** Result of ending a token. */
export type RevokeApiTokenPayload = {
  token?: Maybe<ApiToken>;
  userErrors: Array<UserError>;
};

/** The fleet that comes with `npm start`. */
export type Sandbox = {
  /** URL for the `aws` CLI's `--endpoint-url`. */
  awsEndpoint: Scalars['String']['output'];
  /** The cluster and kubectl context of the README's exercise. */
  exerciseCluster: Scalars['String']['output'];
  exerciseContext: Scalars['String']['output'];
  /** Path of the kubeconfig with a context per cluster. */
  kubeconfig: Scalars['String']['output'];
  /** Scenarios that go on; absent when the sandbox cannot be asked. */
  scenarios?: Maybe<Array<SandboxScenario>>;
};

/** Something that was let happen in the sandbox. */
export type SandboxScenario = {
  cluster: Scalars['String']['output'];
  /** Absent for what was done at once. */
  endsAt?: Maybe<Scalars['DateTime']['output']>;
  /** What was done. */
  message: Scalars['String']['output'];
  /** E.g. `spot-storm`. */
  name: Scalars['String']['output'];
  /** Path of the dashboard's page to open. */
  page: Scalars['String']['output'];
  startedAt: Scalars['DateTime']['output'];
  /** What to look for. */
  watch: Scalars['String']['output'];
};

/** What disruptions of one kind saved. */
export type SavingsShare = {
  /** Per hour, at the prices of what was really bought instead. */
  achieved: Scalars['MicroUsdPerHour']['output'];
  decisions: Scalars['Int']['output'];
  kind: DecisionKind;
  /** Per hour, as it was said when they were decided. */
  promised: Scalars['MicroUsdPerHour']['output'];
  /** What each has saved from its end to the end of the period. */
  saved: Scalars['MicroUsd']['output'];
  /** Decisions whose price is not fully known; they are in no sum. */
  unpricedDecisions: Scalars['Int']['output'];
};

/** A new password. */
export type SetPasswordInput = {
  /** The old one; not needed when none is set. */
  currentPassword?: InputMaybe<Scalars['String']['input']>;
  /** At least 12 characters. */
  newPassword: Scalars['String']['input'];
  /** Whether to revoke the tokens that the person created as well, and all tokens created with those. */
  revokeTokens?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of setting a password. */
export type SetPasswordPayload = {
  userErrors: Array<UserError>;
};

/** The session is over. */
export type SignOutPayload = {
  /** Empty when it was done. */
  userErrors: Array<UserError>;
};

/** Direction of a sort. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** What a static pool wanted and had. */
export type StaticPoolCounts = {
  /** Claims that were not on their way out, launched or not. */
  held: Scalars['Int']['output'];
  nodePool: Scalars['String']['output'];
  /** Nodes that it wants. */
  replicas: Scalars['SafeInt']['output'];
};

export type Subscription = {
  /**
   * What changed, as it changes: ids and versions, never data, so that a client re-reads what it shows.
   * Without `topics`, all topics; without `clusterId`, all clusters.
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
  /** Empty when it has none. */
  value: Scalars['String']['output'];
};

/** What a token may do. */
export type TokenScope =
  | 'READ'
  | 'WRITE';

/** A pod that no pool serves. */
export type UnschedulablePod = {
  /** The first thing in the way, per pool in the order tried. */
  byNodePool: Array<NodePoolRejection>;
  /** When this was found. */
  evaluatedAt: Scalars['DateTime']['output'];
  pod: DecisionPod;
  /** Its place among the pods that waited, in the order in which they are tried; from 1. */
  queuePosition: Scalars['Int']['output'];
  /** What holds for every pool. */
  reasons: Array<Reason>;
};

/** A change to a cluster; fields left out stay. */
export type UpdateClusterInput = {
  approvalTtlMs?: InputMaybe<Scalars['DurationMs']['input']>;
  batchIdleMs?: InputMaybe<Scalars['DurationMs']['input']>;
  batchMaxMs?: InputMaybe<Scalars['DurationMs']['input']>;
  disruptionPollMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** The version that was seen. */
  expectedVersion: Scalars['Int']['input'];
  id: Scalars['ID']['input'];
  /** `null` takes it away. */
  interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  minValuesPolicy?: InputMaybe<MinValuesPolicy>;
  mode?: InputMaybe<ClusterMode>;
  nodeChargeMicroUsdPerHour?: InputMaybe<Scalars['MicroUsdPerHour']['input']>;
  offeringSharePercent?: InputMaybe<Scalars['Int']['input']>;
  preferencePolicy?: InputMaybe<PreferencePolicy>;
  rejectionHoldMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 15. */
  reservedEnis?: InputMaybe<Scalars['Int']['input']>;
  /** The role that Kerf assumes for it; another one is checked as at the registration. */
  roleArn?: InputMaybe<Scalars['String']['input']>;
  searchMs?: InputMaybe<Scalars['DurationMs']['input']>;
  spotToSpotConsolidation?: InputMaybe<Scalars['Boolean']['input']>;
  validationDelayMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 0.5. */
  vmMemoryOverheadRatio?: InputMaybe<Scalars['Float']['input']>;
};

/** Result of a change. */
export type UpdateClusterPayload = {
  cluster?: Maybe<Cluster>;
  userErrors: Array<UserError>;
};

/** Something in the input that keeps a mutation from being done; nothing was changed. */
export type UserError = {
  /** What kind of problem it is. */
  code: UserErrorCode;
  /** Dotted path of the input field, e.g. `input.name`; absent when no field is to blame. */
  field?: Maybe<Scalars['String']['output']>;
  /** What is wrong, and what would be right. */
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

/** Which variant of a document to take. */
export type VariantChoice = {
  /** Position in the text, from 0. */
  index: Scalars['Int']['input'];
  label: Scalars['String']['input'];
};

/** Who asks, and what they may do. */
export type Viewer = {
  /** Whether a password is set; only for people. */
  hasPassword: Scalars['Boolean']['output'];
  /** `User` or `ApiToken`. */
  kind: Scalars['String']['output'];
  name: Scalars['String']['output'];
  /** `read` or `write`. */
  scope: TokenScope;
};
