import type {
  NotificationAttemptOutcome,
  NotificationChannelFieldsFragment,
  NotificationChannelKind,
  NotificationDeliveryState,
  NotificationSeverity,
} from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';

export const channelKinds: Readonly<Record<NotificationChannelKind, string>> = {
  SLACK: 'Slack',
  TEAMS: 'Microsoft Teams',
  EMAIL: 'E-mail',
  PAGER_DUTY: 'PagerDuty',
  WEBHOOK: 'Webhook',
  UNKNOWN: 'Unknown',
};

export const severities: Readonly<Record<NotificationSeverity, string>> = {
  INFO: 'Info',
  WARNING: 'Warning',
  CRITICAL: 'Critical',
};

export const deliveryStates: Readonly<Record<NotificationDeliveryState, BadgeContent>> = {
  PENDING: { label: 'Pending', tone: 'active', icon: 'clock' },
  DELIVERED: { label: 'Delivered', tone: 'ok', icon: 'check' },
  FAILED: { label: 'Failed', tone: 'broken', icon: 'alert' },
  MUTED: { label: 'Muted', tone: 'neutral', icon: 'minus' },
  UNKNOWN: { label: 'Unknown', tone: 'neutral', icon: 'minus' },
};

export const attemptOutcomes: Readonly<Record<NotificationAttemptOutcome, BadgeContent>> = {
  DELIVERED: { label: 'Delivered', tone: 'ok', icon: 'check' },
  FAILED: { label: 'Failed, retried', tone: 'attention', icon: 'alert' },
  REFUSED: { label: 'Refused', tone: 'broken', icon: 'alert' },
};

/** Returns where a channel sends to, without secrets. */
export function targetOf(channel: NotificationChannelFieldsFragment): string {
  const { kind, url, slackChannel, smtpHost, emailTo } = channel;
  switch (kind) {
    case 'WEBHOOK':
      return url ?? '';
    case 'EMAIL':
      return `${emailTo.join(', ')} by ${smtpHost ?? ''}`;
    case 'SLACK':
      return slackChannel ?? 'incoming webhook';
    case 'TEAMS':
      return 'Workflows webhook';
    case 'PAGER_DUTY':
      return 'Events API';
    default:
      return '';
  }
}
