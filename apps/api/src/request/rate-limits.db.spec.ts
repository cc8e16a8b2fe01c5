import { randomUUID } from 'node:crypto';
import { openFreshDatabase } from '@kerf/db';
import { createLogger } from '@kerf/system';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openRateLimitStore } from './rate-limit-store.js';
import { RateLimit, type RateLimitStore } from './rate-limits.js';

/** The same suite runs on Redis where there is one: `.ci/run` starts it. */
const redisUrl = process.env['REDIS_URL'];
const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
/** Redis keeps the keys of earlier runs. */
const run = `run-${randomUUID()}`;
const log = createLogger({ name: 'spec', level: 'silent' });

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
const stores: RateLimitStore[] = [];
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await database.close();
});

/** Opens the store as a second process would. */
function openStore(): RateLimitStore {
  const store = openRateLimitStore(redisUrl, database, log);
  stores.push(store);
  return store;
}

/** No action becomes available again while the spec runs. */
const hourly = (name: string, burst: number) => ({
  name,
  burst,
  refillMs: 3_600_000,
  isGuess: false,
});

async function kindsOf(limits: readonly RateLimit[], rounds: number): Promise<readonly string[]> {
  const kinds: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const limit of limits) kinds.push((await limit.take('caller')).kind);
  }
  return kinds;
}

/** Returns the names of the keys in the store. */
async function storedKeys(): Promise<readonly string[]> {
  if (redisUrl === undefined) {
    const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM rate_limits');
    return rows.map(({ key }) => key);
  }
  const client = new Redis(redisUrl);
  const keys = await client.keys('*');
  client.disconnect();
  return keys;
}

const taken = (kinds: readonly string[]) => kinds.filter((kind) => kind === 'Taken').length;

describe('rate limits of several processes', () => {
  let one: RateLimitStore;
  let other: RateLimitStore;
  const limitsOf = (name: string, burst: number) =>
    [one, other].map((store) => new RateLimit(store, hourly(name, burst)));

  beforeAll(async () => {
    one = openStore();
    other = openStore();
    // Until Redis is connected, each store counts in memory.
    let attempt = 0;
    await vi.waitFor(
      async () => {
        attempt += 1;
        const kinds = await kindsOf(limitsOf(`${run}-attempt-${attempt}`, 1), 1);
        if (taken(kinds) !== 1) throw new Error('the stores do not share their counts yet');
      },
      { timeout: 30_000 },
    );
  });

  it('are counted together', async () => {
    expect(taken(await kindsOf(limitsOf(`${run}-together`, 5), 5))).toBe(5);
  });

  it('are counted together when requests are concurrent', async () => {
    const limits = limitsOf(`${run}-concurrent`, 5);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limits[index % 2]?.take('caller')),
    );
    expect(taken(results.map((result) => result?.kind ?? ''))).toBe(5);
  });

  it('return an unused attempt to all processes', async () => {
    const [first, second] = [one, other].map(
      (store) => new RateLimit(store, { ...hourly(`${run}-back`, 1), isGuess: true }),
    );
    const result = await first?.take('caller');
    if (result?.kind === 'Taken') await result.giveBack();
    expect((await second?.take('caller'))?.kind).toBe('Taken');
  });

  it('store no key in clear text', async () => {
    const limit = new RateLimit(one, hourly(`${run}-secret`, 1));
    await limit.take('203.0.113.7 ada');
    const keys = (await storedKeys()).filter((key) => key.startsWith(`${run}-secret`));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[\w-]+:[\w-]{43}$/);
  });
});

describe('a store that is unavailable', () => {
  it('is replaced by a limit in memory', async () => {
    const closed = await openFreshDatabase(inject('databaseUrl'), migrations);
    await closed.close();
    const unreachable = redisUrl === undefined ? undefined : 'redis://127.0.0.1:1';
    const store = openRateLimitStore(unreachable, closed, log);
    const limit = new RateLimit(store, hourly('test', 5));
    expect(taken(await kindsOf([limit], 8))).toBe(5);
    await store.close();
  });
});
