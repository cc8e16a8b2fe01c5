import type { DurationMs } from '@kerf/core';
import type { FleetMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';

/** Work that is late by this has lost its job, e.g. because Redis lost its data. */
const overdueMs: DurationMs = 60_000;
/** How long events, finished deliveries and their attempts are kept. */
const keptMs: DurationMs = 30 * 24 * 3_600_000;
const maxPerPass = 500;

/**
 * Requests the jobs of events and deliveries again that are late, and removes old ones. Every
 * worker calls it about once a minute; a job too many changes nothing.
 * @returns the requested jobs
 */
export async function rearmNotifications({
  store,
  clock,
}: Pick<Ports, 'store' | 'clock'>): Promise<readonly FleetMessage[]> {
  const now = clock.now();
  await store.notificationEvents.prune(now - keptMs);
  return store.transaction(async (tx) => {
    const before = now - overdueMs;
    const events = await tx.notificationEvents.unrouted(before, maxPerPass);
    const deliveries = await tx.notificationDeliveries.takeOverdue(before, now, maxPerPass);
    const messages: readonly FleetMessage[] = [
      ...events.map((eventId) => ({ type: 'notification.route', eventId }) as const),
      ...deliveries.map((deliveryId) => ({ type: 'notification.deliver', deliveryId }) as const),
    ];
    await tx.outbox.add(messages.map((message) => ({ message, deliverAt: now })));
    return messages;
  });
}
