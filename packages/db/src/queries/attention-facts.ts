import {
  type AttentionFacts,
  attentionWindows,
  type FindingCode,
  incidentKinds,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { connectionStates } from '../tables/clusters.js';
import { float, instant, text, word } from '../tables/columns.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import {
  brakeColumns,
  brakeJoins,
  brakeSelection,
  brakeTables,
  sharedAlertsSince,
  sharedAlertText,
  toBrakeFacts,
} from './brake-attention.js';
import { visibleIncidents } from './incidents.js';
import { allOf } from './keyset.js';
import { readItems } from './list-reader.js';
import { type VisibleScope, visibleClusters, visibleRows } from './visible.js';
import { visibleFindings } from './visible-findings.js';

/** The facts about problems of a cluster; its summary has what waits. */
export interface ClusterAttentionFacts extends Omit<AttentionFacts, 'approvals' | 'pendingPods'> {
  readonly clusterId: ClusterId;
  /** By the database's clock, which all processes share. */
  readonly readAt: Instant;
}

const row = z.object({
  clusterId: text,
  readAt: instant,
  state: word(connectionStates),
  problem: text.nullable(),
  syncedAt: instant.nullable(),
  changedAt: instant,
  launchFailures: float,
  lastLaunchFailureAt: instant.nullable(),
  interruptions: float,
  lastInterruptionAt: instant.nullable(),
  podsLost: float,
  lastPodsLostAt: instant.nullable(),
  failedDecisions: float,
  lastFailedDecisionAt: instant.nullable(),
  ...brakeColumns,
  alerts: float,
  lastAlertAt: instant.nullable(),
  alertMessage: text.nullable(),
  findings: float,
  lastFindingAt: instant.nullable(),
  incidents: z.array(z.object({ kind: word(incidentKinds), cause: text, startedAt: float })),
});

/** Reads the facts about problems of the given clusters, or of all. */
export async function readAttentionFacts(
  pool: pg.Pool,
  ids: readonly ClusterId[] | null,
  scope: VisibleScope,
): Promise<readonly ClusterAttentionFacts[]> {
  return readItems(
    pool,
    recordsOf(row.transform(toFacts), identifiedBy('Cluster', 'clusterId')),
    attentionFacts(ids, scope),
  );
}

function toFacts(facts: z.output<typeof row>): ClusterAttentionFacts {
  return {
    clusterId: facts.clusterId,
    readAt: facts.readAt,
    connection: {
      state: facts.state,
      problem: facts.problem,
      syncedAt: facts.syncedAt,
      changedAt: facts.changedAt,
    },
    launchFailures: { count: facts.launchFailures, lastAt: facts.lastLaunchFailureAt },
    interruptions: { count: facts.interruptions, lastAt: facts.lastInterruptionAt },
    podsLost: { count: facts.podsLost, lastAt: facts.lastPodsLostAt },
    failedDecisions: { count: facts.failedDecisions, lastAt: facts.lastFailedDecisionAt },
    ...toBrakeFacts(facts),
    alerts: {
      count: facts.alerts + facts.sharedAlerts,
      lastAt: lastOf(facts.lastAlertAt, sharedAlertsSince(facts)),
      detail: facts.alertMessage ?? sharedAlertText(facts),
    },
    incidents: facts.incidents,
    findings: { count: facts.findings, lastAt: facts.lastFindingAt },
  };
}

const lastOf = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

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
  // An incident.
  'TERMINATION_STALLED',
];

const alertCode: FindingCode = 'ALERT_THRESHOLD_EXCEEDED';

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
    incidents: allOf(visibleIncidents(scope)),
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
    ), ${brakeTables(scope)}, problems AS (
      SELECT cluster_id,
        (count(*) FILTER (WHERE code <> ALL(${ownKinds})))::int AS count,
        max(last_seen_at) FILTER (WHERE code <> ALL(${ownKinds})) AS last_at,
        (count(*) FILTER (WHERE code = ${alertCode}))::int AS alerts,
        max(last_seen_at) FILTER (WHERE code = ${alertCode}) AS last_alert_at,
        (array_agg(message ORDER BY last_seen_at DESC) FILTER (WHERE code = ${alertCode}))[1]
          AS alert_message
      FROM findings f
      WHERE cluster_id IN (SELECT id FROM chosen) AND last_seen_at >= ${since('findings')}
        AND ${visible.findings}
      GROUP BY cluster_id
    ), open_incidents AS (
      SELECT i.cluster_id, jsonb_agg(jsonb_build_object('kind', i.kind, 'cause', i.cause,
        'startedAt', round(extract(epoch FROM i.started_at) * 1000)) ORDER BY i.started_at) AS list
      FROM incidents i
      WHERE i.cluster_id IN (SELECT id FROM chosen) AND i.ended_at IS NULL AND ${visible.incidents}
      GROUP BY i.cluster_id
    )
    SELECT chosen.id AS "clusterId", now() AS "readAt", connection_state AS state, connection_problem AS problem,
      synced_at AS "syncedAt", connection_changed_at AS "changedAt",
      coalesce(launches.count, 0) AS "launchFailures", launches.last_at AS "lastLaunchFailureAt",
      coalesce(notices.count, 0) AS interruptions, notices.last_at AS "lastInterruptionAt",
      coalesce(notices.lost, 0) AS "podsLost", notices.last_lost_at AS "lastPodsLostAt",
      coalesce(failures.count, 0) AS "failedDecisions", failures.last_at AS "lastFailedDecisionAt",
      ${brakeSelection},
      coalesce(problems.alerts, 0) AS alerts, problems.last_alert_at AS "lastAlertAt",
      problems.alert_message AS "alertMessage",
      coalesce(problems.count, 0) AS findings, problems.last_at AS "lastFindingAt",
      coalesce(open_incidents.list, '[]') AS incidents
    FROM chosen
    LEFT JOIN launches ON launches.cluster_id = chosen.id
    LEFT JOIN notices ON notices.cluster_id = chosen.id
    LEFT JOIN failures ON failures.cluster_id = chosen.id
    ${brakeJoins}
    LEFT JOIN problems ON problems.cluster_id = chosen.id
    LEFT JOIN open_incidents ON open_incidents.cluster_id = chosen.id
    ORDER BY chosen.id`;
}
