import type { RecordedAuditEntry } from '@kerf/db';
import { z } from 'zod';
import type { AuditEntry } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf } from '../../rest/resource-of.js';
import { instant, text, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';

export type AuditEntryView = AuditEntry;

export const toAuditEntryView = ({
  actor,
  object,
  ...entry
}: RecordedAuditEntry): AuditEntryView => ({
  ...entry,
  actorKind: actor.kind,
  actorName: actor.name,
  objectKind: object.kind,
  objectId: object.id,
  objectName: object.name,
});

const auditEntryResource = componentOf('AuditEntry', {
  action: text.meta({ examples: ['decision.approve'] }),
});

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
