import { AuditQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { auditOperations as operations, toAuditEntryView } from './audit.contract.js';

const audit = serveNoun(
  { path: 'api/v1/audit-entries', writes: AuditQueries, reads: AuditQueries },
  (callersWith) => {
    const { pages, one } = callersWith('audit.read');
    pages([operations.list, Get(), 'auditEntries'], {
      page: (queries, filter, request) => queries.page(filter, request),
      count: (queries, filter) => queries.count(filter),
      view: toAuditEntryView,
    });
    one([], { kind: 'Audit entry', finds: ['aud', 'AuditEntry'] }, async (queries, id) => {
      const entry = await queries.find(id);
      return entry === null ? null : toAuditEntryView(entry);
    });
  },
);

@Module({
  controllers: [audit.controller],
  providers: [audit.resolver, ...provideQueries(AuditQueries)],
})
export class AuditModule {}
