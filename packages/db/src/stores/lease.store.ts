import type { LeaseRepository } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';

const epochRow = z.object({ clusterId: z.string(), epoch: z.int() });
const clusterRow = z.object({ clusterId: z.string() });
const countRow = z.object({ count: z.int() });

export function createLeaseStore(db: Db): LeaseRepository {
  const acquireSome: LeaseRepository['acquireSome'] = async (request) => {
    const { owner, now, ttlMs, atMost } = request;
    // The update checks again that a lease is free, so two workers cannot both acquire it. The lock
    // waits for transactions under the lease, which an update alone would not do.
    const rows: unknown = await db.$queryRaw`
      WITH free AS (
        SELECT c.id
        FROM unnest(${[...request.clusterIds]}::text[]) AS c (id)
        LEFT JOIN cluster_leases AS held ON held.cluster_id = c.id
        WHERE held.owner IS NULL OR held.owner = ${owner} OR held.expires_at <= ${toDate(now)}
        ORDER BY held.owner IS NOT DISTINCT FROM ${owner} DESC, c.id
        LIMIT ${atMost}
      ), locked AS (
        SELECT cluster_id FROM cluster_leases
        WHERE cluster_id IN (SELECT id FROM free)
        ORDER BY cluster_id
        FOR UPDATE
      )
      INSERT INTO cluster_leases AS l (cluster_id, owner, epoch, expires_at)
      SELECT free.id, ${owner}, 1, ${toDate(now + ttlMs)}
      FROM free LEFT JOIN locked ON locked.cluster_id = free.id
      ON CONFLICT (cluster_id) DO UPDATE SET
        owner = EXCLUDED.owner,
        epoch = l.epoch + 1,
        expires_at = EXCLUDED.expires_at
      WHERE l.owner = EXCLUDED.owner OR l.expires_at <= ${toDate(now)}
      RETURNING cluster_id AS "clusterId", epoch`;
    return parseRows(epochRow, rows).map((row) => ({ ...row, owner }));
  };
  return {
    acquireSome,
    async acquire(clusterId, owner, now, ttlMs) {
      const [lease] = await acquireSome({ clusterIds: [clusterId], owner, now, ttlMs, atMost: 1 });
      return lease ?? null;
    },
    async renew(holds, now, ttlMs) {
      if (holds.length === 0) return new Set();
      const rows: unknown = await db.$queryRaw`
        UPDATE cluster_leases AS l SET expires_at = ${toDate(now + ttlMs)}
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
        data: { expiresAt: toDate(0) },
      });
    },
    async join(owner, now, ttlMs) {
      await db.$executeRaw`
        INSERT INTO live_workers (id, expires_at) VALUES (${owner}, ${toDate(now + ttlMs)})
        ON CONFLICT (id) DO UPDATE SET expires_at = EXCLUDED.expires_at`;
      const rows: unknown = await db.$queryRaw`
        WITH ended AS (DELETE FROM live_workers WHERE expires_at <= ${toDate(now)})
        SELECT count(*)::int AS count FROM live_workers WHERE expires_at > ${toDate(now)}`;
      return parseRows(countRow, rows)[0]?.count ?? 1;
    },
    async leave(owner) {
      await db.$executeRaw`DELETE FROM live_workers WHERE id = ${owner}`;
    },
  };
}
