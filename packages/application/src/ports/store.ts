import type {
  ClusterId,
  DecisionId,
  DurationMs,
  Instant,
  InterruptionId,
  NodeClaimId,
  SchedulingBatchId,
} from '@kerf/core';
import type { BudgetStatus, ResourceList } from '@kerf/engine';
import type { BufferOutcome, BufferRecord } from '../domain/buffer/capacity-buffer.js';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { CostSample, MeasuredPeriod } from '../domain/cost/cost-sample.js';
import type { Decision, DecisionEvent } from '../domain/decision/decision.js';
import type {
  Definition,
  DefinitionKind,
  DefinitionRevision,
  NodeClassDefinition,
  NodeClassResolution,
  NodePoolDefinition,
} from '../domain/definition/definition.js';
import type { Finding, FindingCode } from '../domain/finding/finding.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import type {
  ClaimDrift,
  LaunchOptions,
  NodeClaim,
  NodeClaimState,
} from '../domain/node-claim/node-claim.js';
import type { ClaimOutcome } from '../domain/node-claim/registration-health.js';
import type {
  FailedAttempt,
  OperationFailure,
  OperationObject,
} from '../domain/operation/operation-failure.js';
import type { NodeOverlayRow, NodeRow, PodRow, PodVerdictRow } from '../domain/read-model/rows.js';
import type { SchedulingBatch } from '../domain/scheduling/scheduling-batch.js';
import type { MarkedOffering, UnavailableOffering } from './cloud-provider.js';
import type { IdentityRepository } from './identity-repository.js';
import type { OutboxEntry } from './outbox-message.js';

/**
 * Everything that Kerf stores.
 * The ledger. Records are values; `save` is a compare-and-set on `version` that returns the saved
 * record, or `null` when somebody else saved first (the caller then stops quietly or says
 * `STATE.CONFLICT`). Failures of the database are `DB.UNAVAILABLE`.
 */
export interface Store extends Repositories {
  /** All of `work` or nothing; the outbox rows and change notices go with the commit. */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /**
   * The same store for the holder of a lease: each transaction first checks that the lease is
   * still held.
   * @throws STATE.STALE from `transaction` when it is not
   */
  heldBy(lease: LeaseHold): Store;
}

/** The repositories of one transaction. */
export interface Repositories {
  readonly clusters: ClusterRepository;
  readonly definitions: DefinitionRepository;
  readonly capacityBuffers: CapacityBufferRepository;
  readonly nodeClaims: NodeClaimRepository;
  readonly batches: SchedulingBatchRepository;
  readonly decisions: DecisionRepository;
  readonly leases: LeaseRepository;
  readonly outbox: OutboxRepository;
  readonly audit: AuditRepository;
  readonly changes: ChangePublisher;
  readonly catalog: CatalogRepository;
  readonly readModel: ReadModelRepository;
  readonly findings: FindingRepository;
  readonly operationFailures: OperationFailureRepository;
  readonly interruptions: InterruptionRepository;
  readonly cost: CostRepository;
  readonly identity: IdentityRepository;
}

/** Reads and saves registered clusters. */
export interface ClusterRepository {
  /** @throws STATE.CONFLICT when the name is taken */
  insert(cluster: Cluster): Promise<void>;
  find(id: ClusterId): Promise<Cluster | null>;
  findByName(name: string): Promise<Cluster | null>;
  /** By name. */
  list(): Promise<readonly Cluster[]>;
  save(cluster: Cluster): Promise<Cluster | null>;
  /**
   * Notes up to when the cluster's state is known, without touching `version`, and tells live pages.
   */
  touchSynced(id: ClusterId, at: Instant): Promise<void>;
  /** Takes the cluster and all that belongs to it, except the audit log. */
  remove(id: ClusterId): Promise<void>;
}

