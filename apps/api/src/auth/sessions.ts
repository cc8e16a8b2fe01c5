import type { SignInPorts } from '@kerf/application';
import {
  deviceTtlMs,
  isKnownDevice,
  type SignedIn,
  sessionTtlMs,
  signOut,
} from '@kerf/application';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../env.js';
import { ENV, PORTS } from '../parts.js';
import { sourceOf } from '../request/current-request.js';
import { deviceCookie, readCredential, sessionCookie } from './credentials.js';
import { LiveSockets } from './live-sockets.js';

/** Session cookies. */
@Injectable()
export class Sessions {
  readonly #cookie: CookieOptions;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
  ) {
    this.#cookie = { httpOnly: true, sameSite: 'strict', secure: isSecure(env), path: '/' };
  }

  /** Starts a new session and ends the one of the request, so that no ID survives a sign-in. */
  async open(request: Request, response: Response, signedIn: SignedIn): Promise<void> {
    await this.#endIncoming(request);
    const { sessionSecret, deviceSecret } = signedIn;
    response.cookie(sessionCookie, sessionSecret, { ...this.#cookie, maxAge: sessionTtlMs });
    const device = { ...this.#cookie, path: '/auth', maxAge: deviceTtlMs };
    response.cookie(deviceCookie, deviceSecret, device);
  }

  /** A digest of the browser's cookie where this user signed in before; `null` elsewhere. */
  async knownDevice({ headers }: Request, userName: string): Promise<string | null> {
    const secret = parseCookie(headers.cookie ?? '')[deviceCookie];
    if (secret === undefined || !(await isKnownDevice(this.ports, secret, userName))) return null;
    return this.ports.secrets.digest(secret);
  }

  async end(request: Request, response: Response): Promise<void> {
    await this.#endIncoming(request);
    response.clearCookie(sessionCookie, this.#cookie);
  }

  async #endIncoming(request: Request): Promise<void> {
    const credential = readCredential(request.headers);
    if (credential?.kind !== 'Session') return;
    await signOut(this.ports, credential.secret, sourceOf(request));
    await this.sockets.recheck();
  }
}
