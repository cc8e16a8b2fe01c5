import { hasErrorCode } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { type SignInAttempt, SignInThrottle } from './sign-in-throttle.js';

const refusal = expect.objectContaining({ code: 'AUTH.RATE_LIMITED' });
const owner = { name: 'ada', address: '198.51.100.1', device: null };

/** How many of so many wrong passwords at one moment are looked at. */
function guesses(
  throttle: SignInThrottle,
  count: number,
  attempt: (index: number) => SignInAttempt,
): number {
  return Array.from({ length: count }, (_, index) => {
    try {
      throttle.take(attempt(index), 0);
      return 1;
    } catch (error) {
      if (hasErrorCode(error, 'AUTH.RATE_LIMITED')) return 0;
      throw error;
    }
  }).reduce<number>((sum, one) => sum + one, 0);
}

describe('wrong passwords', () => {
  it('for one name from one address are ten, then one in ten seconds', () => {
    const throttle = new SignInThrottle();
    expect(guesses(throttle, 20, () => owner)).toBe(10);
    expect(() => throttle.take(owner, 9_999)).toThrow(refusal);
    expect(() => throttle.take(owner, 10_000)).not.toThrow();
  });

  it('from one address are thirty for all names, in IPv6 from one network', () => {
    const spray = (index: number) => ({ ...owner, name: `user-${index}` });
    expect(guesses(new SignInThrottle(), 50, spray)).toBe(30);
    const ipv6 = (index: number) => ({ ...spray(index), address: `2001:db8::${index}` });
    expect(guesses(new SignInThrottle(), 50, ipv6)).toBe(30);
  });

  it('for one name from many addresses are a hundred', () => {
    const spread = (index: number) => ({ ...owner, address: `198.51.100.${index}` });
    expect(guesses(new SignInThrottle(), 150, spread)).toBe(100);
  });

  it('from elsewhere do not keep out whoever signed in here before', () => {
    const throttle = new SignInThrottle();
    guesses(throttle, 150, (index) => ({ ...owner, address: `198.51.100.${index}` }));
    expect(() => throttle.take(owner, 0)).toThrow(refusal);
    expect(guesses(throttle, 20, () => ({ ...owner, device: 'digest' }))).toBe(10);
  });

  it('of an attempt that is refused are counted nowhere', () => {
    const throttle = new SignInThrottle();
    guesses(throttle, 1_000, () => owner);
    const others = (index: number) => ({ ...owner, name: `user-${index}` });
    expect(guesses(throttle, 50, others)).toBe(20);
  });

  it('that were right do not count', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 200; index += 1) {
      throttle.take(owner, 0);
      throttle.forgive(owner);
    }
    expect(guesses(throttle, 20, () => owner)).toBe(10);
  });
});

describe('guesses of a current password', () => {
  it('are five, then one in half a minute, and keep nobody from signing in', () => {
    const throttle = new SignInThrottle();
    for (let index = 0; index < 5; index += 1) throttle.takeChange('ses_1', 0);
    expect(() => throttle.takeChange('ses_1', 0)).toThrow(refusal);
    expect(() => throttle.takeChange('ses_2', 0)).not.toThrow();
    expect(() => throttle.take(owner, 0)).not.toThrow();
    expect(() => throttle.takeChange('ses_1', 30_000)).not.toThrow();
  });
});
