import type { AuditRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { auditedValue } from '../json/free.js';
import { orDbNull, toDate } from '../json.js';

export function createAuditStore(db: Db): AuditRepository {
  return {
    async add(entry) {
      const cluster =
        entry.clusterId === null
          ? null
          : await db.cluster.findUnique({
              where: { id: entry.clusterId },
              select: { name: true },
            });
      await db.auditEntry.create({
        data: {
          id: entry.id,
          at: toDate(entry.at),
          actorKind: entry.actor.kind,
          actorId: entry.actor.id,
          actorName: entry.actor.name,
          action: entry.action,
          objectKind: entry.object.kind,
          objectId: entry.object.id,
          objectName: entry.object.name,
          clusterId: entry.clusterId,
          clusterName: cluster?.name ?? null,
          outcome: entry.outcome,
          comment: entry.comment,
          before: orDbNull(auditedValue.writeNullable(entry.before)),
          after: orDbNull(auditedValue.writeNullable(entry.after)),
          requestId: entry.requestId,
        },
      });
    },
  };
}
