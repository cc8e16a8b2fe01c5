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
      const standings = new Map(
        unreadable
          .readable(before, toStanding, bufferIdentity)
          .map(({ uid, standing }) => [uid, standing]),
      );
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await db.capacityBuffer.createMany({
        data: records.map((record) => ({
          ...toRow(record),
          standing: orDbNull(bufferStanding.writeNullable(standings.get(record.uid))),
        })),
      });
    },
    async noteStandings(clusterId, standings) {
      for (const [buffer, standing] of standings) {
        const [namespace = '', name = ''] = buffer.split('/');
        await db.capacityBuffer.updateMany({
          where: { clusterId, namespace, name },
          data: { standing: bufferStanding.write(standing) },
        });
      }
    },
  };
}

function toRow({ spec, resolved, problems, standing: _, ...named }: BufferRecord) {
  return { ...named, look: bufferReading.write({ spec, resolved, problems }) };
}

export type BufferRow = Stored<CapacityBuffer, 'look' | 'standing'>;

/** @throws UnreadableRecord */
export function toBufferRecord({ look, standing, ...named }: BufferRow): BufferRecord {
  return {
    ...named,
    ...bufferReading.read(look),
    standing: bufferStanding.readNullable(standing),
  };
}

const toStanding = ({ uid, standing }: BufferRow): Pick<BufferRecord, 'uid' | 'standing'> => ({
  uid,
  standing: bufferStanding.readNullable(standing),
});

export const bufferIdentity = ({
  clusterId,
  namespace,
  name,
}: Pick<BufferRow, 'clusterId' | 'namespace' | 'name'>): RowIdentity => ({
  clusterId,
  object: `CapacityBuffer/${namespace}/${name}`,
});
