import type { NodeRow } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { type CapacityType } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { computed, float, instant, integer, selected } from '../tables/columns.js';
import { nodeIdentity, nodeRows, nodeTotals } from '../tables/read-model.js';
import { recordsOf } from '../tables/table.js';
import { type FieldRequirement, fieldConditions } from './field-requirements.js';
import {
  allOf,
  bigint,
  contains,
  type Order,
  type Page,
  type PageRequest,
  readRows,
  type SortKey,
  text as textKey,
  whenSet,
} from './keyset.js';
import { ListReader, readItems } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleRows } from './visible.js';

/** A node in a list; the wide columns are in {@link NodeDetails}. */
export interface NodeSummary
  extends Omit<NodeRow, 'labels' | 'taints' | 'capacity' | 'allocatable' | 'requested'> {
  readonly cpuAllocatableMilli: number;
  readonly cpuRequestedMilli: number;
  readonly memoryAllocatableBytes: number;
  readonly memoryRequestedBytes: number;
  readonly podCapacity: number;
}

export type NodeDetails = Pick<
  NodeRow,
  'clusterId' | 'name' | 'labels' | 'taints' | 'allocatable' | 'requested'
>;

/** A node is identified by its cluster and its name. */
export type NodeKey = Pick<NodeRow, 'clusterId' | 'name'>;

/** A requirement on a label, as in Kubernetes: `NotIn` also selects objects without the label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** Empty for `Exists` and `DoesNotExist`. */
  readonly values: readonly string[];
}

const fieldColumns = {
  name: Prisma.sql`n.name`,
  nodePool: Prisma.sql`n.node_pool`,
  nodeClaimId: Prisma.sql`n.node_claim_id`,
  providerId: Prisma.sql`n.provider_id`,
  instanceType: Prisma.sql`n.instance_type`,
  zone: Prisma.sql`n.zone`,
  capacityType: Prisma.sql`n.capacity_type`,
  arch: Prisma.sql`n.arch`,
  state: Prisma.sql`n.state`,
};

/** A field that nodes can be selected by. */
export type NodeField = keyof typeof fieldColumns;

export interface NodeFilter {
  readonly fields?: readonly FieldRequirement<NodeField>[] | null | undefined;
  readonly labels?: readonly LabelRequirement[] | null | undefined;
  readonly search?: string | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  readonly capacityTypes?: readonly CapacityType[] | null | undefined;
  readonly states?: readonly NodeRow['state'][] | null | undefined;
  readonly instanceTypes?: readonly string[] | null | undefined;
  readonly zones?: readonly string[] | null | undefined;
  readonly managed?: boolean | null | undefined;
}

export interface NodeOrder {
  readonly field:
    | 'NAME'
    | 'NODE_POOL'
    | 'INSTANCE_TYPE'
    | 'PRICE'
    | 'CREATED_AT'
    | 'CPU'
    | 'MEMORY'
    | 'PODS';
  readonly direction: 'ASC' | 'DESC';
}

export type NodeTotals = Readonly<z.output<typeof totalsRow>>;

/** Returns the keys as rows `k(cluster_id, node_name)` to join with. */
export function nodeKeys(keys: readonly NodeKey[]): Prisma.Sql {
  return Prisma.sql`
    unnest(${keys.map((key) => key.clusterId)}::text[], ${keys.map((key) => key.name)}::text[])
      AS k(cluster_id, node_name)`;
}

const summary = nodeRows.row
  .omit({ labels: true, taints: true, capacity: true, allocatable: true, requested: true })
  .extend({
    ...nodeTotals,
    podCapacity: computed(
      integer,
      Prisma.sql`coalesce((${storedMap(Prisma.sql`n.allocatable`)}->>'pods')::int, 0)`,
    ),
    asOf: computed(instant, Prisma.sql`greatest(n.as_of, c.synced_at)`),
  });
const details = nodeRows.row.pick({
  clusterId: true,
  name: true,
  labels: true,
  taints: true,
  allocatable: true,
  requested: true,
});

/** A node row is written only when it changes; the cluster's sync time applies to all its rows. */
const fromNodes = Prisma.sql`FROM node_rows n JOIN clusters c ON c.id = n.cluster_id`;

