import {
  type NodeClaimState,
  nodeClaimStates,
  type OperationFailure,
  type TerminationStep,
  terminationSteps,
} from '@kerf/application';
import type { ClusterId, DecisionId, Instant, NodeClaimId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { unreadableRecordsOf } from '../json/unreadable-records.js';
import { flag, instant, selected, text, word } from '../tables/columns.js';
import { claimIdentity } from '../tables/node-claims.js';
import { operationFailures } from '../tables/operation-failures.js';
import { recordsOf } from '../tables/table.js';
import { allOf, readRows } from './keyset.js';
import { readItems } from './list-reader.js';

const columns = selected(operationFailures.row.shape, 'f');

/**
 * Returns all failing operations of these clusters, and the database's current time for comparison.
 */
export async function readFailuresOfClusters(
  pool: pg.Pool,
  ids: readonly ClusterId[],
  visible: readonly Prisma.Sql[],
): Promise<{ readonly rows: readonly OperationFailure[]; readonly now: Instant }> {
  const rows = await readRows(
    pool,
    nowRow,
    Prisma.sql`
      SELECT ${columns}, now() AS now FROM operation_failures f
      WHERE ${allOf([Prisma.sql`f.cluster_id = ANY(${ids})`, ...visible])}
      ORDER BY f.cluster_id, f.operation, f.object_kind, f.object_id`,
  );
  const [first] = rows;
  return {
    rows: unreadableRecordsOf(pool).readable(rows, operationFailures),
    now: first?.now ?? 0,
  };
}

export interface ClaimFailure extends OperationFailure {
  readonly nodeClaimId: NodeClaimId;
}

/** Returns the failing operations of these NodeClaims. */
export async function readFailuresOfClaims(
  pool: pg.Pool,
  ids: readonly NodeClaimId[],
): Promise<readonly ClaimFailure[]> {
  const failures = await readItems(
    pool,
    operationFailures,
    Prisma.sql`
      SELECT ${columns} FROM operation_failures f
      WHERE f.object_kind = 'NodeClaim' AND f.object_id = ANY(${ids})
      ORDER BY f.operation`,
  );
  return failures.map((failure) => ({ ...failure, nodeClaimId: failure.object.id }));
}

/**
 * The progress of a decision's NodeClaims, and the failing operations of the decision and of them.
 */
export interface DecisionProgressRow {
  readonly decisionId: DecisionId;
  readonly claims: readonly {
    readonly name: string;
    readonly state: NodeClaimState;
    /** `null` while the NodeClaim is not terminating. */
    readonly step: TerminationStep | null;
    readonly waitingFor: string | null;
    /** True when it is launched for the pods of nodes that are removed. */
    readonly isReplacement: boolean;
  }[];
  readonly failures: readonly OperationFailure[];
}

export async function readDecisionProgress(
  pool: pg.Pool,
  ids: readonly DecisionId[],
): Promise<readonly DecisionProgressRow[]> {
  const claims = await readItems(
    pool,
    recordsOf(claimRow, claimIdentity),
    Prisma.sql`
      SELECT d.id AS "decisionId", c.cluster_id AS "clusterId", c.id, c.name, c.state, c.termination->>'step' AS step,
        c.termination->>'waitingFor' AS "waitingFor", k.is_replacement AS "isReplacement"
      FROM decisions d CROSS JOIN LATERAL (
        SELECT unnest(d.node_claim_ids) AS id, false AS is_replacement
        UNION ALL
        SELECT r.value, true FROM jsonb_each_text(d.body->'replacementClaims') AS r
      ) k JOIN node_claims c ON c.id = k.id
      WHERE d.id = ANY(${ids}) ORDER BY c.name, c.id`,
  );
  const failures = await readItems(
    pool,
    operationFailures,
    Prisma.sql`
      SELECT ${columns} FROM operation_failures f
      WHERE (f.object_kind = 'Decision' AND f.object_id = ANY(${ids}))
        OR (f.object_kind = 'NodeClaim' AND f.object_id = ANY(${claims.map(({ id }) => id)}))
      ORDER BY f.operation, f.object_name`,
  );
  return ids.map((decisionId) => {
    const own = claims.filter((claim) => claim.decisionId === decisionId);
    const concerned = new Set([decisionId, ...own.map(({ id }) => id)]);
    return {
      decisionId,
      claims: own.map(({ name, state, step, waitingFor, isReplacement }) => ({
        name,
        state,
        step,
        waitingFor,
        isReplacement,
      })),
      failures: failures.filter(({ object }) => concerned.has(object.id)),
    };
  });
}

const nowRow = z.looseObject({ now: instant });

const claimRow = z.object({
  decisionId: text,
  id: text,
  name: text,
  state: word(nodeClaimStates),
  step: word(terminationSteps).nullable(),
  waitingFor: text.nullable(),
  isReplacement: flag,
});
