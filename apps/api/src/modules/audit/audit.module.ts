import { AuditQueries, ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { AuditController } from './audit.controller.js';
import { AuditResolver } from './audit.resolver.js';

@Module({
  controllers: [AuditController],
  providers: [AuditResolver, ...provideQueries(AuditQueries, ClusterQueries)],
})
export class AuditModule {}
