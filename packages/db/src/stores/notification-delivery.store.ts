import { maxEventsOfDigest, type NotificationDeliveryRepository } from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import { parseRows } from '../json/rows.js';
import { toDate } from '../json.js';
import { text } from '../tables/columns.js';
import { deliveryAttempts, notificationDeliveries } from '../tables/notifications.js';
import { insertMissing, insertRows, saveRow } from '../tables/table.js';

const idRow = z.object({ id: text });

export function createNotificationDeliveryStore(db: Db): NotificationDeliveryRepository {
  return {
    insert: (delivery) => insertRows(db, notificationDeliveries, [delivery]),
    async find(id) {
      const row = await db.notificationDelivery.findUnique({ where: { id } });
      return row === null ? null : notificationDeliveries.read(row);
    },
    save: (delivery) => saveRow(db, notificationDeliveries, delivery),
    async addToDigest(channelId, eventId, now) {
      const count = await db.$executeRaw`
        UPDATE notification_deliveries
        SET event_ids = array_append(event_ids, ${eventId}), version = version + 1
        WHERE id = (
          SELECT id FROM notification_deliveries
          WHERE channel_id = ${channelId} AND state = 'Pending' AND attempts = 0
            AND collects_until > ${toDate(now)} AND cardinality(event_ids) < ${maxEventsOfDigest}
          ORDER BY id LIMIT 1 FOR UPDATE)`;
      return count === 1;
    },
    async addAttempt(attempt) {
      await insertMissing(db, deliveryAttempts, [attempt]);
    },
    async attempts(deliveryId) {
      const rows = await db.deliveryAttempt.findMany({
        where: { deliveryId },
        orderBy: { number: 'asc' },
      });
      return rows.map(deliveryAttempts.read);
    },
    async takeOverdue(before, now, limit) {
      const rows: unknown = await db.$queryRaw`
        UPDATE notification_deliveries SET next_attempt_at = ${toDate(now)}::timestamptz
        WHERE id IN (
          SELECT id FROM notification_deliveries WHERE next_attempt_at < ${toDate(before)}
          ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id`;
      return parseRows(idRow, rows).map(({ id }) => id);
    },
  };
}
