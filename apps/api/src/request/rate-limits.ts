import { createHash } from 'node:crypto';
import { AppError, type DurationMs } from '@kerf/core';
import type { NextFunction, Request, Response } from 'express';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** How often one caller may do something: `burst` times at once, then once per `refillMs`. */
export interface Rate {
  /** Unique; a part of the keys in the store. */
  readonly name: string;
  readonly burst: number;
  /** Divides a second, or is a multiple of one. */
  readonly refillMs: DurationMs;
  /** Whether it is a guess of a secret: a correct one can be given back. */
  readonly isGuess: boolean;
}

/** So many actions in a window, which begins with its first action. */
export interface RateWindow {
  /** A prefix of the keys. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /**
   * Whether refused keys are remembered in memory, so that they cost no round trip. Not where actions can be
   * given back: the memory would refuse the key nevertheless.
   */
  readonly remembersRefused: boolean;
}

/** Creates the limiters of windows. The counts are shared by all API processes. */
export interface RateLimitStore {
  createLimiter(window: RateWindow): RateLimiterAbstract;
  close(): Promise<void>;
}

/** The result of {@link RateLimit.take}. */
export type TakeResult =
  | { readonly kind: 'Taken'; readonly giveBack: () => Promise<void> }
  | { readonly kind: 'Refused'; readonly waitMs: DurationMs };

/**
 * The burst is available again after this multiple of the time in which it would refill. The larger, the less
 * a caller who never stops gets beyond one action per `refillMs`: at most half as much, and a tenth for guesses.
 */
const burstPause = { ofRequests: 2, ofGuesses: 10 };

/**
 * Limits the rate of each key with two windows: a short one for the steady rate, and a long one for the rest
 * of the burst. So a refused caller waits for one action only, and not until the whole burst is available.
 */
export class RateLimit {
  readonly #windows: readonly RateLimiterAbstract[];

  constructor(store: RateLimitStore, rate: Rate) {
    this.#windows = windowsOf(rate).map((window) => store.createLimiter(window));
  }

  /** Counts an action of the key, unless that exceeds the rate. */
  async take(key: string): Promise<TakeResult> {
    const digest = createHash('sha256').update(key).digest('base64url');
    const waits: DurationMs[] = [];
    for (const window of this.#windows) {
      const { isTaken, msBeforeNext } = await consume(window, digest);
      if (isTaken) return { kind: 'Taken', giveBack: giveBackTo(window, digest, msBeforeNext) };
      waits.push(msBeforeNext);
    }
    return { kind: 'Refused', waitMs: Math.max(1, Math.min(...waits)) };
  }
}

function windowsOf({ name, burst, refillMs, isGuess }: Rate): readonly RateWindow[] {
  const remembersRefused = !isGuess;
  const pause = isGuess ? burstPause.ofGuesses : burstPause.ofRequests;
  const seconds = Math.max(1, refillMs / 1_000);
  const steady = (seconds * 1_000) / refillMs;
  return [
    { name, points: steady, seconds, remembersRefused },
    {
      name: `${name}-burst`,
      points: burst - steady,
      seconds: (pause * burst * refillMs) / 1_000,
      remembersRefused,
    },
  ].filter(({ points }) => points > 0);
}

async function consume(window: RateLimiterAbstract, key: string) {
  try {
    const { msBeforeNext } = await window.consume(key);
    return { isTaken: true, msBeforeNext };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { isTaken: false, msBeforeNext: refused.msBeforeNext };
  }
}

/** A window that has ended must not begin with an action too many. */
function giveBackTo(window: RateLimiterAbstract, key: string, openForMs: DurationMs) {
  const endsAt = performance.now() + openForMs;
  return async (): Promise<void> => {
    if (performance.now() < endsAt) await window.reward(key);
  };
}

/** Returns AUTH.RATE_LIMITED with the time to wait. */
export function rateLimited(waitMs: DurationMs, message: string): AppError {
  const retry = { kind: 'after', ms: waitMs } as const;
  return new AppError({ code: 'AUTH.RATE_LIMITED', message, retry });
}

/** Limits the rate of requests of each key. Requests without a key are not counted. */
export function limitRate(limit: RateLimit, keyOf: (request: Request) => string | null) {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const key = keyOf(request);
    const result = key === null ? null : await limit.take(key);
    if (result?.kind === 'Refused') {
      throw rateLimited(
        result.waitMs,
        'Too many requests. Try again after the time in Retry-After.',
      );
    }
    next();
  };
}
