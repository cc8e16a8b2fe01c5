import type { NotificationChannelId, NotificationEventId } from '@kerf/core';
import { isMuted, type NotificationChannel } from '../domain/notification/notification-channel.js';
import type { NotificationEvent } from '../domain/notification/notification-event.js';
import { channelsFor, toRoutable } from '../domain/notification/notification-rule.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import { done, type JobOutcome, notNeeded } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { requestDelivery } from './request-delivery.js';

/**
 * Sends an event to the channels of all rules that match it. The event is marked in the same
 * transaction, so a second run of the job does nothing. A channel whose row cannot be read keeps the
 * event from no other.
 * @throws the failures of single channels
 */
export async function routeNotification(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  { eventId }: { readonly eventId: NotificationEventId },
): Promise<JobOutcome> {
  const sweep = new Sweep();
  const outcome = await ports.store.transaction(async (tx) => {
    const event = await tx.notificationEvents.takeUnrouted(eventId, ports.clock.now());
    if (event === null) return notNeeded;
    const routable = toRoutable(event, await tx.access.teams());
    const channelIds = channelsFor(await tx.notificationChannels.rules(), routable);
    await sweep.each(
      channelIds,
      (id) => named('NotificationChannel', id),
      (channelId) => addTo(ports, tx, channelId, event),
    );
    return done;
  });
  sweep.conclude();
  return outcome;
}

async function addTo(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  channelId: NotificationChannelId,
  { id: eventId }: NotificationEvent,
): Promise<void> {
  const channel = await tx.notificationChannels.find(channelId);
  if (channel === null || channel.state === 'Disabled') return;
  const now = ports.clock.now();
  const isCollecting = channel.digestMinutes > 0 && !isMuted(channel, now);
  if (isCollecting && (await tx.notificationDeliveries.addToDigest(channelId, eventId, now))) {
    return;
  }
  await requestDelivery(ports, tx, {
    channelId,
    eventIds: [eventId],
    collectsUntil: isCollecting ? now + digestMs(channel) : null,
    isMuted: isMuted(channel, now),
  });
}

const digestMs = ({ digestMinutes }: NotificationChannel): number => digestMinutes * 60_000;
