import {
  attemptOutcomes,
  type DeliveryAttempt,
  deliveryStates,
  maxEventsOfDigest,
  type NotificationDelivery,
  type NotificationDeliveryRepository,
} from '@kerf/application';
import { z } from 'zod';
import type { Db } from '../client.js';
import type {
  DeliveryAttempt as AttemptModel,
  NotificationDelivery as DeliveryModel,
} from '../generated/client.js';
import { parseRows } from '../json/rows.js';
import { text } from '../json/values.js';
import { oneOf, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';

const idRow = z.object({ id: text });

export function createNotificationDeliveryStore(db: Db): NotificationDeliveryRepository {
  return {
    async insert(delivery) {
      const { id, channelId, redeliveryOf, requestedBy, createdAt } = delivery;
      await db.notificationDelivery.create({
        data: {
          ...toRow(delivery),
          id,
          channelId,
          redeliveryOf,
          requestedBy,
          createdAt: toDate(createdAt),
          version: 1,
        },
      });
    },
    async find(id) {
      const row = await db.notificationDelivery.findUnique({ where: { id } });
      return row === null ? null : toDelivery(row);
    },
    async save(delivery) {
      const { id, version } = delivery;
      const { count } = await db.notificationDelivery.updateMany({
        where: { id, version },
        data: { ...toRow(delivery), version: { increment: 1 } },
      });
      return count === 0 ? null : { ...delivery, version: version + 1 };
    },
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
    async addAttempt({ at, ...attempt }) {
      await db.deliveryAttempt.createMany({
        data: [{ ...attempt, latencyMs: Math.round(attempt.latencyMs), at: toDate(at) }],
        skipDuplicates: true,
      });
    },
    async attempts(deliveryId) {
      const rows = await db.deliveryAttempt.findMany({
        where: { deliveryId },
        orderBy: { number: 'asc' },
      });
      return rows.map(toAttempt);
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

const toRow = (delivery: NotificationDelivery) => ({
  eventIds: [...delivery.eventIds],
  state: delivery.state,
  attempts: delivery.attempts,
  collectsUntil: toNullableDate(delivery.collectsUntil),
  nextAttemptAt: toNullableDate(delivery.nextAttemptAt),
  finishedAt: toNullableDate(delivery.finishedAt),
});

/** @throws UnreadableRecord */
const toDelivery = (row: DeliveryModel): NotificationDelivery => ({
  ...row,
  state: oneOf(deliveryStates, row.state),
  createdAt: toInstant(row.createdAt),
  collectsUntil: toNullableInstant(row.collectsUntil),
  nextAttemptAt: toNullableInstant(row.nextAttemptAt),
  finishedAt: toNullableInstant(row.finishedAt),
});

/** @throws UnreadableRecord */
const toAttempt = (row: AttemptModel): DeliveryAttempt => ({
  ...row,
  at: toInstant(row.at),
  outcome: oneOf(attemptOutcomes, row.outcome),
});
