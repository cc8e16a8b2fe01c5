import type {
  ClusterId,
  Instant,
  InterruptionId,
  NodeClaimId,
  SchedulingBatchId,
} from '@kerf/core';
import type { BudgetStatus, ResourceList } from '@kerf/engine';
import type { BufferOutcome, BufferRecord } from '../domain/buffer/capacity-buffer.js';
import type { CatalogFacts, SpotPrice } from '../domain/catalog/catalog-facts.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type {
  Definition,
  DefinitionKind,
  DefinitionObjectState,
  DefinitionRevision,
  NodeClassDefinition,
  NodeClassResolution,
  NodePoolDefinition,
} from '../domain/definition/definition.js';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import type { Finding, FindingCode } from '../domain/finding/finding.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import type {
  ClaimDrift,
  InstanceOrigin,
  LaunchOptions,
  NodeClaim,
  NodeClaimState,
} from '../domain/node-claim/node-claim.js';
import type { ClaimOutcome } from '../domain/node-claim/registration-health.js';
import type { ClaimHashes } from '../domain/node-claim/restamp-hashes.js';
import type {
  FailedAttempt,
  OperationFailure,
  OperationObject,
} from '../domain/operation/operation-failure.js';
import type {
  LabeledPodRow,
  NodeOverlayRow,
  NodeRow,
  PodVerdictRow,
} from '../domain/read-model/rows.js';
import type { SchedulingBatch } from '../domain/scheduling/scheduling-batch.js';
import type { AccessRepository } from './access-repository.js';
import type { ApprovalPolicyRepository, ReviewRepository } from './approval-repositories.js';
import type { BrakeRepositories } from './brake-repository.js';
import type { MarkedOffering, UnavailableOffering } from './cloud-provider.js';
import type { CostRepository } from './cost-repository.js';
import type { DecisionRepository } from './decision-repository.js';
import type { DisruptionSimulationRepository } from './disruption-simulation-repository.js';
import type { GitRepositoryRepository } from './git-repository-repository.js';
import type { IdentityRepository } from './identity-repository.js';
import type { IncidentRepository } from './incident-repository.js';
import type { LeaseHold, LeaseRepository } from './leases.js';
import type { NotificationRepositories } from './notification-repositories.js';
import type { OutboxEntry } from './outbox-message.js';
import type { SignInRepositories } from './sign-in-repository.js';

/**
 * All data that Kerf stores.
 * Records are values. `save` is a compare-and-set on `version`: it returns the saved record, or
 * `null` when another writer saved first (the caller then stops without an error or throws
 * `STATE.CONFLICT`). Failures of the database are `DB.UNAVAILABLE`.
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one transaction: all of it is committed or nothing. Outbox rows and change
   * notices are part of the commit.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /**
   * Returns the same store for the holder of a lease: each transaction first checks that the lease
   * is still held.
   * @throws STATE.STALE from `transaction` when the lease is no longer held
   */
  heldBy(lease: LeaseHold): Store;
}

/** The repositories of one transaction. */
export interface Repositories
  extends BrakeRepositories,
    NotificationRepositories,
    SignInRepositories {
  readonly gitRepositories: GitRepositoryRepository;
  readonly clusters: ClusterRepository;
  readonly definitions: DefinitionRepository;
  readonly capacityBuffers: CapacityBufferRepository;
  readonly nodeClaims: NodeClaimRepository;
  readonly batches: SchedulingBatchRepository;
  readonly decisions: DecisionRepository;
  readonly reviews: ReviewRepository;
  readonly approvalPolicies: ApprovalPolicyRepository;
  readonly simulations: DisruptionSimulationRepository;
  readonly leases: LeaseRepository;
  readonly outbox: OutboxRepository;
  readonly audit: AuditRepository;
  readonly changes: ChangePublisher;
  readonly catalog: CatalogRepository;
  readonly readModel: ReadModelRepository;
  readonly findings: FindingRepository;
  readonly incidents: IncidentRepository;
  readonly operationFailures: OperationFailureRepository;
  readonly interruptions: InterruptionRepository;
  readonly cost: CostRepository;
  readonly identity: IdentityRepository;
  readonly access: AccessRepository;
}

