import type { BufferRecord, Cluster, CountedFinding, NodeOverlayRow } from '@kerf/application';
import { findingCodes, operationFindings } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import type pg from 'pg';
import type {
  CapacityBuffer as CapacityBufferModel,
  Cluster as ClusterModel,
} from '../generated/client.js';
import { Prisma } from '../generated/client.js';
import { oneOf, toInstant, toNullableInstant } from '../json.js';
import { toBufferRecord } from '../stores/capacity-buffer.store.js';
import { toCluster } from '../stores/cluster.store.js';
import {
  allOf,
  bigint,
  contains,
  mapPage,
  type Order,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text,
  whenSet,
} from './keyset.js';
import { readFailuresOfClusters } from './operation-failures.js';

export interface ClusterFilter {
  readonly search?: string | null | undefined;
  readonly modes?: readonly ClusterMode[] | null | undefined;
  readonly states?: readonly Cluster['connection']['state'][] | null | undefined;
}

export interface ClusterOrder {
  readonly field: 'NAME' | 'CREATED_AT';
  readonly direction: 'ASC' | 'DESC';
}

export interface ClusterPlace {
  readonly id: ClusterId;
  readonly name: string;
  /** Up to when its rows hold; `null` before the first sync. */
  readonly syncedAt: Instant | null;
}

/** Sums over nodes and pods. Prices are of priced nodes only. */
export interface ClusterSummary {
  readonly clusterId: ClusterId;
  /** `null` while nothing is known of the cluster. */
  readonly asOf: Instant | null;
  readonly nodes: number;
  readonly managedNodes: number;
  readonly pods: number;
  readonly pendingPods: number;
  readonly oldestPendingAt: Instant | null;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  readonly unpricedNodes: number;
  readonly spotPriceMicroUsdPerHour: MicroUsdPerHour;
  readonly cpuRequestedMilli: number;
  readonly cpuAllocatableMilli: number;
  readonly memoryRequestedBytes: number;
  readonly memoryAllocatableBytes: number;
  readonly awaitingDecisions: number;
}

const columns = Prisma.sql`
  c.id, c.name, c.region, c.endpoint, c.certificate_authority AS "certificateAuthority",
  c.endpoint_is_given AS "endpointIsGiven", c.role_arn AS "roleArn", c.external_id AS "externalId",
  c.facts, c.mode, c.hold, c.interruption_queue AS "interruptionQueue", c.settings, c.connection_state AS "connectionState",
  c.connection_problem AS "connectionProblem", c.synced_at AS "syncedAt",
  c.connection_changed_at AS "connectionChangedAt", c.checks, c.created_at AS "createdAt", c.version`;

