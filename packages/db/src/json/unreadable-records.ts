import { attentionWindows, type FindingCode } from '@kerf/application';
import { AppError, BoundedMap, type ClusterId, type DurationMs } from '@kerf/core';
import type pg from 'pg';
import { UnreadableRecord } from './format.js';

/** The cluster of a row, and the name of its object. */
export interface RowIdentity {
  /**
   * `null` for a row without a cluster, which is reported as a process warning, not as a finding.
   */
  readonly clusterId: ClusterId | null;
  /** The object of the finding, e.g. `NodeClaim/general-x2k4p`. */
  readonly object: string;
}

/** Reads records from rows. */
export interface RecordSource<T, Row = unknown> {
  /** @throws UnreadableRecord */
  readonly read: (row: Row) => T;
  /** Identifies a row that cannot be read. */
  readonly identify: (row: Row) => RowIdentity;
}

const code: FindingCode = 'RECORD_UNREADABLE';
const remedy =
  'Restore the row from a backup, or run the version of Kerf that wrote it. If neither applies, report this message as a bug.';
/** Interval at which the same row is reported, short enough that its finding stays visible. */
const notedAgainAfterMs: DurationMs = attentionWindows.findings / 4;
/** Maximum number of reported rows that are remembered. */
const maxRemembered = 1_000;

const recordsByPool = new WeakMap<pg.Pool, UnreadableRecords>();

/** Returns the one reporter of a connection pool. */
export function unreadableRecordsOf(pool: pg.Pool): UnreadableRecords {
  const records = recordsByPool.get(pool) ?? new UnreadableRecords(pool);
  recordsByPool.set(pool, records);
  return records;
}

/**
 * Omits unreadable rows from lists, unless the caller says what they count as, and reports each as a finding of its cluster. The finding is
 * shown until the row has not been read for an hour.
 */
export class UnreadableRecords {
  readonly #pool: pg.Pool;
  readonly #notedAt = new BoundedMap<string, number>(maxRemembered);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Returns the records of a list, without unreadable rows.
   * @param instead returns what an unreadable row counts as, where its absence would permit something
   */
  readable<Row, T>(
    rows: readonly Row[],
    { read, identify }: RecordSource<T, Row>,
    instead?: (row: Row) => T,
  ): readonly T[] {
    return rows.flatMap((row) => {
      try {
        return [read(row)];
      } catch (error) {
        if (!(error instanceof UnreadableRecord)) throw error;
        this.#record(identify(row), error);
        return instead === undefined ? [] : [instead(row)];
      }
    });
  }

  /**
   * Returns the record of a single row.
   * @throws DB.UNREADABLE when it cannot be read
   */
  one<Row, T>(row: Row, { read, identify }: RecordSource<T, Row>): T {
    const boxed = { read: (each: Row) => ({ value: read(each) }), identify };
    const [found] = this.readable([row], boxed);
    if (found !== undefined) return found.value;
    const { clusterId, object } = identify(row);
    throw new AppError({
      code: 'DB.UNREADABLE',
      message: `The stored ${object} is invalid. A finding of its cluster has the details.`,
      meta: { clusterId, object },
    });
  }

  /** Like {@link one}, for a row that may be missing. */
  oneOrNull<Row, T>(row: Row | null | undefined, source: RecordSource<T, Row>): T | null {
    return row === null || row === undefined ? null : this.one(row, source);
  }

  #record({ clusterId, object }: RowIdentity, { column, message }: UnreadableRecord): void {
    const key = `${clusterId} ${object} ${column}`;
    const now = Date.now();
    if (now - (this.#notedAt.get(key) ?? 0) < notedAgainAfterMs) return;
    this.#notedAt.set(key, now);
    if (clusterId === null) {
      process.emitWarning(`${object}: ${message}`, 'UnreadableRecord');
      return;
    }
    // Uses its own connection, because the caller's transaction may be rolled back. The caller does
    // not wait; a failed report is repeated when the row is read again.
    this.#pool
      .query(recordFinding, [clusterId, code, object, message, remedy, attentionWindows.findings])
      .catch(() => this.#notedAt.delete(key));
  }
}

const recordFinding = `
  WITH forgotten AS (
    DELETE FROM findings WHERE cluster_id = $1 AND code = $2 AND object <> $3
      AND last_seen_at < now() - $6::float8 * interval '1 millisecond'
  )
  INSERT INTO findings AS f (cluster_id, code, object, message, remedy, count, first_seen_at, last_seen_at)
  SELECT id, $2, $3, $4, $5, 1, now(), now() FROM clusters WHERE id = $1
  ON CONFLICT (cluster_id, code, object) DO UPDATE SET message = EXCLUDED.message,
    remedy = EXCLUDED.remedy, count = f.count + 1, last_seen_at = EXCLUDED.last_seen_at`;
