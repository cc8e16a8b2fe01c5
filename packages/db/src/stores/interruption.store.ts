import type { Interruption, InterruptionRepository } from '@kerf/application';
import { eventOfInterruption, interruptionActions, interruptionKinds } from '@kerf/application';
import { capacityTypes } from '@kerf/engine';
import type { Db } from '../client.js';
import type { Interruption as InterruptionModel } from '../generated/client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { inTransaction, recordEvents } from './notification-event.store.js';

export function createInterruptionStore(
  db: Db,
  unreadable: UnreadableRecords,
): InterruptionRepository {
  return {
    insert: (...interruptions) => inTransaction(db, (tx) => insertNew(tx, interruptions)),
    async unplaced(clusterId) {
      const rows = await db.interruption.findMany({
        where: { clusterId, action: 'Drain', replacementRequestedAt: null, endedAt: null },
        orderBy: { id: 'asc' },
      });
      return unreadable.readable(rows, toInterruption, ({ id }) => ({
        clusterId,
        object: `Interruption/${id}`,
      }));
    },
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

async function insertNew(
  db: Db,
  interruptions: readonly Interruption[],
): Promise<ReadonlySet<string>> {
  const rows = await db.interruption.createManyAndReturn({
    data: interruptions.map(toRow),
    skipDuplicates: true,
    select: { id: true, cluster: { select: { id: true, name: true } } },
  });
  const clusters = new Map(rows.map(({ id, cluster }) => [id, cluster]));
  await recordEvents(
    db,
    interruptions.flatMap((interruption) => {
      const cluster = clusters.get(interruption.id);
      return cluster === undefined ? [] : [eventOfInterruption(interruption, cluster)];
    }),
  );
  return new Set(clusters.keys());
}

function toRow(interruption: Interruption) {
  return {
    ...interruption,
    warnedAt: toDate(interruption.warnedAt),
    receivedAt: toDate(interruption.receivedAt),
    deadline: toNullableDate(interruption.deadline),
    podUids: [...interruption.podUids],
    replacementRequestedAt: toNullableDate(interruption.replacementRequestedAt),
    replacementClaimIds: [...interruption.replacementClaimIds],
    drainedAt: toNullableDate(interruption.drainedAt),
    lostPods: [...interruption.lostPods],
    endedAt: toNullableDate(interruption.endedAt),
  };
}

/** @throws UnreadableRecord */
function toInterruption(row: InterruptionModel): Interruption {
  return {
    ...row,
    kind: oneOf(interruptionKinds, row.kind),
    action: oneOf(interruptionActions, row.action),
    capacityType: row.capacityType === null ? null : oneOf(capacityTypes, row.capacityType),
    warnedAt: toInstant(row.warnedAt),
    receivedAt: toInstant(row.receivedAt),
    deadline: toNullableInstant(row.deadline),
    replacementRequestedAt: toNullableInstant(row.replacementRequestedAt),
    drainedAt: toNullableInstant(row.drainedAt),
    endedAt: toNullableInstant(row.endedAt),
  };
}
