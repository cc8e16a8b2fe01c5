import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimitStore } from '../request/rate-limits.js';

/** Creates a store of rate limits in memory, which follows fake timers. */
export function memoryRateLimits(): RateLimitStore {
  return {
    createLimiter: ({ name, points, seconds }) =>
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    close: () => Promise.resolve(),
  };
}
