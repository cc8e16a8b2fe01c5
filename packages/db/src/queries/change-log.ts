import { changeTopics } from '@kerf/application';
import { AppError, type ClusterId, type DurationMs, type Instant } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import type { DeliveredChange } from '../json/notice.js';
import { toDate } from '../json.js';
import { float, text } from '../tables/columns.js';
import { allOf, execute, readRows, whenSet } from './keyset.js';

/** Filter of the changes to read. */
export interface ChangeLogFilter {
  /** `null`: all. */
  readonly topics: ReadonlySet<string> | null;
  readonly clusterId: ClusterId | null;
}

/** More changes than these cost more than reading everything again. */
const maxChanges = 1_000;
const retentionMs: DurationMs = 3_600_000;

const positionRow = z.object({ position: text });
const oldestRow = z.object({ isKept: z.boolean() });
const changeRow = z.object({
  topic: z.enum(changeTopics),
  clusterId: text.nullable(),
  id: text.nullable(),
  version: float,
  position: text,
  entry: z.object({ number: text, transaction: text }),
});

/** Reads the changes of the last hour. A position is a transaction: changes of older ones were seen. */
export class ChangeLogQueries {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Returns the position after everything that is committed now. */
  async position(): Promise<string> {
    const [row] = await readRows(
      this.#pool,
      positionRow,
      Prisma.sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS position`,
    );
    return row?.position ?? '0';
  }

  /**
   * Returns the changes since a position, oldest first. Changes of transactions that were open at that position may
   * have been delivered before; their entries tell.
   * @throws STATE.GONE if changes since then are not kept, or are too many
   */
  async since(position: string, filter: ChangeLogFilter): Promise<readonly DeliveredChange[]> {
    const [oldest] = await readRows(
      this.#pool,
      oldestRow,
      Prisma.sql`
        SELECT (coalesce(min(xact), 0) <= ${position}::bigint
          AND ${position}::bigint <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint) AS "isKept"
        FROM change_log`,
    );
    if (oldest?.isKept !== true) throw gone('The changes since this position are no longer kept.');
    const where = [
      Prisma.sql`xact >= ${position}::bigint AND topic <> 'start'`,
      ...whenSet(filter.topics, (topics) => Prisma.sql`topic = ANY(${[...topics]})`),
      ...whenSet(filter.clusterId, (clusterId) => Prisma.sql`cluster_id = ${clusterId}`),
    ];
    const rows = await readRows(
      this.#pool,
      changeRow,
      Prisma.sql`
        SELECT topic, cluster_id AS "clusterId", object_id AS id, version::float8 AS version,
          least(xact, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)::text AS position,
          json_build_object('number', seq::text, 'transaction', xact::text) AS entry
        FROM change_log WHERE ${allOf(where)} ORDER BY xact, seq LIMIT ${maxChanges + 1}`,
    );
    if (rows.length > maxChanges) throw gone(`There are more than ${maxChanges} changes.`);
    return rows;
  }

  /** Removes old changes. The newest of them stays and shows up to where changes are missing. */
  async prune(now: Instant): Promise<void> {
    const until = toDate(now - retentionMs);
    await execute(
      this.#pool,
      Prisma.sql`
        DELETE FROM change_log
        WHERE at < ${until} AND seq < (SELECT max(seq) FROM change_log WHERE at < ${until})`,
    );
  }
}

const gone = (cause: string): AppError =>
  new AppError({
    code: 'STATE.GONE',
    message: `${cause} Read everything again, and continue without since.`,
  });
