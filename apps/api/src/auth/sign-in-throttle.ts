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

/** Ten wrong passwords in a burst, then one per 10 s: enough for a user, too slow for guessing. */
const forOne = { burst: 10, refillMs: 10_000 };
/** Several users may share an address. */
const forAddress = { burst: 30, refillMs: 3_000 };
/** For all addresses together, so that several machines cannot guess faster. */
const forName = { burst: 100, refillMs: 5_000 };
/** Limits guessing of the current password with a stolen session. */
const forChange = { burst: 5, refillMs: 30_000 };

interface Budget {
  readonly buckets: TokenBuckets;
  readonly key: string;
}

/**
 * Limits attempts to guess passwords. A browser in which a user signed in before has a budget of its
 * own, so that others' attempts do not lock the user out. docs/adr/0010 says why.
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

  /** A correct password does not count. */
  forgive(attempt: SignInAttempt): void {
    for (const { buckets, key } of this.#budgetsOf(attempt)) buckets.giveBack(key);
  }

  /** @throws AUTH.RATE_LIMITED after too many invalid links */
  takeLink(address: string, now: Instant): void {
    takeAll([{ buckets: this.#addresses, key: addressKey(address) }], now);
  }

  /**
   * @param session of the user who sends a current password
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

/** Takes from all buckets or from none. */
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
      message: 'Too many sign-in attempts. Try again after the time in Retry-After.',
      retry: { kind: 'after', ms: wait },
    });
  }
}
