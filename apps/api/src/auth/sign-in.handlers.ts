import type { SignInPorts } from '@kerf/application';
import { auditLinkRefusal, signInWithLink, signInWithPassword } from '@kerf/application';
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { badInput, forbidden, unauthenticated } from '../contract/public-error.js';
import { refuseUnstorableText } from '../contract/storable-text.js';
import { type ApiEnv, publicUrlOf } from '../env.js';
import { ENV, PORTS } from '../parts.js';
import { sourceOf } from '../request/current-request.js';
import { Access } from './access.js';
import { refuseForeignOrigin } from './same-origin.js';
import { Sessions } from './sessions.js';
import { givenBackUnless, SignInThrottle } from './sign-in-throttle.js';
import { usedLinkPage } from './used-link-page.js';

const credentials = z.object({
  name: z.string().min(1).max(200),
  password: z.string().min(1).max(1_000),
});

const passwordIsOff =
  'Signing in with a password is off. Use the identity provider, or a sign-in link of an administrator.';

/** Starts and ends sessions of browsers. */
@Controller('auth')
@Access('public')
export class SignInController {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SignInThrottle) private readonly throttle: SignInThrottle,
  ) {}

  @Post('sign-in')
  @HttpCode(204)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    // Another site must not be able to sign a user in as somebody else.
    if (request.headers.origin !== undefined) {
      refuseForeignOrigin(request.headers, publicUrlOf(this.env));
    }
    if (this.env.KERF_PASSWORD_SIGN_IN === 'off') throw forbidden(passwordIsOff);
    refuseUnstorableText(request.body, 'the body');
    const given = credentials.safeParse(request.body);
    if (!given.success) throw badInput('The body must be { "name": …, "password": … }.');
    const source = sourceOf(request);
    const device = await this.sessions.knownDevice(request, given.data.name);
    const attempt = { name: given.data.name, address: source.address, device };
    const signedIn = await givenBackUnless(
      (result) => result === null,
      await this.throttle.take(attempt),
      () => signInWithPassword(this.ports, given.data, source),
    );
    if (signedIn === null) throw unauthenticated('The user name or password is incorrect.');
    await this.sessions.open(request, response, signedIn);
  }

  @Get('link')
  async useLink(@Req() request: Request, @Res() response: Response): Promise<void> {
    // A preview of the link sends HEAD and must not use the link up.
    if (request.method === 'HEAD') {
      response.status(204).end();
      return;
    }
    const source = sourceOf(request);
    const { token } = request.query;
    const signedIn =
      typeof token === 'string' ? await signInWithLink(this.ports, token, source) : null;
    if (signedIn === null) {
      if (await this.throttle.mayRecord(source.address)) await auditLinkRefusal(this.ports, source);
      response.status(410).type('html').send(usedLinkPage);
      return;
    }
    await this.sessions.open(request, response, signedIn);
    response.redirect(303, '/');
  }

  @Post('sign-out')
  @HttpCode(204)
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.end(request, response);
  }
}
