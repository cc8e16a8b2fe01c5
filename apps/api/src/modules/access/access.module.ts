import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { IdentityProvider } from '../../auth/provider/identity-provider.js';
import { LiveModule } from '../../live/live.module.js';
import { provideQueries } from '../../parts.js';
import {
  AccessController,
  RoleBindingController,
  RoleController,
  SessionController,
  TeamController,
  UserController,
} from './access.controller.js';
import { AccessObjects } from './access.objects.js';
import { AccessReads } from './access.reads.js';
import { AccessResolver, AccessWriteResolver } from './access.resolver.js';
import { AccessWrites } from './access.writes.js';

@Module({
  imports: [LiveModule],
  controllers: [
    AccessController,
    RoleController,
    RoleBindingController,
    TeamController,
    UserController,
    SessionController,
  ],
  providers: [
    IdentityProvider,
    AccessReads,
    AccessObjects,
    AccessWrites,
    AccessResolver,
    AccessWriteResolver,
    ...provideQueries(ClusterQueries),
  ],
  exports: [AccessReads, IdentityProvider],
})
export class AccessModule {}
