import type { PodRow, PodVerdict } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type { ResourceList } from '@kerf/engine';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toInstant, toNullableInstant } from '../json.js';
import {
  bigint,
  mapPage,
  type Order,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text,
  whenSet,
} from './keyset.js';
import { type NodeKey, nodeKeys } from './nodes.js';

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
  /** `null` while Kerf has not considered it. */
  readonly verdict: PodVerdict | null;
  readonly evaluatedAt: Instant | null;
}

/** Waiting pods of one owner; a pod that nothing owns is a group of its own, by its name. */
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

/** The group of a waiting pod. */
export const groupOfPending = (pod: PendingPod): PendingPodGroupKey => ({
  clusterId: pod.clusterId,
  namespace: pod.namespace,
  ownerKind: pod.ownerKind,
  ownerName: pod.ownerName === '' ? pod.name : pod.ownerName,
});

const podPhases = ['Pending', 'Bound', 'Terminating'] as const;

export class PodQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Daemons last, then by namespace and name. */
  async onNodes(keys: readonly NodeKey[]): Promise<readonly PodRow[]> {
    const rows = await readRows<PodRowRow>(
      this.#pool,
      Prisma.sql`
        SELECT p.cluster_id AS "clusterId", p.uid, p.namespace, p.name, p.owner_kind AS "ownerKind",
          p.owner_name AS "ownerName", p.node_name AS "nodeName", p.phase, p.is_daemon AS "isDaemon",
          p.requests, p.created_at AS "createdAt", p.scheduler_message AS "schedulerMessage",
          p.as_of AS "asOf"
        FROM pod_rows p
        JOIN ${nodeKeys(keys)} USING (cluster_id, node_name)
        ORDER BY p.is_daemon, p.namespace, p.name`,
    );
    return rows.map((row) => ({
      ...row,
      phase: oneOf(podPhases, row.phase),
      createdAt: toInstant(row.createdAt),
      asOf: toInstant(row.asOf),
    }));
  }

  pendingGroups(clusterId: ClusterId | null, page: PageRequest): Promise<Page<PendingPodGroup>> {
    return readGroups(this.#pool, clusterId, page);
  }

  /** Of one cluster, or of all. */
  async pendingCounts(
    clusterId: ClusterId | null,
  ): Promise<{ readonly groups: number; readonly pods: number }> {
    const [row] = await readRows<{ groups: number; pods: number }>(
      this.#pool,
      Prisma.sql`
        SELECT count(*)::int AS groups, coalesce(sum(count), 0)::int AS pods FROM (
          SELECT count(*) AS count ${fromPending} WHERE ${ofCluster(clusterId)}
          GROUP BY p.cluster_id, p.namespace, p.owner_kind, ${ownerName}
        ) AS g`,
    );
    return row ?? { groups: 0, pods: 0 };
  }

  /** The oldest of each group, at most `limit` of them. */
  async pendingOfGroups(
    keys: readonly PendingPodGroupKey[],
    limit: number,
  ): Promise<readonly PendingPod[]> {
    const rows = await readRows<PendingPodRow>(
      this.#pool,
      Prisma.sql`
        SELECT o.* FROM unnest(
          ${keys.map((key) => key.clusterId)}::text[], ${keys.map((key) => key.namespace)}::text[],
          ${keys.map((key) => key.ownerKind)}::text[], ${keys.map((key) => key.ownerName)}::text[]
        ) AS k(cluster_id, namespace, owner_kind, owner_name)
        CROSS JOIN LATERAL (
          SELECT ${pendingColumns} FROM pod_rows p ${joinVerdict}
          WHERE p.phase = 'Pending' AND p.cluster_id = k.cluster_id AND p.namespace = k.namespace
            AND p.owner_kind = k.owner_kind AND ${ownerName} = k.owner_name
          ORDER BY p.created_at, p.uid LIMIT ${limit}
        ) AS o`,
    );
    return rows.map(toPendingPod);
  }

  /** Oldest first; of one cluster, or of all. */
  async pendingPage(clusterId: ClusterId | null, page: PageRequest): Promise<Page<PendingPod>> {
    return mapPage(
      await readPage<PendingPodRow>(this.#pool, {
        columns: pendingColumns,
        from: Prisma.sql`${fromPending} ${joinVerdict}`,
        where: [ofCluster(clusterId)],
        order: podOrder,
        page,
      }),
      toPendingPod,
    );
  }

  async findPending(clusterId: ClusterId, uid: string): Promise<PendingPod | null> {
    const [row] = await readRows<PendingPodRow>(
      this.#pool,
      Prisma.sql`
        SELECT ${pendingColumns} FROM pod_rows p ${joinVerdict}
        WHERE p.cluster_id = ${clusterId} AND p.uid = ${uid} AND p.phase = 'Pending'`,
    );
    return row === undefined ? null : toPendingPod(row);
  }
}

