import type { ChangedNode, CostChangeFacts, Visible } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { flag, float, instant, text } from '../tables/columns.js';
import { readChangeRecords } from './cost-change-records.js';
import { type CostFilter, costConditions, samplePlace } from './cost-series.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { type VisibleScope, visibleClusters, visibleRows, visibleWholes } from './visible.js';

/** The period for which a cluster has node cost spans. */
export type CostSpanCoverage = Readonly<z.output<typeof coverageRow>>;

const coverageRow = z.object({
  clusterId: text,
  clusterName: text,
  /** `null` before the first period with spans. */
  spansFrom: instant.nullable(),
  /** Time from which pending pods are recorded; `null` before that. */
  pendingFrom: instant.nullable(),
  /** Whether the caller sees all costs and pods of the cluster. */
  isWhole: flag,
  accountedFrom: instant,
  accountedUntil: instant,
});

/** Returns the coverage of each measured cluster that the filter selects, sorted by name. */
export function readSpanCoverage(
  pool: pg.Pool,
  filter: CostFilter,
  scope: VisibleScope,
): Promise<readonly CostSpanCoverage[]> {
  return readRows(
    pool,
    coverageRow,
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", c.name AS "clusterName", s.spans_from AS "spansFrom",
        s.pending_from AS "pendingFrom", ${allOf(wholesOf(scope))} AS "isWhole",
        s.accounted_from AS "accountedFrom", s.accounted_until AS "accountedUntil"
      FROM cost_accounts s JOIN clusters c ON c.id = s.cluster_id
      WHERE ${allOf(clustersOf(filter, scope('cost.read')))} ORDER BY c.name`,
  );
}

/** The conditions for clusters `s` of which the caller sees all costs and pods. */
export const wholesOf = (scope: VisibleScope): readonly Prisma.Sql[] =>
  (['cost.read', 'pod.read'] as const).flatMap((action) =>
    visibleWholes(scope(action), Prisma.sql`s.cluster_id`),
  );

/** A period in which nobody measured a cluster. */
export type ClusterCostGap = Readonly<z.output<typeof gapRow>>;

const gapRow = z.object({ clusterId: text, clusterName: text, from: instant, to: instant });

/** Returns the gaps that overlap a period, the latest first, at most 100. */
export function readCostGaps(
  pool: pg.Pool,
  { from, to, ...filter }: CostChangeRequest,
  visible: Visible,
): Promise<readonly ClusterCostGap[]> {
  return readRows(
    pool,
    gapRow,
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", c.name AS "clusterName", s.started_at AS "from",
        s.ended_at AS "to"
      FROM cost_gaps s JOIN clusters c ON c.id = s.cluster_id
      WHERE ${allOf([
        Prisma.sql`s.started_at < ${toDate(to)} AND s.ended_at > ${toDate(from)}`,
        ...clustersOf(filter, visible),
      ])} ORDER BY s.started_at DESC, c.name LIMIT 100`,
  );
}

/** The conditions for rows `s` of clusters; of teams, those in which they own something now. */
const clustersOf = ({ clusterId, teams }: CostFilter, visible: Visible): readonly Prisma.Sql[] => [
  ...whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
  ...whenSet(
    teams,
    (names) => Prisma.sql`s.cluster_id IN (
      SELECT o.cluster_id FROM team_ownerships o JOIN teams t ON t.id = o.team_id
      WHERE t.name = ANY(${[...names]}))`,
  ),
  ...visibleClusters(visible, Prisma.sql`s.cluster_id`),
];

export interface CostChangeRequest extends CostFilter {
  readonly from: Instant;
  readonly to: Instant;
}

