import { Module } from '@nestjs/common';
import { IdentityProvider } from '../../auth/provider/identity-provider.js';
import { LiveModule } from '../../live/live.module.js';
import { access } from './access.handlers.js';
import { AccessReads } from './access.reads.js';
import { AccessWrites } from './access.writes.js';

@Module({
  imports: [LiveModule],
  controllers: [access.controller],
  providers: [IdentityProvider, AccessReads, AccessWrites, access.resolver],
  exports: [AccessReads, IdentityProvider],
})
export class AccessModule {}
