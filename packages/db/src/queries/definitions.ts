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
import { budgetStatus, limitingBudget, nodePoolRevisionSpec } from '../json/formats.js';
import { parseRow } from '../json/rows.js';
import { claimOutcomeRow, selectOutcomes } from '../stores/claim-outcomes.js';
import { type NodePoolKey, nodePoolKeys } from '../stores/row-keys.js';
import { float, instant, integer, json, selected, text } from '../tables/columns.js';
import {
  definitionRefusals,
  definitionRevisions,
  nodeClasses,
  nodePools,
} from '../tables/definitions.js';
import type { Table } from '../tables/table.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import {
  allOf,
  contains,
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

/** A NodePool with its disruption budgets, and the nodes that their percentages are of. */
export interface BudgetedNodePool extends NodePoolKey {
  readonly clusterName: string;
  /** Time at which the nodes were counted. */
  readonly asOf: Instant;
  readonly nodes: number;
  /** Budgets of the current manifest; empty if no manifest could be read. */
  readonly budgets: readonly BudgetManifest[];
  /** The field of its object that cannot be read, and why; `null` if all can be. */
  readonly refusedField: string | null;
  readonly refusedMessage: string | null;
}

/** Selects NodePools with their disruption budgets. */
export interface BudgetedNodePoolFilter {
  /** `null` for all clusters. */
  readonly clusterId?: ClusterId | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  /** A part of the name of the NodePool or its cluster. */
  readonly search?: string | null | undefined;
}

/** A NodePool at an instant. */
export interface NodePoolMoment extends NodePoolKey {
  readonly at: Instant;
}

export interface NodePoolThen extends NodePoolMoment {
  readonly spec: NodePoolManifest;
}

/** Selects NodePools or EC2NodeClasses. */
export interface DefinitionFilter {
  /** `null` for all clusters. */
  readonly clusterId: ClusterId | null;
  readonly name?: string | null | undefined;
}

