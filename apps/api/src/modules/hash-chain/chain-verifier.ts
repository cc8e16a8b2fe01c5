import { type AuditSigner, type AuditVerification, can } from '@kerf/application';
import type { Database } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { forbidden } from '../../contract/public-error.js';
import { readAtMostEvery } from '../../contract/read-at-most-every.js';
import { AUDIT_SIGNER, DATABASE } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { verifyAuditLog } from './verify-audit-log.js';

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
