import type { OutboxEntry, OutboxMessage, OutboxRepository } from '@kerf/application';
import type pg from 'pg';
import { outboxChannel } from '../channels.js';
import type { Db } from '../client.js';
import { fromJson, toDate, toJson } from '../json.js';
import { type Notice, sendNotices } from './notices.js';

export function createOutboxStore(db: Db): OutboxRepository {
  return {
    async add(entries) {
      await insertEntries(db, entries);
      if (entries.length > 0) await sendNotices(db, [outboxNotice]);
    },
  };
}

/** Tells the relays that there are entries. */
export const outboxNotice: Notice = { channel: outboxChannel, text: '' };

export async function insertEntries(db: Db, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.outboxEntry.createMany({
    data: entries.map((entry) => ({
      clusterId: entry.message.clusterId,
      message: toJson(entry.message),
      deliverAt: toDate(entry.deliverAt),
    })),
  });
}

export interface PendingOutboxEntry {
  /** The row's number: an entry that is delivered twice carries it twice. */
  readonly id: string;
  readonly message: OutboxMessage;
  readonly deliverAt: number;
}

/**
 * Hands over the oldest entries and removes them once `deliver` has returned; when it throws, they
 * stay. Several relays may run: each takes rows that no other holds.
 * @returns how many were delivered
 */
export async function drainOutbox(
  pool: pg.Pool,
  limit: number,
  deliver: (entries: readonly PendingOutboxEntry[]) => Promise<void>,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string; message: unknown; deliver_at: Date }>(
      'SELECT id, message, deliver_at FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [limit],
    );
    if (rows.length > 0) {
      await deliver(
        rows.map((row) => ({
          id: row.id,
          message: fromJson<OutboxMessage>(row.message),
          deliverAt: row.deliver_at.getTime(),
        })),
      );
      await client.query('DELETE FROM outbox WHERE id = ANY($1)', [rows.map((row) => row.id)]);
    }
    await client.query('COMMIT');
    client.release();
    return rows.length;
  } catch (error) {
    // The transaction ends with its connection, whatever state it is in.
    client.release(true);
    throw error;
  }
}
