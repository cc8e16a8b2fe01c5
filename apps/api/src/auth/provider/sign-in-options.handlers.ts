import { Controller, Get, Inject } from '@nestjs/common';
import type { ApiEnv } from '../../env.js';
import { ENV } from '../../parts.js';
import { Access } from '../access.js';
import { IdentityProvider } from './identity-provider.js';

/** How users can sign in; the sign-in page asks before anybody is signed in. */
export interface SignInOptions {
  /** Name of the identity provider; `null` without one. */
  readonly providerName: string | null;
  readonly password: 'shown' | 'hidden' | 'off';
}

@Controller('auth/options')
@Access('public')
export class SignInOptionsController {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {}

  @Get()
  options(): SignInOptions {
    return { providerName: this.provider.name, password: this.env.KERF_PASSWORD_SIGN_IN };
  }
}
