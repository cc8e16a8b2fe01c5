import { type AuditEntry, type AuditRepository, eventOfAuditEntry } from '@kerf/application';
import type { Db } from '../client.js';
import { auditedValue } from '../json/free.js';
import { orDbNull, toDate } from '../json.js';
import { inTransaction, recordEvents } from './notification-event.store.js';

export function createAuditStore(db: Db): AuditRepository {
  return { add: (entry) => inTransaction(db, (tx) => insert(tx, entry)) };
}

async function insert(db: Db, entry: AuditEntry): Promise<void> {
  const cluster =
    entry.clusterId === null
      ? null
      : await db.cluster.findUnique({
          where: { id: entry.clusterId },
          select: { id: true, name: true },
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
  await recordEvents(db, [eventOfAuditEntry(entry, cluster)]);
}
