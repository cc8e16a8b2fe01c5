import type { CostResolution, DecisionKind } from '@kerf/application';
import { costResolutionMs, decisionKinds } from '@kerf/application';
import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { instant } from '../json/rows.js';
import { number, text } from '../json/values.js';
import { toDate } from '../json.js';
import { allOf, readRows, whenSet } from './keyset.js';

export const costDimensions = ['cluster', 'nodePool', 'capacityType', 'instanceFamily'] as const;
export type CostDimension = (typeof costDimensions)[number];

export interface CostFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  readonly capacityTypes?: readonly string[] | null | undefined;
  readonly instanceFamilies?: readonly string[] | null | undefined;
}

export interface CostSeriesRequest extends CostFilter {
  readonly by: CostDimension;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly resolution: CostResolution;
}

/** What one group cost in one bucket; a group without nodes in a bucket has no point there. */
export interface CostPoint {
  /** Begin of the bucket. */
  readonly at: Instant;
  /** A cluster's id, or the pool's, capacity type's or family's name; empty when there is none. */
  readonly key: string;
  /** A cluster's name; else the key. */
  readonly label: string;
  readonly costMicroUsd: number;
  /** Its clusters' costs over the part of the bucket in which each was measured. */
  readonly microUsdPerHour: number;
  /** Nodes on average over the bucket. */
  readonly nodes: number;
  /** Of them without a known price; they are in no cost. */
  readonly unpricedNodes: number;
}

const costPointRow: z.ZodType<CostPoint> = z.object({
  at: instant,
  key: text,
  label: text,
  costMicroUsd: number,
  microUsdPerHour: number,
  nodes: number,
  unpricedNodes: number,
});

const hourMs = costResolutionMs.hour;
const dayMs = costResolutionMs.day;

const column: Readonly<Record<CostDimension, Prisma.Sql>> = {
  cluster: Prisma.sql`s.cluster_id`,
  nodePool: Prisma.sql`s.node_pool`,
  capacityType: Prisma.sql`s.capacity_type`,
  instanceFamily: Prisma.sql`s.instance_family`,
};

/** Points in the order of time, then key. The bucket that runs has what it has cost so far. */
export function readCostSeries(
  pool: pg.Pool,
  request: CostSeriesRequest,
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
        ...conditions(request),
      ])}
      GROUP BY s.at, ${column[by]} ORDER BY s.at, ${column[by]}`,
  );
}

/** How long a cluster's cost was measured between two times, by its account `a`. */
const measuredMs = (from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql => Prisma.sql`
  greatest(0, extract(epoch FROM
    least(a.accounted_until, ${to}) - greatest(a.accounted_from, ${from})) * 1000)`;

/** The time of which a cluster's cost is known, without gaps. */
export interface CostCoverage {
  readonly clusterId: ClusterId;
  readonly from: Instant;
  /** Exclusive. */
  readonly until: Instant;
}

const coverageRow: z.ZodType<CostCoverage> = z.object({
  clusterId: text,
  from: instant,
  until: instant,
});

/** Of each cluster that the filter is about, by id. */
export function readCostCoverage(
  pool: pg.Pool,
  { clusterId }: Pick<CostFilter, 'clusterId'>,
): Promise<readonly CostCoverage[]> {
  return readRows(
    pool,
    coverageRow,
    Prisma.sql`
      SELECT cluster_id AS "clusterId", accounted_from AS "from", accounted_until AS "until"
      FROM cost_accounts s
      WHERE ${allOf(whenSet(clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`))}
      ORDER BY cluster_id`,
  );
}

export interface CostMonth {
  /** Begin of the month, UTC. */
  readonly from: Instant;
  /** Begin of the next. */
  readonly to: Instant;
  /** Since when costs are known, if that is later than `from`. */
  readonly knownFrom: Instant | null;
  readonly costMicroUsd: number;
  /** What an hour cost on average over the last day, or as much of it as is known. */
  readonly recentMicroUsdPerHour: MicroUsdPerHour;
  /** Month to date, and the rest of the month at the recent rate. */
  readonly forecastMicroUsd: number;
}

const monthRow = z.object({ cost: number });
const rateRow = z.object({ rate: number });

/** The month that `now` is in. */
export async function readCostMonth(
  pool: pg.Pool,
  filter: CostFilter,
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
        FROM cost_samples s WHERE ${samplesSince(from, 'hour', filter)}`,
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
          WHERE ${samplesSince(recentFrom, 'minute', filter)} GROUP BY s.cluster_id
        ) AS c`,
    ),
    readCostCoverage(pool, filter),
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

const samplesSince = (since: Instant, resolution: CostResolution, filter: CostFilter): Prisma.Sql =>
  allOf([
    Prisma.sql`s.resolution = ${resolution}`,
    Prisma.sql`s.at >= ${toDate(since)}`,
    ...conditions(filter),
  ]);

function conditions(filter: CostFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`s.cluster_id = ${id}`),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`s.node_pool = ANY(${names})`),
    ...whenSet(filter.capacityTypes, (types) => Prisma.sql`s.capacity_type = ANY(${types})`),
    ...whenSet(filter.instanceFamilies, (names) => Prisma.sql`s.instance_family = ANY(${names})`),
  ];
}

/** What disruptions of one kind saved, as promised when they were decided and as it came out. */
export interface SavingsShare {
  readonly kind: DecisionKind;
  readonly decisions: number;
  /** Per hour, by decisions that were executed in the period. */
  readonly promisedMicroUsdPerHour: MicroUsdPerHour;
  readonly achievedMicroUsdPerHour: MicroUsdPerHour;
  /** Decisions whose price is not fully known; they are in neither sum. */
  readonly unpricedDecisions: number;
  /** The achieved saving of each, from its end until the end of the period. */
  readonly savedMicroUsd: number;
}

const savingsRow: z.ZodType<SavingsShare> = z.object({
  kind: z.enum(decisionKinds),
  decisions: number,
  promisedMicroUsdPerHour: number,
  achievedMicroUsdPerHour: number,
  unpricedDecisions: number,
  savedMicroUsd: number,
});

/** Of decisions that ended in the period. `to` is exclusive, and no later than now. */
export function readSavings(
  pool: pg.Pool,
  request: { readonly clusterId: ClusterId | null; readonly from: Instant; readonly to: Instant },
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
      GROUP BY kind ORDER BY kind`,
  );
}
