import { readFileSync } from 'node:fs';
import type { ExternalIdentityKey, ProviderClaims } from '@kerf/application';
import { isRecord, ok } from '@kerf/core';
import type { Logger } from '@kerf/system';
import { Inject, Injectable } from '@nestjs/common';
import { errors, type JWTPayload } from 'jose';
import * as openid from 'openid-client';
import { type Outcome, refuse } from '../../contract/outcome.js';
import { type ApiEnv, publicUrlOf } from '../../env.js';
import { ENV, LOG } from '../../parts.js';
import { limitedFetch } from './limited-fetch.js';
import { clockToleranceSeconds, ProviderKeys } from './provider-keys.js';
import { ProviderRefusal } from './provider-problem.js';
import { readClaims, readGroups } from './read-claims.js';
import type { SignInAttemptSecrets } from './sign-in-attempt.js';

/** Result of a completed sign-in at the provider. */
export interface ProviderAnswer {
  readonly claims: ProviderClaims;
  readonly idToken: string;
}

const timeoutSeconds = 10;
/** The provider's metadata are read again after this time. */
const metadataTtlMs = 3_600_000;
const callbackPath = '/auth/oidc/callback';
const signedOutPath = '/sign-in';

/** The company's OpenID Connect provider. */
@Injectable()
export class IdentityProvider {
  readonly #env: ApiEnv;
  readonly #publicUrl: string;
  readonly #keys = new ProviderKeys();
  #discovered: { readonly configuration: openid.Configuration; readonly until: number } | null =
    null;
  #discovering: Promise<openid.Configuration> | null = null;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.#env = env;
    this.#publicUrl = publicUrlOf(env);
  }

  /** The name on the sign-in page; `null` without a provider. */
  get name(): string | null {
    return this.#env.KERF_OIDC_ISSUER === undefined ? null : this.#env.KERF_OIDC_NAME;
  }

  /**
   * Returns a person of this provider with the issuer as its tokens have it: one that differs by a slash would never
   * sign in. Refuses another issuer.
   */
  async identityOf({
    issuer,
    subject,
  }: ExternalIdentityKey): Promise<Outcome<ExternalIdentityKey>> {
    const field = 'externalIdentity.issuer';
    if (this.#env.KERF_OIDC_ISSUER === undefined) {
      const message =
        'needs an identity provider: set KERF_OIDC_ISSUER of the API, or leave externalIdentity out';
      return refuse('INVALID', message, 'externalIdentity');
    }
    const known = await this.#issuer();
    if (known === null) {
      const message = 'The identity provider does not respond. Repeat the request when it does.';
      return refuse('CONFLICT', message, field);
    }
    return issuer === known
      ? ok({ issuer, subject })
      : refuse('INVALID', `must be ${known}, the issuer of the identity provider`, field);
  }

  async #issuer(): Promise<string | null> {
    try {
      return (await this.configuration()).serverMetadata().issuer;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      this.log.warn({ error }, 'the identity provider does not say its issuer');
      return null;
    }
  }

  /**
   * Returns the provider's URL where the sign-in begins. The provider is asked first: if it does not respond,
   * the browser would leave for a page that cannot be loaded and says nothing about other ways to sign in.
   * @throws ProviderRefusal
   */
  async begin({ state, nonce, codeVerifier }: SignInAttemptSecrets): Promise<URL> {
    const configuration = await this.#discoverNow();
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.#env.KERF_OIDC_SCOPES,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  /**
   * Exchanges the code of the callback and verifies the ID token.
   * @param query the callback's, with its `?`
   * @throws ProviderRefusal
   */
  async finish(query: string, secrets: SignInAttemptSecrets): Promise<ProviderAnswer> {
    const configuration = await this.configuration();
    const tokens = await asRefusal(() =>
      openid.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${query}`), {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.codeVerifier,
        idTokenExpected: true,
      }),
    );
    const idClaims = tokens.claims();
    const { id_token: idToken } = tokens;
    if (idClaims === undefined || idToken === undefined) {
      throw new ProviderRefusal('invalid-answer', 'The provider sent no ID token.');
    }
    await asRefusal(() => this.verifySignature(idToken, { issuer: idClaims.iss }));
    const claims = readClaims(idClaims, this.#env.KERF_OIDC_GROUPS_CLAIM);
    const groups =
      claims.groups ??
      (await this.#groupsOfUserInfo(configuration, tokens.access_token, claims.subject));
    return { claims: { ...claims, groups }, idToken };
  }

  /**
   * Verifies the signature of a token, also of one that came from the provider by HTTPS: a proxy that reads
   * HTTPS must not be able to make one.
   * @throws JOSEError, or the error of `fetch`
   */
  async verifySignature(
    token: string,
    options: Parameters<ProviderKeys['verify']>[2],
  ): Promise<JWTPayload> {
    const { jwks_uri: url } = (await this.configuration()).serverMetadata();
    if (url === undefined) throw new ProviderRefusal('invalid-answer', 'The provider has no keys.');
    return this.#keys.verify(token, url, options);
  }

  /**
   * Returns where the browser ends the session at the provider; `null` if the provider has no such page or
   * cannot be reached, which must not keep anybody signed in here.
   */
  async logoutUrl(idToken: string): Promise<string | null> {
    try {
      const configuration = await this.configuration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      return openid.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${this.#publicUrl}${signedOutPath}`,
      }).href;
    } catch (error) {
      this.log.warn({ error }, 'sign-out at the identity provider is not possible');
      return null;
    }
  }

  /** Returns the provider's metadata, from memory while they are recent or the provider cannot be reached. */
  async configuration(): Promise<openid.Configuration> {
    const known = this.#discovered;
    if (known !== null && performance.now() < known.until) return known.configuration;
    try {
      return await this.#discoverNow();
    } catch (error) {
      if (known === null) throw error;
      return known.configuration;
    }
  }

  /** Reads the provider's metadata; requests at the same time share one read. */
  #discoverNow(): Promise<openid.Configuration> {
    this.#discovering ??= asRefusal(() => this.#discover())
      .then((configuration) => {
        this.#discovered = { configuration, until: performance.now() + metadataTtlMs };
        return configuration;
      })
      .finally(() => {
        this.#discovering = null;
      });
    return this.#discovering;
  }

  async #discover(): Promise<openid.Configuration> {
    const { KERF_OIDC_ISSUER: issuer, KERF_OIDC_CLIENT_ID: clientId } = this.#env;
    const { KERF_OIDC_CLIENT_SECRET_FILE: secretFile } = this.#env;
    if (issuer === undefined || clientId === undefined) {
      throw new ProviderRefusal('provider-unavailable', 'No identity provider is configured.');
    }
    const secret = secretFile === undefined ? undefined : readFileSync(secretFile, 'utf8').trim();
    const url = new URL(issuer);
    // The environment accepts http for this machine only.
    const execute = url.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    const metadata = { [openid.clockTolerance]: clockToleranceSeconds };
    const authentication = secret === undefined ? openid.None() : openid.ClientSecretBasic(secret);
    return openid.discovery(url, clientId, metadata, authentication, {
      execute,
      timeout: timeoutSeconds,
      [openid.customFetch]: limitedFetch,
    });
  }

  /** Some providers send groups only here. */
  async #groupsOfUserInfo(
    configuration: openid.Configuration,
    accessToken: string,
    subject: string,
  ): Promise<readonly string[] | null> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
    const info = await asRefusal(() => openid.fetchUserInfo(configuration, accessToken, subject));
    return readGroups(info, this.#env.KERF_OIDC_GROUPS_CLAIM);
  }

  get #redirectUri(): string {
    return `${this.#publicUrl}${callbackPath}`;
  }
}

async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Codes of openid-client for answers that did not come, or did not come from a working provider. */
const unavailableCodes: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function toRefusal(error: unknown): ProviderRefusal {
  const options = { cause: error };
  if (error instanceof ProviderRefusal) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    const message = `The provider refused the sign-in: ${error.error}.`;
    return new ProviderRefusal('provider-refused', message, options);
  }
  if (error instanceof openid.ResponseBodyError) {
    const problem = error.error === 'invalid_grant' ? 'code-refused' : 'provider-unavailable';
    const message = `The provider refused the code: ${error.error}.`;
    return new ProviderRefusal(problem, message, options);
  }
  if (isNotAnswered(error)) {
    const message = 'The identity provider cannot be reached.';
    return new ProviderRefusal('provider-unavailable', message, options);
  }
  const message = 'The answer of the identity provider is invalid.';
  return new ProviderRefusal('invalid-answer', message, options);
}

function isNotAnswered(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return true;
  if (error instanceof errors.JOSEError) return false;
  const code = isRecord(error) ? error['code'] : undefined;
  if (typeof code === 'string') return unavailableCodes.has(code);
  // `fetch` throws a TypeError without a code when the connection fails.
  return error instanceof TypeError;
}
