import { auditExchangeRefusal, exchangeToken, type SignInPorts } from '@kerf/application';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { PORTS, RATE_LIMITS } from '../../parts.js';
import { addressKey } from '../../request/client-address.js';
import { sourceOf } from '../../request/current-request.js';
import { RateLimit, type RateLimitStore, rateLimited } from '../../request/rate-limits.js';
import { Access } from '../access.js';
import { noRuleMessage, WorkloadTokens } from './workload-tokens.js';

/** Source: RFC 8693, section 2.1. */
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtTypes = [
  'urn:ietf:params:oauth:token-type:jwt',
  'urn:ietf:params:oauth:token-type:id_token',
];
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

const exchangeBody = z.object({
  grant_type: z.literal(exchangeGrant),
  subject_token: z.string().min(1),
  subject_token_type: z.enum(jwtTypes),
});

/** Of one network; pipelines share addresses. */
const exchangeRate = { name: 'token-exchange', burst: 60, refillMs: 1_000, isGuess: false };

/** Short-lived tokens for workloads. Source: RFC 8693. */
@Controller('auth/token')
@Access('public')
export class TokenExchangeController {
  readonly #rate: RateLimit;

  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(WorkloadTokens) private readonly tokens: WorkloadTokens,
    @Inject(RATE_LIMITS) store: RateLimitStore,
  ) {
    this.#rate = new RateLimit(store, exchangeRate);
  }

  @Post()
  @HttpCode(200)
  async exchange(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const source = sourceOf(request);
    const taken = await this.#rate.take(addressKey(source.address));
    if (taken.kind === 'Refused') {
      throw rateLimited(
        taken.waitMs,
        'Too many exchanges. Try again after the time in Retry-After.',
      );
    }
    const refuse = (error: string, description: string): object => {
      response.status(400);
      return { error, error_description: description };
    };
    const given = exchangeBody.safeParse(request.body);
    if (!given.success) {
      const what = `grant_type ${exchangeGrant}, subject_token, and subject_token_type ${jwtTypes[0]}`;
      return refuse('invalid_request', `The body must have ${what}.`);
    }
    const verified = await this.tokens.verify(given.data.subject_token);
    if (verified.kind === 'Refused') {
      const { issuer, why, message } = verified;
      await auditExchangeRefusal(this.ports, { issuer, subject: 'unknown', why }, source);
      return refuse('invalid_grant', message);
    }
    const outcome = await exchangeToken(this.ports, verified, source);
    if (outcome.kind === 'NoRule') return refuse('invalid_grant', noRuleMessage);
    return {
      access_token: outcome.secret,
      issued_token_type: accessTokenType,
      token_type: 'Bearer',
      expires_in: Math.ceil((outcome.expiresAt - this.ports.clock.now()) / 1_000),
    };
  }
}
