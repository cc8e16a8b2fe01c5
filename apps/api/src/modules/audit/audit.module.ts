import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditResolver } from './audit.resolver.js';

@Module({
  controllers: [AuditController],
  providers: [AuditResolver],
})
export class AuditModule {}
