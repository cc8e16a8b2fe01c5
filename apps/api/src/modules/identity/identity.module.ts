import { Module } from '@nestjs/common';
import { Sessions } from '../../auth/sessions.js';
import { SignInController } from '../../auth/sign-in.controller.js';
import { SignInThrottle } from '../../auth/sign-in-throttle.js';
import { LiveModule } from '../../live/live.module.js';
import { AccessModule } from '../access/access.module.js';
import { ApiTokenController } from './api-token.controller.js';
import { IdentityResolver } from './identity.resolver.js';
import { IdentityWrites } from './identity.writes.js';

@Module({
  imports: [LiveModule, AccessModule],
  controllers: [SignInController, ApiTokenController],
  providers: [IdentityResolver, IdentityWrites, Sessions, SignInThrottle],
  exports: [Sessions],
})
export class IdentityModule {}
