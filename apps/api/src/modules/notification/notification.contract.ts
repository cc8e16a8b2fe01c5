import { maxDigestMinutes, maxPort } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf } from '../../rest/resource-of.js';
import { namedListQuery, wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { bodyOf, components, idPath, instant, list, text, wholeIn, word } from '../../rest/wire.js';

const addressFields = {
  url: text.nullable(),
  slackChannel: text.nullable(),
  smtpHost: text.nullable(),
  smtpPort: wholeIn([1, maxPort]).nullable(),
  smtpSecurity: word('SmtpSecurity').nullable(),
  smtpUser: text.nullable(),
  emailFrom: text.nullable(),
};

const channelResource = componentOf('NotificationChannel', {
  smtpPort: addressFields.smtpPort,
  secretNames: list(text).meta({ description: 'Names of the secrets that are set' }),
});

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

const createBody = bodyOf('CreateNotificationChannel', {
  name: text,
  kind: word('NotificationChannelKind'),
  ...channelFields,
});

const updateBody = bodyOf('UpdateNotificationChannel', {
  name: text.nullish(),
  ...channelFields,
  mutedUntil: instant.nullish().meta({ description: '`null` ends the mute' }),
  isEnabled: z.boolean().nullish(),
});

const ruleResource = componentOf(
  'NotificationRule',
  {},
  'Which events a channel gets; an empty list allows everything',
);

const ruleFields = {
  eventKinds: list(text).nullish(),
  leastSeverity: word('NotificationSeverity').nullish(),
  clusterIds: list(text).nullish(),
  nodePools: list(text).nullish(),
  teamIds: list(text).nullish(),
  isEnabled: z.boolean().nullish(),
};
const createRuleBody = bodyOf('CreateNotificationRule', {
  channelId: text,
  name: text,
  ...ruleFields,
});
const updateRuleBody = bodyOf('UpdateNotificationRule', { name: text.nullish(), ...ruleFields });

const eventResource = componentOf('NotificationEvent', {});

const attemptResource = componentOf('NotificationAttempt', {});

const deliveryResource = componentOf('NotificationDelivery', {
  events: list(eventResource),
  log: list(attemptResource),
});

const eventKindsResource = wholeListOf(
  'NotificationEventKinds',
  componentOf('NotificationEventKind', {}),
);

export const notificationOperations = {
  listChannels: {
    id: 'listNotificationChannels',
    summary: 'Notification channels, by name',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('NotificationChannels', channelResource),
  },
  getChannel: {
    id: 'getNotificationChannel',
    summary: 'One notification channel',
    path: idPath,
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
    path: idPath,
    body: updateBody,
    answer: channelResource,
    needsVersion: true,
  },
  removeChannel: {
    id: 'removeNotificationChannel',
    summary: 'Removes a notification channel with its rules and deliveries',
    path: idPath,
    status: 204,
    needsVersion: true,
  },
  testChannel: {
    id: 'testNotificationChannel',
    summary: 'Sends a test message and returns the outcome',
    path: idPath,
    answer: deliveryResource,
    storesAnswer: true,
  },
  rotateSecret: {
    id: 'rotateNotificationSecret',
    summary: 'Creates another signing secret of a webhook; deliveries are signed with both',
    path: idPath,
    answer: channelWithSecret,
    needsVersion: true,
  },
  endRotation: {
    id: 'endNotificationSecretRotation',
    summary: 'Ends the rotation: deliveries are signed with the newest secret only',
    path: idPath,
    answer: channelWithSecret,
    needsVersion: true,
  },
  listRules: {
    id: 'listNotificationRules',
    summary: 'Notification rules, by name',
    query: z.strictObject(namedListQuery),
    answer: wholeListOf('NotificationRules', ruleResource),
  },
  getRule: {
    id: 'getNotificationRule',
    summary: 'One notification rule',
    path: idPath,
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
    path: idPath,
    body: updateRuleBody,
    answer: ruleResource,
    needsVersion: true,
  },
  removeRule: {
    id: 'removeNotificationRule',
    summary: 'Removes a notification rule',
    path: idPath,
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
    path: idPath,
    answer: deliveryResource,
  },
  redeliver: {
    id: 'redeliverNotification',
    summary: 'Sends a finished delivery again, or makes the next attempt of a failing one now',
    path: idPath,
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
