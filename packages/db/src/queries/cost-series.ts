import type { CostResolution, Visible } from '@kerf/application';
import { costResolutionMs, decisionKinds } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { float, instant, text } from '../tables/columns.js';
import { allOf, readRows, whenSet } from './keyset.js';
import { ownedBy } from './owned-by.js';
import { visibleClusters, visibleRows } from './visible.js';

export const costDimensions = [
  'cluster',
  'nodePool',
  'capacityType',
  'instanceFamily',
  'instanceType',
] as const;
export type CostDimension = (typeof costDimensions)[number];

export interface CostFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  readonly capacityTypes?: readonly string[] | null | undefined;
  readonly instanceFamilies?: readonly string[] | null | undefined;
  /** Names of teams that own the NodePool or the cluster now. */
  readonly teams?: readonly string[] | null | undefined;
}

export interface CostSeriesRequest extends CostFilter {
  readonly by: CostDimension;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly resolution: CostResolution;
}

/** The cost of one group in one bucket. A group without nodes in a bucket has no point there. */
export type CostPoint = Readonly<z.output<typeof costPointRow>>;

const costPointRow = z.object({
  /** Start of the bucket. */
  at: instant,
  /**
   * The cluster's ID, or the name of the NodePool, capacity type, instance family or instance type;
   * empty when there is none.
   */
  key: text,
  /** The cluster's name; otherwise the key. */
  label: text,
  costMicroUsd: float,
  /** Cost rate over the part of the bucket in which each cluster's costs were measured. */
  microUsdPerHour: float,
  /** Average number of nodes in the bucket. */
  nodes: float,
  /** The number of these nodes without a known price; no cost includes them. */
  unpricedNodes: float,
});

/** The place of rows `s` with the cost of nodes. */
export const samplePlace = { cluster: Prisma.sql`s.cluster_id`, nodePool: Prisma.sql`s.node_pool` };
const decisionPlace = { cluster: Prisma.sql`cluster_id`, nodePools: Prisma.sql`node_pools` };

const hourMs = costResolutionMs.hour;
const dayMs = costResolutionMs.day;

const column: Readonly<Record<CostDimension, Prisma.Sql>> = {
  cluster: Prisma.sql`s.cluster_id`,
  nodePool: Prisma.sql`s.node_pool`,
  capacityType: Prisma.sql`s.capacity_type`,
  instanceFamily: Prisma.sql`s.instance_family`,
  instanceType: Prisma.sql`s.instance_type`,
};

/** Returns the points sorted by time and key. The current bucket contains the cost so far. */
export function readCostSeries(
  pool: pg.Pool,
  request: CostSeriesRequest,
  visible: Visible,
): Promise<readonly CostPoint[]> {
  const { by, from, to, resolution } = request;
  const bucketMs = costResolutionMs[resolution];
  return readRows(
    pool,
    costPointRow,
    Prisma.sql`
      SELECT s.at, ${column[by]} AS key,
        ${by === 'cluster' ? Prisma.sql`min(c.name)` : column[by]} AS label,
        (sum(s.cost_nano_usd) / 1000.0)::float8 AS "costMicroUsd",
        coalesce(sum(s.cost_nano_usd / 1000.0 * ${hourMs} / nullif(m.ms, 0)), 0)::float8
          AS "microUsdPerHour",
        (sum(s.node_ms) / ${bucketMs}::numeric)::float8 AS nodes,
        (sum(s.unpriced_node_ms) / ${bucketMs}::numeric)::float8 AS "unpricedNodes"
      FROM cost_samples s JOIN clusters c ON c.id = s.cluster_id
      JOIN cost_accounts a ON a.cluster_id = s.cluster_id
      CROSS JOIN LATERAL (SELECT ${measuredMs(
        Prisma.sql`s.at`,
        Prisma.sql`s.at + ${bucketMs}::float8 * interval '1 millisecond'`,
      )} AS ms) AS m
      WHERE ${allOf([
        Prisma.sql`s.resolution = ${resolution}`,
        Prisma.sql`s.at >= ${toDate(from)}`,
        Prisma.sql`s.at < ${toDate(to)}`,
        ...costConditions(request, column.instanceFamily),
        ...visibleRows(visible, samplePlace),
      ])}
      GROUP BY s.at, ${column[by]} ORDER BY s.at, ${column[by]}`,
  );
}

/** Returns for how long a cluster's cost was measured between two times, by its account `a`. */
export const measuredMs = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`
  greatest(0, extract(epoch FROM
    least(a.accounted_until, ${to}) - greatest(a.accounted_from, ${from})) * 1000)`;

/** The period for which a cluster's cost is known, without gaps. */
export type CostCoverage = Readonly<z.output<typeof coverageRow>>;

const coverageRow = z.object({
  clusterId: text,
  from: instant,
  /** Exclusive. */
  until: instant,
});

/** Returns the cost coverage of each cluster that the filter selects, sorted by ID. */
export function readCostCoverage(
  pool: pg.Pool,
  { clusterId }: Pick<CostFilter, 'clusterId'>,
  visible: Visible,
): Promise<readonly CostCoverage[]> {
  return readRows(
    pool,
    coverageRow,
    Prisma.sql`
      SELECT cluster_id AS "clusterId", accounted_from AS "from", accounted_until AS "until"
      FROM cost_accounts s
      WHERE ${allOf([
        ...whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
        ...visibleClusters(visible, Prisma.sql`s.cluster_id`),
      ])}
      ORDER BY cluster_id`,
  );
}

