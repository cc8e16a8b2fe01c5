import { queryOptions } from '@tanstack/react-query';
import {
  CreateChatCodeDocument,
  CreateNotificationChannelDocument,
  type CreateNotificationChannelInput,
  CreateNotificationRuleDocument,
  type CreateNotificationRuleInput,
  type NotificationChannelFieldsFragment,
  NotificationDeliveriesDocument,
  type NotificationRuleFieldsFragment,
  NotificationsDocument,
  RedeliverNotificationDocument,
  RemoveNotificationChannelDocument,
  RemoveNotificationRuleDocument,
  TestNotificationChannelDocument,
  UpdateNotificationChannelDocument,
  type UpdateNotificationChannelInput,
  UpdateNotificationRuleDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Deliveries change without a notice, so they are read again while the page is open. */
const deliveriesEveryMs = 5_000;

export const notificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) => request(NotificationsDocument, {}, signal),
  });

export const deliveriesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'deliveries'],
    queryFn: async ({ signal }) =>
      (await request(NotificationDeliveriesDocument, {}, signal)).notificationDeliveries,
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

export const enableRule = async (
  { id, version }: NotificationRuleFieldsFragment,
  isEnabled: boolean,
) => {
  const input = { id, expectedVersion: version, isEnabled };
  return (await request(UpdateNotificationRuleDocument, { input })).updateNotificationRule;
};

export const removeRule = async ({ id, version }: NotificationRuleFieldsFragment) => {
  const input = { id, expectedVersion: version };
  return (await request(RemoveNotificationRuleDocument, { input })).removeNotificationRule;
};

export const createChatCode = async () =>
  (await request(CreateChatCodeDocument, {})).createChatCode;
