import { AppError, type Instant } from '@kerf/core';
import { Injectable } from '@nestjs/common';
import { addressKey } from '../request/address-key.js';
import { TokenBuckets } from '../request/token-buckets.js';

export interface SignInAttempt {
  readonly name: string;
  readonly address: string;
  /** The digest of a browser's cookie in which this user signed in before; `null` elsewhere. */
  readonly device: string | null;
}

/** Ten wrong passwords at once, then one in ten seconds: a person hardly notices, guessing ends. */
const forOne = { burst: 10, refillMs: 10_000 };
/** An address may stand for many people. */
const forAddress = { burst: 30, refillMs: 3_000 };
/** From many addresses together, so that many machines guess no faster. */
const forName = { burst: 100, refillMs: 5_000 };
/** Whoever changes a password knows the old one, or has a session that is not theirs. */
const forChange = { burst: 5, refillMs: 30_000 };

interface Budget {
  readonly buckets: TokenBuckets;
  readonly key: string;
}

/**
 * Slows down who guesses passwords. A browser in which a user signed in before has a budget of its
 * own, so that others' wrong passwords do not keep the user out. docs/adr/0010 says why.
 */
@Injectable()
export class SignInThrottle {
  readonly #devices = new TokenBuckets(forOne);
  readonly #pairs = new TokenBuckets(forOne);
  readonly #addresses = new TokenBuckets(forAddress);
  readonly #names = new TokenBuckets(forName);
  readonly #changes = new TokenBuckets(forChange);

  /** @throws AUTH.RATE_LIMITED */
  take(attempt: SignInAttempt, now: Instant): void {
    takeAll(this.#budgetsOf(attempt), now);
  }

  /** A right password does not count. */
  forgive(attempt: SignInAttempt): void {
    for (const { buckets, key } of this.#budgetsOf(attempt)) buckets.giveBack(key);
  }

  /** @throws AUTH.RATE_LIMITED where links are tried out */
  takeLink(address: string, now: Instant): void {
    takeAll([{ buckets: this.#addresses, key: addressKey(address) }], now);
  }

  /**
   * @param session whose owner says a current password
   * @throws AUTH.RATE_LIMITED
   */
  takeChange(session: string, now: Instant): void {
    takeAll([{ buckets: this.#changes, key: session }], now);
  }

  forgiveChange(session: string): void {
    this.#changes.giveBack(session);
  }

  #budgetsOf({ name, address, device }: SignInAttempt): readonly Budget[] {
    if (device !== null) return [{ buckets: this.#devices, key: device }];
    const network = addressKey(address);
    return [
      { buckets: this.#pairs, key: `${network} ${name}` },
      { buckets: this.#addresses, key: network },
      { buckets: this.#names, key: name },
    ];
  }
}

/** Takes from all or from none. */
function takeAll(budgets: readonly Budget[], now: Instant): void {
  const taken: Budget[] = [];
  for (const budget of budgets) {
    const wait = budget.buckets.take(budget.key, now);
    if (wait === 0) {
      taken.push(budget);
      continue;
    }
    for (const { buckets, key } of taken) buckets.giveBack(key);
    throw new AppError({
      code: 'AUTH.RATE_LIMITED',
      message: 'too many attempts to sign in; wait a moment',
      retry: { kind: 'after', ms: wait },
    });
  }
}
