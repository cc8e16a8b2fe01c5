import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMITS } from '../../parts.js';
import { RateLimit, type RateLimitStore, rateLimited } from '../../request/rate-limits.js';
import { givenBackUnless } from '../sign-in-throttle.js';

/** A code has 26 billion values and lives ten minutes; a user has about 70 guesses in that time. */
const guessRate = { name: 'device-code', burst: 10, refillMs: 10_000, isGuess: true };

/** Limits guesses of the codes of waiting programs. */
@Injectable()
export class UserCodeThrottle {
  readonly #guesses: RateLimit;

  constructor(@Inject(RATE_LIMITS) store: RateLimitStore) {
    this.#guesses = new RateLimit(store, guessRate);
  }

  /**
   * Runs a lookup of a code; a right code is not counted.
   * @throws AUTH.RATE_LIMITED
   */
  async guess<T>(userId: string, lookUp: () => Promise<T | null>): Promise<T | null> {
    const taken = await this.#guesses.take(userId);
    if (taken.kind === 'Refused') {
      const message = 'Too many codes were tried. Try again after the time in Retry-After.';
      throw rateLimited(taken.waitMs, message);
    }
    return givenBackUnless((found) => found === null, taken.giveBack, lookUp);
  }
}
