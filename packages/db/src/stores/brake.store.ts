import {
  type BrakeRepository,
  type BrakeSettings,
  brakeAlerts,
  defaultBrakeSettings,
  monthOf,
  nodeClaimStates,
  type PoolChanges,
  type PoolMonthSpend,
  type PoolSpend,
  type RecentClaim,
  type StoredBrakeSettings,
} from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { Prisma } from '../generated/client.js';
import { brakeSettings } from '../json/formats.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate } from '../json.js';
import { float, instant, text } from '../tables/columns.js';
import { decisions } from '../tables/decisions.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createBrakeStore(db: Db, unreadable: UnreadableRecords): BrakeRepository {
  return {
    settings: (clusterId) => readSettings(db, unreadable, clusterId),
    async saveSettings(clusterId, settings, version) {
      const isSaved = await writeSettings(db, { clusterId, settings, version });
      return isSaved ? readSettings(db, unreadable, clusterId) : null;
    },
    async setAlerts(clusterId, alerts) {
      const activeAlerts = [...alerts];
      await db.brakeSettings.upsert({
        where: { clusterId },
        create: { clusterId, settings: brakeSettings.write({}), activeAlerts, version: 0 },
        update: { activeAlerts },
      });
    },
    recentClaims: (clusterId, since) => readRecentClaims(db, clusterId, since),
    mostNodes: (clusterId, period) => readMostNodes(db, clusterId, period),
    consolidations: async (clusterId, since) =>
      unreadable.readable(
        await db.decision.findMany({
          where: {
            clusterId,
            kind: 'Consolidate',
            state: { in: ['Executing', 'Executed'] },
            decidedAt: { gte: toDate(since) },
          },
          orderBy: { id: 'asc' },
        }),
        decisions,
      ),
    changesSince: (since) => readChanges(db, since),
    monthSpend: (now) => readMonthSpend(db, now),
    currentSpend: () => readCurrentSpend(db),
    launchingSpend: () => readLaunchingSpend(db),
  };
}

async function readSettings(
  db: Db,
  unreadable: UnreadableRecords,
  clusterId: string,
): Promise<StoredBrakeSettings> {
  const row = await db.brakeSettings.findUnique({ where: { clusterId } });
  // Brakes with default thresholds are better than none.
  const defaults = (version: number): StoredBrakeSettings => ({
    settings: defaultBrakeSettings,
    activeAlerts: [],
    version,
  });
  const [stored = defaults(0)] = unreadable.readable(
    row === null ? [] : [row],
    {
      read: ({ settings, activeAlerts, version }) => ({
        settings: { ...defaultBrakeSettings, ...brakeSettings.read(settings) },
        activeAlerts: activeAlerts.map((alert) => oneOf(brakeAlerts, alert)),
        version,
      }),
      identify: () => ({ clusterId, object: 'BrakeSettings' }),
    },
    ({ version }) => defaults(version),
  );
  return stored;
}

/** @returns false when the version is another one */
async function writeSettings(
  db: Db,
  input: { readonly clusterId: string; readonly settings: BrakeSettings; readonly version: number },
): Promise<boolean> {
  const { clusterId, version } = input;
  const settings = brakeSettings.write(input.settings);
  const { count } = await db.brakeSettings.updateMany({
    where: { clusterId, version },
    data: { settings, version: version + 1 },
  });
  if (count === 1) return true;
  if (version !== 0) return false;
  const created = await db.brakeSettings.createMany({
    data: [{ clusterId, settings, activeAlerts: [], version: 1 }],
    skipDuplicates: true,
  });
  return created.count === 1;
}

export const claimRow = z.object({
  id: text,
  name: text,
  nodePool: text.nullable(),
  decisionId: text.nullable(),
  state: z.enum(nodeClaimStates),
  requestedAt: instant,
  launchedAt: instant.nullable(),
  registeredAt: instant.nullable(),
  terminatedAt: instant.nullable(),
  nodeName: text.nullable(),
  failureCode: text.nullable(),
  failureDetail: text.nullable(),
  terminationReason: text.nullable(),
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: text.nullable(),
  priceMicroUsdPerHour: float.nullable(),
});

/** The columns of {@link claimRow}, of the table `claim`. */
export const claimColumns = Prisma.sql`
  claim.id, claim.name, claim.node_pool AS "nodePool", claim.decision_id AS "decisionId",
  claim.state, claim.requested_at AS "requestedAt", claim.launched_at AS "launchedAt",
  claim.registered_at AS "registeredAt", claim.terminated_at AS "terminatedAt",
  claim.node_name AS "nodeName", claim.failure->>'code' AS "failureCode",
  claim.failure->>'detail' AS "failureDetail", claim.termination->>'reason' AS "terminationReason",
  claim.instance->>'instanceType' AS "instanceType", claim.instance->>'zone' AS zone,
  claim.instance->>'capacityType' AS "capacityType",
  (claim.instance->>'priceMicroUsdPerHour')::float8 AS "priceMicroUsdPerHour"`;

async function readRecentClaims(
  db: Db,
  clusterId: string,
  since: number,
): Promise<readonly RecentClaim[]> {
  const rows: unknown = await db.$queryRaw`
    SELECT ${claimColumns}
    FROM node_claims AS claim
    WHERE cluster_id = ${clusterId}
      AND (requested_at >= ${toDate(since)} OR terminated_at >= ${toDate(since)})
    ORDER BY id`;
  return parseRows(claimRow, rows);
}