/** The nodes of a time. */
export interface CostRate {
  readonly nodes: number;
  /** Number of these nodes without a known price; the price does not include them. */
  readonly unpricedNodes: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** The cost per hour at two times, and the records of what differs. */
export interface CostChangeRecords {
  readonly before: CostRate;
  readonly after: CostRate;
  readonly facts: CostChangeFacts;
}

/**
 * Reads the cost per hour at two times, the nodes that differ, and the records that say why. Rates
 * and nodes are of one statement, so that they agree. It reads the nodes that ran at one of the
 * times, however long ago, and the records of those that differ.
 */
export async function readCostChange(
  pool: pg.Pool,
  request: CostChangeRequest,
  { visible, added }: { readonly visible: Visible; readonly added: ReadonlySet<ClusterId> },
): Promise<CostChangeRecords> {
  const scope = spanScope(request, visible);
  const rows = await readRows(pool, changeRow, changedNodes(request, scope));
  const [totals] = rows;
  const nodes = rows.flatMap(toChangedNode);
  const records = await readChangeRecords(pool, {
    nodes: nodes.filter(({ clusterId }) => !added.has(clusterId)),
    period: request,
    scope,
  });
  return {
    before: {
      nodes: totals?.nodesBefore ?? 0,
      unpricedNodes: totals?.unpricedBefore ?? 0,
      priceMicroUsdPerHour: totals?.costBefore ?? 0,
    },
    after: {
      nodes: totals?.nodesAfter ?? 0,
      unpricedNodes: totals?.unpricedAfter ?? 0,
      priceMicroUsdPerHour: totals?.costAfter ?? 0,
    },
    facts: { ...records, nodes: [...nodes, ...records.passed], addedClusters: added },
  };
}

const rateRow = z.object({ nodes: float, unpricedNodes: float, priceMicroUsdPerHour: float });

/** Returns the cost per hour at a time. */
export async function readCostRate(
  pool: pg.Pool,
  { at, ...filter }: CostFilter & { readonly at: Instant },
  visible: Visible,
): Promise<CostRate> {
  const [row] = await readRows(
    pool,
    rateRow,
    Prisma.sql`
      SELECT count(*)::int AS nodes,
        (count(*) - count(price_micro_usd_per_hour))::int AS "unpricedNodes",
        coalesce(sum(price_micro_usd_per_hour), 0)::float8 AS "priceMicroUsdPerHour"
      FROM node_cost_spans s WHERE ${allOf([containing(at), ...spanScope(filter, visible)])}`,
  );
  return row ?? { nodes: 0, unpricedNodes: 0, priceMicroUsdPerHour: 0 };
}

/** The conditions for spans `s`. */
const spanScope = (filter: CostFilter, visible: Visible): readonly Prisma.Sql[] => [
  ...costConditions(filter, Prisma.sql`split_part(s.instance_type, '.', 1)`),
  ...visibleRows(visible, samplePlace),
];

const changeRow = z.object({
  nodesBefore: float,
  nodesAfter: float,
  unpricedBefore: float,
  unpricedAfter: float,
  costBefore: float,
  costAfter: float,
  /** `null` in the one row without changed nodes, as all fields below. */
  clusterId: text.nullable(),
  nodeUid: text.nullable(),
  nodeName: text.nullable(),
  providerId: text.nullable(),
  nodePool: text.nullable(),
  instanceType: text.nullable(),
  capacityType: text.nullable(),
  ranBefore: flag.nullable(),
  ranAfter: flag.nullable(),
  priceBefore: float.nullable(),
  priceAfter: float.nullable(),
  nodeClaimId: text.nullable(),
});

/** Spans that contain exactly one of the times differ; a node with one of each has another price. */
const changedNodes = (
  { from, to }: CostChangeRequest,
  scope: readonly Prisma.Sql[],
): Prisma.Sql => Prisma.sql`
  WITH running AS MATERIALIZED (
    SELECT s.*, ${containing(from)} AS at_from, ${containing(to)} AS at_to FROM node_cost_spans s
    WHERE ${allOf([Prisma.sql`(${containing(from)} OR ${containing(to)})`, ...scope])}
  ), totals AS (
    SELECT (count(*) FILTER (WHERE at_from))::int AS "nodesBefore",
      (count(*) FILTER (WHERE at_to))::int AS "nodesAfter",
      (count(*) FILTER (WHERE at_from AND price_micro_usd_per_hour IS NULL))::int
        AS "unpricedBefore",
      (count(*) FILTER (WHERE at_to AND price_micro_usd_per_hour IS NULL))::int AS "unpricedAfter",
      coalesce(sum(price_micro_usd_per_hour) FILTER (WHERE at_from), 0)::float8 AS "costBefore",
      coalesce(sum(price_micro_usd_per_hour) FILTER (WHERE at_to), 0)::float8 AS "costAfter"
    FROM running
  ), changed AS (
    SELECT coalesce(a.cluster_id, b.cluster_id) AS "clusterId",
      coalesce(a.node_uid, b.node_uid) AS "nodeUid",
      coalesce(a.node_name, b.node_name) AS "nodeName",
      coalesce(a.provider_id, b.provider_id) AS "providerId",
      coalesce(a.node_pool, b.node_pool) AS "nodePool",
      coalesce(a.instance_type, b.instance_type) AS "instanceType",
      coalesce(a.capacity_type, b.capacity_type) AS "capacityType",
      b.node_uid IS NOT NULL AS "ranBefore", a.node_uid IS NOT NULL AS "ranAfter",
      b.price_micro_usd_per_hour::float8 AS "priceBefore",
      a.price_micro_usd_per_hour::float8 AS "priceAfter"
    FROM (SELECT * FROM running WHERE at_from AND NOT at_to) b
    FULL JOIN (SELECT * FROM running WHERE at_to AND NOT at_from) a
      ON a.cluster_id = b.cluster_id AND a.node_uid = b.node_uid
  )
  SELECT totals.*, changed.*, k.id AS "nodeClaimId"
  FROM totals LEFT JOIN changed ON true
  LEFT JOIN node_claims k
    ON k.cluster_id = changed."clusterId" AND k.provider_id = changed."providerId"`;

/** Whether span `s` contains a time, as its index has it. */
const containing = (at: Instant): Prisma.Sql =>
  Prisma.sql`tstzrange(s.started_at, s.ended_at) @> ${toDate(at)}::timestamptz`;

function toChangedNode(row: z.output<typeof changeRow>): readonly ChangedNode[] {
  const { clusterId, nodeUid, ranBefore, ranAfter, priceBefore, priceAfter } = row;
  if (clusterId === null || nodeUid === null) return [];
  const change = ranBefore === true ? (ranAfter === true ? 'Stayed' : 'Left') : 'Came';
  return [
    {
      clusterId,
      nodeUid,
      nodeName: row.nodeName ?? '',
      providerId: row.providerId,
      nodePool: row.nodePool ?? '',
      instanceType: row.instanceType ?? '',
      capacityType: row.capacityType ?? '',
      change,
      priceBefore,
      priceAfter,
      nodeClaimId: row.nodeClaimId,
    },
  ];
}
