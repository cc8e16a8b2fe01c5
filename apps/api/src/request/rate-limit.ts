import type { Clock } from '@kerf/application';
import { AppError } from '@kerf/core';
import type { NextFunction, Request, Response } from 'express';
import { type BucketSize, TokenBuckets } from './token-buckets.js';

/** Limits the request rate of each key. Requests without a key are not counted. */
export function limitRate(
  clock: Clock,
  size: BucketSize,
  keyOf: (request: Request) => string | null,
) {
  const buckets = new TokenBuckets(size);
  return (request: Request, _response: Response, next: NextFunction): void => {
    const key = keyOf(request);
    const wait = key === null ? 0 : buckets.take(key, clock.now());
    if (wait > 0) {
      throw new AppError({
        code: 'AUTH.RATE_LIMITED',
        message: 'Too many requests. Try again after the time in Retry-After.',
        retry: { kind: 'after', ms: wait },
      });
    }
    next();
  };
}
