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

/** Gives back what an attempt took, because its secret was correct. */
export type GiveBack = () => Promise<void>;

/** Ten wrong passwords in a burst, then one per 10 s: enough for a user, too slow for guessing. */
const forOne = { burst: 10, refillMs: 10_000, isGuess: true };
/** Several users may share an address. */
const forAddress = { burst: 30, refillMs: 3_000, isGuess: true };
/** Failures of one network that are recorded; a flood of them must not fill the audit log. */
const forRecords = { burst: 20, refillMs: 30_000, isGuess: true };
/** Rate limit for all addresses together, so that several machines cannot guess faster. */
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
  readonly #codes: RateLimit;
  readonly #records: RateLimit;

  constructor(@Inject(RATE_LIMITS) store: RateLimitStore) {
    this.#devices = new RateLimit(store, { name: 'sign-in-device', ...forOne });
    this.#pairs = new RateLimit(store, { name: 'sign-in-pair', ...forOne });
    this.#addresses = new RateLimit(store, { name: 'sign-in-address', ...forAddress });
    this.#names = new RateLimit(store, { name: 'sign-in-name', ...forName });
    this.#changes = new RateLimit(store, { name: 'password-change', ...forChange });
    this.#codes = new RateLimit(store, { name: 'sign-in-code', ...forAddress });
    this.#records = new RateLimit(store, { name: 'sign-in-record', ...forRecords });
  }

  /** @throws AUTH.RATE_LIMITED */
  take(attempt: SignInAttempt): Promise<GiveBack> {
    return takeAll(this.#budgetsOf(attempt));
  }

  /**
   * Counts a code that a browser brings from the identity provider, until the provider has accepted it. Only
   * after its `state` was checked: otherwise anybody could use up the budget without a sign-in.
   * @param device as in {@link SignInAttempt}, of any user, since nobody knows yet whose code it is
   * @throws AUTH.RATE_LIMITED
   */
  takeCode({ address, device }: Omit<SignInAttempt, 'name'>): Promise<GiveBack> {
    if (device !== null) return takeAll([{ limit: this.#devices, key: device }]);
    return takeAll([{ limit: this.#codes, key: addressKey(address) }]);
  }

  /**
   * Returns whether a failure that costs nobody else anything is worth a record. Links and stray answers of the
   * provider have too many possible values to be guessed, so they are never refused for others' failures.
   */
  async mayRecord(address: string): Promise<boolean> {
    return (await this.#records.take(addressKey(address))).kind === 'Taken';
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

/**
 * Does the work of an attempt, and gives back what the attempt took unless it failed. An error is no failure of
 * the attempt: a database that does not respond must not use up the budget of honest users.
 */
export async function givenBackUnless<Result>(
  hasFailed: (result: Result) => boolean,
  giveBack: GiveBack,
  work: () => Promise<Result>,
): Promise<Result> {
  let isFailure = false;
  try {
    const result = await work();
    isFailure = hasFailed(result);
    return result;
  } finally {
    if (!isFailure) await giveBack();
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
