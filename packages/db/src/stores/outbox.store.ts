import type { FleetMessage, OutboxEntry, OutboxMessage, OutboxRepository } from '@kerf/application';
import type pg from 'pg';
import { z } from 'zod';
import type { Db } from '../client.js';
import { outboxMessage } from '../json/formats.js';
import { outboxChannel } from '../json/notice.js';
import { parseRows } from '../json/rows.js';
import { unreadableRecordsOf } from '../json/unreadable-records.js';
import { toDate } from '../json.js';
import { instant, json, text } from '../tables/columns.js';
import { identifiedBy, recordsOf } from '../tables/table.js';
import { type Notice, sendNotices } from './notices.js';

export function createOutboxStore(db: Db): OutboxRepository {
  return {
    async add(entries) {
      await insertEntries(db, entries);
      if (entries.length > 0) await sendNotices(db, [outboxNotice]);
    },
  };
}

/** Notifies the relays of new entries. */
export const outboxNotice: Notice = { channel: outboxChannel, text: '' };

export async function insertEntries(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.outboxEntry.createMany({
    data: entries.map((entry) => ({
      clusterId: 'clusterId' in entry.message ? entry.message.clusterId : null,
      message: outboxMessage.write(entry.message),
      deliverAt: toDate(entry.deliverAt),
    })),
  });
}

export interface PendingOutboxEntry {
  /** The row's number; a repeated delivery of an entry has the same number. */
  readonly id: string;
  readonly message: OutboxMessage | FleetMessage;
  readonly deliverAt: number;
}

const pendingEntries = recordsOf(
  z.object({ id: text, message: json(outboxMessage), deliverAt: instant }),
  identifiedBy('OutboxEntry', 'id'),
);
const idRow = z.object({ id: text });

/**
 * Delivers the oldest entries and removes them once `deliver` has returned; when it throws, they
 * stay. Several relays may run: each takes rows that no other holds. An unreadable entry is removed
 * with the others, so that it does not block them, and becomes a finding; the worker that holds its
 * cluster requests lost work again (`rearmWork`).
 * @returns the number of delivered entries
 */
export async function drainOutbox(
  pool: pg.Pool,
  limit: number,
  deliver: (entries: readonly PendingOutboxEntry[]) => Promise<void>,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: selected } = await client.query<Record<string, unknown>>(
      `SELECT id, cluster_id AS "clusterId", message, deliver_at AS "deliverAt"
       FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    const ids = parseRows(idRow, selected).map(({ id }) => id);
    if (ids.length > 0) {
      await deliver(unreadableRecordsOf(pool).readable(selected, pendingEntries));
      await client.query('DELETE FROM outbox WHERE id = ANY($1)', [ids]);
    }
    await client.query('COMMIT');
    client.release();
    return ids.length;
  } catch (error) {
    // The transaction ends with its connection, whatever state it is in.
    client.release(true);
    throw error;
  }
}
