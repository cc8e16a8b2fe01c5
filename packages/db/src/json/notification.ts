import {
  type ChannelAddress,
  type ChannelSecrets,
  type NotificationBody,
  smtpSecurities,
} from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { nullableNumber, nullableText, number, text, texts } from './values.js';

// Columns of notification_events and notification_channels.

export const notificationBody = recordFormat({
  column: 'notification_events.body',
  schema: provenTo<NotificationBody>().read(
    z.looseObject({
      title: text,
      text: nullableText,
      actor: nullableText,
      object: z.looseObject({ kind: text, id: text, name: text }),
      approval: z.looseObject({ decisionId: text, version: number }).nullable(),
      incident: z
        .looseObject({ key: text, action: z.enum(['Trigger', 'Acknowledge', 'Resolve']) })
        .nullable(),
    } satisfies FieldsOf<NotificationBody>),
  ),
});

export const channelAddress = recordFormat({
  column: 'notification_channels.address',
  schema: provenTo<ChannelAddress>().read(
    z.looseObject({
      url: nullableText,
      slackChannel: nullableText,
      smtpHost: nullableText,
      smtpPort: nullableNumber,
      smtpSecurity: z.enum(smtpSecurities).nullable(),
      smtpUser: nullableText,
      emailFrom: nullableText,
      emailTo: texts,
    } satisfies FieldsOf<ChannelAddress>),
  ),
});

const secret = text.exactOptional();

export const sealedSecrets = recordFormat({
  column: 'notification_channels.sealed_secrets',
  schema: provenTo<ChannelSecrets>().read(
    z.looseObject({
      webhookUrl: secret,
      botToken: secret,
      slackSigningSecret: secret,
      smtpPassword: secret,
      routingKey: secret,
      signingSecret: secret,
      previousSigningSecret: secret,
    }),
  ),
  layout: 'value',
});
