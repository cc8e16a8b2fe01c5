import { Module } from '@nestjs/common';
import { DeviceController } from '../../auth/device/device.handlers.js';
import { UserCodeThrottle } from '../../auth/device/user-code-throttle.js';
import { LogoutTokens } from '../../auth/provider/logout-tokens.js';
import { ProviderController } from '../../auth/provider/provider.handlers.js';
import { ProviderLogoutController } from '../../auth/provider/provider-logout.handlers.js';
import { ProviderSignIn } from '../../auth/provider/provider-sign-in.js';
import { SignInOptionsController } from '../../auth/provider/sign-in-options.handlers.js';
import { Sessions } from '../../auth/sessions.js';
import { SignInController } from '../../auth/sign-in.handlers.js';
import { SignInThrottle } from '../../auth/sign-in-throttle.js';
import { LiveModule } from '../../live/live.module.js';
import { AccessModule } from '../access/access.module.js';
import { DeviceResolver } from './device.handlers.js';
import { IdentityResolver, identity } from './identity.handlers.js';
import { IdentityWrites } from './identity.writes.js';

@Module({
  imports: [LiveModule, AccessModule],
  controllers: [
    SignInController,
    ProviderController,
    ProviderLogoutController,
    SignInOptionsController,
    DeviceController,
    identity.controller,
  ],
  providers: [
    LogoutTokens,
    ProviderSignIn,
    UserCodeThrottle,
    DeviceResolver,
    IdentityResolver,
    identity.resolver,
    IdentityWrites,
    Sessions,
    SignInThrottle,
  ],
  exports: [Sessions],
})
export class IdentityModule {}
