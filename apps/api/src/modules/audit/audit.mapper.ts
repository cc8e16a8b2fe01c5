import type { RecordedAuditEntry } from '@kerf/db';
import type { AuditEntry } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';

export type AuditEntryView = AuditEntry;
export type AuditEntryConnectionView = ConnectionView<AuditEntryView>;

export function toAuditEntryView(entry: RecordedAuditEntry): AuditEntryView {
  return {
    id: entry.id,
    at: entry.at,
    actorKind: entry.actor.kind,
    actorName: entry.actor.name,
    action: entry.action,
    objectKind: entry.object.kind,
    objectId: entry.object.id,
    objectName: entry.object.name,
    clusterId: entry.clusterId,
    clusterName: entry.clusterName,
    outcome: entry.outcome,
    comment: entry.comment,
    before: entry.before,
    after: entry.after,
    requestId: entry.requestId,
  };
}
