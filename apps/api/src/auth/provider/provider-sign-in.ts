import {
  type AccessSource,
  auditProviderRefusal,
  type ProviderSignInOutcome,
  type SignInPorts,
  signInWithProvider,
} from '@kerf/application';
import type { Logger } from '@kerf/system';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiEnv } from '../../env.js';
import { ENV, LOG, PORTS } from '../../parts.js';
import { IdentityProvider } from './identity-provider.js';
import type { ProviderRefusal } from './provider-problem.js';
import type { SignInAttemptSecrets } from './sign-in-attempt.js';

const hourMs = 3_600_000;

/** Signs in by the provider's answers, as the settings allow. */
@Injectable()
export class ProviderSignIn {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LOG) private readonly log: Logger,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {}

  /** Returns the provider's URL where the sign-in begins. @throws ProviderRefusal */
  begin(secrets: SignInAttemptSecrets): Promise<URL> {
    return this.provider.begin(secrets);
  }

  /** @throws ProviderRefusal */
  async finish(
    query: string,
    secrets: SignInAttemptSecrets,
    source: AccessSource,
  ): Promise<ProviderSignInOutcome> {
    const { env } = this;
    const answer = await this.provider.finish(query, secrets);
    const policy = {
      providerName: env.KERF_OIDC_NAME,
      allowedDomains: env.KERF_OIDC_ALLOWED_DOMAINS ?? null,
      allowedGroups: env.KERF_OIDC_ALLOWED_GROUPS ?? null,
    };
    const sessionTtlMs = env.KERF_OIDC_SESSION_HOURS * hourMs;
    return signInWithProvider(this.ports, { ...answer, policy, sessionTtlMs }, source);
  }

  /** Records a failed sign-in. Details are for the log only: they may tell about the provider. */
  async recordFailure(error: ProviderRefusal, source: AccessSource): Promise<void> {
    const { problem } = error;
    this.log.warn(
      { error, problem, requestId: source.requestId },
      'sign-in at the provider failed',
    );
    await auditProviderRefusal(this.ports, { why: problem }, source);
  }
}
