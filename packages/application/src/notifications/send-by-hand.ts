import type { NotificationChannelId, NotificationDeliveryId } from '@kerf/core';
import type { Principal } from '../domain/identity/principal.js';
import { notificationKinds } from '../domain/notification/event-kinds.js';
import type { NotificationDelivery } from '../domain/notification/notification-delivery.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { requestDelivery } from './request-delivery.js';

type SendPorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** Sends a test message to a channel, also if it is muted or disabled. @returns `null` if it does not exist */
export async function testChannel(
  ports: SendPorts,
  principal: Principal,
  input: { readonly id: NotificationChannelId; readonly requestId: string | null },
): Promise<NotificationDelivery | null> {
  return ports.store.transaction(async (tx) => {
    const channel = await tx.notificationChannels.find(input.id);
    if (channel === null) return null;
    const object = { kind: 'NotificationChannel', id: channel.id, name: channel.name };
    const event = await tx.notificationEvents.recordRouted({
      kind: 'notification.test',
      severity: notificationKinds['notification.test'].severity,
      at: ports.clock.now(),
      clusterId: null,
      clusterName: null,
      nodePools: [],
      body: {
        title: `Test of notification channel ${channel.name}`,
        text: 'Kerf can send notifications here.',
        actor: principal.name,
        object,
        approval: null,
        incident: { key: `test/${channel.id}`, action: 'Trigger' },
      },
    });
    await auditWrite(ports, tx, principal, {
      action: 'notification-delivery.test',
      object,
      requestId: input.requestId,
    });
    return requestDelivery(ports, tx, {
      channelId: channel.id,
      eventIds: [event.id],
      requestedBy: principal.name,
    });
  });
}

/** The result of sending a delivery again. */
export type RedeliverOutcome =
  | { readonly kind: 'Requested'; readonly delivery: NotificationDelivery }
  | { readonly kind: 'NotFound' }
  /** Its first attempt has not begun, or an attempt is under way. */
  | { readonly kind: 'Pending' };

interface RedeliverInput {
  readonly id: NotificationDeliveryId;
  readonly requestId: string | null;
}

/**
 * Sends the events of a delivery again. A finished delivery is followed by a new one with the same
 * events; one that waits for its next attempt makes that attempt now.
 */
export async function redeliver(
  ports: SendPorts,
  principal: Principal,
  input: RedeliverInput,
): Promise<RedeliverOutcome> {
  return ports.store.transaction(async (tx) => {
    const delivery = await tx.notificationDeliveries.find(input.id);
    if (delivery === null) return { kind: 'NotFound' };
    const again =
      delivery.state === 'Pending'
        ? await attemptNow(ports, tx, delivery)
        : await requestDelivery(ports, tx, {
            channelId: delivery.channelId,
            eventIds: delivery.eventIds,
            redeliveryOf: delivery.id,
            requestedBy: principal.name,
          });
    if (again === null) return { kind: 'Pending' };
    await auditWrite(ports, tx, principal, {
      action: 'notification-delivery.redeliver',
      object: { kind: 'NotificationDelivery', id: delivery.id, name: delivery.id },
      requestId: input.requestId,
    });
    return { kind: 'Requested', delivery: again };
  });
}

/** Moves the next attempt to now. @returns `null` unless the delivery waits after a failed attempt */
async function attemptNow(
  { clock }: Pick<Ports, 'clock'>,
  tx: Pick<Repositories, 'notificationDeliveries' | 'outbox'>,
  delivery: NotificationDelivery,
): Promise<NotificationDelivery | null> {
  const { id: deliveryId, attempts } = delivery;
  const last = (await tx.notificationDeliveries.attempts(deliveryId)).at(-1);
  // An attempt is recorded when it ends, so a missing one may be under way.
  if (last?.number !== attempts) return null;
  const now = clock.now();
  const saved = await tx.notificationDeliveries.save({ ...delivery, nextAttemptAt: now });
  if (saved === null) return null;
  await tx.outbox.add([{ message: { type: 'notification.deliver', deliveryId }, deliverAt: now }]);
  return saved;
}