const changesRow = z.object({ clusterId: text, nodePool: text, changes: float });

/** By cluster, as the indexes of NodeClaims by time are. */
async function readChanges(db: Db, since: number): Promise<readonly PoolChanges[]> {
  const after = toDate(since);
  const rows: unknown = await db.$queryRaw`
    SELECT claim.cluster_id AS "clusterId", coalesce(claim.node_pool, '') AS "nodePool",
      (count(*) FILTER (WHERE claim.requested_at > ${after})
        + count(*) FILTER (WHERE claim.terminated_at > ${after}))::int AS changes
    FROM clusters
    JOIN node_claims AS claim ON claim.cluster_id = clusters.id
      AND (claim.requested_at > ${after} OR claim.terminated_at > ${after})
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return parseRows(changesRow, rows);
}

const monthRow = z.object({
  clusterId: text,
  nodePool: text,
  costMicroUsd: float,
  recentMicroUsdPerHour: float,
});

/** Samples of the month by the hour, and of the last day by the minute. */
async function readMonthSpend(db: Db, now: number): Promise<readonly PoolMonthSpend[]> {
  const { from } = monthOf(now);
  const rows: unknown = await db.$queryRaw`
    SELECT m."clusterId", m."nodePool", m."costMicroUsd",
      coalesce(d.rate, 0)::float8 AS "recentMicroUsdPerHour"
    FROM (
      SELECT cluster_id AS "clusterId", node_pool AS "nodePool",
        (sum(cost_nano_usd) / 1000.0)::float8 AS "costMicroUsd"
      FROM cost_samples WHERE resolution = 'hour' AND at >= ${toDate(from)}
      GROUP BY 1, 2
    ) AS m
    LEFT JOIN (
      SELECT cluster_id, node_pool, sum(cost_nano_usd) / 1000.0 * ${hourMs}::float8
        / greatest(60000, extract(epoch FROM ${toDate(now)}::timestamptz - min(first_at)) * 1000) AS rate
      FROM (
        SELECT cluster_id, node_pool, cost_nano_usd, min(at) OVER (PARTITION BY cluster_id) AS first_at
        FROM cost_samples WHERE resolution = 'minute' AND at >= ${toDate(now - dayMs)}
      ) AS s GROUP BY 1, 2
    ) AS d ON d.cluster_id = m."clusterId" AND d.node_pool = m."nodePool"
    ORDER BY 1, 2`;
  return parseRows(monthRow, rows);
}

const spendRow = z.object({
  clusterId: text,
  nodePool: text,
  nodes: float,
  priceMicroUsdPerHour: float,
});

async function readCurrentSpend(db: Db): Promise<readonly PoolSpend[]> {
  const rows: unknown = await db.$queryRaw`
    SELECT cluster_id AS "clusterId", coalesce(node_pool, '') AS "nodePool", count(*)::int AS nodes,
      coalesce(sum(price_micro_usd_per_hour), 0)::float8 AS "priceMicroUsdPerHour"
    FROM node_rows GROUP BY 1, 2 ORDER BY 1, 2`;
  return parseRows(spendRow, rows);
}

/** By cluster, as the index of NodeClaims by state is. */
async function readLaunchingSpend(db: Db): Promise<readonly PoolSpend[]> {
  const rows: unknown = await db.$queryRaw`
    SELECT claim.cluster_id AS "clusterId", coalesce(claim.node_pool, '') AS "nodePool",
      count(*)::int AS nodes,
      coalesce(sum(coalesce(
        (claim.instance->>'priceMicroUsdPerHour')::float8,
        (claim.plan->'expected'->>'priceMicroUsdPerHour')::float8
      )), 0)::float8 AS "priceMicroUsdPerHour"
    FROM clusters
    JOIN node_claims AS claim ON claim.cluster_id = clusters.id
      AND claim.state IN ('Launching', 'Launched', 'Registered', 'Initialized')
    WHERE NOT EXISTS (
      SELECT 1 FROM node_rows AS node
      WHERE node.cluster_id = claim.cluster_id AND node.node_claim_id = claim.id
    )
    GROUP BY 1, 2 ORDER BY 1, 2`;
  return parseRows(spendRow, rows);
}

/** The minutes are for clusters that are younger than an hour; an hour counts once it is over. */
async function readMostNodes(
  db: Db,
  clusterId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const rows: unknown = await db.$queryRaw`
    SELECT coalesce(max(nodes), 0)::float8 AS nodes FROM (
      SELECT sum(node_ms) / (CASE resolution WHEN 'hour' THEN ${hourMs} ELSE 60000 END)::numeric AS nodes
      FROM cost_samples
      WHERE cluster_id = ${clusterId} AND (
        (resolution = 'hour' AND at >= ${toDate(from)} AND at <= ${toDate(to - hourMs)})
        OR (resolution = 'minute' AND at >= ${toDate(to - 2 * hourMs)} AND at <= ${toDate(to - 60_000)})
      )
      GROUP BY resolution, at
    ) AS sizes`;
  return parseRows(z.object({ nodes: z.number() }), rows)[0]?.nodes ?? 0;
}
