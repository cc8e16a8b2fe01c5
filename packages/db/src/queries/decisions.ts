import {
  type Decision,
  type DecisionApproval,
  type DecisionBody,
  type DecisionEvent,
  type DecisionKind,
  type DecisionState,
  decisionKinds,
  decisionStates,
  type Review,
  type SavingsFigures,
} from '@kerf/application';
import type { ClusterId, DecisionId, Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { decisionApproval } from '../json/formats.js';
import { toDate } from '../json.js';
import { computed, float, integer, json, selected, text, texts, word } from '../tables/columns.js';
import {
  decisionEventColumns,
  decisionIdentity,
  decisions,
  reviewColumns,
  savingsFigures,
} from '../tables/decisions.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import {
  allOf,
  bigint,
  type ListOrder,
  nullableAmount,
  nullableText,
  readRows,
  type SortKeys,
  text as textKey,
  whenSet,
  wordKey,
} from './keyset.js';
import { RecordList, readItems } from './list-reader.js';
import { type DecisionProgressRow, readDecisionProgress } from './operation-failures.js';
import { everythingVisible, type VisibleScope, visibleRows } from './visible.js';

/** A decision without its body, which may contain ten thousand placements. */
export interface DecisionSummary
  extends Omit<Decision, 'body' | 'nodeClaimIds' | 'approval'>,
    SavingsFigures {
  readonly clusterName: string;
  /** Digest of the plan that an approval covers; `null` for decisions that no policy was applied to. */
  readonly planDigest: string | null;
  /** Approvals that count so far. */
  readonly approvalsGiven: number;
}

/** The maintenance window of an approved decision. */
export type DecisionWindow = Readonly<z.output<typeof windowRow>>;

/** The result so far for the nodes of a decision. */
export type DecisionOutcome = Readonly<z.output<typeof outcomeRow>>;

export interface DecisionFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly states?: readonly DecisionState[] | null | undefined;
  readonly kinds?: readonly DecisionKind[] | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
  /** Names of teams that owned a NodePool of the decision, or its cluster, when it was proposed. */
  readonly teams?: readonly string[] | null | undefined;
  readonly proposedFrom?: Instant | null | undefined;
  /** Exclusive. */
  readonly proposedTo?: Instant | null | undefined;
  /** `namespace/name` of a pod that the decision moves, or `namespace/Kind/name` of its owner. */
  readonly moved?: string | null | undefined;
  /** Decisions to which an approval of this person would count, with the caller's visible scope. */
  readonly awaitingReviewOf?: ReviewingPerson | null | undefined;
}

/** Fields that decisions are sorted by. */
export const decisionOrderFields = [
  'PROPOSED_AT',
  'STATE',
  'KIND',
  'CLUSTER',
  'NODE_POOLS',
  'NODES',
  'PODS',
  'COST_CHANGE',
  'SAVINGS_RATIO',
  'SAVING_GAP',
  'DECIDED_BY',
] as const;
export type DecisionOrderField = (typeof decisionOrderFields)[number];
export type DecisionOrder = ListOrder<DecisionOrderField>;

/** A person who could approve decisions, as rules name people. */
export interface ReviewingPerson {
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** Names of teams. */
  readonly teams: readonly string[];
  /** Rules escalate after some time. */
  readonly now: Instant;
}

const summary = decisions.row.omit({ body: true, nodeClaimIds: true, approval: true }).extend({
  ...savingsFigures,
  clusterName: computed(text, Prisma.sql`c.name`),
  planDigest: computed(text.nullable(), Prisma.sql`d.approval->>'planDigest'`),
  approvalsGiven: computed(
    integer,
    Prisma.sql`(SELECT count(*)::int FROM (
      SELECT DISTINCT ON (r.person_id) r.verdict, r.plan_digest FROM decision_reviews r
      WHERE r.decision_id = d.id ORDER BY r.person_id, r.id DESC
    ) newest WHERE newest.verdict = 'Approve' AND newest.plan_digest = d.approval->>'planDigest')`,
  ),
});

/** Decisions without a value come as if it were the smallest. */
const sortKeys: SortKeys<DecisionOrderField, 'PROPOSED_AT'> = {
  STATE: wordKey(Prisma.sql`d.state`, decisionStates),
  KIND: wordKey(Prisma.sql`d.kind`, decisionKinds),
  CLUSTER: textKey(Prisma.sql`c.name`),
  NODE_POOLS: textKey(Prisma.sql`array_to_string(d.node_pools, ', ')`),
  NODES: bigint(Prisma.sql`d.node_count`),
  PODS: bigint(Prisma.sql`d.pod_count`),
  COST_CHANGE: nullableAmount(Prisma.sql`d.cost_change_micro_usd_per_hour`),
  SAVINGS_RATIO: nullableAmount(Prisma.sql`d.savings_ratio_micro_usd_per_hour`),
  SAVING_GAP: nullableAmount(Prisma.sql`least(d.saving_gap_ratio, 1e6) * 1e6`),
  DECIDED_BY: nullableText(Prisma.sql`d.decided_by`),
};

