import type { ChannelKind, NotificationSender, SendOutcome } from '@kerf/application';
import type { AddressPolicy } from '@kerf/system';
import type { ChannelSender } from './channels/channel-sender.js';
import { createEmailSender } from './channels/email.js';
import { createPagerDutySender } from './channels/pager-duty.js';
import { createSlackSender, replyInSlack } from './channels/slack.js';
import { createTeamsSender } from './channels/teams.js';
import { createWebhookSender } from './channels/webhook.js';
import { createHttpClient, type HttpLimits, usualHttpLimits } from './http/http-client.js';
import { type AttemptResult, resultOfError, storable } from './send-outcome.js';

export interface NotificationSenderOptions {
  readonly policy: AddressPolicy;
  /** Public URL of Kerf for links, without a trailing slash; `null` if it is unknown. */
  readonly publicUrl: string | null;
  readonly limits?: HttpLimits;
  /** Certificates to trust in addition, in PEM. */
  readonly ca?: string;
  readonly slackApiUrl?: string;
  readonly pagerDutyUrl?: string;
}

/** Creates the sender of notifications to channels of all kinds. */
export function createNotificationSender(
  options: NotificationSenderOptions,
): NotificationSender & { close(): Promise<void> } {
  const { policy, publicUrl, limits = usualHttpLimits, ca } = options;
  const http = createHttpClient(policy, limits, ca);
  const apiUrl = options.slackApiUrl ?? 'https://slack.com/api';
  const eventsUrl = options.pagerDutyUrl ?? 'https://events.pagerduty.com/v2/enqueue';
  const senders: Readonly<Record<ChannelKind, ChannelSender>> = {
    Slack: createSlackSender(http, { publicUrl, apiUrl }),
    Teams: createTeamsSender(http, publicUrl),
    Email: createEmailSender({ policy, publicUrl, ca, stepMs: limits.totalMs }),
    PagerDuty: createPagerDutySender(http, { publicUrl, eventsUrl }),
    Webhook: createWebhookSender(http, publicUrl),
  };
  return {
    send: (channel, message) =>
      timed(Object.values(channel.secrets), () => senders[channel.kind](channel, message)),
    replyToSlack: (url, reply) => timed([url], () => replyInSlack(http, url, reply)),
    close: () => http.close(),
  };
}

async function timed(
  secrets: readonly string[],
  attempt: () => Promise<AttemptResult>,
): Promise<SendOutcome> {
  const began = performance.now();
  const result = await attempt().catch(resultOfError);
  const latencyMs = Math.round(performance.now() - began);
  return { ...result, latencyMs, response: storable(result.response, secrets) };
}
