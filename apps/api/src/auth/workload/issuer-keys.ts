import { type Clock, type TrustRule } from '@kerf/application';
import { type Instant, invariant, isAppError, toRecord } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { ApiEnv } from '../../env.js';
import { CLOCK, ENV } from '../../parts.js';
import { fetchJson } from './guarded-fetch.js';

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(100),
});

/** Keys are read again after this time, … */
const ttlMs = 10 * 60_000;
/** … and for a token with an unknown key, but no more often than this. */
const cooldownMs = 5_000;

interface Known {
  readonly get: JWTVerifyGetKey;
  readonly readAt: Instant;
}

/** The keys of issuers that trust rules name. */
@Injectable()
export class IssuerKeys {
  readonly #known = new Map<TrustRule['issuer'], Known>();

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the keys of an issuer.
   * @param isUnknownKey whether a token has a key that the known ones lack
   * @throws INPUT.INVALID, or the error of `fetch`
   */
  async of(issuer: string, isUnknownKey = false): Promise<JWTVerifyGetKey> {
    const known = this.#known.get(issuer);
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.clock.now() - known.readAt;
    if (known !== undefined && age < (isUnknownKey ? cooldownMs : ttlMs)) return known.get;
    try {
      const get = createLocalJWKSet(await this.#read(issuer));
      this.#known.set(issuer, { get, readAt: this.clock.now() });
      return get;
    } catch (error) {
      // An issuer that is down for a while must not stop pipelines.
      if (known !== undefined && age < 6 * ttlMs && !isAppError(error)) return known.get;
      throw error;
    }
  }

  async #read(issuer: string): Promise<JSONWebKeySet> {
    const policy = { allowedHosts: this.env.KERF_TRUSTED_ISSUER_HOSTS };
    const base = issuer.replace(/\/$/, '');
    const found = toRecord(await fetchJson(`${base}/.well-known/openid-configuration`, policy));
    // Source: OpenID Connect Discovery 1.0, section 4.3.
    invariant(found['issuer'] === issuer, 'the metadata are those of the issuer');
    const url = z.url().parse(found['jwks_uri']);
    return keySet.parse(await fetchJson(url, policy));
  }
}
