import { assertNever, type ClusterId, type MicroUsdPerHour, type TeamId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedMap } from '../json/rows.js';
import { float, text } from '../tables/columns.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { ownedBy } from './owned-by.js';
import { podPlace, podPrice } from './pods.js';
import { type VisibleScope, visibleRows } from './visible.js';

/** Groups to which the cost of pods is allocated. */
export const costAllocationDimensions = ['Namespace', 'Team', 'Label', 'Owner'] as const;
export type CostAllocationDimension = (typeof costAllocationDimensions)[number];

/** A dimension whose groups can be divided further; owners have pages of their own. */
export type CostGroupDimension = Exclude<CostAllocationDimension, 'Owner'>;

/**
 * Kinds of shares: pods of one group; the smallest groups together; pods of teams that the caller may not
 * see; pods whose labels are not recorded yet; pods that the caller may not see; and what no pod requests.
 */
export const costShareKinds = [
  'Pods',
  'Other',
  'OtherTeams',
  'NotRecorded',
  'Hidden',
  'Idle',
] as const;
export type CostShareKind = (typeof costShareKinds)[number];

export interface CostAllocationRequest {
  readonly by: CostAllocationDimension;
  /** Key of the label for `Label`, as `by` or as `of`. */
  readonly label: string | null;
  readonly clusterId: ClusterId | null;
  /** Names of teams that own the namespace, the NodePool or the cluster now. */
  readonly teams?: readonly string[] | null | undefined;
  /** Only the pods of one group: of the allocation by `dimension`, the one with `key`. */
  readonly of: { readonly dimension: CostGroupDimension; readonly key: string } | null;
  /** IDs of the teams whose names the caller may see; `null` for all. */
  readonly knownTeams: readonly TeamId[] | null;
  /** Number of groups; the smallest others are merged. */
  readonly limit: number;
}

/** The current cost of nodes, divided among groups of pods and what is idle; the shares add up to it. */
export interface CostAllocation {
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  /** Nodes that the caller may see, of those that are selected. */
  readonly nodes: number;
  /** The number of these without a known price; no share includes them. */
  readonly unpricedNodes: number;
  /** Groups with the highest cost first, then the other kinds. */
  readonly shares: readonly CostAllocationShare[];
}

