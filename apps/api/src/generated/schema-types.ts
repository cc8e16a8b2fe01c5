import type { AttentionKind } from '../contract/words.js';
import type { AttentionSeverity } from '../contract/words.js';
import type { CapacityType } from '../contract/words.js';
import type { ChangeTopic } from '../contract/words.js';
import type { CheckState } from '../contract/words.js';
import type { ClusterHoldCode } from '../contract/words.js';
import type { ClusterMode } from '../contract/words.js';
import type { ConnectionState } from '../contract/words.js';
import type { CostCut } from '../contract/words.js';
import type { CostResolution } from '../contract/words.js';
import type { DecisionKind } from '../contract/words.js';
import type { DecisionState } from '../contract/words.js';
import type { DefinitionSource } from '../contract/words.js';
import type { DisruptionReason } from '../contract/words.js';
import type { DocumentOutcome } from '../contract/words.js';
import type { FindingSeverity } from '../contract/words.js';
import type { InterruptionKind } from '../contract/words.js';
import type { InterruptionOutcome } from '../contract/words.js';
import type { MinValuesPolicy } from '../contract/words.js';
import type { NodeClaimState } from '../contract/words.js';
import type { NodeOverlayState } from '../contract/words.js';
import type { NodeState } from '../contract/words.js';
import type { PlanMethod } from '../contract/words.js';
import type { PodPhase } from '../contract/words.js';
import type { PodVerdictKind } from '../contract/words.js';
import type { PreferencePolicy } from '../contract/words.js';
import type { RegistrationHealthStatus } from '../contract/words.js';
import type { RegistrationStep } from '../contract/words.js';
import type { TokenScope } from '../contract/words.js';
import type { Instant } from '@kerf/core';
import type { DurationMs } from '@kerf/core';
import type { MicroUsdPerHour } from '@kerf/core';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ClusterView, ClusterConnectionView } from '../modules/cluster/cluster.mapper.js';
import type { NodeView, NodeConnectionView } from '../modules/node/node.mapper.js';
import type { NodeClaimView, NodeClaimConnectionView } from '../modules/node-claim/node-claim.mapper.js';
import type { PendingPodGroupView, PendingPodGroupConnectionView } from '../modules/scheduling/scheduling.mapper.js';
import type { NodePoolView, NodePoolConnectionView, NodeClassView, NodeClassConnectionView } from '../modules/definition/definition.mapper.js';
import type { DecisionView, DecisionConnectionView, PlannedNodeClaimView } from '../modules/decision/decision.mapper.js';
import type { FleetEventView } from '../modules/fleet-event/fleet-event.mapper.js';
import type { InterruptionView, InterruptionConnectionView } from '../modules/interruption/interruption.mapper.js';
import type { AuditEntryView, AuditEntryConnectionView } from '../modules/audit/audit.mapper.js';
import type { GraphqlContext } from '../graphql/graphql-context.js';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type EnumResolverSignature<T, AllowedValues = any> = { [key in keyof T]?: AllowedValues };
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, RFC 3339 in UTC with milliseconds. */
  DateTime: { input: Instant; output: Instant; }
  /** A length of time in milliseconds. */
  DurationMs: { input: DurationMs; output: DurationMs; }
  /** A JSON value whose shape the field's description names. */
  JSON: { input: unknown; output: unknown; }
  /** Millionths of a US dollar, as a string of an integer. */
  MicroUsd: { input: number; output: number; }
  /** Millionths of a US dollar per hour, as a string of an integer, e.g. `96000` is $0.096/h. */
  MicroUsdPerHour: { input: MicroUsdPerHour; output: MicroUsdPerHour; }
  /** A Kubernetes quantity, e.g. `1500m` or `4Gi`. */
  Quantity: { input: string; output: string; }
  /** An integer that a JSON number carries exactly (up to 2^53 - 1), e.g. bytes. */
  SafeInt: { input: number; output: number; }
};

/** A token for automation. */
export type ApiToken = Object & {
  readonly createdAt: Scalars['DateTime']['output'];
  readonly createdBy: Scalars['String']['output'];
  readonly expiresAt: Scalars['DateTime']['output'];
  /** `tok_…`. */
  readonly id: Scalars['ID']['output'];
  readonly lastUsedAt: Maybe<Scalars['DateTime']['output']>;
  readonly name: Scalars['String']['output'];
  readonly revokedAt: Maybe<Scalars['DateTime']['output']>;
  readonly scope: TokenScope;
};

/** Manifests to read. */
export type ApplyManifestsInput = {
  readonly clusterId: Scalars['ID']['input'];
  /** For pools that name no node class. */
  readonly defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** Only read; save nothing. */
  readonly dryRun: Scalars['Boolean']['input'];
  /**
   * Versions that the stored definitions must have, by document index. A document without one
   * replaces whatever is stored, as `kubectl apply` does.
   */
  readonly expectedVersions?: InputMaybe<ReadonlyArray<DocumentVersion>>;
  /**
   * Does the write once: sent again within a day, the first answer comes back, marked by
   * `extensions.idempotencyReplayed` and the header `Idempotency-Replayed`. What is refused leaves the
   * key free for the corrected request.
   */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, at most 256 KiB. */
  readonly manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}` by the cluster's name. */
  readonly replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For refused documents with variants: the label to take, by document index. */
  readonly variants?: InputMaybe<ReadonlyArray<VariantChoice>>;
};

/** What became of the manifests. */
export type ApplyManifestsPayload = {
  /** True when they were saved. */
  readonly applied: Scalars['Boolean']['output'];
  /** One per document of the text. */
  readonly documents: ReadonlyArray<DocumentReading>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** An approval. */
export type ApproveDecisionInput = {
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  /** The version that was seen. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of an approval. */
export type ApproveDecisionPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type { AttentionKind };

export type { AttentionSeverity };

/** One write or attempt to sign in: who did what to what. */
export type AuditEntry = Object & {
  /** `noun.verb`, e.g. `decision.approve`. */
  readonly action: Scalars['String']['output'];
  /** `User`, `ApiToken`, `Kerf`, or `Anonymous` where nobody was recognized. */
  readonly actorKind: Scalars['String']['output'];
  readonly actorName: Scalars['String']['output'];
  /** The object after; absent for something deleted. */
  readonly after: Maybe<Scalars['JSON']['output']>;
  readonly at: Scalars['DateTime']['output'];
  /** The object before; absent for something new. */
  readonly before: Maybe<Scalars['JSON']['output']>;
  readonly clusterId: Maybe<Scalars['ID']['output']>;
  readonly clusterName: Maybe<Scalars['String']['output']>;
  readonly comment: Maybe<Scalars['String']['output']>;
  /** `aud_…`. */
  readonly id: Scalars['ID']['output'];
  readonly objectId: Scalars['String']['output'];
  readonly objectKind: Scalars['String']['output'];
  readonly objectName: Scalars['String']['output'];
  /** `Done` or `Refused`. */
  readonly outcome: Scalars['String']['output'];
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

/** Which entries. */
export type AuditFilter = {
  /** A whole action, or a noun with a dot, e.g. `decision.`. */
  readonly action?: InputMaybe<Scalars['String']['input']>;
  /** Part of the actor's name. */
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the object's name or its id. */
  readonly object?: InputMaybe<Scalars['String']['input']>;
  readonly outcome?: InputMaybe<Scalars['String']['input']>;
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A budget of a pool. */
export type BudgetRule = {
  readonly duration: Maybe<Scalars['String']['output']>;
  /** Position in the manifest, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `10%` or a number. */
  readonly nodes: Scalars['String']['output'];
  readonly reasons: ReadonlyArray<DisruptionReason>;
  /** Cron in UTC. */
  readonly schedule: Maybe<Scalars['String']['output']>;
};

/** How many nodes of a pool may be disrupted now for one reason. */
export type BudgetStatus = {
  readonly allowed: Scalars['Int']['output'];
  /** When the clock alone may change this; absent when it does not. */
  readonly changesAt: Maybe<Scalars['DateTime']['output']>;
  readonly clusterId: Scalars['ID']['output'];
  /** Nodes that use the budget already: not ready, or leaving. */
  readonly disrupting: Scalars['Int']['output'];
  readonly nodePool: Scalars['String']['output'];
  /** Managed and initialized nodes that a percentage is taken of. */
  readonly nodes: Scalars['Int']['output'];
  readonly reason: DisruptionReason;
  /** The budget that allows least; absent when none applies. */
  readonly rule: Maybe<BudgetRule>;
};

/** A CapacityBuffer of a cluster: room that is kept free for pods to come. */
export type CapacityBuffer = {
  /** Units whose nodes are being bought. */
  readonly coming: Maybe<Scalars['Int']['output']>;
  /** What its units are like: `Deployment/web` or `PodTemplate/worker`; absent when it cannot be read. */
  readonly follows: Maybe<Scalars['String']['output']>;
  /** Units that there is room for on nodes that are there or launched; absent before the first solve. */
  readonly held: Maybe<Scalars['Int']['output']>;
  /** Its limits hold fewer units than it asks for. */
  readonly isLimited: Scalars['Boolean']['output'];
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  /** What keeps it from being followed, one sentence each. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
  /** Why units have no place. */
  readonly reasons: ReadonlyArray<Reason>;
  /** What one unit takes. */
  readonly unit: ReadonlyArray<ResourceAmount>;
  /** How many units it keeps; absent while it keeps none for the reasons of `problems`. */
  readonly units: Maybe<Scalars['Int']['output']>;
  /** Units without a place. */
  readonly without: Maybe<Scalars['Int']['output']>;
};

export type { CapacityType };

/** A change somewhere in the product. */
export type Change = {
  /** The cluster it belongs to; absent for things of no cluster. */
  readonly clusterId: Maybe<Scalars['ID']['output']>;
  /** The object; absent when many changed at once. */
  readonly id: Maybe<Scalars['ID']['output']>;
  /** What kind of thing changed. */
  readonly topic: ChangeTopic;
  /** Grows with each change of the object (or of the topic, without an id). */
  readonly version: Scalars['SafeInt']['output'];
};

export type { ChangeTopic };

export type { CheckState };

/** A registered EKS cluster. */
export type Cluster = Object & {
  /** AWS account; absent until the check has found it. */
  readonly accountId: Maybe<Scalars['String']['output']>;
  /** What it needs attention for, the most urgent first; empty when it is well. */
  readonly attention: ReadonlyArray<ClusterAttention>;
  /** CapacityBuffers of the cluster and where their units are, by namespace and name. */
  readonly capacityBuffers: ReadonlyArray<CapacityBuffer>;
  /** Steps of the last registration check, in order. */
  readonly checks: ReadonlyArray<RegistrationCheck>;
  /** Whether its state is known, and how well. */
  readonly connection: ClusterConnectionState;
  /** When it was registered. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** How far it may go now: `mode`, or `OBSERVE` while the cluster is held. */
  readonly effectiveMode: ClusterMode;
  /** URL of its API server; absent until known. */
  readonly endpoint: Maybe<Scalars['String']['output']>;
  /** Made by Kerf when the cluster was registered; the role's trust policy must ask for it. */
  readonly externalId: Maybe<Scalars['String']['output']>;
  /** What is off in it while work goes on, seen last first. */
  readonly findings: ReadonlyArray<ClusterFinding>;
  /** What keeps Kerf from acting in it, whatever its mode; absent when nothing does. */
  readonly hold: Maybe<ClusterHold>;
  /** `clu_…`. */
  readonly id: Scalars['ID']['output'];
  /** Name of the SQS queue that brings the cloud's warnings; absent when there is none. */
  readonly interruptionQueue: Maybe<Scalars['String']['output']>;
  /** `major.minor`; absent until known. */
  readonly kubernetesVersion: Maybe<Scalars['String']['output']>;
  /** How far Kerf may go without a person. */
  readonly mode: ClusterMode;
  /** The EKS cluster's name. */
  readonly name: Scalars['String']['output'];
  /** NodeOverlays of the cluster and what became of them, by name. */
  readonly nodeOverlays: ReadonlyArray<NodeOverlay>;
  /** AWS region, e.g. `us-east-1`. */
  readonly region: Scalars['String']['output'];
  /** The role that Kerf assumes for it. */
  readonly roleArn: Scalars['String']['output'];
  /** Timings, and how plans are looked for. */
  readonly settings: ClusterSettings;
  /** Sums over its nodes and pods; absent while nothing is known yet. */
  readonly summary: Maybe<ClusterSummary>;
  /** For `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
};

/** Something that a cluster needs attention for. */
export type ClusterAttention = {
  /** How many launches, nodes, decisions or findings; 0 where nothing is counted. */
  readonly count: Scalars['Int']['output'];
  /** The problem in a sentence; absent where the kind says it all. */
  readonly detail: Maybe<Scalars['String']['output']>;
  readonly kind: AttentionKind;
  readonly severity: AttentionSeverity;
  /** Since when, or when the last of them was. */
  readonly since: Scalars['DateTime']['output'];
};

/** A page of clusters. */
export type ClusterConnection = {
  /** When the page was read. */
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<ClusterEdge>;
  readonly nodes: ReadonlyArray<Cluster>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** Whether the cluster's state is known. */
export type ClusterConnectionState = {
  /** Since when it is in this state. */
  readonly changedAt: Scalars['DateTime']['output'];
  /** What is wrong; absent when nothing is. */
  readonly problem: Maybe<Scalars['String']['output']>;
  readonly state: ConnectionState;
  /** Up to when the cluster's state is known; absent before the first sync. */
  readonly syncedAt: Maybe<Scalars['DateTime']['output']>;
};

/** A cluster in a page. */
export type ClusterEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Cluster;
};

