import type { LeaseRepository } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';

const epochRow = z.object({ epoch: z.int() });

export function createLeaseStore(db: Db): LeaseRepository {
  return {
    async acquire(clusterId, owner, now, ttlMs) {
      // One statement, so that two workers cannot both see the lease as free.
      const rows: unknown = await db.$queryRaw`
        INSERT INTO cluster_leases AS l (cluster_id, owner, epoch, expires_at)
        VALUES (${clusterId}, ${owner}, 1, ${toDate(now + ttlMs)})
        ON CONFLICT (cluster_id) DO UPDATE SET
          owner = EXCLUDED.owner,
          epoch = l.epoch + 1,
          expires_at = EXCLUDED.expires_at
        WHERE l.owner = EXCLUDED.owner OR l.expires_at <= ${toDate(now)}
        RETURNING epoch`;
      const [row] = parseRows(epochRow, rows);
      return row === undefined ? null : { clusterId, owner, epoch: row.epoch };
    },
    async renew(hold, now, ttlMs) {
      const { count } = await db.clusterLease.updateMany({
        where: { clusterId: hold.clusterId, owner: hold.owner, epoch: hold.epoch },
        data: { expiresAt: toDate(now + ttlMs) },
      });
      return count === 1;
    },
    async release(hold) {
      await db.clusterLease.updateMany({
        where: { clusterId: hold.clusterId, owner: hold.owner, epoch: hold.epoch },
        data: { expiresAt: toDate(0) },
      });
    },
  };
}
