import {
  livingClaimStates,
  type NodeClaim,
  type NodeClaimState,
  nodeClaimStates,
} from '@kerf/application';
import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { resourceList } from '../json/values.js';
import { toDate } from '../json.js';
import { type NodePoolKey, nodePoolKeys } from '../stores/row-keys.js';
import { float, selected, text } from '../tables/columns.js';
import { claimIdentity, nodeClaims } from '../tables/node-claims.js';
import { recordsOf } from '../tables/table.js';
import { type FieldRequirement, fieldConditions } from './field-requirements.js';
import {
  type ListOrder,
  nullableAmount,
  nullableText,
  orderBy,
  type Page,
  type PageRequest,
  readRows,
  type SortKeys,
  text as textKey,
  whenSet,
  wordKey,
} from './keyset.js';
import { ListReader } from './list-reader.js';
import { type ClaimFailure, readFailuresOfClaims } from './operation-failures.js';
import { everythingVisible, type VisibleScope, visibleRows } from './visible.js';

/** The fields of a NodeClaim that lists show. */
export type NodeClaimSummary = Omit<NodeClaim, 'plan' | 'terms' | 'standalone' | 'lastPodEventAt'>;

const instanceField = (name: string): Prisma.Sql =>
  Prisma.sql`(${storedMap(Prisma.sql`k.instance`)} ->> ${name})`;

const fieldColumns = {
  name: Prisma.sql`k.name`,
  nodePool: Prisma.sql`k.node_pool`,
  nodeClass: Prisma.sql`k.node_class`,
  nodeName: Prisma.sql`k.node_name`,
  decisionId: Prisma.sql`k.decision_id`,
  state: Prisma.sql`k.state`,
  instanceId: instanceField('instanceId'),
  instanceType: instanceField('instanceType'),
  zone: instanceField('zone'),
  capacityType: instanceField('capacityType'),
};

/** A field that NodeClaims can be selected by. */
export type NodeClaimField = keyof typeof fieldColumns;

export interface NodeClaimFilter {
  readonly fields?: readonly FieldRequirement<NodeClaimField>[] | null | undefined;
  readonly states?: readonly NodeClaimState[] | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  readonly requestedFrom?: Instant | null | undefined;
  /** Exclusive. */
  readonly requestedTo?: Instant | null | undefined;
}

/** Fields that NodeClaims are sorted by. */
export const nodeClaimOrderFields = [
  'REQUESTED_AT',
  'NAME',
  'NODE_POOL',
  'STATE',
  'INSTANCE_TYPE',
  'ZONE',
  'CAPACITY_TYPE',
  'PRICE',
  'READY_IN',
  'STATUS',
] as const;
export type NodeClaimOrderField = (typeof nodeClaimOrderFields)[number];
export type NodeClaimOrder = ListOrder<NodeClaimOrderField>;

const summary = nodeClaims.row.omit({
  plan: true,
  expireAfter: true,
  terminationGracePeriod: true,
  standalone: true,
  lastPodEventAt: true,
});

const claimPlace = { cluster: Prisma.sql`k.cluster_id`, nodePool: Prisma.sql`k.node_pool` };

/** IDs sort by creation time. */
const byAge = textKey(Prisma.sql`k.id`);

/** NodeClaims without a value come as if it were the smallest. The status is a failure or a termination. */
const sortKeys: SortKeys<NodeClaimOrderField, 'REQUESTED_AT'> = {
  NAME: textKey(Prisma.sql`k.name`),
  NODE_POOL: nullableText(Prisma.sql`k.node_pool`),
  STATE: wordKey(Prisma.sql`k.state`, nodeClaimStates),
  INSTANCE_TYPE: nullableText(instanceField('instanceType')),
  ZONE: nullableText(instanceField('zone')),
  CAPACITY_TYPE: nullableText(instanceField('capacityType')),
  PRICE: nullableAmount(instanceField('priceMicroUsdPerHour')),
  READY_IN: nullableAmount(
    Prisma.sql`extract(epoch FROM k.initialized_at - k.requested_at) * 1000`,
  ),
  STATUS: nullableText(
    Prisma.sql`coalesce(${storedMap(Prisma.sql`k.failure`)}->>'code', ${storedMap(Prisma.sql`k.termination`)}->>'step')`,
  ),
};

const newestFirst: NodeClaimOrder = { field: 'REQUESTED_AT', direction: 'DESC' };

