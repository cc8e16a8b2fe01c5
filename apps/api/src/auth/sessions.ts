import { sessionTtlMs, signOut } from '@kerf/application';
import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../env.js';
import { LiveSockets } from '../live/live-sockets.js';
import { type ApiPorts, ENV, PORTS } from '../parts.js';
import { readCredential, sessionCookie } from './credentials.js';

/** The browser's side of a session. */
@Injectable()
export class Sessions {
  readonly #cookie: CookieOptions;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
  ) {
    this.#cookie = { httpOnly: true, sameSite: 'strict', secure: isSecure(env), path: '/' };
  }

  /** Gives the browser a new session; the one it came with ends, so that no id outlives a sign-in. */
  async open(request: Request, response: Response, secret: string): Promise<void> {
    await this.#endIncoming(request);
    response.cookie(sessionCookie, secret, { ...this.#cookie, maxAge: sessionTtlMs });
  }

  async end(request: Request, response: Response): Promise<void> {
    await this.#endIncoming(request);
    response.clearCookie(sessionCookie, this.#cookie);
  }

  async #endIncoming(request: Request): Promise<void> {
    const credential = readCredential(request.headers);
    if (credential?.kind !== 'Session') return;
    await signOut(this.ports, credential.secret);
    await this.sockets.recheck();
  }
}
