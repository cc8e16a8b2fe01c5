import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../../env.js';
import { ENV } from '../../parts.js';
import { sourceOf } from '../../request/current-request.js';
import { Access } from '../access.js';
import { Sessions } from '../sessions.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { type ProviderProblem, ProviderRefusal } from './provider-problem.js';
import { ProviderSignIn } from './provider-sign-in.js';
import {
  attemptCookie,
  attemptTtlMs,
  newAttempt,
  readAttempt,
  toReturnPath,
} from './sign-in-attempt.js';

/** Sign-in at the company's identity provider. */
@Controller('auth/oidc')
@Access('public')
export class ProviderController {
  readonly #cookie: CookieOptions;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(ProviderSignIn) private readonly signIn: ProviderSignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
  ) {
    // Lax: the provider's redirect comes from another site.
    this.#cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure(env), path: '/auth/oidc' };
  }

  @Get('sign-in')
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const cookie = newAttempt(toReturnPath(request.query['to']));
    const attempt = readAttempt(cookie);
    try {
      if (attempt === null) throw new ProviderRefusal('stale-sign-in', 'no attempt');
      const url = await this.signIn.begin(attempt);
      response.cookie(attemptCookie, cookie, { ...this.#cookie, maxAge: attemptTtlMs });
      response.redirect(303, url.href);
    } catch (error) {
      await this.#fail(request, response, error);
    }
  }

  @Get('callback')
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.throttle.takeLink(sourceOf(request).address);
    const attempt = readAttempt(parseCookie(request.headers.cookie ?? '')[attemptCookie]);
    // An answer of the provider is used once, whatever comes of it.
    response.clearCookie(attemptCookie, this.#cookie);
    try {
      if (attempt === null || request.query['state'] !== attempt.state) {
        const message = 'The answer of the provider belongs to no sign-in of this browser.';
        throw new ProviderRefusal('stale-sign-in', message);
      }
      const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
      const outcome = await this.signIn.finish(query, attempt, sourceOf(request));
      if (outcome.kind === 'Refused') {
        response.redirect(303, problemPage(outcome.why));
        return;
      }
      await this.sessions.open(request, response, outcome.signedIn);
      response.redirect(303, attempt.returnTo);
    } catch (error) {
      await this.#fail(request, response, error);
    }
  }

  /** Shows the failure on the sign-in page. Details are for the log: they may tell about the provider. */
  async #fail(request: Request, response: Response, error: unknown): Promise<void> {
    if (!(error instanceof ProviderRefusal)) throw error;
    await this.signIn.noteFailure(error, sourceOf(request));
    response.redirect(303, problemPage(error.problem));
  }
}

const problemPage = (problem: ProviderProblem): string => `/sign-in?problem=${problem}`;
