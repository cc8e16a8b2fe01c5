import {
  channelKinds,
  channelStates,
  isNotificationEventKind,
  type NotificationChannel,
  type NotificationChannelRepository,
  type NotificationRule,
  notificationSeverities,
} from '@kerf/application';
import { type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import type {
  NotificationChannel as ChannelModel,
  NotificationRule as RuleModel,
} from '../generated/client.js';
import type { Stored } from '../json/format.js';
import { channelAddress, sealedSecrets } from '../json/notification.js';
import type { RowIdentity, UnreadableRecords } from '../json/unreadable-records.js';
import { oneOf, toDate, toInstant, toNullableDate, toNullableInstant } from '../json.js';
import { insertOnce, renameOnce, skipDuplicates } from './insert-once.js';

export function createNotificationChannelStore(
  db: Db,
  unreadable: UnreadableRecords,
): NotificationChannelRepository {
  return { ...channelMethods(db, unreadable), ...ruleMethods(db, unreadable) };
}

function channelMethods(db: Db, unreadable: UnreadableRecords) {
  return {
    async insert(channel) {
      const { id, createdAt, createdBy } = channel;
      const data = { ...toRow(channel), id, createdBy, createdAt: toDate(createdAt), version: 1 };
      await insertOnce(
        () => db.notificationChannel.createMany({ data: [data], skipDuplicates }),
        () => taken(channel),
      );
    },
    async find(id) {
      const row = await db.notificationChannel.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toChannel, identify('NotificationChannel'));
    },
    async list() {
      const rows = await db.notificationChannel.findMany({ orderBy: { name: 'asc' } });
      return unreadable.readable(rows, toChannel, identify('NotificationChannel'));
    },
    save: (channel) =>
      renameOnce(
        (where) => db.notificationChannel.count({ where }),
        channel,
        async () => {
          const { id, version } = channel;
          const { count } = await db.notificationChannel.updateMany({
            where: { id, version },
            data: { ...toRow(channel), version: { increment: 1 } },
          });
          return count === 0 ? null : { ...channel, version: version + 1 };
        },
        () => taken(channel),
      ),
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
    async insertRule({ createdAt, ...rule }) {
      await db.notificationRule.create({
        data: { ...rule, ...toLists(rule), createdAt: toDate(createdAt) },
      });
    },
    async findRule(id) {
      const row = await db.notificationRule.findUnique({ where: { id } });
      return unreadable.oneOrNull(row, toRule, identify('NotificationRule'));
    },
    async rules() {
      const rows = await db.notificationRule.findMany({
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      });
      return unreadable.readable(rows, toRule, identify('NotificationRule'));
    },
    async saveRule(rule) {
      const { id, version, name, leastSeverity, isEnabled } = rule;
      const { count } = await db.notificationRule.updateMany({
        where: { id, version },
        data: { name, leastSeverity, isEnabled, ...toLists(rule), version: { increment: 1 } },
      });
      return count === 0 ? null : { ...rule, version: version + 1 };
    },
    async removeRule({ id, version }) {
      const { count } = await db.notificationRule.deleteMany({ where: { id, version } });
      return count === 1;
    },
  } satisfies Partial<NotificationChannelRepository>;
}

const identify =
  (kind: string) =>
  ({ id }: { readonly id: string }): RowIdentity => ({ clusterId: null, object: `${kind}/${id}` });

const taken = ({ name }: NotificationChannel): AppErrorFields => ({
  code: 'STATE.CONFLICT',
  message: `A notification channel ${name} already exists. Choose another name.`,
  fields: [{ path: 'name', message: 'is taken' }],
});

const toRow = (channel: NotificationChannel) => ({
  name: channel.name,
  kind: channel.kind,
  address: channelAddress.write(channel.address),
  sealedSecrets: sealedSecrets.write(channel.sealedSecrets),
  digestMinutes: channel.digestMinutes,
  mutedUntil: toNullableDate(channel.mutedUntil),
  state: channel.state,
  disabledReason: channel.disabledReason,
  failingSince: toNullableDate(channel.failingSince),
  updatedAt: toDate(channel.updatedAt),
});

/** @throws UnreadableRecord */
const toChannel = (
  row: Stored<ChannelModel, 'address' | 'sealedSecrets'>,
): NotificationChannel => ({
  id: row.id,
  name: row.name,
  kind: oneOf(channelKinds, row.kind),
  address: channelAddress.read(row.address),
  sealedSecrets: sealedSecrets.read(row.sealedSecrets),
  digestMinutes: row.digestMinutes,
  mutedUntil: toNullableInstant(row.mutedUntil),
  state: oneOf(channelStates, row.state),
  disabledReason: row.disabledReason,
  failingSince: toNullableInstant(row.failingSince),
  createdAt: toInstant(row.createdAt),
  createdBy: row.createdBy,
  updatedAt: toInstant(row.updatedAt),
  version: row.version,
});

const toLists = ({
  eventKinds,
  clusterIds,
  nodePools,
  teamIds,
}: Pick<NotificationRule, 'eventKinds' | 'clusterIds' | 'nodePools' | 'teamIds'>) => ({
  eventKinds: [...eventKinds],
  clusterIds: [...clusterIds],
  nodePools: [...nodePools],
  teamIds: [...teamIds],
});

/** @throws UnreadableRecord */
const toRule = (row: RuleModel): NotificationRule => ({
  ...row,
  // A kind of a newer version matches nothing here.
  eventKinds: row.eventKinds.filter(isNotificationEventKind),
  isEnabled:
    row.isEnabled && (row.eventKinds.length === 0 || row.eventKinds.some(isNotificationEventKind)),
  leastSeverity: oneOf(notificationSeverities, row.leastSeverity),
  createdAt: toInstant(row.createdAt),
});
