import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { type ClusterToken, TokenCache } from './token-cache.js';

const target = { clusterName: 'prod', region: 'eu-west-1', roleArn: 'r', externalId: null };
const minute = 60_000;

function newCache(mint: () => Promise<ClusterToken>) {
  const clock = { at: 0, now: () => clock.at };
  let tokenCount = 0;
  const cache = new TokenCache(
    target,
    (requested) => {
      expect(requested).toBe(target);
      tokenCount += 1;
      return mint();
    },
    clock,
  );
  return { cache, clock, tokenCount: () => tokenCount };
}

const numbered = () => {
  let next = 0;
  return async () => {
    next += 1;
    return { token: `token-${next}`, expiresAt: 14 * minute * next };
  };
};

describe('TokenCache', () => {
  it('keeps a token until shortly before it expires', async () => {
    const { cache, clock } = newCache(numbered());
    expect(await cache.get()).toBe('token-1');
    clock.at = 13 * minute - 1;
    expect(await cache.get()).toBe('token-1');
    clock.at = 13 * minute;
    expect(await cache.get()).toBe('token-2');
  });

  it('creates one token for concurrent requests', async () => {
    const { cache, tokenCount } = newCache(numbered());
    expect(await Promise.all([cache.get(), cache.get(), cache.get()])).toEqual(
      Array(3).fill('token-1'),
    );
    expect(tokenCount()).toBe(1);
  });

  it('drops a rejected token, but not a newer one', async () => {
    const { cache, tokenCount } = newCache(numbered());
    await cache.get();
    cache.drop('token-1');
    expect(await cache.get()).toBe('token-2');
    cache.drop('token-1');
    expect(await cache.get()).toBe('token-2');
    expect(tokenCount()).toBe(2);
  });

  it('fails after a timeout', async () => {
    const clock = { now: () => 0 };
    const cache = new TokenCache(target, () => new Promise(() => undefined), clock, 10);
    await expect(cache.get()).rejects.toMatchObject({
      code: 'CLUSTER.UNAUTHORIZED',
      message: 'No token for cluster prod: timeout after 10 ms',
      retry: { kind: 'backoff' },
    });
  });

  it('reports the cause of a failure, and tries again on the next request', async () => {
    let broken = true;
    const good = numbered();
    const cause = new AppError({
      code: 'CLOUD.UNAUTHORIZED',
      message: 'sts:AssumeRole is not allowed',
      retry: { kind: 'never' },
    });
    const { cache } = newCache(() => (broken ? Promise.reject(cause) : good()));
    await expect(cache.get()).rejects.toMatchObject({
      code: 'CLUSTER.UNAUTHORIZED',
      message: 'No token for cluster prod: sts:AssumeRole is not allowed',
      retry: { kind: 'never' },
    });
    broken = false;
    expect(await cache.get()).toBe('token-1');
  });
});
