import { type CostResolution, costResolutionMs } from '@kerf/application';
import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { float, instant, text } from '../tables/columns.js';
import { wholesOf } from './cost-change.js';
import { measuredMs, samplePlace } from './cost-series.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { type VisibleScope, visibleRows } from './visible.js';

/** Buckets of which figures are read. */
export interface TrendRequest {
  readonly clusterId: ClusterId | null;
  /** Start of the first bucket. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly resolution: CostResolution;
}

/** The cost of all clusters in a bucket. */
export type CostTrendPoint = Readonly<z.output<typeof costRow>>;

/** Figures of one cluster in a bucket. */
export type FigurePoint = Readonly<z.output<typeof figureRow>>;

/** Figures at one time; `null` if unknown. */
export type FiguresAt = Readonly<z.output<typeof atRow>>;

const costRow = z.object({
  /** Start of the bucket. */
  at: instant,
  /** Average over the measured part of the bucket. */
  microUsdPerHour: float,
  /** Average number over the measured part. */
  nodes: float,
});

const figureRow = z.object({
  clusterId: text,
  /** Start of the bucket. */
  at: instant,
  /** Average number over the measured part of the bucket. */
  pendingPods: float,
  /** Average of the cost reports of the bucket; `null` without a report. */
  savingMicroUsdPerHour: float.nullable(),
});

const atRow = z.object({
  pendingPods: float,
  savingMicroUsdPerHour: float.nullable(),
});

/** A quiet cluster is analyzed every five minutes: its last possible saving holds until the next one. */
export const savingHoldsMs: DurationMs = 10 * 60_000;

const hourMs = costResolutionMs.hour;
const minuteMs = costResolutionMs.minute;

/** Returns cost per hour and nodes of each bucket in which there were nodes, sorted by time. */
export function readCostTrend(
  pool: pg.Pool,
  request: TrendRequest,
  scope: VisibleScope,
): Promise<readonly CostTrendPoint[]> {
  return readRows(
    pool,
    costRow,
    Prisma.sql`
      SELECT s.at,
        coalesce(sum(s.cost_nano_usd / 1000.0 * ${hourMs} / nullif(m.ms, 0)), 0)::float8
          AS "microUsdPerHour",
        coalesce(sum(s.node_ms / nullif(m.ms, 0)), 0)::float8 AS nodes
      FROM cost_samples s ${measuredOf(request)}
      WHERE ${allOf([...bucketsOf(request), ...visibleRows(scope('cost.read'), samplePlace)])}
      GROUP BY s.at ORDER BY s.at`,
  );
}

/**
 * Returns pending pods and possible savings of each cluster and bucket, sorted by time. Buckets
 * without either have no row. Callers see those of clusters whose costs and pods they see as a whole.
 */
export function readFigureTrend(
  pool: pg.Pool,
  request: TrendRequest,
  scope: VisibleScope,
): Promise<readonly FigurePoint[]> {
  return readRows(
    pool,
    figureRow,
    Prisma.sql`
      SELECT s.cluster_id AS "clusterId", s.at, ${figuresOfSample}
      FROM figure_samples s ${measuredOf(request)}
      WHERE ${allOf([...bucketsOf(request), ...wholesOf(scope)])}
      ORDER BY s.at, s.cluster_id`,
  );
}

/** Returns pending pods and possible saving at a time of the last two days. */
export async function readFiguresAt(
  pool: pg.Pool,
  { clusterId, at }: { readonly clusterId: ClusterId | null; readonly at: Instant },
  scope: VisibleScope,
): Promise<FiguresAt> {
  const minute = Math.floor(at / minuteMs) * minuteMs;
  const request = {
    clusterId,
    from: minute - savingHoldsMs,
    to: minute + minuteMs,
    resolution: 'minute',
  } as const;
  const [row] = await readRows(
    pool,
    atRow,
    Prisma.sql`
      WITH recent AS (
        SELECT s.cluster_id, s.at, ${figuresOfSample}
        FROM figure_samples s ${measuredOf(request)}
        WHERE ${allOf([...bucketsOf(request), ...wholesOf(scope)])}
      )
      SELECT
        (SELECT coalesce(sum("pendingPods"), 0)::float8 FROM recent WHERE at = ${toDate(minute)})
          AS "pendingPods",
        (SELECT sum("savingMicroUsdPerHour")::float8 FROM (
          SELECT DISTINCT ON (cluster_id) "savingMicroUsdPerHour" FROM recent
          WHERE "savingMicroUsdPerHour" IS NOT NULL ORDER BY cluster_id, at DESC
        ) AS last) AS "savingMicroUsdPerHour"`,
  );
  return row ?? { pendingPods: 0, savingMicroUsdPerHour: null };
}

const figuresOfSample = Prisma.sql`
  coalesce(s.pending_pod_ms / nullif(m.ms, 0), 0)::float8 AS "pendingPods",
  (s.saving_micro_usd_per_hour / nullif(s.reports, 0)::numeric)::float8 AS "savingMicroUsdPerHour"`;

/** For how long the cluster was measured in the bucket of a sample `s`, as `m.ms`. */
const measuredOf = ({ resolution }: TrendRequest): Prisma.Sql => Prisma.sql`
  JOIN cost_accounts a ON a.cluster_id = s.cluster_id
  CROSS JOIN LATERAL (SELECT ${measuredMs(
    Prisma.sql`s.at`,
    Prisma.sql`s.at + ${costResolutionMs[resolution]}::float8 * interval '1 millisecond'`,
  )} AS ms) AS m`;

const bucketsOf = ({ clusterId, from, to, resolution }: TrendRequest): readonly Prisma.Sql[] => [
  Prisma.sql`s.resolution = ${resolution}`,
  Prisma.sql`s.at >= ${toDate(from)}`,
  Prisma.sql`s.at < ${toDate(to)}`,
  ...whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
];
