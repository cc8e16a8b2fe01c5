import {
  createRemoteJWKSet,
  customFetch,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { limitedFetch } from './limited-fetch.js';

/** Asymmetric ones: only the provider can sign. */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/** Unknown keys make Kerf read the keys of the provider again, at most once in this time. */
export const keyCooldownMs = 1_000;

/** Clocks of servers differ. */
export const clockToleranceSeconds = 60;

/**
 * Verifies what a provider signed. Its keys are kept for an hour, also while it is down, and read again for a
 * token with a new key.
 */
export class ProviderKeys {
  #keys: { readonly url: string; readonly get: JWTVerifyGetKey } | null = null;

  /** @throws JOSEError, or the error of `fetch` */
  async verify(
    token: string,
    url: string,
    options: Pick<JWTVerifyOptions, 'issuer' | 'audience' | 'maxTokenAge' | 'requiredClaims'>,
  ): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, this.#keysAt(url), {
      ...options,
      algorithms: signatureAlgorithms,
      clockTolerance: clockToleranceSeconds,
    });
    return payload;
  }

  #keysAt(url: string): JWTVerifyGetKey {
    if (this.#keys?.url !== url) {
      const get = createRemoteJWKSet(new URL(url), {
        timeoutDuration: 5_000,
        cooldownDuration: keyCooldownMs,
        cacheMaxAge: 3_600_000,
        [customFetch]: limitedFetch,
      });
      this.#keys = { url, get };
    }
    return this.#keys.get;
  }
}
