import type { BufferOutcome, BufferRecord, CapacityBufferRepository } from '@kerf/application';
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
      const outcomes = new Map(before.map(({ uid, standing: outcome }) => [uid, outcome]));
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await db.capacityBuffer.createMany({
        data: records.map((record) => ({
          ...toRow(record),
          outcome: toNullableJson(outcomes.get(record.uid)),
        })),
      });
    },
    async saveBudgetStatuses(clusterId, outcomes) {
      for (const [buffer, outcome] of outcomes) {
        const [namespace = '', name = ''] = buffer.split('/');
        await db.capacityBuffer.updateMany({
          where: { clusterId, namespace, name },
          data: { outcome: toJson(outcome) },
        });
      }
    },
  };
}

type Look = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

function toRow({ spec, resolved, problems, outcome: _, ...named }: BufferRecord) {
  const look: Look = { spec, resolved, problems };
  return { ...named, look: toJson(look) };
}

export function toBufferRecord({
  look,
  standing: outcome,
  ...named
}: CapacityBuffer): BufferRecord {
  return {
    ...named,
    ...fromJson<Look>(look),
    outcome: fromNullableJson<BufferOutcome>(outcome),
  };
}
