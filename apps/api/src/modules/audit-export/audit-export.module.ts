import { type AuditExportStatus, auditExportStatus, type Clock, can } from '@kerf/application';
import { createAuditChain, createAuditExportLog, type Database } from '@kerf/db';
import { Controller, Get, Inject, Injectable, Module } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { forbidden } from '../../contract/public-error.js';
import type { AuditExport } from '../../generated/schema-types.js';
import { CLOCK, DATABASE } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { type AnswerOf, Operation } from '../../rest/operation.js';
import { auditExportOperations as operations, toAuditExportView } from './audit-export.contract.js';

type Operations = typeof operations;

/** Reads the status of the export, which a worker runs. */
@Injectable()
class AuditExports {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AUTH.FORBIDDEN unless the caller may read the whole log */
  statusFor({ principal }: Caller): Promise<AuditExportStatus | null> {
    const verdict = can(principal, 'audit.read', { kind: 'Organization' });
    if (!verdict.isAllowed) throw forbidden(verdict.reason);
    return auditExportStatus({
      chain: createAuditChain(this.database),
      log: createAuditExportLog(this.database),
      clock: this.clock,
    });
  }
}

@Controller('api/v1/audit-export')
@Access('audit.read')
class AuditExportController {
  constructor(@Inject(AuditExports) private readonly exports: AuditExports) {}

  @Get()
  @Operation(operations.get)
  async get(@CalledBy() caller: Caller): AnswerOf<Operations['get']> {
    const status = await this.exports.statusFor(caller);
    return { status: status === null ? null : toAuditExportView(status) };
  }
}

@Resolver()
@Access('audit.read')
class AuditExportResolver {
  constructor(@Inject(AuditExports) private readonly exports: AuditExports) {}

  @Query()
  async auditExport(@CalledBy() caller: Caller): Promise<AuditExport | null> {
    const status = await this.exports.statusFor(caller);
    return status === null ? null : toAuditExportView(status);
  }
}

@Module({
  controllers: [AuditExportController],
  providers: [AuditExportResolver, AuditExports],
})
export class AuditExportModule {}
