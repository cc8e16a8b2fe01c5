import type { CapacityBufferRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { bufferOutcome } from '../json/formats.js';
import { parseRow } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { capacityBuffers } from '../tables/capacity-buffers.js';
import { insertRows } from '../tables/table.js';

export function createCapacityBufferStore(
  db: Db,
  unreadable: UnreadableRecords,
): CapacityBufferRepository {
  return {
    list: async (clusterId) =>
      unreadable.readable(
        await db.capacityBuffer.findMany({
          where: { clusterId },
          orderBy: [{ namespace: 'asc' }, { name: 'asc' }],
        }),
        capacityBuffers,
      ),
    async replaceAll(clusterId, records) {
      const before = await db.capacityBuffer.findMany({ where: { clusterId } });
      const outcomes = new Map(
        unreadable
          .readable(before, { ...capacityBuffers, read: (row) => parseRow(uidAndOutcome, row) })
          .map(({ uid, outcome }) => [uid, outcome]),
      );
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await insertRows(
        db,
        capacityBuffers,
        records.map((record) => ({ ...record, outcome: outcomes.get(record.uid) ?? null })),
      );
    },
    async saveOutcomes(clusterId, outcomes) {
      for (const [buffer, outcome] of outcomes) {
        const [namespace = '', name = ''] = buffer.split('/');
        await db.capacityBuffer.updateMany({
          where: { clusterId, namespace, name },
          data: { outcome: bufferOutcome.write(outcome) },
        });
      }
    },
  };
}

const uidAndOutcome = capacityBuffers.row.pick({ uid: true, outcome: true });
