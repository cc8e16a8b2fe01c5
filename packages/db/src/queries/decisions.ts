import type {
  Decision,
  DecisionBody,
  DecisionEvent,
  DecisionKind,
  DecisionState,
} from '@kerf/application';
import {
  decisionEventKinds,
  decisionKinds,
  decisionStates,
  executionSteps,
} from '@kerf/application';
import type { ClusterId, DecisionId } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { oneOf, toInstant, toNullableInstant } from '../json.js';
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
import { type DecisionProgressRow, readDecisionProgress } from './operation-failures.js';

/** A decision without its body, which may hold ten thousand placements. */
export interface DecisionSummary extends Omit<Decision, 'body' | 'nodeClaimIds'> {
  readonly clusterName: string;
}

/** What became of the nodes of a decision, as far as it has come. */
export interface DecisionOutcome {
  readonly decisionId: DecisionId;
  /** Launched and initialized, or removed. */
  readonly succeededNodes: number;
  /** Not launched by the cloud. */
  readonly launchFailedNodes: number;
  /** Launched, and ended without having been initialized. */
  readonly notReadyNodes: number;
  /** Not removed, because the decision failed. */
  readonly remainingNodes: number;
}

export interface DecisionFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly states?: readonly DecisionState[] | null | undefined;
  readonly kinds?: readonly DecisionKind[] | null | undefined;
  readonly nodePools?: readonly string[] | null | undefined;
}

const columns = Prisma.sql`
  d.id, d.cluster_id AS "clusterId", c.name AS "clusterName", d.kind, d.state, d.verdict,
  d.engine_version AS "engineVersion", d.snapshot_digest AS "snapshotDigest",
  d.node_pools AS "nodePools", d.node_count AS "nodeCount", d.pod_count AS "podCount",
  d.cost_change_micro_usd_per_hour::float8 AS "costChangeMicroUsdPerHour",
  d.achieved_saving_micro_usd_per_hour::float8 AS "achievedSavingMicroUsdPerHour",
  d.proposed_at AS "proposedAt", d.expires_at AS "expiresAt", d.rejected_until AS "rejectedUntil", d.decided_at AS "decidedAt",
  d.decided_by AS "decidedBy", d.comment, d.finished_at AS "finishedAt",
  d.execution_step AS "executionStep", d.version`;
const from = Prisma.sql`FROM decisions d JOIN clusters c ON c.id = d.cluster_id`;

/** Ids sort by the time of their making. */
const newestFirst: Order = {
  name: 'decisions',
  keys: [text(Prisma.sql`d.id`)],
  direction: 'DESC',
};

export class DecisionQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async page(filter: DecisionFilter, page: PageRequest): Promise<Page<DecisionSummary>> {
    return mapPage(
      await readPage<SummaryRow>(this.#pool, {
        columns,
        from,
        where: conditions(filter),
        order: newestFirst,
        page,
      }),
      toSummary,
    );
  }

  async count(filter: DecisionFilter): Promise<number> {
    const [row] = await readRows<{ count: number }>(
      this.#pool,
      Prisma.sql`SELECT count(*)::int AS count FROM decisions d WHERE ${allOf(conditions(filter))}`,
    );
    return row?.count ?? 0;
  }

  async find(id: DecisionId): Promise<DecisionSummary | null> {
    const [row] = await readRows<SummaryRow>(
      this.#pool,
      Prisma.sql`SELECT ${columns} ${from} WHERE d.id = ${id}`,
    );
    return row === undefined ? null : toSummary(row);
  }

  bodies(
    ids: readonly DecisionId[],
  ): Promise<readonly { readonly id: DecisionId; readonly body: DecisionBody }[]> {
    return readRows(this.#pool, Prisma.sql`SELECT id, body FROM decisions WHERE id = ANY(${ids})`);
  }

  /** How far they are, and what keeps failing for them. */
  progress(ids: readonly DecisionId[]): Promise<readonly DecisionProgressRow[]> {
    return readDecisionProgress(this.#pool, ids);
  }

  /** A decision without claims has no row. */
  outcomes(ids: readonly DecisionId[]): Promise<readonly DecisionOutcome[]> {
    return readRows(
      this.#pool,
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
            AND c.state <> 'Terminated'))::int AS "keptNodes"
        FROM decisions d JOIN node_claims c ON c.id = ANY(d.node_claim_ids)
        WHERE d.id = ANY(${ids}) GROUP BY d.id`,
    );
  }

  /** Oldest first. */
  async events(
    ids: readonly DecisionId[],
  ): Promise<readonly (DecisionEvent & { readonly decisionId: DecisionId })[]> {
    const rows = await readRows<EventRow>(
      this.#pool,
      Prisma.sql`
        SELECT decision_id AS "decisionId", at, kind, actor, data
        FROM decision_events WHERE decision_id = ANY(${ids}) ORDER BY id`,
    );
    return rows.map((row) => ({
      ...row,
      at: toInstant(row.at),
      kind: oneOf(decisionEventKinds, row.kind),
    }));
  }
}

function conditions(filter: DecisionFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`d.cluster_id = ${id}`),
    ...whenSet(filter.states, (states) => Prisma.sql`d.state = ANY(${states})`),
    ...whenSet(filter.kinds, (kinds) => Prisma.sql`d.kind = ANY(${kinds})`),
    ...whenSet(filter.nodePools, (names) => Prisma.sql`d.node_pools && ${names}::text[]`),
  ];
}

type SummaryRow = Omit<
  DecisionSummary,
  | 'kind'
  | 'state'
  | 'executionStep'
  | 'proposedAt'
  | 'expiresAt'
  | 'rejectedUntil'
  | 'decidedAt'
  | 'finishedAt'
> & {
  readonly kind: string;
  readonly state: string;
  readonly executionStep: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date | null;
  readonly rejectedUntil: Date | null;
  readonly decidedAt: Date | null;
  readonly finishedAt: Date | null;
};

function toSummary(row: SummaryRow): DecisionSummary {
  return {
    ...row,
    kind: oneOf(decisionKinds, row.kind),
    state: oneOf(decisionStates, row.state),
    executionStep: oneOf(executionSteps, row.executionStep),
    proposedAt: toInstant(row.proposedAt),
    expiresAt: toNullableInstant(row.expiresAt),
    rejectedUntil: toNullableInstant(row.rejectedUntil),
    decidedAt: toNullableInstant(row.decidedAt),
    finishedAt: toNullableInstant(row.finishedAt),
  };
}

interface EventRow {
  readonly decisionId: string;
  readonly at: Date;
  readonly kind: string;
  readonly actor: string;
  readonly data: DecisionEvent['data'];
}