export interface CostMonth {
  /** Start of the month, UTC. */
  readonly from: Instant;
  /** Start of the next month. */
  readonly to: Instant;
  /** Start of the known costs, if later than `from`. */
  readonly knownFrom: Instant | null;
  readonly costMicroUsd: number;
  /** Average cost per hour over the last day, or over the known part of it. */
  readonly recentMicroUsdPerHour: MicroUsdPerHour;
  /** Month to date, plus the rest of the month at the recent rate. */
  readonly forecastMicroUsd: number;
}

const monthRow = z.object({ cost: float });
const rateRow = z.object({ rate: float });

/** Returns the cost of the month that contains `now`. */
export async function readCostMonth(
  pool: pg.Pool,
  { filter, visible }: { readonly filter: CostFilter; readonly visible: Visible },
  now: Instant,
): Promise<CostMonth> {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const recentFrom = Math.floor((now - dayMs) / hourMs) * hourMs;
  const [[month], [recent], coverage] = await Promise.all([
    readRows(
      pool,
      monthRow,
      Prisma.sql`
        SELECT coalesce(sum(s.cost_nano_usd) / 1000.0, 0)::float8 AS cost
        FROM cost_samples s WHERE ${samplesSince(from, 'hour', { filter, visible })}`,
    ),
    readRows(
      pool,
      rateRow,
      Prisma.sql`
        SELECT coalesce(sum(c.cost * ${hourMs} / nullif(c.ms, 0)), 0)::float8 AS rate
        FROM (
          SELECT sum(s.cost_nano_usd) / 1000.0 AS cost,
            min(${measuredMs(Prisma.sql`${toDate(recentFrom)}`, Prisma.sql`${toDate(now)}`)}) AS ms
          FROM cost_samples s JOIN cost_accounts a ON a.cluster_id = s.cluster_id
          WHERE ${samplesSince(recentFrom, 'minute', { filter, visible })} GROUP BY s.cluster_id
        ) AS c`,
    ),
    readCostCoverage(pool, filter, visible),
  ]);
  const costMicroUsd = month?.cost ?? 0;
  const recentMicroUsdPerHour = Math.round(recent?.rate ?? 0);
  const knownFrom = Math.min(...coverage.map((covered) => covered.from));
  return {
    from,
    to,
    knownFrom: Number.isFinite(knownFrom) && knownFrom > from ? knownFrom : null,
    costMicroUsd,
    recentMicroUsdPerHour,
    forecastMicroUsd: Math.round(costMicroUsd + (recentMicroUsdPerHour * (to - now)) / hourMs),
  };
}

const samplesSince = (
  since: Instant,
  resolution: CostResolution,
  { filter, visible }: { readonly filter: CostFilter; readonly visible: Visible },
): Prisma.Sql =>
  allOf([
    Prisma.sql`s.resolution = ${resolution}`,
    Prisma.sql`s.at >= ${toDate(since)}`,
    ...costConditions(filter, column.instanceFamily),
    ...visibleRows(visible, samplePlace),
  ]);

/** Returns the conditions of a filter for rows `s`, with an expression for their instance family. */
export function costConditions(
  filter: CostFilter,
  instanceFamily: Prisma.Sql,
): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`s.node_pool = ANY(${names})`),
    ...whenSet(filter.capacityTypes, (types) => Prisma.sql`s.capacity_type = ANY(${types})`),
    ...whenSet(filter.instanceFamilies, (names) => Prisma.sql`${instanceFamily} = ANY(${names})`),
    ...whenSet(filter.teams, (names) => ownedBy(names, samplePlace)),
  ];
}

export interface SavingsRequest {
  readonly clusterId: ClusterId | null;
  readonly from: Instant;
  /** Exclusive, and no later than now. */
  readonly to: Instant;
}

/** Savings of disruptions of one kind: promised when they were decided, and achieved. */
export type SavingsShare = Readonly<z.output<typeof savingsRow>>;

const savingsRow = z.object({
  kind: z.enum(decisionKinds),
  decisions: float,
  /** Sum of the savings per hour of decisions that were executed in the period. */
  promisedMicroUsdPerHour: float,
  achievedMicroUsdPerHour: float,
  /** Decisions whose price is not fully known; neither sum includes them. */
  unpricedDecisions: float,
  /** Achieved savings from the end of each decision until the end of the period. */
  savedMicroUsd: float,
});

/** Returns the savings of decisions that ended in the period. */
export function readSavings(
  pool: pg.Pool,
  request: SavingsRequest,
  visible: Visible,
): Promise<readonly SavingsShare[]> {
  const { clusterId, from, to } = request;
  return readRows(
    pool,
    savingsRow,
    Prisma.sql`
      SELECT kind, count(*)::int AS decisions,
        coalesce(sum(-cost_change_micro_usd_per_hour)
          FILTER (WHERE achieved_saving_micro_usd_per_hour IS NOT NULL), 0)::float8
          AS "promisedMicroUsdPerHour",
        coalesce(sum(achieved_saving_micro_usd_per_hour), 0)::float8 AS "achievedMicroUsdPerHour",
        (count(*) - count(achieved_saving_micro_usd_per_hour))::int AS "unpricedDecisions",
        coalesce(sum(achieved_saving_micro_usd_per_hour
          * extract(epoch FROM ${toDate(to)}::timestamptz - finished_at) / 3600), 0)::float8
          AS "savedMicroUsd"
      FROM decisions
      WHERE state = 'Executed' AND kind IN ('Empty', 'Consolidate')
        AND finished_at >= ${toDate(from)} AND finished_at < ${toDate(to)}
        AND (${clusterId === null} OR cluster_id = ${clusterId})
        AND ${allOf(visibleRows(visible, decisionPlace))}
      GROUP BY kind ORDER BY kind`,
  );
}
