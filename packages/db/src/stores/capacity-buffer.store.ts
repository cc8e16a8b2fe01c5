import type { BufferRecord, CapacityBufferRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { CapacityBuffer } from '../generated/client.js';
import { bufferReading, bufferStanding } from '../json/buffer.js';
import type { Stored } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { orDbNull } from '../json.js';

export function createCapacityBufferStore(
  db: Db,
  unreadable: UnreadableRecords,
): CapacityBufferRepository {
  return {
    async list(clusterId) {
      const rows = await db.capacityBuffer.findMany({
        where: { clusterId },
        orderBy: [{ namespace: 'asc' }, { name: 'asc' }],
      });
      return unreadable.readable(rows, toBufferRecord, bufferIdentity);
    },
    async replaceAll(clusterId, records) {
      const before = await db.capacityBuffer.findMany({ where: { clusterId } });
      const outcomes = new Map(
        unreadable
          .readable(before, toStanding, bufferIdentity)
          .map(({ uid, outcome }) => [uid, outcome]),
      );
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await db.capacityBuffer.createMany({
        data: records.map((record) => ({
          ...toRow(record),
          outcome: orDbNull(bufferStanding.writeNullable(outcomes.get(record.uid))),
        })),
      });
    },
    async saveBudgetStatuses(clusterId, outcomes) {
      for (const [buffer, outcome] of outcomes) {
        const [namespace = '', name = ''] = buffer.split('/');
        await db.capacityBuffer.updateMany({
          where: { clusterId, namespace, name },
          data: { outcome: bufferStanding.write(outcome) },
        });
      }
    },
  };
}

function toRow({ spec, resolved, problems, outcome: _, ...named }: BufferRecord) {
  return { ...named, look: bufferReading.write({ spec, resolved, problems }) };
}

export type BufferRow = Stored<CapacityBuffer, 'look' | 'standing'>;

/** @throws UnreadableRecord */
export function toBufferRecord({ look, standing: outcome, ...named }: BufferRow): BufferRecord {
  return {
    ...named,
    ...bufferReading.read(look),
    outcome: bufferStanding.readNullable(outcome),
  };
}

const toStanding = ({
  uid,
  standing: outcome,
}: BufferRow): Pick<BufferRecord, 'uid' | 'standing'> => ({
  uid,
  outcome: bufferStanding.readNullable(outcome),
});

export const bufferIdentity = ({
  clusterId,
  namespace,
  name,
}: Pick<BufferRow, 'clusterId' | 'namespace' | 'name'>): RowIdentity => ({
  clusterId,
  object: `CapacityBuffer/${namespace}/${name}`,
});
