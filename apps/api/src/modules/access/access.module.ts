import { ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { IdentityProvider } from '../../auth/provider/identity-provider.js';
import { LiveModule } from '../../live/live.module.js';
import { provideQueries } from '../../parts.js';
import {
  AccessController,
  AccessObjects,
  AccessResolver,
  peopleWrites,
  RoleBindingController,
  RoleController,
  roleWrites,
  SessionController,
  TeamController,
  UserController,
} from './access.handlers.js';
import { AccessReads } from './access.reads.js';
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
    roleWrites.controller,
    peopleWrites.controller,
  ],
  providers: [
    IdentityProvider,
    AccessReads,
    AccessObjects,
    AccessWrites,
    AccessResolver,
    roleWrites.resolver,
    peopleWrites.resolver,
    ...provideQueries(ClusterQueries),
  ],
  exports: [AccessReads, IdentityProvider],
})
export class AccessModule {}
