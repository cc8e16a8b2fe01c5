import type { Database } from '@kerf/db';
import type { Logger } from '@kerf/system';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { RateLimitStore, RateWindow } from './rate-limits.js';

/** A store that takes longer counts as unavailable: a limit must not hold up the requests that it protects. */
const timeoutMs = 1_000;

/** Created by a migration, because the API must not need the right to create tables. */
const tableName = 'rate_limits';

/** Opens the store of the rate limits: Redis if there is one, otherwise Postgres. */
export function openRateLimitStore(
  redisUrl: string | undefined,
  { pool }: Pick<Database, 'pool'>,
  log: Logger,
): RateLimitStore {
  return redisUrl === undefined ? postgresStore(pool) : redisStore(redisUrl, log);
}

function postgresStore(pool: Database['pool']): RateLimitStore {
  const connection = { storeClient: pool, storeType: 'pool', tableName, tableCreated: true };
  // The first limiter removes the expired rows of all.
  let clearExpiredByTimeout = true;
  return {
    createLimiter: (window) => {
      const options = { ...connection, ...optionsOf(window), clearExpiredByTimeout };
      clearExpiredByTimeout = false;
      return withinTime(new RateLimiterPostgres(options));
    },
    close: () => Promise.resolve(),
  };
}

function redisStore(url: string, log: Logger): RateLimitStore {
  const client = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  let isReported = false;
  client.on('error', (error) => {
    if (!isReported) log.warn({ error }, 'Redis is unavailable; rate limits are kept in memory');
    isReported = true;
  });
  client.on('ready', () => {
    isReported = false;
  });
  return {
    createLimiter: (window) =>
      withinTime(
        new RateLimiterRedis({
          storeClient: client,
          rejectIfRedisNotReady: true,
          ...optionsOf(window),
        }),
      ),
    close: () => {
      client.disconnect();
      return Promise.resolve();
    },
  };
}

/** While the store is unavailable, each process counts alone. */
function optionsOf({ name, points, seconds, remembersRefused }: RateWindow) {
  const options = { keyPrefix: name, points, duration: seconds };
  return {
    ...options,
    // The number of the first refused action: a smaller one would also remember the last allowed action.
    inMemoryBlockOnConsumed: remembersRefused ? points + 1 : 0,
    insuranceLimiter: new RateLimiterMemory(options),
  };
}

const withinTime = (limiter: RateLimiterAbstract): RateLimiterAbstract =>
  new RLWrapperTimeouts({ limiter, timeoutMs });
