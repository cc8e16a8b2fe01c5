import { type AttentionFacts, attentionWindows, type FindingCode } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { instant, nullableInstant } from '../json/rows.js';
import { nullableText, number, text } from '../json/values.js';
import { oneOf } from '../json.js';
import { connectionStates } from '../stores/cluster.store.js';
import { allOf } from './keyset.js';
import { readItems } from './list-reader.js';
import { type VisibleScope, visibleClusters, visibleRows } from './visible.js';
import { visibleFindings } from './visible-findings.js';

export interface ClusterAttentionFacts extends AttentionFacts {
  readonly clusterId: ClusterId;
  /** By the database's clock, which all processes share. */
  readonly readAt: Instant;
}

const row = z.object({
  clusterId: text,
  readAt: instant,
  state: text,
  problem: nullableText,
  syncedAt: nullableInstant,
  changedAt: instant,
  launchFailures: number,
  lastLaunchFailureAt: nullableInstant,
  interruptions: number,
  lastInterruptionAt: nullableInstant,
  podsLost: number,
  lastPodsLostAt: nullableInstant,
  failedDecisions: number,
  lastFailedDecisionAt: nullableInstant,
  brakes: number,
  lastBrakeAt: nullableInstant,
  brakeReason: nullableText,
  pauses: number,
  lastPauseAt: nullableInstant,
  pauseOwner: nullableText,
  pauseReason: nullableText,
  spendLimits: number,
  lastSpendLimitAt: nullableInstant,
  spendLimitMessage: nullableText,
  alerts: number,
  lastAlertAt: nullableInstant,
  alertMessage: nullableText,
  findings: number,
  lastFindingAt: nullableInstant,
});

/** Reads the facts about problems of the given clusters, or of all. */
export async function readAttentionFacts(
  pool: pg.Pool,
  ids: readonly ClusterId[] | null,
  scope: VisibleScope,
): Promise<readonly ClusterAttentionFacts[]> {
  return readItems(
    pool,
    {
      row,
      toItem: toFacts,
      identify: ({ clusterId }) => ({
        clusterId,
        object: `Cluster/${clusterId}`,
      }),
    },
    attentionFacts(ids, scope),
  );
}

function toFacts(facts: z.output<typeof row>): ClusterAttentionFacts {
  return {
    clusterId: facts.clusterId,
    readAt: facts.readAt,
    connection: {
      state: oneOf(connectionStates, facts.state),
      problem: facts.problem,
      syncedAt: facts.syncedAt,
      changedAt: facts.changedAt,
    },
    launchFailures: { count: facts.launchFailures, lastAt: facts.lastLaunchFailureAt },
    interruptions: { count: facts.interruptions, lastAt: facts.lastInterruptionAt },
    podsLost: { count: facts.podsLost, lastAt: facts.lastPodsLostAt },
    failedDecisions: { count: facts.failedDecisions, lastAt: facts.lastFailedDecisionAt },
    brakes: { count: facts.brakes, lastAt: facts.lastBrakeAt, detail: facts.brakeReason },
    pauses: {
      count: facts.pauses,
      lastAt: facts.lastPauseAt,
      detail: facts.pauseOwner === null ? null : `By ${facts.pauseOwner}: ${facts.pauseReason}`,
    },
    spendLimits: {
      count: facts.spendLimits,
      lastAt: facts.lastSpendLimitAt,
      detail: facts.spendLimitMessage,
    },
    alerts: { count: facts.alerts, lastAt: facts.lastAlertAt, detail: facts.alertMessage },
    findings: { count: facts.findings, lastAt: facts.lastFindingAt },
  };
}

/** Returns the start of a window that ends now. */
const since = (window: keyof typeof attentionWindows): Prisma.Sql =>
  Prisma.sql`now() - ${attentionWindows[window]}::float8 * interval '1 millisecond'`;

