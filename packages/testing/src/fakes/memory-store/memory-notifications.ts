import {
  type ChatIdentityRepository,
  maxEventsOfDigest,
  type NewNotificationEvent,
  type NotificationChannel,
  type NotificationChannelRepository,
  type NotificationDeliveryRepository,
  type NotificationEvent,
  type NotificationEventRepository,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import { byId, byName, keyOf } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryNotificationEvents(tables: MemoryTables): NotificationEventRepository {
  const { notificationEvents: events, notificationDeliveries: deliveries, outbox } = tables;
  const insert = (event: NewNotificationEvent, routedAt: number | null): NotificationEvent => {
    const sequence = events.all().length + 1;
    const stored = { ...event, id: `evt_${sequence}`, sequence };
    events.set(stored.id, { event: stored, routedAt });
    return stored;
  };
  return {
    async record(event) {
      const { id: eventId, at: deliverAt } = insert(event, null);
      outbox.append({ message: { type: 'notification.route', eventId }, deliverAt });
    },
    recordRouted: async (event) => insert(event, event.at),
    async takeUnrouted(id, now) {
      const row = events.get(id);
      if (row === null || row.routedAt !== null) return null;
      events.set(id, { ...row, routedAt: now });
      return row.event;
    },
    unrouted: async (before, limit) =>
      events
        .where(({ event, routedAt }) => routedAt === null && event.at < before)
        .slice(0, limit)
        .map(({ event }) => event.id),
    findAll: async (ids) =>
      events.where(({ event }) => ids.includes(event.id)).map(({ event }) => event),
    async prune(before) {
      deliveries.deleteWhere((row) => row.createdAt < before && row.state !== 'Pending');
      events.deleteWhere(({ event }) => event.at < before);
    },
  };
}

export function memoryNotificationChannels(tables: MemoryTables): NotificationChannelRepository {
  const { notificationChannels: channels, notificationRules: rules } = tables;
  const refuseTakenName = ({ id, name }: NotificationChannel): void => {
    if (channels.find((other) => other.name === name && other.id !== id) === null) return;
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: `A notification channel ${name} already exists. Choose another name.`,
    });
  };
  return {
    async insert(channel) {
      refuseTakenName(channel);
      channels.set(channel.id, channel);
    },
    find: async (id) => channels.get(id),
    list: async () => channels.all().toSorted(byName),
    async save(channel) {
      refuseTakenName(channel);
      if (channels.get(channel.id)?.version !== channel.version) return null;
      const saved = { ...channel, version: channel.version + 1 };
      channels.set(channel.id, saved);
      return saved;
    },
    async setFailing(id, failingSince) {
      const channel = channels.get(id);
      if (channel === null || (channel.failingSince === null) === (failingSince === null)) return;
      channels.set(id, { ...channel, failingSince });
    },
    async remove({ id, version }) {
      if (channels.get(id)?.version !== version) return false;
      rules.deleteWhere(({ channelId }) => channelId === id);
      tables.notificationDeliveries.deleteWhere(({ channelId }) => channelId === id);
      return channels.delete(id);
    },
    insertRule: async (rule) => rules.set(rule.id, rule),
    findRule: async (id) => rules.get(id),
    rules: async () => rules.all().toSorted(byName),
    async saveRule(rule) {
      if (rules.get(rule.id)?.version !== rule.version) return null;
      const saved = { ...rule, version: rule.version + 1 };
      rules.set(rule.id, saved);
      return saved;
    },
    removeRule: async ({ id, version }) => rules.get(id)?.version === version && rules.delete(id),
  };
}

export function memoryNotificationDeliveries(tables: MemoryTables): NotificationDeliveryRepository {
  const { notificationDeliveries: deliveries, deliveryAttempts: attempts } = tables;
  return {
    insert: async (delivery) => deliveries.set(delivery.id, delivery),
    find: async (id) => deliveries.get(id),
    async save(delivery) {
      if (deliveries.get(delivery.id)?.version !== delivery.version) return null;
      const saved = { ...delivery, version: delivery.version + 1 };
      deliveries.set(delivery.id, saved);
      return saved;
    },
    async addToDigest(channelId, eventId, now) {
      const [open] = deliveries
        .where(
          (row) =>
            row.channelId === channelId &&
            row.state === 'Pending' &&
            row.attempts === 0 &&
            row.collectsUntil !== null &&
            row.collectsUntil > now &&
            row.eventIds.length < maxEventsOfDigest,
        )
        .toSorted(byId);
      if (open === undefined) return false;
      const { eventIds, version } = open;
      deliveries.set(open.id, { ...open, eventIds: [...eventIds, eventId], version: version + 1 });
      return true;
    },
    async addAttempt(attempt) {
      const key = keyOf(attempt.deliveryId, attempt.number);
      if (!attempts.has(key)) attempts.set(key, attempt);
    },
    attempts: async (id) =>
      attempts.where(({ deliveryId }) => deliveryId === id).toSorted((a, b) => a.number - b.number),
    async takeOverdue(before, now, limit) {
      const due = deliveries
        .where(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt < before)
        .slice(0, limit);
      for (const row of due) deliveries.set(row.id, { ...row, nextAttemptAt: now });
      return due.map(({ id }) => id);
    },
  };
}

export function memoryChatIdentities(tables: MemoryTables): ChatIdentityRepository {
  const { chatIdentities: identities, chatCodes: codes } = tables;
  return {
    async insertCode(code) {
      codes.deleteWhere(({ userId }) => userId === code.userId);
      codes.set(code.digest, code);
    },
    async takeCode(digest, now) {
      const code = codes.get(digest);
      codes.delete(digest);
      return code !== null && code.expiresAt > now ? code.userId : null;
    },
    async link(identity) {
      const { provider, workspaceId, personId, app } = identity;
      identities.delete(keyOf(provider, workspaceId, personId, ''));
      identities.set(keyOf(provider, workspaceId, personId, app), identity);
    },
    find: async ({ provider, workspaceId, personId, app }) =>
      identities.get(keyOf(provider, workspaceId, personId, app)),
    ofUser: async (id) => identities.where(({ userId }) => userId === id),
    async unlink(id) {
      const count = identities.where(({ userId }) => userId === id).length;
      identities.deleteWhere(({ userId }) => userId === id);
      return count;
    },
  };
}
