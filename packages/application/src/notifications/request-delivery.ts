import type {
  Instant,
  NotificationChannelId,
  NotificationDeliveryId,
  NotificationEventId,
} from '@kerf/core';
import type { NotificationDelivery } from '../domain/notification/notification-delivery.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/** A delivery to make. */
interface RequestedDelivery {
  readonly channelId: NotificationChannelId;
  readonly eventIds: readonly NotificationEventId[];
  readonly collectsUntil?: Instant | null;
  readonly isMuted?: boolean;
  readonly redeliveryOf?: NotificationDeliveryId;
  readonly requestedBy?: string;
}

/** Records a delivery and its job, in the transaction of its cause. */
export async function requestDelivery(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Pick<Repositories, 'notificationDeliveries' | 'outbox'>,
  { channelId, eventIds, collectsUntil = null, isMuted = false, ...rest }: RequestedDelivery,
): Promise<NotificationDelivery> {
  const now = ports.clock.now();
  const deliverAt = collectsUntil ?? now;
  const delivery: NotificationDelivery = {
    id: ports.ids.next('dlv'),
    channelId,
    eventIds,
    state: isMuted ? 'Muted' : 'Pending',
    attempts: 0,
    createdAt: now,
    collectsUntil,
    nextAttemptAt: isMuted ? null : deliverAt,
    finishedAt: isMuted ? now : null,
    redeliveryOf: rest.redeliveryOf ?? null,
    requestedBy: rest.requestedBy ?? null,
    version: 1,
  };
  await tx.notificationDeliveries.insert(delivery);
  if (!isMuted) {
    const message = { type: 'notification.deliver', deliveryId: delivery.id } as const;
    await tx.outbox.add([{ message, deliverAt }]);
  }
  return delivery;
}
