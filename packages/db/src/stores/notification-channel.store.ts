import { type NotificationChannel, type NotificationChannelRepository } from '@kerf/application';
import { type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toNullableDate } from '../json.js';
import { notificationChannels, notificationRules } from '../tables/notifications.js';
import { insertRows, saveRow } from '../tables/table.js';
import { insertNamed, renameOnce } from './rename-once.js';

export function createNotificationChannelStore(
  db: Db,
  unreadable: UnreadableRecords,
): NotificationChannelRepository {
  return { ...channelMethods(db, unreadable), ...ruleMethods(db, unreadable) };
}

function channelMethods(db: Db, unreadable: UnreadableRecords) {
  return {
    insert: (channel) => insertNamed(db, notificationChannels, channel, () => taken(channel)),
    find: async (id) =>
      unreadable.oneOrNull(
        await db.notificationChannel.findUnique({ where: { id } }),
        notificationChannels,
      ),
    list: async () =>
      unreadable.readable(
        await db.notificationChannel.findMany({ orderBy: { name: 'asc' } }),
        notificationChannels,
      ),
    save: (channel) =>
      renameOnce(db, notificationChannels, channel, {
        countOthers: (where) => db.notificationChannel.count({ where }),
        save: () => saveRow(db, notificationChannels, channel),
        conflict: () => taken(channel),
      }),
    async setFailing(id, failingSince) {
      const is = failingSince === null ? { not: null } : null;
      await db.notificationChannel.updateMany({
        where: { id, failingSince: is },
        data: { failingSince: toNullableDate(failingSince) },
      });
    },
    async remove({ id, version }) {
      const { count } = await db.notificationChannel.deleteMany({ where: { id, version } });
      return count === 1;
    },
  } satisfies Partial<NotificationChannelRepository>;
}

function ruleMethods(db: Db, unreadable: UnreadableRecords) {
  return {
    insertRule: (rule) => insertRows(db, notificationRules, [rule]),
    findRule: async (id) =>
      unreadable.oneOrNull(
        await db.notificationRule.findUnique({ where: { id } }),
        notificationRules,
      ),
    rules: async () =>
      unreadable.readable(
        await db.notificationRule.findMany({
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
        notificationRules,
      ),
    saveRule: (rule) => saveRow(db, notificationRules, rule),
    async removeRule({ id, version }) {
      const { count } = await db.notificationRule.deleteMany({ where: { id, version } });
      return count === 1;
    },
  } satisfies Partial<NotificationChannelRepository>;
}

const taken = ({ name }: NotificationChannel): AppErrorFields => ({
  code: 'STATE.CONFLICT',
  message: `A notification channel ${name} already exists. Choose another name.`,
  fields: [{ path: 'name', message: 'is taken' }],
});
