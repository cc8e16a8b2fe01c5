import { Inject, Injectable } from '@nestjs/common';
import { RATE_LIMITS } from '../parts.js';
import { addressKey } from '../request/client-address.js';
import { RateLimit, type RateLimitStore, rateLimited } from '../request/rate-limits.js';

export interface SignInAttempt {
  readonly name: string;
  readonly address: string;
  /** The digest of a browser's cookie in which this user signed in before; `null` elsewhere. */
  readonly device: string | null;
}

/** Gives back what an attempt took, because its password was correct. */
export type GiveBack = () => Promise<void>;

/** Ten wrong passwords in a burst, then one per 10 s: enough for a user, too slow for guessing. */
const forOne = { burst: 10, refillMs: 10_000, isGuess: true };
/** Several users may share an address. */
const forAddress = { burst: 30, refillMs: 3_000, isGuess: true };
/** For all addresses together, so that several machines cannot guess faster. */
const forName = { burst: 100, refillMs: 5_000, isGuess: true };
/** Limits guessing of the current password with a stolen session. */
const forChange = { burst: 5, refillMs: 30_000, isGuess: true };

interface Budget {
  readonly limit: RateLimit;
  readonly key: string;
}

/**
 * Limits attempts to guess passwords. A browser in which a user signed in before has a budget of its
 * own, so that others' attempts do not lock the user out. docs/adr/0010 says why.
 */
@Injectable()
export class SignInThrottle {
  readonly #devices: RateLimit;
  readonly #pairs: RateLimit;
  readonly #addresses: RateLimit;
  readonly #names: RateLimit;
  readonly #changes: RateLimit;

  constructor(@Inject(RATE_LIMITS) store: RateLimitStore) {
    this.#devices = new RateLimit(store, { name: 'sign-in-device', ...forOne });
    this.#pairs = new RateLimit(store, { name: 'sign-in-pair', ...forOne });
    this.#addresses = new RateLimit(store, { name: 'sign-in-address', ...forAddress });
    this.#names = new RateLimit(store, { name: 'sign-in-name', ...forName });
    this.#changes = new RateLimit(store, { name: 'password-change', ...forChange });
  }

  /** @throws AUTH.RATE_LIMITED */
  take(attempt: SignInAttempt): Promise<GiveBack> {
    return takeAll(this.#budgetsOf(attempt));
  }

  /** @throws AUTH.RATE_LIMITED after too many invalid links */
  async takeLink(address: string): Promise<void> {
    await takeAll([{ limit: this.#addresses, key: addressKey(address) }]);
  }

  /**
   * @param session of the user who sends a current password
   * @throws AUTH.RATE_LIMITED
   */
  takeChange(session: string): Promise<GiveBack> {
    return takeAll([{ limit: this.#changes, key: session }]);
  }

  #budgetsOf({ name, address, device }: SignInAttempt): readonly Budget[] {
    if (device !== null) return [{ limit: this.#devices, key: device }];
    const network = addressKey(address);
    return [
      { limit: this.#pairs, key: `${network} ${name}` },
      { limit: this.#addresses, key: network },
      { limit: this.#names, key: name },
    ];
  }
}

/** Takes from all budgets or from none. */
async function takeAll(budgets: readonly Budget[]): Promise<GiveBack> {
  const taken: GiveBack[] = [];
  const giveBackAll = async (): Promise<void> => {
    for (const giveBack of taken) await giveBack();
  };
  for (const { limit, key } of budgets) {
    const result = await limit.take(key);
    if (result.kind === 'Refused') {
      await giveBackAll();
      throw rateLimited(
        result.waitMs,
        'Too many sign-in attempts. Try again after the time in Retry-After.',
      );
    }
    taken.push(result.giveBack);
  }
  return giveBackAll;
}
