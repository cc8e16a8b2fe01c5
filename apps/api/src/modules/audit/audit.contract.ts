import type { RecordedAuditEntry } from '@kerf/db';
import { z } from 'zod';
import type { AuditEntry } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { components, instant, storedJson, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

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

const text = z.string();

const auditEntryResource = z
  .object({
    id: text,
    at: instant,
    actorKind: word('ActorKind'),
    actorName: text,
    action: text.meta({ examples: ['decision.approve'] }),
    objectKind: text,
    objectId: text,
    objectName: text,
    clusterId: text.nullable(),
    clusterName: text.nullable(),
    outcome: word('AuditOutcome'),
    comment: text.nullable(),
    before: storedJson,
    after: storedJson,
    requestId: text.nullable(),
  })
  .register(components, { id: 'AuditEntry' });

export const auditOperations = {
  list: {
    id: 'listAuditEntries',
    topics: ['audit'],
    summary: 'Audit log, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      actor: text.optional().meta({ description: 'Part of the actor’s name' }),
      action: text
        .optional()
        .meta({ description: 'An action, or all actions of a noun with a trailing dot' }),
      object: text.optional().meta({ description: 'Part of the object’s name, or its ID' }),
      outcome: word('AuditOutcome').optional(),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Exclusive' }),
    }),
    answer: pageOf('AuditEntryPage', auditEntryResource),
  },
} as const satisfies Record<string, OperationSpec>;
