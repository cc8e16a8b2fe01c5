import {
  type DecisionEvent,
  deliverNotification,
  type NotificationSender,
  rearmNotifications,
  recordConnection,
  reportUnreachable,
  routeNotification,
  type Store,
} from '@kerf/application';
import {
  aChannel,
  aCluster,
  acceptedAttempt,
  aDecision,
  aNotificationEvent,
  aNotificationRule,
  anIncident,
  anInterruption,
  FakeMeter,
  FakeNotificationSender,
  fakeSecretBox,
  ManualClock,
} from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { drainOutbox } from './outbox.store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_1';
let database: Database;
let store: Store;
let clock: ManualClock;
let sender: FakeNotificationSender;

beforeEach(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  clock = new ManualClock(Date.now());
  sender = new FakeNotificationSender();
  await store.clusters.insert(aCluster({ id: clusterId, name: 'prod' }));
  await store.notificationChannels.insert(aChannel({ id: 'chn_1' }));
  await store.notificationChannels.insertRule(
    aNotificationRule({ id: 'rul_1', channelId: 'chn_1' }),
  );
});
afterEach(() => database.close());

let lastId = 0;
const ids = {
  next: (prefix: string): string => {
    lastId += 1;
    return `${prefix}_${String(lastId).padStart(6, '0')}`;
  },
  suffix: () => 'x',
};

const event = (kind: DecisionEvent['kind']): DecisionEvent => ({
  at: clock.now(),
  kind,
  actor: 'kerf',
  data: {},
});

/** Runs the jobs of the outbox until it is empty, as a worker does. */
async function runJobs(notifications: NotificationSender = sender): Promise<void> {
  const ports = {
    store,
    clock,
    ids,
    meter: new FakeMeter(),
    notifications,
    secretBox: fakeSecretBox,
    random: () => 0,
  };
  for (;;) {
    const messages: string[] = [];
    await drainOutbox(database.pool, 100, async (entries) => {
      for (const { message } of entries) messages.push(JSON.stringify(message));
    });
    if (messages.length === 0) return;
    for (const text of messages) {
      const { type, eventId, deliveryId } = JSON.parse(text);
      if (type === 'notification.route') await routeNotification(ports, { eventId });
      if (type === 'notification.deliver') await deliverNotification(ports, { deliveryId });
    }
  }
}

const sentTitles = (): readonly string[] =>
  sender.sent.flatMap(({ message }) => message.events.map(({ body }) => body.title)).toSorted();

