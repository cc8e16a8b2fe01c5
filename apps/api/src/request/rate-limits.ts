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

/** How much of a rate is left. */
export interface RateStatus {
  /** Actions at once. */
  readonly limit: number;
  readonly remaining: number;
  /** Time until all of them are available again. */
  readonly resetMs: DurationMs;
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
  readonly rate: Rate;
  readonly #windows: readonly RateLimiterAbstract[];

  constructor(store: RateLimitStore, rate: Rate) {
    this.rate = rate;
    this.#windows = windowsOf(rate).map((window) => store.createLimiter(window));
  }

  /** Returns what the key has left, without counting anything. */
  async status(key: string): Promise<RateStatus> {
    const digest = digestOf(key);
    const states = await Promise.all(
      this.#windows.map(async (window, index) => {
        const state = await window.get(digest);
        const points = windowsOf(this.rate)[index]?.points ?? 0;
        return {
          remaining: Math.max(0, state?.remainingPoints ?? points),
          resetMs: Math.max(0, state?.msBeforeNext ?? 0),
        };
      }),
    );
    return {
      limit: this.rate.burst,
      remaining: states.reduce((sum, { remaining }) => sum + remaining, 0),
      resetMs: Math.max(0, ...states.map(({ resetMs }) => resetMs)),
    };
  }

  /** Counts an action of the key, unless that exceeds the rate. */
  async take(key: string): Promise<TakeResult> {
    const digest = digestOf(key);
    const waits: DurationMs[] = [];
    for (const window of this.#windows) {
      const { isTaken, msBeforeNext } = await consume(window, digest);
      if (isTaken) return { kind: 'Taken', giveBack: giveBackTo(window, digest, msBeforeNext) };
      waits.push(msBeforeNext);
    }
    return { kind: 'Refused', waitMs: Math.max(1, Math.min(...waits)) };
  }
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

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

/**
 * Limits the rate of requests of each key. Requests without a key are not counted.
 * @param announces whether responses say what is left, as `RateLimit-*`
 */
export function limitRate(
  limit: RateLimit,
  keyOf: (request: Request) => string | null,
  { announces = false }: { readonly announces?: boolean } = {},
) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const key = keyOf(request);
    const result = key === null ? null : await limit.take(key);
    if (key !== null && announces) announce(response, limit.rate, await limit.status(key));
    if (result?.kind === 'Refused') throw tooManyRequests(result.waitMs);
    next();
  };
}

/**
 * Counts requests that were refused before they had a caller, e.g. for an unknown token, and refuses them as
 * too many when they exceed the rate. Follows what authenticates in the pipeline.
 */
export function countRefused(limit: RateLimit, keyOf: (request: Request) => string) {
  return async (
    error: unknown,
    request: Request,
    _response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const result = await limit.take(keyOf(request));
    next(result.kind === 'Taken' ? error : tooManyRequests(result.waitMs));
  };
}

const tooManyRequests = (waitMs: DurationMs): AppError =>
  rateLimited(waitMs, 'Too many requests. Try again after the time in Retry-After.');

/** Header fields of draft-ietf-httpapi-ratelimit-headers-06, which most clients read. */
function announce(response: Response, { burst, refillMs }: Rate, status: RateStatus): void {
  const seconds = Math.ceil((burst * refillMs) / 1_000);
  response.setHeader('RateLimit-Policy', `${burst};w=${seconds}`);
  response.setHeader('RateLimit-Limit', String(status.limit));
  response.setHeader('RateLimit-Remaining', String(status.remaining));
  response.setHeader('RateLimit-Reset', String(Math.ceil(status.resetMs / 1_000)));
}
