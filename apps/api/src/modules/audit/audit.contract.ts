import type { AuditVerification as Verification } from '@kerf/application';
import type { RecordedAuditEntry } from '@kerf/db';
import { z } from 'zod';
import type { AuditEntry, AuditVerification } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { components, instant, whole } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.operations.js';

export type AuditEntryView = AuditEntry;
export type AuditVerificationView = AuditVerification;
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

/** Maps the result of a verification. */
export function toAuditVerificationView({
  lastCheckpoint,
  problems,
  ...result
}: Verification): AuditVerificationView {
  return {
    ...result,
    lastCheckpointAt: lastCheckpoint?.at ?? null,
    problems: problems.map(({ seq, ...problem }) => ({ ...problem, position: seq })),
  };
}

const text = z.string();

const auditVerificationResource = z
  .object({
    isIntact: z.boolean(),
    entries: whole,
    entriesBeforeChain: whole,
    checkpoints: whole,
    lastCheckpointAt: instant.nullable(),
    unsignedEntries: whole.meta({ description: 'Entries after the last checkpoint' }),
    areSignaturesChecked: z.boolean(),
    problems: z
      .array(z.object({ kind: text, position: whole, entryId: text.nullable(), message: text }))
      .readonly(),
  })
  .register(components, { id: 'AuditVerification' });

const auditEntryResource = z
  .object({
    id: text,
    at: instant,
    actorKind: text,
    actorName: text,
    action: text.meta({ examples: ['decision.approve'] }),
    objectKind: text,
    objectId: text,
    objectName: text,
    clusterId: text.nullable(),
    clusterName: text.nullable(),
    outcome: text,
    comment: text.nullable(),
    before: z.unknown(),
    after: z.unknown(),
    requestId: text.nullable(),
  })
  .register(components, { id: 'AuditEntry' });

export const auditOperations = {
  list: {
    id: 'listAuditEntries',
    summary: 'Audit log, newest first',
    query: z.strictObject({
      ...pageQuery,
      ...ofClusterQuery,
      actor: text.optional().meta({ description: 'Part of the actor’s name' }),
      action: text
        .optional()
        .meta({ description: 'An action, or all actions of a noun with a trailing dot' }),
      object: text.optional().meta({ description: 'Part of the object’s name, or its ID' }),
      outcome: z.enum(['Done', 'Refused']).optional(),
      from: instant.optional(),
      to: instant.optional().meta({ description: 'Exclusive' }),
    }),
    answer: pageOf('AuditEntryPage', auditEntryResource),
  },
  verify: {
    id: 'verifyAuditLog',
    summary: 'Verifies the hash chain and the signed checkpoints of the whole audit log',
    answer: auditVerificationResource,
  },
} as const satisfies Record<string, OperationSpec>;
