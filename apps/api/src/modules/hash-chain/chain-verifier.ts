import { createHash } from 'node:crypto';
import { type AuditSigner, type AuditVerification, can, verifyAuditChain } from '@kerf/application';
import { createAuditChain, type Database } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { forbidden } from '../../contract/public-error.js';
import { readAtMostEvery } from '../../contract/read-at-most-every.js';
import { AUDIT_SIGNER, DATABASE } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';

/** It reads the whole log, so callers share one run. */
const everyMs = 10_000;

/** Verifies the hash chain of the audit log. */
@Injectable()
export class ChainVerifier {
  readonly #verify: () => Promise<AuditVerification>;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(AUDIT_SIGNER) signer: AuditSigner | null,
  ) {
    const now = () => performance.now();
    this.#verify = readAtMostEvery(everyMs, now, () => verifyAuditLog(database, signer));
  }

  /**
   * Verifies for a caller who may read the whole log.
   * @throws AUTH.FORBIDDEN
   */
  verifyFor({ principal }: Caller): Promise<AuditVerification> {
    const verdict = can(principal, 'audit.read', { kind: 'Organization' });
    if (!verdict.isAllowed) throw forbidden(verdict.reason);
    return this.#verify();
  }
}

/** Verifies the whole audit log now. */
export function verifyAuditLog(
  database: Database,
  signer: AuditSigner | null,
): Promise<AuditVerification> {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  return verifyAuditChain({ chain: createAuditChain(database), signer, hashOf });
}
