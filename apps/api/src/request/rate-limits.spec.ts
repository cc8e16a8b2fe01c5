import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryRateLimits } from '../testing/memory-rate-limits.js';
import { limitRate, RateLimit } from './rate-limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns how many of so many actions at one time are allowed. */
async function allowed(limit: RateLimit, count: number): Promise<number> {
  const results: string[] = [];
  for (let index = 0; index < count; index += 1) results.push((await limit.take('a')).kind);
  return results.filter((kind) => kind === 'Taken').length;
}

describe('a rate limit', () => {
  it.each([
    { burst: 400, refillMs: 10, steady: 100, everyMs: 1_000 },
    { burst: 20, refillMs: 500, steady: 2, everyMs: 1_000 },
    { burst: 10, refillMs: 10_000, steady: 1, everyMs: 10_000 },
    { burst: 1, refillMs: 3_600_000, steady: 1, everyMs: 3_600_000 },
  ])('allows $burst at once, then one in $refillMs ms', async ({ steady, everyMs, ...rate }) => {
    const limit = new RateLimit(memoryRateLimits(), { name: 'test', isGuess: false, ...rate });
    expect(await allowed(limit, 1_000)).toBe(rate.burst);
    for (let window = 0; window < 3; window += 1) {
      vi.advanceTimersByTime(everyMs);
      expect(await allowed(limit, 1_000)).toBe(steady);
    }
  });

  it.each([
    { isGuess: false, most: 1_500 },
    { isGuess: true, most: 1_100 },
  ])('gives a caller who never stops little more, guess or not: %o', async ({ isGuess, most }) => {
    const rate = { name: 'test', burst: 10, refillMs: 1_000, isGuess };
    const limit = new RateLimit(memoryRateLimits(), rate);
    let total = 0;
    for (let second = 0; second < 1_000; second += 1) {
      total += await allowed(limit, 20);
      vi.advanceTimersByTime(1_000);
    }
    expect(total).toBeGreaterThanOrEqual(1_000);
    expect(total).toBeLessThanOrEqual(most);
  });

  it('allows the whole burst again after a pause', async () => {
    const rate = { name: 'test', burst: 10, refillMs: 1_000, isGuess: false };
    const limit = new RateLimit(memoryRateLimits(), rate);
    await allowed(limit, 10);
    vi.advanceTimersByTime(20_000);
    expect(await allowed(limit, 20)).toBe(10);
  });
});

describe('limited requests', () => {
  /** Calls the middleware as Express would. */
  async function call(limit: ReturnType<typeof limitRate>, ip: string): Promise<void> {
    let isPassedOn = false;
    const next = () => {
      isPassedOn = true;
    };
    await Reflect.apply(limit, undefined, [{ ip }, {}, next]);
    expect(isPassedOn).toBe(true);
  }
  const rate = { name: 'test', burst: 2, refillMs: 2_000, isGuess: false };

  it('are refused per key, with the time to wait', async () => {
    const limit = limitRate(new RateLimit(memoryRateLimits(), rate), ({ ip }) => ip ?? null);
    await call(limit, 'a');
    await call(limit, 'a');
    vi.advanceTimersByTime(500);
    await expect(call(limit, 'a')).rejects.toMatchObject({
      code: 'AUTH.RATE_LIMITED',
      retry: { kind: 'after', ms: 1_500 },
    });
    await call(limit, 'b');
    vi.advanceTimersByTime(1_500);
    await call(limit, 'a');
  });

  it('are not counted without a key', async () => {
    const limit = limitRate(new RateLimit(memoryRateLimits(), rate), () => null);
    for (let index = 0; index < 10; index += 1) {
      await expect(call(limit, 'a')).resolves.toBeUndefined();
    }
  });
});
