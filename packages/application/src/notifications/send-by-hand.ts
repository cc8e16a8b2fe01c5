import type { NotificationChannelId, NotificationDeliveryId } from '@kerf/core';
import type { Principal } from '../domain/identity/principal.js';
import { notificationKinds } from '../domain/notification/event-kinds.js';
import type { NotificationDelivery } from '../domain/notification/notification-delivery.js';
import type { Ports } from '../ports/ports.js';
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
  /** It is still being delivered. */
  | { readonly kind: 'Pending' };

/** Sends the events of a finished delivery again, as a new delivery with the same events. */
export async function redeliver(
  ports: SendPorts,
  principal: Principal,
  input: { readonly id: NotificationDeliveryId; readonly requestId: string | null },
): Promise<RedeliverOutcome> {
  return ports.store.transaction(async (tx) => {
    const delivery = await tx.notificationDeliveries.find(input.id);
    if (delivery === null) return { kind: 'NotFound' };
    if (delivery.state === 'Pending') return { kind: 'Pending' };
    const { id, channelId, eventIds } = delivery;
    await auditWrite(ports, tx, principal, {
      action: 'notification-delivery.redeliver',
      object: { kind: 'NotificationDelivery', id, name: id },
      requestId: input.requestId,
    });
    const again = await requestDelivery(ports, tx, {
      channelId,
      eventIds,
      redeliveryOf: id,
      requestedBy: principal.name,
    });
    return { kind: 'Requested', delivery: again };
  });
}