export interface CostAllocationShare {
  readonly kind: CostShareKind;
  /** Namespace, teams, value of the label, or name of the owner; empty for pods without one. */
  readonly key: string;
  /** Only of owners, as the next three. */
  readonly clusterId: ClusterId | null;
  readonly clusterName: string | null;
  readonly namespace: string | null;
  readonly ownerKind: string | null;
  /** Number of groups that the share has; 0 of what is idle. */
  readonly groups: number;
  readonly pods: number;
  /** Pods on nodes whose price is unknown; the price includes none of them. */
  readonly unpricedPods: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

const shareRow = z.object({
  kind: z.enum(['Nodes', 'Pods', 'Other', 'OtherTeams', 'NotRecorded', 'Hidden']),
  key: text,
  clusterId: text.nullable(),
  clusterName: text.nullable(),
  namespace: text.nullable(),
  ownerKind: text.nullable(),
  groups: float,
  /** Pods; of the row `Nodes`, nodes. */
  count: float,
  unpriced: float,
  price: float,
  /** The part of `price` that is of nodes which the caller may see. */
  ofNodes: float,
});
type ShareRow = z.output<typeof shareRow>;

/** Returns the current cost, allocated to groups of pods. */
export async function readCostAllocation(
  pool: pg.Pool,
  request: CostAllocationRequest,
  scope: VisibleScope,
): Promise<CostAllocation> {
  const rows = await readRows(pool, shareRow, allocation(request, scope));
  const nodes = rows.find(({ kind }) => kind === 'Nodes');
  const pods = rows.flatMap((row) => toShare(row));
  const allocated = rows.reduce(
    (sum, { kind, ofNodes }) => sum + (kind === 'Nodes' ? 0 : ofNodes),
    0,
  );
  const idle = request.of === null && nodes !== undefined && nodes.count > 0;
  const shares = idle
    ? [...pods, { ...idleShare, priceMicroUsdPerHour: nodes.price - allocated }]
    : pods;
  return {
    priceMicroUsdPerHour: shares.reduce((sum, share) => sum + share.priceMicroUsdPerHour, 0),
    nodes: nodes?.count ?? 0,
    unpricedNodes: nodes?.unpriced ?? 0,
    shares,
  };
}

const idleShare = {
  kind: 'Idle',
  key: '',
  clusterId: null,
  clusterName: null,
  namespace: null,
  ownerKind: null,
  groups: 0,
  pods: 0,
  unpricedPods: 0,
} as const satisfies Partial<CostAllocationShare>;

function toShare({
  kind,
  count,
  unpriced,
  price,
  ofNodes: _,
  ...group
}: ShareRow): readonly CostAllocationShare[] {
  if (kind === 'Nodes') return [];
  return [{ ...group, kind, pods: count, unpricedPods: unpriced, priceMicroUsdPerHour: price }];
}

const nodePlace = { cluster: Prisma.sql`n.cluster_id`, nodePool: Prisma.sql`n.node_pool` };

/**
 * Reads each pod and each node once. A pod that the caller may not see counts as hidden if its node is
 * seen: what it requests is not idle.
 */
function allocation(request: CostAllocationRequest, scope: VisibleScope): Prisma.Sql {
  return Prisma.sql`
    WITH team_places AS (${teamPlaces(request)}),
    shown AS MATERIALIZED (${shownPods(request, scope)}),
    grouped AS (
      SELECT kind, key, cluster_id, namespace, owner_kind, count(*) AS count,
        count(*) - count(price) AS unpriced, coalesce(sum(price), 0) AS price,
        coalesce(sum(price) FILTER (WHERE "ofNode"), 0) AS of_nodes
      FROM shown GROUP BY 1, 2, 3, 4, 5
    ),
    ranked AS (
      SELECT *, kind = 'Pods' AND ${request.limit} <
        row_number() OVER (PARTITION BY kind ORDER BY price DESC, key, cluster_id, namespace, owner_kind)
        AS "isOther" FROM grouped
    ),
    shares AS (
      SELECT CASE WHEN "isOther" THEN 'Other' ELSE kind END AS kind,
        CASE WHEN "isOther" THEN '' ELSE key END AS key,
        CASE WHEN NOT "isOther" THEN cluster_id END AS cluster_id,
        CASE WHEN NOT "isOther" THEN namespace END AS namespace,
        CASE WHEN NOT "isOther" THEN owner_kind END AS owner_kind,
        count(*) AS groups, sum(count) AS count, sum(unpriced) AS unpriced, sum(price) AS price,
        sum(of_nodes) AS of_nodes
      FROM ranked GROUP BY 1, 2, 3, 4, 5
      UNION ALL
      SELECT 'Nodes', '', NULL, NULL, NULL, 0, count(*),
        count(*) - count(n.price_micro_usd_per_hour),
        coalesce(sum(n.price_micro_usd_per_hour), 0)::float8, 0
      FROM node_rows n WHERE ${allOf([...ofCluster(request), nodeIsShown(request, scope)])}
    )
    SELECT s.kind, s.key, s.cluster_id AS "clusterId", c.name AS "clusterName", s.namespace,
      s.owner_kind AS "ownerKind", s.groups::float8 AS groups, s.count::float8 AS count,
      s.unpriced::float8 AS unpriced, s.price::float8 AS price, s.of_nodes::float8 AS "ofNodes"
    FROM shares s LEFT JOIN clusters c ON c.id = s.cluster_id
    ORDER BY array_position(${[...costShareKinds]}::text[], s.kind), s.price DESC, s.key,
      c.name, s.namespace, s.owner_kind`;
}

/** The pods that are counted, each with its group and its part of the price of its node. */
function shownPods(request: CostAllocationRequest, scope: VisibleScope): Prisma.Sql {
  const { by, of, label } = request;
  const { kind, key, place } = groupOf(by, label);
  const hasTeams = by === 'Team' || of?.dimension === 'Team';
  return Prisma.sql`
    SELECT CASE WHEN seen.pod THEN g.kind ELSE 'Hidden' END AS kind,
      CASE WHEN seen.pod AND g.kind = 'Pods' THEN g.key ELSE '' END AS key,
      CASE WHEN seen.pod THEN g.cluster_id END AS cluster_id,
      CASE WHEN seen.pod THEN g.namespace END AS namespace,
      CASE WHEN seen.pod THEN g.owner_kind END AS owner_kind,
      seen.node AS "ofNode", ${podPrice} AS price
    FROM pod_rows p JOIN node_rows n ON n.cluster_id = p.cluster_id AND n.name = p.node_name
    ${hasTeams ? joinTeams : Prisma.empty}
    CROSS JOIN LATERAL (
      SELECT ${podIsShown(request, scope)} AS pod, ${nodeIsShown(request, scope)} AS node
    ) AS seen
    CROSS JOIN LATERAL (SELECT ${kind} AS kind, ${key} AS key, ${place}) AS g
    WHERE ${allOf([
      ...ofCluster(request),
      Prisma.sql`(seen.pod OR seen.node)`,
      ...whenSet(of, (group) => isOfGroup(group, label)),
    ])}`;
}

/** Pods of one group are only those that the caller may see. */
function isOfGroup(
  group: NonNullable<CostAllocationRequest['of']>,
  label: string | null,
): Prisma.Sql {
  const { kind, key } = groupOf(group.dimension, label);
  return Prisma.sql`seen.pod AND ${kind} = 'Pods' AND ${key} = ${group.key}`;
}

const ofCluster = ({ clusterId }: CostAllocationRequest): readonly Prisma.Sql[] =>
  whenSet(clusterId, (id) => Prisma.sql`n.cluster_id = ${id}`);

const nodeIsShown = ({ teams }: CostAllocationRequest, scope: VisibleScope): Prisma.Sql =>
  allOf([
    ...whenSet(teams, (names) => ownedBy(names, nodePlace)),
    ...visibleRows(scope('cost.read'), nodePlace),
  ]);

/** A pod is shown to callers who may see both the pod and its cost. */
const podIsShown = ({ teams }: CostAllocationRequest, scope: VisibleScope): Prisma.Sql =>
  allOf([
    ...whenSet(teams, (names) => ownedBy(names, podPlace)),
    ...visibleRows(scope('cost.read'), podPlace),
    ...visibleRows(scope('pod.read'), podPlace),
  ]);

/** Expressions for the group of a pod `p`. */
interface PodGroup {
  readonly kind: Prisma.Sql;
  readonly key: Prisma.Sql;
  /** Where an owner is, and its kind. */
  readonly place: Prisma.Sql;
}

const noPlace = Prisma.sql`
  NULL::text AS cluster_id, NULL::text AS namespace, NULL::text AS owner_kind`;
const ownPods = Prisma.sql`'Pods'`;
const labels = storedMap(Prisma.sql`p.labels`);

function groupOf(dimension: CostAllocationDimension, label: string | null): PodGroup {
  switch (dimension) {
    case 'Namespace':
      return { kind: ownPods, key: Prisma.sql`p.namespace`, place: noPlace };
    case 'Team':
      return { kind: teamKind, key: Prisma.sql`coalesce(${teamOf('names')}, '')`, place: noPlace };
    case 'Label':
      return {
        kind: Prisma.sql`CASE WHEN p.labels IS NULL THEN 'NotRecorded' ELSE 'Pods' END`,
        key: Prisma.sql`coalesce(${labels} ->> ${label ?? ''}, '')`,
        place: noPlace,
      };
    case 'Owner':
      return ownerGroup;
    default:
      return assertNever(dimension);
  }
}

/** Like the totals of an owner: pods of a Deployment are not those of its ReplicaSets. */
const ownerGroup: PodGroup = {
  kind: ownPods,
  key: Prisma.sql`coalesce(p.deployment, p.owner_name)`,
  place: Prisma.sql`p.cluster_id, p.namespace,
    CASE WHEN p.deployment IS NULL THEN p.owner_kind ELSE 'Deployment' END AS owner_kind`,
};

/** The teams of each place, by name, and whether the caller may see all of them. */
const teamPlaces = ({ knownTeams }: CostAllocationRequest): Prisma.Sql => Prisma.sql`
  SELECT o.cluster_id, o.kind, o.name, string_agg(t.name, ', ' ORDER BY t.name) AS names,
    bool_and(${knownTeams === null} OR t.id = ANY(${[...(knownTeams ?? [])]})) AS known
  FROM team_ownerships o JOIN teams t ON t.id = o.team_id GROUP BY 1, 2, 3`;

const joinTeams = Prisma.sql`
  LEFT JOIN team_places namespace_team ON namespace_team.kind = 'Namespace'
    AND namespace_team.cluster_id = p.cluster_id AND namespace_team.name = p.namespace
  LEFT JOIN team_places pool_team ON pool_team.kind = 'NodePool'
    AND pool_team.cluster_id = p.cluster_id AND pool_team.name = n.node_pool
  LEFT JOIN team_places cluster_team ON cluster_team.kind = 'Cluster'
    AND cluster_team.cluster_id = p.cluster_id`;

/** The most specific owner: of the namespace, else of the NodePool, else of the cluster. */
const teamOf = (column: 'names' | 'known'): Prisma.Sql => {
  const name = Prisma.raw(column);
  return Prisma.sql`coalesce(namespace_team.${name}, pool_team.${name}, cluster_team.${name})`;
};

const teamKind = Prisma.sql`CASE WHEN ${teamOf('known')} = false THEN 'OtherTeams' ELSE 'Pods' END`;