const decisionPlace = {
  cluster: Prisma.sql`d.cluster_id`,
  nodePools: Prisma.sql`d.node_pools`,
};

export class DecisionQueries extends RecordList<
  DecisionFilter,
  DecisionSummary,
  DecisionOrderField
> {
  readonly #pool: pg.Pool;
  readonly #scope: VisibleScope;

  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    super(pool, {
      name: 'decisions',
      id: Prisma.sql`d.id`,
      sortKeys,
      columns: selected(summary.shape, 'd'),
      from: Prisma.sql`FROM decisions d JOIN clusters c ON c.id = d.cluster_id`,
      countFrom: Prisma.sql`FROM decisions d`,
      conditions: (filter) => [
        ...conditions(filter),
        ...(filter.awaitingReviewOf ? visibleRows(scope('decision.approve'), decisionPlace) : []),
      ],
      visible: () => visibleRows(scope('decision.read'), decisionPlace),
      ...recordsOf(summary, decisionIdentity),
    });
    this.#pool = pool;
    this.#scope = scope;
  }

  async bodies(
    ids: readonly DecisionId[],
  ): Promise<readonly { readonly id: DecisionId; readonly body: DecisionBody }[]> {
    return readItems(
      this.#pool,
      recordsOf(bodyRow, decisionIdentity),
      Prisma.sql`
        SELECT id, cluster_id AS "clusterId", body FROM decisions WHERE id = ANY(${ids})`,
    );
  }

  /** Returns what the policy says about decisions; those without a policy have no row. */
  async approvals(
    ids: readonly DecisionId[],
  ): Promise<readonly { readonly id: DecisionId; readonly approval: DecisionApproval }[]> {
    return readItems(
      this.#pool,
      recordsOf(approvalRow, decisionIdentity),
      Prisma.sql`
        SELECT id, cluster_id AS "clusterId", approval FROM decisions
        WHERE id = ANY(${ids}) AND approval IS NOT NULL`,
    );
  }

  /** Returns the reviews of decisions, oldest first. */
  async reviews(
    ids: readonly DecisionId[],
  ): Promise<readonly (Review & { readonly decisionId: DecisionId })[]> {
    return readItems(
      this.#pool,
      recordsOf(reviewRow, partIdentity),
      Prisma.sql`
        SELECT d.cluster_id AS "clusterId", ${selected(reviewRow.shape, 'r')}
        FROM decision_reviews r JOIN decisions d ON d.id = r.decision_id
        WHERE r.decision_id = ANY(${ids}) ORDER BY r.at, r.id`,
    );
  }

  /** Returns the maintenance windows of approved decisions that are not over at `from` and begin before `to`. */
  maintenanceWindows(
    clusterIds: readonly ClusterId[],
    { from, to }: { readonly from: Instant; readonly to: Instant },
  ): Promise<readonly DecisionWindow[]> {
    return readRows(
      this.#pool,
      windowRow,
      Prisma.sql`
        SELECT d.id AS "decisionId", d.cluster_id AS "clusterId", d.kind, d.node_pools AS "nodePools",
          (d.approval->'window'->>'from')::float8 AS "from",
          (d.approval->'window'->>'until')::float8 AS "to"
        FROM decisions d WHERE ${allOf([
          Prisma.sql`d.cluster_id = ANY(${clusterIds}) AND d.state = 'Approved'`,
          Prisma.sql`(d.approval->'window'->>'until')::float8 > ${from}`,
          Prisma.sql`(d.approval->'window'->>'from')::float8 < ${to}`,
          ...visibleRows(this.#scope('decision.read'), decisionPlace),
        ])} ORDER BY d.id`,
    );
  }

  /** Returns the progress of decisions and their failing operations. */
  progress(ids: readonly DecisionId[]): Promise<readonly DecisionProgressRow[]> {
    return readDecisionProgress(this.#pool, ids);
  }

  /** Returns the outcomes; a decision without NodeClaims has no row. */
  outcomes(ids: readonly DecisionId[]): Promise<readonly DecisionOutcome[]> {
    return readRows(
      this.#pool,
      outcomeRow,
      Prisma.sql`
        SELECT d.id AS "decisionId",
          (count(*) FILTER (WHERE CASE WHEN d.kind = 'Provision'
            THEN c.initialized_at IS NOT NULL ELSE c.state = 'Terminated' END))::int
            AS "succeededNodes",
          (count(*) FILTER (WHERE d.kind = 'Provision' AND c.state = 'LaunchFailed'))::int
            AS "launchFailedNodes",
          (count(*) FILTER (WHERE d.kind = 'Provision' AND c.state = 'Terminated'
            AND c.initialized_at IS NULL))::int AS "notReadyNodes",
          (count(*) FILTER (WHERE d.kind <> 'Provision' AND d.state = 'Failed'
            AND c.state <> 'Terminated'))::int AS "remainingNodes"
        FROM decisions d JOIN node_claims c ON c.id = ANY(d.node_claim_ids)
        WHERE d.id = ANY(${ids}) GROUP BY d.id`,
    );
  }

  /** Returns the events, oldest first. */
  async events(
    ids: readonly DecisionId[],
  ): Promise<readonly (DecisionEvent & { readonly decisionId: DecisionId })[]> {
    return readItems(
      this.#pool,
      recordsOf(eventRow, partIdentity),
      Prisma.sql`
        SELECT d.cluster_id AS "clusterId", ${selected(eventRow.shape, 'e')}
        FROM decision_events e JOIN decisions d ON d.id = e.decision_id
        WHERE e.decision_id = ANY(${ids}) ORDER BY e.id`,
    );
  }
}

