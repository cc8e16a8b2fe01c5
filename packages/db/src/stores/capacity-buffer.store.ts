import type { BufferRecord, BufferStanding, CapacityBufferRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { CapacityBuffer } from '../generated/client.js';
import { fromJson, fromNullableJson, toJson, toNullableJson } from '../json.js';

export function createCapacityBufferStore(db: Db): CapacityBufferRepository {
  return {
    async list(clusterId) {
      const rows = await db.capacityBuffer.findMany({
        where: { clusterId },
        orderBy: [{ namespace: 'asc' }, { name: 'asc' }],
      });
      return rows.map(toBufferRecord);
    },
    async replaceAll(clusterId, records) {
      const before = await db.capacityBuffer.findMany({ where: { clusterId } });
      const standings = new Map(before.map(({ uid, standing }) => [uid, standing]));
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await db.capacityBuffer.createMany({
        data: records.map((record) => ({
          ...toRow(record),
          standing: toNullableJson(standings.get(record.uid)),
        })),
      });
    },
    async noteStandings(clusterId, standings) {
      for (const [buffer, standing] of standings) {
        const [namespace = '', name = ''] = buffer.split('/');
        await db.capacityBuffer.updateMany({
          where: { clusterId, namespace, name },
          data: { standing: toJson(standing) },
        });
      }
    },
  };
}

type Look = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

function toRow({ spec, resolved, problems, standing: _, ...named }: BufferRecord) {
  const look: Look = { spec, resolved, problems };
  return { ...named, look: toJson(look) };
}

export function toBufferRecord({ look, standing, ...named }: CapacityBuffer): BufferRecord {
  return {
    ...named,
    ...fromJson<Look>(look),
    standing: fromNullableJson<BufferStanding>(standing),
  };
}
