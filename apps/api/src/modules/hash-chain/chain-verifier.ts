import type { AuditSigner, AuditVerification } from '@kerf/application';
import type { Database } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { readAtMostEvery } from '../../contract/read-at-most-every.js';
import { requireInOrganization } from '../../contract/refuse-access.js';
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
    requireInOrganization(principal, 'audit.read');
    return this.#verify();
  }
}
