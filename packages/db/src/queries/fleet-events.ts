import type { DecisionEventKind, DecisionKind, InterruptionKind } from '@kerf/application';
import { decisionEventKinds, decisionKinds, interruptionKinds } from '@kerf/application';
import type { ClusterId, DecisionId, Instant, InterruptionId, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toDate, toInstant } from '../json.js';
import { readRows } from './keyset.js';

/** Something that happened in a cluster, as a line of a feed or a mark on a chart. */
export type FleetEvent = FleetEventPlace &
  (
    | {
        readonly type: 'Decision';
        readonly decisionId: DecisionId;
        readonly decisionKind: DecisionKind;
        readonly event: DecisionEventKind;
        /** A user's or token's name; `kerf` for what the product did by itself. */
        readonly actor: string;
        readonly nodeCount: number;
        readonly podCount: number;
        readonly costChangeMicroUsdPerHour: MicroUsdPerHour | null;
      }
    | {
        readonly type: 'Interruption';
        readonly interruptionId: InterruptionId;
        readonly decisionId: DecisionId | null;
        readonly interruptionKind: InterruptionKind;
        readonly nodeName: string | null;
        readonly podCount: number;
      }
  );

interface FleetEventPlace {
  readonly at: Instant;
  readonly clusterId: ClusterId;
  readonly clusterName: string;
  readonly nodePools: readonly string[];
}

export interface FleetEventRequest {
  readonly clusterId: ClusterId | null;
  readonly from: Instant | null;
  /** Exclusive. */
  readonly to: Instant | null;
  /** Of decisions; `null`: all. For marks: `['Executed']`. */
  readonly decisionEvents: readonly DecisionEventKind[] | null;
  readonly limit: number;
}

/** Newest first. */
export async function readFleetEvents(
  pool: pg.Pool,
  request: FleetEventRequest,
): Promise<readonly FleetEvent[]> {
  const { limit } = request;
  const [decisions, interruptions] = await Promise.all([
    readRows<DecisionRow>(pool, decisionEvents(request)),
    readRows<InterruptionRow>(pool, interruptionEvents(request)),
  ]);
  const events: FleetEvent[] = [
    ...decisions.map(
      (row): FleetEvent => ({
        ...row,
        type: 'Decision',
        at: toInstant(row.at),
        decisionKind: oneOf(decisionKinds, row.decisionKind),
        event: oneOf(decisionEventKinds, row.event),
      }),
    ),
    ...interruptions.map(
      (row): FleetEvent => ({
        ...row,
        type: 'Interruption',
        at: toInstant(row.at),
        interruptionKind: oneOf(interruptionKinds, row.interruptionKind),
      }),
    ),
  ];
  return events.sort((a, b) => b.at - a.at).slice(0, limit);
}

interface PlaceRow {
  readonly at: Date;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly nodePools: readonly string[];
}

interface DecisionRow extends PlaceRow {
  readonly decisionId: string;
  readonly decisionKind: string;
  readonly event: string;
  readonly actor: string;
  readonly nodeCount: number;
  readonly podCount: number;
  readonly costChangeMicroUsdPerHour: number | null;
}

interface InterruptionRow extends PlaceRow {
  readonly interruptionId: string;
  readonly decisionId: string | null;
  readonly interruptionKind: string;
  readonly nodeName: string | null;
  readonly podCount: number;
}

function decisionEvents({ limit, decisionEvents: kinds, ...where }: FleetEventRequest): Prisma.Sql {
  return Prisma.sql`
    SELECT e.at, d.cluster_id AS "clusterId", c.name AS "clusterName",
      d.node_pools AS "nodePools", d.id AS "decisionId", d.kind AS "decisionKind",
      e.kind AS event, e.actor, d.node_count AS "nodeCount", d.pod_count AS "podCount",
      d.cost_change_micro_usd_per_hour::float8 AS "costChangeMicroUsdPerHour"
    FROM decision_events e
    JOIN decisions d ON d.id = e.decision_id JOIN clusters c ON c.id = d.cluster_id
    WHERE ${within(Prisma.sql`e.at`, where)}
      AND (${kinds === null} OR e.kind = ANY(${kinds ?? []}::text[]))
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`;
}

function interruptionEvents({ limit, ...where }: FleetEventRequest): Prisma.Sql {
  return Prisma.sql`
    SELECT i.received_at AS at, i.cluster_id AS "clusterId", c.name AS "clusterName",
      CASE WHEN i.node_pool IS NULL THEN '{}' ELSE ARRAY[i.node_pool] END AS "nodePools",
      i.id AS "interruptionId", i.decision_id AS "decisionId", i.kind AS "interruptionKind",
      i.node_name AS "nodeName", cardinality(i.pod_uids) AS "podCount"
    FROM interruptions i JOIN clusters c ON c.id = i.cluster_id
    WHERE ${within(Prisma.sql`i.received_at`, where)}
    ORDER BY i.received_at DESC, i.id DESC LIMIT ${limit}`;
}

function within(
  at: Prisma.Sql,
  { clusterId, from, to }: Pick<FleetEventRequest, 'clusterId' | 'from' | 'to'>,
): Prisma.Sql {
  return Prisma.sql`
    (${clusterId === null} OR c.id = ${clusterId})
    AND (${from === null} OR ${at} >= ${toDate(from ?? 0)})
    AND (${to === null} OR ${at} < ${toDate(to ?? 0)})`;
}
