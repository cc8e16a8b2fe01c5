import type { AuditVerification } from '@kerf/application';

/** Returns the result of a verification as lines of text. */
export function describeVerification(result: AuditVerification): string {
  const { entries, entriesBeforeChain, checkpoints, lastCheckpoint, unsignedEntries } = result;
  const signed =
    lastCheckpoint === null
      ? 'no signed checkpoint'
      : `${checkpoints} signed checkpoints, the last at ${new Date(lastCheckpoint.at).toISOString()}`;
  const lines = [
    result.isIntact ? 'The audit log is intact.' : 'The audit log was changed.',
    `${entries} entries in the hash chain, ${entriesBeforeChain} from before it`,
    `${signed}; ${unsignedEntries} entries after it`,
    ...(result.areSignaturesChecked
      ? []
      : ['Signatures were not checked: set KERF_AUDIT_KEY_FILE.']),
    ...result.problems.map(({ kind, message }) => `${kind}: ${message}`),
  ];
  return lines.join('\n');
}
