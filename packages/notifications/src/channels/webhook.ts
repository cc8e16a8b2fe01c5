import type { NotificationEvent, NotificationMessage } from '@kerf/application';
import type { HttpClient } from '../http/http-client.js';
import { resultOfAnswer } from '../send-outcome.js';
import { type ChannelSender, lacks } from './channel-sender.js';
import { linkOf } from './event-text.js';
import { signWebhook } from './sign-webhook.js';

/** Version of the body; a change that receivers must know of increases it. */
const bodyVersion = 1;

/** Creates the sender of signed JSON to a URL. */
export function createWebhookSender(http: HttpClient, publicUrl: string | null): ChannelSender {
  return async ({ address, secrets }, message) => {
    if (address.url === null) return lacks('url');
    const { signingSecret, previousSigningSecret } = secrets;
    if (signingSecret === undefined) return lacks('signing secret');
    const body = JSON.stringify(bodyOf(message, publicUrl));
    const all = [
      signingSecret,
      ...(previousSigningSecret === undefined ? [] : [previousSigningSecret]),
    ];
    const answer = await http.post({
      url: address.url,
      body,
      headers: {
        'kerf-signature': signWebhook(body, all, message.sentAt),
        'kerf-delivery-id': message.deliveryId,
        'kerf-delivery-attempt': String(message.attempt),
      },
    });
    return resultOfAnswer(answer);
  };
}

const bodyOf = (
  { deliveryId, attempt, sentAt, events }: NotificationMessage,
  publicUrl: string | null,
) => ({
  version: bodyVersion,
  deliveryId,
  attempt,
  sentAt: new Date(sentAt).toISOString(),
  events: events.map((event) => eventOf(event, publicUrl)),
});

function eventOf(event: NotificationEvent, publicUrl: string | null) {
  const { id, sequence, kind, severity, at, clusterId, clusterName, nodePools, body } = event;
  return {
    id,
    sequence,
    kind,
    severity: severity.toUpperCase(),
    at: new Date(at).toISOString(),
    cluster: clusterId === null ? null : { id: clusterId, name: clusterName },
    nodePools,
    title: body.title,
    text: body.text,
    actor: body.actor,
    object: body.object,
    approval: body.approval,
    url: linkOf(event, publicUrl),
  };
}
