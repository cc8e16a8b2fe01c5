import {
  type NodeClassDefinition,
  outcomesConsidered,
  type PodRow,
  type Principal,
  type Reviewable,
  type ReviewerIdentity,
  reviewerOf,
  whyNotApprove,
} from '@kerf/application';
import type { ClusterId, DecisionId, NodeClaimId } from '@kerf/core';
import {
  type ClusterSummary,
  createReadQueries,
  type Database,
  groupOfPending,
  type NodeKey,
  type NodePoolKey,
  type NodePoolMoment,
  type PendingPodGroupKey,
  type ReadQueries,
} from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { type ApiPorts, DATABASE, PORTS } from '../parts.js';
import { visibleNow } from '../request/visible-now.js';

export type Loaders = ReturnType<typeof createLoaders>;

/** Creates the loaders of a request. */
@Injectable()
export class LoaderFactory {
  readonly #queries: ReadQueries;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock'>,
  ) {
    this.#queries = createReadQueries(database, visibleNow);
  }

  create(): Loaders {
    return createLoaders(this.#queries, this.ports);
  }
}

/** Pods per group of pending pods. */
const podsPerGroup = 100;
/** Revisions per definition. */
const revisionsPerDefinition = 50;

/** Batched lookups of one request: one statement reads the values of many rows. */
function createLoaders(queries: ReadQueries, ports: Pick<ApiPorts, 'store' | 'clock'>) {
  const { clusters, nodes, pods, nodeClaims, definitions, decisions } = queries;
  return {
    ...createClusterLoaders(clusters),
    attentionFacts: one(
      (ids: readonly ClusterId[]) => clusters.attentionFacts(ids),
      ({ clusterId }) => clusterId,
    ),
    nodeDetails: one((keys: readonly NodeKey[]) => nodes.details(keys), nodeKey),
    podsOfNode: many<NodeKey, PodRow>(
      (keys) => pods.onNodes(keys),
      ({ clusterId, nodeName }) => ({ clusterId, name: nodeName ?? '' }),
    ),
    pendingPodsOfGroup: many(
      (keys: readonly PendingPodGroupKey[]) => pods.pendingOfGroups(keys, podsPerGroup),
      groupOfPending,
    ),
    nodeClaim: one(
      (ids: readonly NodeClaimId[]) => nodeClaims.byIds(ids),
      ({ id }) => id,
    ),
    nodeClaimFailures: many(
      (ids: readonly NodeClaimId[]) => nodeClaims.failures(ids),
      ({ nodeClaimId }) => nodeClaimId,
    ),
    ...createNodePoolLoaders(queries),
    ...createDefinitionLoaders(definitions),
    decisionBody: one(
      (ids: readonly DecisionId[]) => decisions.bodies(ids),
      ({ id }) => id,
    ),
    decisionProgress: one(
      (ids: readonly DecisionId[]) => decisions.progress(ids),
      ({ decisionId }) => decisionId,
    ),
    decisionOutcome: one(
      (ids: readonly DecisionId[]) => decisions.outcomes(ids),
      ({ decisionId }) => decisionId,
    ),
    decisionApproval: one(
      (ids: readonly DecisionId[]) => decisions.approvals(ids),
      ({ id }) => id,
    ),
    decisionReviews: many(
      (ids: readonly DecisionId[]) => decisions.reviews(ids),
      ({ decisionId }) => decisionId,
    ),
    whyNotApprove: createWhyNotApprove(ports),
    decisionEvents: many(
      (ids: readonly DecisionId[]) => decisions.events(ids),
      ({ decisionId }) => decisionId,
    ),
  };
}

function createDefinitionLoaders(definitions: ReadQueries['definitions']) {
  return {
    nodeClassesOfCluster: many<ClusterId, NodeClassDefinition>(
      (ids) => definitions.nodeClassesOf(ids),
      ({ clusterId }) => clusterId,
    ),
    refusalsOfCluster: many(
      (ids: readonly ClusterId[]) => definitions.refusalsOf(ids),
      ({ clusterId }) => clusterId,
    ),
    nodeClassUsersOfCluster: many(
      (ids: readonly ClusterId[]) => definitions.nodeClassUsers(ids),
      ({ clusterId }) => clusterId,
    ),
    /** Only the newest. */
    revision: one(
      (ids: readonly string[]) => definitions.revisions(ids, 1),
      ({ definitionId }) => definitionId,
    ),
    revisions: many(
      (ids: readonly string[]) => definitions.revisions(ids, revisionsPerDefinition),
      ({ definitionId }) => definitionId,
    ),
  };
}

