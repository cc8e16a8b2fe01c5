import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { limitRate } from './rate-limit.js';

/** Calls the middleware as Express would; `true` when the request went on. */
function caller(limit: (request: Request, response: Response, next: NextFunction) => void) {
  return (ip: string): boolean => {
    let wentOn = false;
    const next = () => {
      wentOn = true;
    };
    Reflect.apply(limit, undefined, [{ ip }, {}, next]);
    return wentOn;
  };
}

describe('one caller', () => {
  let now = 0;
  const size = { burst: 2, refillMs: 1_500 };
  const call = caller(limitRate({ now: () => now }, size, ({ ip }) => ip ?? null));

  it('cannot take everybody’s share, and is told when to come back', () => {
    expect([call('a'), call('a')]).toEqual([true, true]);
    expect(() => call('a')).toThrow(
      expect.objectContaining({
        code: 'AUTH.RATE_LIMITED',
        retry: { kind: 'after', ms: 1_500 },
      }),
    );
    expect(call('b')).toBe(true);
    now += 1_500;
    expect(call('a')).toBe(true);
  });

  it('that is not known here is not counted', () => {
    const callStranger = caller(limitRate({ now: () => now }, size, () => null));
    expect(Array.from({ length: 10 }, () => callStranger('a'))).not.toContain(false);
  });
});
