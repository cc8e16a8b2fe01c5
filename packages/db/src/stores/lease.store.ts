import {
  type HoldLimits,
  type LeaseHold,
  type LeaseRepository,
  retryPauseMs,
  type TrialRules,
  trialMs,
  trialShare,
  trustedAfterMs,
} from '@kerf/application';
import type { DurationMs, Instant } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { Prisma } from '../generated/client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';
import { instant } from '../tables/columns.js';

const epochRow = z.object({ clusterId: z.string(), epoch: z.int() });
const clusterRow = z.object({ clusterId: z.string() });
const retryRow = z.object({ retryAt: instant });
const deathRow = z.object({
  clusterId: z.string(),
  owner: z.string(),
  deaths: z.int(),
  isSuspected: z.boolean(),
  retryAt: instant.nullable(),
});
const countRow = z.object({ count: z.int() });

export function createLeaseStore(db: Db): LeaseRepository {
  const acquire = acquiringFor(db);
  return {
    acquireSome: acquire,
    async acquire(clusterId, owner, now, ttlMs) {
      const [lease] = await acquire({ clusterIds: [clusterId], owner, now, ttlMs, atMost: 1 });
      return lease ?? null;
    },
    async suspects({ suspectedFrom, limits }, now) {
      const rows: unknown = await db.$queryRaw`
        SELECT held.cluster_id AS "clusterId" FROM cluster_leases AS held
        WHERE held.deaths >= ${suspectedFrom} AND ${isDue(limits, now)}`;
      return new Set(parseRows(clusterRow, rows).map(({ clusterId }) => clusterId));
    },
    async renew(holds, now, ttlMs) {
      if (holds.length === 0) return new Set();
      const rows: unknown = await db.$queryRaw`
        UPDATE cluster_leases AS l SET
          expires_at = ${toDate(now + ttlMs)},
          trial_until = CASE WHEN l.trial_until > ${toDate(now)} THEN l.trial_until ELSE NULL END,
          found = CASE WHEN l.acquired_at <= ${toDate(now - trustedAfterMs)} THEN 0 ELSE l.found END,
          deaths = CASE WHEN l.acquired_at <= ${toDate(now - trustedAfterMs)} THEN 0
            ELSE l.deaths END
        FROM unnest(
          ${holds.map(({ clusterId }) => clusterId)}::text[],
          ${holds.map(({ owner }) => owner)}::text[],
          ${holds.map(({ epoch }) => epoch)}::int[]
        ) AS h (cluster_id, owner, epoch)
        WHERE l.cluster_id = h.cluster_id AND l.owner = h.owner AND l.epoch = h.epoch
        RETURNING l.cluster_id AS "clusterId"`;
      return new Set(parseRows(clusterRow, rows).map(({ clusterId }) => clusterId));
    },
    async release(hold) {
      await db.clusterLease.updateMany({
        where: { clusterId: hold.clusterId, owner: hold.owner, epoch: hold.epoch },
        data: { expiresAt: toDate(0), trialUntil: null },
      });
    },
    settleDeaths: settlingFor(db),
    async holdBack({ clusterId, owner, epoch }, { suspectedFrom, limits }, now) {
      const rows: unknown = await db.$queryRaw`
        UPDATE cluster_leases SET
          expires_at = ${toDate(0)},
          trial_until = NULL,
          deaths = greatest(deaths, ${suspectedFrom}),
          found = found + 1,
          exceeded_objects = ${limits.maxObjects},
          exceeded_mib = ${limits.maxMib},
          retry_at = ${toDate(now)}::timestamptz + ${stepOf(retrySteps, Prisma.sql`found`)}
        WHERE cluster_id = ${clusterId} AND owner = ${owner} AND epoch = ${epoch}
        RETURNING retry_at AS "retryAt"`;
      return parseRows(retryRow, rows)[0]?.retryAt ?? now;
    },
    async join(owner, now, ttlMs) {
      const rows: unknown = await db.$queryRaw`
        WITH joined AS (
          INSERT INTO live_workers (id, expires_at) VALUES (${owner}, ${toDate(now + ttlMs)})
          ON CONFLICT (id) DO UPDATE SET expires_at = EXCLUDED.expires_at
        ), ended AS (DELETE FROM live_workers WHERE expires_at <= ${toDate(now)} AND id <> ${owner})
        SELECT count(*)::int + 1 AS count FROM live_workers
        WHERE expires_at > ${toDate(now)} AND id <> ${owner}`;
      return parseRows(countRow, rows)[0]?.count ?? 1;
    },
    async leave(owner) {
      await db.$executeRaw`DELETE FROM live_workers WHERE id = ${owner}`;
    },
  };
}

