import {
  deviceCodeTtlMs,
  deviceIntervalMs,
  isPlain,
  plainRule,
  pollDevice,
  type SignInPorts,
  startDeviceAuthorization,
} from '@kerf/application';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { badInput } from '../../contract/public-error.js';
import { refuseUnstorableText } from '../../contract/storable-text.js';
import { type ApiEnv, publicUrlOf } from '../../env.js';
import { ENV, PORTS, RATE_LIMITS } from '../../parts.js';
import { addressKey } from '../../request/client-address.js';
import { sourceOf } from '../../request/current-request.js';
import { RateLimit, type RateLimitStore, rateLimited } from '../../request/rate-limits.js';
import { Access } from '../access.js';

const startBody = z.object({ clientName: z.string().trim().min(1).max(100) });
const tokenBody = z.object({ device_code: z.string().min(1).max(200) });

/** Rate limit of one network: a program starts once, and a user confirms it before the next. */
const startRate = { name: 'device-start', burst: 20, refillMs: 10_000, isGuess: false };

/** Source: RFC 8628, section 3.5. */
const errors = {
  Pending: 'authorization_pending',
  TooSoon: 'slow_down',
  Expired: 'expired_token',
  Denied: 'access_denied',
} as const;

/** Access for programs without a browser. Source: RFC 8628. */
@Controller('auth/device')
@Access('public')
export class DeviceController {
  readonly #starts: RateLimit;

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(RATE_LIMITS) store: RateLimitStore,
  ) {
    this.#starts = new RateLimit(store, startRate);
  }

  @Post('code')
  @HttpCode(200)
  async start(@Req() request: Request): Promise<object> {
    refuseUnstorableText(request.body, 'the body');
    const given = startBody.safeParse(request.body);
    if (!given.success) {
      throw badInput('The body must be { "clientName": … } with 1 to 100 characters.');
    }
    if (!isPlain(given.data.clientName)) {
      throw badInput(`The clientName ${plainRule}.`, [{ path: 'clientName', message: plainRule }]);
    }
    const source = sourceOf(request);
    const taken = await this.#starts.take(addressKey(source.address));
    if (taken.kind === 'Refused') {
      const message = 'Too many programs ask for access. Try again after the time in Retry-After.';
      throw rateLimited(taken.waitMs, message);
    }
    const started = await startDeviceAuthorization(this.ports, given.data.clientName, source);
    const page = `${publicUrlOf(this.env)}/device`;
    return {
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${started.userCode}`,
      expires_in: deviceCodeTtlMs / 1_000,
      interval: deviceIntervalMs / 1_000,
    };
  }

  @Post('token')
  @HttpCode(200)
  async token(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const given = tokenBody.safeParse(request.body);
    if (!given.success) throw badInput('The body must be { "device_code": … }.');
    const poll = await pollDevice(this.ports, given.data.device_code, sourceOf(request));
    if (poll.kind !== 'Issued') {
      response.status(400);
      return { error: errors[poll.kind] };
    }
    const expiresAt = new Date(poll.expiresAt).toISOString();
    return { access_token: poll.secret, token_type: 'Bearer', expires_at: expiresAt };
  }
}
