import {
  attemptOutcomes,
  channelKinds,
  type DeliveryAttempt,
  type DeliveryState,
  type NotificationDelivery,
  type NotificationSeverity,
  notificationSeverities,
} from '@kerf/application';
import type { Instant, NotificationChannelId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { computed, float, integer, selected, text, word } from '../tables/columns.js';
import { deliveryIdentity, notificationDeliveries } from '../tables/notifications.js';
import { recordsOf } from '../tables/table.js';
import { whenSet } from './keyset.js';
import { RecordList } from './list-reader.js';

/** An event of a delivery, as lists show it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly kind: string;
  readonly severity: NotificationSeverity;
  readonly at: Instant;
  readonly clusterName: string | null;
  readonly title: string;
  readonly text: string | null;
}

/** A delivery with its channel, its events and its attempts. */
export interface RecordedDelivery extends NotificationDelivery {
  readonly channelName: string;
  readonly channelKind: (typeof channelKinds)[number];
  /** Removed events are missing. */
  readonly events: readonly DeliveredEvent[];
  readonly log: readonly Omit<DeliveryAttempt, 'deliveryId'>[];
}

export interface DeliveryFilter {
  readonly channelId?: NotificationChannelId | null | undefined;
  readonly states?: readonly DeliveryState[] | null | undefined;
  /** Deliveries with at least one event of these kinds. */
  readonly eventKinds?: readonly string[] | null | undefined;
}

const epochMs = (at: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(extract(epoch FROM ${at}) * 1000)::bigint`;

/** Read from JSON; a newer version may have more words. */
const eventsOfDelivery = z.array(
  z.object({
    id: text,
    kind: text,
    severity: word(notificationSeverities),
    at: float,
    clusterName: text.nullable(),
    title: text,
    text: text.nullable(),
  }),
);
const logOfDelivery = z.array(
  z.object({
    number: integer,
    at: float,
    outcome: word(attemptOutcomes),
    status: integer.nullable(),
    latencyMs: float,
    response: text,
  }),
);

const delivery = notificationDeliveries.row.extend({
  channelName: computed(text, Prisma.sql`c.name`),
  channelKind: computed(word(channelKinds), Prisma.sql`c.kind`),
  events: computed(
    eventsOfDelivery,
    Prisma.sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind,
        'severity', e.severity, 'at', ${epochMs(Prisma.sql`e.at`)}, 'clusterName', e.cluster_name,
        'title', e.body->>'title', 'text', e.body->>'text') ORDER BY e.sequence), '[]')
      FROM notification_events e WHERE e.id = ANY(d.event_ids))`,
  ),
  log: computed(
    logOfDelivery,
    Prisma.sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('number', a.number,
        'at', ${epochMs(Prisma.sql`a.at`)}, 'outcome', a.outcome, 'status', a.status,
        'latencyMs', a.latency_ms, 'response', a.response) ORDER BY a.number), '[]')
      FROM notification_attempts a WHERE a.delivery_id = d.id)`,
  ),
});

export class NotificationDeliveryQueries extends RecordList<DeliveryFilter, RecordedDelivery> {
  constructor(pool: pg.Pool) {
    super(pool, {
      name: 'notification deliveries',
      id: Prisma.sql`d.id`,
      columns: selected(delivery.shape, 'd'),
      from: Prisma.sql`
        FROM notification_deliveries d JOIN notification_channels c ON c.id = d.channel_id`,
      countFrom: Prisma.sql`FROM notification_deliveries d`,
      conditions: ({ channelId, states, eventKinds }) => [
        ...whenSet(channelId, (id) => Prisma.sql`d.channel_id = ${id}`),
        ...whenSet(states, (wanted) => Prisma.sql`d.state = ANY(${wanted})`),
        ...whenSet(
          eventKinds,
          (kinds) => Prisma.sql`EXISTS (
            SELECT 1 FROM notification_events e
            WHERE e.id = ANY(d.event_ids) AND e.kind = ANY(${kinds}))`,
        ),
      ],
      ...recordsOf(delivery, deliveryIdentity),
    });
  }
}
