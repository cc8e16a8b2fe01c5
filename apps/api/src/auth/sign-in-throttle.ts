import { AppError, type Instant } from '@kerf/core';
import { Injectable } from '@nestjs/common';
import { TokenBuckets } from '../http/token-buckets.js';

/** Ten wrong passwords at once, then one in ten seconds: a person hardly notices, guessing ends. */
const byName = { burst: 10, refillMs: 10_000 };
/** An address may stand for many people. */
const byAddress = { burst: 30, refillMs: 3_000 };

/** Slows down who guesses passwords, for one name or from one address. */
@Injectable()
export class SignInThrottle {
  readonly #names = new TokenBuckets(byName);
  readonly #addresses = new TokenBuckets(byAddress);

  /** @throws AUTH.RATE_LIMITED */
  take(name: string, address: string, now: Instant): void {
    const wait = Math.max(this.#names.take(name, now), this.#addresses.take(address, now));
    if (wait === 0) return;
    throw new AppError({
      code: 'AUTH.RATE_LIMITED',
      message: 'too many attempts to sign in; wait a moment',
      retry: { kind: 'after', ms: wait },
    });
  }

  /** A right password does not count. */
  forgive(name: string, address: string): void {
    this.#names.giveBack(name);
    this.#addresses.giveBack(address);
  }
}
