import type { ProviderSignInOutcome } from '@kerf/application';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../../env.js';
import { ENV } from '../../parts.js';
import { sourceOf } from '../../request/current-request.js';
import { Access } from '../access.js';
import { cookieNamesOf } from '../credentials.js';
import { Sessions } from '../sessions.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { type ProviderProblem, ProviderRefusal } from './provider-problem.js';
import { ProviderSignIn } from './provider-sign-in.js';
import {
  attemptTtlMs,
  newAttempt,
  readAttempt,
  type SignInAttemptSecrets,
  toReturnPath,
} from './sign-in-attempt.js';

/** Sign-in at the company's identity provider. */
@Controller('auth/oidc')
@Access('public')
export class ProviderController {
  readonly #attemptCookie: string;
  readonly #cookie: CookieOptions;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(ProviderSignIn) private readonly signIn: ProviderSignIn,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
  ) {
    // Lax: the provider's redirect comes from another site.
    this.#cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure(env), path: '/' };
    this.#attemptCookie = cookieNamesOf(env).attempt;
  }

  @Get('sign-in')
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const cookie = newAttempt(toReturnPath(request.query['to']));
    const attempt = readAttempt(cookie);
    try {
      if (attempt === null) throw new ProviderRefusal('stale-sign-in', 'no attempt');
      const url = await this.signIn.begin(attempt);
      response.cookie(this.#attemptCookie, cookie, { ...this.#cookie, maxAge: attemptTtlMs });
      response.redirect(303, url.href);
    } catch (error) {
      await this.#fail(request, response, error);
    }
  }

  @Get('callback')
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    const attempt = readAttempt(parseCookie(request.headers.cookie ?? '')[this.#attemptCookie]);
    // An answer of the provider is used once, whatever comes of it.
    response.clearCookie(this.#attemptCookie, this.#cookie);
    try {
      if (attempt === null || request.query['state'] !== attempt.state) {
        const message = 'The answer of the provider belongs to no sign-in of this browser.';
        throw new ProviderRefusal('stale-sign-in', message);
      }
      const outcome = await this.#exchangeCode(request, attempt);
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

  /** A code is counted until the provider has accepted it; what the settings then refuse is no guess. */
  async #exchangeCode(
    request: Request,
    attempt: SignInAttemptSecrets,
  ): Promise<ProviderSignInOutcome> {
    const source = sourceOf(request);
    const device = await this.sessions.knownDevice(request);
    const giveBack = await this.throttle.takeCode({ address: source.address, device });
    const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
    try {
      const outcome = await this.signIn.finish(query, attempt, source);
      await giveBack();
      return outcome;
    } catch (error) {
      const isGuess = error instanceof ProviderRefusal && error.problem !== 'provider-unavailable';
      if (!isGuess) await giveBack();
      throw error;
    }
  }

  /** Shows the failure on the sign-in page. Details are for the log: they may tell about the provider. */
  async #fail(request: Request, response: Response, error: unknown): Promise<void> {
    if (!(error instanceof ProviderRefusal)) throw error;
    const source = sourceOf(request);
    if (await this.throttle.mayRecord(source.address))
      await this.signIn.recordFailure(error, source);
    response.redirect(303, problemPage(error.problem));
  }
}

const problemPage = (problem: ProviderProblem): string => `/sign-in?problem=${problem}`;
