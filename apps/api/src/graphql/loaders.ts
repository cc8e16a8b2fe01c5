import {
  outcomesConsidered,
  type Principal,
  type Reviewable,
  type ReviewerIdentity,
  reviewerOf,
  whyNotApprove,
} from '@kerf/application';
import {
  createReadQueries,
  type Database,
  groupOfPending,
  type NodeKey,
  type NodePoolKey,
  type NodePoolMoment,
  type PendingPodGroupKey,
  type PodSummary,
  type ReadQueries,
} from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { memoize } from '../contract/memoize.js';
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
    clusterSummaries: ofClusters((ids) => clusters.summaries(ids)),
    clusterFindings: many((ids: Ids) => clusters.findings(ids), clusterOf),
    nodeOverlays: many((ids: Ids) => clusters.nodeOverlays(ids), clusterOf),
    capacityBuffers: many((ids: Ids) => clusters.capacityBuffers(ids), clusterOf),
    attentionFacts: ofClusters((ids) => clusters.attentionFacts(ids)),
    clusterCounts: memoize(() => clusters.counts()),
    nodeDetails: one((keys: readonly NodeKey[]) => nodes.details(keys), nodeKey),
    podsOfNode: many<NodeKey, PodSummary>(
      (keys) => pods.onNodes(keys),
      ({ clusterId, nodeName }) => ({ clusterId, name: nodeName ?? '' }),
    ),
    pendingPodsOfGroup: many(
      (keys: readonly PendingPodGroupKey[]) => pods.pendingOfGroups(keys, podsPerGroup),
      groupOfPending,
    ),
    nodeClaim: one((ids: Ids) => nodeClaims.byIds(ids), idOf),
    nodeClaimFailures: many(
      (ids: Ids) => nodeClaims.failures(ids),
      ({ nodeClaimId }) => nodeClaimId,
    ),
    nodePoolUsage: one((keys: Pools) => nodeClaims.usage(keys), nodePoolKey),
    nodePoolHeld: one((keys: Pools) => nodeClaims.held(keys), nodePoolKey),
    nodePoolOutcomes: many(
      (keys: Pools) => definitions.nodePoolOutcomes(keys, outcomesConsidered),
      nodePoolKey,
    ),
    nodePoolNodes: one((keys: Pools) => definitions.nodePoolNodes(keys), nodePoolKey),
    nodePoolBudgets: many((keys: Pools) => definitions.budgetStatusesOf(keys), nodePoolKey),
    nodePoolThen: one(
      (keys: readonly NodePoolMoment[]) => definitions.nodePoolsAt(keys),
      ({ clusterId, nodePool, at }): NodePoolMoment => ({ clusterId, nodePool, at }),
    ),
    nodeClassesOfCluster: many((ids: Ids) => definitions.nodeClassesOf(ids), clusterOf),
    refusalsOfCluster: many((ids: Ids) => definitions.refusalsOf(ids), clusterOf),
    nodeClassUsersOfCluster: many((ids: Ids) => definitions.nodeClassUsers(ids), clusterOf),
    /** Only the newest. */
    revision: one((ids: Ids) => definitions.revisions(ids, 1), definitionOf),
    revisions: many((ids: Ids) => definitions.revisions(ids, revisionsPerDefinition), definitionOf),
    decisionBody: one((ids: Ids) => decisions.bodies(ids), idOf),
    decisionProgress: one((ids: Ids) => decisions.progress(ids), decisionOf),
    decisionOutcome: one((ids: Ids) => decisions.outcomes(ids), decisionOf),
    decisionApproval: one((ids: Ids) => decisions.approvals(ids), idOf),
    decisionReviews: many((ids: Ids) => decisions.reviews(ids), decisionOf),
    whyNotApprove: createWhyNotApprove(ports),
    decisionEvents: many((ids: Ids) => decisions.events(ids), decisionOf),
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

type Ids = readonly string[];
type Pools = readonly NodePoolKey[];
const idOf = ({ id }: { readonly id: string }): string => id;
const clusterOf = ({ clusterId }: { readonly clusterId: string }): string => clusterId;
const decisionOf = ({ decisionId }: { readonly decisionId: string }): string => decisionId;
const definitionOf = (row: { readonly definitionId: string }): string => row.definitionId;
const nodeKey = ({ clusterId, name }: NodeKey): NodeKey => ({ clusterId, name });
const nodePoolKey = ({ clusterId, nodePool }: NodePoolKey): NodePoolKey => ({
  clusterId,
  nodePool,
});

/** Keys have their members in one order, so that equal keys have equal text. */
const textOf = (key: unknown): string => JSON.stringify(key);

/**
 * Creates a lookup of the rows of single clusters and of all. Once all are read, they serve single ones,
 * too, so that totals and rows of one request are of the same time.
 */
function ofClusters<Row extends { readonly clusterId: string }>(
  read: (ids: Ids | null) => Promise<readonly Row[]>,
) {
  let all: Promise<readonly Row[]> | null = null;
  const single = one((ids: Ids) => all ?? read(ids), clusterOf);
  return {
    load: (id: string) => single.load(id),
    all: () => {
      all ??= read(null);
      return all;
    },
  };
}

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
