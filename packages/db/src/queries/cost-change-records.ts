import {
  type ChangedClaim,
  type ChangedNode,
  type ChangingDecision,
  type CostChangeFacts,
  decisionKinds,
  type PlannedPods,
  removalKinds,
  terminationReasons,
} from '@kerf/application';
import type { DecisionId, Instant, NodeClaimId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { storedSchemas } from '../json/generated/stored-schemas.js';
import { toDate } from '../json.js';
import { flag, float, text, texts, word } from '../tables/columns.js';
import { allOf, readRows } from './keyset.js';

/** Longer chains of replacements are not followed to their ends: their decisions are no net changes. */
const maxRounds = 20;

interface ChangeScope {
  readonly nodes: readonly ChangedNode[];
  readonly period: { readonly from: Instant; readonly to: Instant };
  /** Conditions for spans `s`. */
  readonly scope: readonly Prisma.Sql[];
}

type LinkedDecision = ChangingDecision & { readonly claimIds: readonly NodeClaimId[] };

/** The records about changed nodes, and the nodes that came and left between them. */
export interface ChangeRecords
  extends Pick<CostChangeFacts, 'claims' | 'decisions' | 'plannedPods'> {
  readonly passed: readonly ChangedNode[];
}

/**
 * Reads the NodeClaims of nodes and the decisions that launched and removed them, then the nodes that
 * the same decisions replaced or launched and that ran neither before nor after, and so on.
 */
export async function readChangeRecords(
  pool: pg.Pool,
  { nodes, period, scope }: ChangeScope,
): Promise<ChangeRecords> {
  const claims = new Map<NodeClaimId, ChangedClaim>();
  const decisions = new Map<DecisionId, LinkedDecision>();
  const passed: ChangedNode[] = [];
  const asked = new Set<NodeClaimId>();
  let fresh: readonly ChangedNode[] = nodes;
  for (let round = 0; fresh.length > 0 && round < maxRounds; round += 1) {
    const ids = fresh.flatMap(({ nodeClaimId }) => nodeClaimId ?? []);
    for (const id of ids) asked.add(id);
    const found = await readClaims(pool, ids);
    for (const claim of found) claims.set(claim.id, claim);
    const unread = found
      .flatMap(({ decisionId, removalId }) => [decisionId ?? [], removalId ?? []].flat())
      .filter((id) => !decisions.has(id));
    const linked = await readDecisions(pool, [...new Set(unread)]);
    for (const decision of linked) decisions.set(decision.id, decision);
    const candidates = linked.flatMap(({ claimIds }) => claimIds).filter((id) => !asked.has(id));
    for (const id of candidates) asked.add(id);
    fresh = await readPassedNodes(pool, [...new Set(candidates)], { period, scope });
    passed.push(...fresh);
  }
  const arrived = [...nodes, ...passed].filter(({ change }) => change !== 'Left');
  return {
    claims: [...claims.values()],
    decisions: [...decisions.values()].map(({ claimIds: _, ...decision }) => decision),
    plannedPods: await readPlannedPods(pool, arrived, { claims, decisions }),
    passed,
  };
}

const claimRow = z.object({
  id: text,
  name: text,
  decisionId: text.nullable(),
  terminationReason: word(terminationReasons).nullable(),
  removalId: text.nullable(),
});

/** `max` of an expression, because `max(d.id)` alone reads the decisions of the cluster by age. */
async function readClaims(
  pool: pg.Pool,
  ids: readonly NodeClaimId[],
): Promise<readonly ChangedClaim[]> {
  if (ids.length === 0) return [];
  return readRows(
    pool,
    claimRow,
    Prisma.sql`
      SELECT k.id, k.name, k.decision_id AS "decisionId",
        k.termination->>'reason' AS "terminationReason",
        CASE WHEN k.termination IS NOT NULL THEN (
          SELECT max(d.id || '') FROM decisions d
          WHERE d.node_claim_ids @> ARRAY[k.id] AND d.kind <> 'Provision'
            AND d.kind = ${JSON.stringify(removalKinds)}::jsonb->>(k.termination->>'reason')
            AND d.cluster_id = k.cluster_id AND d.state IN ('Executing', 'Executed', 'Failed')
        ) END AS "removalId"
      FROM node_claims k WHERE k.id = ANY(${ids})`,
  );
}

const decisionRow = z.object({
  id: text,
  kind: word(decisionKinds),
  isForStaticPool: flag,
  isForStandaloneClaim: flag,
  interruptionId: text.nullable(),
  /** Evidence only: a decision counts without it. */
  drift: storedSchemas['decisions.body.drift'].catch([]),
  claimIds: texts,
});

/** The bodies of decisions that launch are large, so that as little as possible of them is read. */
async function readDecisions(
  pool: pg.Pool,
  ids: readonly DecisionId[],
): Promise<readonly LinkedDecision[]> {
  if (ids.length === 0) return [];
  return readRows(
    pool,
    decisionRow,
    Prisma.sql`
      SELECT d.id, d.kind,
        d.kind = 'Provision' AND jsonb_exists(d.body, 'staticPool') AS "isForStaticPool",
        d.kind = 'Provision' AND jsonb_exists(d.body, 'standaloneClaim') AS "isForStandaloneClaim",
        CASE WHEN d.kind = 'Interrupt' THEN d.body->'interruption'->>'id' END AS "interruptionId",
        CASE WHEN d.kind = 'Drift' THEN d.body->'drift' END AS drift,
        CASE WHEN d.kind = 'Provision' THEN '{}' ELSE d.node_claim_ids || ARRAY(
          SELECT r.value FROM jsonb_each_text(coalesce(d.body->'replacementClaims', '{}')) AS r
        ) END AS "claimIds"
      FROM decisions d WHERE d.id = ANY(${ids})`,
  );
}

const passedRow = z.object({
  clusterId: text,
  nodeUid: text,
  nodeName: text,
  providerId: text.nullable(),
  nodePool: text,
  instanceType: text,
  capacityType: text,
  price: float.nullable(),
  nodeClaimId: text,
});

/** Reads those of the NodeClaims whose nodes came and left within the period, at their last prices. */
async function readPassedNodes(
  pool: pg.Pool,
  ids: readonly NodeClaimId[],
  { period, scope }: Omit<ChangeScope, 'nodes'>,
): Promise<readonly ChangedNode[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(
    pool,
    passedRow,
    Prisma.sql`
      SELECT cluster_id AS "clusterId", node_uid AS "nodeUid", node_name AS "nodeName",
        provider_id AS "providerId", node_pool AS "nodePool", instance_type AS "instanceType",
        capacity_type AS "capacityType", price_micro_usd_per_hour::float8 AS price,
        claim_id AS "nodeClaimId"
      FROM (
        SELECT DISTINCT ON (k.id) s.*, k.id AS claim_id,
          min(s.started_at) OVER own AS came_at,
          bool_and(coalesce(s.ended_at <= ${toDate(period.to)}, false)) OVER own AS is_gone
        FROM node_claims k
        JOIN node_cost_spans s ON s.cluster_id = k.cluster_id AND s.provider_id = k.provider_id
        WHERE ${allOf([Prisma.sql`k.id = ANY(${ids})`, ...scope])}
        WINDOW own AS (PARTITION BY k.id)
        ORDER BY k.id, s.started_at DESC
      ) AS passed
      WHERE came_at > ${toDate(period.from)} AND is_gone`,
  );
  return rows.map(({ price, ...node }) => ({
    ...node,
    change: 'Passed',
    priceBefore: price,
    priceAfter: price,
  }));
}

const plannedRow = z.object({
  nodeClaimId: text,
  removalId: text.nullable(),
  namespace: text.nullable(),
  workload: text.nullable(),
  pods: float,
});

/** Reads the pods that nodes were launched for, by workload, and which removals had displaced them. */
async function readPlannedPods(
  pool: pg.Pool,
  arrived: readonly ChangedNode[],
  {
    claims,
    decisions,
  }: {
    readonly claims: ReadonlyMap<NodeClaimId, ChangedClaim>;
    readonly decisions: ReadonlyMap<DecisionId, ChangingDecision>;
  },
): Promise<readonly PlannedPods[]> {
  const launched = arrived.flatMap(({ nodeClaimId }) => {
    const claim = claims.get(nodeClaimId ?? '');
    const decision = decisions.get(claim?.decisionId ?? '');
    return claim !== undefined && decision !== undefined && isForPods(decision)
      ? [{ claimId: claim.id, decisionId: decision.id }]
      : [];
  });
  if (launched.length === 0) return [];
  const removals = [...decisions.values()].filter(({ kind }) => kind !== 'Provision');
  return readRows(
    pool,
    plannedRow,
    Prisma.sql`
      WITH planned AS (
        SELECT k.id, k.decision_id, u.uid
        FROM node_claims k CROSS JOIN LATERAL jsonb_array_elements_text(k.plan->'podUids') AS u(uid)
        WHERE k.id = ANY(${launched.map(({ claimId }) => claimId)})
      ), named AS MATERIALIZED (
        SELECT d.id, p.key AS uid, p.value->>'namespace' AS namespace,
          coalesce(p.value->>'workload', p.value->>'owner') AS workload
        FROM decisions d CROSS JOIN LATERAL jsonb_each(d.body->'pods') AS p
        WHERE d.id = ANY(${[...new Set(launched.map(({ decisionId }) => decisionId))]})
      ), displaced AS MATERIALIZED (
        SELECT max(d.id) AS id, p.value->>'podUid' AS uid
        FROM decisions d CROSS JOIN LATERAL jsonb_array_elements(d.body->'pods') AS p
        WHERE d.id = ANY(${removals.map(({ id }) => id)}) AND d.body->>'type' = 'Remove'
        GROUP BY 2
      )
      SELECT planned.id AS "nodeClaimId", displaced.id AS "removalId", named.namespace,
        named.workload, count(*)::int AS pods
      FROM planned
      LEFT JOIN named ON named.id = planned.decision_id AND named.uid = planned.uid
      LEFT JOIN displaced ON displaced.uid = planned.uid
      GROUP BY 1, 2, 3, 4`,
  );
}

const isForPods = ({ kind, isForStaticPool, isForStandaloneClaim }: ChangingDecision): boolean =>
  kind === 'Provision' && !isForStaticPool && !isForStandaloneClaim;
