import { expectedPodUidPrefix, type Visible } from '@kerf/application';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { float } from '../tables/columns.js';
import type { SavingsRequest } from './cost-series.js';
import { allOf, readRows } from './keyset.js';
import { visibleRows } from './visible.js';

/** Nodes that were launched for expected pods and ended without a pod. */
export interface UnusedAnticipation {
  readonly nodes: number;
  /** Number of these nodes without a known price; the cost does not contain them. */
  readonly unpricedNodes: number;
  /** From launch to termination. */
  readonly costMicroUsd: number;
}

/** Whether NodeClaim `k` was launched for expected pods and ended without a pod. */
export const isUnusedAnticipation = Prisma.sql`(k.state = 'Terminated'
  AND k.launched_at IS NOT NULL AND k.terminated_at IS NOT NULL AND k.last_pod_event_at IS NULL
  AND EXISTS (SELECT FROM jsonb_array_elements_text(k.plan->'podUids') p(uid)
    WHERE starts_with(p.uid, ${expectedPodUidPrefix})))`;

/** Cost of NodeClaim `k` from launch to termination, in millionths of a US dollar; null if unknown. */
export const claimCostMicroUsd = Prisma.sql`((k.instance->>'priceMicroUsdPerHour')::float8
  * extract(epoch FROM k.terminated_at - k.launched_at)::float8 / 3600)`;

const claimPlace = { cluster: Prisma.sql`k.cluster_id`, nodePool: Prisma.sql`k.node_pool` };

const row = z.object({ nodes: float, unpricedNodes: float, costMicroUsd: float });

/** Reads the nodes that ended in the period. */
export async function readUnusedAnticipation(
  pool: pg.Pool,
  { clusterId, from, to }: SavingsRequest,
  visible: Visible,
): Promise<UnusedAnticipation> {
  const [found] = await readRows(
    pool,
    row,
    Prisma.sql`
      SELECT count(*)::int AS nodes, (count(*) - count(${claimCostMicroUsd}))::int AS "unpricedNodes",
        coalesce(sum(${claimCostMicroUsd}), 0)::float8 AS "costMicroUsd"
      FROM node_claims k
      WHERE ${isUnusedAnticipation}
        AND k.terminated_at >= ${toDate(from)} AND k.terminated_at < ${toDate(to)}
        AND (${clusterId === null} OR k.cluster_id = ${clusterId})
        AND ${allOf(visibleRows(visible, claimPlace))}`,
  );
  return found ?? { nodes: 0, unpricedNodes: 0, costMicroUsd: 0 };
}
