import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { CLOCK, RATE_LIMITS } from '../parts.js';
import { type RateLimitStore, rateLimited } from '../request/rate-limits.js';

/** Points of one caller in one window; an average query of the dashboard costs about 30. */
const budget = { points: 60_000, seconds: 60 } as const;
/** Complexity per point. */
const complexityPerPoint = 100;

/** Cost of a query, and the caller's remaining allowance. */
export interface SpentCost {
  readonly cost: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Instant;
}

/** Returns the points of a query: one at least. */
export const costOf = (complexity: number): number =>
  Math.max(1, Math.ceil(complexity / complexityPerPoint));

/** Limits what the queries of one caller cost together; the number of requests is limited elsewhere. */
@Injectable()
export class CostBudget {
  readonly #limiter: RateLimiterAbstract;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) rateLimits: RateLimitStore,
  ) {
    this.#limiter = rateLimits.createLimiter({
      name: 'graphql-cost',
      ...budget,
      remembersRefused: false,
    });
  }

  /**
   * Spends the cost of a query before it is executed.
   * @throws AUTH.RATE_LIMITED if the caller has less left
   */
  async spend(callerId: string, cost: number): Promise<SpentCost> {
    const { remainingPoints, msBeforeNext } = await this.#consume(callerId, cost);
    const resetAt = this.clock.now() + msBeforeNext;
    return { cost, limit: budget.points, remaining: remainingPoints, resetAt };
  }

  async #consume(callerId: string, cost: number): Promise<RateLimiterRes> {
    try {
      return await this.#limiter.consume(callerId, cost);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw rateLimited(
        refused.msBeforeNext,
        `The queries of this caller cost more than ${budget.points} points in ${budget.seconds} s; this one costs ${cost}. Try again after the time in Retry-After, or request less.`,
      );
    }
  }
}
