import { endProviderSessions, type SignInPorts } from '@kerf/application';
import { toRecord } from '@kerf/core';
import type { Logger } from '@kerf/system';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LOG, PORTS } from '../../parts.js';
import { sourceOf } from '../../request/current-request.js';
import { Access } from '../access.js';
import { LiveSockets } from '../live-sockets.js';
import { LogoutTokens } from './logout-tokens.js';

/** Sign-outs that begin at the provider. */
@Controller('auth/oidc/backchannel-logout')
@Access('public')
export class ProviderLogoutController {
  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LOG) private readonly log: Logger,
    @Inject(LogoutTokens) private readonly logoutTokens: LogoutTokens,
    @Inject(LiveSockets) private readonly sockets: LiveSockets,
  ) {}

  /** Source: OpenID Connect Back-Channel Logout 1.0, section 2.5. */
  @Post()
  @HttpCode(200)
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const source = sourceOf(request);
    try {
      const logout = await this.logoutTokens.verify(toRecord(request.body)['logout_token']);
      const isNew = await endProviderSessions(this.ports, logout, source);
      if (!isNew) throw new RangeError('the logout token was used before');
    } catch (error) {
      this.log.warn({ error, address: source.address }, 'logout token refused');
      response.status(400);
      return { error: 'invalid_request', error_description: 'The logout token is not accepted.' };
    }
    await this.sockets.recheck();
    return {};
  }
}
