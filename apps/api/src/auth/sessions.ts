import type { SignInPorts } from '@kerf/application';
import { deviceTtlMs, idTokenOf, type SignedIn, signOut, userOfDevice } from '@kerf/application';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../env.js';
import { ENV, PORTS } from '../parts.js';
import { sourceOf } from '../request/current-request.js';
import { type CookieNames, cookieNamesOf, readCredential } from './credentials.js';
import { LiveSockets } from './live-sockets.js';
import { IdentityProvider } from './provider/identity-provider.js';

/** Session cookies. */
@Injectable()
export class Sessions {
  readonly #cookie: CookieOptions;
  readonly #names: CookieNames;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
  ) {
    this.#names = cookieNamesOf(env);
    this.#cookie = { httpOnly: true, sameSite: 'strict', secure: isSecure(env), path: '/' };
  }

  /** Starts a new session and ends the one of the request, so that no ID survives a sign-in. */
  async open(request: Request, response: Response, signedIn: SignedIn): Promise<void> {
    await this.#endIncoming(request);
    const { sessionSecret, deviceSecret, ttlMs } = signedIn;
    response.cookie(this.#names.session, sessionSecret, { ...this.#cookie, maxAge: ttlMs });
    // Lax: the provider's redirect comes from another site. The cookie gives no access.
    const device = {
      ...this.#cookie,
      sameSite: 'lax',
      maxAge: deviceTtlMs,
    } as const;
    response.cookie(this.#names.device, deviceSecret, device);
  }

  /** A digest of the browser's cookie where this user, or anybody, signed in before; `null` elsewhere. */
  async knownDevice({ headers }: Request, userName?: string): Promise<string | null> {
    const secret = parseCookie(headers.cookie ?? '')[this.#names.device];
    const user = secret === undefined ? null : await userOfDevice(this.ports, secret);
    if (secret === undefined || user === null) return null;
    return user.name === (userName ?? user.name) ? this.ports.secrets.digest(secret) : null;
  }

  /**
   * Ends the session.
   * @returns where the browser ends the session at the identity provider; `null` if there is none
   */
  async end(request: Request, response: Response): Promise<string | null> {
    const logoutUrl = await this.#logoutUrlOf(request);
    await this.#endIncoming(request);
    response.clearCookie(this.#names.session, this.#cookie);
    return logoutUrl;
  }

  async #logoutUrlOf(request: Request): Promise<string | null> {
    const credential = readCredential(request.headers, this.#names);
    if (credential?.kind !== 'Session' || this.provider.name === null) return null;
    const idToken = await idTokenOf(this.ports, credential.secret);
    return idToken === null ? null : this.provider.logoutUrl(idToken);
  }

  async #endIncoming(request: Request): Promise<void> {
    const credential = readCredential(request.headers, this.#names);
    if (credential?.kind !== 'Session') return;
    await signOut(this.ports, credential.secret, sourceOf(request));
    await this.sockets.recheck();
  }
}
