import { type AttentionFacts, seesEverything } from '@kerf/application';
import { type Instant, usdText } from '@kerf/core';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { float, instant, text } from '../tables/columns.js';
import { allOf } from './keyset.js';
import { type VisibleScope, visibleRows, visibleWholes } from './visible.js';

/** Columns about the pauses, spend limits and shared alerts of a cluster; {@link brakeSelection} selects them. */
export const brakeColumns = {
  brakes: float,
  lastBrakeAt: instant.nullable(),
  brakeReason: text.nullable(),
  pauses: float,
  lastPauseAt: instant.nullable(),
  pauseOwner: text.nullable(),
  pauseReason: text.nullable(),
  spendLimits: float,
  limitPercent: float.nullable(),
  limitMicroUsd: float.nullable(),
  limitScope: text.nullable(),
  lastLimitAt: instant.nullable(),
  forecasts: float,
  forecastMicroUsd: float.nullable(),
  forecastLimitMicroUsd: float.nullable(),
  forecastScope: text.nullable(),
  lastForecastAt: instant.nullable(),
  sharedAlerts: float,
  sharedAlertScope: text.nullable(),
  sharedAlertsSince: instant.nullable(),
} as const;

const brakeRow = z.object({ readAt: instant, ...brakeColumns });
type BrakeRow = z.output<typeof brakeRow>;

export function toBrakeFacts(
  facts: BrakeRow,
): Pick<AttentionFacts, 'brakes' | 'pauses' | 'spendLimits' | 'spendForecasts'> {
  return {
    brakes: { count: facts.brakes, lastAt: facts.lastBrakeAt, detail: facts.brakeReason },
    pauses: {
      count: facts.pauses,
      lastAt: facts.lastPauseAt,
      detail: facts.pauseOwner === null ? null : `By ${facts.pauseOwner}: ${facts.pauseReason}`,
    },
    spendLimits: {
      count: facts.spendLimits,
      lastAt: facts.spendLimits === 0 ? null : (facts.lastLimitAt ?? facts.readAt),
      detail: limitText(facts),
    },
    spendForecasts: {
      count: facts.forecasts,
      lastAt: facts.forecasts === 0 ? null : (facts.lastForecastAt ?? facts.readAt),
      detail: forecastText(facts),
    },
  };
}

/** How far a forecast is above its limit. */
const overLimit = Prisma.sql`forecast_micro_usd::float8 / greatest(monthly_micro_usd, 1)`;

/**
 * Returns the condition that the scope of a pause or spend limit contains a part of the cluster. A
 * NodePool that is gone is none.
 */
const concernsChosen = (table: 'pauses' | 'spend_limits'): Prisma.Sql => Prisma.sql`
  (scope_kind = 'Organization'
    OR scope_kind = 'Cluster' AND ${Prisma.raw(table)}.cluster_id = chosen.id
    OR scope_kind = 'NodePool' AND EXISTS (SELECT FROM node_pools
      WHERE node_pools.cluster_id = ${Prisma.raw(table)}.cluster_id
        AND node_pools.cluster_id = chosen.id AND node_pools.name = ${Prisma.raw(table)}.node_pool)
    OR scope_kind = 'Team' AND EXISTS (${ownedOf(table)}))`;

/** Returns the select of the parts of the chosen cluster that the team of a row owns. */
const ownedOf = (table: 'pauses' | 'spend_limits' | 'alert_thresholds'): Prisma.Sql => Prisma.sql`
  SELECT FROM team_ownerships AS owned
  WHERE owned.team_id = ${Prisma.raw(table)}.team_id AND owned.cluster_id = chosen.id
    AND owned.kind <> 'Namespace'`;

/**
 * Returns the condition that the caller sees a pause of a chosen cluster, as `seesScope` does: what is
 * paused for the organization or the cluster is seen with any part of it.
 */
