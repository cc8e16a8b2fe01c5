import { maxDigestMinutes, maxPort } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { resourceOf } from '../../rest/resource-of.js';
import { namedListQuery, wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { components, instant, list, whole, wholeIn, word } from '../../rest/wire.js';

const text = z.string();

const addressFields = {
  url: text.nullable(),
  slackChannel: text.nullable(),
  smtpHost: text.nullable(),
  smtpPort: wholeIn([1, maxPort]).nullable(),
  smtpSecurity: word('SmtpSecurity').nullable(),
  smtpUser: text.nullable(),
  emailFrom: text.nullable(),
};

const channelResource = z
  .object({
    id: text,
    name: text,
    kind: word('NotificationChannelKind'),
    state: word('NotificationChannelState'),
    disabledReason: text.nullable(),
    ...addressFields,
    emailTo: list(text),
    secretNames: list(text).meta({ description: 'Names of the secrets that are set' }),
    digestMinutes: whole,
    mutedUntil: instant.nullable(),
    failingSince: instant.nullable(),
    createdAt: instant,
    createdBy: text,
    updatedAt: instant,
    version: whole,
  })
  .register(components, { id: 'NotificationChannel' });

const channelsResource = wholeListOf('NotificationChannels', channelResource);

const channelWithSecret = z
  .object({
    channel: channelResource,
    signingSecret: text
      .nullable()
      .meta({ description: 'Signing secret of a webhook; returned only once' }),
  })
  .register(components, { id: 'NotificationChannelWithSecret' });

/** Absent and `null` fields stay as they are, or are not set. Secrets are never returned. */
const channelFields = {
  ...z.object(addressFields).partial().shape,
  emailTo: list(text).nullish(),
  webhookUrl: text.nullish(),
  botToken: text.nullish(),
  slackSigningSecret: text.nullish(),
  smtpPassword: text.nullish(),
  routingKey: text.nullish(),
  digestMinutes: wholeIn([0, maxDigestMinutes]).nullish(),
};

const createBody = z
  .strictObject({ name: text, kind: word('NotificationChannelKind'), ...channelFields })
  .register(components, { id: 'CreateNotificationChannel' });

const updateBody = z
  .strictObject({
    name: text.nullish(),
    ...channelFields,
    mutedUntil: instant.nullish().meta({ description: '`null` ends the mute' }),
    isEnabled: z.boolean().nullish(),
  })
  .register(components, { id: 'UpdateNotificationChannel' });

const ruleResource = resourceOf('NotificationRule', {}).register(components, {
  id: 'NotificationRule',
  description: 'Which events a channel gets; an empty list allows everything',
});

const rulesResource = wholeListOf('NotificationRules', ruleResource);

const ruleFields = {
  eventKinds: list(text).nullish(),
  leastSeverity: word('NotificationSeverity').nullish(),
  clusterIds: list(text).nullish(),
  nodePools: list(text).nullish(),
  teamIds: list(text).nullish(),
  isEnabled: z.boolean().nullish(),
};
const createRuleBody = z
  .strictObject({ channelId: text, name: text, ...ruleFields })
  .register(components, { id: 'CreateNotificationRule' });
const updateRuleBody = z
  .strictObject({ name: text.nullish(), ...ruleFields })
  .register(components, { id: 'UpdateNotificationRule' });

const eventResource = resourceOf('NotificationEvent', {}).register(components, {
  id: 'NotificationEvent',
});

const attemptResource = resourceOf('NotificationAttempt', {}).register(components, {
  id: 'NotificationAttempt',
});

const deliveryResource = resourceOf('NotificationDelivery', {
  events: list(eventResource),
  log: list(attemptResource),
}).register(components, { id: 'NotificationDelivery' });

const eventKindsResource = wholeListOf(
  'NotificationEventKinds',
  resourceOf('NotificationEventKind', {}).register(components, { id: 'NotificationEventKind' }),
);

const path = z.object({ id: text });

export const notificationOperations = {
  listChannels: {
    id: 'listNotificationChannels',
    summary: 'Notification channels, by name',
    query: z.strictObject(namedListQuery),
    answer: channelsResource,
  },
  getChannel: {
    id: 'getNotificationChannel',
    summary: 'One notification channel',
    path,
    answer: channelResource,
  },
  /** Accepts no idempotency key: the stored response would contain the secret. */
  createChannel: {
    id: 'createNotificationChannel',
    summary: 'Creates a notification channel; only this response contains a signing secret',
    body: createBody,
    answer: channelWithSecret,
    objectIn: 'channel',
    status: 201,
  },
  updateChannel: {
    id: 'updateNotificationChannel',
    summary: 'Changes, mutes, disables or enables a notification channel',
    path,
    body: updateBody,
    answer: channelResource,
    needsVersion: true,
  },
  removeChannel: {
    id: 'removeNotificationChannel',
    summary: 'Removes a notification channel with its rules and deliveries',
    path,
    status: 204,
    needsVersion: true,
  },
  testChannel: {
    id: 'testNotificationChannel',
    summary: 'Sends a test message and returns the outcome',
    path,
    answer: deliveryResource,
    storesAnswer: true,
  },
  rotateSecret: {
    id: 'rotateNotificationSecret',
    summary: 'Creates another signing secret of a webhook; deliveries are signed with both',
    path,
    answer: channelWithSecret,
    needsVersion: true,
  },
  endRotation: {
    id: 'endNotificationSecretRotation',
    summary: 'Ends the rotation: deliveries are signed with the newest secret only',
    path,
    answer: channelWithSecret,
    needsVersion: true,
  },
  listRules: {
    id: 'listNotificationRules',
    summary: 'Notification rules, by name',
    query: z.strictObject(namedListQuery),
    answer: rulesResource,
  },
  getRule: {
    id: 'getNotificationRule',
    summary: 'One notification rule',
    path,
    answer: ruleResource,
  },
  createRule: {
    id: 'createNotificationRule',
    summary: 'Creates a notification rule',
    body: createRuleBody,
    answer: ruleResource,
    status: 201,
    storesAnswer: true,
  },
  updateRule: {
    id: 'updateNotificationRule',
    summary: 'Changes a notification rule',
    path,
    body: updateRuleBody,
    answer: ruleResource,
    needsVersion: true,
  },
  removeRule: {
    id: 'removeNotificationRule',
    summary: 'Removes a notification rule',
    path,
    status: 204,
    needsVersion: true,
  },
  listDeliveries: {
    id: 'listNotificationDeliveries',
    summary: 'Deliveries of the last 30 days, newest first',
    query: z.strictObject({
      ...pageQuery,
      channelId: text.optional(),
      state: z.array(word('NotificationDeliveryState')).optional(),
      eventKind: z.array(text).max(50).optional(),
    }),
    answer: pageOf('NotificationDeliveryPage', deliveryResource),
  },
  getDelivery: {
    id: 'getNotificationDelivery',
    summary: 'One delivery with its attempts',
    path,
    answer: deliveryResource,
  },
  redeliver: {
    id: 'redeliverNotification',
    summary: 'Sends a finished delivery again, or makes the next attempt of a failing one now',
    path,
    answer: deliveryResource,
    status: 202,
    storesAnswer: true,
  },
  listEventKinds: {
    id: 'listNotificationEventKinds',
    summary: 'The kinds of events that rules can select',
    query: z.strictObject(wholeListQuery),
    answer: eventKindsResource,
  },
} as const satisfies Record<string, OperationSpec>;
