import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  CreateChatCodeDocument,
  CreateNotificationChannelDocument,
  type CreateNotificationChannelInput,
  CreateNotificationRuleDocument,
  type CreateNotificationRuleInput,
  type NotificationChannelFieldsFragment,
  NotificationDeliveriesDocument,
  type NotificationDeliveryFilter,
  type NotificationRuleFieldsFragment,
  NotificationsDocument,
  RedeliverNotificationDocument,
  RemoveNotificationChannelDocument,
  RemoveNotificationRuleDocument,
  TestNotificationChannelDocument,
  UnlinkChatIdentitiesDocument,
  UpdateNotificationChannelDocument,
  type UpdateNotificationChannelInput,
  UpdateNotificationRuleDocument,
  type UpdateNotificationRuleInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Deliveries change without a notice, so they are read again while the page is open. */
const deliveriesEveryMs = 5_000;

/** The cursor of the first page. */
const noCursor = (): string | null => null;

const notifications = 'notifications';
export const notificationsKey: readonly string[] = [notifications];

export const notificationsQuery = () =>
  queryOptions({
    queryKey: [notifications, 'settings'],
    queryFn: ({ signal }) => request(NotificationsDocument, {}, signal),
  });

/** Pages of deliveries, the newest first. */
export const deliveriesQuery = (filter: NotificationDeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [notifications, 'deliveries', filter],
    queryFn: async ({ signal, pageParam: after }) =>
      (await request(NotificationDeliveriesDocument, { after, filter }, signal))
        .notificationDeliveries,
    initialPageParam: noCursor(),
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    refetchInterval: deliveriesEveryMs,
  });

export const createChannel = async (input: CreateNotificationChannelInput) =>
  (await request(CreateNotificationChannelDocument, { input })).createNotificationChannel;

export const updateChannel = async (input: UpdateNotificationChannelInput) =>
  (await request(UpdateNotificationChannelDocument, { input })).updateNotificationChannel;

export const removeChannel = async ({ id, version }: NotificationChannelFieldsFragment) => {
  const input = { id, expectedVersion: version };
  return (await request(RemoveNotificationChannelDocument, { input })).removeNotificationChannel;
};

export const testChannel = async (id: string) =>
  (await request(TestNotificationChannelDocument, { input: { id } })).testNotificationChannel;

export const redeliver = async (id: string) =>
  (await request(RedeliverNotificationDocument, { input: { id } })).redeliverNotification;

export const createRule = async (input: CreateNotificationRuleInput) =>
  (await request(CreateNotificationRuleDocument, { input })).createNotificationRule;

export const updateRule = async (input: UpdateNotificationRuleInput) =>
  (await request(UpdateNotificationRuleDocument, { input })).updateNotificationRule;

export const enableRule = async (
  { id, version }: NotificationRuleFieldsFragment,
  isEnabled: boolean,
) => {
  return updateRule({ id, expectedVersion: version, isEnabled });
};

export const removeRule = async ({ id, version }: NotificationRuleFieldsFragment) => {
  const input = { id, expectedVersion: version };
  return (await request(RemoveNotificationRuleDocument, { input })).removeNotificationRule;
};

export const unlinkChat = async () =>
  (await request(UnlinkChatIdentitiesDocument, {})).unlinkChatIdentities;

export const createChatCode = async () =>
  (await request(CreateChatCodeDocument, {})).createChatCode;