/** Which clusters. */
export type ClusterFilter = {
  readonly modes?: InputMaybe<ReadonlyArray<ClusterMode>>;
  /** Part of the name. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  readonly states?: InputMaybe<ReadonlyArray<ConnectionState>>;
};

/** Something that is off in a cluster while work goes on. */
export type ClusterFinding = {
  /** A closed list, e.g. `CATALOG_STALE`. */
  readonly code: Scalars['String']['output'];
  /** How often it was seen. */
  readonly count: Scalars['Int']['output'];
  readonly firstSeenAt: Scalars['DateTime']['output'];
  readonly lastSeenAt: Scalars['DateTime']['output'];
  readonly message: Scalars['String']['output'];
  /** What it is about, e.g. `NodePool/default`. */
  readonly object: Scalars['String']['output'];
  /** How to fix it; absent when the message says it, or nothing is known that would. */
  readonly remedy: Maybe<Scalars['String']['output']>;
};

/** Another controller acts in the cluster, so Kerf does not. It goes on by itself once that one is gone. */
export type ClusterHold = {
  readonly code: ClusterHoldCode;
  /** What was found, why Kerf does not act beside it, and how to go on. */
  readonly message: Scalars['String']['output'];
  /** What shows it, e.g. `Lease/kube-system/karpenter-leader-election`. */
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

/** Timings of a cluster, and how plans are looked for in it. */
export type ClusterSettings = {
  /** How long an approval may take before the decision lapses. */
  readonly approvalTtlMs: Scalars['DurationMs']['output'];
  /** A batch of pending pods closes after so long without a new pod. */
  readonly batchIdleMs: Scalars['DurationMs']['output'];
  /** A batch closes after so long at the latest. */
  readonly batchMaxMs: Scalars['DurationMs']['output'];
  /** How often disruption is considered. */
  readonly disruptionPollMs: Scalars['DurationMs']['output'];
  /** What becomes of a pool's `minValues` that cannot be met; Karpenter's MIN_VALUES_POLICY. */
  readonly minValuesPolicy: MinValuesPolicy;
  /**
   * Added to the price of every node when plans are compared, 0 to 10000000 (10 dollars per hour): the
   * higher, the fewer and larger the nodes.
   */
  readonly nodeChargeMicroUsdPerHour: Scalars['MicroUsdPerHour']['output'];
  /**
   * How much of a plan's nodes may be of one instance type in one zone, 1 to 100, so that one shortage
   * does not meet all of them; 100 sets no limit.
   */
  readonly offeringSharePercent: Scalars['Int']['output'];
  /** Whether preferences of pods are tried first; Karpenter's PREFERENCE_POLICY. */
  readonly preferencePolicy: PreferencePolicy;
  /** How long a rejected decision is not proposed again; 0 proposes it with the next evaluation. */
  readonly rejectionHoldMs: Scalars['DurationMs']['output'];
  /** Network interfaces that pods get no addresses of, 0 to 15: lowers the maximum of pods; Karpenter's RESERVED_ENIS. */
  readonly reservedEnis: Scalars['Int']['output'];
  /**
   * How long a plan that is cheaper than Karpenter's is looked for, in milliseconds of one core, 0 to 5000;
   * with 0 the plan is Karpenter's.
   */
  readonly searchMs: Scalars['DurationMs']['output'];
  /**
   * Whether a spot node may be replaced by a cheaper spot node, of at least 15 cheaper types; Karpenter's
   * feature gate SpotToSpotConsolidation.
   */
  readonly spotToSpotConsolidation: Scalars['Boolean']['output'];
  /** How long after a proposal it is validated again. */
  readonly validationDelayMs: Scalars['DurationMs']['output'];
  /**
   * Share of an instance type's memory that its hypervisor keeps, 0 to 0.5: what nodes are planned with;
   * Karpenter's VM_MEMORY_OVERHEAD_PERCENT.
   */
  readonly vmMemoryOverheadRatio: Scalars['Float']['output'];
};

/** Sums over a cluster (or the fleet). */
export type ClusterSummary = {
  /** Up to when they hold. */
  readonly asOf: Scalars['DateTime']['output'];
  /** Decisions that wait for a person. */
  readonly awaitingDecisions: Scalars['Int']['output'];
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  /** Thousandths of a vCPU that pods request. */
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  /** Nodes that Kerf manages. */
  readonly managedNodes: Scalars['Int']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  /** Bytes of memory that pods request. */
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  readonly nodes: Scalars['Int']['output'];
  /** Creation of the oldest pending pod; absent when none waits. */
  readonly oldestPendingAt: Maybe<Scalars['DateTime']['output']>;
  readonly pendingPods: Scalars['Int']['output'];
  /** Pods that are bound to a node. */
  readonly pods: Scalars['Int']['output'];
  /** Price of all priced nodes. */
  readonly price: Scalars['MicroUsdPerHour']['output'];
  /** Price of the priced spot nodes. */
  readonly spotPrice: Scalars['MicroUsdPerHour']['output'];
  /** Nodes whose price is not known; they are not in `price`. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

export type { ConnectionState };

/** Manifests to convert. */
export type ConvertManifestsInput = {
  /** The cluster that they are for: its node classes may be named, and its name fills placeholders. */
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** For pools that name no node class. */
  readonly defaultNodeClass?: InputMaybe<Scalars['String']['input']>;
  /** YAML or JSON, several documents, at most 256 KiB. */
  readonly manifests: Scalars['String']['input'];
  /** Replace placeholders such as `${CLUSTER_NAME}`; needs `clusterId`. */
  readonly replacePlaceholders?: InputMaybe<Scalars['Boolean']['input']>;
  /** For documents that can be read in several ways: the label of the one to take, by document index. */
  readonly variants?: InputMaybe<ReadonlyArray<VariantChoice>>;
};

/** What one document becomes. */
export type ConvertedDocument = {
  /** As it was written. */
  readonly apiVersion: Maybe<Scalars['String']['output']>;
  /** Every field that changed, could not be converted, or deserves a second look. */
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  readonly kind: Maybe<Scalars['String']['output']>;
  /** v1 YAML; absent for a document that cannot be converted as it is. */
  readonly manifest: Maybe<Scalars['String']['output']>;
  readonly name: Maybe<Scalars['String']['output']>;
};

/** What manifests become in v1. */
export type ConvertedManifests = {
  /** One per document of the text. */
  readonly documents: ReadonlyArray<ConvertedDocument>;
  /**
   * All documents as v1 YAML for `kubectl apply -f`, each with its notes as comments above it; of one that
   * cannot be converted there are only the notes.
   */
  readonly text: Scalars['String']['output'];
};

export type { CostCut };

/** Which nodes' costs. */
export type CostFilter = {
  readonly capacityTypes?: InputMaybe<ReadonlyArray<CapacityType>>;
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  /** E.g. `m5`. */
  readonly instanceFamilies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A month's cost. */
export type CostMonth = {
  readonly cost: Scalars['MicroUsd']['output'];
  /** Month to date, and the rest of the month at the recent rate. */
  readonly forecast: Scalars['MicroUsd']['output'];
  /** Its begin. */
  readonly from: Scalars['DateTime']['output'];
  /** Since when costs are known, if that is later than `from`. */
  readonly knownFrom: Maybe<Scalars['DateTime']['output']>;
  /** What an hour cost on average over the last day. */
  readonly recent: Scalars['MicroUsdPerHour']['output'];
  /** Begin of the next month. */
  readonly to: Scalars['DateTime']['output'];
};

/** Price of what runs now, cut four ways. Each cut adds up to `total`. */
export type CostNow = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly byCapacityType: ReadonlyArray<CostShare>;
  readonly byCluster: ReadonlyArray<CostShare>;
  readonly byInstanceType: ReadonlyArray<CostShare>;
  readonly byNodePool: ReadonlyArray<CostShare>;
  readonly nodes: Scalars['Int']['output'];
  readonly total: Scalars['MicroUsdPerHour']['output'];
  /** Nodes without a known price; they are in no sum. */
  readonly unpricedNodes: Scalars['Int']['output'];
};

export type { CostResolution };

/** Costs over time, cut one way. The bucket that runs has what it has cost so far. */
export type CostSeries = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly bucketMs: Scalars['DurationMs']['output'];
  /** Begin of each bucket, from the begin of the period to now. */
  readonly buckets: ReadonlyArray<Scalars['DateTime']['output']>;
  /** The most expensive first. */
  readonly groups: ReadonlyArray<CostSeriesGroup>;
  /**
   * How much of each bucket has been measured: 0 where nothing is known, less than `bucketMs` in the
   * bucket in which measuring began and in the one that runs.
   */
  readonly measuredMs: ReadonlyArray<Scalars['DurationMs']['output']>;
  readonly resolution: CostResolution;
  readonly total: Scalars['MicroUsd']['output'];
  /** Hours of nodes without a known price; they are in no cost. */
  readonly unpricedNodeHours: Scalars['Float']['output'];
};

/** One part of a cost over time. */
export type CostSeriesGroup = {
  /** One for each bucket; absent where nothing is known of that time. */
  readonly costs: ReadonlyArray<Maybe<Scalars['MicroUsd']['output']>>;
  /** Cluster id, or name of the pool, capacity type or family; empty for nodes without one. */
  readonly key: Scalars['String']['output'];
  /** How to call it. */
  readonly label: Scalars['String']['output'];
  /**
   * Cost per hour in each bucket, over the part of it that has been measured; absent where nothing is
   * known of that time.
   */
  readonly rates: ReadonlyArray<Maybe<Scalars['MicroUsdPerHour']['output']>>;
  readonly total: Scalars['MicroUsd']['output'];
};

/** One part of a cost. */
export type CostShare = {
  /** Cluster id, pool name, instance type, or capacity type; empty for nodes without one. */
  readonly key: Scalars['String']['output'];
  /** How to call it. */
  readonly label: Scalars['String']['output'];
  readonly nodes: Scalars['Int']['output'];
  readonly price: Scalars['MicroUsdPerHour']['output'];
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** A new token. */
export type CreateApiTokenInput = {
  /** 1 to 365; a token creates none that ends later than itself. */
  readonly expiresInDays: Scalars['Int']['input'];
  /** What it is for. */
  readonly name: Scalars['String']['input'];
  readonly scope: TokenScope;
};

/** The new token, with its secret. */
export type CreateApiTokenPayload = {
  /** Shown once. */
  readonly secret: Maybe<Scalars['String']['output']>;
  readonly token: Maybe<ApiToken>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A recorded decision: nodes to buy, or nodes to take away. */
export type Decision = Object & {
  /** What taking nodes away saves per hour at the prices of what was really bought instead; absent until it is known. */
  readonly achievedSaving: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** How many people must approve; 0 when none has to. */
  readonly approvalsNeeded: Scalars['Int']['output'];
  /** With other kinds: the budgets as they stood. */
  readonly budgets: ReadonlyArray<BudgetStatus>;
  /** With other kinds: the nodes that go. */
  readonly candidates: ReadonlyArray<DisruptionCandidate>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly comment: Maybe<Scalars['String']['output']>;
  /**
   * What it adds per hour (negative: saves) at the cloud's own prices, also where NodeOverlays decided by
   * others; absent when a price is unknown.
   */
  readonly costChange: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** With INTERRUPT and EXPIRE: when the node ends whatever anybody does. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  readonly decidedAt: Maybe<Scalars['DateTime']['output']>;
  readonly decidedBy: Maybe<Scalars['String']['output']>;
  /** With DELETE: the object that was deleted, e.g. `NodePool/general`. */
  readonly deletedObject: Maybe<Scalars['String']['output']>;
  readonly engineVersion: Scalars['String']['output'];
  /** Its history, oldest first. */
  readonly events: ReadonlyArray<DecisionEvent>;
  /** `None`, `Tainted`, `ReplacementsRequested`, `ReplacementsInitialized`, `MarkedForDeletion` or `Terminated`. */
  readonly executionStep: Scalars['String']['output'];
  /** With PROVISION: pods that go to nodes that exist or are coming. */
  readonly existingPlacements: ReadonlyArray<ExistingPlacement>;
  /** When an undecided approval lapses. */
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  readonly finishedAt: Maybe<Scalars['DateTime']['output']>;
  /** `dec_…`. */
  readonly id: Scalars['ID']['output'];
  /** With INTERRUPT: the warning behind it. */
  readonly interruptionId: Maybe<Scalars['ID']['output']>;
  readonly kind: DecisionKind;
  /** With other kinds: pods that have to run elsewhere. */
  readonly moves: ReadonlyArray<PodMove>;
  /** Nodes bought or taken away. */
  readonly nodeCount: Scalars['Int']['output'];
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** What became of its nodes, as far as it has come. */
  readonly outcome: DecisionOutcome;
  /** With PROVISION: what the plan costs and how far from the cheapest it can be at most; absent where it was not recorded. */
  readonly planCost: Maybe<PlanCost>;
  /** The nodes to buy; with other kinds than PROVISION they replace those that go. */
  readonly plannedClaims: ReadonlyArray<PlannedNodeClaim>;
  /** Pods placed or moved; units of CapacityBuffers are none. */
  readonly podCount: Scalars['Int']['output'];
  /** How far it is; absent unless it is APPROVED or EXECUTING. */
  readonly progress: Maybe<DecisionProgress>;
  readonly proposedAt: Scalars['DateTime']['output'];
  /**
   * Until when a rejection holds: the same nodes are not proposed for the same reason before, unless the
   * plan changes materially (a consolidation saves a fifth more, the definitions change again).
   */
  readonly rejectedUntil: Maybe<Scalars['DateTime']['output']>;
  /** True in clusters of mode `observe`: it is never carried out. */
  readonly observeOnly: Scalars['Boolean']['output'];
  /** Digest of the snapshot it was decided on. */
  readonly snapshotDigest: Scalars['String']['output'];
  /** With PROVISION: the NodeClaim that a person made in the cluster, without a pool, by its name. */
  readonly standaloneClaim: Maybe<Scalars['String']['output']>;
  readonly state: DecisionState;
  /** With PROVISION and DEPROVISION of a static pool: the pool as it stood. */
  readonly staticPool: Maybe<StaticPoolCounts>;
  /** With PROVISION: pods of the same batch that no pool serves. */
  readonly unschedulable: ReadonlyArray<UnschedulablePod>;
  /** For `expectedVersion`. */
  readonly version: Scalars['Int']['output'];
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

/** A line of a decision's history. */
export type DecisionEvent = {
  /** A person's or token's name; `kerf` for the product itself. */
  readonly actor: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  /** Fields of `DecisionEventData`. */
  readonly data: Scalars['JSON']['output'];
  /** E.g. `Proposed`, `Approved`, `NodeClaimLaunched`. */
  readonly kind: Scalars['String']['output'];
};

/** Which decisions. */
export type DecisionFilter = {
  readonly clusterId?: InputMaybe<Scalars['ID']['input']>;
  readonly kinds?: InputMaybe<ReadonlyArray<DecisionKind>>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly states?: InputMaybe<ReadonlyArray<DecisionState>>;
};

export type { DecisionKind };

/**
 * What became of the nodes of a decision. Until it has ended, nodes that are in none of the numbers are
 * still on their way.
 */
export type DecisionOutcome = {
  /** Nodes that stay in the cluster because their removal failed. */
  readonly remainingNodes: Scalars['Int']['output'];
  /** Nodes that the cloud did not launch. */
  readonly launchFailedNodes: Scalars['Int']['output'];
  /** Nodes that were launched and never became ready. */
  readonly notReadyNodes: Scalars['Int']['output'];
  /** Nodes that were launched and became ready, or that were removed. */
  readonly succeededNodes: Scalars['Int']['output'];
};

/** How many nodes of a decision are in a phase. */
export type DecisionPhase = {
  readonly count: Scalars['Int']['output'];
  /** `Launching`, `Joining`, `Initializing`, `Ready`, `Cordoning`, `Draining`, `Terminating`, `Gone` or `Failed`. */
  readonly phase: Scalars['String']['output'];
};

/** A pod in a decision. */
export type DecisionPod = {
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly owner: Scalars['String']['output'];
  readonly uid: Scalars['ID']['output'];
};

/** How far the execution of a decision is. */
export type DecisionProgress = {
  /** Nodes that are ready (PROVISION), or gone (other kinds). */
  readonly done: Scalars['Int']['output'];
  /** Operations that keep failing for the decision or its nodes; they are retried. */
  readonly failures: ReadonlyArray<OperationFailure>;
  /** Where the nodes are, replacements included, in the order of a node's life. */
  readonly phases: ReadonlyArray<DecisionPhase>;
  /** Nodes in all. */
  readonly total: Scalars['Int']['output'];
  /** What holds the removal of nodes now, e.g. a PodDisruptionBudget; at most five. */
  readonly waitingFor: ReadonlyArray<Scalars['String']['output']>;
};

export type { DecisionState };

/** Something worth saying about a manifest. */
export type DefinitionFinding = {
  /** What it became. */
  readonly became: Maybe<Scalars['String']['output']>;
  /** Stable, e.g. `LIMITS_LIFTED`. */
  readonly code: Scalars['String']['output'];
  /** Column of that line, from 1; absent without a line. */
  readonly column: Maybe<Scalars['Int']['output']>;
  /** What was written. */
  readonly found: Maybe<Scalars['String']['output']>;
  /** Line of the text, from 1; absent when no text was read, as for objects of the cluster. */
  readonly line: Maybe<Scalars['Int']['output']>;
  readonly message: Scalars['String']['output'];
  /** Dotted path in the manifest. */
  readonly path: Scalars['String']['output'];
  readonly severity: FindingSeverity;
};

/** A saved state of a definition. */
export type DefinitionRevision = {
  /** The v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  readonly revision: Scalars['Int']['output'];
  readonly savedAt: Scalars['DateTime']['output'];
  readonly savedBy: Scalars['String']['output'];
};

export type { DefinitionSource };

/** Which definition to delete. */
export type DeleteDefinitionInput = {
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of a deletion. */
export type DeleteDefinitionPayload = {
  readonly deletedId: Maybe<Scalars['ID']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Budgets as they stand. */
export type DisruptionBudgets = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly budgets: ReadonlyArray<BudgetStatus>;
};

/** A node that goes. */
export type DisruptionCandidate = {
  readonly capacityType: Maybe<CapacityType>;
  /** Daemon and static pods, which end with the node. */
  readonly daemonPods: Scalars['Int']['output'];
  /** With DRIFT: why the node is no longer what its definitions say; absent where it was not recorded. */
  readonly drift: Maybe<NodeDrift>;
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly nodeClaimId: Scalars['ID']['output'];
  readonly nodeName: Scalars['String']['output'];
  /** Absent for a claim without a pool. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** What was decided by: the cloud's price, or that of a NodeOverlay; absent when unknown. */
  readonly price: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Set when the price is a NodeOverlay's. */
  readonly priceOverlay: Maybe<PriceOverlay>;
  readonly zone: Maybe<Scalars['String']['output']>;
};

export type { DisruptionReason };

export type { DocumentOutcome };

/** What became of one document. */
export type DocumentReading = {
  /** Whether it can be saved. */
  readonly accepted: Scalars['Boolean']['output'];
  readonly apiVersion: Maybe<Scalars['String']['output']>;
  /** What is stored now under this kind and name; absent when it is new. */
  readonly currentManifest: Maybe<Scalars['String']['output']>;
  /** Its version before this request; absent when it is new. */
  readonly currentVersion: Maybe<Scalars['Int']['output']>;
  /** The stored definition; absent when nothing is stored under this kind and name. */
  readonly definitionId: Maybe<Scalars['ID']['output']>;
  /**
   * How many nodes saving it would make drift; absent when it would make none drift, and outside of a
   * dry run.
   */
  readonly drift: Maybe<DriftForecast>;
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['output'];
  /** `NodePool` or `EC2NodeClass`; absent for anything else. */
  readonly kind: Maybe<Scalars['String']['output']>;
  /** What would be (or was) saved, as v1 YAML. */
  readonly manifest: Maybe<Scalars['String']['output']>;
  readonly name: Maybe<Scalars['String']['output']>;
  /** What was done, or would be done if nothing prevents it. */
  readonly outcome: DocumentOutcome;
  /** Ways to read a refused document. */
  readonly variants: ReadonlyArray<DocumentVariant>;
  /** Its version after this request. */
  readonly version: Maybe<Scalars['Int']['output']>;
};

/** One way to read a refused document. */
export type DocumentVariant = {
  readonly label: Scalars['String']['output'];
  readonly manifest: Scalars['String']['output'];
};

/** The version that one stored definition must have. */
export type DocumentVersion = {
  /** The `version` that was read; 0: there must be no definition of this kind and name yet. */
  readonly expectedVersion: Scalars['Int']['input'];
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['input'];
};

/** How many nodes saving a definition would make drift; drifted nodes are replaced. */
export type DriftForecast = {
  /** Of these, the nodes that would drift and do not drift now. */
  readonly drifting: Scalars['Int']['output'];
  /** Nodes launched from the definition that are not terminating. */
  readonly nodes: Scalars['Int']['output'];
};

/** A field of a manifest whose change replaces nodes. */
export type DriftedField = {
  readonly after: Maybe<Scalars['String']['output']>;
  /** As it was written, cut off where it is long; absent where it was not set. */
  readonly before: Maybe<Scalars['String']['output']>;
  /** E.g. `spec.template.metadata.labels.team`. */
  readonly path: Scalars['String']['output'];
};

/** Pods that need no new node. */
export type ExistingPlacement = {
  readonly nodeName: Scalars['String']['output'];
  readonly pods: ReadonlyArray<DecisionPod>;
};

/** An amount of a resource, as a manifest writes it. */
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
  /** As Kubernetes spells fields in its errors, e.g. `spec.limits.cpu`; empty for the manifest itself. */
  readonly path: Scalars['String']['output'];
};

/** All clusters together. */
export type Fleet = {
  /** Clusters that need attention, for whatever reason. */
  readonly attentionClusters: Scalars['Int']['output'];
  /** Of them, those where Kerf cannot do its work. */
  readonly brokenClusters: Scalars['Int']['output'];
  /** Registered clusters. */
  readonly clusters: Scalars['Int']['output'];
  readonly summary: ClusterSummary;
  /** Clusters that are not connected. */
  readonly clustersNeedingAttention: Scalars['Int']['output'];
};

/** Something that happened in a cluster: a line of a feed, a mark on a chart. */
export type FleetEvent = {
  /** Of a step of a decision: a person's or token's name; `kerf` for the product itself. */
  readonly actor: Maybe<Scalars['String']['output']>;
  readonly at: Scalars['DateTime']['output'];
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** Of a step of a decision: what it adds per hour (negative: saves); absent when unknown. */
  readonly costChange: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** Of a step of a decision: e.g. `Proposed`, `Approved`, `Executed`. */
  readonly decisionEvent: Maybe<Scalars['String']['output']>;
  /** The decision it is a step of, or that a warning led to. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  /** Of a step of a decision. */
  readonly decisionKind: Maybe<DecisionKind>;
  /** Of a step of a decision: what became of its nodes, as far as it has come. */
  readonly decisionOutcome: Maybe<DecisionOutcome>;
  /** Of a warning. */
  readonly interruptionId: Maybe<Scalars['ID']['output']>;
  /** Of a warning. */
  readonly interruptionKind: Maybe<InterruptionKind>;
  readonly nodeCount: Scalars['Int']['output'];
  /** Of a warning: the node it is about, where it is known. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  readonly podCount: Scalars['Int']['output'];
};

/** One warning of the cloud about one instance, and what became of it. */
export type Interruption = Object & {
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** When the instance ends whatever anybody does; absent when the cloud names no time. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  /** The decision that takes the node away; absent when nothing was done. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  readonly drainedAt: Maybe<Scalars['DateTime']['output']>;
  /** When the claim had ended. */
  readonly endedAt: Maybe<Scalars['DateTime']['output']>;
  /** `int_…`. */
  readonly id: Scalars['ID']['output'];
  readonly instanceId: Scalars['String']['output'];
  readonly instanceType: Maybe<Scalars['String']['output']>;
  /** Pods (`namespace/name`) that were still there when the drain had to end. */
  readonly lostPods: ReadonlyArray<Scalars['String']['output']>;
  readonly kind: InterruptionKind;
  /** Absent for a node that Kerf does not manage. */
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  readonly nodeName: Maybe<Scalars['String']['output']>;
  readonly nodePool: Maybe<Scalars['String']['output']>;
  readonly outcome: InterruptionOutcome;
  /** Pods that had to run elsewhere. */
  readonly podCount: Scalars['Int']['output'];
  /** When Kerf read it. */
  readonly receivedAt: Scalars['DateTime']['output'];
  /** When their next place was decided on. */
  readonly replacementRequestedAt: Maybe<Scalars['DateTime']['output']>;
  /** NodeClaims bought for them; empty when other nodes had room. */
  readonly replacements: ReadonlyArray<NodeClaim>;
  /** When the cloud wrote it. */
  readonly warnedAt: Scalars['DateTime']['output'];
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A page of warnings. */
export type InterruptionConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<InterruptionEdge>;
  readonly nodes: ReadonlyArray<Interruption>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A warning in a page. */
export type InterruptionEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Interruption;
};

/** Which warnings. */
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
   * Reads NodePool and EC2NodeClass manifests (v1 or v1beta1; YAML or JSON, several documents) and
   * saves them all at once, or none: not when `dryRun` is set, when a document is refused, or when a
   * stored definition does not have its expected version. `userErrors` then says why, with a field
   * for each problem, e.g. `input.manifests.0.spec.limits.cpu`; a dry run says it of refused documents
   * in `findings` alone.
   */
  readonly applyManifests: ApplyManifestsPayload;
  /**
   * Lets a waiting decision be carried out. It is checked once more before anything is touched; if
   * the cluster has moved on, it becomes SUPERSEDED instead.
   */
  readonly approveDecision: ApproveDecisionPayload;
  /** Makes a token; its secret is in this answer and nowhere else. */
  readonly createApiToken: CreateApiTokenPayload;
  /** Deletes a definition that Kerf owns. */
  readonly deleteDefinition: DeleteDefinitionPayload;
  /** Runs the registration check again. */
  readonly recheckCluster: RecheckClusterPayload;
  /** Registers a cluster and starts its check; nothing is touched in it before the check has passed. */
  readonly registerCluster: RegisterClusterPayload;
  /** Refuses a waiting decision. */
  readonly rejectDecision: RejectDecisionPayload;
  /** Forgets a cluster; its nodes and objects are left as they are. */
  readonly removeCluster: RemoveClusterPayload;
  /** Ends a token at once, and all tokens that were created with it. */
  readonly revokeApiToken: RevokeApiTokenPayload;
  /** Sets the password of the person who asks, and ends their other sessions and open sign-in links. */
  readonly setPassword: SetPasswordPayload;
  /** Ends the browser's session. */
  readonly signOut: SignOutPayload;
  /** Changes mode, access or settings. */
  readonly updateCluster: UpdateClusterPayload;
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
  readonly instanceType: Scalars['String']['output'];
  /** Everything that is short on it, by name. */
  readonly shortages: ReadonlyArray<ResourceShortage>;
};

/** A node of a cluster. */
export type Node = {
  /** All allocatable resources. */
  readonly allocatable: ReadonlyArray<ResourceAmount>;
  /** `amd64` or `arm64`. */
  readonly arch: Maybe<Scalars['String']['output']>;
  /** Up to when this row holds. */
  readonly asOf: Scalars['DateTime']['output'];
  /** What keeps it from being disrupted, most telling first. */
  readonly blockers: ReadonlyArray<Reason>;
  /**
   * When an earlier evaluation found the blockers, for a node that waits to be evaluated again; absent
   * when they hold as of the last pass.
   */
  readonly blockersEvaluatedAt: Maybe<Scalars['DateTime']['output']>;
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly instanceType: Maybe<Scalars['String']['output']>;
  /** A name → value object. */
  readonly labels: Scalars['JSON']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  /** Unique in its cluster. */
  readonly name: Scalars['String']['output'];
  /** The recorded claim behind it. */
  readonly nodeClaim: Maybe<NodeClaim>;
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  /** The pool that made it; absent for nodes that Kerf does not manage. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  readonly podCapacity: Scalars['Int']['output'];
  readonly podCount: Scalars['Int']['output'];
  /** Pods on it, daemons last. */
  readonly pods: ReadonlyArray<Pod>;
  /** What it costs; absent when the price is unknown. */
  readonly price: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** `aws:///<zone>/<instance id>`; absent when it has none. */
  readonly providerId: Maybe<Scalars['String']['output']>;
  /** What its pods request. */
  readonly requested: ReadonlyArray<ResourceAmount>;
  readonly state: NodeState;
  readonly taints: ReadonlyArray<Taint>;
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A node that Kerf asked for. */
export type NodeClaim = Object & {
  readonly capacityType: Maybe<CapacityType>;
  readonly clusterId: Scalars['ID']['output'];
  /** The decision that asked for it; absent when it was adopted. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  /** Why it could not be launched. */
  readonly failure: Maybe<Reason>;
  /** Operations that keep failing for it; they are retried. */
  readonly failures: ReadonlyArray<OperationFailure>;
  /** `ncl_…`. */
  readonly id: Scalars['ID']['output'];
  readonly imageId: Maybe<Scalars['String']['output']>;
  readonly initializedAt: Maybe<Scalars['DateTime']['output']>;
  /** Absent until it is launched. */
  readonly instanceId: Maybe<Scalars['String']['output']>;
  readonly instanceType: Maybe<Scalars['String']['output']>;
  readonly launchedAt: Maybe<Scalars['DateTime']['output']>;
  /** The name of its object in the cluster. */
  readonly name: Scalars['String']['output'];
  readonly nodeClass: Scalars['String']['output'];
  /** Absent until it is registered. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  /** Absent for one that a person made in the cluster, without a pool. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** Price at launch; absent before, or when unknown. */
  readonly price: Maybe<Scalars['MicroUsdPerHour']['output']>;
  readonly registeredAt: Maybe<Scalars['DateTime']['output']>;
  readonly requestedAt: Scalars['DateTime']['output'];
  readonly state: NodeClaimState;
  readonly terminatedAt: Maybe<Scalars['DateTime']['output']>;
  /** How far its end is; absent while it lives. */
  readonly termination: Maybe<NodeClaimTermination>;
  readonly version: Scalars['Int']['output'];
  readonly zone: Maybe<Scalars['String']['output']>;
};

/** A page of claims. */
export type NodeClaimConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodeClaimEdge>;
  readonly nodes: ReadonlyArray<NodeClaim>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

/** A claim in a page. */
export type NodeClaimEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: NodeClaim;
};

/** Which claims. */
export type NodeClaimFilter = {
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly states?: InputMaybe<ReadonlyArray<NodeClaimState>>;
};

export type { NodeClaimState };

/** How far a claim's end is. */
export type NodeClaimTermination = {
  /** When draining ends whatever the pods say; absent when it waits for them. */
  readonly deadline: Maybe<Scalars['DateTime']['output']>;
  /** E.g. `Empty`, `Drifted`, `DeletedByUser`. */
  readonly reason: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  /** `Requested`, `Cordoned`, `Drained`, `InstanceTerminating` or `InstanceGone`. */
  readonly step: Scalars['String']['output'];
  /** What holds it now. */
  readonly waitingFor: Maybe<Scalars['String']['output']>;
};

/** An EC2NodeClass and what it resolves to. */
export type NodeClass = Object & {
  /** `AL2023`, `Bottlerocket` …; absent when an alias says it. */
  readonly amiFamily: Maybe<Scalars['String']['output']>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  /** `ncs_…`. */
  readonly id: Scalars['ID']['output'];
  readonly images: ReadonlyArray<ResolvedImage>;
  readonly instanceProfile: Maybe<Scalars['String']['output']>;
  readonly isReady: Scalars['Boolean']['output'];
  /** The stored v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** Pools that use it. */
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** What keeps it from being ready. */
  readonly problems: ReadonlyArray<NodeClassProblem>;
  /** Absent before the first look-up. */
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

/** Something that keeps a NodeClass from being used. */
export type NodeClassProblem = {
  /** The condition it makes false, e.g. `SubnetsReady`. */
  readonly condition: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
};

/** A page of nodes. */
export type NodeConnection = {
  /** Up to when the rows hold. */
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<NodeEdge>;
  readonly nodes: ReadonlyArray<Node>;
  readonly pageInfo: PageInfo;
  /** All that match the filter. */
  readonly totalCount: Scalars['Int']['output'];
  /** Sums over all that match the filter. */
  readonly totals: NodeTotals;
};

/** Why a node is no longer what its definitions say. */
export type NodeDrift = {
  /** The definition that was changed, e.g. `NodePool/general`; absent where none was. */
  readonly definition: Maybe<Scalars['String']['output']>;
  /** What differs from the node's launch; empty when no stored revision tells. */
  readonly fields: ReadonlyArray<DriftedField>;
  /** As Karpenter names it, e.g. `NodePoolDrifted`. */
  readonly reason: Scalars['String']['output'];
  /** When the change was saved; absent when no stored revision tells. */
  readonly since: Maybe<Scalars['DateTime']['output']>;
};

/** A node in a page. */
export type NodeEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: Node;
};

/** Which nodes. */
export type NodeFilter = {
  readonly capacityTypes?: InputMaybe<ReadonlyArray<CapacityType>>;
  readonly instanceTypes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only nodes that Kerf manages (true) or does not (false). */
  readonly managed?: InputMaybe<Scalars['Boolean']['input']>;
  readonly nodePools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name or the instance type. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  readonly states?: InputMaybe<ReadonlyArray<NodeState>>;
  readonly zones?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/**
 * What a node costs, taken apart: what its pods are worth by the bound, and the rest by cause. The worths
 * of all nodes of a plan come to its bound.
 */
export type NodeGap = {
  readonly parts: PlanGapParts;
  readonly dualValue: Scalars['MicroUsdPerHour']['output'];
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
 * A NodeOverlay of a cluster: what instance types cost or offer where decisions should know better than
 * the cloud says. What is paid, and shown as cost, is the cloud's price all the same.
 */
export type NodeOverlay = {
  /** Extended resources that it says its types have, as written. */
  readonly capacity: ReadonlyArray<ExtendedResource>;
  /** The overlay of equal weight that came first, when it is in conflict with one. */
  readonly conflictsWith: Maybe<Scalars['String']['output']>;
  /** How many instance types it is about; 0 when it is not applied. */
  readonly instanceTypes: Scalars['Int']['output'];
  readonly name: Scalars['String']['output'];
  /** Pools with a type that it is about; empty when it is not applied. */
  readonly nodePools: ReadonlyArray<Scalars['String']['output']>;
  /** Dollars per hour in the place of the cloud's price, as written. */
  readonly price: Maybe<Scalars['String']['output']>;
  /** What is added to the cloud's price, as written: `+0.5`, `-0.02`, `+10%` or `-15%`. */
  readonly priceAdjustment: Maybe<Scalars['String']['output']>;
  /** What keeps it from being applied, one sentence each; empty when it is applied. */
  readonly problems: ReadonlyArray<Scalars['String']['output']>;
  /** `key operator [values]`, one per label; empty when it cannot be read. */
  readonly requirements: ReadonlyArray<Scalars['String']['output']>;
  readonly state: NodeOverlayState;
  /** Of several overlays the heaviest decides; absent in the manifest means 0. */
  readonly weight: Scalars['Int']['output'];
};

export type { NodeOverlayState };

/** A NodePool and how it stands. */
export type NodePool = Object & {
  /** What may be disrupted now, by reason. */
  readonly budgets: ReadonlyArray<BudgetStatus>;
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  /** A duration or `Never`. */
  readonly consolidateAfter: Scalars['String']['output'];
  readonly consolidationPolicy: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  /** A duration or `Never`. */
  readonly expireAfter: Scalars['String']['output'];
  /** Things worth knowing, e.g. that it has no limits. */
  readonly findings: ReadonlyArray<DefinitionFinding>;
  /** `npl_…`. */
  readonly id: Scalars['ID']['output'];
  /** Whether pods can be given to it now. */
  readonly isReady: Scalars['Boolean']['output'];
  /** Usage against limits; a row for each limit, and for cpu and memory in any case. */
  readonly limits: ReadonlyArray<NodePoolLimit>;
  /** The stored v1 manifest as YAML. */
  readonly manifest: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly nodeClassName: Scalars['String']['output'];
  /** Nodes it has now. */
  readonly nodes: Scalars['Int']['output'];
  /** What keeps it from being ready. */
  readonly notReadyReason: Maybe<Scalars['String']['output']>;
  /** Price of its priced nodes. */
  readonly price: Scalars['MicroUsdPerHour']['output'];
  /** Whether its nodes come to be; told, and no part of `isReady`. */
  readonly registrationHealth: RegistrationHealth;
  /** Nodes that a static pool keeps, whatever pods wait; absent in a pool that takes pods. */
  readonly replicas: Maybe<Scalars['SafeInt']['output']>;
  /** With replicas: claims that are not on their way out, launched or not. */
  readonly replicasHeld: Maybe<Scalars['Int']['output']>;
  /** Counts saved changes, from 1. */
  readonly revision: Scalars['Int']['output'];
  /** Saved states, newest first, at most 50. */
  readonly revisions: ReadonlyArray<DefinitionRevision>;
  /** Where its truth is; what a cluster owns cannot be changed here. */
  readonly source: DefinitionSource;
  readonly unpricedNodes: Scalars['Int']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly version: Scalars['Int']['output'];
  /** Absent in the manifest means 0. */
  readonly weight: Scalars['Int']['output'];
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

/** Usage of one resource against its limit. */
export type NodePoolLimit = {
  /** Absent when the resource is not limited. */
  readonly limit: Maybe<Scalars['SafeInt']['output']>;
  readonly resource: Scalars['String']['output'];
  /** In the units of ResourceAmount. */
  readonly usage: Scalars['SafeInt']['output'];
};

/** Why a NodePool does not take a pod. */
export type NodePoolRejection = {
  /** Where it can be fixed; absent where no manifest of the NodePool can. */
  readonly fix: Maybe<FixTarget>;
  /** The instance type that comes nearest, when it is too small. */
  readonly nearest: Maybe<NearestMiss>;
  readonly nodePool: Scalars['String']['output'];
  /** The first constraint that is violated. */
  readonly reason: Reason;
};

export type { NodeState };

/** Sums over nodes. */
export type NodeTotals = {
  readonly cpuAllocatableMilli: Scalars['SafeInt']['output'];
  readonly cpuRequestedMilli: Scalars['SafeInt']['output'];
  readonly memoryAllocatableBytes: Scalars['SafeInt']['output'];
  readonly memoryRequestedBytes: Scalars['SafeInt']['output'];
  readonly nodes: Scalars['Int']['output'];
  readonly pendingPods: Scalars['Int']['output'];
  readonly pods: Scalars['Int']['output'];
  readonly price: Scalars['MicroUsdPerHour']['output'];
  readonly unpricedNodes: Scalars['Int']['output'];
};

/** What an id names. */
export type Object = {
  /** Opaque and stable; its prefix says what it names. */
  readonly id: Scalars['ID']['output'];
};

/** An operation that keeps failing and is retried. */
export type OperationFailure = {
  /** Failed attempts in a row. */
  readonly attempts: Scalars['Int']['output'];
  /** E.g. `CLUSTER.FORBIDDEN`; `BUG` for an error of Kerf itself. */
  readonly errorCode: Scalars['String']['output'];
  readonly firstFailedAt: Scalars['DateTime']['output'];
  readonly lastFailedAt: Scalars['DateTime']['output'];
  readonly message: Scalars['String']['output'];
  /** What it works on, e.g. `NodeClaim/default-x2k4p`. */
  readonly object: Scalars['String']['output'];
  /** E.g. `node-claim.terminate`. */
  readonly operation: Scalars['String']['output'];
  /** How to fix it; absent when nothing is known that would. */
  readonly remedy: Maybe<Scalars['String']['output']>;
};

/** Where a page of a list begins and ends. */
export type PageInfo = {
  /** Cursor of the last row; absent when the page is empty. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** More rows follow after `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Rows come before `startCursor`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first row; absent when the page is empty. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** A pod that waits for a node. */
export type PendingPod = {
  readonly clusterId: Scalars['ID']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly name: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly ownerKind: Scalars['String']['output'];
  readonly ownerName: Scalars['String']['output'];
  readonly requests: ReadonlyArray<ResourceAmount>;
  /** What the cluster's own scheduler says. */
  readonly schedulerMessage: Maybe<Scalars['String']['output']>;
  readonly uid: Scalars['ID']['output'];
  /** Kerf's last word; absent while it has not been considered. */
  readonly verdict: Maybe<PodVerdict>;
};

/** Waiting pods of one owner; a pod that nothing owns is a group of its own. */
export type PendingPodGroup = {
  readonly clusterId: Scalars['ID']['output'];
  readonly clusterName: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
  /** When one of them was last considered; absent when none was yet. */
  readonly lastEvaluatedAt: Maybe<Scalars['DateTime']['output']>;
  readonly namespace: Scalars['String']['output'];
  readonly oldestCreatedAt: Scalars['DateTime']['output'];
  /** `None` for a pod that nothing owns. */
  readonly ownerKind: Scalars['String']['output'];
  /** The name of a pod that nothing owns. */
  readonly ownerName: Scalars['String']['output'];
  /** Its pods, oldest first, at most 100. */
  readonly pods: ReadonlyArray<PendingPod>;
};

/** A page of groups. */
export type PendingPodGroupConnection = {
  readonly asOf: Scalars['DateTime']['output'];
  readonly edges: ReadonlyArray<PendingPodGroupEdge>;
  readonly nodes: ReadonlyArray<PendingPodGroup>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
  /** Pods in all groups. */
  readonly totalPods: Scalars['Int']['output'];
};

/** A group in a page. */
export type PendingPodGroupEdge = {
  readonly cursor: Scalars['String']['output'];
  readonly node: PendingPodGroup;
};

/**
 * What a plan's new nodes cost, and what they cannot cost less than. Plan, bound and rule all count
 * the charge per node, if there is one, and the prices of NodeOverlays, where there are any.
 */
export type PlanCost = {
  /** The plan's nodes: their prices and charges. */
  readonly cost: Scalars['MicroUsdPerHour']['output'];
  /**
   * What of the price keeps nodes from being of one type in one zone, see `offeringSharePercent`; the
   * bound does not ask for it.
   */
  readonly diversity: Scalars['MicroUsdPerHour']['output'];
  readonly gapParts: PlanGapParts;
  /** `cost / lowerBound - 1`; 0 when nothing has to be bought. */
  readonly gapRatio: Scalars['Float']['output'];
  /** Proven: no plan for the pods that go on new nodes costs less. */
  readonly lowerBound: Scalars['MicroUsdPerHour']['output'];
  readonly method: PlanMethod;
  /** What was added to the price of every node to keep their number low; nobody pays it. */
  readonly nodeCharge: Scalars['MicroUsdPerHour']['output'];
  /** What Karpenter's rule would have cost for the same pods. */
  readonly firstFitCost: Scalars['MicroUsdPerHour']['output'];
  /** How many nodes Karpenter's rule would have bought. */
  readonly firstFitNodeCount: Scalars['Int']['output'];
};

/** What nodes cost beyond what their pods are worth by the bound, by cause; a part may be negative. */
export type PlanGapParts = {
  /** Nodes that cost more than all of their room is worth. */
  readonly offeringPremium: Scalars['MicroUsdPerHour']['output'];
  /** Pods on nodes where they take more than they have to elsewhere. */
  readonly placementPremium: Scalars['MicroUsdPerHour']['output'];
  /** Room that is paid for and holds nothing. */
  readonly unusedCapacity: Scalars['MicroUsdPerHour']['output'];
};

export type { PlanMethod };

/** A node to buy, and why this one. */
export type PlannedNodeClaim = {
  /** The cheapest that fits. */
  readonly expected: PlannedOffering;
  /** How much of its cost the bound accounts for; absent for replacements and older decisions. */
  readonly gap: Maybe<NodeGap>;
  /** The recorded claim, once there is one. */
  readonly nodeClaim: Maybe<NodeClaim>;
  /** Absent for one that a person made in the cluster, without a pool. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** How many types would do. */
  readonly optionCount: Scalars['Int']['output'];
  /** Types that would do, cheapest first. */
  readonly options: ReadonlyArray<PlannedOffering>;
  /** `claim-0001` …; unique in its decision. */
  readonly plannedId: Scalars['String']['output'];
  /** Pods it is for; the owner of a unit of a buffer is `CapacityBuffer/…`. */
  readonly pods: ReadonlyArray<DecisionPod>;
  /** Types that were ruled out, by reason. */
  readonly rejected: ReadonlyArray<RejectedInstanceTypes>;
  /** What pods and daemons request together. */
  readonly requests: ReadonlyArray<ResourceAmount>;
  /** `key operator [values]`, one per label. */
  readonly requirements: ReadonlyArray<Scalars['String']['output']>;
  /** Price of the next best type less the expected one; absent without another type. */
  readonly savingAgainstNextBest: Maybe<Scalars['MicroUsdPerHour']['output']>;
};

/** An instance type with where and how it is bought. */
export type PlannedOffering = {
  readonly capacityType: CapacityType;
  readonly instanceType: Scalars['String']['output'];
  /** The price is only an estimate that was decided by, because no price list could be read. */
  readonly isPriceEstimated: Scalars['Boolean']['output'];
  /** What was decided by: the cloud's price, or that of a NodeOverlay. */
  readonly price: Scalars['MicroUsdPerHour']['output'];
  /** Set when the price is a NodeOverlay's. */
  readonly priceOverlay: Maybe<PriceOverlay>;
  readonly zone: Scalars['String']['output'];
};

/** A pod on a node, or waiting for one. */
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

/** A pod that has to run elsewhere. */
export type PodMove = {
  readonly from: Scalars['String']['output'];
  readonly pod: Scalars['String']['output'];
  /** A node's name, or the `plannedId` of a replacement; absent where another decision places it. */
  readonly to: Maybe<Scalars['String']['output']>;
};

export type { PodPhase };

/** Kerf's last word on a waiting pod. */
export type PodVerdict = {
  /** With `UNSCHEDULABLE`: why each NodePool does not take the pod, the nearest NodePool first. */
  readonly byNodePool: ReadonlyArray<NodePoolRejection>;
  /** With `NEW_NODE`. */
  readonly decisionId: Maybe<Scalars['ID']['output']>;
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly kind: PodVerdictKind;
  /** With `NEW_NODE`. */
  readonly nodeClaimId: Maybe<Scalars['ID']['output']>;
  /** With `EXISTING_NODE`. */
  readonly nodeName: Maybe<Scalars['String']['output']>;
  /** With `NEW_NODE`. */
  readonly nodePool: Maybe<Scalars['String']['output']>;
  /** With `UNSCHEDULABLE`: its place among the pods that waited, in the order in which they are tried; from 1. */
  readonly queuePosition: Maybe<Scalars['Int']['output']>;
  /** With `UNSCHEDULABLE`: what holds for every pool. */
  readonly reasons: ReadonlyArray<Reason>;
};

export type { PodVerdictKind };

export type { PreferencePolicy };

/** Where a price that is not the cloud's comes from. */
export type PriceOverlay = {
  /** What the cloud asks; absent when it names no price. */
  readonly listedPrice: Maybe<Scalars['MicroUsdPerHour']['output']>;
  /** The NodeOverlay that decides. */
  readonly name: Scalars['String']['output'];
};

/** The product itself. */
export type Product = {
  /** The sandbox fleet; absent in production. */
  readonly sandbox: Maybe<Sandbox>;
  readonly version: Scalars['String']['output'];
};

export type Query = {
  /** Tokens for automation, newest first. */
  readonly apiTokens: ReadonlyArray<ApiToken>;
  /** Every write and every attempt to sign in, newest first; `first` or `last` is required, at most 100. */
  readonly auditEntries: AuditEntryConnection;
  /** One cluster by id or name. */
  readonly cluster: Maybe<Cluster>;
  /** Registered clusters; `first` or `last` is required, at most 100. */
  readonly clusters: ClusterConnection;
  /**
   * Converts NodePool and EC2NodeClass manifests of v1beta1 to v1 and saves nothing, for people who apply
   * them to a cluster themselves: the CRDs serve v1 only.
   */
  readonly convertManifests: ConvertedManifests;
  /** What this month (UTC) has cost so far, and what it will come to. */
  readonly costMonth: CostMonth;
  /** What runs now costs now: of one cluster, or of all. */
  readonly costNow: CostNow;
  /**
   * What running cost over time, in buckets of one length. Without `resolution`: the finest that is
   * kept for so long and has at most 1,500 buckets.
   */
  readonly costSeries: CostSeries;
  readonly decision: Maybe<Decision>;
  /** Decisions, newest first; `first` or `last` is required, at most 100. */
  readonly decisions: DecisionConnection;
  /** How many nodes may be disrupted now, by pool and reason; of one cluster, or of all. */
  readonly disruptionBudgets: DisruptionBudgets;
  /** The whole fleet in one line. */
  readonly fleet: Fleet;
  /** What happened: steps of decisions and warnings of the cloud, newest first. */
  readonly fleetEvents: ReadonlyArray<FleetEvent>;
  readonly interruption: Maybe<Interruption>;
  /** The cloud's warnings about nodes, newest first; `first` or `last` is required, at most 100. */
  readonly interruptions: InterruptionConnection;
  /** One node by its name. */
  readonly node: Maybe<Node>;
  /** One claim. */
  readonly nodeClaim: Maybe<NodeClaim>;
  /**
   * NodeClaims of one cluster, newest first; `first` or `last` is required, at most 100. Absent, with
   * the error NOT_FOUND, when there is no such cluster.
   */
  readonly nodeClaims: Maybe<NodeClaimConnection>;
  readonly nodeClass: Maybe<NodeClass>;
  /** EC2NodeClasses of one cluster, or of all; `first` or `last` is required, at most 100. */
  readonly nodeClasses: NodeClassConnection;
  readonly nodePool: Maybe<NodePool>;
  /** NodePools of one cluster, or of all; `first` or `last` is required, at most 100. */
  readonly nodePools: NodePoolConnection;
  /**
   * Nodes of one cluster; `first` or `last` is required, at most 100. Absent, with the error NOT_FOUND,
   * when there is no such cluster.
   */
  readonly nodes: Maybe<NodeConnection>;
  /** Any object by its id. */
  readonly object: Maybe<Object>;
  /** One waiting pod; absent when it does not wait (any more). */
  readonly pendingPod: Maybe<PendingPod>;
  /** Pods that wait, grouped by owner, longest waiting first; of one cluster, or of all. */
  readonly pendingPodGroups: PendingPodGroupConnection;
  /** The product itself. */
  readonly product: Product;
  /** What taking nodes away saved in a period, by kind of decision; `to` is cut off at now. */
  readonly savings: ReadonlyArray<SavingsShare>;
  /** Who asks. */
  readonly viewer: Viewer;
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
  by: CostCut;
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
  readonly code: ReasonCode;
  /** Fields of the engine's `Reason` union for this code. */
  readonly data: Scalars['JSON']['output'];
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
  readonly id: Scalars['ID']['input'];
};

/** The check has been started. */
export type RecheckClusterPayload = {
  readonly cluster: Maybe<Cluster>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A new cluster. */
export type RegisterClusterInput = {
  /** The API server's CA, base64 of PEM; left out, it is read by DescribeCluster. */
  readonly certificateAuthority?: InputMaybe<Scalars['String']['input']>;
  /** URL of the API server; left out, it is read by DescribeCluster. */
  readonly endpoint?: InputMaybe<Scalars['String']['input']>;
  /** The same key does the same registration once. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Name of the SQS queue that brings the cloud's warnings. */
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
  /** What was found. */
  readonly detail: Maybe<Scalars['String']['output']>;
  /** What would mend it. */
  readonly remedy: Maybe<Scalars['String']['output']>;
  readonly state: CheckState;
  readonly step: RegistrationStep;
};

/** How the last four claims of a pool fared since it or its class was changed. */
export type RegistrationHealth = {
  readonly failures: Scalars['Int']['output'];
  /** When the last of them failed. */
  readonly lastFailureAt: Maybe<Scalars['DateTime']['output']>;
  /** What the cloud said then. */
  readonly lastFailureDetail: Maybe<Scalars['String']['output']>;
  /** How many of them are over: registered, refused by the cloud, or given up. */
  readonly outcomes: Scalars['Int']['output'];
  readonly status: RegistrationHealthStatus;
};

export type { RegistrationHealthStatus };

export type { RegistrationStep };

/** A refusal. */
export type RejectDecisionInput = {
  /** Why; shown in the history. */
  readonly comment?: InputMaybe<Scalars['String']['input']>;
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of a refusal. */
export type RejectDecisionPayload = {
  readonly decision: Maybe<Decision>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Types that were ruled out for one reason. */
export type RejectedInstanceTypes = {
  readonly count: Scalars['Int']['output'];
  /** Those that would have been cheapest, at most five. */
  readonly examples: ReadonlyArray<Scalars['String']['output']>;
  readonly reason: Reason;
};

/** Which cluster to forget. */
export type RemoveClusterInput = {
  /** The cluster's name again, so that it is meant. */
  readonly confirmName: Scalars['String']['input'];
  /** The version that was seen. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
};

/** Result of a removal. */
export type RemoveClusterPayload = {
  readonly removedId: Maybe<Scalars['ID']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A machine image that a NodeClass selects. */
export type ResolvedImage = {
  readonly architecture: Scalars['String']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly deprecated: Scalars['Boolean']['output'];
  readonly id: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** `standard`, `nvidia` or `neuron`. */
  readonly variant: Scalars['String']['output'];
};

/** A security group that a NodeClass selects. */
export type ResolvedSecurityGroup = {
  readonly id: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
};

/** A subnet that a NodeClass selects. */
export type ResolvedSubnet = {
  readonly freeAddresses: Scalars['Int']['output'];
  readonly id: Scalars['String']['output'];
  readonly zone: Scalars['String']['output'];
  readonly zoneId: Scalars['String']['output'];
};

/** An amount of one resource. */
export type ResourceAmount = {
  /** Thousandths for `cpu`; bytes for memory and storage; pieces for the rest. */
  readonly amount: Scalars['SafeInt']['output'];
  /** The same as Kubernetes writes it. */
  readonly quantity: Scalars['Quantity']['output'];
  /** E.g. `cpu`, `memory`, `nvidia.com/gpu`. */
  readonly resource: Scalars['String']['output'];
};

/** A resource of which an instance type has too little. */
export type ResourceShortage = {
  /** What pods can have, in the same units. */
  readonly allocatable: Scalars['SafeInt']['output'];
  /** What the pod and the daemons ask for together, in the units of `ResourceAmount`. */
  readonly requested: Scalars['SafeInt']['output'];
  readonly resource: Scalars['String']['output'];
};

/** Which token to end. */
export type RevokeApiTokenInput = {
  readonly id: Scalars['ID']['input'];
};

/** Result of ending a token. */
export type RevokeApiTokenPayload = {
  readonly token: Maybe<ApiToken>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The fleet that comes with `npm start`. */
export type Sandbox = {
  /** URL for the `aws` CLI's `--endpoint-url`. */
  readonly awsEndpoint: Scalars['String']['output'];
  /** The cluster and kubectl context of the README's exercise. */
  readonly exerciseCluster: Scalars['String']['output'];
  readonly exerciseContext: Scalars['String']['output'];
  /** Path of the kubeconfig with a context per cluster. */
  readonly kubeconfig: Scalars['String']['output'];
  /** Scenarios that go on; absent when the sandbox cannot be asked. */
  readonly scenarios: Maybe<ReadonlyArray<SandboxScenario>>;
};

/** Something that was let happen in the sandbox. */
export type SandboxScenario = {
  readonly cluster: Scalars['String']['output'];
  /** Absent for what was done at once. */
  readonly endsAt: Maybe<Scalars['DateTime']['output']>;
  /** What was done. */
  readonly message: Scalars['String']['output'];
  /** E.g. `spot-storm`. */
  readonly name: Scalars['String']['output'];
  /** Path of the dashboard's page to open. */
  readonly page: Scalars['String']['output'];
  readonly startedAt: Scalars['DateTime']['output'];
  /** What to look for. */
  readonly watch: Scalars['String']['output'];
};

/** What disruptions of one kind saved. */
export type SavingsShare = {
  /** Per hour, at the prices of what was really bought instead. */
  readonly achieved: Scalars['MicroUsdPerHour']['output'];
  readonly decisions: Scalars['Int']['output'];
  readonly kind: DecisionKind;
  /** Per hour, as it was said when they were decided. */
  readonly promised: Scalars['MicroUsdPerHour']['output'];
  /** What each has saved from its end to the end of the period. */
  readonly saved: Scalars['MicroUsd']['output'];
  /** Decisions whose price is not fully known; they are in no sum. */
  readonly unpricedDecisions: Scalars['Int']['output'];
};

/** A new password. */
export type SetPasswordInput = {
  /** The old one; not needed when none is set. */
  readonly currentPassword?: InputMaybe<Scalars['String']['input']>;
  /** At least 12 characters. */
  readonly newPassword: Scalars['String']['input'];
  /** Whether to revoke the tokens that the person created as well, and all tokens created with those. */
  readonly revokeTokens?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Result of setting a password. */
export type SetPasswordPayload = {
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The session is over. */
export type SignOutPayload = {
  /** Empty when it was done. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Direction of a sort. */
export type SortDirection =
  | 'ASC'
  | 'DESC';

/** What a static pool wanted and had. */
export type StaticPoolCounts = {
  /** Claims that were not on their way out, launched or not. */
  readonly held: Scalars['Int']['output'];
  readonly nodePool: Scalars['String']['output'];
  /** Nodes that it wants. */
  readonly replicas: Scalars['SafeInt']['output'];
};

export type Subscription = {
  /**
   * What changed, as it changes: ids and versions, never data, so that a client re-reads what it shows.
   * Without `topics`, all topics; without `clusterId`, all clusters.
   */
  readonly changes: Change;
};


export type SubscriptionChangesArgs = {
  clusterId?: InputMaybe<Scalars['ID']['input']>;
  topics?: InputMaybe<ReadonlyArray<ChangeTopic>>;
};

/** A taint. */
export type Taint = {
  /** `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  readonly effect: Scalars['String']['output'];
  readonly key: Scalars['String']['output'];
  /** Empty when it has none. */
  readonly value: Scalars['String']['output'];
};

export type { TokenScope };

/** A pod that no pool serves. */
export type UnschedulablePod = {
  /** The first thing in the way, per pool in the order tried. */
  readonly byNodePool: ReadonlyArray<NodePoolRejection>;
  /** When this was found. */
  readonly evaluatedAt: Scalars['DateTime']['output'];
  readonly pod: DecisionPod;
  /** Its place among the pods that waited, in the order in which they are tried; from 1. */
  readonly queuePosition: Scalars['Int']['output'];
  /** What holds for every pool. */
  readonly reasons: ReadonlyArray<Reason>;
};

/** A change to a cluster; fields left out stay. */
export type UpdateClusterInput = {
  readonly approvalTtlMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly batchIdleMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly batchMaxMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly disruptionPollMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** The version that was seen. */
  readonly expectedVersion: Scalars['Int']['input'];
  readonly id: Scalars['ID']['input'];
  /** `null` takes it away. */
  readonly interruptionQueue?: InputMaybe<Scalars['String']['input']>;
  readonly minValuesPolicy?: InputMaybe<MinValuesPolicy>;
  readonly mode?: InputMaybe<ClusterMode>;
  readonly nodeChargeMicroUsdPerHour?: InputMaybe<Scalars['MicroUsdPerHour']['input']>;
  readonly offeringSharePercent?: InputMaybe<Scalars['Int']['input']>;
  readonly preferencePolicy?: InputMaybe<PreferencePolicy>;
  readonly rejectionHoldMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 15. */
  readonly reservedEnis?: InputMaybe<Scalars['Int']['input']>;
  /** The role that Kerf assumes for it; another one is checked as at the registration. */
  readonly roleArn?: InputMaybe<Scalars['String']['input']>;
  readonly searchMs?: InputMaybe<Scalars['DurationMs']['input']>;
  readonly spotToSpotConsolidation?: InputMaybe<Scalars['Boolean']['input']>;
  readonly validationDelayMs?: InputMaybe<Scalars['DurationMs']['input']>;
  /** 0 to 0.5. */
  readonly vmMemoryOverheadRatio?: InputMaybe<Scalars['Float']['input']>;
};

/** Result of a change. */
export type UpdateClusterPayload = {
  readonly cluster: Maybe<Cluster>;
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Something in the input that keeps a mutation from being done; nothing was changed. */
export type UserError = {
  /** What kind of problem it is. */
  readonly code: UserErrorCode;
  /** Dotted path of the input field, e.g. `input.name`; absent when no field is to blame. */
  readonly field: Maybe<Scalars['String']['output']>;
  /** What is wrong, and what would be right. */
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

/** Which variant of a document to take. */
export type VariantChoice = {
  /** Position in the text, from 0. */
  readonly index: Scalars['Int']['input'];
  readonly label: Scalars['String']['input'];
};

/** Who asks, and what they may do. */
export type Viewer = {
  /** Whether a password is set; only for people. */
  readonly hasPassword: Scalars['Boolean']['output'];
  /** `User` or `ApiToken`. */
  readonly kind: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  /** `read` or `write`. */
  readonly scope: TokenScope;
};



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
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

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
    | ( ApiToken )
    | ( AuditEntryView )
    | ( ClusterView )
    | ( DecisionView )
    | ( InterruptionView )
    | ( NodeClaimView )
    | ( NodeClassView )
    | ( NodePoolView )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiToken: ResolverTypeWrapper<ApiToken>;
  ApplyManifestsInput: ApplyManifestsInput;
  ApplyManifestsPayload: ResolverTypeWrapper<ApplyManifestsPayload>;
  ApproveDecisionInput: ApproveDecisionInput;
  ApproveDecisionPayload: ResolverTypeWrapper<Omit<ApproveDecisionPayload, 'decision'> & { decision?: Maybe<ResolversTypes['Decision']> }>;
  AttentionKind: AttentionKind;
  AttentionSeverity: AttentionSeverity;
  AuditEntry: ResolverTypeWrapper<AuditEntryView>;
  AuditEntryConnection: ResolverTypeWrapper<AuditEntryConnectionView>;
  AuditEntryEdge: ResolverTypeWrapper<Omit<AuditEntryEdge, 'node'> & { node: ResolversTypes['AuditEntry'] }>;
  AuditFilter: AuditFilter;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  BudgetRule: ResolverTypeWrapper<BudgetRule>;
  BudgetStatus: ResolverTypeWrapper<BudgetStatus>;
  CapacityBuffer: ResolverTypeWrapper<CapacityBuffer>;
  CapacityType: CapacityType;
  Change: ResolverTypeWrapper<Change>;
  ChangeTopic: ChangeTopic;
  CheckState: CheckState;
  Cluster: ResolverTypeWrapper<ClusterView>;
  ClusterAttention: ResolverTypeWrapper<ClusterAttention>;
  ClusterConnection: ResolverTypeWrapper<ClusterConnectionView>;
  ClusterConnectionState: ResolverTypeWrapper<ClusterConnectionState>;
  ClusterEdge: ResolverTypeWrapper<Omit<ClusterEdge, 'node'> & { node: ResolversTypes['Cluster'] }>;
  ClusterFilter: ClusterFilter;
  ClusterFinding: ResolverTypeWrapper<ClusterFinding>;
  ClusterHold: ResolverTypeWrapper<ClusterHold>;
  ClusterHoldCode: ClusterHoldCode;
  ClusterMode: ClusterMode;
  ClusterOrder: ClusterOrder;
  ClusterOrderField: ClusterOrderField;
  ClusterSettings: ResolverTypeWrapper<ClusterSettings>;
  ClusterSummary: ResolverTypeWrapper<ClusterSummary>;
  ConnectionState: ConnectionState;
  ConvertManifestsInput: ConvertManifestsInput;
  ConvertedDocument: ResolverTypeWrapper<ConvertedDocument>;
  ConvertedManifests: ResolverTypeWrapper<ConvertedManifests>;
  CostDimension: CostCut;
  CostFilter: CostFilter;
  CostMonth: ResolverTypeWrapper<CostMonth>;
  CostNow: ResolverTypeWrapper<CostNow>;
  CostResolution: CostResolution;
  CostSeries: ResolverTypeWrapper<CostSeries>;
  CostSeriesGroup: ResolverTypeWrapper<CostSeriesGroup>;
  CostShare: ResolverTypeWrapper<CostShare>;
  CreateApiTokenInput: CreateApiTokenInput;
  CreateApiTokenPayload: ResolverTypeWrapper<CreateApiTokenPayload>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  Decision: ResolverTypeWrapper<DecisionView>;
  DecisionConnection: ResolverTypeWrapper<DecisionConnectionView>;
  DecisionEdge: ResolverTypeWrapper<Omit<DecisionEdge, 'node'> & { node: ResolversTypes['Decision'] }>;
  DecisionEvent: ResolverTypeWrapper<DecisionEvent>;
  DecisionFilter: DecisionFilter;
  DecisionKind: DecisionKind;
  DecisionOutcome: ResolverTypeWrapper<DecisionOutcome>;
  DecisionPhase: ResolverTypeWrapper<DecisionPhase>;
  DecisionPod: ResolverTypeWrapper<DecisionPod>;
  DecisionProgress: ResolverTypeWrapper<DecisionProgress>;
  DecisionState: DecisionState;
  DefinitionFinding: ResolverTypeWrapper<DefinitionFinding>;
  DefinitionRevision: ResolverTypeWrapper<DefinitionRevision>;
  DefinitionSource: DefinitionSource;
  DeleteDefinitionInput: DeleteDefinitionInput;
  DeleteDefinitionPayload: ResolverTypeWrapper<DeleteDefinitionPayload>;
  DisruptionBudgets: ResolverTypeWrapper<DisruptionBudgets>;
  DisruptionCandidate: ResolverTypeWrapper<DisruptionCandidate>;
  DisruptionReason: DisruptionReason;
  DocumentOutcome: DocumentOutcome;
  DocumentReading: ResolverTypeWrapper<DocumentReading>;
  DocumentVariant: ResolverTypeWrapper<DocumentVariant>;
  DocumentVersion: DocumentVersion;
  DriftForecast: ResolverTypeWrapper<DriftForecast>;
  DriftedField: ResolverTypeWrapper<DriftedField>;
  DurationMs: ResolverTypeWrapper<Scalars['DurationMs']['output']>;
  ExistingPlacement: ResolverTypeWrapper<ExistingPlacement>;
  ExtendedResource: ResolverTypeWrapper<ExtendedResource>;
  FindingSeverity: FindingSeverity;
  FixTarget: ResolverTypeWrapper<FixTarget>;
  Fleet: ResolverTypeWrapper<Fleet>;
  FleetEvent: ResolverTypeWrapper<FleetEventView>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Interruption: ResolverTypeWrapper<InterruptionView>;
  InterruptionConnection: ResolverTypeWrapper<InterruptionConnectionView>;
  InterruptionEdge: ResolverTypeWrapper<Omit<InterruptionEdge, 'node'> & { node: ResolversTypes['Interruption'] }>;
  InterruptionFilter: InterruptionFilter;
  InterruptionKind: InterruptionKind;
  InterruptionOutcome: InterruptionOutcome;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  MicroUsd: ResolverTypeWrapper<Scalars['MicroUsd']['output']>;
  MicroUsdPerHour: ResolverTypeWrapper<Scalars['MicroUsdPerHour']['output']>;
  MinValuesPolicy: MinValuesPolicy;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NearestMiss: ResolverTypeWrapper<NearestMiss>;
  Node: ResolverTypeWrapper<NodeView>;
  NodeClaim: ResolverTypeWrapper<NodeClaimView>;
  NodeClaimConnection: ResolverTypeWrapper<NodeClaimConnectionView>;
  NodeClaimEdge: ResolverTypeWrapper<Omit<NodeClaimEdge, 'node'> & { node: ResolversTypes['NodeClaim'] }>;
  NodeClaimFilter: NodeClaimFilter;
  NodeClaimState: NodeClaimState;
  NodeClaimTermination: ResolverTypeWrapper<NodeClaimTermination>;
  NodeClass: ResolverTypeWrapper<NodeClassView>;
  NodeClassConnection: ResolverTypeWrapper<NodeClassConnectionView>;
  NodeClassEdge: ResolverTypeWrapper<Omit<NodeClassEdge, 'node'> & { node: ResolversTypes['NodeClass'] }>;
  NodeClassProblem: ResolverTypeWrapper<NodeClassProblem>;
  NodeConnection: ResolverTypeWrapper<NodeConnectionView>;
  NodeDrift: ResolverTypeWrapper<NodeDrift>;
  NodeEdge: ResolverTypeWrapper<Omit<NodeEdge, 'node'> & { node: ResolversTypes['Node'] }>;
  NodeFilter: NodeFilter;
  NodeGap: ResolverTypeWrapper<NodeGap>;
  NodeOrder: NodeOrder;
  NodeOrderField: NodeOrderField;
  NodeOverlay: ResolverTypeWrapper<NodeOverlay>;
  NodeOverlayState: NodeOverlayState;
  NodePool: ResolverTypeWrapper<NodePoolView>;
  NodePoolConnection: ResolverTypeWrapper<NodePoolConnectionView>;
  NodePoolEdge: ResolverTypeWrapper<Omit<NodePoolEdge, 'node'> & { node: ResolversTypes['NodePool'] }>;
  NodePoolLimit: ResolverTypeWrapper<NodePoolLimit>;
  NodePoolRejection: ResolverTypeWrapper<NodePoolRejection>;
  NodeState: NodeState;
  NodeTotals: ResolverTypeWrapper<NodeTotals>;
  Object: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Object']>;
  OperationFailure: ResolverTypeWrapper<OperationFailure>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  PendingPod: ResolverTypeWrapper<PendingPod>;
  PendingPodGroup: ResolverTypeWrapper<PendingPodGroupView>;
  PendingPodGroupConnection: ResolverTypeWrapper<PendingPodGroupConnectionView>;
  PendingPodGroupEdge: ResolverTypeWrapper<Omit<PendingPodGroupEdge, 'node'> & { node: ResolversTypes['PendingPodGroup'] }>;
  PlanCost: ResolverTypeWrapper<PlanCost>;
  PlanGapParts: ResolverTypeWrapper<PlanGapParts>;
  PlanMethod: PlanMethod;
  PlannedNodeClaim: ResolverTypeWrapper<PlannedNodeClaimView>;
  PlannedOffering: ResolverTypeWrapper<PlannedOffering>;
  Pod: ResolverTypeWrapper<Pod>;
  PodMove: ResolverTypeWrapper<PodMove>;
  PodPhase: PodPhase;
  PodVerdict: ResolverTypeWrapper<PodVerdict>;
  PodVerdictKind: PodVerdictKind;
  PreferencePolicy: PreferencePolicy;
  PriceOverlay: ResolverTypeWrapper<PriceOverlay>;
  Product: ResolverTypeWrapper<Product>;
  Quantity: ResolverTypeWrapper<Scalars['Quantity']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Reason: ResolverTypeWrapper<Reason>;
  ReasonCode: ReasonCode;
  RecheckClusterInput: RecheckClusterInput;
  RecheckClusterPayload: ResolverTypeWrapper<Omit<RecheckClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversTypes['Cluster']> }>;
  RegisterClusterInput: RegisterClusterInput;
  RegisterClusterPayload: ResolverTypeWrapper<Omit<RegisterClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversTypes['Cluster']> }>;
  RegistrationCheck: ResolverTypeWrapper<RegistrationCheck>;
  RegistrationHealth: ResolverTypeWrapper<RegistrationHealth>;
  RegistrationHealthStatus: RegistrationHealthStatus;
  RegistrationStep: RegistrationStep;
  RejectDecisionInput: RejectDecisionInput;
  RejectDecisionPayload: ResolverTypeWrapper<Omit<RejectDecisionPayload, 'decision'> & { decision?: Maybe<ResolversTypes['Decision']> }>;
  RejectedInstanceTypes: ResolverTypeWrapper<RejectedInstanceTypes>;
  RemoveClusterInput: RemoveClusterInput;
  RemoveClusterPayload: ResolverTypeWrapper<RemoveClusterPayload>;
  ResolvedImage: ResolverTypeWrapper<ResolvedImage>;
  ResolvedSecurityGroup: ResolverTypeWrapper<ResolvedSecurityGroup>;
  ResolvedSubnet: ResolverTypeWrapper<ResolvedSubnet>;
  ResourceAmount: ResolverTypeWrapper<ResourceAmount>;
  ResourceShortage: ResolverTypeWrapper<ResourceShortage>;
  RevokeApiTokenInput: RevokeApiTokenInput;
  RevokeApiTokenPayload: ResolverTypeWrapper<RevokeApiTokenPayload>;
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  Sandbox: ResolverTypeWrapper<Sandbox>;
  SandboxScenario: ResolverTypeWrapper<SandboxScenario>;
  SavingsShare: ResolverTypeWrapper<SavingsShare>;
  SetPasswordInput: SetPasswordInput;
  SetPasswordPayload: ResolverTypeWrapper<SetPasswordPayload>;
  SignOutPayload: ResolverTypeWrapper<SignOutPayload>;
  SortDirection: SortDirection;
  StaticPoolCounts: ResolverTypeWrapper<StaticPoolCounts>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Taint: ResolverTypeWrapper<Taint>;
  TokenScope: TokenScope;
  UnschedulablePod: ResolverTypeWrapper<UnschedulablePod>;
  UpdateClusterInput: UpdateClusterInput;
  UpdateClusterPayload: ResolverTypeWrapper<Omit<UpdateClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversTypes['Cluster']> }>;
  UserError: ResolverTypeWrapper<UserError>;
  UserErrorCode: UserErrorCode;
  VariantChoice: VariantChoice;
  Viewer: ResolverTypeWrapper<Viewer>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiToken: ApiToken;
  ApplyManifestsInput: ApplyManifestsInput;
  ApplyManifestsPayload: ApplyManifestsPayload;
  ApproveDecisionInput: ApproveDecisionInput;
  ApproveDecisionPayload: Omit<ApproveDecisionPayload, 'decision'> & { decision?: Maybe<ResolversParentTypes['Decision']> };
  AuditEntry: AuditEntryView;
  AuditEntryConnection: AuditEntryConnectionView;
  AuditEntryEdge: Omit<AuditEntryEdge, 'node'> & { node: ResolversParentTypes['AuditEntry'] };
  AuditFilter: AuditFilter;
  Boolean: Scalars['Boolean']['output'];
  BudgetRule: BudgetRule;
  BudgetStatus: BudgetStatus;
  CapacityBuffer: CapacityBuffer;
  Change: Change;
  Cluster: ClusterView;
  ClusterAttention: ClusterAttention;
  ClusterConnection: ClusterConnectionView;
  ClusterConnectionState: ClusterConnectionState;
  ClusterEdge: Omit<ClusterEdge, 'node'> & { node: ResolversParentTypes['Cluster'] };
  ClusterFilter: ClusterFilter;
  ClusterFinding: ClusterFinding;
  ClusterHold: ClusterHold;
  ClusterOrder: ClusterOrder;
  ClusterSettings: ClusterSettings;
  ClusterSummary: ClusterSummary;
  ConvertManifestsInput: ConvertManifestsInput;
  ConvertedDocument: ConvertedDocument;
  ConvertedManifests: ConvertedManifests;
  CostFilter: CostFilter;
  CostMonth: CostMonth;
  CostNow: CostNow;
  CostSeries: CostSeries;
  CostSeriesGroup: CostSeriesGroup;
  CostShare: CostShare;
  CreateApiTokenInput: CreateApiTokenInput;
  CreateApiTokenPayload: CreateApiTokenPayload;
  DateTime: Scalars['DateTime']['output'];
  Decision: DecisionView;
  DecisionConnection: DecisionConnectionView;
  DecisionEdge: Omit<DecisionEdge, 'node'> & { node: ResolversParentTypes['Decision'] };
  DecisionEvent: DecisionEvent;
  DecisionFilter: DecisionFilter;
  DecisionOutcome: DecisionOutcome;
  DecisionPhase: DecisionPhase;
  DecisionPod: DecisionPod;
  DecisionProgress: DecisionProgress;
  DefinitionFinding: DefinitionFinding;
  DefinitionRevision: DefinitionRevision;
  DeleteDefinitionInput: DeleteDefinitionInput;
  DeleteDefinitionPayload: DeleteDefinitionPayload;
  DisruptionBudgets: DisruptionBudgets;
  DisruptionCandidate: DisruptionCandidate;
  DocumentReading: DocumentReading;
  DocumentVariant: DocumentVariant;
  DocumentVersion: DocumentVersion;
  DriftForecast: DriftForecast;
  DriftedField: DriftedField;
  DurationMs: Scalars['DurationMs']['output'];
  ExistingPlacement: ExistingPlacement;
  ExtendedResource: ExtendedResource;
  FixTarget: FixTarget;
  Fleet: Fleet;
  FleetEvent: FleetEventView;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  Interruption: InterruptionView;
  InterruptionConnection: InterruptionConnectionView;
  InterruptionEdge: Omit<InterruptionEdge, 'node'> & { node: ResolversParentTypes['Interruption'] };
  InterruptionFilter: InterruptionFilter;
  JSON: Scalars['JSON']['output'];
  MicroUsd: Scalars['MicroUsd']['output'];
  MicroUsdPerHour: Scalars['MicroUsdPerHour']['output'];
  Mutation: Record<PropertyKey, never>;
  NearestMiss: NearestMiss;
  Node: NodeView;
  NodeClaim: NodeClaimView;
  NodeClaimConnection: NodeClaimConnectionView;
  NodeClaimEdge: Omit<NodeClaimEdge, 'node'> & { node: ResolversParentTypes['NodeClaim'] };
  NodeClaimFilter: NodeClaimFilter;
  NodeClaimTermination: NodeClaimTermination;
  NodeClass: NodeClassView;
  NodeClassConnection: NodeClassConnectionView;
  NodeClassEdge: Omit<NodeClassEdge, 'node'> & { node: ResolversParentTypes['NodeClass'] };
  NodeClassProblem: NodeClassProblem;
  NodeConnection: NodeConnectionView;
  NodeDrift: NodeDrift;
  NodeEdge: Omit<NodeEdge, 'node'> & { node: ResolversParentTypes['Node'] };
  NodeFilter: NodeFilter;
  NodeGap: NodeGap;
  NodeOrder: NodeOrder;
  NodeOverlay: NodeOverlay;
  NodePool: NodePoolView;
  NodePoolConnection: NodePoolConnectionView;
  NodePoolEdge: Omit<NodePoolEdge, 'node'> & { node: ResolversParentTypes['NodePool'] };
  NodePoolLimit: NodePoolLimit;
  NodePoolRejection: NodePoolRejection;
  NodeTotals: NodeTotals;
  Object: ResolversInterfaceTypes<ResolversParentTypes>['Object'];
  OperationFailure: OperationFailure;
  PageInfo: PageInfo;
  PendingPod: PendingPod;
  PendingPodGroup: PendingPodGroupView;
  PendingPodGroupConnection: PendingPodGroupConnectionView;
  PendingPodGroupEdge: Omit<PendingPodGroupEdge, 'node'> & { node: ResolversParentTypes['PendingPodGroup'] };
  PlanCost: PlanCost;
  PlanGapParts: PlanGapParts;
  PlannedNodeClaim: PlannedNodeClaimView;
  PlannedOffering: PlannedOffering;
  Pod: Pod;
  PodMove: PodMove;
  PodVerdict: PodVerdict;
  PriceOverlay: PriceOverlay;
  Product: Product;
  Quantity: Scalars['Quantity']['output'];
  Query: Record<PropertyKey, never>;
  Reason: Reason;
  RecheckClusterInput: RecheckClusterInput;
  RecheckClusterPayload: Omit<RecheckClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversParentTypes['Cluster']> };
  RegisterClusterInput: RegisterClusterInput;
  RegisterClusterPayload: Omit<RegisterClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversParentTypes['Cluster']> };
  RegistrationCheck: RegistrationCheck;
  RegistrationHealth: RegistrationHealth;
  RejectDecisionInput: RejectDecisionInput;
  RejectDecisionPayload: Omit<RejectDecisionPayload, 'decision'> & { decision?: Maybe<ResolversParentTypes['Decision']> };
  RejectedInstanceTypes: RejectedInstanceTypes;
  RemoveClusterInput: RemoveClusterInput;
  RemoveClusterPayload: RemoveClusterPayload;
  ResolvedImage: ResolvedImage;
  ResolvedSecurityGroup: ResolvedSecurityGroup;
  ResolvedSubnet: ResolvedSubnet;
  ResourceAmount: ResourceAmount;
  ResourceShortage: ResourceShortage;
  RevokeApiTokenInput: RevokeApiTokenInput;
  RevokeApiTokenPayload: RevokeApiTokenPayload;
  SafeInt: Scalars['SafeInt']['output'];
  Sandbox: Sandbox;
  SandboxScenario: SandboxScenario;
  SavingsShare: SavingsShare;
  SetPasswordInput: SetPasswordInput;
  SetPasswordPayload: SetPasswordPayload;
  SignOutPayload: SignOutPayload;
  StaticPoolCounts: StaticPoolCounts;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Taint: Taint;
  UnschedulablePod: UnschedulablePod;
  UpdateClusterInput: UpdateClusterInput;
  UpdateClusterPayload: Omit<UpdateClusterPayload, 'cluster'> & { cluster?: Maybe<ResolversParentTypes['Cluster']> };
  UserError: UserError;
  VariantChoice: VariantChoice;
  Viewer: Viewer;
};

export type ApiTokenResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApiToken'] = ResolversParentTypes['ApiToken']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['TokenScope'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplyManifestsPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApplyManifestsPayload'] = ResolversParentTypes['ApplyManifestsPayload']> = {
  applied?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  documents?: Resolver<ReadonlyArray<ResolversTypes['DocumentReading']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ApproveDecisionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApproveDecisionPayload'] = ResolversParentTypes['ApproveDecisionPayload']> = {
  decision?: Resolver<Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type AttentionKindResolvers = EnumResolverSignature<{ CHECK_FAILED?: any, FAILED_DECISIONS?: any, FINDINGS?: any, INTERRUPTION_STORM?: any, LAUNCH_FAILURES?: any, PODS_LOST?: any, STALE_DATA?: any, UNKNOWN?: any, UNREACHABLE?: any }, ResolversTypes['AttentionKind']>;

export type AttentionSeverityResolvers = EnumResolverSignature<{ BROKEN?: any, DEGRADED?: any, UNKNOWN?: any }, ResolversTypes['AttentionSeverity']>;

export type AuditEntryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditEntry'] = ResolversParentTypes['AuditEntry']> = {
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actorKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  clusterId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  clusterName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  objectId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  objectName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export type BudgetRuleResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BudgetRule'] = ResolversParentTypes['BudgetRule']> = {
  duration?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['DisruptionReason']>, ParentType, ContextType>;
  schedule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BudgetStandingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BudgetStatus'] = ResolversParentTypes['BudgetStatus']> = {
  allowed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changesAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  disrupting?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['DisruptionReason'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['BudgetRule']>, ParentType, ContextType>;
};

export type CapacityBufferResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CapacityBuffer'] = ResolversParentTypes['CapacityBuffer']> = {
  coming?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  follows?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  held?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  isLimited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
  unit?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  units?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  without?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type CapacityTypeResolvers = EnumResolverSignature<{ ON_DEMAND?: any, RESERVED?: any, SPOT?: any, UNKNOWN?: any }, ResolversTypes['CapacityType']>;

export type ChangeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  clusterId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  topic?: Resolver<ResolversTypes['ChangeTopic'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type ChangeTopicResolvers = EnumResolverSignature<{ AUDIT?: any, CATALOG?: any, CLUSTER?: any, DECISION?: any, DEFINITION?: any, NODES?: any, NODE_CLAIM?: any, PODS?: any, SYNC?: any, UNKNOWN?: any }, ResolversTypes['ChangeTopic']>;

export type CheckStateResolvers = EnumResolverSignature<{ FAILED?: any, PASSED?: any, RUNNING?: any, SKIPPED?: any, UNKNOWN?: any, WAITING?: any, WARNED?: any }, ResolversTypes['CheckState']>;

export type ClusterResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Cluster'] = ResolversParentTypes['Cluster']> = {
  accountId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attention?: Resolver<ReadonlyArray<ResolversTypes['ClusterAttention']>, ParentType, ContextType>;
  capacityBuffers?: Resolver<ReadonlyArray<ResolversTypes['CapacityBuffer']>, ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['RegistrationCheck']>, ParentType, ContextType>;
  connection?: Resolver<ResolversTypes['ClusterConnectionState'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  effectiveMode?: Resolver<ResolversTypes['ClusterMode'], ParentType, ContextType>;
  endpoint?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  externalId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['ClusterFinding']>, ParentType, ContextType>;
  hold?: Resolver<Maybe<ResolversTypes['ClusterHold']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  interruptionQueue?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kubernetesVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['ClusterMode'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeOverlays?: Resolver<ReadonlyArray<ResolversTypes['NodeOverlay']>, ParentType, ContextType>;
  region?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  roleArn?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  settings?: Resolver<ResolversTypes['ClusterSettings'], ParentType, ContextType>;
  summary?: Resolver<Maybe<ResolversTypes['ClusterSummary']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClusterAttentionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ClusterAttention'] = ResolversParentTypes['ClusterAttention']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  problem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ConnectionState'], ParentType, ContextType>;
  syncedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  remedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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
  approvalTtlMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  batchIdleMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  batchMaxMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  disruptionPollMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  minValuesPolicy?: Resolver<ResolversTypes['MinValuesPolicy'], ParentType, ContextType>;
  nodeChargeMicroUsdPerHour?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  offeringSharePercent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  preferencePolicy?: Resolver<ResolversTypes['PreferencePolicy'], ParentType, ContextType>;
  rejectionHoldMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  reservedEnis?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  searchMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  spotToSpotConsolidation?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  validationDelayMs?: Resolver<ResolversTypes['DurationMs'], ParentType, ContextType>;
  vmMemoryOverheadRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
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
  oldestPendingAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pendingPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  spotPrice?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ConnectionStateResolvers = EnumResolverSignature<{ CHECKING?: any, CONNECTED?: any, CONNECTING?: any, REJECTED?: any, UNKNOWN?: any, UNREACHABLE?: any }, ResolversTypes['ConnectionState']>;

export type ConvertedDocumentResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ConvertedDocument'] = ResolversParentTypes['ConvertedDocument']> = {
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ConvertedManifestsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ConvertedManifests'] = ResolversParentTypes['ConvertedManifests']> = {
  documents?: Resolver<ReadonlyArray<ResolversTypes['ConvertedDocument']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CostCutResolvers = EnumResolverSignature<{ CAPACITY_TYPE?: any, CLUSTER?: any, INSTANCE_FAMILY?: any, NODE_POOL?: any }, ResolversTypes['CostDimension']>;

export type CostMonthResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostMonth'] = ResolversParentTypes['CostMonth']> = {
  cost?: Resolver<ResolversTypes['MicroUsd'], ParentType, ContextType>;
  forecast?: Resolver<ResolversTypes['MicroUsd'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  knownFrom?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recent?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CostNowResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostNow'] = ResolversParentTypes['CostNow']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  byCapacityType?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byCluster?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byInstanceType?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['CostShare']>, ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
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
  total?: Resolver<ResolversTypes['MicroUsd'], ParentType, ContextType>;
  unpricedNodeHours?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CostSeriesGroupResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostSeriesGroup'] = ResolversParentTypes['CostSeriesGroup']> = {
  costs?: Resolver<ReadonlyArray<Maybe<ResolversTypes['MicroUsd']>>, ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rates?: Resolver<ReadonlyArray<Maybe<ResolversTypes['MicroUsdPerHour']>>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['MicroUsd'], ParentType, ContextType>;
};

export type CostShareResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CostShare'] = ResolversParentTypes['CostShare']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CreateApiTokenPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CreateApiTokenPayload'] = ResolversParentTypes['CreateApiTokenPayload']> = {
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DecisionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Decision'] = ResolversParentTypes['Decision']> = {
  achievedSaving?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  approvalsNeeded?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
  candidates?: Resolver<ReadonlyArray<ResolversTypes['DisruptionCandidate']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costChange?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deletedObject?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  engineVersion?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['DecisionEvent']>, ParentType, ContextType>;
  executionStep?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  existingPlacements?: Resolver<ReadonlyArray<ResolversTypes['ExistingPlacement']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  interruptionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DecisionKind'], ParentType, ContextType>;
  moves?: Resolver<ReadonlyArray<ResolversTypes['PodMove']>, ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DecisionOutcome'], ParentType, ContextType>;
  planCost?: Resolver<Maybe<ResolversTypes['PlanCost']>, ParentType, ContextType>;
  plannedClaims?: Resolver<ReadonlyArray<ResolversTypes['PlannedNodeClaim']>, ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  progress?: Resolver<Maybe<ResolversTypes['DecisionProgress']>, ParentType, ContextType>;
  proposedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  rejectedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  observeOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  snapshotDigest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  standaloneClaim?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DecisionState'], ParentType, ContextType>;
  staticPool?: Resolver<Maybe<ResolversTypes['StaticPoolCounts']>, ParentType, ContextType>;
  unschedulable?: Resolver<ReadonlyArray<ResolversTypes['UnschedulablePod']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
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

export type DecisionKindResolvers = EnumResolverSignature<{ CONSOLIDATE?: any, DELETE?: any, DEPROVISION?: any, DRIFT?: any, EMPTY?: any, EXPIRE?: any, INTERRUPT?: any, PROVISION?: any, UNKNOWN?: any }, ResolversTypes['DecisionKind']>;

export type DecisionOutcomeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionOutcome'] = ResolversParentTypes['DecisionOutcome']> = {
  remainingNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  launchFailedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notReadyNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  succeededNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DecisionPhaseResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DecisionPhase'] = ResolversParentTypes['DecisionPhase']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  phase?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type DecisionStateResolvers = EnumResolverSignature<{ APPROVED?: any, AWAITING_APPROVAL?: any, EXECUTED?: any, EXECUTING?: any, EXPIRED?: any, FAILED?: any, PROPOSED?: any, REJECTED?: any, SUPERSEDED?: any, UNKNOWN?: any }, ResolversTypes['DecisionState']>;

export type DefinitionFindingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DefinitionFinding'] = ResolversParentTypes['DefinitionFinding']> = {
  became?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  column?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  found?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  line?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DisruptionBudgetsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DisruptionBudgets'] = ResolversParentTypes['DisruptionBudgets']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
};

export type DisruptionCandidateResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DisruptionCandidate'] = ResolversParentTypes['DisruptionCandidate']> = {
  capacityType?: Resolver<Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  daemonPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  drift?: Resolver<Maybe<ResolversTypes['NodeDrift']>, ParentType, ContextType>;
  instanceType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  priceOverlay?: Resolver<Maybe<ResolversTypes['PriceOverlay']>, ParentType, ContextType>;
  zone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DisruptionReasonResolvers = EnumResolverSignature<{ DRIFTED?: any, EMPTY?: any, UNDERUTILIZED?: any, UNKNOWN?: any }, ResolversTypes['DisruptionReason']>;

export type DocumentOutcomeResolvers = EnumResolverSignature<{ CREATED?: any, REFUSED?: any, UNCHANGED?: any, UNKNOWN?: any, UPDATED?: any }, ResolversTypes['DocumentOutcome']>;

export type DocumentReadingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['DocumentReading'] = ResolversParentTypes['DocumentReading']> = {
  accepted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  apiVersion?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentManifest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currentVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  definitionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  drift?: Resolver<Maybe<ResolversTypes['DriftForecast']>, ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  manifest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['DocumentOutcome'], ParentType, ContextType>;
  variants?: Resolver<ReadonlyArray<ResolversTypes['DocumentVariant']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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
  after?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DurationMsScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DurationMs'], any> {
  name: 'DurationMs';
}

export type ExistingPlacementResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExistingPlacement'] = ResolversParentTypes['ExistingPlacement']> = {
  nodeName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['DecisionPod']>, ParentType, ContextType>;
};

export type ExtendedResourceResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ExtendedResource'] = ResolversParentTypes['ExtendedResource']> = {
  quantity?: Resolver<ResolversTypes['Quantity'], ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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
  summary?: Resolver<ResolversTypes['ClusterSummary'], ParentType, ContextType>;
  clustersNeedingAttention?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type FleetEventResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['FleetEvent'] = ResolversParentTypes['FleetEvent']> = {
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  costChange?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  decisionEvent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decisionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  decisionKind?: Resolver<Maybe<ResolversTypes['DecisionKind']>, ParentType, ContextType>;
  decisionOutcome?: Resolver<Maybe<ResolversTypes['DecisionOutcome']>, ParentType, ContextType>;
  interruptionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  interruptionKind?: Resolver<Maybe<ResolversTypes['InterruptionKind']>, ParentType, ContextType>;
  nodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InterruptionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Interruption'] = ResolversParentTypes['Interruption']> = {
  capacityType?: Resolver<Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  decisionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  drainedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  instanceId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  instanceType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lostPods?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['InterruptionKind'], ParentType, ContextType>;
  nodeClaimId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['InterruptionOutcome'], ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  receivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  replacementRequestedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  replacements?: Resolver<ReadonlyArray<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  warnedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  zone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
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

export interface MicroUsdScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['MicroUsd'], any> {
  name: 'MicroUsd';
}

export interface MicroUsdPerHourScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['MicroUsdPerHour'], any> {
  name: 'MicroUsdPerHour';
}

export type MinValuesPolicyResolvers = EnumResolverSignature<{ BEST_EFFORT?: any, STRICT?: any, UNKNOWN?: any }, ResolversTypes['MinValuesPolicy']>;

export type MutationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  applyManifests?: Resolver<ResolversTypes['ApplyManifestsPayload'], ParentType, ContextType, RequireFields<MutationApplyManifestsArgs, 'input'>>;
  approveDecision?: Resolver<ResolversTypes['ApproveDecisionPayload'], ParentType, ContextType, RequireFields<MutationApproveDecisionArgs, 'input'>>;
  createApiToken?: Resolver<ResolversTypes['CreateApiTokenPayload'], ParentType, ContextType, RequireFields<MutationCreateApiTokenArgs, 'input'>>;
  deleteDefinition?: Resolver<ResolversTypes['DeleteDefinitionPayload'], ParentType, ContextType, RequireFields<MutationDeleteDefinitionArgs, 'input'>>;
  recheckCluster?: Resolver<ResolversTypes['RecheckClusterPayload'], ParentType, ContextType, RequireFields<MutationRecheckClusterArgs, 'input'>>;
  registerCluster?: Resolver<ResolversTypes['RegisterClusterPayload'], ParentType, ContextType, RequireFields<MutationRegisterClusterArgs, 'input'>>;
  rejectDecision?: Resolver<ResolversTypes['RejectDecisionPayload'], ParentType, ContextType, RequireFields<MutationRejectDecisionArgs, 'input'>>;
  removeCluster?: Resolver<ResolversTypes['RemoveClusterPayload'], ParentType, ContextType, RequireFields<MutationRemoveClusterArgs, 'input'>>;
  revokeApiToken?: Resolver<ResolversTypes['RevokeApiTokenPayload'], ParentType, ContextType, RequireFields<MutationRevokeApiTokenArgs, 'input'>>;
  setPassword?: Resolver<ResolversTypes['SetPasswordPayload'], ParentType, ContextType, RequireFields<MutationSetPasswordArgs, 'input'>>;
  signOut?: Resolver<ResolversTypes['SignOutPayload'], ParentType, ContextType>;
  updateCluster?: Resolver<ResolversTypes['UpdateClusterPayload'], ParentType, ContextType, RequireFields<MutationUpdateClusterArgs, 'input'>>;
};

export type NearestMissResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NearestMiss'] = ResolversParentTypes['NearestMiss']> = {
  instanceType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  shortages?: Resolver<ReadonlyArray<ResolversTypes['ResourceShortage']>, ParentType, ContextType>;
};

export type NodeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  allocatable?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  arch?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  blockers?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
  blockersEvaluatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  capacityType?: Resolver<Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  cpuAllocatableMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cpuRequestedMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  instanceType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  labels?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  memoryAllocatableBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryRequestedBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClaim?: Resolver<Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  nodeClaimId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  podCapacity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  podCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['Pod']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  providerId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  requested?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeState'], ParentType, ContextType>;
  taints?: Resolver<ReadonlyArray<ResolversTypes['Taint']>, ParentType, ContextType>;
  zone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeClaimResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaim'] = ResolversParentTypes['NodeClaim']> = {
  capacityType?: Resolver<Maybe<ResolversTypes['CapacityType']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  decisionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['Reason']>, ParentType, ContextType>;
  failures?: Resolver<ReadonlyArray<ResolversTypes['OperationFailure']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  imageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  initializedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  instanceId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  instanceType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  launchedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClass?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  registeredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeClaimState'], ParentType, ContextType>;
  terminatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  termination?: Resolver<Maybe<ResolversTypes['NodeClaimTermination']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  zone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NodeClaimConnectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimConnection'] = ResolversParentTypes['NodeClaimConnection']> = {
  asOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['NodeClaimEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeClaimEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimEdge'] = ResolversParentTypes['NodeClaimEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['NodeClaim'], ParentType, ContextType>;
};

export type NodeClaimStateResolvers = EnumResolverSignature<{ INITIALIZED?: any, LAUNCHED?: any, LAUNCHING?: any, LAUNCH_FAILED?: any, REGISTERED?: any, REQUESTED?: any, TERMINATED?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['NodeClaimState']>;

export type NodeClaimTerminationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClaimTermination'] = ResolversParentTypes['NodeClaimTermination']> = {
  deadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  step?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  waitingFor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NodeClassResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeClass'] = ResolversParentTypes['NodeClass']> = {
  amiFamily?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  images?: Resolver<ReadonlyArray<ResolversTypes['ResolvedImage']>, ParentType, ContextType>;
  instanceProfile?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['NodeClassProblem']>, ParentType, ContextType>;
  resolvedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  definition?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fields?: Resolver<ReadonlyArray<ResolversTypes['DriftedField']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type NodeEdgeResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeEdge'] = ResolversParentTypes['NodeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Node'], ParentType, ContextType>;
};

export type NodeGapResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeGap'] = ResolversParentTypes['NodeGap']> = {
  parts?: Resolver<ResolversTypes['PlanGapParts'], ParentType, ContextType>;
  dualValue?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
};

export type NodeOverlayResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeOverlay'] = ResolversParentTypes['NodeOverlay']> = {
  capacity?: Resolver<ReadonlyArray<ResolversTypes['ExtendedResource']>, ParentType, ContextType>;
  conflictsWith?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  instanceTypes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodePools?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  priceAdjustment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  problems?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  requirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['NodeOverlayState'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NodeOverlayStateResolvers = EnumResolverSignature<{ APPLIED?: any, CONFLICT?: any, REFUSED?: any, UNKNOWN?: any }, ResolversTypes['NodeOverlayState']>;

export type NodePoolResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePool'] = ResolversParentTypes['NodePool']> = {
  budgets?: Resolver<ReadonlyArray<ResolversTypes['BudgetStatus']>, ParentType, ContextType>;
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  consolidateAfter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  consolidationPolicy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expireAfter?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  findings?: Resolver<ReadonlyArray<ResolversTypes['DefinitionFinding']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isReady?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  limits?: Resolver<ReadonlyArray<ResolversTypes['NodePoolLimit']>, ParentType, ContextType>;
  manifest?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeClassName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  notReadyReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  registrationHealth?: Resolver<ResolversTypes['RegistrationHealth'], ParentType, ContextType>;
  replicas?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  replicasHeld?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  revisions?: Resolver<ReadonlyArray<ResolversTypes['DefinitionRevision']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['DefinitionSource'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
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
  limit?: Resolver<Maybe<ResolversTypes['SafeInt']>, ParentType, ContextType>;
  resource?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  usage?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type NodePoolRejectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodePoolRejection'] = ResolversParentTypes['NodePoolRejection']> = {
  fix?: Resolver<Maybe<ResolversTypes['FixTarget']>, ParentType, ContextType>;
  nearest?: Resolver<Maybe<ResolversTypes['NearestMiss']>, ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['Reason'], ParentType, ContextType>;
};

export type NodeStateResolvers = EnumResolverSignature<{ CORDONED?: any, JOINING?: any, LEAVING?: any, NOT_READY?: any, READY?: any, UNKNOWN?: any }, ResolversTypes['NodeState']>;

export type NodeTotalsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NodeTotals'] = ResolversParentTypes['NodeTotals']> = {
  cpuAllocatableMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  cpuRequestedMilli?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryAllocatableBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  memoryRequestedBytes?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  nodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pendingPods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pods?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  unpricedNodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ObjectResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Object'] = ResolversParentTypes['Object']> = {
  __resolveType: TypeResolveFn<'ApiToken' | 'AuditEntry' | 'Cluster' | 'Decision' | 'Interruption' | 'NodeClaim' | 'NodeClass' | 'NodePool', ParentType, ContextType>;
};

export type OperationFailureResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['OperationFailure'] = ResolversParentTypes['OperationFailure']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  firstFailedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastFailedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  object?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PendingPodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPod'] = ResolversParentTypes['PendingPod']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerKind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requests?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  schedulerMessage?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  uid?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  verdict?: Resolver<Maybe<ResolversTypes['PodVerdict']>, ParentType, ContextType>;
};

export type PendingPodGroupResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingPodGroup'] = ResolversParentTypes['PendingPodGroup']> = {
  clusterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  clusterName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastEvaluatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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

export type PlanCostResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlanCost'] = ResolversParentTypes['PlanCost']> = {
  cost?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  diversity?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  gapParts?: Resolver<ResolversTypes['PlanGapParts'], ParentType, ContextType>;
  gapRatio?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lowerBound?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  method?: Resolver<ResolversTypes['PlanMethod'], ParentType, ContextType>;
  nodeCharge?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  firstFitCost?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  firstFitNodeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlanGapPartsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlanGapParts'] = ResolversParentTypes['PlanGapParts']> = {
  offeringPremium?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  placementPremium?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  unusedCapacity?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
};

export type PlanMethodResolvers = EnumResolverSignature<{ COLUMN_GENERATION?: any, EVERY_WAY?: any, NEIGHBOURHOOD_SEARCH?: any, PRICE_AND_FILL?: any, RULE?: any, UNKNOWN?: any }, ResolversTypes['PlanMethod']>;

export type PlannedNodeClaimResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlannedNodeClaim'] = ResolversParentTypes['PlannedNodeClaim']> = {
  expected?: Resolver<ResolversTypes['PlannedOffering'], ParentType, ContextType>;
  gap?: Resolver<Maybe<ResolversTypes['NodeGap']>, ParentType, ContextType>;
  nodeClaim?: Resolver<Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  optionCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  options?: Resolver<ReadonlyArray<ResolversTypes['PlannedOffering']>, ParentType, ContextType>;
  plannedId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pods?: Resolver<ReadonlyArray<ResolversTypes['DecisionPod']>, ParentType, ContextType>;
  rejected?: Resolver<ReadonlyArray<ResolversTypes['RejectedInstanceTypes']>, ParentType, ContextType>;
  requests?: Resolver<ReadonlyArray<ResolversTypes['ResourceAmount']>, ParentType, ContextType>;
  requirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  savingAgainstNextBest?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
};

export type PlannedOfferingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlannedOffering'] = ResolversParentTypes['PlannedOffering']> = {
  capacityType?: Resolver<ResolversTypes['CapacityType'], ParentType, ContextType>;
  instanceType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isPriceEstimated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  priceOverlay?: Resolver<Maybe<ResolversTypes['PriceOverlay']>, ParentType, ContextType>;
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
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PodPhaseResolvers = EnumResolverSignature<{ BOUND?: any, PENDING?: any, TERMINATING?: any, UNKNOWN?: any }, ResolversTypes['PodPhase']>;

export type PodVerdictResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PodVerdict'] = ResolversParentTypes['PodVerdict']> = {
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['NodePoolRejection']>, ParentType, ContextType>;
  decisionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['PodVerdictKind'], ParentType, ContextType>;
  nodeClaimId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  nodeName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodePool?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  queuePosition?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
};

export type PodVerdictKindResolvers = EnumResolverSignature<{ EXISTING_NODE?: any, NEW_NODE?: any, UNKNOWN?: any, UNSCHEDULABLE?: any }, ResolversTypes['PodVerdictKind']>;

export type PreferencePolicyResolvers = EnumResolverSignature<{ IGNORE?: any, RESPECT?: any, UNKNOWN?: any }, ResolversTypes['PreferencePolicy']>;

export type PriceOverlayResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PriceOverlay'] = ResolversParentTypes['PriceOverlay']> = {
  listedPrice?: Resolver<Maybe<ResolversTypes['MicroUsdPerHour']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProductResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Product'] = ResolversParentTypes['Product']> = {
  sandbox?: Resolver<Maybe<ResolversTypes['Sandbox']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface QuantityScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Quantity'], any> {
  name: 'Quantity';
}

export type QueryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  apiTokens?: Resolver<ReadonlyArray<ResolversTypes['ApiToken']>, ParentType, ContextType>;
  auditEntries?: Resolver<ResolversTypes['AuditEntryConnection'], ParentType, ContextType, Partial<QueryAuditEntriesArgs>>;
  cluster?: Resolver<Maybe<ResolversTypes['Cluster']>, ParentType, ContextType, Partial<QueryClusterArgs>>;
  clusters?: Resolver<ResolversTypes['ClusterConnection'], ParentType, ContextType, Partial<QueryClustersArgs>>;
  convertManifests?: Resolver<ResolversTypes['ConvertedManifests'], ParentType, ContextType, RequireFields<QueryConvertManifestsArgs, 'input'>>;
  costMonth?: Resolver<ResolversTypes['CostMonth'], ParentType, ContextType, Partial<QueryCostMonthArgs>>;
  costNow?: Resolver<ResolversTypes['CostNow'], ParentType, ContextType, Partial<QueryCostNowArgs>>;
  costSeries?: Resolver<ResolversTypes['CostSeries'], ParentType, ContextType, RequireFields<QueryCostSeriesArgs, 'by' | 'from' | 'to'>>;
  decision?: Resolver<Maybe<ResolversTypes['Decision']>, ParentType, ContextType, RequireFields<QueryDecisionArgs, 'id'>>;
  decisions?: Resolver<ResolversTypes['DecisionConnection'], ParentType, ContextType, Partial<QueryDecisionsArgs>>;
  disruptionBudgets?: Resolver<ResolversTypes['DisruptionBudgets'], ParentType, ContextType, Partial<QueryDisruptionBudgetsArgs>>;
  fleet?: Resolver<ResolversTypes['Fleet'], ParentType, ContextType>;
  fleetEvents?: Resolver<ReadonlyArray<ResolversTypes['FleetEvent']>, ParentType, ContextType, RequireFields<QueryFleetEventsArgs, 'first'>>;
  interruption?: Resolver<Maybe<ResolversTypes['Interruption']>, ParentType, ContextType, RequireFields<QueryInterruptionArgs, 'id'>>;
  interruptions?: Resolver<ResolversTypes['InterruptionConnection'], ParentType, ContextType, Partial<QueryInterruptionsArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'clusterId' | 'name'>>;
  nodeClaim?: Resolver<Maybe<ResolversTypes['NodeClaim']>, ParentType, ContextType, RequireFields<QueryNodeClaimArgs, 'id'>>;
  nodeClaims?: Resolver<Maybe<ResolversTypes['NodeClaimConnection']>, ParentType, ContextType, RequireFields<QueryNodeClaimsArgs, 'clusterId'>>;
  nodeClass?: Resolver<Maybe<ResolversTypes['NodeClass']>, ParentType, ContextType, RequireFields<QueryNodeClassArgs, 'id'>>;
  nodeClasses?: Resolver<ResolversTypes['NodeClassConnection'], ParentType, ContextType, Partial<QueryNodeClassesArgs>>;
  nodePool?: Resolver<Maybe<ResolversTypes['NodePool']>, ParentType, ContextType, RequireFields<QueryNodePoolArgs, 'id'>>;
  nodePools?: Resolver<ResolversTypes['NodePoolConnection'], ParentType, ContextType, Partial<QueryNodePoolsArgs>>;
  nodes?: Resolver<Maybe<ResolversTypes['NodeConnection']>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'clusterId'>>;
  object?: Resolver<Maybe<ResolversTypes['Object']>, ParentType, ContextType, RequireFields<QueryObjectArgs, 'id'>>;
  pendingPod?: Resolver<Maybe<ResolversTypes['PendingPod']>, ParentType, ContextType, RequireFields<QueryPendingPodArgs, 'clusterId' | 'uid'>>;
  pendingPodGroups?: Resolver<ResolversTypes['PendingPodGroupConnection'], ParentType, ContextType, Partial<QueryPendingPodGroupsArgs>>;
  product?: Resolver<ResolversTypes['Product'], ParentType, ContextType>;
  savings?: Resolver<ReadonlyArray<ResolversTypes['SavingsShare']>, ParentType, ContextType, RequireFields<QuerySavingsArgs, 'from' | 'to'>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type ReasonResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Reason'] = ResolversParentTypes['Reason']> = {
  code?: Resolver<ResolversTypes['ReasonCode'], ParentType, ContextType>;
  data?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
};

export type RecheckClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RecheckClusterPayload'] = ResolversParentTypes['RecheckClusterPayload']> = {
  cluster?: Resolver<Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegisterClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegisterClusterPayload'] = ResolversParentTypes['RegisterClusterPayload']> = {
  cluster?: Resolver<Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RegistrationCheckResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegistrationCheck'] = ResolversParentTypes['RegistrationCheck']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remedy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['CheckState'], ParentType, ContextType>;
  step?: Resolver<ResolversTypes['RegistrationStep'], ParentType, ContextType>;
};

export type RegistrationHealthResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RegistrationHealth'] = ResolversParentTypes['RegistrationHealth']> = {
  failures?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastFailureAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastFailureDetail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcomes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RegistrationHealthStatus'], ParentType, ContextType>;
};

export type RegistrationHealthStatusResolvers = EnumResolverSignature<{ HEALTHY?: any, UNDECIDED?: any, UNHEALTHY?: any, UNKNOWN?: any }, ResolversTypes['RegistrationHealthStatus']>;

export type RegistrationStepResolvers = EnumResolverSignature<{ ASSUME_ROLE?: any, CONNECT?: any, CUSTOM_RESOURCES?: any, DESCRIBE_CLUSTER?: any, IMAGES?: any, INTERRUPTION_QUEUE?: any, OTHER_CONTROLLERS?: any, PERMISSIONS?: any, SECURITY_GROUPS?: any, SUBNETS?: any, UNKNOWN?: any, VERSION?: any }, ResolversTypes['RegistrationStep']>;

export type RejectDecisionPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RejectDecisionPayload'] = ResolversParentTypes['RejectDecisionPayload']> = {
  decision?: Resolver<Maybe<ResolversTypes['Decision']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RejectedInstanceTypesResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RejectedInstanceTypes'] = ResolversParentTypes['RejectedInstanceTypes']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  examples?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['Reason'], ParentType, ContextType>;
};

export type RemoveClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RemoveClusterPayload'] = ResolversParentTypes['RemoveClusterPayload']> = {
  removedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
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

export type RevokeApiTokenPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RevokeApiTokenPayload'] = ResolversParentTypes['RevokeApiTokenPayload']> = {
  token?: Resolver<Maybe<ResolversTypes['ApiToken']>, ParentType, ContextType>;
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
  scenarios?: Resolver<Maybe<ReadonlyArray<ResolversTypes['SandboxScenario']>>, ParentType, ContextType>;
};

export type SandboxScenarioResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SandboxScenario'] = ResolversParentTypes['SandboxScenario']> = {
  cluster?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  endsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  page?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  watch?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SavingsShareResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavingsShare'] = ResolversParentTypes['SavingsShare']> = {
  achieved?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  decisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DecisionKind'], ParentType, ContextType>;
  promised?: Resolver<ResolversTypes['MicroUsdPerHour'], ParentType, ContextType>;
  saved?: Resolver<ResolversTypes['MicroUsd'], ParentType, ContextType>;
  unpricedDecisions?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SetPasswordPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SetPasswordPayload'] = ResolversParentTypes['SetPasswordPayload']> = {
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SignOutPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SignOutPayload'] = ResolversParentTypes['SignOutPayload']> = {
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type StaticPoolStandingResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['StaticPoolCounts'] = ResolversParentTypes['StaticPoolCounts']> = {
  held?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodePool?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  replicas?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  changes?: SubscriptionResolver<ResolversTypes['Change'], "changes", ParentType, ContextType, Partial<SubscriptionChangesArgs>>;
};

export type TaintResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Taint'] = ResolversParentTypes['Taint']> = {
  effect?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type TokenScopeResolvers = EnumResolverSignature<{ READ?: any, WRITE?: any }, ResolversTypes['TokenScope']>;

export type UnschedulablePodResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UnschedulablePod'] = ResolversParentTypes['UnschedulablePod']> = {
  byNodePool?: Resolver<ReadonlyArray<ResolversTypes['NodePoolRejection']>, ParentType, ContextType>;
  evaluatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  pod?: Resolver<ResolversTypes['DecisionPod'], ParentType, ContextType>;
  queuePosition?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reasons?: Resolver<ReadonlyArray<ResolversTypes['Reason']>, ParentType, ContextType>;
};

export type UpdateClusterPayloadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UpdateClusterPayload'] = ResolversParentTypes['UpdateClusterPayload']> = {
  cluster?: Resolver<Maybe<ResolversTypes['Cluster']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  hasPassword?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['TokenScope'], ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphqlContext> = {
  ApiToken?: ApiTokenResolvers<ContextType>;
  ApplyManifestsPayload?: ApplyManifestsPayloadResolvers<ContextType>;
  ApproveDecisionPayload?: ApproveDecisionPayloadResolvers<ContextType>;
  AttentionKind?: AttentionKindResolvers;
  AttentionSeverity?: AttentionSeverityResolvers;
  AuditEntry?: AuditEntryResolvers<ContextType>;
  AuditEntryConnection?: AuditEntryConnectionResolvers<ContextType>;
  AuditEntryEdge?: AuditEntryEdgeResolvers<ContextType>;
  BudgetRule?: BudgetRuleResolvers<ContextType>;
  BudgetStatus?: BudgetStandingResolvers<ContextType>;
  CapacityBuffer?: CapacityBufferResolvers<ContextType>;
  CapacityType?: CapacityTypeResolvers;
  Change?: ChangeResolvers<ContextType>;
  ChangeTopic?: ChangeTopicResolvers;
  CheckState?: CheckStateResolvers;
  Cluster?: ClusterResolvers<ContextType>;
  ClusterAttention?: ClusterAttentionResolvers<ContextType>;
  ClusterConnection?: ClusterConnectionResolvers<ContextType>;
  ClusterConnectionState?: ClusterConnectionStateResolvers<ContextType>;
  ClusterEdge?: ClusterEdgeResolvers<ContextType>;
  ClusterFinding?: ClusterFindingResolvers<ContextType>;
  ClusterHold?: ClusterHoldResolvers<ContextType>;
  ClusterHoldCode?: ClusterHoldCodeResolvers;
  ClusterMode?: ClusterModeResolvers;
  ClusterSettings?: ClusterSettingsResolvers<ContextType>;
  ClusterSummary?: ClusterSummaryResolvers<ContextType>;
  ConnectionState?: ConnectionStateResolvers;
  ConvertedDocument?: ConvertedDocumentResolvers<ContextType>;
  ConvertedManifests?: ConvertedManifestsResolvers<ContextType>;
  CostDimension?: CostCutResolvers;
  CostMonth?: CostMonthResolvers<ContextType>;
  CostNow?: CostNowResolvers<ContextType>;
  CostResolution?: CostResolutionResolvers;
  CostSeries?: CostSeriesResolvers<ContextType>;
  CostSeriesGroup?: CostSeriesGroupResolvers<ContextType>;
  CostShare?: CostShareResolvers<ContextType>;
  CreateApiTokenPayload?: CreateApiTokenPayloadResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  Decision?: DecisionResolvers<ContextType>;
  DecisionConnection?: DecisionConnectionResolvers<ContextType>;
  DecisionEdge?: DecisionEdgeResolvers<ContextType>;
  DecisionEvent?: DecisionEventResolvers<ContextType>;
  DecisionKind?: DecisionKindResolvers;
  DecisionOutcome?: DecisionOutcomeResolvers<ContextType>;
  DecisionPhase?: DecisionPhaseResolvers<ContextType>;
  DecisionPod?: DecisionPodResolvers<ContextType>;
  DecisionProgress?: DecisionProgressResolvers<ContextType>;
  DecisionState?: DecisionStateResolvers;
  DefinitionFinding?: DefinitionFindingResolvers<ContextType>;
  DefinitionRevision?: DefinitionRevisionResolvers<ContextType>;
  DefinitionSource?: DefinitionSourceResolvers;
  DeleteDefinitionPayload?: DeleteDefinitionPayloadResolvers<ContextType>;
  DisruptionBudgets?: DisruptionBudgetsResolvers<ContextType>;
  DisruptionCandidate?: DisruptionCandidateResolvers<ContextType>;
  DisruptionReason?: DisruptionReasonResolvers;
  DocumentOutcome?: DocumentOutcomeResolvers;
  DocumentReading?: DocumentReadingResolvers<ContextType>;
  DocumentVariant?: DocumentVariantResolvers<ContextType>;
  DriftForecast?: DriftForecastResolvers<ContextType>;
  DriftedField?: DriftedFieldResolvers<ContextType>;
  DurationMs?: GraphQLScalarType;
  ExistingPlacement?: ExistingPlacementResolvers<ContextType>;
  ExtendedResource?: ExtendedResourceResolvers<ContextType>;
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
  MicroUsd?: GraphQLScalarType;
  MicroUsdPerHour?: GraphQLScalarType;
  MinValuesPolicy?: MinValuesPolicyResolvers;
  Mutation?: MutationResolvers<ContextType>;
  NearestMiss?: NearestMissResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  NodeClaim?: NodeClaimResolvers<ContextType>;
  NodeClaimConnection?: NodeClaimConnectionResolvers<ContextType>;
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
  NodePool?: NodePoolResolvers<ContextType>;
  NodePoolConnection?: NodePoolConnectionResolvers<ContextType>;
  NodePoolEdge?: NodePoolEdgeResolvers<ContextType>;
  NodePoolLimit?: NodePoolLimitResolvers<ContextType>;
  NodePoolRejection?: NodePoolRejectionResolvers<ContextType>;
  NodeState?: NodeStateResolvers;
  NodeTotals?: NodeTotalsResolvers<ContextType>;
  Object?: ObjectResolvers<ContextType>;
  OperationFailure?: OperationFailureResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  PendingPod?: PendingPodResolvers<ContextType>;
  PendingPodGroup?: PendingPodGroupResolvers<ContextType>;
  PendingPodGroupConnection?: PendingPodGroupConnectionResolvers<ContextType>;
  PendingPodGroupEdge?: PendingPodGroupEdgeResolvers<ContextType>;
  PlanCost?: PlanCostResolvers<ContextType>;
  PlanGapParts?: PlanGapPartsResolvers<ContextType>;
  PlanMethod?: PlanMethodResolvers;
  PlannedNodeClaim?: PlannedNodeClaimResolvers<ContextType>;
  PlannedOffering?: PlannedOfferingResolvers<ContextType>;
  Pod?: PodResolvers<ContextType>;
  PodMove?: PodMoveResolvers<ContextType>;
  PodPhase?: PodPhaseResolvers;
  PodVerdict?: PodVerdictResolvers<ContextType>;
  PodVerdictKind?: PodVerdictKindResolvers;
  PreferencePolicy?: PreferencePolicyResolvers;
  PriceOverlay?: PriceOverlayResolvers<ContextType>;
  Product?: ProductResolvers<ContextType>;
  Quantity?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Reason?: ReasonResolvers<ContextType>;
  RecheckClusterPayload?: RecheckClusterPayloadResolvers<ContextType>;
  RegisterClusterPayload?: RegisterClusterPayloadResolvers<ContextType>;
  RegistrationCheck?: RegistrationCheckResolvers<ContextType>;
  RegistrationHealth?: RegistrationHealthResolvers<ContextType>;
  RegistrationHealthStatus?: RegistrationHealthStatusResolvers;
  RegistrationStep?: RegistrationStepResolvers;
  RejectDecisionPayload?: RejectDecisionPayloadResolvers<ContextType>;
  RejectedInstanceTypes?: RejectedInstanceTypesResolvers<ContextType>;
  RemoveClusterPayload?: RemoveClusterPayloadResolvers<ContextType>;
  ResolvedImage?: ResolvedImageResolvers<ContextType>;
  ResolvedSecurityGroup?: ResolvedSecurityGroupResolvers<ContextType>;
  ResolvedSubnet?: ResolvedSubnetResolvers<ContextType>;
  ResourceAmount?: ResourceAmountResolvers<ContextType>;
  ResourceShortage?: ResourceShortageResolvers<ContextType>;
  RevokeApiTokenPayload?: RevokeApiTokenPayloadResolvers<ContextType>;
  SafeInt?: GraphQLScalarType;
  Sandbox?: SandboxResolvers<ContextType>;
  SandboxScenario?: SandboxScenarioResolvers<ContextType>;
  SavingsShare?: SavingsShareResolvers<ContextType>;
  SetPasswordPayload?: SetPasswordPayloadResolvers<ContextType>;
  SignOutPayload?: SignOutPayloadResolvers<ContextType>;
  StaticPoolCounts?: StaticPoolStandingResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Taint?: TaintResolvers<ContextType>;
  TokenScope?: TokenScopeResolvers;
  UnschedulablePod?: UnschedulablePodResolvers<ContextType>;
  UpdateClusterPayload?: UpdateClusterPayloadResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

