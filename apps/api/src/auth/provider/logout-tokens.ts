import { createHash } from 'node:crypto';
import { isRecord } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { ApiEnv } from '../../env.js';
import { ENV } from '../../parts.js';
import { IdentityProvider } from './identity-provider.js';

/** Whose sessions a logout token ends. */
export interface LogoutRequest {
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSessionId: string | null;
  /** Identifies the token, which is accepted once. */
  readonly digest: string;
  /** In milliseconds; the token is refused after this time anyway. */
  readonly expiresAt: number;
}

const event = 'http://schemas.openid.net/event/backchannel-logout';
const maxAgeSeconds = 600;
const toleranceSeconds = 60;
const maxLength = 16_000;
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Verifies logout tokens of the provider. Source: OpenID Connect Back-Channel Logout 1.0, section 2.6. */
@Injectable()
export class LogoutTokens {
  #keys: { readonly url: string; readonly get: JWTVerifyGetKey } | null = null;

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {}

  /** @throws JOSEError, ProviderRefusal or RangeError for a token that is not accepted */
  async verify(token: string): Promise<LogoutRequest> {
    if (token.length > maxLength) throw new RangeError('the logout token is too long');
    const { issuer, jwks_uri: jwksUri } = (await this.provider.configuration()).serverMetadata();
    if (jwksUri === undefined) throw new RangeError('the provider has no keys');
    const { payload } = await jwtVerify(token, this.#keysAt(jwksUri), {
      issuer,
      audience: this.env.KERF_OIDC_CLIENT_ID ?? '',
      algorithms,
      maxTokenAge: maxAgeSeconds,
      clockTolerance: toleranceSeconds,
      requiredClaims: ['jti', 'iat', 'events'],
    });
    const { sub = null, sid, jti, iat = 0, events, nonce } = payload;
    if (nonce !== undefined) throw new RangeError('a logout token has no nonce');
    if (!isRecord(events) || !isRecord(events[event])) throw new RangeError('no logout event');
    const providerSessionId = typeof sid === 'string' ? sid : null;
    if (sub === null && providerSessionId === null) throw new RangeError('neither sub nor sid');
    const digest = createHash('sha256').update(JSON.stringify([issuer, jti])).digest('hex');
    const expiresAt = (iat + maxAgeSeconds + toleranceSeconds) * 1_000;
    return { issuer, subject: sub, providerSessionId, digest, expiresAt };
  }

  /** The keys are read again for a token with a new key. */
  #keysAt(url: string): JWTVerifyGetKey {
    if (this.#keys?.url !== url) {
      this.#keys = { url, get: createRemoteJWKSet(new URL(url), {
        timeoutDuration: 5_000,
        cooldownDuration: 5_000,
      }) };
    }
    return this.#keys.get;
  }
}
