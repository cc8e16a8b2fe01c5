import type { DurationMs, Instant, NotificationChannelId } from '@kerf/core';

/** Kinds of notification channels. */
export const channelKinds = ['Slack', 'Teams', 'Email', 'PagerDuty', 'Webhook'] as const;
/** One of {@link channelKinds}. */
export type ChannelKind = (typeof channelKinds)[number];

/** How the connection to an SMTP server is encrypted. */
export const smtpSecurities = ['Tls', 'StartTls', 'None'] as const;
/** One of {@link smtpSecurities}. */
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** States of a channel. A disabled channel gets no deliveries. */
export const channelStates = ['Active', 'Disabled'] as const;
/** One of {@link channelStates}. */
export type ChannelState = (typeof channelStates)[number];

/** Where a channel sends to, without secrets. Fields of other kinds of channels are `null`. */
export interface ChannelAddress {
  /** `Webhook`: the URL. */
  readonly url: string | null;
  /** `Slack` with a bot token: the ID of the channel in Slack. */
  readonly slackChannel: string | null;
  /** `Email`: host of the SMTP server. */
  readonly smtpHost: string | null;
  readonly smtpPort: number | null;
  readonly smtpSecurity: SmtpSecurity | null;
  /** User at the SMTP server; `null` without authentication. */
  readonly smtpUser: string | null;
  readonly emailFrom: string | null;
  readonly emailTo: readonly string[];
}

/** Names of the secrets of channels. Callers write them and never read them. */
export const channelSecretNames = [
  /** `Slack`, `Teams`: URL of an incoming webhook. */
  'webhookUrl',
  /** `Slack`: token of a bot. */
  'botToken',
  /** `Slack`: verifies that clicks on buttons come from Slack. */
  'slackSigningSecret',
  /** `Email`: password of {@link ChannelAddress.smtpUser}. */
  'smtpPassword',
  /** `PagerDuty`: integration key. */
  'routingKey',
  /** `Webhook`: signs deliveries; created by Kerf. */
  'signingSecret',
  /** `Webhook`: signs deliveries too until the rotation is completed. */
  'previousSigningSecret',
] as const;
/** One of {@link channelSecretNames}. */
export type ChannelSecretName = (typeof channelSecretNames)[number];

/** Secrets by name: encrypted ones of a stored channel, or those that a caller gives. */
export type ChannelSecrets = { readonly [Name in ChannelSecretName]?: string };

/** A place that notifications are sent to. */
export interface NotificationChannel {
  readonly id: NotificationChannelId;
  /** Unique. */
  readonly name: string;
  readonly kind: ChannelKind;
  readonly address: ChannelAddress;
  /** Encrypted by the port `SecretBox`. */
  readonly sealedSecrets: ChannelSecrets;
  /** Events of this many minutes are sent together; 0 sends each at once. */
  readonly digestMinutes: number;
  /**
   * End of the mute: events are recorded and not sent until then; `null` when the channel is not
   * muted.
   */
  readonly mutedUntil: Instant | null;
  readonly state: ChannelState;
  /** Why it is disabled, as a sentence; `null` unless it is. */
  readonly disabledReason: string | null;
  /** The first failure since the last success; `null` when the last delivery succeeded. */
  readonly failingSince: Instant | null;
  readonly createdAt: Instant;
  readonly createdBy: string;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Time after which a channel is disabled if all its deliveries fail. */
export const disabledAfterMs: DurationMs = 5 * 24 * 3_600_000;

/** Returns whether a channel is muted. */
export const isMuted = ({ mutedUntil }: NotificationChannel, now: Instant): boolean =>
  mutedUntil !== null && mutedUntil > now;
