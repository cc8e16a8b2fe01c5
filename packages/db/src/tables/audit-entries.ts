import type { AuditEntry } from '@kerf/application';
import { auditedValue } from '../json/formats.js';
import { instant, json, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

const actorKinds = ['User', 'ApiToken', 'Kerf', 'Anonymous'] as const;
const outcomes = ['Done', 'Refused'] as const;

/** An entry with the cluster's name at that time; the cluster may have been removed since. */
export interface RecordedAuditEntry extends AuditEntry {
  readonly clusterName: string | null;
}

export const auditEntryRows = table({
  name: 'audit_entries',
  identity: identifiedBy('AuditEntry', 'id'),
  fixed: {
    id: text,
    at: instant,
    actorKind: word(actorKinds),
    actorId: text.nullable(),
    actorName: text,
    action: text,
    objectKind: text,
    objectId: text,
    objectName: text,
    clusterId: text.nullable(),
    clusterName: text.nullable(),
    outcome: word(outcomes),
    comment: text.nullable(),
    before: json(auditedValue).nullable(),
    after: json(auditedValue).nullable(),
    requestId: text.nullable(),
  },
  changing: {},
  unread: none,
  toRow: ({ actor, object, ...entry }: RecordedAuditEntry) => ({
    ...entry,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    objectKind: object.kind,
    objectId: object.id,
    objectName: object.name,
  }),
  fromRow: ({ actorKind, actorId, actorName, ...row }): RecordedAuditEntry => {
    const { objectKind, objectId, objectName, ...entry } = row;
    return {
      ...entry,
      actor: { kind: actorKind, id: actorId, name: actorName },
      object: { kind: objectKind, id: objectId, name: objectName },
    };
  },
});
