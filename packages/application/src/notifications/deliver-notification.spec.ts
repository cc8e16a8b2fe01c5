import {
  aChannel,
  acceptedAttempt,
  aNotificationEvent,
  aNotificationRule,
  type FakeNotificationSender,
  fakeSecretBox,
  FakeNotificationSender as Sender,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NotificationChannel } from '../domain/notification/notification-channel.js';
import { refusing } from '../testing/refusing.js';
import { ada, setUpCluster } from '../testing/set-up-cluster.js';
import { deliverNotification } from './deliver-notification.js';
import { routeNotification } from './route-notification.js';
import { redeliver, testChannel } from './send-by-hand.js';

const dayMs = 24 * 3_600_000;

async function setUp(fields: Partial<NotificationChannel> = {}) {
  const { ports: all, store, clock, meter } = await setUpCluster();
  const notifications: FakeNotificationSender = new Sender();
  const ports = { ...all, notifications, secretBox: fakeSecretBox, random: () => 0 };
  await store.notificationChannels.insert(aChannel({ id: 'chn_1', ...fields }));
  await store.notificationChannels.insertRule(
    aNotificationRule({ id: 'rul_1', channelId: 'chn_1', leastSeverity: 'Warning' }),
  );
  const { notificationDeliveries, notificationChannels, outbox } = store.tables;
  /** Runs due jobs of notifications until none is left. */
  const run = async (): Promise<void> => {
    const isDue = (entry: { deliverAt: number }) => entry.deliverAt <= clock.now();
    for (let due = outbox.where(isDue); due.length > 0; due = outbox.where(isDue)) {
      outbox.deleteWhere(isDue);
      for (const { message } of due) {
        if (message.type === 'notification.route') await routeNotification(ports, message);
        if (message.type === 'notification.deliver') await deliverNotification(ports, message);
      }
    }
  };
  const attempt = async () => {
    const [delivery] = notificationDeliveries.all();
    return deliverNotification(ports, { deliveryId: delivery?.id ?? '' });
  };
  return {
    ports,
    store,
    clock,
    meter,
    notifications,
    run,
    attempt,
    channel: () => notificationChannels.get('chn_1'),
    deliveries: () => notificationDeliveries.all(),
    attempts: () => store.tables.deliveryAttempts.all(),
  };
}

const failed = { ...acceptedAttempt, outcome: 'Failed', status: 500, response: 'oops' } as const;

describe('routeNotification', () => {
  it('sends an event to the channels of matching rules, once', async () => {
    const { store, ports, run, notifications } = await setUp();
    await store.notificationEvents.record(aNotificationEvent());
    await store.notificationEvents.record(aNotificationEvent({ severity: 'Info' }));
    await run();
    expect(notifications.sent).toHaveLength(1);
    expect(await routeNotification(ports, { eventId: 'evt_1' })).toEqual({ kind: 'NotNeeded' });
  });

  it('sends an event to the other channels when one cannot be read', async () => {
    const { store, ports } = await setUp();
    await store.notificationChannels.insert(aChannel({ id: 'chn_2', name: 'other' }));
    await store.notificationChannels.insertRule(
      aNotificationRule({ id: 'rul_2', channelId: 'chn_2', leastSeverity: 'Warning' }),
    );
    await store.notificationEvents.record(aNotificationEvent());
    const broken = refusing(ports, { of: 'notificationChannels.find', about: 'chn_1' });
    await expect(routeNotification(broken, { eventId: 'evt_1' })).rejects.toThrow('chn_1');
    expect(store.tables.notificationDeliveries.all()).toMatchObject([{ channelId: 'chn_2' }]);
  });

  it('records events of a muted channel without sending them', async () => {
    const { store, run, notifications, deliveries, clock } = await setUp({ mutedUntil: Infinity });
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(notifications.sent).toEqual([]);
    expect(deliveries()).toMatchObject([{ state: 'Muted', finishedAt: clock.now() }]);
  });

  it('collects the events of a digest', async () => {
    const { store, run, notifications, clock } = await setUp({ digestMinutes: 5 });
    for (let count = 0; count < 3; count += 1) {
      await store.notificationEvents.record(aNotificationEvent());
      await run();
    }
    expect(notifications.sent).toEqual([]);
    clock.advance(5 * 60_000);
    await run();
    expect(notifications.sent.map(({ message }) => message.events.length)).toEqual([3]);
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(notifications.sent).toHaveLength(1);
  });

  it('sends nothing to a disabled channel', async () => {
    const { store, run, deliveries } = await setUp({ state: 'Disabled' });
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(deliveries()).toEqual([]);
  });
});

