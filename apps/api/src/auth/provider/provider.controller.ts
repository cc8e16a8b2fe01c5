import {
  auditProviderRefusal,
  endProviderSessions,
  type ProviderSignInOutcome,
  type SignInPorts,
  signInWithProvider,
} from '@kerf/application';
import type { Logger } from '@kerf/telemetry';
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { type ApiEnv, isSecure } from '../../env.js';
import { ENV, LOG, PORTS } from '../../parts.js';
import { sourceOf } from '../../request/current-request.js';
import { Access } from '../access.js';
import { LiveSockets } from '../live-sockets.js';
import { Sessions } from '../sessions.js';
import { SignInThrottle } from '../sign-in-throttle.js';
import { IdentityProvider, type ProviderAnswer } from './identity-provider.js';
import { LogoutTokens } from './logout-tokens.js';
import { type ProviderProblem, ProviderRefusal } from './provider-problem.js';
import { attemptCookie, attemptTtlMs, newAttempt, readAttempt, toReturnPath } from './sign-in-attempt.js';

const hourMs = 3_600_000;

/** Sign-in at the company's identity provider, and the sign-outs that begin there. */
@Controller('auth/oidc')
@Access('public')
export class ProviderController {
  readonly #cookie: CookieOptions;

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LOG) private readonly log: Logger,
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
    @Inject(LogoutTokens) private readonly logoutTokens: LogoutTokens,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
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
      const url = await this.provider.begin(attempt);
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
      const outcome = await this.#signIn(await this.provider.finish(query, attempt), request);
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

  /** Source: OpenID Connect Back-Channel Logout 1.0, section 2.5. */
  @Post('backchannel-logout')
  @HttpCode(200)
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    const source = sourceOf(request);
    const body: unknown = request.body;
    const token = typeof body === 'object' && body !== null ? Reflect.get(body, 'logout_token') : undefined;
    try {
      if (this.provider.name === null) throw new RangeError('no provider is configured');
      if (typeof token !== 'string') throw new RangeError('logout_token is missing');
      const isNew = await endProviderSessions(this.ports, await this.logoutTokens.verify(token), source);
      if (!isNew) throw new RangeError('the logout token was used before');
    } catch (error) {
      this.log.warn({ error, address: source.address }, 'logout token refused');
      response.status(400);
      return { error: 'invalid_request', error_description: 'The logout token is not accepted.' };
    }
    await this.sockets.recheck();
    return {};
  }

  #signIn({ claims, idToken }: ProviderAnswer, request: Request): Promise<ProviderSignInOutcome> {
    const { env } = this;
    const policy = {
      providerName: env.KERF_OIDC_NAME,
      allowedDomains: env.KERF_OIDC_ALLOWED_DOMAINS ?? null,
      allowedGroups: env.KERF_OIDC_ALLOWED_GROUPS ?? null,
    };
    const sessionTtlMs = env.KERF_OIDC_SESSION_HOURS * hourMs;
    const input = { claims, idToken, policy, sessionTtlMs };
    return signInWithProvider(this.ports, input, sourceOf(request));
  }

  /** Shows the failure on the sign-in page. Details are for the log: they may tell about the provider. */
  async #fail(request: Request, response: Response, error: unknown): Promise<void> {
    if (!(error instanceof ProviderRefusal)) throw error;
    const source = sourceOf(request);
    const { problem } = error;
    this.log.warn({ error, problem, requestId: source.requestId }, 'sign-in at the provider failed');
    await auditProviderRefusal(this.ports, { why: problem }, source);
    response.redirect(303, problemPage(problem));
  }
}

const problemPage = (problem: ProviderProblem): string => `/sign-in?problem=${problem}`;
