import type { Interruption, InterruptionKind, InterruptionOutcome } from '@kerf/application';
import { interruptionActions, interruptionKinds, outcomeOf } from '@kerf/application';
import type { ClusterId, Instant, InterruptionId, NodeClaimId } from '@kerf/core';
import { capacityTypes } from '@kerf/engine';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toDate, toInstant, toNullableInstant } from '../json.js';
import {
  allOf,
  mapPage,
  type Order,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  text,
  whenSet,
} from './keyset.js';

/** A warning with what pages say of it; its pods are counted. */
export interface InterruptionSummary extends Omit<Interruption, 'podUids'> {
  readonly clusterName: string;
  readonly podCount: number;
  readonly outcome: InterruptionOutcome;
}

export interface InterruptionFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly kinds?: readonly InterruptionKind[] | null | undefined;
  readonly outcomes?: readonly InterruptionOutcome[] | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  /** Of one claim's life. */
  readonly nodeClaimId?: NodeClaimId | null | undefined;
  readonly receivedFrom?: Instant | null | undefined;
  readonly receivedTo?: Instant | null | undefined;
}

const columns = Prisma.sql`
  i.id, i.cluster_id AS "clusterId", c.name AS "clusterName", i.kind, i.event_id AS "eventId",
  i.instance_id AS "instanceId", i.node_claim_id AS "nodeClaimId", i.node_name AS "nodeName",
  i.node_pool AS "nodePool", i.instance_type AS "instanceType", i.zone,
  i.capacity_type AS "capacityType", i.action, i.decision_id AS "decisionId",
  i.warned_at AS "warnedAt", i.received_at AS "receivedAt", i.deadline,
  cardinality(i.pod_uids) AS "podCount",
  i.replacement_requested_at AS "replacementRequestedAt",
  i.replacement_claim_ids AS "replacementClaimIds", i.drained_at AS "drainedAt",
  i.kept_pods AS "keptPods", i.ended_at AS "endedAt"`;
const from = Prisma.sql`FROM interruptions i JOIN clusters c ON c.id = i.cluster_id`;

/** Ids sort by the time of their making. */
const newestFirst: Order = {
  name: 'interruptions',
  keys: [text(Prisma.sql`i.id`)],
  direction: 'DESC',
};

export class InterruptionQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async page(filter: InterruptionFilter, page: PageRequest): Promise<Page<InterruptionSummary>> {
    return mapPage(
      await readPage<InterruptionRow>(this.#pool, {
        columns,
        from,
        where: conditions(filter),
        order: newestFirst,
        page,
      }),
      toSummary,
    );
  }

  async count(filter: InterruptionFilter): Promise<number> {
    const [row] = await readRows<{ count: number }>(
      this.#pool,
      Prisma.sql`
        SELECT count(*)::int AS count FROM interruptions i WHERE ${allOf(conditions(filter))}`,
    );
    return row?.count ?? 0;
  }

  async byIds(ids: readonly InterruptionId[]): Promise<readonly InterruptionSummary[]> {
    const rows = await readRows<InterruptionRow>(
      this.#pool,
      Prisma.sql`SELECT ${columns} ${from} WHERE i.id = ANY(${ids})`,
    );
    return rows.map(toSummary);
  }
}

/** Says in SQL what {@link outcomeOf} says of a record. */
const outcome = Prisma.sql`
  CASE WHEN i.action = 'None' THEN 'Noted' WHEN i.drained_at IS NULL THEN 'Draining'
    WHEN cardinality(i.kept_pods) = 0 THEN 'Drained' ELSE 'PodsLost' END`;

function conditions(filter: InterruptionFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`i.cluster_id = ${id}`),
    ...whenSet(filter.kinds, (kinds) => Prisma.sql`i.kind = ANY(${kinds})`),
    ...whenSet(filter.outcomes, (outcomes) => Prisma.sql`(${outcome}) = ANY(${outcomes})`),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`i.node_pool = ANY(${names})`),
    ...whenSet(filter.nodeClaimId, (id) => Prisma.sql`i.node_claim_id = ${id}`),
    ...whenSet(filter.receivedFrom, (at) => Prisma.sql`i.received_at >= ${toDate(at)}`),
    ...whenSet(filter.receivedTo, (at) => Prisma.sql`i.received_at < ${toDate(at)}`),
  ];
}

type TimestampFields = 'deadline' | 'replacementRequestedAt' | 'drainedAt' | 'endedAt';
type InterruptionRow = Omit<
  InterruptionSummary,
  'outcome' | 'kind' | 'action' | 'capacityType' | 'warnedAt' | 'receivedAt' | TimestampFields
> & {
  readonly kind: string;
  readonly action: string;
  readonly capacityType: string | null;
  readonly warnedAt: Date;
  readonly receivedAt: Date;
} & Readonly<Record<TimestampFields, Date | null>>;

function toSummary(row: InterruptionRow): InterruptionSummary {
  const summary = {
    ...row,
    kind: oneOf(interruptionKinds, row.kind),
    action: oneOf(interruptionActions, row.action),
    capacityType: row.capacityType === null ? null : oneOf(capacityTypes, row.capacityType),
    warnedAt: toInstant(row.warnedAt),
    receivedAt: toInstant(row.receivedAt),
    deadline: toNullableInstant(row.deadline),
    replacementRequestedAt: toNullableInstant(row.replacementRequestedAt),
    drainedAt: toNullableInstant(row.drainedAt),
    endedAt: toNullableInstant(row.endedAt),
  };
  return { ...summary, outcome: outcomeOf(summary) };
}
