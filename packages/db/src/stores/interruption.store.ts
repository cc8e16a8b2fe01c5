import type { Interruption, InterruptionRepository } from '@kerf/application';
import { eventOfInterruption } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { text } from '../tables/columns.js';
import { interruptions } from '../tables/interruptions.js';
import { inTransaction, recordEvents } from './notification-event.store.js';

export function createInterruptionStore(
  db: Db,
  unreadable: UnreadableRecords,
): InterruptionRepository {
  return {
    insert: (...received) => inTransaction(db, (tx) => insertNew(tx, received)),
    unplaced: async (clusterId) =>
      unreadable.readable(
        await db.interruption.findMany({
          where: { clusterId, action: 'Drain', replacementRequestedAt: null, endedAt: null },
          orderBy: { id: 'asc' },
        }),
        interruptions,
      ),
    async recordPlacements(at, placements) {
      if (placements.length === 0) return;
      await db.$executeRaw`
        UPDATE interruptions AS i SET
          replacement_requested_at = ${toDate(at)}::timestamptz,
          replacement_claim_ids = ARRAY(SELECT jsonb_array_elements_text(p."replacementClaimIds"))
        FROM jsonb_to_recordset(${JSON.stringify(placements)}::jsonb)
          AS p(id text, "replacementClaimIds" jsonb)
        WHERE i.id = p.id AND i.replacement_requested_at IS NULL`;
    },
    async markDrained(nodeClaimId, at, lostPods) {
      await db.interruption.updateMany({
        where: { nodeClaimId, action: 'Drain', drainedAt: null },
        data: { drainedAt: toDate(at), lostPods: [...lostPods] },
      });
    },
    async markEnded(nodeClaimId, at) {
      await db.interruption.updateMany({
        where: { nodeClaimId, endedAt: null },
        data: { endedAt: toDate(at) },
      });
    },
  };
}

const insertedRow = z.object({ id: text, clusterId: text, name: text });

async function insertNew(db: Db, received: readonly Interruption[]): Promise<ReadonlySet<string>> {
  if (received.length === 0) return new Set();
  const rows = await db.$queryRaw`
    WITH inserted AS (${interruptions.insert(received)} ON CONFLICT DO NOTHING RETURNING id, cluster_id)
    SELECT inserted.id, cluster_id AS "clusterId", clusters.name
    FROM inserted JOIN clusters ON clusters.id = cluster_id`;
  const clusters = new Map(
    parseRows(insertedRow, rows).map(({ id, clusterId, name }) => [id, { id: clusterId, name }]),
  );
  await recordEvents(
    db,
    received.flatMap((interruption) => {
      const cluster = clusters.get(interruption.id);
      return cluster === undefined ? [] : [eventOfInterruption(interruption, cluster)];
    }),
  );
  return new Set(clusters.keys());
}
