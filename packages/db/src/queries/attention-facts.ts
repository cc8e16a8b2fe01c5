import { type AttentionFacts, attentionWindows, type RecentEvents } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toInstant, toNullableInstant } from '../json.js';
import { connectionStates } from '../stores/cluster.store.js';
import { readRows } from './keyset.js';

export interface ClusterAttentionFacts extends AttentionFacts {
  readonly clusterId: ClusterId;
  /** By the database's clock, which all processes share. */
  readonly readAt: Instant;
}

interface Row {
  readonly clusterId: string;
  readonly readAt: Date;
  readonly state: string;
  readonly problem: string | null;
  readonly syncedAt: Date | null;
  readonly changedAt: Date;
  readonly launchFailures: number;
  readonly lastLaunchFailureAt: Date | null;
  readonly interruptions: number;
  readonly lastInterruptionAt: Date | null;
  readonly podsLost: number;
  readonly lastPodsLostAt: Date | null;
  readonly failedDecisions: number;
  readonly lastFailedDecisionAt: Date | null;
  readonly findings: number;
  readonly lastFindingAt: Date | null;
}

/** What the attention that clusters need is told by, of the clusters named or of all. */
export async function readAttentionFacts(
  pool: pg.Pool,
  ids: readonly ClusterId[] | null,
): Promise<readonly ClusterAttentionFacts[]> {
  const rows = await readRows<Row>(pool, attentionFacts(ids));
  return rows.map((row) => ({
    clusterId: row.clusterId,
    readAt: toInstant(row.readAt),
    connection: {
      state: oneOf(connectionStates, row.state),
      problem: row.problem,
      syncedAt: toNullableInstant(row.syncedAt),
      changedAt: toInstant(row.changedAt),
    },
    launchFailures: toEvents(row.launchFailures, row.lastLaunchFailureAt),
    interruptions: toEvents(row.interruptions, row.lastInterruptionAt),
    podsLost: toEvents(row.podsLost, row.lastPodsLostAt),
    failedDecisions: toEvents(row.failedDecisions, row.lastFailedDecisionAt),
    findings: toEvents(row.findings, row.lastFindingAt),
  }));
}

const toEvents = (count: number, lastAt: Date | null): RecentEvents => ({
  count,
  lastAt: toNullableInstant(lastAt),
});

/** When a window that ends now began. */
const since = (window: keyof typeof attentionWindows): Prisma.Sql =>
  Prisma.sql`now() - ${attentionWindows[window]}::float8 * interval '1 millisecond'`;

function attentionFacts(ids: readonly ClusterId[] | null): Prisma.Sql {
  return Prisma.sql`
    WITH chosen AS (
      SELECT id, connection_state, connection_problem, synced_at, connection_changed_at
      FROM clusters WHERE ${ids === null} OR id = ANY(${ids ?? []})
    ), launches AS (
      SELECT cluster_id, count(*)::int AS count, max(terminated_at) AS last_at
      FROM node_claims
      WHERE cluster_id IN (SELECT id FROM chosen) AND terminated_at >= ${since('launches')} AND (
        state = 'LaunchFailed' AND failure->>'code' <> 'LAUNCH_WITHHELD'
        OR state = 'Terminated' AND termination->>'reason' = 'RegistrationTimeout'
      )
      GROUP BY cluster_id
    ), notices AS (
      SELECT cluster_id, count(DISTINCT instance_id)::int AS count, max(received_at) AS last_at,
        (count(DISTINCT instance_id) FILTER (WHERE cardinality(lost_pods) > 0))::int AS lost,
        max(received_at) FILTER (WHERE cardinality(lost_pods) > 0) AS last_lost_at
      FROM interruptions
      WHERE cluster_id IN (SELECT id FROM chosen) AND received_at >= ${since('interruptions')}
        AND action <> 'None'
      GROUP BY cluster_id
    ), failures AS (
      SELECT cluster_id, count(*)::int AS count, max(finished_at) AS last_at
      FROM decisions
      WHERE cluster_id IN (SELECT id FROM chosen) AND state = 'Failed' AND kind <> 'Provision'
        AND finished_at >= ${since('decisions')}
      GROUP BY cluster_id
    ), problems AS (
      SELECT cluster_id, count(*)::int AS count, max(last_seen_at) AS last_at
      FROM findings
      WHERE cluster_id IN (SELECT id FROM chosen) AND last_seen_at >= ${since('findings')}
      GROUP BY cluster_id
    )
    SELECT chosen.id AS "clusterId", now() AS "readAt", connection_state AS state, connection_problem AS problem,
      synced_at AS "syncedAt", connection_changed_at AS "changedAt",
      coalesce(launches.count, 0) AS "launchFailures", launches.last_at AS "lastLaunchFailureAt",
      coalesce(notices.count, 0) AS interruptions, notices.last_at AS "lastInterruptionAt",
      coalesce(notices.lost, 0) AS "podsLost", notices.last_lost_at AS "lastPodsLostAt",
      coalesce(failures.count, 0) AS "failedDecisions", failures.last_at AS "lastFailedDecisionAt",
      coalesce(problems.count, 0) AS findings, problems.last_at AS "lastFindingAt"
    FROM chosen
    LEFT JOIN launches ON launches.cluster_id = chosen.id
    LEFT JOIN notices ON notices.cluster_id = chosen.id
    LEFT JOIN failures ON failures.cluster_id = chosen.id
    LEFT JOIN problems ON problems.cluster_id = chosen.id
    ORDER BY chosen.id`;
}
