import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { invariant, isRecord } from '@kerf/core';
import { decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { keyCooldownMs } from '../auth/provider/provider-keys.js';

/** A person at the provider. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
  readonly [claim: string]: unknown;
}

export const clientId = 'kerf';
export const clientSecret = 'a-secret-of-the-client';

/** A real OpenID Connect provider on a port of its own, for one client. */
export class ProviderUnderTest {
  /** By their login, which becomes `sub`. */
  readonly people = new Map<string, Person>();
  readonly issuer: string;
  /** The logout tokens that it sent. */
  readonly logoutTokens: string[] = [];
  readonly #port: number;
  readonly #kerfUrl: string;
  #server: Server;
  /** Changes ID tokens before they are signed, e.g. as a provider with a wrong clock does. */
  changeClaims: ((claims: JWTPayload) => JWTPayload) | null = null;
  /** Signs ID tokens with a key that the provider does not publish. */
  signsWithForeignKey = false;

  private constructor(server: Server, kerfUrl: string) {
    this.#server = server;
    this.#kerfUrl = kerfUrl;
    this.#port = portOf(server);
    this.issuer = `http://127.0.0.1:${this.#port}`;
  }

  static async start(kerfUrl: string): Promise<ProviderUnderTest> {
    const provider = new ProviderUnderTest(await listen(0), kerfUrl);
    await provider.#serve();
    return provider;
  }

  /** Nobody answers at its address any more. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Starts again at the same address, with new keys, after the time in which Kerf does not read keys again. */
  async restart(): Promise<void> {
    await setTimeout(keyCooldownMs + 100);
    this.#server = await listen(this.#port);
    await this.#serve();
  }

  async #serve(): Promise<void> {
    const key = await newKey();
    const foreignKey = await newKey();
    const provider = new Provider(this.issuer, this.#configuration(key));
    provider.use(async (context, next) => {
      await next();
      const { body } = context;
      if (context.path !== '/token' || !isRecord(body) || typeof body['id_token'] !== 'string')
        return;
      if (this.changeClaims === null && !this.signsWithForeignKey) return;
      const claims = decodeJwt(body['id_token']);
      const signed = new SignJWT(this.changeClaims?.(claims) ?? claims);
      signed.setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' });
      context.body = {
        ...body,
        id_token: await signed.sign(this.signsWithForeignKey ? foreignKey : key),
      };
    });
    const handle = provider.callback();
    this.#server.on('request', (request, response) => {
      void handle(request, response);
    });
  }

  #configuration(key: JWK): ConstructorParameters<typeof Provider>[1] {
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${this.#kerfUrl}/auth/oidc/callback`],
          post_logout_redirect_uris: [`${this.#kerfUrl}/sign-in`],
          backchannel_logout_uri: `${this.#kerfUrl}/auth/oidc/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['spec'] },
      pkce: { required: () => true },
      scopes: ['openid'],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups', 'hasgroups', 'realm_access'],
      },
      conformIdTokenClaims: false,
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      // The library's own does not connect to this machine.
      fetch: async (url, options) => {
        const { method, body } = options ?? {};
        const sent = body instanceof URLSearchParams ? body : new URLSearchParams();
        this.logoutTokens.push(sent.get('logout_token') ?? '');
        return fetch(url, { method: method ?? 'GET', body: sent });
      },
      features: { backchannelLogout: { enabled: true } },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ ...this.people.get(sub), sub }),
      }),
    };
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() };
}

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'the server listens');
  return address.port;
}