/** Reads and saves registered clusters. */
export interface ClusterRepository {
  /** @throws STATE.CONFLICT when the name is taken */
  insert(cluster: Cluster): Promise<void>;
  find(id: ClusterId): Promise<Cluster | null>;
  findByName(name: string): Promise<Cluster | null>;
  /** Returns the clusters, ordered by name. */
  list(): Promise<readonly Cluster[]>;
  save(cluster: Cluster): Promise<Cluster | null>;
  /**
   * Records up to when the cluster's state is known, without changing `version`, and notifies live
   * pages.
   */
  touchSynced(id: ClusterId, at: Instant): Promise<void>;
  /**
   * Returns the revision of a cluster's records: it grows in each transaction that changes what the
   * work on the cluster depends on, whoever writes it. What the holder of the cluster writes for
   * readers only, such as pods and costs, does not count.
   */
  revision(id: ClusterId): Promise<number>;
  /** Removes the cluster and all data that belongs to it, except the audit log. */
  remove(id: ClusterId): Promise<void>;
}

/** NodePools and EC2NodeClasses with their revisions. */
export interface DefinitionRepository {
  nodePools(clusterId: ClusterId): Promise<readonly NodePoolDefinition[]>;
  nodeClasses(clusterId: ClusterId): Promise<readonly NodeClassDefinition[]>;
  find(clusterId: ClusterId, kind: DefinitionKind, name: string): Promise<Definition | null>;
  /**
   * Locks the NodePool until this transaction ends. Waits while another transaction holds the lock.
   * @returns `null` when it does not exist
   */
  lockNodePool(clusterId: ClusterId, name: string): Promise<NodePoolDefinition | null>;
  /** @throws STATE.CONFLICT when the cluster already has a definition of this kind and name */
  insert(definition: Definition, revision: DefinitionRevision): Promise<void>;
  /**
   * Saves a changed `spec` as the next version. The resolution of an EC2NodeClass stays as it is.
   * @returns `null` when the definition has changed since it was read
   */
  save(definition: Definition, revision: DefinitionRevision): Promise<Definition | null>;
  /**
   * Records the resolution of an EC2NodeClass's selectors. The version stays: it counts changes of
   * `spec`.
   * @returns false when its `spec` has changed since it was read
   */
  saveResolution(nodeClass: NodeClassDefinition, resolution: NodeClassResolution): Promise<boolean>;
  /**
   * Records the state of a definition's object. The version stays: it counts changes of `spec`.
   * @returns false when its `spec` has changed since it was read
   */
  saveObjectState(definition: Definition, state: DefinitionObjectState): Promise<boolean>;
  /** @returns false when it has changed since it was read, or was removed */
  remove(definition: Definition): Promise<boolean>;
  /** Returns the revisions, newest first. */
  revisions(definition: Definition): Promise<readonly DefinitionRevision[]>;
  /** Returns the refused objects of a cluster, ordered by kind and name. */
  refusals(clusterId: ClusterId): Promise<readonly DefinitionRefusal[]>;
  /** Saves that an object is refused, in place of what was saved about it before. */
  saveRefusal(refusal: DefinitionRefusal): Promise<void>;
  /** @returns false when the object was not refused */
  clearRefusal(clusterId: ClusterId, kind: DefinitionKind, name: string): Promise<boolean>;
}

/**
 * CapacityBuffers of clusters as they were last evaluated, so that the next worker that holds the
 * cluster can use them in its decisions.
 */
export interface CapacityBufferRepository {
  /** Returns the buffers, ordered by namespace and name. */
  list(clusterId: ClusterId): Promise<readonly BufferRecord[]>;
  /**
   * Replaces the buffers of the cluster. A buffer that stays keeps its outcome, because only solves
   * change it.
   */
  replaceAll(clusterId: ClusterId, records: readonly BufferRecord[]): Promise<void>;
  /** Saves outcomes by `namespace/name`. A buffer that is not named keeps its outcome. */
  saveOutcomes(clusterId: ClusterId, budgets: ReadonlyMap<string, BufferOutcome>): Promise<void>;
}