export class NodeQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;
  readonly #list: ListReader<NodesOfCluster, NodeSummary>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
    this.#list = new ListReader(pool, {
      columns: selected(summary.shape, 'n'),
      from: fromNodes,
      conditions,
      visible: () => this.#visible(),
      ...recordsOf(summary, nodeIdentity),
    });
  }

  page(
    clusterId: ClusterId,
    filter: NodeFilter,
    order: NodeOrder,
    page: PageRequest,
  ): Promise<Page<NodeSummary>> {
    return this.#list.page({ ...filter, clusterId }, toOrder(order), page);
  }

  async totals(clusterId: ClusterId, filter: NodeFilter): Promise<NodeTotals> {
    const pendingPods = allOf(
      visibleRows(this.#scope('pod.read'), {
        cluster: Prisma.sql`cluster_id`,
        namespace: Prisma.sql`namespace`,
      }),
    );
    const where = [...conditions({ ...filter, clusterId }), ...this.#visible()];
    const [row] = await readRows(
      this.#pool,
      totalsRow,
      Prisma.sql`
        SELECT count(*)::int AS nodes, coalesce(sum(n.pod_count), 0)::int AS pods,
          (SELECT count(*)::int FROM pod_rows
           WHERE cluster_id = ${clusterId} AND phase = 'Pending' AND ${pendingPods}) AS "pendingPods",
          coalesce(sum(n.price_micro_usd_per_hour), 0)::float8 AS "priceMicroUsdPerHour",
          (count(*) - count(n.price_micro_usd_per_hour))::int AS "unpricedNodes",
          coalesce(sum(n.cpu_requested_milli), 0)::float8 AS "cpuRequestedMilli",
          coalesce(sum(n.cpu_allocatable_milli), 0)::float8 AS "cpuAllocatableMilli",
          coalesce(sum(n.memory_requested_bytes), 0)::float8 AS "memoryRequestedBytes",
          coalesce(sum(n.memory_allocatable_bytes), 0)::float8 AS "memoryAllocatableBytes"
        FROM node_rows n WHERE ${allOf(where)}`,
    );
    return row ?? noNodes;
  }

  find({ clusterId, name }: NodeKey): Promise<NodeSummary | null> {
    return this.#list.find(Prisma.sql`n.cluster_id = ${clusterId} AND n.name = ${name}`);
  }

  async details(keys: readonly NodeKey[]): Promise<readonly NodeDetails[]> {
    return readItems(
      this.#pool,
      recordsOf(details, nodeIdentity),
      Prisma.sql`
        SELECT ${selected(details.shape, 'n')} FROM node_rows n
        JOIN ${nodeKeys(keys)} ON k.cluster_id = n.cluster_id AND k.node_name = n.name
        WHERE ${allOf(this.#visible())}`,
    );
  }

  #visible(): readonly Prisma.Sql[] {
    const place = { cluster: Prisma.sql`n.cluster_id`, nodePool: Prisma.sql`n.node_pool` };
    return visibleRows(this.#scope('node.read'), place);
  }
}

const noNodes: NodeTotals = {
  nodes: 0,
  pods: 0,
  pendingPods: 0,
  priceMicroUsdPerHour: 0,
  unpricedNodes: 0,
  cpuRequestedMilli: 0,
  cpuAllocatableMilli: 0,
  memoryRequestedBytes: 0,
  memoryAllocatableBytes: 0,
};

interface NodesOfCluster extends NodeFilter {
  readonly clusterId: ClusterId;
}

function conditions(filter: NodesOfCluster): readonly Prisma.Sql[] {
  return [
    Prisma.sql`n.cluster_id = ${filter.clusterId}`,
    ...whenSet(
      filter.search,
      (part) =>
        Prisma.sql`(${contains(Prisma.sql`n.name`, part)} OR ${contains(Prisma.sql`n.instance_type`, part)})`,
    ),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`n.node_pool = ANY(${names})`),
    ...whenSet(filter.capacityTypes, (types) => Prisma.sql`n.capacity_type = ANY(${types})`),
    ...whenSet(filter.states, (states) => Prisma.sql`n.state = ANY(${states})`),
    ...whenSet(filter.instanceTypes, (types) => Prisma.sql`n.instance_type = ANY(${types})`),
    ...whenSet(filter.zones, (zones) => Prisma.sql`n.zone = ANY(${zones})`),
    ...(filter.labels ?? []).map(labelCondition),
    ...fieldConditions(fieldColumns, filter.fields),
    ...whenSet(filter.managed, (managed) =>
      managed ? Prisma.sql`n.node_claim_id IS NOT NULL` : Prisma.sql`n.node_claim_id IS NULL`,
    ),
  ];
}

function labelCondition({ key, operator, values }: LabelRequirement): Prisma.Sql {
  const value = Prisma.sql`(${storedMap(Prisma.sql`n.labels`)} ->> ${key})`;
  switch (operator) {
    case 'In':
      return Prisma.sql`${value} = ANY(${values})`;
    case 'NotIn':
      return Prisma.sql`(${value} IS NULL OR ${value} <> ALL(${values}))`;
    case 'Exists':
      return Prisma.sql`${value} IS NOT NULL`;
    default:
      return Prisma.sql`${value} IS NULL`;
  }
}

/**
 * Nodes without a value sort as if it were the smallest. CPU and memory sort by the requested
 * share.
 */
const sortKeys: Readonly<Record<Exclude<NodeOrder['field'], 'NAME'>, SortKey>> = {
  NODE_POOL: textKey(Prisma.sql`coalesce(n.node_pool, '')`),
  INSTANCE_TYPE: textKey(Prisma.sql`coalesce(n.instance_type, '')`),
  PRICE: bigint(Prisma.sql`coalesce(n.price_micro_usd_per_hour, -1)`),
  CREATED_AT: bigint(Prisma.sql`(extract(epoch FROM n.created_at) * 1000)::bigint`),
  CPU: bigint(
    Prisma.sql`coalesce(n.cpu_requested_milli * 10000 / nullif(n.cpu_allocatable_milli, 0), 0)`,
  ),
  MEMORY: bigint(
    Prisma.sql`coalesce(n.memory_requested_bytes * 10000 / nullif(n.memory_allocatable_bytes, 0), 0)`,
  ),
  PODS: bigint(Prisma.sql`n.pod_count`),
};

function toOrder({ field, direction }: NodeOrder): Order {
  const name = textKey(Prisma.sql`n.name`);
  return {
    name: `nodes ${field}`,
    keys: field === 'NAME' ? [name] : [sortKeys[field], name],
    direction,
  };
}

const totalsRow = z.object({
  nodes: float,
  pods: float,
  /** The whole cluster's, because a pending pod is on no node. */
  pendingPods: float,
  priceMicroUsdPerHour: float,
  unpricedNodes: float,
  cpuRequestedMilli: float,
  cpuAllocatableMilli: float,
  memoryRequestedBytes: float,
  memoryAllocatableBytes: float,
});
