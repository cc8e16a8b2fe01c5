import { createHash } from 'node:crypto';
import { isRecord } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiEnv } from '../../env.js';
import { ENV } from '../../parts.js';
import { IdentityProvider } from './identity-provider.js';
import { clockToleranceSeconds } from './provider-keys.js';

/** The sessions that a logout token ends. */
export interface LogoutRequest {
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSessionId: string | null;
  /** Identifies the token, which is accepted once. */
  readonly digest: string;
  /** Time in milliseconds; the token is refused after it anyway. */
  readonly expiresAt: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const maxAgeSeconds = 600;
const maxLength = 16_000;
/** Verifies logout tokens of the provider. Source: OpenID Connect Back-Channel Logout 1.0, section 2.6. */
@Injectable()
export class LogoutTokens {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {}

  /** @throws JOSEError, ProviderRefusal or RangeError for a token that is not accepted */
  async verify(token: unknown): Promise<LogoutRequest> {
    if (typeof token !== 'string') throw new RangeError('there is no logout token');
    if (token.length > maxLength) throw new RangeError('the logout token is too long');
    const { issuer } = (await this.provider.configuration()).serverMetadata();
    const payload = await this.provider.verifySignature(token, {
      issuer,
      audience: this.env.KERF_OIDC_CLIENT_ID ?? '',
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['jti', 'iat', 'events'],
    });
    const { sub = null, sid, jti, iat = 0, events, nonce } = payload;
    if (nonce !== undefined) throw new RangeError('a logout token has no nonce');
    if (!isRecord(events) || !isRecord(events[event])) throw new RangeError('no logout event');
    const providerSessionId = typeof sid === 'string' ? sid : null;
    if (sub === null && providerSessionId === null) throw new RangeError('neither sub nor sid');
    const digest = createHash('sha256')
      .update(JSON.stringify([issuer, jti]))
      .digest('hex');
    const expiresAt = (iat + maxAgeSeconds + clockToleranceSeconds) * 1_000;
    return { issuer, subject: sub, providerSessionId, digest, expiresAt };
  }
}