/** Findings that another kind of attention is about. */
const ownKinds: readonly FindingCode[] = [
  // The state of the connection.
  'CLUSTER_UNREACHABLE',
  // Brakes in force.
  'RUNAWAY_BRAKE',
  'NODE_POOL_FLAPPING',
  'SPEND_LIMIT_REACHED',
  'ALERT_THRESHOLD_EXCEEDED',
];

/** Returns the columns about the findings of one code. */
function ofCode(code: FindingCode, name: 'limit' | 'alert'): Prisma.Sql {
  return Prisma.sql`
        (count(*) FILTER (WHERE code = ${code}))::int AS ${Prisma.raw(`${name}s`)},
        max(last_seen_at) FILTER (WHERE code = ${code}) AS ${Prisma.raw(`last_${name}_at`)},
        (array_agg(message ORDER BY last_seen_at DESC) FILTER (WHERE code = ${code}))[1]
          AS ${Prisma.raw(`${name}_message`)}`;
}

/** Returns the conditions for what the caller may see, by part of the statement. */
function visibleParts(scope: VisibleScope) {
  const cluster = Prisma.sql`cluster_id`;
  const nodePool = Prisma.sql`node_pool`;
  const nodePools = Prisma.sql`node_pools`;
  return {
    clusters: allOf(visibleClusters(scope('cluster.read'), Prisma.sql`clusters.id`)),
    nodes: allOf(visibleRows(scope('node.read'), { cluster, nodePool })),
    decisions: allOf(visibleRows(scope('decision.read'), { cluster, nodePools })),
    findings: allOf(visibleFindings(scope)),
    // A pause of the organization or the cluster is seen with any part of it.
    pausedPools: allOf(
      visibleRows(scope('cluster.read'), {
        cluster: Prisma.sql`pauses.cluster_id`,
        nodePool: Prisma.sql`pauses.node_pool`,
      }),
    ),
    pausedParts: allOf(
      visibleRows(scope('cluster.read'), {
        cluster: Prisma.sql`owned.cluster_id`,
        nodePool: Prisma.sql`owned.name`,
      }),
    ),
  };
}