function pauseIsSeen(scope: VisibleScope): Prisma.Sql {
  const seen = (cluster: string, nodePool: string): Prisma.Sql =>
    allOf(
      visibleRows(scope('cluster.read'), {
        cluster: Prisma.raw(cluster),
        nodePool: Prisma.raw(nodePool),
      }),
    );
  return Prisma.sql`(scope_kind IN ('Organization', 'Cluster')
    OR scope_kind = 'NodePool' AND ${seen('pauses.cluster_id', 'pauses.node_pool')}
    OR scope_kind = 'Team' AND EXISTS (${ownedOf('pauses')}
      AND ${seen('owned.cluster_id', 'owned.name')}))`;
}

/**
 * Returns the condition that the caller sees a spend limit, because they see all costs of its scope.
 * Limits of teams and of the organization are shown to callers who see all costs.
 */
function limitIsSeen(scope: VisibleScope): Prisma.Sql {
  const costs = scope('cost.read');
  const cluster = Prisma.sql`spend_limits.cluster_id`;
  const nodePool = Prisma.sql`spend_limits.node_pool`;
  return Prisma.sql`(${seesEverything(costs)}
    OR scope_kind = 'Cluster' AND ${allOf(visibleWholes(costs, cluster))}
    OR scope_kind = 'NodePool' AND ${allOf(visibleRows(costs, { cluster, nodePool }))})`;
}

/**
 * Returns the condition that alert thresholds of a team or of the organization concern the chosen
 * cluster, and that the caller sees all costs, which they tell.
 */
const alertIsSeen = (scope: VisibleScope): Prisma.Sql => Prisma.sql`
  ${seesEverything(scope('cost.read'))}
    AND (scope_kind = 'Organization' OR EXISTS (${ownedOf('alert_thresholds')}))`;

const scopeNames: Readonly<Record<string, string>> = {
  Organization: 'all clusters',
  Team: 'a team',
  Cluster: 'the cluster',
  NodePool: 'a NodePool',
};

/** Returns a sentence about the limit of which most is spent; `null` without one. */
function limitText({ limitPercent, limitMicroUsd, limitScope }: BrakeRow): string | null {
  if (limitPercent === null || limitMicroUsd === null) return null;
  const scope = scopeNames[limitScope ?? ''] ?? 'a scope';
  return `${limitPercent}% of the ${usdText(limitMicroUsd, 2)} of ${scope} are reached.`;
}

/** Returns a sentence about the forecast that is most above its limit; `null` without one. */
function forecastText(row: BrakeRow): string | null {
  const { forecastMicroUsd: forecast, forecastLimitMicroUsd: limit, forecastScope } = row;
  if (forecast === null || limit === null) return null;
  const scope = scopeNames[forecastScope ?? ''] ?? 'a scope';
  return `Forecast for ${scope}: ${usdText(forecast, 2)} of ${usdText(limit, 2)} by the end of the month.`;
}

/** Returns when alerts of a team or of the organization began; `null` without one. */
export const sharedAlertsSince = (row: BrakeRow): Instant | null =>
  row.sharedAlerts === 0 ? null : (row.sharedAlertsSince ?? row.readAt);

/** Returns a sentence about the alerts of a team or of the organization; `null` without one. */
export const sharedAlertText = ({ sharedAlertScope: scope }: BrakeRow): string | null =>
  scope === null ? null : `An alert threshold of ${scopeNames[scope] ?? 'a scope'} is exceeded.`;

