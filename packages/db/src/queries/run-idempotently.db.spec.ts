import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
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
type Answer = Readonly<Record<string, string | number | boolean>>;
const schema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const runs = (key: string, digest: string, run: () => Promise<Answer>) =>
  runIdempotently(
    database.pool,
    { key, digest, now },
    { run, isFinal: (answer) => !('refused' in answer), schema },
  );
const once = async (key: string, digest: string, run: () => Promise<Answer>) =>
  (await runs(key, digest, run)).answer;

describe('a request with an idempotency key', () => {
  it('runs once; repeated requests get the first response for a day', async () => {
    let times = 0;
    const work = () => Promise.resolve({ run: (times += 1) });
    expect(await once('a', 'x', work)).toEqual({ run: 1 });
    expect(await once('a', 'x', work)).toEqual({ run: 1 });
    now += day + 1;
    expect(await once('a', 'x', work)).toEqual({ run: 2 });
  });

  it('reports whether the response is a repetition', async () => {
    const work = () => Promise.resolve({});
    expect(await runs('r', 'x', work)).toMatchObject({ isReplay: false });
    expect(await runs('r', 'x', work)).toMatchObject({ isReplay: true });
  });

  it('conflicts if its first response is of another version', async () => {
    await once('v', 'x', () => Promise.resolve({ done: 1 }));
    const other = runIdempotently(
      database.pool,
      { key: 'v', digest: 'x', now },
      {
        run: () => Promise.reject(new RangeError('done a second time')),
        isFinal: () => true,
        schema: z.object({ id: z.string() }),
      },
    );
    await expect(other).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
  });

  it('is not done again when it was done and its response could not be stored', async () => {
    const { pool } = database;
    let times = 0;
    const first = once('k', 'x', async () => {
      times += 1;
      await pool.query(
        'ALTER TABLE idempotency_records ADD CONSTRAINT no_answers CHECK (answer IS NULL) NOT VALID',
      );
      return { done: 1 };
    });
    await expect(first).rejects.toThrow(/no_answers/);
    await pool.query('ALTER TABLE idempotency_records DROP CONSTRAINT no_answers');
    const again = once('k', 'x', () => Promise.resolve({ done: (times += 1) }));
    await expect(again).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(times).toBe(1);
  });

  it('reads a response from before versions', async () => {
    await once('u', 'x', () => Promise.resolve({ done: 1 }));
    await database.pool.query(
      `UPDATE idempotency_records SET answer = answer->'value' WHERE key = 'u'`,
    );
    expect(await once('u', 'x', () => Promise.resolve({ done: 2 }))).toEqual({ done: 1 });
  });

  it('conflicts with another request with the same key', async () => {
    await once('b', 'x', () => Promise.resolve({}));
    await expect(once('b', 'y', () => Promise.resolve({}))).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
  });

  it('conflicts while the first one runs, until its process has timed out', async () => {
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

  it('may be corrected and sent again with its key after a refusal', async () => {
    expect(await once('e', 'x', () => Promise.resolve({ refused: true }))).toEqual({
      refused: true,
    });
    expect(await once('e', 'y', () => Promise.resolve({ done: true }))).toEqual({ done: true });
  });

  it('may be repeated after a failure', async () => {
    await expect(once('d', 'x', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await once('d', 'x', () => Promise.resolve({ done: true }))).toEqual({ done: true });
  });
});
