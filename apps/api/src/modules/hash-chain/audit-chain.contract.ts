import type { AuditVerification as Verification } from '@kerf/application';
import type { AuditVerification } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { list, whole } from '../../rest/wire.js';

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

const verificationResource = componentOf('AuditVerification', {
  unsignedEntries: whole.meta({ description: 'Entries after the last checkpoint' }),
  problems: list(resourceOf('AuditProblem', {})),
});

export const auditChainOperations = {
  verify: {
    id: 'verifyAuditLog',
    summary: 'Verifies the hash chain and the signed checkpoints of the whole audit log',
    answer: verificationResource,
  },
} as const satisfies Record<string, OperationSpec>;
