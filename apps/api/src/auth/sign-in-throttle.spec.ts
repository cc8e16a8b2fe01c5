import { hasErrorCode } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryRateLimits } from '../testing/memory-rate-limits.js';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

const refusal = expect.objectContaining({ code: 'AUTH.RATE_LIMITED' });
const owner = { name: 'ada', address: '198.51.100.1', device: null };
const newThrottle = () => new SignInThrottle(memoryRateLimits());

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns how many of so many wrong passwords at one time are not refused. */
async function guesses(
  throttle: SignInThrottle,
  count: number,
  attempt: (index: number) => SignInAttempt,
): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < count; index += 1) {
    try {
      await throttle.take(attempt(index));
      allowed += 1;
    } catch (error) {
      if (!hasErrorCode(error, 'AUTH.RATE_LIMITED')) throw error;
    }
  }
  return allowed;
}

describe('wrong passwords', () => {
  it('for one name from one address are ten, then one in ten seconds', async () => {
    const throttle = newThrottle();
    expect(await guesses(throttle, 20, () => owner)).toBe(10);
    vi.advanceTimersByTime(9_999);
    await expect(throttle.take(owner)).rejects.toEqual(refusal);
    vi.advanceTimersByTime(1);
    expect(await guesses(throttle, 20, () => owner)).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(await guesses(throttle, 20, () => owner)).toBe(1);
  });

  it('return the time until the next attempt', async () => {
    const throttle = newThrottle();
    await guesses(throttle, 10, () => owner);
    vi.advanceTimersByTime(4_000);
    await expect(throttle.take(owner)).rejects.toMatchObject({
      retry: { kind: 'after', ms: 6_000 },
    });
  });

  it('from one address are thirty for all names, in IPv6 from one network', async () => {
    const spray = (index: number) => ({ ...owner, name: `user-${index}` });
    expect(await guesses(newThrottle(), 50, spray)).toBe(30);
    const ipv6 = (index: number) => ({ ...spray(index), address: `2001:db8::${index}` });
    expect(await guesses(newThrottle(), 50, ipv6)).toBe(30);
  });

  it('for one name from many addresses are a hundred', async () => {
    const spread = (index: number) => ({ ...owner, address: `198.51.100.${index}` });
    expect(await guesses(newThrottle(), 150, spread)).toBe(100);
  });

  it('from other addresses do not lock a user out of a known browser', async () => {
    const throttle = newThrottle();
    await guesses(throttle, 150, (index) => ({ ...owner, address: `198.51.100.${index}` }));
    await expect(throttle.take(owner)).rejects.toEqual(refusal);
    expect(await guesses(throttle, 20, () => ({ ...owner, device: 'digest' }))).toBe(10);
  });

  it('lock a user out of a new browser for seconds, not until all attempts are available', async () => {
    const throttle = newThrottle();
    await guesses(throttle, 1_000, (index) => ({ ...owner, address: `203.0.113.${index % 250}` }));
    await expect(throttle.take(owner)).rejects.toEqual(refusal);
    vi.advanceTimersByTime(5_000);
    await expect(throttle.take(owner)).resolves.toBeTypeOf('function');
  });

  it('of a refused attempt are not counted', async () => {
    const throttle = newThrottle();
    await guesses(throttle, 1_000, () => owner);
    const others = (index: number) => ({ ...owner, name: `user-${index}` });
    expect(await guesses(throttle, 50, others)).toBe(20);
  });
});

describe('correct passwords', () => {
  it('are not counted', async () => {
    const throttle = newThrottle();
    for (let index = 0; index < 200; index += 1) await (await throttle.take(owner))();
    expect(await guesses(throttle, 20, () => owner)).toBe(10);
  });

  it('are not given back to a later window', async () => {
    const throttle = newThrottle();
    const giveBack = await throttle.takeChange('ses_1');
    vi.advanceTimersByTime(30_000);
    await giveBack();
    for (let index = 0; index < 5; index += 1) await throttle.takeChange('ses_1');
    await expect(throttle.takeChange('ses_1')).rejects.toEqual(refusal);
  });
});

describe('guesses of a current password', () => {
  it('are five, then one in half a minute, and lock no user out', async () => {
    const throttle = newThrottle();
    for (let index = 0; index < 5; index += 1) await throttle.takeChange('ses_1');
    await expect(throttle.takeChange('ses_1')).rejects.toEqual(refusal);
    await expect(throttle.takeChange('ses_2')).resolves.toBeTypeOf('function');
    await expect(throttle.take(owner)).resolves.toBeTypeOf('function');
    vi.advanceTimersByTime(30_000);
    await expect(throttle.takeChange('ses_1')).resolves.toBeTypeOf('function');
  });
});