describe('deliverNotification', () => {
  it('records the attempt and ends', async () => {
    const { store, run, attempt, deliveries, attempts, meter, clock } = await setUp();
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(deliveries()).toMatchObject([{ state: 'Delivered', attempts: 1, nextAttemptAt: null }]);
    expect(attempts()).toMatchObject([{ number: 1, outcome: 'Delivered', at: clock.now() }]);
    expect(meter.deliveries).toEqual(['Webhook Delivered']);
    expect(await attempt()).toEqual({ kind: 'NotNeeded' });
  });

  it('does not send while another run has begun the attempt', async () => {
    const { store, run, attempt, ports, notifications } = await setUp();
    await store.notificationEvents.record(aNotificationEvent());
    const running = Promise.withResolvers<typeof acceptedAttempt>();
    ports.notifications.send = async (channel, message) => {
      notifications.sent.push({ channel, message });
      return running.promise;
    };
    const first = run();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await attempt()).toEqual({ kind: 'Wait', ms: 60_000 });
    running.resolve(acceptedAttempt);
    await first;
    expect(notifications.sent).toHaveLength(1);
  });

  it('retries with longer waits for a day, then fails for good', async () => {
    const { store, run, attempt, deliveries, attempts, notifications, clock } = await setUp();
    notifications.outcome = failed;
    await store.notificationEvents.record(aNotificationEvent());
    const began = clock.now();
    await run();
    const waits: number[] = [];
    for (;;) {
      const [delivery] = deliveries();
      const next = delivery?.nextAttemptAt ?? null;
      if (next === null) break;
      waits.push(next - clock.now());
      clock.advance(next - clock.now());
      await attempt();
    }
    expect(waits.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
    expect(Math.max(...waits)).toBe(3_600_000);
    expect(deliveries()).toMatchObject([{ state: 'Failed' }]);
    expect(attempts()).toHaveLength(waits.length + 1);
    expect(clock.now() - began).toBeGreaterThan(dayMs - 2 * 3_600_000);
    expect(clock.now() - began).toBeLessThanOrEqual(dayMs);
  });

  it('does not retry an attempt that the receiver refused', async () => {
    const { store, run, deliveries, notifications } = await setUp();
    notifications.outcome = { ...failed, outcome: 'Refused', status: 400 };
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(deliveries()).toMatchObject([{ state: 'Failed', attempts: 1 }]);
  });

  it('retries when the secret cannot be decrypted here', async () => {
    const { store, run, attempts, ports } = await setUp();
    const { createSecretBox } = await import('@kerf/system');
    ports.secretBox = createSecretBox(undefined);
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(attempts()).toMatchObject([
      { outcome: 'Failed', response: expect.stringContaining('KERF_SECRET_KEY') },
    ]);
  });

  it('disables a channel that has failed for five days, and notifies other channels', async () => {
    const { store, run, channel, notifications, clock } = await setUp();
    await store.notificationChannels.insert(aChannel({ id: 'chn_2' }));
    await store.notificationChannels.insertRule(
      aNotificationRule({
        id: 'rul_2',
        channelId: 'chn_2',
        eventKinds: ['notification.channel-disabled'],
      }),
    );
    notifications.outcome = failed;
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(channel()).toMatchObject({ state: 'Active', failingSince: clock.now() });
    clock.advance(5 * dayMs);
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(channel()).toMatchObject({
      state: 'Disabled',
      disabledReason: 'All deliveries have failed for 5 days. Last response: oops',
    });
    const last = notifications.sent.at(-1);
    expect(last?.channel.name).toBe('chn_2');
    expect(last?.message.events).toMatchObject([
      { kind: 'notification.channel-disabled', severity: 'Critical' },
    ]);
  });

  it('disables a channel at once whose receiver is gone', async () => {
    const { store, run, channel, notifications } = await setUp();
    notifications.outcome = { ...failed, outcome: 'Refused', status: 410, isGone: true };
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(channel()).toMatchObject({ state: 'Disabled' });
  });

  it('forgets failures after a success', async () => {
    const { store, run, channel } = await setUp({ failingSince: 1 });
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    expect(channel()).toMatchObject({ failingSince: null });
  });
});

describe('a person', () => {
  it('tests a channel, even a disabled one', async () => {
    const { ports, run, notifications, deliveries } = await setUp({ state: 'Disabled' });
    await testChannel(ports, ada, { id: 'chn_1', requestId: null });
    await run();
    expect(notifications.sent[0]?.message.events).toMatchObject([
      { kind: 'notification.test', body: { actor: 'ada' } },
    ]);
    expect(deliveries()).toMatchObject([{ state: 'Delivered', requestedBy: 'ada' }]);
    expect(await testChannel(ports, ada, { id: 'chn_9', requestId: null })).toBeNull();
  });

  it('sends a finished delivery again with the same events', async () => {
    const { ports, store, run, notifications, deliveries } = await setUp();
    notifications.outcome = { ...failed, outcome: 'Refused' };
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    notifications.outcome = acceptedAttempt;
    const [first] = deliveries();
    const outcome = await redeliver(ports, ada, { id: first?.id ?? '', requestId: null });
    expect(outcome).toMatchObject({ kind: 'Requested', delivery: { redeliveryOf: first?.id } });
    const again = deliveries().at(-1)?.id ?? '';
    expect(await redeliver(ports, ada, { id: again, requestId: null })).toEqual({
      kind: 'Pending',
    });
    await run();
    const [before, after] = notifications.sent.map(({ message }) => message.events[0]?.id);
    expect(after).toBe(before);
    expect(deliveries().map(({ state }) => state)).toEqual(['Failed', 'Delivered']);
  });

  it('makes the next attempt of a failing delivery now, but not beside one that is under way', async () => {
    const { ports, store, run, attempt, notifications, deliveries, attempts } = await setUp();
    notifications.outcome = failed;
    await store.notificationEvents.record(aNotificationEvent());
    await run();
    const id = deliveries()[0]?.id ?? '';
    notifications.outcome = acceptedAttempt;
    expect(await attempt()).toMatchObject({ kind: 'Wait' });
    expect(await redeliver(ports, ada, { id, requestId: null })).toMatchObject({
      kind: 'Requested',
      delivery: { id, state: 'Pending' },
    });
    const running = Promise.withResolvers<typeof acceptedAttempt>();
    ports.notifications.send = async () => running.promise;
    const second = run();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await redeliver(ports, ada, { id, requestId: null })).toEqual({ kind: 'Pending' });
    running.resolve(acceptedAttempt);
    await second;
    expect(deliveries()).toMatchObject([{ id, state: 'Delivered', attempts: 2 }]);
    expect(attempts().map(({ outcome }) => outcome)).toEqual(['Failed', 'Delivered']);
  });
});
