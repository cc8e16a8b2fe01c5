import { AppError, type DurationMs, type Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { idempotentAnswer } from '../json/formats.js';
import { toDate } from '../json.js';
import { text } from '../tables/columns.js';
import { execute, readRows } from './keyset.js';

export interface IdempotentRequest {
  /** The caller, the operation and the idempotency key. */
  readonly key: string;
  /** Digest of the whole request. */
  readonly digest: string;
  readonly now: Instant;
}

const retentionMs: DurationMs = 24 * 3_600_000;
/** A first request that has not ended after this time was lost with its process. */
const abandonedAfterMs: DurationMs = 60_000;

export interface IdempotentWork<T> {
  /** Its response must be plain JSON. */
  readonly run: () => Promise<T>;
  /** Reads the stored response for a repeated request. */
  readonly schema: z.ZodType<T>;
  /** False for a response without a change, e.g. a refusal: the key can be used again. */
  readonly isFinal: (answer: T) => boolean;
}

export interface IdempotentAnswer<T> {
  readonly answer: T;
  /** True when this is the stored response of an earlier request, and nothing was done now. */
  readonly isReplay: boolean;
}

/**
 * Does the work of a request once, and returns its first final response to requests with the same
 * key within a day. Work that throws has changed nothing and may be repeated.
 * @throws STATE.CONFLICT for another request under the same key, and while the first one runs
 */
export async function runIdempotently<T>(
  pool: pg.Pool,
  request: IdempotentRequest,
  { run, isFinal, schema }: IdempotentWork<T>,
): Promise<IdempotentAnswer<T>> {
  if (!(await claim(pool, request))) {
    return { answer: await firstAnswer(pool, request, schema), isReplay: true };
  }
  const answer = await runOrRelease(pool, request, run);
  // If this fails, the key stays in use for a while: the work is done.
  if (isFinal(answer)) await keep(pool, request, answer);
  else await release(pool, request);
  return { answer, isReplay: false };
}

async function runOrRelease<T>(
  pool: pg.Pool,
  request: IdempotentRequest,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await release(pool, request);
    throw error;
  }
}

async function keep(pool: pg.Pool, { key }: IdempotentRequest, answer: unknown): Promise<void> {
  await execute(
    pool,
    Prisma.sql`
      UPDATE idempotency_records SET answer = ${JSON.stringify(idempotentAnswer.write(answer))}::jsonb
      WHERE key = ${key} AND answer IS NULL`,
  );
}

async function release(pool: pg.Pool, { key }: IdempotentRequest): Promise<void> {
  await execute(
    pool,
    Prisma.sql`DELETE FROM idempotency_records WHERE key = ${key} AND answer IS NULL`,
  );
}

const claimedRow = z.object({ key: text });
const recordRow = z.object({ digest: text, answer: z.unknown() });

async function claim(pool: pg.Pool, { key, digest, now }: IdempotentRequest): Promise<boolean> {
  await execute(
    pool,
    Prisma.sql`DELETE FROM idempotency_records WHERE created_at < ${toDate(now - retentionMs)}`,
  );
  const claimed = await readRows(
    pool,
    claimedRow,
    Prisma.sql`
      INSERT INTO idempotency_records AS r (key, request_digest, created_at)
      VALUES (${key}, ${digest}, ${toDate(now)})
      ON CONFLICT (key) DO UPDATE SET created_at = EXCLUDED.created_at
      WHERE r.answer IS NULL AND r.request_digest = EXCLUDED.request_digest
        AND r.created_at < ${toDate(now - abandonedAfterMs)}
      RETURNING key`,
  );
  return claimed.length > 0;
}

async function firstAnswer<T>(
  pool: pg.Pool,
  { key, digest }: IdempotentRequest,
  schema: z.ZodType<T>,
): Promise<T> {
  const [record] = await readRows(
    pool,
    recordRow,
    Prisma.sql`
      SELECT request_digest AS digest, answer FROM idempotency_records WHERE key = ${key}`,
  );
  if (record !== undefined && record.digest !== digest) {
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: 'The idempotency key was used for another request. Use a new key.',
    });
  }
  if (record === undefined || record.answer === null) {
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: 'The same request is in progress. Try again later.',
      retry: { kind: 'after', ms: 1_000 },
    });
  }
  const answer = schema.safeParse(idempotentAnswer.read(record.answer));
  if (answer.success) return answer.data;
  throw new AppError({
    code: 'STATE.CONFLICT',
    message:
      'The response stored for this idempotency key was written by an incompatible version of Kerf. Check whether the change was made, then use a new key.',
    cause: answer.error,
  });
}
