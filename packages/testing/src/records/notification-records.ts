import type {
  ChannelAddress,
  NewNotificationEvent,
  NotificationChannel,
  NotificationRule,
} from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** The address of a channel that needs none. */
export const emptyAddress: ChannelAddress = {
  url: null,
  slackChannel: null,
  smtpHost: null,
  smtpPort: null,
  smtpSecurity: null,
  smtpUser: null,
  emailFrom: null,
  emailTo: [],
};

/** Returns an active webhook whose secret is encrypted by `fakeSecretBox`. */
export function aChannel(
  fields: Pick<NotificationChannel, 'id'> & Partial<NotificationChannel>,
): NotificationChannel {
  return {
    name: fields.id,
    kind: 'Webhook',
    address: { ...emptyAddress, url: 'https://example.com/hook' },
    sealedSecrets: { signingSecret: 'sealed:s3cret' },
    digestMinutes: 0,
    mutedUntil: null,
    state: 'Active',
    disabledReason: null,
    failingSince: null,
    createdAt: recordedAt,
    createdBy: 'ada',
    updatedAt: recordedAt,
    version: 1,
    ...fields,
  };
}

/** Returns a rule that sends everything to a channel. */
export function aNotificationRule(
  fields: Pick<NotificationRule, 'id' | 'channelId'> & Partial<NotificationRule>,
): NotificationRule {
  return {
    name: fields.id,
    eventKinds: [],
    leastSeverity: 'Info',
    clusterIds: [],
    nodePools: [],
    teamIds: [],
    isEnabled: true,
    createdAt: recordedAt,
    version: 1,
    ...fields,
  };
}

/** Returns an event about a failed decision. */
export function aNotificationEvent(
  fields: Partial<NewNotificationEvent> = {},
): NewNotificationEvent {
  return {
    kind: 'decision.failed',
    severity: 'Warning',
    at: recordedAt,
    clusterId: 'clu_1',
    clusterName: 'prod',
    nodePools: ['default'],
    body: {
      title: 'Consolidation in prod: failed',
      text: '1 node, 3 pods in default',
      actor: null,
      object: { kind: 'Decision', id: 'dec_1', name: 'Consolidate dec_1' },
      approval: null,
      incident: { key: 'decision/dec_1', action: 'Trigger' },
    },
    ...fields,
  };
}
