import type {
  BudgetManifest,
  ClaimOutcome,
  DefinitionRefusal,
  DefinitionRevision,
  NodeClassDefinition,
  NodePoolDefinition,
  NodePoolManifest,
} from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type { BudgetStatus } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { budgetStatus } from '../json/decision.js';
import {
  limitingBudget,
  nodePoolRevisionSpec,
  revisionFindings,
  revisionSpec,
} from '../json/definition.js';
import { instant } from '../json/rows.js';
import { type RowIdentity } from '../json/unreadable-records.js';
import { number, text } from '../json/values.js';
import { claimOutcomeRow, selectOutcomes } from '../stores/claim-outcomes.js';
import {
  type NodeClassRow,
  type NodePoolRow,
  nodeClassIdentity,
  nodePoolIdentity,
  toNodeClass,
  toNodePool,
  toRefusal,
} from '../stores/definition.store.js';
import { type NodePoolKey, nodePoolKeys } from '../stores/row-keys.js';
import {
  allOf,
  type Order,
  type Page,
  type PageRequest,
  readRows,
  text as textKey,
  whenSet,
} from './keyset.js';
import { ListReader, readItems } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleClusters, visibleRows } from './visible.js';

export type NodePoolRecord = NodePoolDefinition & { readonly clusterName: string };
export type NodeClassRecord = NodeClassDefinition & { readonly clusterName: string };

/** A saved revision, with the ID of its definition. */
export interface RecordedRevision extends DefinitionRevision {
  readonly definitionId: string;
}

