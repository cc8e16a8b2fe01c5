import type { Interruption, InterruptionKind, InterruptionOutcome } from '@kerf/application';
import { interruptionKinds, interruptionOutcomes, outcomeOf } from '@kerf/application';
import type { ClusterId, Instant, NodeClaimId } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { computed, integer, selected, text } from '../tables/columns.js';
import { interruptionIdentity, interruptions } from '../tables/interruptions.js';
import { recordsOf } from '../tables/table.js';
import {
  bigint,
  type ListOrder,
  nullableText,
  type SortKeys,
  text as textKey,
  timeKey,
  whenSet,
  wordKey,
} from './keyset.js';
import { RecordList } from './list-reader.js';
import { readSpotPools, type SpotPoolFilter, type SpotPoolRow } from './spot-pools.js';
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

/** Fields that interruptions are sorted by. */
export const interruptionOrderFields = [
  'RECEIVED_AT',
  'OUTCOME',
  'NODE',
  'KIND',
  'CLUSTER',
  'NODE_POOL',
  'INSTANCE_TYPE',
  'DEADLINE',
  'PODS',
  'REPLACEMENTS',
] as const;
export type InterruptionOrderField = (typeof interruptionOrderFields)[number];
export type InterruptionOrder = ListOrder<InterruptionOrderField>;

const row = interruptions.row.omit({ podUids: true }).extend({
  clusterName: computed(text, Prisma.sql`c.name`),
  podCount: computed(integer, Prisma.sql`cardinality(i.pod_uids)`),
});
const summary = row.transform((each) => ({ ...each, outcome: outcomeOf(each) }));

const interruptionPlace = {
  cluster: Prisma.sql`i.cluster_id`,
  nodePool: Prisma.sql`i.node_pool`,
};

export class InterruptionQueries extends RecordList<
  InterruptionFilter,
  InterruptionSummary,
  InterruptionOrderField
> {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    super(pool, {
      name: 'interruptions',
      id: Prisma.sql`i.id`,
      sortKeys,
      columns: selected(row.shape, 'i'),
      from: Prisma.sql`FROM interruptions i JOIN clusters c ON c.id = i.cluster_id`,
      countFrom: Prisma.sql`FROM interruptions i`,
      conditions,
      visible: () => visibleRows(scope('node.read'), interruptionPlace),
      ...recordsOf(summary, interruptionIdentity),
    });
    this.#pool = pool;
    this.#scope = scope;
  }

  /** Returns the spot pools of a period, the most interrupted first. */
  spotPools(filter: SpotPoolFilter): Promise<readonly SpotPoolRow[]> {
    return readSpotPools(this.#pool, filter, this.#scope);
  }
}

/** The same as {@link outcomeOf}, in SQL, of interruptions `i`. */
export const interruptionOutcome = Prisma.sql`
  CASE WHEN i.action = 'None' THEN 'Noted' WHEN i.drained_at IS NULL THEN 'Draining'
    WHEN cardinality(i.lost_pods) = 0 THEN 'Drained' ELSE 'PodsLost' END`;

/** Interruptions without a value come as if it were the smallest. */
const sortKeys: SortKeys<InterruptionOrderField, 'RECEIVED_AT'> = {
  OUTCOME: wordKey(interruptionOutcome, interruptionOutcomes),
  NODE: textKey(Prisma.sql`coalesce(i.node_name, i.instance_id)`),
  KIND: wordKey(Prisma.sql`i.kind`, interruptionKinds),
  CLUSTER: textKey(Prisma.sql`c.name`),
  NODE_POOL: nullableText(Prisma.sql`i.node_pool`),
  INSTANCE_TYPE: nullableText(Prisma.sql`i.instance_type`),
  DEADLINE: timeKey(Prisma.sql`i.deadline`),
  PODS: bigint(Prisma.sql`cardinality(i.pod_uids)`),
  REPLACEMENTS: bigint(Prisma.sql`cardinality(i.replacement_claim_ids)`),
};

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