type SomeLeases = Parameters<LeaseRepository['acquireSome']>[0];
/** Without rules, every lease that is free is acquired. */
type Acquiring = Omit<SomeLeases, 'rules' | 'only'> & Partial<Pick<SomeLeases, 'rules' | 'only'>>;

function acquiringFor(db: Db): (request: Acquiring) => Promise<readonly LeaseHold[]> {
  return async (request) => {
    const { owner, now, ttlMs, atMost, only, rules } = request;
    const isTrial = only === 'Suspected';
    const suspectedFrom = Prisma.sql`${rules?.suspectedFrom ?? 0}::int`;
    const trialTime = stepOf(trialSteps, Prisma.sql`greatest(l.deaths - ${suspectedFrom} - 1, 0)`);
    // All that are not suspected are alike, and so are suspects that were never tried.
    const suspicion = isTrial
      ? Prisma.sql`greatest(held.deaths - ${suspectedFrom}, 0)`
      : Prisma.sql`0`;
    const acquirable = acquirableOf(only, rules, { owner, now });
    // The update checks again that a lease is free, so two workers cannot both acquire it. The lock
    // waits for transactions under the lease, which an update alone would not do.
    const rows: unknown = await db.$queryRaw`
      WITH free AS (
        SELECT c.id, ${suspicion} AS suspicion, row_number() OVER (
          ORDER BY ${suspicion} DESC,
            held.owner IS NOT DISTINCT FROM ${owner} DESC, c.id
        ) AS place, count(*) OVER (
          PARTITION BY ${suspicion}
        ) AS alike
        FROM unnest(${[...request.clusterIds]}::text[]) AS c (id)
        LEFT JOIN cluster_leases AS held ON held.cluster_id = c.id
        WHERE (held.owner IS NULL OR held.owner = ${owner} OR held.expires_at <= ${toDate(now)})
          AND ${acquirable}
      ), chosen AS (
        SELECT id FROM free
        WHERE place <= ${atMost}
          AND place <= CASE WHEN suspicion = 0 THEN alike ELSE ceil(alike::numeric / ${trialShare}) END
      ), locked AS (
        SELECT cluster_id FROM cluster_leases
        WHERE cluster_id IN (SELECT id FROM chosen)
        ORDER BY cluster_id
        FOR UPDATE
      )
      INSERT INTO cluster_leases AS l
        (cluster_id, owner, epoch, expires_at, acquired_at)
      SELECT chosen.id, ${owner}, 1, ${toDate(now + ttlMs)}, ${toDate(now)}
      FROM chosen LEFT JOIN locked ON locked.cluster_id = chosen.id
      ON CONFLICT (cluster_id) DO UPDATE SET
        owner = EXCLUDED.owner,
        epoch = l.epoch + 1,
        expires_at = EXCLUDED.expires_at,
        acquired_at = EXCLUDED.acquired_at,
        trial_until = ${isTrial ? Prisma.sql`${toDate(now)}::timestamptz + ${trialTime}` : null}
      WHERE l.owner = EXCLUDED.owner OR l.expires_at <= ${toDate(now)}
      RETURNING cluster_id AS "clusterId", epoch`;
    return parseRows(epochRow, rows).map((row) => ({ ...row, owner }));
  };
}

