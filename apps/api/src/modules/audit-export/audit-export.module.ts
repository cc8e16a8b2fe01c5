import { type AuditExportStatus, auditExportStatus, type Clock } from '@kerf/application';
import { createAuditChain, createAuditExportLog, type Database } from '@kerf/db';
import { Get, Inject, Injectable, Module } from '@nestjs/common';
import { requireInOrganization } from '../../contract/refuse-access.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { CLOCK, DATABASE } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { auditExportOperations as operations, toAuditExportView } from './audit-export.contract.js';

/** Reads the status of the export, which a worker runs. */
@Injectable()
class AuditExports {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AUTH.FORBIDDEN unless the caller may read the whole log */
  statusFor({ principal }: Caller): Promise<AuditExportStatus | null> {
    requireInOrganization(principal, 'audit.read');
    return auditExportStatus({
      chain: createAuditChain(this.database),
      log: createAuditExportLog(this.database),
      clock: this.clock,
    });
  }
}

const auditExport = serveNoun(
  { path: 'api/v1/audit-export', writes: AuditExports, reads: AuditExports },
  (callersWith) => {
    callersWith('audit.read').read(
      [operations.get, Get(), 'auditExport'],
      async (exports, _, { caller }) => {
        const status = await exports.statusFor(caller);
        return status === null ? null : toAuditExportView(status);
      },
      (status) => ({ status }),
    );
  },
);

@Module({
  controllers: [auditExport.controller],
  providers: [auditExport.resolver, AuditExports],
})
export class AuditExportModule {}
