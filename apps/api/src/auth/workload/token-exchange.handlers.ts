import { auditExchangeRefusal, exchangeToken, type SignInPorts } from '@kerf/application';
import { toTextOrNull } from '@kerf/core';
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

/** Limit of one workload, as its issuer names it: pipelines share addresses. */
const exchangeRate = { name: 'token-exchange', burst: 60, refillMs: 1_000, isGuess: false };
/** Limit of refused tokens of one network: they are told so, but no longer recorded. */
const refusalRate = { name: 'token-exchange-refused', burst: 60, refillMs: 1_000, isGuess: false };

const tooMany = 'Too many exchanges. Try again after the time in Retry-After.';

/** Short-lived tokens for workloads. Source: RFC 8693. */
@Controller('auth/token')
@Access('public')
export class TokenExchangeController {
  readonly #rate: RateLimit;
  readonly #refusals: RateLimit;

  constructor(
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(WorkloadTokens) private readonly tokens: WorkloadTokens,
    @Inject(RATE_LIMITS) store: RateLimitStore,
  ) {
    this.#rate = new RateLimit(store, exchangeRate);
    this.#refusals = new RateLimit(store, refusalRate);
  }

  @Post()
  @HttpCode(200)
  async exchange(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const source = sourceOf(request);
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
      await take(this.#refusals, addressKey(source.address));
      const { issuer, why, message } = verified;
      await auditExchangeRefusal(this.ports, { issuer, subject: 'unknown', why }, source);
      return refuse('invalid_grant', message);
    }
    await take(this.#rate, `${verified.issuer} ${toTextOrNull(verified.claims['sub'])}`);
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

/** @throws AUTH.RATE_LIMITED */
async function take(limit: RateLimit, key: string): Promise<void> {
  const taken = await limit.take(key);
  if (taken.kind === 'Refused') throw rateLimited(taken.waitMs, tooMany);
}
