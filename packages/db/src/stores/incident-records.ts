import {
  type IncidentRecords,
  incidentFindingCodes,
  recentClaimsMs,
  recentNoticesMs,
  type SpendFacts,
  usualHours,
  usualSamples,
  usualSpendOf,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';
import { float, instant, text, texts, word } from '../tables/columns.js';
import { claimColumns, claimRow } from './brake.store.js';

/** Reads the recent records of all clusters, in a fixed number of statements. */
export async function readIncidentRecords(
  db: Db,
  now: Instant,
): Promise<readonly IncidentRecords[]> {
  const [claims, notices, findings, spend] = await Promise.all([
    readClaims(db, now),
    readNotices(db, now),
    readFindings(db),
    readSpend(db, now),
  ]);
  return [...spend].map(([clusterId, ofCluster]) => ({
    clusterId,
    claims: claims.get(clusterId) ?? [],
    notices: notices.get(clusterId) ?? [],
    findings: findings.get(clusterId) ?? [],
    spend: ofCluster,
  }));
}

const byCluster = <Row extends { readonly clusterId: ClusterId }>(
  rows: readonly Row[],
): ReadonlyMap<ClusterId, readonly Row[]> => Map.groupBy(rows, ({ clusterId }) => clusterId);

/** By cluster, as the indexes of NodeClaims by time are. */
async function readClaims(db: Db, now: Instant) {
  const since = toDate(now - recentClaimsMs);
  const rows: unknown = await db.$queryRaw`
    SELECT claim.cluster_id AS "clusterId", ${claimColumns}
    FROM clusters JOIN node_claims AS claim ON claim.cluster_id = clusters.id
      AND (claim.requested_at >= ${since} OR claim.terminated_at >= ${since})
    ORDER BY claim.id`;
  return byCluster(parseRows(claimRow.extend({ clusterId: text }), rows));
}

const noticeRow = z.object({
  clusterId: text,
  instanceId: text,
  nodeName: text.nullable(),
  nodePool: text.nullable(),
  receivedAt: instant,
  lostPods: texts,
});

async function readNotices(db: Db, now: Instant) {
  const rows: unknown = await db.$queryRaw`
    SELECT i.cluster_id AS "clusterId", i.instance_id AS "instanceId", i.node_name AS "nodeName",
      i.node_pool AS "nodePool", i.received_at AS "receivedAt", i.lost_pods AS "lostPods"
    FROM clusters JOIN interruptions AS i ON i.cluster_id = clusters.id
      AND i.received_at > ${toDate(now - recentNoticesMs)} AND i.action <> 'None'
    ORDER BY i.received_at, i.id`;
  return byCluster(parseRows(noticeRow, rows));
}

const findingRow = z.object({
  clusterId: text,
  code: word(incidentFindingCodes),
  object: text,
  message: text,
  remedy: text.nullable(),
  nodePool: text.nullable(),
  firstSeenAt: instant,
});

async function readFindings(db: Db) {
  const rows: unknown = await db.$queryRaw`
    SELECT f.cluster_id AS "clusterId", f.code, f.object, f.message, f.remedy,
      f.first_seen_at AS "firstSeenAt",
      CASE split_part(f.object, '/', 1) WHEN 'NodePool' THEN split_part(f.object, '/', 2)
        ELSE (SELECT claim.node_pool FROM node_claims AS claim
          WHERE claim.cluster_id = f.cluster_id AND claim.name = split_part(f.object, '/', 2)
          ORDER BY claim.id DESC LIMIT 1) END AS "nodePool"
    FROM findings AS f WHERE f.code = ANY(${[...incidentFindingCodes]})
    ORDER BY f.cluster_id, f.code, f.object`;
  return byCluster(parseRows(findingRow, rows));
}

const spendRow = z.object({
  clusterId: text,
  accountedFrom: instant.nullable(),
  currentMicroUsdPerHour: float,
});
const bucketRow = z.object({ clusterId: text, costMicroUsd: float });

async function readSpend(db: Db, now: Instant): Promise<ReadonlyMap<ClusterId, SpendFacts>> {
  const rows: unknown = await db.$queryRaw`
    SELECT clusters.id AS "clusterId", account.accounted_from AS "accountedFrom",
      coalesce((SELECT sum(node.price_micro_usd_per_hour) FROM node_rows AS node
        WHERE node.cluster_id = clusters.id), 0)::float8 AS "currentMicroUsdPerHour"
    FROM clusters LEFT JOIN cost_accounts AS account ON account.cluster_id = clusters.id
    ORDER BY clusters.id`;
  const clusters = parseRows(spendRow, rows).map((row) => ({
    ...row,
    samples: usualSamples(row.accountedFrom, now),
  }));
  const buckets = await readBuckets(db, now, clusters);
  return new Map(
    clusters.map(({ clusterId, currentMicroUsdPerHour, samples }) => {
      const costs = (buckets.get(clusterId) ?? []).map(({ costMicroUsd }) => costMicroUsd);
      const usual = samples === null ? null : usualSpendOf(samples, costs);
      return [clusterId, { currentMicroUsdPerHour, usual }];
    }),
  );
}

/** Reads the cost of each bucket of the samples by which the clusters are compared. */
async function readBuckets(
  db: Db,
  now: Instant,
  clusters: readonly {
    readonly clusterId: ClusterId;
    readonly samples: ReturnType<typeof usualSamples>;
  }[],
) {
  const hours = usualHours(now);
  const wanted = clusters.flatMap(({ clusterId, samples }) => {
    if (samples === null) return [];
    if (samples.basis === 'Recent') {
      const { resolution, from, until } = samples;
      return [{ clusterId, resolution, from, until }];
    }
    const hourMs = 3_600_000;
    return hours.map((from) => ({ clusterId, resolution: 'hour', from, until: from + hourMs }));
  });
  const rows: unknown = await db.$queryRaw`
    SELECT sample.cluster_id AS "clusterId",
      (sum(sample.cost_nano_usd) / 1000.0)::float8 AS "costMicroUsd"
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      AS w("clusterId" text, resolution text, "from" double precision, "until" double precision)
    JOIN cost_samples AS sample ON sample.cluster_id = w."clusterId"
      AND sample.resolution = w.resolution AND sample.at >= to_timestamp(w."from" / 1000.0)
      AND sample.at < to_timestamp(w."until" / 1000.0)
    GROUP BY sample.cluster_id, sample.at ORDER BY 1`;
  return byCluster(parseRows(bucketRow, rows));
}
