import type {
  CostRepository,
  CostSample,
  CostSpanChanges,
  MeasuredPeriod,
} from '@kerf/application';
import {
  costResolutions,
  costRetentionMs,
  costSpanRetentionMs,
  possibleSavingOf,
} from '@kerf/application';
import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type { Db } from '../client.js';
import { costReport } from '../json/formats.js';
import { toDate, toInstant, toNullableInstant, toNullableMoney } from '../json.js';

export function createCostStore(db: Db): CostRepository {
  return {
    async accountedUntil(clusterId) {
      const account = await db.costAccount.findUnique({ where: { clusterId } });
      return toNullableInstant(account?.accountedUntil ?? null);
    },
    async runningSpans(clusterId) {
      const rows = await db.nodeCostSpan.findMany({ where: { clusterId, endedAt: null } });
      return rows.map(({ clusterId: _, endedAt: __, ...row }) => ({
        ...row,
        priceMicroUsdPerHour: toNullableMoney(row.priceMicroUsdPerHour),
        startedAt: toInstant(row.startedAt),
      }));
    },
    async add(clusterId, { period, samples, pendingPods, spans }) {
      if (!(await moveAccount(db, clusterId, period))) return false;
      await addSamples(db, clusterId, samples);
      const figures = pendingPods.map((sample) => ({ ...sample, saving: 0, reports: 0 }));
      await addFigures(db, clusterId, figures);
      await changeSpans(db, clusterId, spans);
      return true;
    },
    async saveReport(clusterId, asOf, report) {
      const row = { asOf: toDate(asOf), report: costReport.write(report) };
      await db.costReport.upsert({
        where: { clusterId },
        create: { clusterId, ...row },
        update: row,
      });
      const figures = { pendingPodMs: 0, saving: possibleSavingOf(report), reports: 1 };
      await addFigures(db, clusterId, [{ ...figures, at: asOf }]);
    },
    async prune(clusterId, now) {
      for (const resolution of costResolutions) {
        const old = {
          clusterId,
          resolution,
          at: { lt: toDate(now - costRetentionMs[resolution]) },
        };
        await db.costSample.deleteMany({ where: old });
        await db.figureSample.deleteMany({ where: old });
      }
      const ended = { clusterId, endedAt: { lt: toDate(now - costSpanRetentionMs) } };
      await db.nodeCostSpan.deleteMany({ where: ended });
      await db.costGap.deleteMany({ where: ended });
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
  const accountedFrom = toDate(from);
  if (isFirst) {
    const { count } = await db.costAccount.createMany({
      data: [
        {
          clusterId,
          accountedFrom,
          accountedUntil,
          spansFrom: accountedFrom,
          pendingFrom: accountedFrom,
        },
      ],
      skipDuplicates: true,
    });
    return count === 1;
  }
  // An account from before Kerf recorded spans or pending pods has them from its next period on.
  const count = await db.$executeRaw`
    UPDATE cost_accounts SET accounted_until = ${accountedUntil},
      spans_from = coalesce(spans_from, ${accountedFrom}),
      pending_from = coalesce(pending_from, ${accountedFrom})
    WHERE cluster_id = ${clusterId} AND accounted_until = ${accountedFrom}`;
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
      instance_family, instance_type, cost_nano_usd, node_ms, unpriced_node_ms)
    SELECT ${clusterId}, resolution,
      date_trunc(resolution, to_timestamp(s.at / 1000.0), 'UTC') AS bucket,
      s."nodePool", s."capacityType", s."instanceFamily", s."instanceType",
      sum(s."costNanoUsd"), sum(s."nodeMs"), sum(s."unpricedNodeMs")
    FROM jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) AS s(at double precision,
        "nodePool" text, "capacityType" text, "instanceFamily" text, "instanceType" text,
        "costNanoUsd" bigint, "nodeMs" bigint, "unpricedNodeMs" bigint),
      unnest(${[...costResolutions]}::text[]) AS resolution
    GROUP BY resolution, bucket, s."nodePool", s."capacityType", s."instanceFamily",
      s."instanceType"
    ON CONFLICT (cluster_id, resolution, at, node_pool, capacity_type, instance_family,
      instance_type)
    DO UPDATE SET cost_nano_usd = c.cost_nano_usd + EXCLUDED.cost_nano_usd,
      node_ms = c.node_ms + EXCLUDED.node_ms,
      unpriced_node_ms = c.unpriced_node_ms + EXCLUDED.unpriced_node_ms`;
}

interface FigureAmounts {
  readonly at: Instant;
  readonly pendingPodMs: DurationMs;
  /** Micro-USD per hour. */
  readonly saving: number;
  readonly reports: number;
}

/** Adds each amount to its minute, its hour and its day. */
async function addFigures(
  db: Db,
  clusterId: ClusterId,
  amounts: readonly FigureAmounts[],
): Promise<void> {
  if (amounts.length === 0) return;
  await db.$executeRaw`
    INSERT INTO figure_samples AS f (cluster_id, resolution, at, pending_pod_ms,
      saving_micro_usd_per_hour, reports)
    SELECT ${clusterId}, resolution,
      date_trunc(resolution, to_timestamp(s.at / 1000.0), 'UTC') AS bucket,
      sum(s."pendingPodMs"), sum(s.saving), sum(s.reports)
    FROM jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) AS s(at double precision,
        "pendingPodMs" bigint, saving bigint, reports int),
      unnest(${[...costResolutions]}::text[]) AS resolution
    GROUP BY resolution, bucket
    ON CONFLICT (cluster_id, resolution, at)
    DO UPDATE SET pending_pod_ms = f.pending_pod_ms + EXCLUDED.pending_pod_ms,
      saving_micro_usd_per_hour = f.saving_micro_usd_per_hour + EXCLUDED.saving_micro_usd_per_hour,
      reports = f.reports + EXCLUDED.reports`;
}

/** Writes ends before beginnings: a span whose price changes ends when the next one begins. */
async function changeSpans(
  db: Db,
  clusterId: ClusterId,
  { started, ended, gaps }: CostSpanChanges,
): Promise<void> {
  if (ended.length > 0) {
    await db.$executeRaw`
      UPDATE node_cost_spans AS s SET ended_at = to_timestamp(x."endedAt" / 1000.0)
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
        AS x("nodeUid" text, "startedAt" double precision, "endedAt" double precision)
      WHERE s.cluster_id = ${clusterId} AND s.node_uid = x."nodeUid"
        AND s.started_at = to_timestamp(x."startedAt" / 1000.0)`;
  }
  if (started.length > 0) {
    await db.nodeCostSpan.createMany({
      data: started.map(({ startedAt, endedAt, ...span }) => ({
        ...span,
        clusterId,
        startedAt: toDate(startedAt),
        endedAt: endedAt === null ? null : toDate(endedAt),
      })),
    });
  }
  if (gaps.length > 0) {
    await db.costGap.createMany({
      data: gaps.map(({ from, until }) => ({
        clusterId,
        startedAt: toDate(from),
        endedAt: toDate(until),
      })),
    });
  }
}
