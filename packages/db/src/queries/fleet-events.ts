import type {
  DecisionEventKind,
  DecisionKind,
  InterruptionKind,
  InterruptionOutcome,
  Visible,
} from '@kerf/application';
import {
  decisionEventKinds,
  decisionKinds,
  interruptionKinds,
  interruptionOutcomes,
} from '@kerf/application';
import type { ClusterId, DecisionId, Instant, InterruptionId, MicroUsdPerHour } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { float, instant, integer, text, texts, word } from '../tables/columns.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import { interruptionOutcome } from './interruptions.js';
import { allOf, readRows } from './keyset.js';
import { readItems } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleRows } from './visible.js';

/** An event in a cluster, shown as a line of a feed or a mark on a chart. */
export type FleetEvent = FleetEventPlace &
  (
    | {
        readonly type: 'Decision';
        readonly decisionId: DecisionId;
        readonly decisionKind: DecisionKind;
        readonly event: DecisionEventKind;
        /** The name of a user or token; `kerf` for automatic changes. */
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
        readonly outcome: InterruptionOutcome;
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
  /** Kinds of decision events; `null` selects all. For marks: `['Executed']`. */
  readonly decisionEvents: readonly DecisionEventKind[] | null;
  /** Kinds of decisions; `null` selects all. */
  readonly decisionKinds: readonly DecisionKind[] | null;
  readonly hasInterruptions: boolean;
  readonly limit: number;
}

/** The query of the activity feed. */
export class FleetEventQueries {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#pool = pool;
    this.#scope = scope;
  }

  /** Returns the events, newest first. */
  list(request: FleetEventRequest): Promise<readonly FleetEvent[]> {
    return readFleetEvents(this.#pool, request, {
      decisions: this.#scope('decision.read'),
      interruptions: this.#scope('node.read'),
    });
  }

  /** Returns the names of the nodes of decisions, at most {@link shownNames} of each. */
  async nodeNames(ids: readonly DecisionId[]): Promise<ReadonlyMap<DecisionId, readonly string[]>> {
    const rows = await readRows(this.#pool, namesRow, nodeNames(ids));
    return new Map(rows.map(({ decisionId, names }) => [decisionId, names]));
  }
}

/** Number of names of nodes that a decision has here. */
const shownNames = 20;

const namesRow = z.object({ decisionId: text, names: texts });

/** NodeClaims that a decision launched, or removed. */
const nodeNames = (ids: readonly DecisionId[]): Prisma.Sql => Prisma.sql`
  SELECT d.id AS "decisionId", ARRAY(
    SELECT claim.node_name FROM node_claims claim
    WHERE claim.id = ANY(d.node_claim_ids) AND claim.node_name IS NOT NULL
    ORDER BY claim.node_name LIMIT ${shownNames}) AS names
  FROM decisions d WHERE d.id = ANY(${ids})`;

async function readFleetEvents(
  pool: pg.Pool,
  request: FleetEventRequest,
  visible: { readonly decisions: Visible; readonly interruptions: Visible },
): Promise<readonly FleetEvent[]> {
  const { limit } = request;
  const [decisions, interruptions] = await Promise.all([
    readItems(pool, ofDecisions, decisionEvents(request, visible.decisions)),
    request.hasInterruptions
      ? readItems(pool, ofInterruptions, interruptionEvents(request, visible.interruptions))
      : [],
  ]);
  const events: readonly FleetEvent[] = [...decisions, ...interruptions];
  return events.toSorted((a, b) => b.at - a.at).slice(0, limit);
}

const eventFields = { at: instant, clusterId: text, clusterName: text, nodePools: texts };

const ofDecisions = recordsOf(
  z
    .object({
      ...eventFields,
      decisionId: text,
      decisionKind: word(decisionKinds),
      event: word(decisionEventKinds),
      actor: text,
      nodeCount: integer,
      podCount: integer,
      costChangeMicroUsdPerHour: float.nullable(),
    })
    .transform((row): FleetEvent => ({ ...row, type: 'Decision' })),
  identifiedBy('Decision', 'decisionId'),
);

const ofInterruptions = recordsOf(
  z
    .object({
      ...eventFields,
      interruptionId: text,
      decisionId: text.nullable(),
      interruptionKind: word(interruptionKinds),
      nodeName: text.nullable(),
      podCount: integer,
      outcome: word(interruptionOutcomes),
    })
    .transform((row): FleetEvent => ({ ...row, type: 'Interruption' })),
  identifiedBy('Interruption', 'interruptionId'),
);

function decisionEvents(
  { limit, decisionEvents: events, decisionKinds: kinds, ...where }: FleetEventRequest,
  visible: Visible,
): Prisma.Sql {
  const place = { cluster: Prisma.sql`d.cluster_id`, nodePools: Prisma.sql`d.node_pools` };
  return Prisma.sql`
    SELECT e.at, d.cluster_id AS "clusterId", c.name AS "clusterName",
      d.node_pools AS "nodePools", d.id AS "decisionId", d.kind AS "decisionKind",
      e.kind AS event, e.actor, d.node_count AS "nodeCount", d.pod_count AS "podCount",
      d.cost_change_micro_usd_per_hour::float8 AS "costChangeMicroUsdPerHour"
    FROM decision_events e
    JOIN decisions d ON d.id = e.decision_id JOIN clusters c ON c.id = d.cluster_id
    WHERE ${allOf([within(Prisma.sql`e.at`, where), ...visibleRows(visible, place)])}
      AND (${events === null} OR e.kind = ANY(${events ?? []}::text[]))
      AND (${kinds === null} OR d.kind = ANY(${kinds ?? []}::text[]))
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`;
}

function interruptionEvents({ limit, ...where }: FleetEventRequest, visible: Visible): Prisma.Sql {
  const place = { cluster: Prisma.sql`i.cluster_id`, nodePool: Prisma.sql`i.node_pool` };
  return Prisma.sql`
    SELECT i.received_at AS at, i.cluster_id AS "clusterId", c.name AS "clusterName",
      CASE WHEN i.node_pool IS NULL THEN '{}' ELSE ARRAY[i.node_pool] END AS "nodePools",
      i.id AS "interruptionId", i.decision_id AS "decisionId", i.kind AS "interruptionKind",
      i.node_name AS "nodeName", cardinality(i.pod_uids) AS "podCount",
      ${interruptionOutcome} AS outcome
    FROM interruptions i JOIN clusters c ON c.id = i.cluster_id
    WHERE ${allOf([within(Prisma.sql`i.received_at`, where), ...visibleRows(visible, place)])}
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