/** Living and terminated NodeClaims. */
export interface NodeClaimRepository {
  /**
   * @param launchOptions by NodeClaim; a NodeClaim without options already has an instance
   * @throws STATE.CONFLICT with a retry when a living NodeClaim has the name, or another NodeClaim
   * has the object
   */
  insert(
    claims: readonly NodeClaim[],
    launchOptions?: ReadonlyMap<NodeClaimId, LaunchOptions>,
  ): Promise<void>;
  /** Returns the launch options of those of these NodeClaims that Kerf launches. */
  launchOptions(ids: readonly NodeClaimId[]): Promise<ReadonlyMap<NodeClaimId, LaunchOptions>>;
  /**
   * Returns the names of the instance types that NodeClaims without an instance may be launched as.
   */
  optionNames(clusterId: ClusterId): Promise<ReadonlyMap<NodeClaimId, readonly string[]>>;
  /** Returns the state of these NodeClaims. */
  progressOf(
    ids: readonly NodeClaimId[],
  ): Promise<readonly Pick<NodeClaim, 'id' | 'state' | 'initializedAt'>[]>;
  find(id: NodeClaimId): Promise<NodeClaim | null>;
  /** Returns those of these NodeClaims that exist, ordered by id. */
  findAll(ids: readonly NodeClaimId[]): Promise<readonly NodeClaim[]>;
  findByProviderId(clusterId: ClusterId, providerId: string): Promise<NodeClaim | null>;
  /** Returns the living NodeClaim of that name; otherwise the one that ended last. */
  findByName(clusterId: ClusterId, name: string): Promise<NodeClaim | null>;
  /** Returns NodeClaim ids by provider id, for those that belong to a NodeClaim. */
  idsByProviderId(
    clusterId: ClusterId,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, NodeClaimId>>;
  /** Returns the NodeClaims in one of these states, ordered by id. */
  inStates(clusterId: ClusterId, states: readonly NodeClaimState[]): Promise<readonly NodeClaim[]>;
  /**
   * Returns the capacity of each of a NodePool's claims in these states; `null` for a claim without
   * an instance.
   */
  capacities(
    clusterId: ClusterId,
    nodePool: string,
    states: readonly NodeClaimState[],
  ): Promise<ReadonlyMap<NodeClaimId, ResourceList | null>>;
  /**
   * Returns the outcomes of the latest claims of these NodePools, by NodePool: the latest first, at
   * most `count` of each.
   */
  outcomes(
    clusterId: ClusterId,
    nodePools: readonly string[],
    count: number,
  ): Promise<ReadonlyMap<string, readonly ClaimOutcome[]>>;
  save(claim: NodeClaim): Promise<NodeClaim | null>;
  /**
   * Saves several NodeClaims.
   * @returns those that no other writer changed first, with their new versions
   */
  saveAll(claims: readonly NodeClaim[]): Promise<readonly NodeClaim[]>;
  /** Sets `drift` of NodeClaims, without changing `version`. */
  setDrifts(
    clusterId: ClusterId,
    drifts: readonly { readonly id: NodeClaimId; readonly drift: ClaimDrift | null }[],
  ): Promise<void>;
  /** Sets the hashes of NodeClaims, without changing `version`. */
  setHashes(
    clusterId: ClusterId,
    hashes: readonly (ClaimHashes & { readonly id: NodeClaimId })[],
  ): Promise<void>;
  /** Sets these fields of the instances of NodeClaims, without changing `version`. */
  setInstances(
    clusterId: ClusterId,
    instances: readonly (InstanceOrigin & { readonly id: NodeClaimId })[],
  ): Promise<void>;
  /** Sets `lastPodEventAt` of the NodeClaims of these nodes, without changing `version`. */
  touchPodEvents(
    clusterId: ClusterId,
    moves: readonly { nodeName: string; at: Instant }[],
  ): Promise<void>;
}

/** Scheduling batches and their pods. */
export interface SchedulingBatchRepository {
  findOpen(clusterId: ClusterId): Promise<SchedulingBatch | null>;
  find(id: SchedulingBatchId): Promise<SchedulingBatch | null>;
  /** @throws STATE.CONFLICT when the cluster already has an open batch */
  insert(batch: SchedulingBatch): Promise<void>;
  save(batch: SchedulingBatch): Promise<SchedulingBatch | null>;
  /**
   * Adds pods to the batch.
   * @returns how many of them the batch did not contain yet
   */
  addPods(id: SchedulingBatchId, podUids: readonly string[]): Promise<number>;
  podsOf(id: SchedulingBatchId): Promise<readonly string[]>;
  /** Returns the pods of batches that are not decided yet. */
  undecidedPods(clusterId: ClusterId): Promise<readonly string[]>;
  /** Returns the batches that have been in `Solving` since `since` or longer. */
  solvingSince(clusterId: ClusterId, since: Instant): Promise<readonly SchedulingBatch[]>;
}

/** Messages to deliver. */
export interface OutboxRepository {
  add(entries: readonly OutboxEntry[]): Promise<void>;
}

/** The audit log; append-only. */
export interface AuditRepository {
  add(entry: AuditEntry): Promise<void>;
}

/** Subjects of change notices. */
export const changeTopics = [
  'cluster',
  /** The cluster's state is confirmed as current; nothing in it has changed. */
  'sync',
  'definition',
  'nodeClaim',
  'decision',
  'simulation',
  'incident',
  'pause',
  'nodes',
  'pods',
  'catalog',
  'audit',
] as const;

/** A change notice for live pages: an id and a version, never the data. */
export interface ChangeNotice {
  readonly topic: (typeof changeTopics)[number];
  readonly clusterId: ClusterId | null;
  /** `null` when several changed at once. */
  readonly id: string | null;
  readonly version: number;
}

/** Publishes change notices to their subscribers. */
export interface ChangePublisher {
  publish(notice: ChangeNotice): Promise<void>;
}

/**
 * The scope of a catalog. Zone names differ between accounts, so a catalog belongs to one region of
 * one account.
 */
export interface CatalogScope {
  readonly accountId: string;
  readonly region: string;
}

/** Instance types, prices and unavailable offerings. */
export interface CatalogRepository {
  facts(scope: CatalogScope): Promise<CatalogFacts | null>;
  /**
   * Locks the facts until this transaction ends. Waits while another transaction holds the lock.
   */
  lockFacts(scope: CatalogScope): Promise<CatalogFacts | null>;
  saveFacts(scope: CatalogScope, facts: CatalogFacts): Promise<void>;
  spotPrices(scope: CatalogScope): Promise<readonly SpotPrice[]>;
  /** Returns when the spot prices were read; `null` if they were not, or cannot be read any more. */
  spotPricesAt(scope: CatalogScope): Promise<Instant | null>;
  saveSpotPrices(
    scope: CatalogScope,
    prices: readonly SpotPrice[],
    fetchedAt: Instant,
  ): Promise<void>;
  /** Returns the offerings of the cluster's account and region that recently had no capacity. */
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
    changed: readonly LabeledPodRow[],
    goneUids: readonly string[],
  ): Promise<void>;
  /** Removes every row of the cluster that is not named; used after a re-list. */
  retainOnly(
    clusterId: ClusterId,
    keep: { readonly nodeNames: readonly string[]; readonly podUids: readonly string[] },
  ): Promise<void>;
  /** Returns those of these nodes that exist, and whether Kerf manages them. */
  areManaged(
    clusterId: ClusterId,
    nodeNames: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>>;
  saveVerdicts(rows: readonly PodVerdictRow[]): Promise<void>;
  saveBudgets(clusterId: ClusterId, asOf: Instant, budgets: readonly BudgetStatus[]): Promise<void>;
  /** Replaces all NodeOverlays of the cluster. */
  saveNodeOverlays(clusterId: ClusterId, rows: readonly NodeOverlayRow[]): Promise<void>;
}

/** Findings about clusters. */
export interface FindingRepository {
  /** Records the finding, or increases its count when it is already known. */
  record(finding: Finding): Promise<void>;
  /** Removes a finding that is fixed. */
  clear(clusterId: ClusterId, code: FindingCode, object: string): Promise<void>;
  /** Removes all findings with this code except those about these objects. */
  clearOthers(clusterId: ClusterId, code: FindingCode, objects: readonly string[]): Promise<void>;
}

/** Operations that keep failing; one record per operation and object. */
export interface OperationFailureRepository {
  /**
   * Records failed attempts: each starts a new record or increases the count of an existing one.
   */
  record(attempts: readonly FailedAttempt[]): Promise<void>;
  /** Removes the failures of these objects: the operation works again or is no longer needed. */
  clear(
    clusterId: ClusterId,
    operation: string,
    objects: readonly OperationObject[],
  ): Promise<void>;
  /** Returns the failures, ordered by operation and object. */
  list(clusterId: ClusterId): Promise<readonly OperationFailure[]>;
}

/**
 * Reads and saves interruptions: warnings of AWS about one instance each, and their outcome. A
 * warning is inserted once, and later events add their facts to it, each once.
 */
export interface InterruptionRepository {
  /**
   * Inserts warnings.
   * @returns those that were not known yet: some are delivered twice
   */
  insert(...interruptions: readonly Interruption[]): Promise<ReadonlySet<InterruptionId>>;
  /** Returns the warnings whose pods have not been scheduled yet. */
  unplaced(clusterId: ClusterId): Promise<readonly Interruption[]>;
  /**
   * Records the NodeClaims that were launched for the pods of warnings. A warning that already has
   * placements is left unchanged.
   */
  recordPlacements(
    at: Instant,
    placements: readonly {
      readonly id: InterruptionId;
      readonly replacementClaimIds: readonly NodeClaimId[];
    }[],
  ): Promise<void>;
  markDrained(nodeClaimId: NodeClaimId, at: Instant, lostPods: readonly string[]): Promise<void>;
  markEnded(nodeClaimId: NodeClaimId, at: Instant): Promise<void>;
}
