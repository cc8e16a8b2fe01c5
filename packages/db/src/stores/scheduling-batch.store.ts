import type { SchedulingBatch, SchedulingBatchRepository } from '@kerf/application';
import { schedulingBatchStates } from '@kerf/application';
import { type ClusterId } from '@kerf/core';
import { type Db, isUniqueViolation } from '../client.js';
import type { SchedulingBatch as BatchModel } from '../generated/client.js';
import type { Stored } from '../json/format.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { batchOutcome } from '../json/work.js';
import { oneOf, orDbNull, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { insertOnce, skipDuplicates } from './insert-once.js';

export function createSchedulingBatchStore(
  db: Db,
  unreadable: UnreadableRecords,
): SchedulingBatchRepository {
  return {
    async findOpen(clusterId) {
      const row = await db.schedulingBatch.findFirst({ where: { clusterId, state: 'Open' } });
      return unreadable.oneOrNull(row, toBatch, batchIdentity);
    },
    async find(id) {
      const row = await db.schedulingBatch.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toBatch, batchIdentity);
    },
    async insert(batch) {
      const { id, clusterId } = batch;
      const data = { ...toRow(batch), id, clusterId, openedAt: toDate(batch.openedAt), version: 1 };
      await insertOnce(
        () => db.schedulingBatch.createMany({ data: [data], skipDuplicates }),
        () => ({
          code: 'STATE.CONFLICT',
          message: 'The cluster already has an open batch.',
          retry: { kind: 'backoff' },
        }),
      );
    },
    async save(batch) {
      // The usual case: another batch of the cluster is being solved, and this one waits for its turn.
      if (batch.state === 'Solving' && (await isSolvingAnother(db, batch))) return null;
      try {
        const { count } = await db.schedulingBatch.updateMany({
          where: { id: batch.id, version: batch.version },
          data: { ...toRow(batch), version: { increment: 1 } },
        });
        return count === 0 ? null : { ...batch, version: batch.version + 1 };
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
    async solvingSince(clusterId, since) {
      const rows = await db.schedulingBatch.findMany({
        where: { clusterId, state: 'Solving', solvingSince: { lte: toDate(since) } },
      });
      return unreadable.readable(rows, toBatch, batchIdentity);
    },
  };
}

async function readUndecidedPods(db: Db, clusterId: ClusterId): Promise<readonly string[]> {
  const rows = await db.schedulingBatchPod.findMany({
    where: { batch: { clusterId, state: { in: ['Open', 'Solving'] } } },
    select: { podUid: true },
  });
  return rows.map(({ podUid }) => podUid);
}

function toRow(batch: SchedulingBatch) {
  return {
    state: batch.state,
    dueAt: toDate(batch.dueAt),
    latestAt: toDate(batch.latestAt),
    podCount: batch.podCount,
    solvingSince: toNullableDate(batch.solvingSince),
    solvedAt: toNullableDate(batch.solvedAt),
    outcome: orDbNull(batchOutcome.writeNullable(batch.outcome)),
  };
}

const batchIdentity = ({ clusterId, id }: Pick<BatchModel, 'clusterId' | 'id'>): RowIdentity => ({
  clusterId,
  object: `SchedulingBatch/${id}`,
});

/** @throws UnreadableRecord */
function toBatch(row: Stored<BatchModel, 'outcome'>): SchedulingBatch {
  return {
    id: row.id,
    clusterId: row.clusterId,
    state: oneOf(schedulingBatchStates, row.state),
    openedAt: toInstant(row.openedAt),
    dueAt: toInstant(row.dueAt),
    latestAt: toInstant(row.latestAt),
    podCount: row.podCount,
    solvingSince: toNullableInstant(row.solvingSince),
    solvedAt: toNullableInstant(row.solvedAt),
    outcome: batchOutcome.readNullable(row.outcome),
    version: row.version,
  };
}

async function isSolvingAnother(db: Db, { id, clusterId }: SchedulingBatch): Promise<boolean> {
  const where = { clusterId, state: 'Solving', id: { not: id } };
  return (await db.schedulingBatch.count({ where, take: 1 })) > 0;
}
