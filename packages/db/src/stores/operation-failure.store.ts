import type { FailedAttempt, OperationFailureRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { operationFailures } from '../tables/operation-failures.js';

export function createOperationFailureStore(
  db: Db,
  unreadable: UnreadableRecords,
): OperationFailureRepository {
  return {
    async record(attempts) {
      if (attempts.length === 0) return;
      await db.$executeRaw`
        INSERT INTO operation_failures AS f (
          cluster_id, operation, object_kind, object_id, object_name, error_code, message, remedy,
          attempts, first_failed_at, last_failed_at)
        SELECT r."clusterId", r.operation, r."objectKind", r."objectId", r."objectName",
          r."errorCode", r.message, r.remedy, 1, r.at, r.at
        FROM jsonb_to_recordset(${JSON.stringify(attempts.map(toRow))}::jsonb) AS r(
          "clusterId" text, operation text, "objectKind" text, "objectId" text, "objectName" text,
          "errorCode" text, message text, remedy text, at timestamptz)
        ON CONFLICT (cluster_id, operation, object_kind, object_id) DO UPDATE SET
          object_name = excluded.object_name, error_code = excluded.error_code,
          message = excluded.message, remedy = excluded.remedy,
          attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at`;
    },
    async clear(clusterId, operation, objects) {
      if (objects.length === 0) return;
      await db.operationFailure.deleteMany({
        where: {
          clusterId,
          operation,
          OR: objects.map(({ kind, id }) => ({ objectKind: kind, objectId: id })),
        },
      });
    },
    list: async (clusterId) =>
      unreadable.readable(
        await db.operationFailure.findMany({
          where: { clusterId },
          orderBy: [{ operation: 'asc' }, { objectKind: 'asc' }, { objectId: 'asc' }],
        }),
        operationFailures,
      ),
  };
}

function toRow({ object, at, ...attempt }: FailedAttempt) {
  const { kind: objectKind, id: objectId, name: objectName } = object;
  return { ...attempt, objectKind, objectId, objectName, at: toDate(at) };
}
