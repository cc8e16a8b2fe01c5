import type {
  AttemptOutcome,
  ChannelKind,
  ChannelState,
  DeliveryState,
  NotificationSeverity,
  SmtpSecurity,
} from '@kerf/application';

export type NotificationAttemptOutcome = AttemptOutcome;
export type NotificationChannelKind = ChannelKind;
export type NotificationChannelState = ChannelState;
export type NotificationDeliveryState = DeliveryState;

export type { NotificationSeverity, SmtpSecurity };

export const notificationWords = {
  NotificationAttemptOutcome: {
    Delivered: 'DELIVERED',
    Failed: 'FAILED',
    Refused: 'REFUSED',
  } satisfies Record<NotificationAttemptOutcome, string>,
  NotificationChannelKind: {
    Slack: 'SLACK',
    Teams: 'TEAMS',
    Email: 'EMAIL',
    PagerDuty: 'PAGER_DUTY',
    Webhook: 'WEBHOOK',
  } satisfies Record<NotificationChannelKind, string>,
  NotificationChannelState: {
    Active: 'ACTIVE',
    Disabled: 'DISABLED',
  } satisfies Record<NotificationChannelState, string>,
  NotificationDeliveryState: {
    Pending: 'PENDING',
    Delivered: 'DELIVERED',
    Failed: 'FAILED',
    Muted: 'MUTED',
  } satisfies Record<NotificationDeliveryState, string>,
  NotificationSeverity: {
    Info: 'INFO',
    Warning: 'WARNING',
    Critical: 'CRITICAL',
  } satisfies Record<NotificationSeverity, string>,
  SmtpSecurity: {
    Tls: 'TLS',
    StartTls: 'START_TLS',
    None: 'NONE',
  } satisfies Record<SmtpSecurity, string>,
} as const;