/** NodePools and EC2NodeClasses with their revisions. */
export interface DefinitionRepository {
  nodePools(clusterId: ClusterId): Promise<readonly NodePoolDefinition[]>;
  nodeClasses(clusterId: ClusterId): Promise<readonly NodeClassDefinition[]>;
  find(clusterId: ClusterId, kind: DefinitionKind, name: string): Promise<Definition | null>;
  /**
   * Waits until no other transaction that asked so has the pool, and has it until this one ends.
   * @returns `null` when there is none
   */
  lockNodePool(clusterId: ClusterId, name: string): Promise<NodePoolDefinition | null>;
  /** @throws STATE.CONFLICT when the cluster has one of this kind and name */
  insert(definition: Definition, revision: DefinitionRevision): Promise<void>;
  /**
   * Saves a changed `spec` as the next version; what a class resolves to stays.
   * @returns `null` when it was changed since it was read
   */
  save(definition: Definition, revision: DefinitionRevision): Promise<Definition | null>;
  /**
   * Records what a class' selectors stand for. The version stays: it counts what people write.
   * @returns false when its spec was changed since it was read
   */
  saveResolution(nodeClass: NodeClassDefinition, resolution: NodeClassResolution): Promise<boolean>;
  /** @returns false when it was changed since it was read, or removed */
  remove(definition: Definition): Promise<boolean>;
  /** Newest first. */
  revisions(definition: Definition): Promise<readonly DefinitionRevision[]>;
}

/** CapacityBuffers of clusters as they were looked at last, so that a new holder decides with them. */
export interface CapacityBufferRepository {
  /** By namespace and name. */
  list(clusterId: ClusterId): Promise<readonly BufferRecord[]>;
  /** A buffer that stays keeps its standing: that is for solves to say. */
  replaceAll(clusterId: ClusterId, records: readonly BufferRecord[]): Promise<void>;
  /** By `namespace/name`; a buffer that is not named keeps its standing. */
  saveOutcomes(clusterId: ClusterId, budgets: ReadonlyMap<string, BufferOutcome>): Promise<void>;
}