export class DefinitionQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;
  readonly #nodePools: ListReader<DefinitionFilter, NodePoolRecord>;
  readonly #nodeClasses: ListReader<DefinitionFilter, NodeClassRecord>;
  readonly #budgetedPools: ListReader<BudgetedNodePoolFilter, BudgetedNodePool>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
    this.#nodePools = new ListReader(pool, {
      ...sourceOf(nodePools),
      visible: () => visibleRows(scope('definition.read'), nodePoolPlace),
    });
    this.#nodeClasses = new ListReader(pool, {
      ...sourceOf(nodeClasses),
      // EC2NodeClasses belong to the cluster; its NodePools share them.
      visible: () => visibleClusters(scope('definition.read'), Prisma.sql`d.cluster_id`),
    });
    this.#budgetedPools = new ListReader(pool, {
      ...budgetedPools,
      visible: () => visibleRows(scope('node.read'), budgetPlace),
    });
  }

  /** Returns evaluated NodePools with their disruption budgets, sorted by cluster and name. */
  budgetedNodePools(
    filter: BudgetedNodePoolFilter,
    page: PageRequest,
  ): Promise<Page<BudgetedNodePool>> {
    return this.#budgetedPools.page(filter, byBudgetedPool, page);
  }

  countBudgetedNodePools(filter: BudgetedNodePoolFilter): Promise<number> {
    return this.#budgetedPools.count(filter);
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
    return readRows(
      this.#pool,
      definitionRefusals.row,
      Prisma.sql`
        SELECT ${selected(definitionRefusals.row.shape, 'r')}
        FROM definition_refusals r WHERE cluster_id = ANY(${clusterIds})
        ORDER BY cluster_id, kind, name`,
    );
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
      definitionRevisions,
      Prisma.sql`
        SELECT ${selected(definitionRevisions.row.shape, 'r')} FROM unnest(${ids}::text[]) AS wanted(id)
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
      recordsOf(nodePoolThenRow, identifiedBy('NodePool', 'nodePool')),
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

/** The list of the definitions of a table, with the names of their clusters. */
const sourceOf = <T>(definitions: Table<T>) => ({
  columns: Prisma.sql`${selected(definitions.row.shape, 'd')}, c.name AS "clusterName"`,
  from: Prisma.sql`FROM ${Prisma.raw(definitions.name)} d JOIN clusters c ON c.id = d.cluster_id`,
  countFrom: Prisma.sql`FROM ${Prisma.raw(definitions.name)} d`,
  conditions: ({ clusterId, name }: DefinitionFilter) => [
    ...whenSet(clusterId, (id) => Prisma.sql`d.cluster_id = ${id}`),
    ...whenSet(name, (wanted) => Prisma.sql`d.name = ${wanted}`),
  ],
  read: (row: unknown) => ({ ...definitions.read(row), ...parseRow(clusterNameRow, row) }),
  identify: definitions.identify,
});
const clusterNameRow = z.object({ clusterName: text });

const byName: Order = {
  name: 'definitions',
  keys: [textKey(Prisma.sql`c.name`), textKey(Prisma.sql`d.name`)],
  direction: 'ASC',
};

const byBudgetedPool: Order = {
  name: 'budgeted NodePools',
  keys: [textKey(Prisma.sql`c.name`), textKey(Prisma.sql`s.node_pool`)],
  direction: 'ASC',
};

const budgetedPoolRow: z.ZodType<BudgetedNodePool> = z
  .object({
    clusterId: text,
    clusterName: text,
    nodePool: text,
    asOf: instant,
    status: json(budgetStatus),
    spec: json(nodePoolRevisionSpec).nullable(),
    refusedField: text.nullable(),
    refusedMessage: text.nullable(),
  })
  .transform(({ status, spec, ...row }) => ({
    ...row,
    nodes: status.nodes,
    budgets: spec?.disruption.budgets ?? [],
  }));

/** Each evaluated NodePool has a status for each reason, with the same number of nodes. */
const budgetedPools = {
  columns: Prisma.sql`s.cluster_id AS "clusterId", c.name AS "clusterName",
    s.node_pool AS "nodePool", s.as_of AS "asOf", s.status, p.spec,
    r.field AS "refusedField", r.message AS "refusedMessage"`,
  from: Prisma.sql`FROM budget_statuses s JOIN clusters c ON c.id = s.cluster_id
    LEFT JOIN node_pools p ON p.cluster_id = s.cluster_id AND p.name = s.node_pool
    LEFT JOIN definition_refusals r
      ON r.cluster_id = s.cluster_id AND r.kind = 'NodePool' AND r.name = s.node_pool`,
  countFrom: Prisma.sql`FROM budget_statuses s JOIN clusters c ON c.id = s.cluster_id`,
  conditions: ({ clusterId, nodePools: names, search }: BudgetedNodePoolFilter) => [
    Prisma.sql`s.reason = 'Empty'`,
    ...whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
    ...whenSet(names, (wanted) => Prisma.sql`s.node_pool = ANY(${wanted})`),
    ...whenSet(search, (part) => contains(Prisma.sql`c.name || '/' || s.node_pool`, part)),
  ],
  ...recordsOf(budgetedPoolRow, identifiedBy('NodePool', 'nodePool')),
};

const nodeClassUserRow = z.object({ clusterId: text, nodePool: text, nodeClass: text });

const poolNodesRow: z.ZodType<NodePoolNodes> = z.object({
  clusterId: text,
  nodePool: text,
  nodes: integer,
  unpricedNodes: integer,
  priceMicroUsdPerHour: float,
});

const nodePoolThenRow = z.object({
  clusterId: text,
  nodePool: text,
  at: float,
  spec: json(nodePoolRevisionSpec),
});

const budgetStatusRow = z
  .object({
    clusterId: text,
    asOf: instant,
    status: json(budgetStatus),
    budget: json(limitingBudget).nullable(),
  })
  .transform(({ status, ...row }) => ({ ...status, ...row }));

async function readBudgetStatuses(
  pool: pg.Pool,
  which: Prisma.Sql,
): Promise<readonly BudgetStatusOfPool[]> {
  return readItems(
    pool,
    recordsOf(budgetStatusRow, identifiedBy('BudgetStatus', 'nodePool')),
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", s.node_pool AS "nodePool", s.as_of AS "asOf", s.status,
        p.spec->'disruption'->'budgets'->(s.status->>'limitingBudget')::int AS budget
      FROM budget_statuses s
      LEFT JOIN node_pools p ON p.cluster_id = s.cluster_id AND p.name = s.node_pool
      ${which}
      ORDER BY s.cluster_id, s.node_pool, s.reason`,
  );
}
