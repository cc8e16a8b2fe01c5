import type { Interruption, InterruptionKind, InterruptionOutcome } from '@kerf/application';
import { outcomeOf } from '@kerf/application';
import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { computed, integer, selected, text } from '../tables/columns.js';
import { interruptionIdentity, interruptions } from '../tables/interruptions.js';
import { recordsOf } from '../tables/table.js';
import { whenSet } from './keyset.js';
import { RecordList } from './list-reader.js';
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

const row = interruptions.row.omit({ podUids: true }).extend({
  clusterName: computed(text, Prisma.sql`c.name`),
  podCount: computed(integer, Prisma.sql`cardinality(i.pod_uids)`),
});
const summary = row.transform((each) => ({ ...each, outcome: outcomeOf(each) }));

const interruptionPlace = {
  cluster: Prisma.sql`i.cluster_id`,
  nodePool: Prisma.sql`i.node_pool`,
};

export class InterruptionQueries extends RecordList<InterruptionFilter, InterruptionSummary> {
  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    super(pool, {
      name: 'interruptions',
      id: Prisma.sql`i.id`,
      columns: selected(row.shape, 'i'),
      from: Prisma.sql`FROM interruptions i JOIN clusters c ON c.id = i.cluster_id`,
      countFrom: Prisma.sql`FROM interruptions i`,
      conditions,
      visible: () => visibleRows(scope('node.read'), interruptionPlace),
      ...recordsOf(summary, interruptionIdentity),
    });
  }
}

/** The same as {@link outcomeOf}, in SQL, of interruptions `i`. */
export const interruptionOutcome = Prisma.sql`
  CASE WHEN i.action = 'None' THEN 'Noted' WHEN i.drained_at IS NULL THEN 'Draining'
    WHEN cardinality(i.lost_pods) = 0 THEN 'Drained' ELSE 'PodsLost' END`;

function conditions(filter: InterruptionFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`i.cluster_id = ${id}`),
    ...whenSet(filter.kinds, (kinds) => Prisma.sql`i.kind = ANY(${kinds})`),
    ...whenSet(
      filter.outcomes,
      (outcomes) => Prisma.sql`(${interruptionOutcome}) = ANY(${outcomes})`,
    ),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`i.node_pool = ANY(${names})`),
    ...whenSet(filter.nodeClaimId, (id) => Prisma.sql`i.node_claim_id = ${id}`),
    ...whenSet(filter.receivedFrom, (at) => Prisma.sql`i.received_at >= ${toDate(at)}`),
    ...whenSet(filter.receivedTo, (at) => Prisma.sql`i.received_at < ${toDate(at)}`),
  ];
}
