import type {
  BudgetManifest,
  ClaimOutcome,
  DefinitionRevision,
  NodeClassDefinition,
  NodePoolDefinition,
  NodePoolManifest,
} from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type { BudgetStatus } from '@kerf/engine';
import type pg from 'pg';
import type {
  NodeClass as NodeClassModel,
  NodePool as NodePoolModel,
} from '../generated/client.js';
import { Prisma } from '../generated/client.js';
import { toInstant } from '../json.js';
import { toNodeClass, toNodePool } from '../stores/definition.store.js';
import { type ClaimOutcomeRow, selectOutcomes, toOutcome } from './claim-outcomes.js';
import {
  mapPage,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text,
  whenSet,
} from './keyset.js';
import { type NodePoolKey, nodePoolKeys } from './node-claims.js';

export type NodePoolRecord = NodePoolDefinition & { readonly clusterName: string };
export type NodeClassRecord = NodeClassDefinition & { readonly clusterName: string };

/** A saved state, and which definition it is of. */
export interface RecordedRevision extends DefinitionRevision {
  readonly definitionId: string;
}

/** What a pool's nodes are and cost. */
export interface NodePoolNodes extends NodePoolKey {
  readonly nodes: number;
  readonly unpricedNodes: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** A budget's standing with the rule behind it, as the pool's manifest has it now. */
export interface BudgetStatusOfPool extends BudgetStatus {
  readonly clusterId: ClusterId;
  readonly asOf: Instant;
  readonly rule: BudgetManifest | null;
}

/** A pool at an instant. */
export interface NodePoolMoment extends NodePoolKey {
  readonly at: Instant;
}

export interface NodePoolThen extends NodePoolMoment {
  readonly spec: NodePoolManifest;
}

export class DefinitionQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** By cluster and name; of one cluster, or of all. */
  async nodePools(clusterId: ClusterId | null, page: PageRequest): Promise<Page<NodePoolRecord>> {
    return mapPage(
      await readPage<Named<NodePoolModel>>(this.#pool, {
        ...listOf(nodePoolTable, clusterId),
        page,
      }),
      toNodePoolRecord,
    );
  }

  async nodeClasses(
    clusterId: ClusterId | null,
    page: PageRequest,
  ): Promise<Page<NodeClassRecord>> {
    return mapPage(
      await readPage<Named<NodeClassModel>>(this.#pool, {
        ...listOf(nodeClassTable, clusterId),
        page,
      }),
      toNodeClassRecord,
    );
  }

  countNodePools(clusterId: ClusterId | null): Promise<number> {
    return count(this.#pool, nodePoolTable, clusterId);
  }

  countNodeClasses(clusterId: ClusterId | null): Promise<number> {
    return count(this.#pool, nodeClassTable, clusterId);
  }

  async findNodePool(id: string): Promise<NodePoolRecord | null> {
    const [row] = await findById<Named<NodePoolModel>>(this.#pool, nodePoolTable, id);
    return row === undefined ? null : toNodePoolRecord(row);
  }

  async findNodeClass(id: string): Promise<NodeClassRecord | null> {
    const [row] = await findById<Named<NodeClassModel>>(this.#pool, nodeClassTable, id);
    return row === undefined ? null : toNodeClassRecord(row);
  }

  async nodeClassesOf(clusterIds: readonly ClusterId[]): Promise<readonly NodeClassDefinition[]> {
    const rows = await readRows<NodeClassModel>(
      this.#pool,
      Prisma.sql`SELECT ${nodeClassTable.columns} FROM node_classes d WHERE d.cluster_id = ANY(${clusterIds})`,
    );
    return rows.map(toNodeClass);
  }

  /** Which pools name which classes. */
  nodeClassUsers(
    clusterIds: readonly ClusterId[],
  ): Promise<readonly (NodePoolKey & { readonly nodeClass: string })[]> {
    return readRows(
      this.#pool,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", name AS "nodePool",
          spec->'template'->'spec'->'nodeClassRef'->>'name' AS "nodeClass"
        FROM node_pools WHERE cluster_id = ANY(${clusterIds}) ORDER BY name`,
    );
  }

  /** Newest first, at most `limit` of each definition. */
  async revisions(ids: readonly string[], limit: number): Promise<readonly RecordedRevision[]> {
    const rows = await readRows<RevisionRow>(
      this.#pool,
      Prisma.sql`
        SELECT r.definition_id AS "definitionId", r.revision, r.spec, r.findings,
          r.saved_at AS "savedAt", r.saved_by AS "savedBy"
        FROM unnest(${ids}::text[]) AS wanted(id)
        CROSS JOIN LATERAL (
          SELECT * FROM definition_revisions WHERE definition_id = wanted.id
          ORDER BY revision DESC LIMIT ${limit}
        ) AS r`,
    );
    return rows.map((row) => ({ ...row, savedAt: toInstant(row.savedAt) }));
  }

  /** Pools without nodes have no row. */
  nodePoolNodes(keys: readonly NodePoolKey[]): Promise<readonly NodePoolNodes[]> {
    return readRows(
      this.#pool,
      Prisma.sql`
        SELECT n.cluster_id AS "clusterId", n.node_pool AS "nodePool", count(*)::int AS nodes,
          (count(*) - count(n.price_micro_usd_per_hour))::int AS "unpricedNodes",
          coalesce(sum(n.price_micro_usd_per_hour), 0)::float8 AS "priceMicroUsdPerHour"
        FROM node_rows n
        JOIN ${nodePoolKeys(keys)} USING (cluster_id, node_pool)
        GROUP BY 1, 2`,
    );
  }

  /** See {@link selectOutcomes}. */
  async nodePoolOutcomes(
    keys: readonly NodePoolKey[],
    most: number,
  ): Promise<readonly (NodePoolKey & ClaimOutcome)[]> {
    const rows = await readRows<ClaimOutcomeRow>(this.#pool, selectOutcomes(keys, most));
    return rows.map((row) => ({
      clusterId: row.clusterId,
      nodePool: row.nodePool,
      ...toOutcome(row),
    }));
  }

  /** By cluster, pool and reason; of one cluster, or of all. */
  budgetStatuses(clusterId: ClusterId | null): Promise<readonly BudgetStatusOfPool[]> {
    return readBudgetStatuses(
      this.#pool,
      whenSet(clusterId, (id) => Prisma.sql`WHERE s.cluster_id = ${id}`)[0] ?? Prisma.empty,
    );
  }

  budgetStatusesOf(keys: readonly NodePoolKey[]): Promise<readonly BudgetStatusOfPool[]> {
    return readBudgetStatuses(
      this.#pool,
      Prisma.sql`
        JOIN ${nodePoolKeys(keys)} ON k.cluster_id = s.cluster_id AND k.node_pool = s.node_pool`,
    );
  }

  /** Manifests as they were; a pool that is gone or was younger has no row. */
  nodePoolsAt(keys: readonly NodePoolMoment[]): Promise<readonly NodePoolThen[]> {
    return readRows(
      this.#pool,
      Prisma.sql`
        SELECT k.cluster_id AS "clusterId", k.node_pool AS "nodePool", k.at, r.spec
        FROM unnest(
          ${keys.map((key) => key.clusterId)}::text[], ${keys.map((key) => key.nodePool)}::text[],
          ${keys.map((key) => key.at)}::float8[]
        ) AS k(cluster_id, node_pool, at)
        JOIN node_pools p ON p.cluster_id = k.cluster_id AND p.name = k.node_pool
        CROSS JOIN LATERAL (
          SELECT spec FROM definition_revisions
          WHERE definition_id = p.id AND saved_at <= to_timestamp(k.at / 1000)
          ORDER BY revision DESC LIMIT 1
        ) AS r`,
    );
  }
}

interface DefinitionTable {
  readonly name: Prisma.Sql;
  readonly columns: Prisma.Sql;
}

const commonColumns = Prisma.sql`
  d.id, d.cluster_id AS "clusterId", d.name, d.source, d.revision, d.spec,
  d.drift_hash AS "driftHash", d.created_at AS "createdAt", d.updated_at AS "updatedAt", d.version`;
const nodePoolTable: DefinitionTable = { name: Prisma.sql`node_pools`, columns: commonColumns };
const nodeClassTable: DefinitionTable = {
  name: Prisma.sql`node_classes`,
  columns: Prisma.sql`${commonColumns}, d.resolution`,
};

type Named<Model> = Model & { readonly clusterName: string };

const toNodePoolRecord = (row: Named<NodePoolModel>): NodePoolRecord => ({
  ...toNodePool(row),
  clusterName: row.clusterName,
});
const toNodeClassRecord = (row: Named<NodeClassModel>): NodeClassRecord => ({
  ...toNodeClass(row),
  clusterName: row.clusterName,
});

function listOf({ name, columns }: DefinitionTable, clusterId: ClusterId | null) {
  return {
    columns: Prisma.sql`${columns}, c.name AS "clusterName"`,
    from: Prisma.sql`FROM ${name} d JOIN clusters c ON c.id = d.cluster_id`,
    where: whenSet(clusterId, (id) => Prisma.sql`d.cluster_id = ${id}`),
    order: {
      name: 'definitions',
      keys: [text(Prisma.sql`c.name`), text(Prisma.sql`d.name`)],
      direction: 'ASC',
    },
  } as const;
}

async function count(
  pool: pg.Pool,
  { name }: DefinitionTable,
  clusterId: ClusterId | null,
): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    pool,
    Prisma.sql`
      SELECT count(*)::int AS count FROM ${name}
      WHERE ${clusterId === null} OR cluster_id = ${clusterId}`,
  );
  return row?.count ?? 0;
}

function findById<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { name, columns }: DefinitionTable,
  id: string,
): Promise<Row[]> {
  return readRows<Row>(
    pool,
    Prisma.sql`
      SELECT ${columns}, c.name AS "clusterName"
      FROM ${name} d JOIN clusters c ON c.id = d.cluster_id WHERE d.id = ${id}`,
  );
}

type RevisionRow = Omit<RecordedRevision, 'savedAt'> & { readonly savedAt: Date };

interface BudgetRow {
  readonly clusterId: string;
  readonly asOf: Date;
  readonly status: BudgetStatus;
  readonly rule: BudgetManifest | null;
}

async function readBudgetStatuses(
  pool: pg.Pool,
  which: Prisma.Sql,
): Promise<readonly BudgetStatusOfPool[]> {
  const rows = await readRows<BudgetRow>(
    pool,
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", s.as_of AS "asOf", s.standing,
        p.spec->'disruption'->'budgets'->(s.standing->>'rulingBudget')::int AS rule
      FROM budget_standings s
      LEFT JOIN node_pools p ON p.cluster_id = s.cluster_id AND p.name = s.node_pool
      ${which}
      ORDER BY s.cluster_id, s.node_pool, s.reason`,
  );
  return rows.map(({ clusterId, asOf, status, rule }) => ({
    ...status,
    clusterId,
    asOf: toInstant(asOf),
    rule,
  }));
}
