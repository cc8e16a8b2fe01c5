import type { CostRepository, CostSample, MeasuredPeriod } from '@kerf/application';
import { costResolutions, costRetentionMs } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import type { Db } from '../client.js';
import { costReport } from '../json/formats.js';
import { toDate, toNullableInstant } from '../json.js';

export function createCostStore(db: Db): CostRepository {
  return {
    async accountedUntil(clusterId) {
      const account = await db.costAccount.findUnique({ where: { clusterId } });
      return toNullableInstant(account?.accountedUntil ?? null);
    },
    async add(clusterId, period, samples) {
      if (!(await moveAccount(db, clusterId, period))) return false;
      await addSamples(db, clusterId, samples);
      return true;
    },
    async saveReport(clusterId, asOf, report) {
      const row = { asOf: toDate(asOf), report: costReport.write(report) };
      await db.costReport.upsert({
        where: { clusterId },
        create: { clusterId, ...row },
        update: row,
      });
    },
    async prune(clusterId, now) {
      for (const resolution of costResolutions) {
        await db.costSample.deleteMany({
          where: { clusterId, resolution, at: { lt: toDate(now - costRetentionMs[resolution]) } },
        });
      }
    },
  };
}

/**
 * Moves the end of the accounted period; returns false when another writer moved it first. The row
 * lock makes concurrent writers wait for the result.
 */
async function moveAccount(
  db: Db,
  clusterId: ClusterId,
  { from, until, isFirst }: MeasuredPeriod,
): Promise<boolean> {
  const accountedUntil = toDate(until);
  if (isFirst) {
    const { count } = await db.costAccount.createMany({
      data: [{ clusterId, accountedFrom: toDate(from), accountedUntil }],
      skipDuplicates: true,
    });
    return count === 1;
  }
  const { count } = await db.costAccount.updateMany({
    where: { clusterId, accountedUntil: toDate(from) },
    data: { accountedUntil },
  });
  return count === 1;
}

/** Adds each amount to its minute, its hour and its day. */
async function addSamples(
  db: Db,
  clusterId: ClusterId,
  samples: readonly CostSample[],
): Promise<void> {
  if (samples.length === 0) return;
  await db.$executeRaw`
    INSERT INTO cost_samples AS c (cluster_id, resolution, at, node_pool, capacity_type,
      instance_family, cost_nano_usd, node_ms, unpriced_node_ms)
    SELECT ${clusterId}, resolution,
      date_trunc(resolution, to_timestamp(s.at / 1000.0), 'UTC') AS bucket,
      s."nodePool", s."capacityType", s."instanceFamily",
      sum(s."costNanoUsd"), sum(s."nodeMs"), sum(s."unpricedNodeMs")
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) AS s(at double precision,
        "nodePool" text, "capacityType" text, "instanceFamily" text,
        "costNanoUsd" bigint, "nodeMs" bigint, "unpricedNodeMs" bigint),
      unnest(${[...costResolutions]}::text[]) AS resolution
    GROUP BY resolution, bucket, s."nodePool", s."capacityType", s."instanceFamily"
    ON CONFLICT (cluster_id, resolution, at, node_pool, capacity_type, instance_family)
    DO UPDATE SET cost_nano_usd = c.cost_nano_usd + EXCLUDED.cost_nano_usd,
      node_ms = c.node_ms + EXCLUDED.node_ms,
      unpriced_node_ms = c.unpriced_node_ms + EXCLUDED.unpriced_node_ms`;
}
