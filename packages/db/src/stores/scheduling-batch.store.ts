import type { SchedulingBatch, SchedulingBatchRepository } from '@kerf/application';
import { type ClusterId } from '@kerf/core';
import { type Db, isUniqueViolation } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { schedulingBatches } from '../tables/scheduling-batches.js';
import { insertOnce, saveRow } from '../tables/table.js';

export function createSchedulingBatchStore(
  db: Db,
  unreadable: UnreadableRecords,
): SchedulingBatchRepository {
  return {
    findOpen: async (clusterId) =>
      unreadable.oneOrNull(
        await db.schedulingBatch.findFirst({ where: { clusterId, state: 'Open' } }),
        schedulingBatches,
      ),
    find: async (id) =>
      unreadable.oneOrNull(
        await db.schedulingBatch.findUnique({ where: { id } }),
        schedulingBatches,
      ),
    insert: (batch) =>
      insertOnce(db, schedulingBatches, batch, () => ({
        code: 'STATE.CONFLICT',
        message: 'The cluster already has an open batch.',
        retry: { kind: 'backoff' },
      })),
    async save(batch) {
      // The usual case: another batch of the cluster is being solved, and this one waits for its turn.
      if (batch.state === 'Solving' && (await isSolvingAnother(db, batch))) return null;
      try {
        return await saveRow(db, schedulingBatches, batch);
      } catch (error) {
        // Another one began at the same moment.
        if (isUniqueViolation(error)) return null;
        throw error;
      }
    },
    async addPods(id, podUids) {
      const { count } = await db.schedulingBatchPod.createMany({
        data: podUids.map((podUid) => ({ batchId: id, podUid })),
        skipDuplicates: true,
      });
      return count;
    },
    async podsOf(id) {
      const rows = await db.schedulingBatchPod.findMany({ where: { batchId: id } });
      return rows.map(({ podUid }) => podUid);
    },
    undecidedPods: (clusterId) => readUndecidedPods(db, clusterId),
    solvingSince: async (clusterId, since) =>
      unreadable.readable(
        await db.schedulingBatch.findMany({
          where: { clusterId, state: 'Solving', solvingSince: { lte: toDate(since) } },
        }),
        schedulingBatches,
      ),
  };
}

async function readUndecidedPods(db: Db, clusterId: ClusterId): Promise<readonly string[]> {
  const rows = await db.schedulingBatchPod.findMany({
    where: { batch: { clusterId, state: { in: ['Open', 'Solving'] } } },
    select: { podUid: true },
  });
  return rows.map(({ podUid }) => podUid);
}

async function isSolvingAnother(db: Db, { id, clusterId }: SchedulingBatch): Promise<boolean> {
  const where = { clusterId, state: 'Solving', id: { not: id } };
  return (await db.schedulingBatch.count({ where, take: 1 })) > 0;
}
