import { randomUUID } from 'node:crypto';
import {
  isNotificationEventKind,
  type NewNotificationEvent,
  type NotificationEvent,
  type NotificationEventRepository,
  notificationSeverities,
} from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import type { NotificationEvent as EventModel } from '../generated/client.js';
import { type Stored, UnreadableRecord } from '../json/format.js';
import { notificationBody } from '../json/formats.js';
import { parseRows } from '../json/rows.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate, toInstant } from '../json.js';
import { text } from '../tables/columns.js';
import { sendNotices } from './notices.js';
import { insertEntries, outboxNotice } from './outbox.store.js';

/**
 * Records events and the jobs that route them. Call it in the transaction of the cause: then the
 * event exists if and only if the cause does, whatever other transactions do meanwhile.
 */
export async function recordEvents(
  db: Db,
  events: readonly (NewNotificationEvent | null)[],
): Promise<void> {
  const rows = events.filter((event) => event !== null).map(toRow);
  if (rows.length === 0) return;
  await db.notificationEvent.createMany({ data: rows });
  const deliverAt = Date.now();
  await insertEntries(
    db,
    rows.map(({ id }) => ({ message: { type: 'notification.route', eventId: id }, deliverAt })),
  );
  await sendNotices(db, [outboxNotice]);
}

/** Runs work in the transaction of the caller, or in one of its own. */
export const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  '$transaction' in db ? db.$transaction((tx) => work(tx)) : work(db);

const idRow = z.object({ id: text });

export function createNotificationEventStore(
  db: Db,
  unreadable: UnreadableRecords,
): NotificationEventRepository {
  return {
    record: (event) => inTransaction(db, (tx) => recordEvents(tx, [event])),
    async recordRouted(event) {
      const row = await db.notificationEvent.create({
        data: { ...toRow(event), routedAt: toDate(event.at) },
      });
      return toEvent(row);
    },
    async takeUnrouted(id, now) {
      const rows = await db.notificationEvent.updateManyAndReturn({
        where: { id, routedAt: null },
        data: { routedAt: toDate(now) },
      });
      return unreadable.readable(rows, { read: toEvent, identify: eventIdentity })[0] ?? null;
    },
    async unrouted(before, limit) {
      const rows: unknown = await db.$queryRaw`
        SELECT id FROM notification_events
        WHERE routed_at IS NULL AND recorded_at < ${toDate(before)}
        ORDER BY sequence LIMIT ${limit}`;
      return parseRows(idRow, rows).map(({ id }) => id);
    },
    async findAll(ids) {
      const rows = await db.notificationEvent.findMany({
        where: { id: { in: [...ids] } },
        orderBy: { sequence: 'asc' },
      });
      return unreadable.readable(rows, { read: toEvent, identify: eventIdentity });
    },
    async prune(before) {
      await db.notificationDelivery.deleteMany({
        where: { createdAt: { lt: toDate(before) }, state: { not: 'Pending' } },
      });
      await db.notificationEvent.deleteMany({ where: { recordedAt: { lt: toDate(before) } } });
    },
  };
}

const toRow = ({ at, nodePools, body, ...event }: NewNotificationEvent) => ({
  ...event,
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  at: toDate(at),
  nodePools: [...nodePools],
  body: notificationBody.write(body),
});

const eventIdentity = ({ clusterId, id }: Pick<EventModel, 'clusterId' | 'id'>) => ({
  clusterId,
  object: `NotificationEvent/${id}`,
});

/** @throws UnreadableRecord */
function toEvent(row: Stored<EventModel, 'body'>): NotificationEvent {
  const { id, kind, clusterId, clusterName, nodePools } = row;
  if (!isNotificationEventKind(kind)) {
    throw new UnreadableRecord('notification_events.kind', `${kind} is not a kind of event`);
  }
  return {
    id,
    sequence: Number(row.sequence),
    kind,
    severity: oneOf(notificationSeverities, row.severity),
    at: toInstant(row.at),
    clusterId,
    clusterName,
    nodePools,
    body: notificationBody.read(row.body),
  };
}
