import type { AuditVerification as Verification } from '@kerf/application';
import { z } from 'zod';
import type { AuditVerification } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { components, instant, list, whole, word } from '../../rest/wire.js';

/** Maps the result of a verification. */
export function toVerificationView({
  lastCheckpoint,
  problems,
  ...result
}: Verification): AuditVerification {
  return {
    ...result,
    lastCheckpointAt: lastCheckpoint?.at ?? null,
    problems: problems.map(({ seq, ...problem }) => ({ ...problem, position: seq })),
  };
}

const text = z.string();

const verificationResource = z
  .object({
    isIntact: z.boolean(),
    entries: whole,
    entriesBeforeChain: whole,
    checkpoints: whole,
    lastCheckpointAt: instant.nullable(),
    unsignedEntries: whole.meta({ description: 'Entries after the last checkpoint' }),
    areSignaturesChecked: z.boolean(),
    problems: list(
      z.object({
        kind: word('AuditProblemKind'),
        position: whole,
        entryId: text.nullable(),
        message: text,
      }),
    ),
  })
  .register(components, { id: 'AuditVerification' });

export const auditChainOperations = {
  verify: {
    id: 'verifyAuditLog',
    summary: 'Verifies the hash chain and the signed checkpoints of the whole audit log',
    answer: verificationResource,
  },
} as const satisfies Record<string, OperationSpec>;
