import {
  attemptOutcomes,
  channelKinds,
  channelStates,
  type DeliveryAttempt,
  deliveryStates,
  isNotificationEventKind,
  type NotificationChannel,
  type NotificationDelivery,
  type NotificationRule,
  notificationSeverities,
} from '@kerf/application';
import { channelAddress, sealedSecrets } from '../json/formats.js';
import { flag, instant, integer, json, text, texts, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

export const notificationChannels = table({
  name: 'notification_channels',
  identity: identifiedBy('NotificationChannel', 'id'),
  fixed: { id: text, createdAt: instant, createdBy: text, version: integer },
  changing: {
    name: text,
    kind: word(channelKinds),
    address: json(channelAddress),
    sealedSecrets: json(sealedSecrets),
    digestMinutes: integer,
    mutedUntil: instant.nullable(),
    state: word(channelStates),
    disabledReason: text.nullable(),
    failingSince: instant.nullable(),
    updatedAt: instant,
  },
  unread: none,
  toRow: (channel: NotificationChannel) => channel,
  fromRow: (row): NotificationChannel => row,
});

export const notificationRules = table({
  name: 'notification_rules',
  identity: identifiedBy('NotificationRule', 'id'),
  fixed: { id: text, channelId: text, createdAt: instant, version: integer },
  changing: {
    name: text,
    eventKinds: texts,
    leastSeverity: word(notificationSeverities),
    clusterIds: texts,
    nodePools: texts,
    teamIds: texts,
    isEnabled: flag,
  },
  unread: none,
  toRow: (rule: NotificationRule) => rule,
  fromRow: ({ eventKinds, isEnabled, ...rule }): NotificationRule => ({
    ...rule,
    // A kind of a newer version matches nothing here.
    eventKinds: eventKinds.filter(isNotificationEventKind),
    isEnabled: isEnabled && (eventKinds.length === 0 || eventKinds.some(isNotificationEventKind)),
  }),
});

export const deliveryIdentity = identifiedBy('NotificationDelivery', 'id');

export const notificationDeliveries = table({
  name: 'notification_deliveries',
  identity: deliveryIdentity,
  fixed: {
    id: text,
    channelId: text,
    createdAt: instant,
    redeliveryOf: text.nullable(),
    requestedBy: text.nullable(),
    version: integer,
  },
  changing: {
    eventIds: texts,
    state: word(deliveryStates),
    attempts: integer,
    collectsUntil: instant.nullable(),
    nextAttemptAt: instant.nullable(),
    finishedAt: instant.nullable(),
  },
  unread: none,
  toRow: (delivery: NotificationDelivery) => delivery,
  fromRow: (row): NotificationDelivery => row,
});

export const deliveryAttempts = table({
  name: 'notification_attempts',
  identity: identifiedBy('NotificationAttempt', 'deliveryId', 'number'),
  fixed: {
    deliveryId: text,
    number: integer,
    at: instant,
    outcome: word(attemptOutcomes),
    status: integer.nullable(),
    latencyMs: integer,
    response: text,
  },
  changing: {},
  unread: none,
  toRow: (attempt: DeliveryAttempt) => ({
    ...attempt,
    latencyMs: Math.round(attempt.latencyMs),
  }),
  fromRow: (row): DeliveryAttempt => row,
});