function conditions(filter: DecisionFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`d.cluster_id = ${id}`),
    ...whenSet(filter.states, (states) => Prisma.sql`d.state = ANY(${states})`),
    ...whenSet(filter.kinds, (kinds) => Prisma.sql`d.kind = ANY(${kinds})`),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`d.node_pools && ${names}::text[]`),
    ...whenSet(
      filter.teams,
      (names) => Prisma.sql`jsonb_exists_any(d.approval->'facts'->'teams', ${names}::text[])`,
    ),
    ...whenSet(filter.proposedFrom, (at) => Prisma.sql`d.proposed_at >= ${toDate(at)}`),
    ...whenSet(filter.proposedTo, (at) => Prisma.sql`d.proposed_at < ${toDate(at)}`),
    ...whenSet(
      filter.moved,
      (name) => Prisma.sql`moved_by_decision(d.body, d.approval) @> ${[name]}::text[]`,
    ),
    ...whenSet(filter.awaitingReviewOf, awaitsReviewOf),
  ];
}

/** The conditions of `whyNotApprove`, except for the right to approve. */
function awaitsReviewOf(person: ReviewingPerson): Prisma.Sql {
  const { personId, now } = person;
  const escalation = Prisma.sql`d.approval->'ask'->'escalation'`;
  return Prisma.sql`d.state = 'AwaitingApproval' AND d.verdict->>'kind' <> 'ObserveOnly' AND (
    d.approval IS NULL OR (
      d.approval->>'exclusion' IS NULL
      AND d.approval->'edit'->>'personId' IS DISTINCT FROM ${personId}
      AND NOT coalesce(jsonb_exists(d.approval->'edit'->'earlierIds', ${personId}::text), false)
      AND (
        d.approval->>'ask' IS NULL
        OR ${isListed(Prisma.sql`d.approval->'ask'->'from'`, person)}
        OR (
          d.approval->'ask'->>'escalation' IS NOT NULL
          AND (
            d.approval->>'escalatedAt' IS NOT NULL
            OR (d.approval->>'requestedAt')::float8 + (${escalation}->>'afterMs')::float8 <= ${now}
          )
          AND ${isListed(Prisma.sql`${escalation}->'to'`, person)}
        )
      )
      AND NOT EXISTS (
        SELECT FROM (
          SELECT r.verdict, r.plan_digest FROM decision_reviews r
          WHERE r.decision_id = d.id AND r.person_id = ${personId} ORDER BY r.id DESC LIMIT 1
        ) newest
        WHERE newest.verdict = 'Approve' AND newest.plan_digest = d.approval->>'planDigest'
      )
    )
  )`;
}

/** Whether approvers in JSON include the person; empty lists include everyone. */
const isListed = (
  approvers: Prisma.Sql,
  { name, roles, teams }: ReviewingPerson,
): Prisma.Sql => Prisma.sql`(
    jsonb_array_length(${approvers}->'roles') + jsonb_array_length(${approvers}->'teams')
      + jsonb_array_length(${approvers}->'people') = 0
    OR jsonb_exists_any(${approvers}->'roles', ${[...roles]}::text[])
    OR jsonb_exists_any(${approvers}->'teams', ${[...teams]}::text[])
    OR jsonb_exists(${approvers}->'people', ${name}::text)
  )`;

const bodyRow = decisions.row.pick({ id: true, body: true });
const approvalRow = z.object({ id: text, approval: json(decisionApproval) });

/** The identity of a part of a decision. */
const partIdentity = identifiedBy('Decision', 'decisionId');
const reviewRow = z.object({ decisionId: text, ...reviewColumns });
const eventRow = z.object({ decisionId: text, ...decisionEventColumns });

const windowRow = z.object({
  decisionId: text,
  clusterId: text,
  kind: word(decisionKinds),
  nodePools: texts,
  from: float,
  to: float,
});

const outcomeRow = z.object({
  decisionId: text,
  /** Launched and initialized, or removed. */
  succeededNodes: integer,
  /** Not launched by the cloud. */
  launchFailedNodes: integer,
  /** Launched, and ended before they were initialized. */
  notReadyNodes: integer,
  /** Not removed, because the decision failed. */
  remainingNodes: integer,
});