function settlingFor(db: Db): LeaseRepository['settleDeaths'] {
  return async ({ owner, hasStarted, suspectedFrom, now }) => {
    const rows: unknown = await db.$queryRaw`
      WITH dead AS (
        SELECT cluster_id, owner, deaths, found, trial_until IS NOT NULL AS on_trial
        FROM cluster_leases
        WHERE expires_at > ${toDate(0)}
          AND (expires_at <= ${toDate(now)} OR (${hasStarted} AND owner = ${owner}))
        ORDER BY cluster_id
        FOR UPDATE
      ), workers AS (
        SELECT owner, count(*) AS open, count(*) FILTER (WHERE on_trial) AS tried
        FROM dead GROUP BY owner
      ), counted AS (
        SELECT d.cluster_id, d.found,
          d.on_trial AND w.tried = 1 OR d.deaths >= ${suspectedFrom} AND w.open = 1 AS is_found,
          CASE WHEN w.tried > 0 AND NOT d.on_trial THEN 0 ELSE d.deaths + 1 END AS deaths
        FROM dead AS d JOIN workers AS w ON w.owner = d.owner
      )
      UPDATE cluster_leases AS l SET
        expires_at = ${toDate(0)},
        trial_until = NULL,
        deaths = c.deaths,
        found = CASE WHEN c.deaths = 0 THEN 0 ELSE c.found + c.is_found::int END,
        exceeded_objects = NULL,
        exceeded_mib = NULL,
        retry_at = CASE WHEN c.is_found
          THEN ${toDate(now)}::timestamptz + ${stepOf(retrySteps, Prisma.sql`c.found`)} END
      FROM counted AS c
      WHERE l.cluster_id = c.cluster_id
      RETURNING l.cluster_id AS "clusterId", l.owner, l.deaths,
        l.deaths >= ${suspectedFrom} AS "isSuspected", l.retry_at AS "retryAt"`;
    return parseRows(deathRow, rows);
  };
}

/** Returns which leases may be acquired, of those that are free: `held` is the lease. */
function acquirableOf(
  only: SomeLeases['only'] | undefined,
  rules: TrialRules | undefined,
  { owner, now }: { owner: string; now: Instant },
): Prisma.Sql {
  if (rules === undefined) return isDue(null, now);
  const isSuspected = Prisma.sql`coalesce(held.deaths, 0) >= ${rules.suspectedFrom}`;
  const mayBeTried = isDue(rules.limits, now);
  if (only === 'Trusted') return Prisma.sql`NOT ${isSuspected} AND ${mayBeTried}`;
  return Prisma.sql`${isSuspected} AND ${mayBeTried} AND NOT EXISTS (
    SELECT 1 FROM cluster_leases AS tried
    WHERE tried.owner = ${owner} AND tried.trial_until IS NOT NULL
      AND tried.expires_at > ${toDate(now)})`;
}

/** Whether the pause of a cluster is over, or it exceeded lower limits: `held` is the lease. */
const isDue = (limits: HoldLimits | null, now: Instant): Prisma.Sql =>
  Prisma.sql`(held.retry_at IS NULL OR held.retry_at <= ${toDate(now)}
    OR (held.exceeded_objects, held.exceeded_mib) IS DISTINCT FROM
      (${limits?.maxObjects ?? null}::int, ${limits?.maxMib ?? null}::int)
      AND held.exceeded_objects <= ${limits?.maxObjects ?? null}::int
      AND held.exceeded_mib <= ${limits?.maxMib ?? null}::int)`;

/** Further steps are as long as the last one. */
const steps = Array.from({ length: 10 }, (_, index) => index);
const trialSteps = steps.map(trialMs);
const retrySteps = steps.map(retryPauseMs);

/** Returns the element of a list of durations as an interval. */
const stepOf = (stepsMs: readonly DurationMs[], index: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${[...stepsMs]}::int[])[least(${stepsMs.length}, 1 + ${index})] * interval '1 millisecond'`;
