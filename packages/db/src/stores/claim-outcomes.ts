import type { ClusterId } from '@kerf/core';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { instant, text } from '../tables/columns.js';
import { type NodePoolKey, nodePoolKeys } from './row-keys.js';

export const claimOutcomeRow = z.object({
  clusterId: text,
  nodePool: text,
  at: instant,
  failure: z.enum(['LaunchFailed', 'RegistrationFailed']).nullable(),
  detail: text.nullable(),
});

/**
 * Returns a query for the launch outcomes of NodePools, latest first within each NodePool, at most
 * `count` of each. It includes NodeClaims whose node registered, whose launch the cloud refused, or
 * whose node did not join in time or at all, because its instance failed EC2's status checks;
 * others that ended before registration say nothing about their NodePool. The index `node_claims_outcome` has this order.
 */
export function selectOutcomes(keys: readonly NodePoolKey[], count: number): Prisma.Sql {
  return Prisma.sql`
    SELECT k.cluster_id AS "clusterId", k.node_pool AS "nodePool", o.at, o.failure, o.detail
    FROM ${nodePoolKeys(keys)}
    CROSS JOIN LATERAL (
      SELECT coalesce(c.registered_at, c.terminated_at) AS at,
        CASE
          WHEN c.registered_at IS NOT NULL THEN NULL
          WHEN c.state = 'LaunchFailed' THEN 'LaunchFailed'
          ELSE 'RegistrationFailed'
        END AS failure,
        CASE WHEN c.registered_at IS NULL THEN c.failure->>'detail' END AS detail
      FROM node_claims c
      WHERE c.cluster_id = k.cluster_id AND c.node_pool = k.node_pool
        AND coalesce(c.registered_at, c.terminated_at) IS NOT NULL
        AND (
          c.registered_at IS NOT NULL
          OR c.state = 'LaunchFailed' AND c.failure->>'code' = 'LAUNCH_REFUSED'
          OR c.state = 'Terminated'
            AND c.termination->>'reason' IN ('RegistrationTimeout', 'Unhealthy')
        )
      ORDER BY coalesce(c.registered_at, c.terminated_at) DESC
      LIMIT ${count}
    ) AS o
    ORDER BY 1, 2, o.at DESC`;
}

/** Returns the keys of NodePools of one cluster. */
export const keysOf = (clusterId: ClusterId, names: readonly string[]): readonly NodePoolKey[] =>
  names.map((nodePool) => ({ clusterId, nodePool }));
