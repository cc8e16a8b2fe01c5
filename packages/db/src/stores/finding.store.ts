import type { FindingRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { toDate } from '../json.js';

export function createFindingStore(db: Db): FindingRepository {
  return {
    async record({ clusterId, code, object, message, remedy = null, at }) {
      await db.finding.upsert({
        where: { clusterId_code_object: { clusterId, code, object } },
        create: {
          clusterId,
          code,
          object,
          message,
          remedy,
          count: 1,
          firstSeenAt: toDate(at),
          lastSeenAt: toDate(at),
        },
        update: { message, remedy, count: { increment: 1 }, lastSeenAt: toDate(at) },
      });
    },
    async clear(clusterId, code, object) {
      await db.finding.deleteMany({ where: { clusterId, code, object } });
    },
    async clearOthers(clusterId, code, objects) {
      const object = { notIn: [...objects] };
      await db.finding.deleteMany({ where: { clusterId, code, object } });
    },
  };
}