describe('an event', () => {
  it('is recorded with its cause, and not without it', async () => {
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_1' }), [
      event('Proposed'),
      event('ApprovalRequested'),
    ]);
    await expect(
      store.transaction(async (tx) => {
        await tx.decisions.insert(aDecision({ clusterId, id: 'dec_2' }), [event('Failed')]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await runJobs();
    expect(sender.sent).toHaveLength(1);
    expect(sender.sent[0]?.message.events).toMatchObject([
      {
        kind: 'decision.approval-requested',
        severity: 'Warning',
        clusterName: 'prod',
        nodePools: ['default'],
        body: { approval: { decisionId: 'dec_1', version: 1 } },
      },
    ]);
    expect(sender.sent[0]?.channel.secrets).toEqual({ signingSecret: 's3cret' });
  });

  it('is delivered once, although a transaction that began earlier commits later', async () => {
    const gate = Promise.withResolvers<void>();
    const inserted = Promise.withResolvers<void>();
    const slow = store.transaction(async (tx) => {
      await tx.decisions.insert(aDecision({ clusterId, id: 'dec_slow' }), [event('Failed')]);
      inserted.resolve();
      await gate.promise;
    });
    await inserted.promise;
    await store.transaction((tx) =>
      tx.decisions.insert(aDecision({ clusterId, id: 'dec_fast', kind: 'Drift' }), [
        event('Failed'),
      ]),
    );
    await runJobs();
    expect(sentTitles()).toEqual(['Replacement of drifted nodes in prod: failed']);
    gate.resolve();
    await slow;
    await runJobs();
    await runJobs();
    expect(sentTitles()).toEqual([
      'Removal of empty nodes in prod: failed',
      'Replacement of drifted nodes in prod: failed',
    ]);
    const rows = await database.prisma.notificationEvent.findMany();
    expect(rows.every(({ routedAt }) => routedAt !== null)).toBe(true);
  });

  it('is delivered once for each of many transactions that run at the same time', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const write = store.transaction(async (tx) => {
          await tx.decisions.insert(aDecision({ clusterId, id: `dec_${index}` }), [
            event('Failed'),
          ]);
          if (index % 3 === 0) throw new Error('rolled back');
        });
        await write.catch(() => undefined);
        if (index % 5 === 0) await runJobs();
      }),
    );
    await runJobs();
    const objects = sender.sent.flatMap(({ message }) =>
      message.events.map(({ body }) => body.object.id),
    );
    expect(objects).toHaveLength(20);
    expect(new Set(objects).size).toBe(20);
  });

  it('is recorded for new and resolved findings, and not for repeated ones', async () => {
    const finding = { clusterId, code: 'ZONE_SHIFTED', object: 'Zone/a', message: 'm' } as const;
    await store.findings.record({ ...finding, at: clock.now() });
    await store.findings.record({ ...finding, at: clock.now() });
    await store.findings.clear(clusterId, 'ZONE_SHIFTED', 'Zone/a');
    await store.findings.clear(clusterId, 'ZONE_SHIFTED', 'Zone/a');
    await runJobs();
    expect(sender.sent.map(({ message }) => message.events[0]?.body.incident)).toEqual([
      { key: 'finding/clu_1/ZONE_SHIFTED/Zone/a', action: 'Trigger' },
      { key: 'finding/clu_1/ZONE_SHIFTED/Zone/a', action: 'Resolve' },
    ]);
  });

  it('is recorded once for an incident that opens, and once when it is closed', async () => {
    const incident = anIncident({ clusterId, id: 'inc_1', nodePools: ['default'] });
    expect(await store.incidents.insert(incident)).toBe(true);
    expect(await store.incidents.insert({ ...incident, id: 'inc_2' })).toBe(false);
    const seen = await store.incidents.save({ ...incident, cause: 'Worse.' });
    if (seen === null) throw new RangeError('not saved');
    await store.incidents.save({ ...seen, endedAt: clock.now() });
    await store.incidents.save({ ...seen, endedAt: clock.now() });
    await runJobs();
    expect(sender.sent.flatMap(({ message }) => message.events)).toMatchObject([
      {
        kind: 'incident.opened',
        severity: 'Critical',
        nodePools: ['default'],
        body: {
          title: 'Launch failures in prod: NodePool/default',
          text: `${incident.cause}\n${incident.remedy}`,
          object: { kind: 'Incident', id: 'inc_1' },
          incident: { key: 'incident/inc_1', action: 'Trigger' },
        },
      },
      {
        kind: 'incident.closed',
        severity: 'Info',
        body: { incident: { key: 'incident/inc_1', action: 'Resolve' } },
      },
    ]);
  });

  it('is recorded once when a cluster has been unreachable for a minute, and when it is again', async () => {
    const ports = { store, clock };
    await recordConnection(ports, clusterId, { kind: 'Lost', problem: 'refused', at: clock.now() });
    await reportUnreachable(ports);
    await runJobs();
    expect(sender.sent).toEqual([]);
    clock.advance(60_000);
    await reportUnreachable(ports);
    await reportUnreachable(ports);
    await recordConnection(ports, clusterId, { kind: 'Synced', at: clock.now() });
    await reportUnreachable(ports);
    await runJobs();
    expect(sender.sent.flatMap(({ message }) => message.events)).toMatchObject([
      {
        kind: 'finding.opened',
        severity: 'Critical',
        body: {
          text: expect.stringContaining('refused'),
          incident: { key: 'finding/clu_1/CLUSTER_UNREACHABLE/Cluster/prod', action: 'Trigger' },
        },
      },
      { kind: 'finding.cleared', body: { incident: { action: 'Resolve' } } },
    ]);
  });

  it('of a lost cluster ends although the report came after the connection', async () => {
    const ports = { store, clock };
    const finding = { clusterId, object: 'Cluster/prod', message: 'm' } as const;
    await store.findings.record({ ...finding, code: 'CLUSTER_UNREACHABLE', at: clock.now() });
    await recordConnection(ports, clusterId, { kind: 'Synced', at: clock.now() });
    await reportUnreachable(ports);
    await runJobs();
    expect(sender.sent.map(({ message }) => message.events[0]?.kind)).toEqual([
      'finding.opened',
      'finding.cleared',
    ]);
  });

  it('is recorded for interruptions once, and for audit entries', async () => {
    const warning = anInterruption({ clusterId, id: 'int_1' });
    await store.interruptions.insert(warning);
    await store.interruptions.insert({ ...warning, id: 'int_2' });
    await store.audit.add({
      id: 'aud_1',
      at: clock.now(),
      actor: { kind: 'User', id: 'usr_1', name: 'ada' },
      action: 'cluster.update',
      object: { kind: 'Cluster', id: clusterId, name: 'prod' },
      clusterId,
      outcome: 'Done',
      comment: 'less noise',
      before: null,
      after: null,
      requestId: null,
    });
    await runJobs();
    expect(
      sender.sent.map(({ message }) => [message.events[0]?.kind, message.events[0]?.body.actor]),
    ).toEqual([
      ['interruption.received', null],
      ['cluster.changed', 'ada'],
    ]);
  });
});