/** NodeClaims, living and ended. */
export interface NodeClaimRepository {
  /**
   * @param launchOptions by claim; one without has an instance already
   * @throws STATE.CONFLICT with a retry when a living claim has the name, or any claim the object
   */
  insert(
    claims: readonly NodeClaim[],
    launchOptions?: ReadonlyMap<NodeClaimId, LaunchOptions>,
  ): Promise<void>;
  /** Of those of these claims that were to be bought here. */
  launchOptions(ids: readonly NodeClaimId[]): Promise<ReadonlyMap<NodeClaimId, LaunchOptions>>;
  /** Names of the instance types that claims without an instance may become. */
  optionNames(clusterId: ClusterId): Promise<ReadonlyMap<NodeClaimId, readonly string[]>>;
  /** How far these claims have come. */
  progressOf(
    ids: readonly NodeClaimId[],
  ): Promise<readonly Pick<NodeClaim, 'id' | 'state' | 'initializedAt'>[]>;
  find(id: NodeClaimId): Promise<NodeClaim | null>;
  /** Those of these claims that there are, by id. */
  findAll(ids: readonly NodeClaimId[]): Promise<readonly NodeClaim[]>;
  findByProviderId(clusterId: ClusterId, providerId: string): Promise<NodeClaim | null>;
  /** The living one of that name; if there is none, the one that ended last. */
  findByName(clusterId: ClusterId, name: string): Promise<NodeClaim | null>;
  /** Ids by provider id, of those that are a claim's. */
  idsByProviderId(
    clusterId: ClusterId,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, NodeClaimId>>;
  /** Claims in one of these states, by id. */
  inStates(clusterId: ClusterId, states: readonly NodeClaimState[]): Promise<readonly NodeClaim[]>;
  /** What each of a pool's claims in these states brings; `null` for one without an instance. */
  capacities(
    clusterId: ClusterId,
    nodePool: string,
    states: readonly NodeClaimState[],
  ): Promise<ReadonlyMap<NodeClaimId, ResourceList | null>>;
  /** How the latest claims of these pools fared, by pool; the latest first, at most so many of each. */
  outcomes(
    clusterId: ClusterId,
    nodePools: readonly string[],
    count: number,
  ): Promise<ReadonlyMap<string, readonly ClaimOutcome[]>>;
  save(claim: NodeClaim): Promise<NodeClaim | null>;
  /** The same of several. @returns those that nobody else changed first, with their new versions */
  saveAll(claims: readonly NodeClaim[]): Promise<readonly NodeClaim[]>;
  /** Sets `drift` of claims, without touching `version`. */
  noteDrifts(
    clusterId: ClusterId,
    drifts: readonly { readonly id: NodeClaimId; readonly drift: ClaimDrift | null }[],
  ): Promise<void>;
  /** Sets `lastPodEventAt` of the claims behind these nodes, without touching `version`. */
  touchPodEvents(
    clusterId: ClusterId,
    moves: readonly { nodeName: string; at: Instant }[],
  ): Promise<void>;
}

/** Scheduling batches and their pods. */
export interface SchedulingBatchRepository {
  findOpen(clusterId: ClusterId): Promise<SchedulingBatch | null>;
  find(id: SchedulingBatchId): Promise<SchedulingBatch | null>;
  /** @throws STATE.CONFLICT when the cluster has an open batch already */
  insert(batch: SchedulingBatch): Promise<void>;
  save(batch: SchedulingBatch): Promise<SchedulingBatch | null>;
  /** Notes the pods of the batch. @returns how many of them it did not have yet */
  addPods(id: SchedulingBatchId, podUids: readonly string[]): Promise<number>;
  podsOf(id: SchedulingBatchId): Promise<readonly string[]>;
  /** Pods of batches that are not decided yet. */
  undecidedPods(clusterId: ClusterId): Promise<readonly string[]>;
  /** Batches that are in `Solving` since `since` or longer. */
  solvingSince(clusterId: ClusterId, since: Instant): Promise<readonly SchedulingBatch[]>;
}

/** Decisions and their history. */
export interface DecisionRepository {
  insert(decision: Decision, events: readonly DecisionEvent[]): Promise<void>;
  /** The same of several. */
  insertAll(
    decisions: readonly {
      readonly decision: Decision;
      readonly events: readonly DecisionEvent[];
    }[],
  ): Promise<void>;
  find(id: DecisionId): Promise<Decision | null>;
  /**
   * Waits until no other transaction that asked so has the decision, and has it until this one ends:
   * of several that each save a claim and look at all claims of the decision, the last sees them all.
   */
  lock(id: DecisionId): Promise<Pick<Decision, 'kind' | 'state' | 'nodeClaimIds'> | null>;
  /** Decisions that hold nodes or wait, oldest first: all that are open but purchases under way. */
  open(clusterId: ClusterId): Promise<readonly Decision[]>;
  /** Decisions that people rejected and that must not be proposed again yet, by id. */
  rejectedUntil(clusterId: ClusterId, now: Instant): Promise<readonly Decision[]>;
  /** Decisions that are being carried out and take this claim away. */
  removing(claim: NodeClaim): Promise<readonly DecisionId[]>;
  save(decision: Decision, events: readonly DecisionEvent[]): Promise<Decision | null>;
  addEvents(id: DecisionId, events: readonly DecisionEvent[]): Promise<void>;
  events(id: DecisionId): Promise<readonly DecisionEvent[]>;
}

/** The right to act for one cluster, held by one worker at a time. */
export interface LeaseHold {
  readonly clusterId: ClusterId;
  readonly owner: string;
  /** Grows each time the lease is taken. */
  readonly epoch: number;
}

/** The leases by which workers hold clusters. */
export interface LeaseRepository {
  /**
   * Takes the lease when it is free, expired, or was this owner's (a worker that comes back); `null`
   * when another holds it. The epoch grows each time, so whatever the last holder still does is
   * refused.
   */
  acquire(
    clusterId: ClusterId,
    owner: string,
    now: Instant,
    ttlMs: DurationMs,
  ): Promise<LeaseHold | null>;
  /** @returns false when it was lost */
  renew(hold: LeaseHold, now: Instant, ttlMs: DurationMs): Promise<boolean>;
  release(hold: LeaseHold): Promise<void>;
}

/** Messages that are to be delivered. */
export interface OutboxRepository {
  add(entries: readonly OutboxEntry[]): Promise<void>;
}

/** The audit log; entries are only added. */
export interface AuditRepository {
  add(entry: AuditEntry): Promise<void>;
}

/** What changed, for live pages: an id and a version, never the data. */
export interface ChangeNotice {
  readonly topic:
    | 'cluster'
    /** What is known of a cluster is current; nothing of it changed. */
    | 'sync'
    | 'definition'
    | 'nodeClaim'
    | 'decision'
    | 'nodes'
    | 'pods'
    | 'catalog'
    | 'audit';
  readonly clusterId: ClusterId | null;
  /** `null` when many changed at once. */
  readonly id: string | null;
  readonly version: number;
}

/** Notices of changes for those who wait for them. */
export interface ChangePublisher {
  publish(notice: ChangeNotice): Promise<void>;
}

/** Zones are named per account, so a catalogue belongs to an account's region. */
export interface CatalogScope {
  readonly accountId: string;
  readonly region: string;
}

/** Instance types, prices and unavailable offerings. */
export interface CatalogRepository {
  facts(scope: CatalogScope): Promise<CatalogFacts | null>;
  /** Waits until no other transaction that asked so has the facts, and has them until this one ends. */
  lockFacts(scope: CatalogScope): Promise<CatalogFacts | null>;
  saveFacts(scope: CatalogScope, facts: CatalogFacts): Promise<void>;
  spotPrices(scope: CatalogScope): Promise<readonly SpotPrice[]>;
  saveSpotPrices(
    scope: CatalogScope,
    prices: readonly SpotPrice[],
    fetchedAt: Instant,
  ): Promise<void>;
  /** Offerings of the cluster's account and region that had no room lately. */
  unavailableOfferings(clusterId: ClusterId, now: Instant): Promise<readonly MarkedOffering[]>;
  markUnavailable(
    clusterId: ClusterId,
    offerings: readonly UnavailableOffering[],
    until: Instant,
  ): Promise<void>;
}

/** Rows that the API reads: nodes, pods, verdicts, budgets. */
export interface ReadModelRepository {
  applyNodes(
    clusterId: ClusterId,
    changed: readonly NodeRow[],
    goneNames: readonly string[],
  ): Promise<void>;
  applyPods(
    clusterId: ClusterId,
    changed: readonly PodRow[],
    goneUids: readonly string[],
  ): Promise<void>;
  /** After a re-list: drops every row of the cluster that is not named. */
  retainOnly(
    clusterId: ClusterId,
    keep: { readonly nodeNames: readonly string[]; readonly podUids: readonly string[] },
  ): Promise<void>;
  saveVerdicts(rows: readonly PodVerdictRow[]): Promise<void>;
  saveBudgets(clusterId: ClusterId, asOf: Instant, budgets: readonly BudgetStatus[]): Promise<void>;
  /** Of a cluster, all of them. */
  saveNodeOverlays(clusterId: ClusterId, rows: readonly NodeOverlayRow[]): Promise<void>;
}

/** Findings about clusters. */
export interface FindingRepository {
  /** Notes it, or counts it again when it is known. */
  record(finding: Finding): Promise<void>;
  /** It is mended. */
  clear(clusterId: ClusterId, code: FindingCode, object: string): Promise<void>;
  /** All of this code are mended but those about these objects. */
  clearOthers(clusterId: ClusterId, code: FindingCode, objects: readonly string[]): Promise<void>;
}

/** Operations that keep failing; one record per operation and object. */
export interface OperationFailureRepository {
  /** Notes failed attempts: each the first since it last worked, or one more. */
  record(attempts: readonly FailedAttempt[]): Promise<void>;
  /** The operation works again for these objects, or is no longer needed. */
  clear(
    clusterId: ClusterId,
    operation: string,
    objects: readonly OperationObject[],
  ): Promise<void>;
  /** By operation and object. */
  list(clusterId: ClusterId): Promise<readonly OperationFailure[]>;
}

/** Warnings are written once and filled in by what happens later; each fact is noted once. */
export interface InterruptionRepository {
  /** Notes warnings. @returns those that were not known already: some are delivered twice */
  insert(...interruptions: readonly Interruption[]): Promise<ReadonlySet<InterruptionId>>;
  /** Warnings whose pods no solver has placed yet. */
  unplaced(clusterId: ClusterId): Promise<readonly Interruption[]>;
  /** Notes what was bought for the pods of warnings; of one that has it noted already, nothing. */
  notePlacements(
    at: Instant,
    placements: readonly {
      readonly id: InterruptionId;
      readonly replacementClaimIds: readonly NodeClaimId[];
    }[],
  ): Promise<void>;
  noteDrained(nodeClaimId: NodeClaimId, at: Instant, lostPods: readonly string[]): Promise<void>;
  noteEnded(nodeClaimId: NodeClaimId, at: Instant): Promise<void>;
}

/** Cost samples and accounts of clusters. */
export interface CostRepository {
  /** Up to when the cluster's cost is accounted for; `null` before the first time. */
  accountedUntil(clusterId: ClusterId): Promise<Instant | null>;
  /**
   * Adds samples to the series, and moves the account from `from` to `until`, or opens it there.
   * @returns false, and adds nothing, when the account does not stand at `from`, or is open already
   */
  add(
    clusterId: ClusterId,
    period: MeasuredPeriod,
    samples: readonly CostSample[],
  ): Promise<boolean>;
  /** Drops what is older than its resolution is kept. */
  prune(clusterId: ClusterId, now: Instant): Promise<void>;
}
