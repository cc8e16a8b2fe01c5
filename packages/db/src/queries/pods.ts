import type { PodRow, PodVerdict } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { podVerdict } from '../json/formats.js';
import { storedMap } from '../json/rows.js';
import { computed, float, instant, json, selected, text } from '../tables/columns.js';
import { podIdentity, podRows } from '../tables/read-model.js';
import { recordsOf } from '../tables/table.js';
import { type FieldRequirement, fieldConditions } from './field-requirements.js';
import {
  allOf,
  bigint,
  type Order,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text as textKey,
  whenSet,
} from './keyset.js';
import { ListReader, readItems } from './list-reader.js';
import { type NodeKey, nodeKeys } from './nodes.js';
import { ownedBy } from './owned-by.js';
import { everythingVisible, type RowPlace, type VisibleScope, visibleRows } from './visible.js';

/** A pod with its part of the price of its node. */
export interface PodSummary extends PodRow {
  /** See {@link podPrice}; `null` without a node, and if the price of the node is unknown. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
}

/** Selects pods of a cluster. */
export interface PodFilter {
  readonly clusterId: ClusterId;
  readonly namespace: string;
  /** E.g. `Deployment`, or `ReplicaSet` for those of one template. */
  readonly ownerKind: string;
  readonly ownerName: string;
}

/** Sums over pods. */
export type PodTotals = Readonly<z.output<typeof podTotalsRow>>;

export interface PendingPod
  extends Pick<
    PodRow,
    | 'clusterId'
    | 'uid'
    | 'namespace'
    | 'name'
    | 'ownerKind'
    | 'ownerName'
    | 'requests'
    | 'createdAt'
    | 'schedulerMessage'
  > {
  /** `null` until Kerf has considered the pod. */
  readonly verdict: PodVerdict | null;
  readonly evaluatedAt: Instant | null;
}

/** Pending pods of one owner; a pod without an owner is a group of its own, with the pod's name. */
export interface PendingPodGroup extends PendingPodGroupKey {
  readonly clusterName: string;
  readonly count: number;
  readonly oldestCreatedAt: Instant;
  readonly lastEvaluatedAt: Instant | null;
}

export type PendingPodGroupKey = Pick<
  PodRow,
  'clusterId' | 'namespace' | 'ownerKind' | 'ownerName'
>;

/** Returns the group of a pending pod. */
export const groupOfPending = (pod: PendingPod): PendingPodGroupKey => ({
  clusterId: pod.clusterId,
  namespace: pod.namespace,
  ownerKind: pod.ownerKind,
  ownerName: pod.ownerName === '' ? pod.name : pod.ownerName,
});

const fieldColumns = {
  uid: Prisma.sql`p.uid`,
  namespace: Prisma.sql`p.namespace`,
  name: Prisma.sql`p.name`,
  ownerKind: Prisma.sql`p.owner_kind`,
  ownerName: Prisma.sql`p.owner_name`,
};

export interface PendingGroupFilter {
  readonly clusterId: ClusterId | null;
  /** Names of teams that own the namespace or the cluster now. */
  readonly teams?: readonly string[] | null | undefined;
}

/** A field that pending pods can be selected by. */
export type PendingPodField = keyof typeof fieldColumns;

export interface PendingPodFilter extends PendingGroupFilter {
  readonly fields?: readonly FieldRequirement<PendingPodField>[] | null | undefined;
}

export class PodQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;
  readonly #pending: ListReader<PendingPodFilter, PendingPod>;
  readonly #pods: ListReader<PodFilter, PodSummary>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
    this.#pending = new ListReader(pool, {
      columns: selected(pending.shape, 'p'),
      from: Prisma.sql`${fromPending} ${joinVerdict}`,
      conditions: ({ fields, ...filter }: PendingPodFilter) => [
        ...groupConditions(filter),
        ...fieldConditions(fieldColumns, fields),
      ],
      visible: () => this.#visiblePending(),
      ...recordsOf(pending, podIdentity),
    });
    this.#pods = new ListReader(pool, {
      columns: selected(podSummary.shape, 'p'),
      from: fromPods,
      conditions: podConditions,
      visible: () => visibleRows(scope('pod.read'), podPlace),
      ...recordsOf(podSummary, podIdentity),
    });
  }

  /** Returns the pods of the nodes, sorted by namespace and name, with daemon pods last. */
  async onNodes(keys: readonly NodeKey[]): Promise<readonly PodSummary[]> {
    return this.#pods.all(Prisma.sql`
      (p.cluster_id, p.node_name) IN (SELECT k.cluster_id, k.node_name FROM ${nodeKeys(keys)})
      ORDER BY p.is_daemon, p.namespace, p.name`);
  }

  /** Returns a pod by its name: the newest one, if the rows still have one that is gone. */
  find({
    clusterId,
    namespace,
    name,
  }: Pick<PodRow, 'clusterId' | 'namespace' | 'name'>): Promise<PodSummary | null> {
    return this.#pods.find(Prisma.sql`p.cluster_id = ${clusterId} AND p.namespace = ${namespace}
      AND p.name = ${name} ORDER BY p.created_at DESC LIMIT 1`);
  }

  /** Returns pods of an owner, sorted by name. */
  page(filter: PodFilter, page: PageRequest): Promise<Page<PodSummary>> {
    return this.#pods.page(filter, byPodName, page);
  }

  async totals(filter: PodFilter): Promise<PodTotals> {
    const where = [...podConditions(filter), ...visibleRows(this.#scope('pod.read'), podPlace)];
    const [row] = await readRows(
      this.#pool,
      podTotalsRow,
      Prisma.sql`
        SELECT count(*)::int AS pods,
          (count(*) FILTER (WHERE p.phase = 'Pending'))::int AS "pendingPods",
          count(DISTINCT p.node_name)::int AS nodes,
          coalesce(sum(${podPrice}), 0)::float8 AS "priceMicroUsdPerHour",
          (count(p.node_name) - count(${podPrice}))::int AS "unpricedPods"
        ${fromPods} WHERE ${allOf(where)}`,
    );
    return row ?? noPods;
  }

  pendingGroups(filter: PendingGroupFilter, page: PageRequest): Promise<Page<PendingPodGroup>> {
    return readGroups(this.#pool, [...groupConditions(filter), ...this.#visiblePending()], page);
  }

  /** Returns the number of pending groups and pods. */
  async pendingCounts(
    filter: PendingGroupFilter,
  ): Promise<{ readonly groups: number; readonly pods: number }> {
    const [row] = await readRows(
      this.#pool,
      pendingCountsRow,
      Prisma.sql`
        SELECT count(*)::int AS groups, coalesce(sum(count), 0)::int AS pods FROM (
          SELECT count(*) AS count ${fromPending}
          WHERE ${allOf([...groupConditions(filter), ...this.#visiblePending()])}
          GROUP BY p.cluster_id, p.namespace, p.owner_kind, ${ownerName}
        ) AS g`,
    );
    return row ?? { groups: 0, pods: 0 };
  }

  /** Returns the oldest pods of each group, at most `limit` of them. */
  async pendingOfGroups(
    keys: readonly PendingPodGroupKey[],
    limit: number,
  ): Promise<readonly PendingPod[]> {
    return readItems(
      this.#pool,
      recordsOf(pending, podIdentity),
      Prisma.sql`
        SELECT o.* FROM unnest(
          ${keys.map((key) => key.clusterId)}::text[], ${keys.map((key) => key.namespace)}::text[],
          ${keys.map((key) => key.ownerKind)}::text[], ${keys.map((key) => key.ownerName)}::text[]
        ) AS k(cluster_id, namespace, owner_kind, owner_name)
        CROSS JOIN LATERAL (
          SELECT ${selected(pending.shape, 'p')} FROM pod_rows p ${joinVerdict}
          WHERE p.phase = 'Pending' AND p.cluster_id = k.cluster_id AND p.namespace = k.namespace
            AND p.owner_kind = k.owner_kind AND ${ownerName} = k.owner_name
          ORDER BY p.created_at, p.uid LIMIT ${limit}
        ) AS o`,
    );
  }

  /** Returns pending pods of one cluster, or of all, oldest first. */
  pendingPage(filter: PendingPodFilter, page: PageRequest): Promise<Page<PendingPod>> {
    return this.#pending.page(filter, podOrder, page);
  }

  findPending(clusterId: ClusterId, uid: string): Promise<PendingPod | null> {
    return this.#pending.find(Prisma.sql`p.cluster_id = ${clusterId} AND p.uid = ${uid}`);
  }

  #visiblePending(): readonly Prisma.Sql[] {
    return visibleRows(this.#scope('pod.read'), pendingPlace);
  }
}

/** A pending pod has no NodePool yet. */
const pendingPlace = { cluster: Prisma.sql`p.cluster_id`, namespace: Prisma.sql`p.namespace` };

/** Pods with their nodes; a pending pod has none. */
export const fromPods: Prisma.Sql = Prisma.sql`FROM pod_rows p
  LEFT JOIN node_rows n ON n.cluster_id = p.cluster_id AND n.name = p.node_name`;

/** A pod is visible by its namespace, or by the NodePool of its node. */
export const podPlace: RowPlace = { ...pendingPlace, nodePool: Prisma.sql`n.node_pool` };

const requested = (resource: string): Prisma.Sql =>
  Prisma.sql`coalesce((${storedMap(Prisma.sql`p.requests`)}->>${resource})::float8, 0)`;

/**
 * A pod's part of the price of its node: one half by its share of the allocatable CPU, the other half by
 * that of the memory. The parts of all pods add up to less than the price where a node has room left.
 */
export const podPrice: Prisma.Sql = Prisma.sql`round(n.price_micro_usd_per_hour * (
    coalesce(${requested('cpu')} / nullif(n.cpu_allocatable_milli, 0), 0)
    + coalesce(${requested('memory')} / nullif(n.memory_allocatable_bytes, 0), 0)) / 2)::float8`;

const podSummary = podRows.row.extend({
  priceMicroUsdPerHour: computed(float.nullable(), podPrice),
});

/** The name of a Deployment is not that of its ReplicaSets, so that a pod has two owners. */
const podConditions = (filter: PodFilter): readonly Prisma.Sql[] => {
  const { clusterId, namespace, ownerKind, ownerName: name } = filter;
  return [
    Prisma.sql`p.cluster_id = ${clusterId}`,
    Prisma.sql`p.namespace = ${namespace}`,
    ownerKind === 'Deployment'
      ? Prisma.sql`p.deployment = ${name}`
      : Prisma.sql`p.owner_kind = ${ownerKind} AND p.owner_name = ${name}`,
  ];
};

const byPodName: Order = {
  name: 'pods',
  keys: [textKey(Prisma.sql`p.name`), textKey(Prisma.sql`p.uid`)],
  direction: 'ASC',
};

const podTotalsRow = z.object({
  pods: float,
  pendingPods: float,
  nodes: float,
  priceMicroUsdPerHour: float,
  /** Pods on nodes whose price is unknown. */
  unpricedPods: float,
});

const noPods: PodTotals = {
  pods: 0,
  pendingPods: 0,
  nodes: 0,
  priceMicroUsdPerHour: 0,
  unpricedPods: 0,
};

/**
 * Joins the clusters, so that the index by cluster and phase also serves queries of all clusters.
 */
const fromPending = Prisma.sql`
  FROM clusters c JOIN pod_rows p ON p.cluster_id = c.id AND p.phase = 'Pending'`;
const joinVerdict = Prisma.sql`
  LEFT JOIN pod_verdicts v ON v.cluster_id = p.cluster_id AND v.pod_uid = p.uid`;

/** Like {@link groupOfPending}: pods without an owner are not grouped together. */
const ownerName = Prisma.sql`CASE WHEN p.owner_name = '' THEN p.name ELSE p.owner_name END`;

const pending = podRows.row
  .omit({ nodeName: true, phase: true, isDaemon: true, asOf: true })
  .extend({
    verdict: computed(json(podVerdict).nullable(), Prisma.sql`v.verdict`),
    evaluatedAt: computed(instant.nullable(), Prisma.sql`v.evaluated_at`),
  });

const podOrder: Order = {
  name: 'pending pods',
  keys: [
    bigint(Prisma.sql`(extract(epoch FROM p.created_at) * 1000)::bigint`),
    textKey(Prisma.sql`p.cluster_id`),
    textKey(Prisma.sql`p.uid`),
  ],
  direction: 'ASC',
};

const groupConditions = ({ clusterId, teams }: PendingGroupFilter): readonly Prisma.Sql[] => [
  ...whenSet(clusterId, (id) => Prisma.sql`c.id = ${id}`),
  ...whenSet(teams, (names) => ownedBy(names, pendingPlace)),
];

const groupRow: z.ZodType<PendingPodGroup> = z.object({
  clusterId: text,
  clusterName: text,
  namespace: text,
  ownerKind: text,
  ownerName: text,
  count: float,
  oldestCreatedAt: instant,
  lastEvaluatedAt: instant.nullable(),
});

const pendingCountsRow = z.object({ groups: float, pods: float });

const groupOrder: Order = {
  name: 'pending pod groups',
  keys: [
    bigint(Prisma.sql`(extract(epoch FROM "oldestCreatedAt") * 1000)::bigint`),
    textKey(Prisma.sql`"clusterId"`),
    textKey(Prisma.sql`namespace`),
    textKey(Prisma.sql`"ownerKind"`),
    textKey(Prisma.sql`"ownerName"`),
  ],
  direction: 'ASC',
};

function readGroups(
  pool: pg.Pool,
  where: readonly Prisma.Sql[],
  page: PageRequest,
): Promise<Page<PendingPodGroup>> {
  return readPage(pool, {
    columns: Prisma.sql`*`,
    from: Prisma.sql`FROM (
      SELECT p.cluster_id AS "clusterId", c.name AS "clusterName", p.namespace,
        p.owner_kind AS "ownerKind", ${ownerName} AS "ownerName", count(*)::int AS count,
        min(p.created_at) AS "oldestCreatedAt", max(v.evaluated_at) AS "lastEvaluatedAt"
      ${fromPending} ${joinVerdict} WHERE ${allOf(where)}
      GROUP BY p.cluster_id, c.name, p.namespace, p.owner_kind, ${ownerName}
    ) AS g`,
    where: [],
    row: groupRow,
    order: groupOrder,
    page,
  });
}