type PodRowRow = Omit<PodRow, 'phase' | 'createdAt' | 'asOf'> & {
  readonly phase: string;
  readonly createdAt: Date;
  readonly asOf: Date;
};

/** By way of the clusters, so that the index by cluster and phase serves the whole fleet too. */
const fromPending = Prisma.sql`
  FROM clusters c JOIN pod_rows p ON p.cluster_id = c.id AND p.phase = 'Pending'`;
const joinVerdict = Prisma.sql`
  LEFT JOIN pod_verdicts v ON v.cluster_id = p.cluster_id AND v.pod_uid = p.uid`;

/** As {@link groupOfPending}: pods that nothing owns have little in common. */
const ownerName = Prisma.sql`CASE WHEN p.owner_name = '' THEN p.name ELSE p.owner_name END`;

const pendingColumns = Prisma.sql`
  p.cluster_id AS "clusterId", p.uid, p.namespace, p.name, p.owner_kind AS "ownerKind",
  p.owner_name AS "ownerName", p.requests, p.created_at AS "createdAt",
  p.scheduler_message AS "schedulerMessage", v.verdict, v.evaluated_at AS "evaluatedAt"`;

const podOrder: Order = {
  name: 'pending pods',
  keys: [
    bigint(Prisma.sql`(extract(epoch FROM p.created_at) * 1000)::bigint`),
    text(Prisma.sql`p.cluster_id`),
    text(Prisma.sql`p.uid`),
  ],
  direction: 'ASC',
};

function ofCluster(clusterId: ClusterId | null): Prisma.Sql {
  const [condition] = whenSet(clusterId, (id) => Prisma.sql`c.id = ${id}`);
  return condition ?? Prisma.sql`true`;
}

interface PendingPodRow {
  readonly clusterId: string;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ownerKind: string;
  readonly ownerName: string;
  readonly requests: ResourceList;
  readonly createdAt: Date;
  readonly schedulerMessage: string | null;
  readonly verdict: PodVerdict | null;
  readonly evaluatedAt: Date | null;
}

function toPendingPod(row: PendingPodRow): PendingPod {
  const { createdAt, evaluatedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: toInstant(createdAt),
    evaluatedAt: toNullableInstant(evaluatedAt),
  };
}

interface GroupRow {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly namespace: string;
  readonly ownerKind: string;
  readonly ownerName: string;
  readonly count: number;
  readonly oldestCreatedAt: Date;
  readonly lastEvaluatedAt: Date | null;
}

const groupOrder: Order = {
  name: 'pending pod groups',
  keys: [
    bigint(Prisma.sql`(extract(epoch FROM "oldestCreatedAt") * 1000)::bigint`),
    text(Prisma.sql`"clusterId"`),
    text(Prisma.sql`namespace`),
    text(Prisma.sql`"ownerKind"`),
    text(Prisma.sql`"ownerName"`),
  ],
  direction: 'ASC',
};

async function readGroups(
  pool: pg.Pool,
  clusterId: ClusterId | null,
  page: PageRequest,
): Promise<Page<PendingPodGroup>> {
  return mapPage(
    await readPage<GroupRow>(pool, {
      columns: Prisma.sql`*`,
      from: Prisma.sql`FROM (
        SELECT p.cluster_id AS "clusterId", c.name AS "clusterName", p.namespace,
          p.owner_kind AS "ownerKind", ${ownerName} AS "ownerName", count(*)::int AS count,
          min(p.created_at) AS "oldestCreatedAt", max(v.evaluated_at) AS "lastEvaluatedAt"
        ${fromPending} ${joinVerdict} WHERE ${ofCluster(clusterId)}
        GROUP BY p.cluster_id, c.name, p.namespace, p.owner_kind, ${ownerName}
      ) AS g`,
      where: [],
      order: groupOrder,
      page,
    }),
    ({ oldestCreatedAt, lastEvaluatedAt, clusterId: id, clusterName, ...group }) => ({
      clusterId: id,
      clusterName,
      namespace: group.namespace,
      ownerKind: group.ownerKind,
      ownerName: group.ownerName,
      count: group.count,
      oldestCreatedAt: toInstant(oldestCreatedAt),
      lastEvaluatedAt: toNullableInstant(lastEvaluatedAt),
    }),
  );
}
