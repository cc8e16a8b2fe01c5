import type { NotificationEvent, NotificationMessage, OpenChannel } from '@kerf/application';
import { aNotificationEvent, emptyAddress } from '@kerf/testing';

/** Returns a stored event. */
export const anEvent = (fields: Partial<NotificationEvent> = {}): NotificationEvent => ({
  ...aNotificationEvent(),
  id: 'evt_1',
  sequence: 7,
  ...fields,
});

/** Returns the first attempt of a delivery. */
export const aMessage = (...events: readonly NotificationEvent[]): NotificationMessage => ({
  deliveryId: 'dlv_1',
  attempt: 1,
  sentAt: Date.parse('2026-11-24T03:00:00Z'),
  events: events.length === 0 ? [anEvent()] : events,
});

/** Returns a channel with its secrets. */
export const anOpenChannel = (fields: Partial<OpenChannel> = {}): OpenChannel => ({
  kind: 'Webhook',
  name: 'on-call',
  address: emptyAddress,
  secrets: {},
  ...fields,
});
