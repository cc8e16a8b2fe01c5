import { createServer, type Server } from 'node:http';
import { invariant } from '@kerf/core';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider } from 'oidc-provider';

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
  readonly #port: number;
  readonly #kerfUrl: string;
  #server: Server;
  /** Lifetime of ID tokens in seconds. */
  idTokenTtl = 600;

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

  /** Starts again at the same address, with new keys. */
  async restart(): Promise<void> {
    this.#server = await listen(this.#port);
    await this.#serve();
  }

  async #serve(): Promise<void> {
    const provider = new Provider(this.issuer, await this.#configuration());
    // The library's notes on its development pages.
    this.#server.on('request', provider.callback());
  }

  async #configuration(): Promise<ConstructorParameters<typeof Provider>[1]> {
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
      jwks: { keys: [await newKey()] },
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
      ttl: { IdToken: () => this.idTokenTtl },
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

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = await listen(0);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
