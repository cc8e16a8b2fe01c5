import { describe, expect, it } from 'vitest';
import { addNode, withoutView } from '../testing/disruption-setup.js';
import { refusing } from '../testing/refusing.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { readScheduledEvents } from './read-scheduled-events.js';

describe('readScheduledEvents', () => {
  it('handles each scheduled event like a warning without a deadline', async () => {
    const setup = await setUpCluster();
    const { cloud, clusterId, clock, ports, store } = setup;
    await addNode(setup, 'a');
    await addNode(setup, 'b');
    cloud.scheduledEvents.push(
      { id: 'event-1', instanceId: 'i-a' },
      { id: 'event-2', instanceId: 'i-foreign' },
    );
    await readScheduledEvents(ports, clusterId);
    expect(store.tables.interruptions.all()).toMatchObject([
      {
        kind: 'ScheduledChange',
        eventId: 'event-1',
        instanceId: 'i-a',
        warnedAt: clock.now(),
        deadline: null,
        action: 'Drain',
      },
    ]);
    expect((await store.nodeClaims.find('ncl_a'))?.state).toBe('Terminating');
    expect((await store.nodeClaims.find('ncl_b'))?.state).toBe('Initialized');
    expect(setup.meter.of('InstanceUnhealthy')).toEqual([
      { kind: 'InstanceUnhealthy', category: 'event_status' },
    ]);
  });

  it('handles an event once, however often it is read', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    setup.cloud.scheduledEvents.push({ id: 'event-1', instanceId: 'i-a' });
    await readScheduledEvents(setup.ports, setup.clusterId);
    await readScheduledEvents(setup.ports, setup.clusterId);
    expect(setup.store.tables.interruptions.all()).toHaveLength(1);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it('does not ask the cloud in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const { cloud, ports } = setup;
    await addNode(setup, 'a');
    cloud.scheduledEvents.push({ id: 'event-1', instanceId: 'i-a' });
    let questions = 0;
    const listScheduledEvents = cloud.listScheduledEvents.bind(cloud);
    cloud.listScheduledEvents = () => {
      questions += 1;
      return listScheduledEvents();
    };
    await readScheduledEvents(ports, setup.clusterId);
    expect(questions).toBe(0);
    expect(setup.store.tables.interruptions.all()).toEqual([]);
  });

  it('needs no cluster cache when AWS has scheduled nothing', async () => {
    const setup = await setUpCluster();
    const ports = { ...withoutView(setup), cloud: setup.cloud };
    await readScheduledEvents(ports, setup.clusterId);
    setup.cloud.scheduledEvents.push({ id: 'event-1', instanceId: 'i-a' });
    await expect(readScheduledEvents(ports, setup.clusterId)).rejects.toMatchObject({
      code: 'CLUSTER.NOT_SYNCED',
    });
  });

  it('handles the other events when one is refused, and then fails with its instance', async () => {
    const setup = await setUpCluster();
    const { cloud, clusterId, store, ports } = setup;
    for (const name of ['a', 'b']) {
      await addNode(setup, name);
      cloud.scheduledEvents.push({ id: `event-${name}`, instanceId: `i-${name}` });
    }
    const refused = refusing(ports, { of: 'interruptions.insert', about: 'event-a' });
    await expect(readScheduledEvents(refused, clusterId)).rejects.toMatchObject({
      code: 'CLUSTER.INVALID',
      message: expect.stringContaining('Instance i-a'),
    });
    expect((await store.nodeClaims.find('ncl_a'))?.state).toBe('Initialized');
    expect((await store.nodeClaims.find('ncl_b'))?.state).toBe('Terminating');
    await readScheduledEvents(ports, clusterId);
    expect((await store.nodeClaims.find('ncl_a'))?.state).toBe('Terminating');
  });
});
