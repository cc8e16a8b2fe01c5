import { createHash } from 'node:crypto';
import { type AuditSigner, type AuditVerification, verifyAuditChain } from '@kerf/application';
import { createAuditChain, type Database } from '@kerf/db';

/** Verifies the whole audit log now. */
export function verifyAuditLog(
  database: Database,
  signer: AuditSigner | null,
): Promise<AuditVerification> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return verifyAuditChain({ chain: createAuditChain(database), signer, hashOf });
}
