import {
  attentionWindows,
  type BufferRecord,
  type Cluster,
  type CountedFinding,
  connectionFindings,
  type FindingCode,
  findingCodes,
  type NodeOverlayRow,
  operationFindings,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { capacityBuffers } from '../tables/capacity-buffers.js';
import { clusters } from '../tables/clusters.js';
import { float, instant, integer, selected, text, word } from '../tables/columns.js';
import { nodeOverlayRows } from '../tables/read-model.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import { type ClusterAttentionFacts, readAttentionFacts } from './attention-facts.js';
import {
  allOf,
  contains,
  type ListOrder,
  orderBy,
  type Page,
  type PageRequest,
  readRows,
  type SortKeys,
  text as textKey,
  timeKey,
  whenSet,
} from './keyset.js';
import { ListReader, readItems } from './list-reader.js';
import { readFailuresOfClusters } from './operation-failures.js';
import {
  everythingVisible,
  type VisibleScope,
  visibleClusters,
  visibleRows,
  visibleWholes,
} from './visible.js';
import { visibleFailures, visibleFindings } from './visible-findings.js';

/** Computed from the connection; the stored one only sends its event. */
const computedCode: FindingCode = 'CLUSTER_UNREACHABLE';
/** Shown as long as the row is still read, see `UnreadableRecords`. */
const unreadableCode: FindingCode = 'RECORD_UNREADABLE';

export interface ClusterFilter {
  readonly search?: string | null | undefined;
  readonly modes?: readonly ClusterMode[] | null | undefined;
  readonly states?: readonly Cluster['connection']['state'][] | null | undefined;
}

export type ClusterOrder = ListOrder<'NAME' | 'CREATED_AT'>;

export interface ClusterPlace {
  readonly id: ClusterId;
  readonly name: string;
  /** Time up to which the cluster's rows are current; `null` before the first sync. */
  readonly syncedAt: Instant | null;
}

/** Sums over nodes and pods. Prices are sums over nodes with a known price. */
export type ClusterSummary = Readonly<z.output<typeof summaryRow>>;

const placeRow = z.object({ id: text, name: text, syncedAt: instant.nullable() });
const countsRow = z.object({ clusters: float, clustersNeedingAttention: float });

export class ClusterQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;
  readonly #list: ListReader<ClusterFilter, Cluster>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
    this.#list = new ListReader(pool, {
      ...clusters,
      columns: selected(clusters.row.shape, 'c'),
      from: Prisma.sql`FROM clusters c`,
      conditions,
      visible: () => this.#visible(Prisma.sql`c.id`),
    });
  }

  page(filter: ClusterFilter, order: ClusterOrder, page: PageRequest): Promise<Page<Cluster>> {
    return this.#list.page(filter, orderBy('clusters', sortKeys, byName, order), page);
  }

  count(filter: ClusterFilter): Promise<number> {
    return this.#list.count(filter);
  }

  /** Finds a cluster by ID, otherwise by name, because a name may look like an ID. */
  find(idOrName: string): Promise<Cluster | null> {
    return this.#list.find(idFirst(idOrName));
  }

  /** Finds only the fields that lists of a cluster's objects need. */
  async locate(idOrName: string): Promise<ClusterPlace | null> {
    const [row] = await readRows(
      this.#pool,
      placeRow,
      Prisma.sql`
        SELECT c.id, c.name, c.synced_at AS "syncedAt" FROM clusters c
        WHERE ${allOf([...this.#visible(Prisma.sql`c.id`), idFirst(idOrName)])}`,
    );
    return row ?? null;
  }

  /** Returns the facts about problems of the given clusters, or of all. */
  attentionFacts(ids: readonly ClusterId[] | null): Promise<readonly ClusterAttentionFacts[]> {
    return readAttentionFacts(this.#pool, ids, this.#scope);
  }

  /** Returns the summaries of the given clusters, or of all. */
  summaries(ids: readonly ClusterId[] | null): Promise<readonly ClusterSummary[]> {
    return readSummaries(this.#pool, ids, this.#scope);
  }

  /**
   * Returns findings, operations that keep failing and lost connections, most recent first.
   */
  async findings(ids: readonly ClusterId[]): Promise<readonly CountedFinding[]> {
    const [noted, failures, connections] = await Promise.all([
      readItems(
        this.#pool,
        recordsOf(findingRow, identifiedBy('Finding', 'code')),
        Prisma.sql`
          SELECT ${selected(findingRow.shape, 'f')} FROM findings f
          WHERE cluster_id = ANY(${ids}) AND code <> ${computedCode} AND (code <> ${unreadableCode}
            OR last_seen_at >= now() - ${attentionWindows.findings}::float8 * interval '1 millisecond')
            AND ${allOf(visibleFindings(this.#scope))}
          ORDER BY code, object`,
      ),
      readFailuresOfClusters(this.#pool, ids, visibleFailures(this.#scope)),
      readLostConnections(this.#pool, ids),
    ]);
    return [
      ...noted,
      ...operationFindings(failures.rows, failures.now),
      ...connections.flatMap(({ now, ...lost }) => connectionFindings([lost], now)),
    ].sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  }

  /** Returns the NodeOverlays, sorted by name. */
  async nodeOverlays(ids: readonly ClusterId[]): Promise<readonly NodeOverlayRow[]> {
    return readItems(
      this.#pool,
      nodeOverlayRows,
      Prisma.sql`
        SELECT ${selected(nodeOverlayRows.row.shape, 'o')}
        FROM node_overlay_rows o WHERE cluster_id = ANY(${ids}) ORDER BY cluster_id, name COLLATE "C"`,
    );
  }

  /** Returns the CapacityBuffers, sorted by namespace and name. */
  async capacityBuffers(ids: readonly ClusterId[]): Promise<readonly BufferRecord[]> {
    return readItems(
      this.#pool,
      capacityBuffers,
      Prisma.sql`
        SELECT ${selected(capacityBuffers.row.shape, 'b')}
        FROM capacity_buffers b WHERE ${allOf([
          Prisma.sql`cluster_id = ANY(${ids})`,
          ...visibleRows(this.#scope('pod.read'), {
            cluster: Prisma.sql`cluster_id`,
            namespace: Prisma.sql`namespace`,
          }),
        ])}
        ORDER BY cluster_id, namespace COLLATE "C", name COLLATE "C"`,
    );
  }

  /** Returns the number of clusters, and how many of them are not connected. */
  async counts(): Promise<{
    readonly clusters: number;
    readonly clustersNeedingAttention: number;
  }> {
    const [row] = await readRows(
      this.#pool,
      countsRow,
      Prisma.sql`
        SELECT count(*)::int AS clusters,
          count(*) FILTER (WHERE connection_state <> 'Connected')::int AS "clustersNeedingAttention"
        FROM clusters WHERE ${allOf(this.#visible(Prisma.sql`clusters.id`))}`,
    );
    return row ?? { clusters: 0, clustersNeedingAttention: 0 };
  }

  #visible(cluster: Prisma.Sql): readonly Prisma.Sql[] {
    return visibleClusters(this.#scope('cluster.read'), cluster);
  }
}

const findingRow = z.object({
  clusterId: text,
  code: word(findingCodes),
  object: text,
  message: text,
  remedy: text.nullable(),
  count: integer,
  firstSeenAt: instant,
  lastSeenAt: instant,
});

const lostConnectionRow = z.object({
  clusterId: text,
  name: text,
  endpoint: text.nullable(),
  problem: text.nullable(),
  changedAt: instant,
  now: instant,
});

/** Returns the unreachable ones of these clusters, with the database's current time. */
const readLostConnections = (pool: pg.Pool, ids: readonly ClusterId[]) =>
  readRows(
    pool,
    lostConnectionRow,
    Prisma.sql`
      SELECT id AS "clusterId", name, endpoint, connection_problem AS problem,
        connection_changed_at AS "changedAt", now() AS now
      FROM clusters WHERE id = ANY(${ids}) AND connection_state = 'Unreachable' ORDER BY name`,
  );

/** Sorts a cluster with this ID before one with this name. */
const idFirst = (idOrName: string): Prisma.Sql =>
  Prisma.sql`(c.id = ${idOrName} OR c.name = ${idOrName}) ORDER BY c.id = ${idOrName} DESC LIMIT 1`;

function conditions({ search, modes, states }: ClusterFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(search, (part) => contains(Prisma.sql`c.name`, part)),
    ...whenSet(modes, (words) => Prisma.sql`c.mode = ANY(${words})`),
    ...whenSet(states, (words) => Prisma.sql`c.connection_state = ANY(${words})`),
  ];
}

const byName = textKey(Prisma.sql`c.name`);
const sortKeys: SortKeys<ClusterOrder['field'], 'NAME'> = {
  CREATED_AT: timeKey(Prisma.sql`c.created_at`),
};

const summaryRow = z.object({
  clusterId: text,
  /** `null` before the first sync of the cluster. */
  asOf: instant.nullable(),
  nodes: float,
  managedNodes: float,
  pods: float,
  pendingPods: float,
  oldestPendingAt: instant.nullable(),
  priceMicroUsdPerHour: float,
  unpricedNodes: float,
  spotPriceMicroUsdPerHour: float,
  cpuRequestedMilli: float,
  cpuAllocatableMilli: float,
  memoryRequestedBytes: float,
  memoryAllocatableBytes: float,
  awaitingDecisions: float,
  oldestAwaitingAt: instant.nullable(),
  /**
   * Most that cheaper nodes for the same pods could save: the price of the managed nodes now, less the
   * lower bound of the last cost report. `null` before the first, and for callers who see a part of the
   * costs of the cluster.
   */
  possibleSavingMicroUsdPerHour: float.nullable(),
  /** Time of the cost report. */
  lowerBoundAt: instant.nullable(),
});

function readSummaries(
  pool: pg.Pool,
  ids: readonly ClusterId[] | null,
  scope: VisibleScope,
): Promise<readonly ClusterSummary[]> {
  const inCluster = Prisma.sql`cluster_id IN (SELECT id FROM chosen)`;
  const cluster = Prisma.sql`cluster_id`;
  const nodePool = Prisma.sql`node_pool`;
  const nodePools = Prisma.sql`node_pools`;
  const namespace = Prisma.sql`namespace`;
  const where = {
    clusters: visibleClusters(scope('cluster.read'), Prisma.sql`clusters.id`),
    nodes: [inCluster, ...visibleRows(scope('node.read'), { cluster, nodePool })],
    pods: [inCluster, ...visibleRows(scope('pod.read'), { cluster, namespace })],
    decisions: [inCluster, ...visibleRows(scope('decision.read'), { cluster, nodePools })],
    reports: [inCluster, ...visibleWholes(scope('cost.read'), cluster)],
  };
  return readRows(
    pool,
    summaryRow,
    Prisma.sql`
      WITH chosen AS (
        SELECT id, synced_at FROM clusters
        WHERE (${ids === null} OR id = ANY(${ids ?? []})) AND ${allOf(where.clusters)}
      ), n AS (
        SELECT cluster_id, count(*)::int AS nodes, count(node_claim_id)::int AS managed,
          sum(pod_count)::int AS pods,
          sum(price_micro_usd_per_hour)::float8 AS price,
          sum(price_micro_usd_per_hour) FILTER (WHERE node_claim_id IS NOT NULL)::float8
            AS managed_price,
          (count(*) - count(price_micro_usd_per_hour))::int AS unpriced,
          sum(price_micro_usd_per_hour) FILTER (WHERE capacity_type = 'spot')::float8 AS spot_price,
          sum(cpu_requested_milli)::float8 AS cpu_requested,
          sum(cpu_allocatable_milli)::float8 AS cpu_allocatable,
          sum(memory_requested_bytes)::float8 AS memory_requested,
          sum(memory_allocatable_bytes)::float8 AS memory_allocatable
        FROM node_rows WHERE ${allOf(where.nodes)} GROUP BY cluster_id
      ), p AS (
        SELECT cluster_id, count(*)::int AS pending, min(created_at) AS oldest
        FROM pod_rows WHERE phase = 'Pending' AND ${allOf(where.pods)}
        GROUP BY cluster_id
      ), d AS (
        SELECT cluster_id, count(*)::int AS awaiting, min(proposed_at) AS oldest
        FROM decisions WHERE state = 'AwaitingApproval' AND ${allOf(where.decisions)}
        GROUP BY cluster_id
      ), r AS (
        SELECT cluster_id, as_of, (report->>'lowerBoundMicroUsdPerHour')::float8 AS lower_bound
        FROM cost_reports WHERE ${allOf(where.reports)}
      )
      SELECT chosen.id AS "clusterId", chosen.synced_at AS "asOf",
        coalesce(n.nodes, 0) AS nodes, coalesce(n.managed, 0) AS "managedNodes",
        coalesce(n.pods, 0) AS pods, coalesce(p.pending, 0) AS "pendingPods",
        p.oldest AS "oldestPendingAt", coalesce(n.price, 0) AS "priceMicroUsdPerHour",
        coalesce(n.unpriced, 0) AS "unpricedNodes",
        coalesce(n.spot_price, 0) AS "spotPriceMicroUsdPerHour",
        coalesce(n.cpu_requested, 0) AS "cpuRequestedMilli",
        coalesce(n.cpu_allocatable, 0) AS "cpuAllocatableMilli",
        coalesce(n.memory_requested, 0) AS "memoryRequestedBytes",
        coalesce(n.memory_allocatable, 0) AS "memoryAllocatableBytes",
        coalesce(d.awaiting, 0) AS "awaitingDecisions", d.oldest AS "oldestAwaitingAt",
        CASE WHEN r.lower_bound IS NOT NULL
          THEN greatest(0, coalesce(n.managed_price, 0) - r.lower_bound)
        END AS "possibleSavingMicroUsdPerHour", r.as_of AS "lowerBoundAt"
      FROM chosen
      LEFT JOIN n ON n.cluster_id = chosen.id
      LEFT JOIN p ON p.cluster_id = chosen.id
      LEFT JOIN d ON d.cluster_id = chosen.id
      LEFT JOIN r ON r.cluster_id = chosen.id`,
  );
}