/** Number and cost of a NodePool's nodes. */
export interface NodePoolNodes extends NodePoolKey {
  readonly nodes: number;
  readonly unpricedNodes: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** The status of a disruption budget, with the budget in the NodePool's current manifest. */
export interface BudgetStatusOfPool extends BudgetStatus {
  readonly clusterId: ClusterId;
  readonly asOf: Instant;
  readonly budget: BudgetManifest | null;
}

/** A NodePool at an instant. */
export interface NodePoolMoment extends NodePoolKey {
  readonly at: Instant;
}

export interface NodePoolThen extends NodePoolMoment {
  readonly spec: NodePoolManifest;
}

/** Which NodePools or EC2NodeClasses to list. */
export interface DefinitionFilter {
  /** `null` for all clusters. */
  readonly clusterId: ClusterId | null;
  readonly name?: string | null | undefined;
}

export class DefinitionQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;
  readonly #nodePools: ListReader<DefinitionFilter, Named<NodePoolRow>, NodePoolRecord>;
  readonly #nodeClasses: ListReader<DefinitionFilter, Named<NodeClassRow>, NodeClassRecord>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
    this.#nodePools = new ListReader(pool, {
      ...sourceOf(Prisma.sql`node_pools`, Prisma.sql`${columns}, c.name AS "clusterName"`),
      visible: () => visibleRows(scope('definition.read'), nodePoolPlace),
      row: nodePoolRow,
      toItem: (row) => ({ ...toNodePool(row), clusterName: row.clusterName }),
      identify: nodePoolIdentity,
    });
    this.#nodeClasses = new ListReader(pool, {
      ...sourceOf(
        Prisma.sql`node_classes`,
        Prisma.sql`${columns}, d.resolution, c.name AS "clusterName"`,
      ),
      // EC2NodeClasses belong to the cluster; its NodePools share them.
      visible: () => visibleClusters(scope('definition.read'), Prisma.sql`d.cluster_id`),
      row: nodeClassRow,
      toItem: (row) => ({ ...toNodeClass(row), clusterName: row.clusterName }),
      identify: nodeClassIdentity,
    });
  }

  /** Returns NodePools, sorted by cluster and name. */
  nodePools(filter: DefinitionFilter, page: PageRequest): Promise<Page<NodePoolRecord>> {
    return this.#nodePools.page(filter, byName, page);
  }

  nodeClasses(filter: DefinitionFilter, page: PageRequest): Promise<Page<NodeClassRecord>> {
    return this.#nodeClasses.page(filter, byName, page);
  }

  countNodePools(filter: DefinitionFilter): Promise<number> {
    return this.#nodePools.count(filter);
  }

  countNodeClasses(filter: DefinitionFilter): Promise<number> {
    return this.#nodeClasses.count(filter);
  }

  findNodePool(id: string): Promise<NodePoolRecord | null> {
    return this.#nodePools.find(Prisma.sql`d.id = ${id}`);
  }

  findNodeClass(id: string): Promise<NodeClassRecord | null> {
    return this.#nodeClasses.find(Prisma.sql`d.id = ${id}`);
  }

  nodeClassesOf(clusterIds: readonly ClusterId[]): Promise<readonly NodeClassRecord[]> {
    return this.#nodeClasses.all(Prisma.sql`d.cluster_id = ANY(${clusterIds})`);
  }

  /** Returns the refused objects of these clusters. */
  async refusalsOf(clusterIds: readonly ClusterId[]): Promise<readonly DefinitionRefusal[]> {
    const rows = await readRows(
      this.#pool,
      refusalRow,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", kind, name, generation, extent, field, message,
          refused_at AS "refusedAt"
        FROM definition_refusals WHERE cluster_id = ANY(${clusterIds})
        ORDER BY cluster_id, kind, name`,
    );
    return rows.map(toRefusal);
  }

  /** Returns the NodePools that refer to each EC2NodeClass. */
  nodeClassUsers(
    clusterIds: readonly ClusterId[],
  ): Promise<readonly (NodePoolKey & { readonly nodeClass: string })[]> {
    return readRows(
      this.#pool,
      nodeClassUserRow,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", name AS "nodePool",
          spec->'template'->'spec'->'nodeClassRef'->>'name' AS "nodeClass"
        FROM node_pools d WHERE ${allOf([
          Prisma.sql`cluster_id = ANY(${clusterIds})`,
          ...visibleRows(this.#scope('definition.read'), nodePoolPlace),
        ])} ORDER BY name`,
    );
  }

  /** Returns the revisions, newest first, at most `limit` of each definition. */
  async revisions(ids: readonly string[], limit: number): Promise<readonly RecordedRevision[]> {
    return readItems(
      this.#pool,
      {
        row: revisionRow,
        toItem: toRevision,
        identify: ({ clusterId, definitionId, revision }) => ({
          clusterId,
          object: `Definition/${definitionId} (revision ${revision})`,
        }),
      },
      Prisma.sql`
        SELECT r.definition_id AS "definitionId", r.cluster_id AS "clusterId", r.revision, r.spec,
          r.findings, r.saved_at AS "savedAt", r.saved_by AS "savedBy"
        FROM unnest(${ids}::text[]) AS wanted(id)
        CROSS JOIN LATERAL (
          SELECT * FROM definition_revisions WHERE definition_id = wanted.id
          ORDER BY revision DESC LIMIT ${limit}
        ) AS r`,
    );
  }

  /** Returns the nodes of the NodePools; NodePools without nodes have no row. */
  nodePoolNodes(keys: readonly NodePoolKey[]): Promise<readonly NodePoolNodes[]> {
    return readRows(
      this.#pool,
      poolNodesRow,
      Prisma.sql`
        SELECT n.cluster_id AS "clusterId", n.node_pool AS "nodePool", count(*)::int AS nodes,
          (count(*) - count(n.price_micro_usd_per_hour))::int AS "unpricedNodes",
          coalesce(sum(n.price_micro_usd_per_hour), 0)::float8 AS "priceMicroUsdPerHour"
        FROM node_rows n
        JOIN ${nodePoolKeys(keys)} USING (cluster_id, node_pool)
        GROUP BY 1, 2`,
    );
  }

  /** Returns the launch outcomes, see {@link selectOutcomes}. */
  async nodePoolOutcomes(
    keys: readonly NodePoolKey[],
    most: number,
  ): Promise<readonly (NodePoolKey & ClaimOutcome)[]> {
    return readRows(this.#pool, claimOutcomeRow, selectOutcomes(keys, most));
  }

  /**
   * Returns the budget statuses of one cluster, or of all, sorted by cluster, NodePool and reason.
   */
  budgetStatuses(clusterId: ClusterId | null): Promise<readonly BudgetStatusOfPool[]> {
    return readBudgetStatuses(
      this.#pool,
      Prisma.sql`WHERE ${allOf([
        ...whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
        ...visibleRows(this.#scope('node.read'), budgetPlace),
      ])}`,
    );
  }

  budgetStatusesOf(keys: readonly NodePoolKey[]): Promise<readonly BudgetStatusOfPool[]> {
    return readBudgetStatuses(
      this.#pool,
      Prisma.sql`
        JOIN ${nodePoolKeys(keys)} ON k.cluster_id = s.cluster_id AND k.node_pool = s.node_pool`,
    );
  }

  /**
   * Returns the manifests at the given times; a NodePool that is deleted or did not exist yet has
   * no row.
   */
  async nodePoolsAt(keys: readonly NodePoolMoment[]): Promise<readonly NodePoolThen[]> {
    return readItems(
      this.#pool,
      {
        row: nodePoolThenRow,
        toItem: (row) => ({ ...row, spec: nodePoolRevisionSpec.read(row.spec) }),
        identify: poolIdentity,
      },
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

const nodePoolPlace = { cluster: Prisma.sql`d.cluster_id`, nodePool: Prisma.sql`d.name` };
const budgetPlace = { cluster: Prisma.sql`s.cluster_id`, nodePool: Prisma.sql`s.node_pool` };

const columns = Prisma.sql`
  d.id, d.cluster_id AS "clusterId", d.name, d.source, d.revision, d.spec,
  d.drift_hash AS "driftHash", d.deletion_requested_at AS "deletionRequestedAt",
  d.object_generation AS "objectGeneration",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt", d.version`;

const sourceOf = (table: Prisma.Sql, selected: Prisma.Sql) => ({
  columns: selected,
  from: Prisma.sql`FROM ${table} d JOIN clusters c ON c.id = d.cluster_id`,
  countFrom: Prisma.sql`FROM ${table} d`,
  conditions: ({ clusterId, name }: DefinitionFilter) => [
    ...whenSet(clusterId, (id) => Prisma.sql`d.cluster_id = ${id}`),
    ...whenSet(name, (wanted) => Prisma.sql`d.name = ${wanted}`),
  ],
});

const byName: Order = {
  name: 'definitions',
  keys: [textKey(Prisma.sql`c.name`), textKey(Prisma.sql`d.name`)],
  direction: 'ASC',
};

type Named<Row> = Row & { readonly clusterName: string };

const definitionFields = {
  id: text,
  clusterId: text,
  clusterName: text,
  name: text,
  source: text,
  revision: number,
  spec: z.unknown(),
  driftHash: text,
  deletionRequestedAt: z.date().nullable(),
  objectGeneration: number.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: number,
};
const nodePoolRow: z.ZodType<Named<NodePoolRow>> = z.object(definitionFields);
const nodeClassRow: z.ZodType<Named<NodeClassRow>> = z.object({
  ...definitionFields,
  resolution: z.unknown(),
});

const refusalRow = z.object({
  clusterId: text,
  kind: text,
  name: text,
  generation: number.nullable(),
  extent: text,
  field: text,
  message: text,
  refusedAt: z.date(),
});

const nodeClassUserRow = z.object({ clusterId: text, nodePool: text, nodeClass: text });

const revisionRow = z.object({
  definitionId: text,
  clusterId: text,
  revision: number,
  spec: z.unknown(),
  findings: z.unknown(),
  savedAt: instant,
  savedBy: text,
});

/** @throws UnreadableRecord */
const toRevision = (row: z.output<typeof revisionRow>): RecordedRevision => ({
  definitionId: row.definitionId,
  revision: row.revision,
  spec: revisionSpec.read(row.spec),
  findings: revisionFindings.read(row.findings),
  savedAt: row.savedAt,
  savedBy: row.savedBy,
});

const poolNodesRow: z.ZodType<NodePoolNodes> = z.object({
  clusterId: text,
  nodePool: text,
  nodes: number,
  unpricedNodes: number,
  priceMicroUsdPerHour: number,
});

const nodePoolThenRow = z.object({
  clusterId: text,
  nodePool: text,
  at: number,
  spec: z.unknown(),
});

const poolIdentity = ({ clusterId, nodePool }: NodePoolKey): RowIdentity =>
  nodePoolIdentity({ clusterId, name: nodePool });

const budgetStatusRow = z.object({
  clusterId: text,
  nodePool: text,
  asOf: instant,
  status: z.unknown(),
  budget: z.unknown(),
});

/** @throws UnreadableRecord */
const toBudgetStatus = (row: z.output<typeof budgetStatusRow>): BudgetStatusOfPool => ({
  ...budgetStatus.read(row.status),
  clusterId: row.clusterId,
  asOf: row.asOf,
  budget: limitingBudget.readNullable(row.budget),
});

async function readBudgetStatuses(
  pool: pg.Pool,
  which: Prisma.Sql,
): Promise<readonly BudgetStatusOfPool[]> {
  return readItems(
    pool,
    {
      row: budgetStatusRow,
      toItem: toBudgetStatus,
      identify: ({ clusterId, nodePool }) => ({
        clusterId,
        object: `BudgetStatus/${nodePool}`,
      }),
    },
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", s.node_pool AS "nodePool", s.as_of AS "asOf", s.status,
        p.spec->'disruption'->'budgets'->(s.status->>'limitingBudget')::int AS budget
      FROM budget_statuses s
      LEFT JOIN node_pools p ON p.cluster_id = s.cluster_id AND p.name = s.node_pool
      ${which}
      ORDER BY s.cluster_id, s.node_pool, s.reason`,
  );
}
