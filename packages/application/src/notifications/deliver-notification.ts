import {
  type DurationMs,
  hasErrorCode,
  type Instant,
  type NotificationDeliveryId,
} from '@kerf/core';
import { notificationKinds } from '../domain/notification/event-kinds.js';
import {
  type ChannelSecrets,
  channelSecretNames,
  disabledAfterMs,
  type NotificationChannel,
} from '../domain/notification/notification-channel.js';
import {
  deliveryRetryMs,
  maxResponseLength,
  type NotificationDelivery,
  retriedForMs,
} from '../domain/notification/notification-delivery.js';
import type { NewNotificationEvent } from '../domain/notification/notification-event.js';
import { done, type JobOutcome, notNeeded, waitFor } from '../domain/use-case-outcome.js';
import type { SecretBox, SendOutcome } from '../ports/notification-sender.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

type DeliverPorts = Pick<Ports, 'store' | 'clock' | 'meter' | 'notifications' | 'secretBox'> & {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
};

/** An attempt takes less time; a worker that dies in it delays the next one by this. */
const attemptMs: DurationMs = 60_000;

/**
 * Makes one attempt of a delivery. The attempt is recorded before it begins, so that two runs of
 * the job do not send at the same time. A worker that dies after the receiver has answered sends
 * again, with the same ids.
 */
export async function deliverNotification(
  ports: DeliverPorts,
  { deliveryId }: { readonly deliveryId: NotificationDeliveryId },
): Promise<JobOutcome> {
  const { store, clock } = ports;
  const delivery = await store.notificationDeliveries.find(deliveryId);
  if (delivery === null || delivery.nextAttemptAt === null) return notNeeded;
  const channel = await store.notificationChannels.find(delivery.channelId);
  if (channel === null) return notNeeded;
  const now = clock.now();
  if (delivery.nextAttemptAt > now) return waitFor(delivery.nextAttemptAt - now);
  if (channel.state === 'Disabled' && delivery.requestedBy === null) {
    return giveUp(ports, delivery);
  }
  const begun = await store.notificationDeliveries.save({
    ...delivery,
    attempts: delivery.attempts + 1,
    nextAttemptAt: now + attemptMs,
  });
  // Another run has begun it, or an event was added to the digest.
  if (begun === null) return waitFor(1_000);
  const outcome = await attempt(ports, channel, begun);
  ports.meter.recordDelivery(channel.kind, outcome.outcome);
  return store.transaction((tx) => recordOutcome(ports, tx, { channel, delivery: begun, outcome }));
}

async function giveUp(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  delivery: NotificationDelivery,
): Promise<JobOutcome> {
  await store.notificationDeliveries.save(ended(delivery, 'Failed', clock.now()));
  return done;
}

async function attempt(
  { store, clock, notifications, secretBox }: DeliverPorts,
  channel: NotificationChannel,
  { id: deliveryId, eventIds, attempts }: NotificationDelivery,
): Promise<SendOutcome> {
  const events = await store.notificationEvents.findAll(eventIds);
  if (events.length === 0) return refused('The events were removed, because they are too old.');
  const { kind, name, address } = channel;
  try {
    const secrets = openSecrets(secretBox, channel.sealedSecrets);
    return await notifications.send(
      { kind, name, address, secrets },
      { deliveryId, attempt: attempts, sentAt: clock.now(), events },
    );
  } catch (error) {
    // Without its key the worker cannot decrypt; a worker with the key may make the next attempt.
    if (!hasErrorCode(error, 'CONFIG.INVALID')) throw error;
    return { ...refused(error.message), outcome: 'Failed' };
  }
}

const refused = (response: string): SendOutcome => ({
  outcome: 'Refused',
  status: null,
  latencyMs: 0,
  response,
  retryAfterMs: null,
  isGone: false,
});

function openSecrets(box: SecretBox, sealed: ChannelSecrets): ChannelSecrets {
  return Object.fromEntries(
    channelSecretNames.flatMap((name) => {
      const secret = sealed[name];
      return secret === undefined ? [] : [[name, box.open(secret)] as const];
    }),
  );
}

interface Ended {
  readonly channel: NotificationChannel;
  readonly delivery: NotificationDelivery;
  readonly outcome: SendOutcome;
}

async function recordOutcome(
  ports: Pick<DeliverPorts, 'clock' | 'random'>,
  tx: Repositories,
  { channel, delivery, outcome }: Ended,
): Promise<JobOutcome> {
  const now = ports.clock.now();
  const { status, latencyMs, response } = outcome;
  await tx.notificationDeliveries.addAttempt({
    deliveryId: delivery.id,
    number: delivery.attempts,
    at: now,
    outcome: outcome.outcome,
    status,
    latencyMs,
    response: response.slice(0, maxResponseLength),
  });
  if (outcome.outcome === 'Delivered') {
    await tx.notificationChannels.setFailing(channel.id, null);
    await tx.notificationDeliveries.save(ended(delivery, 'Delivered', now));
    return done;
  }
  await recordFailure(tx, channel, outcome, now);
  const retryMs = deliveryRetryMs(delivery.attempts, outcome.retryAfterMs, ports.random());
  const isFinal =
    outcome.outcome === 'Refused' || now + retryMs > delivery.createdAt + retriedForMs;
  await tx.notificationDeliveries.save(
    isFinal ? ended(delivery, 'Failed', now) : { ...delivery, nextAttemptAt: now + retryMs },
  );
  return isFinal ? done : waitFor(retryMs);
}

const ended = (
  delivery: NotificationDelivery,
  state: 'Delivered' | 'Failed',
  now: Instant,
): NotificationDelivery => ({ ...delivery, state, nextAttemptAt: null, finishedAt: now });

/** Records that the channel fails, and disables it when that has lasted too long. */
async function recordFailure(
  tx: Repositories,
  { id }: NotificationChannel,
  { isGone, response }: SendOutcome,
  now: Instant,
): Promise<void> {
  const channel = await tx.notificationChannels.find(id);
  if (channel === null || channel.state === 'Disabled') return;
  const failingSince = channel.failingSince ?? now;
  await tx.notificationChannels.setFailing(id, failingSince);
  if (!isGone && now - failingSince < disabledAfterMs) return;
  const disabledReason = isGone
    ? 'The receiver answered that it is gone (HTTP 410).'
    : `All deliveries have failed for ${disabledAfterMs / (24 * 3_600_000)} days. Last response: ${response.slice(0, 200)}`;
  const saved = await tx.notificationChannels.save({
    ...channel,
    failingSince,
    state: 'Disabled',
    disabledReason,
    updatedAt: now,
  });
  if (saved !== null) await tx.notificationEvents.record(disabledEvent(saved, now));
}

function disabledEvent(
  { id, name, disabledReason }: NotificationChannel,
  at: Instant,
): NewNotificationEvent {
  const kind = 'notification.channel-disabled';
  return {
    kind,
    severity: notificationKinds[kind].severity,
    at,
    clusterId: null,
    clusterName: null,
    nodePools: [],
    body: {
      title: `Notification channel ${name} disabled`,
      text: `${disabledReason} Fix the receiver, then enable the channel again.`,
      actor: null,
      object: { kind: 'NotificationChannel', id, name },
      approval: null,
      incident: { key: `channel/${id}`, action: 'Trigger' },
    },
  };
}
