import {
  type EventCluster,
  eventOfClearedFinding,
  eventOfFinding,
  type FindingRepository,
  findingCodes,
} from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { Prisma } from '../generated/client.js';
import { parseRows } from '../json/rows.js';
import { oneOf, toDate } from '../json.js';
import { text } from '../tables/columns.js';
import { inTransaction, recordEvents } from './notification-event.store.js';

const countRow = z.object({ count: z.int() });
const clearedRow = z.object({ code: text, object: text });

export function createFindingStore(db: Db): FindingRepository {
  return {
    record: (finding) =>
      inTransaction(db, async (tx) => {
        const { clusterId, code, object, message, remedy = null } = finding;
        const at = toDate(finding.at);
        const rows: unknown = await tx.$queryRaw`
          INSERT INTO findings AS f
            (cluster_id, code, object, message, remedy, count, first_seen_at, last_seen_at)
          VALUES (${clusterId}, ${code}, ${object}, ${message}, ${remedy}, 1, ${at}, ${at})
          ON CONFLICT (cluster_id, code, object) DO UPDATE SET message = EXCLUDED.message,
            remedy = EXCLUDED.remedy, count = f.count + 1, last_seen_at = EXCLUDED.last_seen_at
          RETURNING f.count`;
        if (parseRows(countRow, rows)[0]?.count !== 1) return;
        const cluster = await findCluster(tx, clusterId);
        if (cluster !== null) await recordEvents(tx, [eventOfFinding(finding, cluster)]);
      }),
    clear: (clusterId, code, object) =>
      remove(db, clusterId, Prisma.sql`code = ${code} AND object = ${object}`),
    clearOthers: (clusterId, code, objects) =>
      remove(db, clusterId, Prisma.sql`code = ${code} AND object <> ALL(${[...objects]}::text[])`),
  };
}

/** Usually there is nothing to remove, which takes one statement and no transaction. */
async function remove(db: Db, clusterId: ClusterId, condition: Prisma.Sql): Promise<void> {
  const found: unknown = await db.$queryRaw`
    SELECT code, object FROM findings WHERE cluster_id = ${clusterId} AND ${condition} LIMIT 1`;
  if (parseRows(clearedRow, found).length === 0) return;
  await inTransaction(db, async (tx) => {
    const rows: unknown = await tx.$queryRaw`
      DELETE FROM findings WHERE cluster_id = ${clusterId} AND ${condition} RETURNING code, object`;
    const cleared = parseRows(clearedRow, rows);
    const cluster = cleared.length === 0 ? null : await findCluster(tx, clusterId);
    if (cluster === null) return;
    const at = Date.now();
    await recordEvents(
      tx,
      cleared.map(({ code, object }) =>
        eventOfClearedFinding({ code: oneOf(findingCodes, code), object }, cluster, at),
      ),
    );
  });
}

const findCluster = (db: Db, id: ClusterId): Promise<EventCluster | null> =>
  db.cluster.findUnique({ where: { id }, select: { id: true, name: true } });