function attentionFacts(ids: readonly ClusterId[] | null, scope: VisibleScope): Prisma.Sql {
  const visible = visibleParts(scope);
  return Prisma.sql`
    WITH chosen AS (
      SELECT id, connection_state, connection_problem, synced_at, connection_changed_at
      FROM clusters
      WHERE (${ids === null} OR id = ANY(${ids ?? []})) AND ${visible.clusters}
    ), launches AS (
      SELECT cluster_id, count(*)::int AS count, max(terminated_at) AS last_at
      FROM node_claims
      WHERE cluster_id IN (SELECT id FROM chosen) AND terminated_at >= ${since('launches')} AND (
        state = 'LaunchFailed' AND failure->>'code' <> 'LAUNCH_WITHHELD'
        OR state = 'Terminated' AND registered_at IS NULL
          AND termination->>'reason' IN ('RegistrationTimeout', 'Unhealthy')
      ) AND ${visible.nodes}
      GROUP BY cluster_id
    ), notices AS (
      SELECT cluster_id, count(DISTINCT instance_id)::int AS count, max(received_at) AS last_at,
        (count(DISTINCT instance_id) FILTER (WHERE cardinality(lost_pods) > 0))::int AS lost,
        max(received_at) FILTER (WHERE cardinality(lost_pods) > 0) AS last_lost_at
      FROM interruptions
      WHERE cluster_id IN (SELECT id FROM chosen) AND received_at >= ${since('interruptions')}
        AND action <> 'None' AND ${visible.nodes}
      GROUP BY cluster_id
    ), failures AS (
      SELECT cluster_id, count(*)::int AS count, max(finished_at) AS last_at
      FROM decisions
      WHERE cluster_id IN (SELECT id FROM chosen) AND state = 'Failed' AND kind <> 'Provision'
        AND finished_at >= ${since('decisions')} AND ${visible.decisions}
      GROUP BY cluster_id
    ), stops AS (
      SELECT chosen.id AS cluster_id,
        (count(*) FILTER (WHERE cause <> 'User'))::int AS brakes,
        max(set_at) FILTER (WHERE cause <> 'User') AS last_brake_at,
        (array_agg(reason ORDER BY set_at DESC) FILTER (WHERE cause <> 'User'))[1] AS brake_reason,
        (count(*) FILTER (WHERE cause = 'User'))::int AS pauses,
        max(set_at) FILTER (WHERE cause = 'User') AS last_pause_at,
        (array_agg(owner ORDER BY set_at DESC) FILTER (WHERE cause = 'User'))[1] AS pause_owner,
        (array_agg(reason ORDER BY set_at DESC) FILTER (WHERE cause = 'User'))[1] AS pause_reason
      FROM chosen JOIN pauses ON released_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND (scope_kind = 'Organization' OR scope_kind = 'Cluster' AND pauses.cluster_id = chosen.id
          OR scope_kind = 'NodePool' AND pauses.cluster_id = chosen.id AND ${visible.pausedPools}
          OR scope_kind = 'Team' AND EXISTS (
            SELECT FROM team_ownerships AS owned
            WHERE owned.team_id = pauses.team_id AND owned.cluster_id = chosen.id
              AND owned.kind <> 'Namespace' AND ${visible.pausedParts}))
      GROUP BY chosen.id
    ), problems AS (
      SELECT cluster_id,
        (count(*) FILTER (WHERE code <> ALL(${ownKinds})))::int AS count,
        max(last_seen_at) FILTER (WHERE code <> ALL(${ownKinds})) AS last_at,
        ${ofCode('SPEND_LIMIT_REACHED', 'limit')},
        ${ofCode('ALERT_THRESHOLD_EXCEEDED', 'alert')}
      FROM findings f
      WHERE cluster_id IN (SELECT id FROM chosen) AND last_seen_at >= ${since('findings')}
        AND ${visible.findings}
      GROUP BY cluster_id
    )
    SELECT chosen.id AS "clusterId", now() AS "readAt", connection_state AS state, connection_problem AS problem,
      synced_at AS "syncedAt", connection_changed_at AS "changedAt",
      coalesce(launches.count, 0) AS "launchFailures", launches.last_at AS "lastLaunchFailureAt",
      coalesce(notices.count, 0) AS interruptions, notices.last_at AS "lastInterruptionAt",
      coalesce(notices.lost, 0) AS "podsLost", notices.last_lost_at AS "lastPodsLostAt",
      coalesce(failures.count, 0) AS "failedDecisions", failures.last_at AS "lastFailedDecisionAt",
      coalesce(stops.brakes, 0) AS brakes, stops.last_brake_at AS "lastBrakeAt",
      stops.brake_reason AS "brakeReason",
      coalesce(stops.pauses, 0) AS pauses, stops.last_pause_at AS "lastPauseAt",
      stops.pause_owner AS "pauseOwner", stops.pause_reason AS "pauseReason",
      coalesce(problems.limits, 0) AS "spendLimits", problems.last_limit_at AS "lastSpendLimitAt",
      problems.limit_message AS "spendLimitMessage",
      coalesce(problems.alerts, 0) AS alerts, problems.last_alert_at AS "lastAlertAt",
      problems.alert_message AS "alertMessage",
      coalesce(problems.count, 0) AS findings, problems.last_at AS "lastFindingAt"
    FROM chosen
    LEFT JOIN launches ON launches.cluster_id = chosen.id
    LEFT JOIN notices ON notices.cluster_id = chosen.id
    LEFT JOIN failures ON failures.cluster_id = chosen.id
    LEFT JOIN stops ON stops.cluster_id = chosen.id
    LEFT JOIN problems ON problems.cluster_id = chosen.id
    ORDER BY chosen.id`;
}
