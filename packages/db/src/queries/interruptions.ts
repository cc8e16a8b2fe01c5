import type { Interruption, InterruptionKind, InterruptionOutcome } from '@kerf/application';
import { interruptionActions, interruptionKinds, outcomeOf } from '@kerf/application';
import type { ClusterId, Instant, InterruptionId, NodeClaimId } from '@kerf/core';
import { capacityTypes } from '@kerf/engine';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { instant, nullableInstant } from '../json/rows.js';
import { nullableText, number, text, texts } from '../json/values.js';
import { oneOf, toDate } from '../json.js';
import { type Order, type Page, type PageRequest, text as textKey, whenSet } from './keyset.js';
import { ListReader } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleRows } from './visible.js';

/** An interruption as pages show it; its pods are only counted. */
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
  /** The NodeClaim whose interruptions are selected. */
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
  i.lost_pods AS "lostPods", i.ended_at AS "endedAt"`;

const interruptionPlace = {
  cluster: Prisma.sql`i.cluster_id`,
  nodePool: Prisma.sql`i.node_pool`,
};

/** IDs sort by creation time. */
const newestFirst: Order = {
  name: 'interruptions',
  keys: [textKey(Prisma.sql`i.id`)],
  direction: 'DESC',
};

export class InterruptionQueries {
  readonly #list: ListReader<InterruptionFilter, InterruptionRow, InterruptionSummary>;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    this.#list = new ListReader(pool, {
      columns,
      from: Prisma.sql`FROM interruptions i JOIN clusters c ON c.id = i.cluster_id`,
      countFrom: Prisma.sql`FROM interruptions i`,
      conditions,
      visible: () => visibleRows(scope('node.read'), interruptionPlace),
      row: interruptionRow,
      toItem: toSummary,
      identify: ({ clusterId, id }) => ({ clusterId, object: `Interruption/${id}` }),
    });
  }

  page(filter: InterruptionFilter, page: PageRequest): Promise<Page<InterruptionSummary>> {
    return this.#list.page(filter, newestFirst, page);
  }

  count(filter: InterruptionFilter): Promise<number> {
    return this.#list.count(filter);
  }

  byIds(ids: readonly InterruptionId[]): Promise<readonly InterruptionSummary[]> {
    return this.#list.all(Prisma.sql`i.id = ANY(${ids})`);
  }
}

/** The same as {@link outcomeOf}, in SQL. */
const outcome = Prisma.sql`
  CASE WHEN i.action = 'None' THEN 'Noted' WHEN i.drained_at IS NULL THEN 'Draining'
    WHEN cardinality(i.lost_pods) = 0 THEN 'Drained' ELSE 'PodsLost' END`;

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

const interruptionRow = z.object({
  id: text,
  clusterId: text,
  clusterName: text,
  kind: text,
  eventId: text,
  instanceId: text,
  nodeClaimId: nullableText,
  nodeName: nullableText,
  nodePool: nullableText,
  instanceType: nullableText,
  zone: nullableText,
  capacityType: nullableText,
  action: text,
  decisionId: nullableText,
  warnedAt: instant,
  receivedAt: instant,
  deadline: nullableInstant,
  podCount: number,
  replacementRequestedAt: nullableInstant,
  replacementClaimIds: texts,
  drainedAt: nullableInstant,
  lostPods: texts,
  endedAt: nullableInstant,
});
type InterruptionRow = z.output<typeof interruptionRow>;

/** @throws UnreadableRecord */
function toSummary(row: InterruptionRow): InterruptionSummary {
  const summary = {
    ...row,
    kind: oneOf(interruptionKinds, row.kind),
    action: oneOf(interruptionActions, row.action),
    capacityType: row.capacityType === null ? null : oneOf(capacityTypes, row.capacityType),
  };
  return { ...summary, outcome: outcomeOf(summary) };
}
