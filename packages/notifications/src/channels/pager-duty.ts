import { createHash } from 'node:crypto';
import type { NotificationEvent, NotificationIncident } from '@kerf/application';
import type { HttpClient } from '../http/http-client.js';
import { type AttemptResult, resultOfAnswer } from '../send-outcome.js';
import { type ChannelSender, lacks } from './channel-sender.js';
import { factsOf, linkOf } from './event-text.js';

/** Limits of Events API v2. Source: developer.pagerduty.com/docs/events-api-v2. */
const maxSummary = 1_024;
const maxKey = 255;

const eventActions: Readonly<Record<NotificationIncident['action'], string>> = {
  Trigger: 'trigger',
  Acknowledge: 'acknowledge',
  Resolve: 'resolve',
};
const severities: Readonly<Record<NotificationEvent['severity'], string>> = {
  Info: 'info',
  Warning: 'warning',
  Critical: 'critical',
};

/**
 * Creates the sender of events to PagerDuty's Events API v2. Events about the same decision or
 * finding change one incident. An incident that is sent twice is still one.
 */
export function createPagerDutySender(
  http: HttpClient,
  { publicUrl, eventsUrl }: { readonly publicUrl: string | null; readonly eventsUrl: string },
): ChannelSender {
  return async ({ secrets }, { events }) => {
    const { routingKey } = secrets;
    if (routingKey === undefined) return lacks('routing key');
    let last: AttemptResult = lacks('event');
    for (const event of events.flatMap(withEndOfTest)) {
      const body = JSON.stringify({ routing_key: routingKey, ...bodyOf(event, publicUrl) });
      last = resultOfAnswer(await http.post({ url: eventsUrl, body }));
      if (last.outcome !== 'Delivered') return last;
    }
    return last;
  };
}

/** A test leaves no open incident. */
function withEndOfTest(event: NotificationEvent): readonly NotificationEvent[] {
  const { incident } = event.body;
  if (event.kind !== 'notification.test' || incident === null) return [event];
  const resolved = { ...event.body, incident: { ...incident, action: 'Resolve' } } as const;
  return [event, { ...event, body: resolved }];
}

/** A long key is replaced by its digest: two that differ after the limit are two incidents. */
const dedupKeyOf = (key: string): string =>
  key.length <= maxKey ? key : createHash('sha256').update(key).digest('hex');

function bodyOf(event: NotificationEvent, publicUrl: string | null) {
  const { key, action } = event.body.incident ?? { key: `event/${event.id}`, action: 'Trigger' };
  const dedup = { event_action: eventActions[action], dedup_key: dedupKeyOf(key) };
  if (action !== 'Trigger') return dedup;
  const link = linkOf(event, publicUrl);
  return {
    ...dedup,
    client: 'Kerf',
    ...(link === null ? {} : { client_url: link, links: [{ href: link, text: 'Open in Kerf' }] }),
    payload: {
      summary: event.body.title.slice(0, maxSummary),
      source: event.clusterName ?? 'kerf',
      severity: severities[event.severity],
      timestamp: new Date(event.at).toISOString(),
      component: event.body.object.name,
      class: event.kind,
      custom_details: { text: event.body.text, facts: factsOf(event), eventId: event.id },
    },
  };
}
