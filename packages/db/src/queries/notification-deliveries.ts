import {
  attemptOutcomes,
  channelKinds,
  type DeliveryAttempt,
  type DeliveryState,
  deliveryStates,
  type NotificationDelivery,
  type NotificationSeverity,
  notificationSeverities,
} from '@kerf/application';
import type { Instant, NotificationChannelId, NotificationDeliveryId } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { instant, nullableInstant } from '../json/rows.js';
import { nullableNumber, nullableText, number, text, texts } from '../json/values.js';
import { oneOf } from '../json.js';
import { type Order, type Page, type PageRequest, text as textKey, whenSet } from './keyset.js';
import { ListReader } from './list-reader.js';

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

const columns = Prisma.sql`
  d.id, d.channel_id AS "channelId", c.name AS "channelName", c.kind AS "channelKind",
  d.event_ids AS "eventIds", d.state, d.attempts, d.created_at AS "createdAt",
  d.collects_until AS "collectsUntil", d.next_attempt_at AS "nextAttemptAt",
  d.finished_at AS "finishedAt", d.redelivery_of AS "redeliveryOf",
  d.requested_by AS "requestedBy", d.version,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'kind', e.kind,
      'severity', e.severity, 'at', ${epochMs(Prisma.sql`e.at`)}, 'clusterName', e.cluster_name,
      'title', e.body->>'title', 'text', e.body->>'text') ORDER BY e.sequence), '[]')
    FROM notification_events e WHERE e.id = ANY(d.event_ids)) AS events,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('number', a.number,
      'at', ${epochMs(Prisma.sql`a.at`)}, 'outcome', a.outcome, 'status', a.status,
      'latencyMs', a.latency_ms, 'response', a.response) ORDER BY a.number), '[]')
    FROM notification_attempts a WHERE a.delivery_id = d.id) AS log`;

/** IDs sort by creation time. */
const newestFirst: Order = {
  name: 'notification deliveries',
  keys: [textKey(Prisma.sql`d.id`)],
  direction: 'DESC',
};

export class NotificationDeliveryQueries {
  readonly #list: ListReader<DeliveryFilter, DeliveryRow, RecordedDelivery>;

  constructor(pool: pg.Pool) {
    this.#list = new ListReader(pool, {
      columns,
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
      row: deliveryRow,
      toItem: toDelivery,
      identify: ({ id }) => ({ clusterId: null, object: `NotificationDelivery/${id}` }),
    });
  }

  page(filter: DeliveryFilter, page: PageRequest): Promise<Page<RecordedDelivery>> {
    return this.#list.page(filter, newestFirst, page);
  }

  count(filter: DeliveryFilter): Promise<number> {
    return this.#list.count(filter);
  }

  find(id: NotificationDeliveryId): Promise<RecordedDelivery | null> {
    return this.#list.find(Prisma.sql`d.id = ${id}`);
  }
}

const deliveryRow = z.object({
  id: text,
  channelId: text,
  channelName: text,
  channelKind: text,
  eventIds: texts,
  state: text,
  attempts: number,
  createdAt: instant,
  collectsUntil: nullableInstant,
  nextAttemptAt: nullableInstant,
  finishedAt: nullableInstant,
  redeliveryOf: nullableText,
  requestedBy: nullableText,
  version: number,
  events: z.array(
    z.object({
      id: text,
      kind: text,
      severity: text,
      at: number,
      clusterName: nullableText,
      title: text,
      text: nullableText,
    }),
  ),
  log: z.array(
    z.object({
      number,
      at: number,
      outcome: text,
      status: nullableNumber,
      latencyMs: number,
      response: text,
    }),
  ),
});
type DeliveryRow = z.output<typeof deliveryRow>;

/** @throws UnreadableRecord */
const toDelivery = (row: DeliveryRow): RecordedDelivery => ({
  ...row,
  channelKind: oneOf(channelKinds, row.channelKind),
  state: oneOf(deliveryStates, row.state),
  events: row.events.map((event) => ({
    ...event,
    severity: oneOf(notificationSeverities, event.severity),
  })),
  log: row.log.map((attempt) => ({ ...attempt, outcome: oneOf(attemptOutcomes, attempt.outcome) })),
});
