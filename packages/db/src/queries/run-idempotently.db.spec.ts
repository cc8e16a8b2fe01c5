import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { runIdempotently } from './run-idempotently.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const day = 24 * 3_600_000;
let database: Database;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

let now = Date.parse('2026-11-21T14:00:00Z');
const runs = <T extends object>(key: string, digest: string, run: () => Promise<T>) =>
  runIdempotently(
    database.pool,
    { key, digest, now },
    { run, isFinal: (answer) => !('refused' in answer) },
  );
const once = async <T extends object>(key: string, digest: string, run: () => Promise<T>) =>
  (await runs(key, digest, run)).answer;

describe('a request with a key', () => {
  it('is done once; who repeats it gets the first answer for a day', async () => {
    let times = 0;
    const work = () => Promise.resolve({ run: (times += 1) });
    expect(await once('a', 'x', work)).toEqual({ run: 1 });
    expect(await once('a', 'x', work)).toEqual({ run: 1 });
    now += day + 1;
    expect(await once('a', 'x', work)).toEqual({ run: 2 });
  });

  it('says whether the answer was given before', async () => {
    const work = () => Promise.resolve({});
    expect(await runs('r', 'x', work)).toMatchObject({ isReplay: false });
    expect(await runs('r', 'x', work)).toMatchObject({ isReplay: true });
  });

  it('conflicts with another request under its key', async () => {
    await once('b', 'x', () => Promise.resolve({}));
    await expect(once('b', 'y', () => Promise.resolve({}))).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
  });

  it('conflicts with itself while it runs, until its process must be dead', async () => {
    let finish: (answer: { who: string }) => void = () => undefined;
    const first = once(
      'c',
      'x',
      () => new Promise<{ who: string }>((resolve) => (finish = resolve)),
    );
    await expect
      .poll(async () => {
        const { rowCount } = await database.pool.query(
          `SELECT 1 FROM idempotency_records WHERE key = 'c'`,
        );
        return rowCount;
      })
      .toBe(1);
    const again = () => once('c', 'x', () => Promise.resolve({ who: 'second' }));
    await expect(again()).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'after' },
    });
    now += 60_001;
    expect(await again()).toEqual({ who: 'second' });
    finish({ who: 'first' });
    await first;
  });

  it('may be mended and sent again under its key when it was refused', async () => {
    expect(await once('e', 'x', () => Promise.resolve({ refused: true }))).toEqual({
      refused: true,
    });
    expect(await once('e', 'y', () => Promise.resolve({ done: true }))).toEqual({ done: true });
  });

  it('may be repeated when it failed', async () => {
    await expect(once('d', 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await once('d', 'x', () => Promise.resolve({ done: true }))).toEqual({ done: true });
  });
});
