import type { BufferRecord, CapacityBufferRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { CapacityBuffer } from '../generated/client.js';
import { bufferOutcome, bufferResolution } from '../json/buffer.js';
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
          .readable(before, toUidAndOutcome, bufferIdentity)
          .map(({ uid, outcome }) => [uid, outcome]),
      );
      await db.capacityBuffer.deleteMany({ where: { clusterId } });
      await db.capacityBuffer.createMany({
        data: records.map((record) => ({
          ...toRow(record),
          outcome: orDbNull(bufferOutcome.writeNullable(outcomes.get(record.uid))),
        })),
      });
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

function toRow({ spec, resolved, problems, outcome: _, ...named }: BufferRecord) {
  return { ...named, resolution: bufferResolution.write({ spec, resolved, problems }) };
}

export type BufferRow = Stored<CapacityBuffer, 'resolution' | 'outcome'>;

/** @throws UnreadableRecord */
export function toBufferRecord({ resolution, outcome, ...named }: BufferRow): BufferRecord {
  return {
    ...named,
    ...bufferResolution.read(resolution),
    outcome: bufferOutcome.readNullable(outcome),
  };
}

const toUidAndOutcome = ({ uid, outcome }: BufferRow): Pick<BufferRecord, 'uid' | 'outcome'> => ({
  uid,
  outcome: bufferOutcome.readNullable(outcome),
});

export const bufferIdentity = ({
  clusterId,
  namespace,
  name,
}: Pick<BufferRow, 'clusterId' | 'namespace' | 'name'>): RowIdentity => ({
  clusterId,
  object: `CapacityBuffer/${namespace}/${name}`,
});
