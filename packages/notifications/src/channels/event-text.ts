import type { NotificationEvent } from '@kerf/application';

/** Returns the URL of the page about an event's object; `null` without a public URL of Kerf. */
export function linkOf(event: NotificationEvent, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const { object } = event.body;
  if (object.kind === 'Decision') return `${publicUrl}/decisions/${encodeURIComponent(object.id)}`;
  if (event.kind === 'interruption.received') return `${publicUrl}/interruptions`;
  if (event.clusterName !== null) {
    return `${publicUrl}/clusters/${encodeURIComponent(event.clusterName)}`;
  }
  return publicUrl;
}

/** Returns one line with the facts of an event: kind, severity, cluster, NodePools, actor, time. */
export function factsOf(event: NotificationEvent): string {
  const { kind, severity, clusterName, nodePools, body, at } = event;
  const parts = [
    kind,
    severity.toLowerCase(),
    ...(clusterName === null ? [] : [`cluster ${clusterName}`]),
    ...(nodePools.length === 0 ? [] : [`NodePool ${nodePools.slice(0, 5).join(', ')}`]),
    ...(body.actor === null ? [] : [`by ${body.actor}`]),
    new Date(at).toISOString(),
  ];
  return parts.join(' · ');
}

/** Returns the title of a message: that of its event, or the number of events. */
export function titleOf(events: readonly NotificationEvent[]): string {
  const [first] = events;
  if (events.length === 1 && first !== undefined) return first.body.title;
  const critical = events.filter(({ severity }) => severity === 'Critical').length;
  return `${events.length} notifications of Kerf${critical === 0 ? '' : `, ${critical} critical`}`;
}

/** Events that a chat message shows of a digest; the page has the others. */
export const shownEvents = 15;