/** The caller is the same reviewer for all decisions of a request. */
function createWhyNotApprove({ store, clock }: Pick<ApiPorts, 'store' | 'clock'>) {
  const reviewers = new DataLoader<Principal, ReviewerIdentity, string>(
    (principals) => Promise.all(principals.map((principal) => reviewerOf(store, principal))),
    { cacheKeyFn: ({ kind, id }) => textOf({ kind, id }) },
  );
  const reviewing = { clock, reviewerOf: (principal: Principal) => reviewers.load(principal) };
  return (principal: Principal, reviewable: Reviewable) =>
    whyNotApprove(reviewing, principal, reviewable);
}

function createNodePoolLoaders({ nodeClaims, definitions }: ReadQueries) {
  return {
    nodePoolUsage: one((keys: readonly NodePoolKey[]) => nodeClaims.usage(keys), nodePoolKey),
    nodePoolHeld: one((keys: readonly NodePoolKey[]) => nodeClaims.held(keys), nodePoolKey),
    nodePoolOutcomes: many(
      (keys: readonly NodePoolKey[]) => definitions.nodePoolOutcomes(keys, outcomesConsidered),
      nodePoolKey,
    ),
    nodePoolNodes: one(
      (keys: readonly NodePoolKey[]) => definitions.nodePoolNodes(keys),
      nodePoolKey,
    ),
    nodePoolBudgets: many(
      (keys: readonly NodePoolKey[]) => definitions.budgetStatusesOf(keys),
      nodePoolKey,
    ),
    nodePoolThen: one(
      (keys: readonly NodePoolMoment[]) => definitions.nodePoolsAt(keys),
      ({ clusterId, nodePool, at }): NodePoolMoment => ({ clusterId, nodePool, at }),
    ),
  };
}

function createClusterLoaders(clusters: ReadQueries['clusters']) {
  return {
    clusterSummary: one<ClusterId, ClusterSummary>(
      (ids) => clusters.summaries(ids),
      ({ clusterId }) => clusterId,
    ),
    clusterFindings: many(
      (ids: readonly ClusterId[]) => clusters.findings(ids),
      ({ clusterId }) => clusterId,
    ),
    nodeOverlays: many(
      (ids: readonly ClusterId[]) => clusters.nodeOverlays(ids),
      ({ clusterId }) => clusterId,
    ),
    capacityBuffers: many(
      (ids: readonly ClusterId[]) => clusters.capacityBuffers(ids),
      ({ clusterId }) => clusterId,
    ),
  };
}

const nodeKey = ({ clusterId, name }: NodeKey): NodeKey => ({ clusterId, name });
const nodePoolKey = ({ clusterId, nodePool }: NodePoolKey): NodePoolKey => ({
  clusterId,
  nodePool,
});

/** Keys have their members in one order, so that equal keys have equal text. */
const textOf = (key: unknown): string => JSON.stringify(key);

/** Creates a lookup that returns the row of each key, or `null`. */
function one<Key, Row>(
  read: (keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): DataLoader<Key, Row | null, string> {
  return new DataLoader<Key, Row | null, string>(
    async (keys) => {
      const rows = new Map((await read(keys)).map((row) => [textOf(keyOf(row)), row]));
      return keys.map((key) => rows.get(textOf(key)) ?? null);
    },
    { cacheKeyFn: textOf },
  );
}

/** Creates a lookup that returns the rows of each key, in the order in which they were read. */
function many<Key, Row>(
  read: (keys: readonly Key[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): DataLoader<Key, readonly Row[], string> {
  return new DataLoader<Key, readonly Row[], string>(
    async (keys) => {
      const rows = Map.groupBy(await read(keys), (row) => textOf(keyOf(row)));
      return keys.map((key) => rows.get(textOf(key)) ?? []);
    },
    { cacheKeyFn: textOf },
  );
}
