import { describe, expect, it } from 'vitest';
import { type DrainLimits, drainEndOf, endsByTime } from './drain-end.js';

const now = 1_000_000;
const endOf = (terminationGracePeriod: string | null, limits: DrainLimits = {}) =>
  drainEndOf({ terms: { expireAfter: 'Never', terminationGracePeriod } }, limits, now);

describe('drainEndOf', () => {
  it.each<readonly [string, ReturnType<typeof endOf>, number | null]>([
    ['without a limit', endOf(null), null],
    ['with a terminationGracePeriod from now on', endOf('1m'), now + 60_000],
    ['with a terminationGracePeriod since the request', endOf('1m', { since: 0 }), 60_000],
    ['by a time', endOf(null, { drainUntil: 5 }), 5],
    ['by a time before its terminationGracePeriod', endOf('1m', { drainUntil: 5 }), 5],
    ['by its terminationGracePeriod before a time', endOf('1m', { drainUntil: 9e9 }), now + 60_000],
  ])('ends a drain %s', (_, { deadline }, expected) => {
    expect(deadline).toBe(expected);
  });

  it('keeps the end of the instance apart from that of the drain', () => {
    expect(endOf(null, { instanceEndsAt: 7 })).toEqual({ deadline: null, instanceEndsAt: 7 });
  });
});

describe('endsByTime', () => {
  it.each([
    ['without a time', { deadline: null, instanceEndsAt: null }, false],
    ['in a record of an earlier version', { deadline: null }, false],
    ['with a deadline', { deadline: 0, instanceEndsAt: null }, true],
    ['with an instance that ends', { deadline: null, instanceEndsAt: 0 }, true],
  ])('tells a drain %s', (_, end, expected) => {
    expect(endsByTime(end)).toBe(expected);
  });
});