export class NodeClaimQueries {
  readonly #pool: pg.Pool;
  readonly #list: ListReader<ClaimsOfCluster, NodeClaimSummary>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#list = new ListReader(pool, {
      columns: selected(summary.shape, 'k'),
      from: Prisma.sql`FROM node_claims k`,
      conditions,
      visible: () => visibleRows(scope('node.read'), claimPlace),
      ...recordsOf(summary, claimIdentity),
    });
  }

  page(
    clusterId: ClusterId,
    filter: NodeClaimFilter,
    page: PageRequest,
    order: NodeClaimOrder = newestFirst,
  ): Promise<Page<NodeClaimSummary>> {
    return this.#list.page(
      { ...filter, clusterId },
      orderBy('node claims', sortKeys, byAge, order),
      page,
    );
  }

  count(clusterId: ClusterId, filter: NodeClaimFilter): Promise<number> {
    return this.#list.count({ ...filter, clusterId });
  }

  byIds(ids: readonly NodeClaimId[]): Promise<readonly NodeClaimSummary[]> {
    return this.#list.all(Prisma.sql`k.id = ANY(${ids})`);
  }

  /** Returns the operations that keep failing for these NodeClaims. */
  failures(ids: readonly NodeClaimId[]): Promise<readonly ClaimFailure[]> {
    return readFailuresOfClaims(this.#pool, ids);
  }

  /**
   * Returns the usage of NodePools as limits count it: the capacity of their launched NodeClaims,
   * and `nodes`. NodePools without launched NodeClaims have no row.
   */
  usage(
    keys: readonly NodePoolKey[],
  ): Promise<readonly (NodePoolKey & { readonly usage: ResourceList })[]> {
    return readRows(
      this.#pool,
      usageRow,
      Prisma.sql`
        WITH living AS (
          SELECT cluster_id, node_pool, c.instance FROM node_claims c
          JOIN ${nodePoolKeys(keys)} USING (cluster_id, node_pool)
          WHERE c.state = ANY(${[...livingClaimStates]}) AND c.instance IS NOT NULL
        ), amounts AS (
          SELECT cluster_id, node_pool, resource, sum(amount::bigint)::float8 AS amount
          FROM living, jsonb_each_text(instance->'capacity') AS a(resource, amount)
          GROUP BY 1, 2, 3
          UNION ALL
          SELECT cluster_id, node_pool, 'nodes', count(*)::float8 FROM living GROUP BY 1, 2
        )
        SELECT cluster_id AS "clusterId", node_pool AS "nodePool",
          jsonb_object_agg(resource, amount) AS usage
        FROM amounts GROUP BY 1, 2`,
    );
  }

  /**
   * Returns the number of each NodePool's NodeClaims that are not terminating, launched or not.
   * NodePools without any have no row.
   */
  held(
    keys: readonly NodePoolKey[],
  ): Promise<readonly (NodePoolKey & { readonly held: number })[]> {
    const states = livingClaimStates.filter((state) => state !== 'Terminating');
    return readRows(
      this.#pool,
      heldRow,
      Prisma.sql`
        SELECT cluster_id AS "clusterId", node_pool AS "nodePool", count(*)::int AS held
        FROM node_claims c JOIN ${nodePoolKeys(keys)} USING (cluster_id, node_pool)
        WHERE c.state = ANY(${states})
        GROUP BY 1, 2`,
    );
  }
}

interface ClaimsOfCluster extends NodeClaimFilter {
  readonly clusterId: ClusterId;
}

function conditions({
  clusterId,
  states,
  nodePools,
  requestedFrom,
  requestedTo,
  fields,
}: ClaimsOfCluster): readonly Prisma.Sql[] {
  return [
    Prisma.sql`k.cluster_id = ${clusterId}`,
    ...whenSet(states, (words) => Prisma.sql`k.state = ANY(${words})`),
    ...whenSet(nodePools, (names) => Prisma.sql`k.node_pool = ANY(${names})`),
    ...whenSet(requestedFrom, (at) => Prisma.sql`k.requested_at >= ${toDate(at)}`),
    ...whenSet(requestedTo, (at) => Prisma.sql`k.requested_at < ${toDate(at)}`),
    ...fieldConditions(fieldColumns, fields),
  ];
}

const usageRow = z.object({ clusterId: text, nodePool: text, usage: resourceList });
const heldRow = z.object({ clusterId: text, nodePool: text, held: float });