/** Returns the tables `stops`, `limits`, `forecasts` and `shared_alerts`, with a row for each cluster of `chosen` that has visible ones. */
export const brakeTables = (scope: VisibleScope): Prisma.Sql => Prisma.sql`stops AS (
      SELECT chosen.id AS cluster_id,
        (count(*) FILTER (WHERE cause <> 'User'))::int AS brakes,
        max(set_at) FILTER (WHERE cause <> 'User') AS last_brake_at,
        (array_agg(reason ORDER BY set_at DESC) FILTER (WHERE cause <> 'User'))[1] AS brake_reason,
        (count(*) FILTER (WHERE cause = 'User'))::int AS pauses,
        max(set_at) FILTER (WHERE cause = 'User') AS last_pause_at,
        (array_agg(owner ORDER BY set_at DESC) FILTER (WHERE cause = 'User'))[1] AS pause_owner,
        (array_agg(reason ORDER BY set_at DESC) FILTER (WHERE cause = 'User'))[1] AS pause_reason
      FROM chosen JOIN pauses ON released_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND ${concernsChosen('pauses')} AND ${pauseIsSeen(scope)}
      GROUP BY chosen.id
    ), limits AS (
      SELECT chosen.id AS cluster_id, count(*)::int AS count,
        (array_agg(reached_percent ORDER BY reached_percent DESC))[1] AS percent,
        (array_agg(monthly_micro_usd ORDER BY reached_percent DESC))[1]::float8 AS micro_usd,
        (array_agg(scope_kind ORDER BY reached_percent DESC))[1] AS scope,
        max(reached_at) AS last_at
      FROM chosen JOIN spend_limits ON reached_percent > 0
        AND reached_month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')
        AND ${concernsChosen('spend_limits')} AND ${limitIsSeen(scope)}
      GROUP BY chosen.id
    ), forecasts AS (
      SELECT chosen.id AS cluster_id, count(*)::int AS count,
        (array_agg(forecast_micro_usd ORDER BY ${overLimit} DESC))[1]::float8 AS micro_usd,
        (array_agg(monthly_micro_usd ORDER BY ${overLimit} DESC))[1]::float8 AS limit_micro_usd,
        (array_agg(scope_kind ORDER BY ${overLimit} DESC))[1] AS scope,
        max(forecast_at) AS last_at
      FROM chosen JOIN spend_limits ON forecast_micro_usd IS NOT NULL
        AND monthly_micro_usd IS NOT NULL
        AND forecast_month = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')
        AND ${concernsChosen('spend_limits')} AND ${limitIsSeen(scope)}
      GROUP BY chosen.id
    ), shared_alerts AS (
      SELECT chosen.id AS cluster_id, sum(cardinality(active_alerts))::int AS count,
        min(scope_kind) AS scope, min(active_since) AS since
      FROM chosen JOIN alert_thresholds ON cardinality(active_alerts) > 0
        AND ${alertIsSeen(scope)}
      GROUP BY chosen.id
    )`;

export const brakeSelection = Prisma.sql`coalesce(stops.brakes, 0) AS brakes, stops.last_brake_at AS "lastBrakeAt",
      stops.brake_reason AS "brakeReason",
      coalesce(stops.pauses, 0) AS pauses, stops.last_pause_at AS "lastPauseAt",
      stops.pause_owner AS "pauseOwner", stops.pause_reason AS "pauseReason",
      coalesce(limits.count, 0) AS "spendLimits", limits.percent AS "limitPercent",
      limits.micro_usd AS "limitMicroUsd", limits.scope AS "limitScope",
      limits.last_at AS "lastLimitAt",
      coalesce(forecasts.count, 0) AS forecasts, forecasts.micro_usd AS "forecastMicroUsd",
      forecasts.limit_micro_usd AS "forecastLimitMicroUsd", forecasts.scope AS "forecastScope",
      forecasts.last_at AS "lastForecastAt",
      coalesce(shared_alerts.count, 0) AS "sharedAlerts",
      shared_alerts.scope AS "sharedAlertScope", shared_alerts.since AS "sharedAlertsSince"`;

export const brakeJoins = Prisma.sql`LEFT JOIN stops ON stops.cluster_id = chosen.id
    LEFT JOIN limits ON limits.cluster_id = chosen.id
    LEFT JOIN forecasts ON forecasts.cluster_id = chosen.id
    LEFT JOIN shared_alerts ON shared_alerts.cluster_id = chosen.id`;