describe('a killed worker', () => {
  it('does not lose a delivery that it had begun', async () => {
    await store.notificationEvents.record(aNotificationEvent());
    const killed: NotificationSender = {
      send: () => Promise.reject(new Error('killed')),
      replyToSlack: () => Promise.reject(new Error('killed')),
    };
    await expect(runJobs(killed)).rejects.toThrow('killed');
    // Its job is lost, too.
    await runJobs();
    expect(sender.sent).toEqual([]);
    clock.advance(180_000);
    expect(await rearmNotifications({ store, clock })).toMatchObject([
      { type: 'notification.deliver' },
    ]);
    expect(await rearmNotifications({ store, clock })).toEqual([]);
    await runJobs();
    expect(sender.sent).toMatchObject([{ message: { attempt: 2 } }]);
    const [row] = await database.prisma.notificationDelivery.findMany();
    expect(row).toMatchObject({ state: 'Delivered', attempts: 2 });
  });

  it('does not lose an event whose job is lost', async () => {
    await store.notificationEvents.record(aNotificationEvent());
    await database.prisma.outboxEntry.deleteMany();
    clock.advance(120_000);
    expect(await rearmNotifications({ store, clock })).toMatchObject([
      { type: 'notification.route' },
    ]);
    await runJobs();
    expect(sender.sent).toHaveLength(1);
  });
});

describe('the stored channel', () => {
  it('keeps its name unique and its version', async () => {
    await expect(
      store.notificationChannels.insert(aChannel({ id: 'chn_2', name: 'chn_1' })),
    ).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    const channel = await store.notificationChannels.find('chn_1');
    expect(channel).toEqual(aChannel({ id: 'chn_1' }));
    if (channel === null) return;
    expect(await store.notificationChannels.save(channel)).toMatchObject({ version: 2 });
    expect(await store.notificationChannels.save(channel)).toBeNull();
    expect(await store.notificationChannels.remove(channel)).toBe(false);
    expect(await store.notificationChannels.remove({ ...channel, version: 2 })).toBe(true);
    expect(await store.notificationChannels.rules()).toEqual([]);
  });

  it('gets a digest as one delivery', async () => {
    const channel = await store.notificationChannels.find('chn_1');
    if (channel !== null) await store.notificationChannels.save({ ...channel, digestMinutes: 10 });
    await store.notificationEvents.record(aNotificationEvent());
    await store.notificationEvents.record(aNotificationEvent({ severity: 'Critical' }));
    await runJobs();
    expect(sender.sent).toEqual([]);
    clock.advance(10 * 60_000 + 120_000);
    await rearmNotifications({ store, clock });
    await runJobs();
    expect(sender.sent).toHaveLength(1);
    expect(sender.sent[0]?.message.events.map(({ severity }) => severity)).toEqual([
      'Warning',
      'Critical',
    ]);
  });
});

describe('a delivery', () => {
  it('waits for Retry-After, and its attempts are kept', async () => {
    sender.outcome = {
      ...acceptedAttempt,
      outcome: 'Failed',
      status: 429,
      response: 'slow down',
      retryAfterMs: 90_000,
    };
    await store.notificationEvents.record(aNotificationEvent());
    await runJobs();
    const [row] = await database.prisma.notificationDelivery.findMany();
    expect(row?.nextAttemptAt?.getTime()).toBe(clock.now() + 90_000);
    expect(await store.notificationDeliveries.attempts(row?.id ?? '')).toMatchObject([
      { number: 1, outcome: 'Failed', status: 429, response: 'slow down' },
    ]);
    expect(await store.notificationChannels.find('chn_1')).toMatchObject({
      failingSince: clock.now(),
      version: 1,
    });
  });
});
