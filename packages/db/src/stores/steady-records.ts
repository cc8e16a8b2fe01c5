import { livingClaimStates, openDecisionStates } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';
import { text } from '../tables/columns.js';

const rows = z.object({ isTimed: z.boolean(), digest: text });

/**
 * Reads a digest of the records that a cluster's snapshot is made of, by the transaction that wrote
 * each row last, so that a change of any column is noticed and no column has to be read.
 * @returns `null` as `ClusterRepository.steadyRecords`
 */
export async function readSteadyRecords(
  db: Db,
  clusterId: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<string | null> {
  const at = toDate(now);
  const read: unknown = await db.$queryRaw`
    SELECT
      EXISTS (SELECT FROM decisions WHERE cluster_id = ${clusterId}
        AND state = ANY(${[...openDecisionStates]}) AND NOT (kind = 'Provision'
          AND state = 'Proposed' AND coalesce(expires_at > ${toDate(until)}, true)))
      OR EXISTS (SELECT FROM decisions WHERE cluster_id = ${clusterId} AND rejected_until > ${at})
      OR EXISTS (SELECT FROM node_claims WHERE cluster_id = ${clusterId}
        AND state = ANY(${livingClaimStates.filter((state) => state !== 'Initialized')}))
      OR EXISTS (SELECT FROM unavailable_offerings WHERE until > ${at})
      OR EXISTS (SELECT FROM capacity_buffers WHERE cluster_id = ${clusterId})
      OR EXISTS (SELECT FROM pauses WHERE released_at IS NULL)
      OR EXISTS (SELECT FROM spend_limits) AS "isTimed",
      md5(concat_ws(' ',
        (SELECT to_jsonb(c) - 'synced_at' FROM clusters c WHERE id = ${clusterId}),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(id, xmin), 0)))
          FROM node_pools WHERE cluster_id = ${clusterId}),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(id, xmin), 0)))
          FROM node_classes WHERE cluster_id = ${clusterId}),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(kind, name, xmin), 0)))
          FROM definition_refusals WHERE cluster_id = ${clusterId}),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(id, xmin), 0)))
          FROM node_claims WHERE cluster_id = ${clusterId} AND state = 'Initialized'),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(account_id, region, xmin), 0)))
          FROM region_catalogs),
        (SELECT concat('policy ', max(version)) FROM approval_policy_versions),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat(id, xmin), 0)))
          FROM decisions WHERE cluster_id = ${clusterId}
            AND state = ANY(${[...openDecisionStates]}))
      )) AS digest`;
  const [row] = parseRows(rows, read);
  return row === undefined || row.isTimed ? null : row.digest;
}