export class ClusterQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async page(
    filter: ClusterFilter,
    order: ClusterOrder,
    page: PageRequest,
  ): Promise<Page<Cluster>> {
    return mapPage(
      await readPage<ClusterModel>(this.#pool, {
        columns,
        from: Prisma.sql`FROM clusters c`,
        where: conditions(filter),
        order: toOrder(order),
        page,
      }),
      toCluster,
    );
  }

  async count(filter: ClusterFilter): Promise<number> {
    const [row] = await readRows<{ count: number }>(
      this.#pool,
      Prisma.sql`SELECT count(*)::int AS count FROM clusters c WHERE ${allOf(conditions(filter))}`,
    );
    return row?.count ?? 0;
  }

  /** By id, or else by name: a name may look like an id. */
  async find(idOrName: string): Promise<Cluster | null> {
    const [row] = await readRows<ClusterModel>(
      this.#pool,
      Prisma.sql`
        SELECT ${columns} FROM clusters c
        WHERE c.id = ${idOrName} OR c.name = ${idOrName} ORDER BY c.id = ${idOrName} DESC LIMIT 1`,
    );
    return row === undefined ? null : toCluster(row);
  }

  /** What lists of a cluster's things need of it. */
  async locate(idOrName: string): Promise<ClusterPlace | null> {
    const [row] = await readRows<{ id: string; name: string; syncedAt: Date | null }>(
      this.#pool,
      Prisma.sql`
        SELECT c.id, c.name, c.synced_at AS "syncedAt" FROM clusters c
        WHERE c.id = ${idOrName} OR c.name = ${idOrName} ORDER BY c.id = ${idOrName} DESC LIMIT 1`,
    );
    return row === undefined ? null : { ...row, syncedAt: toNullableInstant(row.syncedAt) };
  }

  /** Of the clusters named, or of all. */
  summaries(ids: readonly ClusterId[] | null): Promise<readonly ClusterSummary[]> {
    return readSummaries(this.#pool, ids);
  }

  /** What is off, seen last first: noted findings, and operations that keep failing. */
  async findings(ids: readonly ClusterId[]): Promise<readonly CountedFinding[]> {
    const [rows, failures] = await Promise.all([
      readRows<CountedFindingRow>(
        this.#pool,
        Prisma.sql`
          SELECT cluster_id AS "clusterId", code, object, message, remedy, count,
            first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
          FROM findings WHERE cluster_id = ANY(${ids}) ORDER BY code, object`,
      ),
      readFailuresOfClusters(this.#pool, ids),
    ]);
    const noted = rows.map((row) => ({
      ...row,
      code: oneOf(findingCodes, row.code),
      firstSeenAt: toInstant(row.firstSeenAt),
      lastSeenAt: toInstant(row.lastSeenAt),
    }));
    return [...noted, ...operationFindings(failures.rows, failures.now)].sort(
      (a, b) => b.lastSeenAt - a.lastSeenAt,
    );
  }

  /** By name. */
  async nodeOverlays(ids: readonly ClusterId[]): Promise<readonly NodeOverlayRow[]> {
    return readRows<NodeOverlayRow>(
      this.#pool,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", name, spec, state
        FROM node_overlay_rows WHERE cluster_id = ANY(${ids}) ORDER BY cluster_id, name COLLATE "C"`,
    );
  }

  /** By namespace and name. */
  async capacityBuffers(ids: readonly ClusterId[]): Promise<readonly BufferRecord[]> {
    const rows = await readRows<CapacityBufferModel>(
      this.#pool,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", namespace, name, uid, generation, look, standing
        FROM capacity_buffers WHERE cluster_id = ANY(${ids})
        ORDER BY cluster_id, namespace COLLATE "C", name COLLATE "C"`,
    );
    return rows.map(toBufferRecord);
  }

  /** How many clusters there are, and how many of them are not connected. */
  async counts(): Promise<{
    readonly clusters: number;
    readonly clustersNeedingAttention: number;
  }> {
    const [row] = await readRows<{ clusters: number; clustersNeedingAttention: number }>(
      this.#pool,
      Prisma.sql`
        SELECT count(*)::int AS clusters,
          count(*) FILTER (WHERE connection_state <> 'Connected')::int AS "troubledClusters"
        FROM clusters`,
    );
    return row ?? { clusters: 0, clustersNeedingAttention: 0 };
  }
}

interface CountedFindingRow {
  readonly clusterId: string;
  readonly code: string;
  readonly object: string;
  readonly message: string;
  readonly remedy: string | null;
  readonly count: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

function conditions({ search, modes, states }: ClusterFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(search, (part) => contains(Prisma.sql`c.name`, part)),
    ...whenSet(modes, (words) => Prisma.sql`c.mode = ANY(${words})`),
    ...whenSet(states, (words) => Prisma.sql`c.connection_state = ANY(${words})`),
  ];
}

function toOrder({ field, direction }: ClusterOrder): Order {
  const name = text(Prisma.sql`c.name`);
  const created = bigint(Prisma.sql`(extract(epoch FROM c.created_at) * 1000)::bigint`);
  return {
    name: `clusters ${field}`,
    keys: field === 'NAME' ? [name] : [created, name],
    direction,
  };
}

type SummaryRow = Omit<ClusterSummary, 'asOf' | 'oldestPendingAt'> & {
  readonly asOf: Date | null;
  readonly oldestPendingAt: Date | null;
};

async function readSummaries(
  pool: pg.Pool,
  ids: readonly ClusterId[] | null,
): Promise<readonly ClusterSummary[]> {
  const rows = await readRows<SummaryRow>(
    pool,
    Prisma.sql`
      WITH chosen AS (
        SELECT id, synced_at FROM clusters WHERE ${ids === null} OR id = ANY(${ids ?? []})
      ), n AS (
        SELECT cluster_id, count(*)::int AS nodes, count(node_claim_id)::int AS managed,
          sum(pod_count)::int AS pods,
          sum(price_micro_usd_per_hour)::float8 AS price,
          (count(*) - count(price_micro_usd_per_hour))::int AS unpriced,
          sum(price_micro_usd_per_hour) FILTER (WHERE capacity_type = 'spot')::float8 AS spot_price,
          sum(cpu_requested_milli)::float8 AS cpu_requested,
          sum(cpu_allocatable_milli)::float8 AS cpu_allocatable,
          sum(memory_requested_bytes)::float8 AS memory_requested,
          sum(memory_allocatable_bytes)::float8 AS memory_allocatable
        FROM node_rows WHERE cluster_id IN (SELECT id FROM chosen) GROUP BY cluster_id
      ), p AS (
        SELECT cluster_id, count(*)::int AS pending, min(created_at) AS oldest
        FROM pod_rows WHERE phase = 'Pending' AND cluster_id IN (SELECT id FROM chosen)
        GROUP BY cluster_id
      ), d AS (
        SELECT cluster_id, count(*)::int AS awaiting
        FROM decisions WHERE state = 'AwaitingApproval' AND cluster_id IN (SELECT id FROM chosen)
        GROUP BY cluster_id
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
        coalesce(d.awaiting, 0) AS "awaitingDecisions"
      FROM chosen
      LEFT JOIN n ON n.cluster_id = chosen.id
      LEFT JOIN p ON p.cluster_id = chosen.id
      LEFT JOIN d ON d.cluster_id = chosen.id`,
  );
  return rows.map((row) => ({
    ...row,
    asOf: toNullableInstant(row.asOf),
    oldestPendingAt: toNullableInstant(row.oldestPendingAt),
  }));
}
