import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { float, integer, text } from '../tables/columns.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { type RowPlace, type VisibleScope, visibleRows } from './visible.js';

/** The spot nodes of one instance type in one zone: their interruptions in a period, and those of now. */
export type SpotPoolRow = Readonly<z.output<typeof spotPoolRow>>;

const spotPoolRow = z.object({
  instanceType: text,
  zone: text,
  interruptedNodes: integer,
  nodesWithLostPods: integer,
  rebalanceRecommendations: integer,
  /** Nodes that ran in the period; `null` if it begins before nodes are recorded in each cluster. */
  ranNodes: integer.nullable(),
  nodes: integer,
  unpricedNodes: integer,
  priceMicroUsdPerHour: float,
  pods: integer,
});

/** Selects a period of interruptions, of one cluster or of all. */
export interface SpotPoolFilter {
  readonly clusterId: ClusterId | null;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

/** Returns the spot pools with an interruption or a node in the period or now, the most interrupted first. */
export function readSpotPools(
  pool: pg.Pool,
  { clusterId, from, to }: SpotPoolFilter,
  scope: VisibleScope,
): Promise<readonly SpotPoolRow[]> {
  const spotOf = (table: Prisma.Sql): Prisma.Sql =>
    allOf([
      Prisma.sql`${table}.capacity_type = 'spot' AND ${table}.instance_type <> '' AND ${table}.zone <> ''`,
      ...whenSet(clusterId, (id) => Prisma.sql`${table}.cluster_id = ${id}`),
      ...visibleRows(scope('node.read'), placeOf(table)),
    ]);
  return readRows(
    pool,
    spotPoolRow,
    Prisma.sql`
      SELECT p.instance_type AS "instanceType", p.zone,
        sum(p.interrupted)::int AS "interruptedNodes", sum(p.lost)::int AS "nodesWithLostPods",
        sum(p.recommended)::int AS "rebalanceRecommendations",
        CASE WHEN bool_and(coalesce(a.spans_from <= ${toDate(from)}, false)) THEN sum(p.ran)::int END
          AS "ranNodes",
        sum(p.nodes)::int AS nodes, sum(p.unpriced)::int AS "unpricedNodes",
        sum(p.price)::float8 AS "priceMicroUsdPerHour", sum(p.pods)::int AS pods
      FROM (
        SELECT i.cluster_id, i.instance_type, i.zone,
          count(DISTINCT i.instance_id) FILTER (WHERE i.kind = 'SpotInterrupted') AS interrupted,
          count(DISTINCT i.instance_id) FILTER (
            WHERE i.kind = 'SpotInterrupted' AND cardinality(i.lost_pods) > 0) AS lost,
          count(*) FILTER (WHERE i.kind = 'RebalanceRecommended') AS recommended,
          0 AS ran, 0 AS nodes, 0 AS unpriced, 0 AS price, 0 AS pods
        FROM interruptions i
        WHERE i.received_at >= ${toDate(from)} AND i.received_at < ${toDate(to)}
          AND i.kind IN ('SpotInterrupted', 'RebalanceRecommended') AND ${spotOf(Prisma.sql`i`)}
        GROUP BY 1, 2, 3
        UNION ALL
        SELECT s.cluster_id, s.instance_type, s.zone, 0, 0, 0, count(DISTINCT s.node_uid), 0, 0, 0, 0
        FROM node_cost_spans s
        WHERE s.started_at < ${toDate(to)} AND (s.ended_at IS NULL OR s.ended_at > ${toDate(from)})
          AND ${spotOf(Prisma.sql`s`)}
        GROUP BY 1, 2, 3
        UNION ALL
        SELECT n.cluster_id, n.instance_type, n.zone, 0, 0, 0, 0, count(*),
          count(*) - count(n.price_micro_usd_per_hour),
          coalesce(sum(n.price_micro_usd_per_hour), 0), sum(n.pod_count)
        FROM node_rows n WHERE ${spotOf(Prisma.sql`n`)}
        GROUP BY 1, 2, 3
      ) p LEFT JOIN cost_accounts a ON a.cluster_id = p.cluster_id
      GROUP BY 1, 2 ORDER BY 3 DESC, 7 DESC, 1, 2`,
  );
}

const placeOf = (table: Prisma.Sql): RowPlace => ({
  cluster: Prisma.sql`${table}.cluster_id`,
  nodePool: Prisma.sql`${table}.node_pool`,
});
