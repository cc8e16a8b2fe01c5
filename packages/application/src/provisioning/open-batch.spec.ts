import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { addToBatch, receivePodEvents, solveAt } from './open-batch.js';

const podEvents = (...uids: readonly string[]) =>
  uids.map((uid) => ({ uid, namespace: 'default', name: uid }));

const add = (
  { ports, store, clusterId }: ClusterSetup,
  podUids: readonly string[],
  withinMs?: number,
) =>
  store.transaction((tx) =>
    addToBatch(ports, tx, { clusterId, podUids, ...(withinMs === undefined ? {} : { withinMs }) }),
  );

const openBatchOf = async ({ store, clusterId }: ClusterSetup) => {
  const batch = await store.batches.findOpen(clusterId);
  if (batch === null) throw new RangeError('there is no open batch');
  return batch;
};

describe('receivePodEvents', () => {
  it('opens a batch for the first pods, which is solved at the end of the idle window', async () => {
    const { ports, store, clusterId, clock } = await setUpCluster();
    const now = clock.now();
    await receivePodEvents(ports, clusterId, podEvents('a', 'b'));
    const [batch] = store.tables.batches.all();
    expect(batch).toMatchObject({
      id: expect.stringMatching(/^bat_/),
      clusterId,
      state: 'Open',
      openedAt: now,
      dueAt: now + 1_000,
      latestAt: now + 10_000,
      podCount: 2,
      solvingSince: null,
      outcome: null,
    });
    expect(await store.batches.undecidedPods(clusterId)).toEqual(['a', 'b']);
    expect(store.tables.outbox.all()).toEqual([
      {
        message: { type: 'provisioning.solve-batch', clusterId, batchId: batch?.id },
        deliverAt: now + 1_000,
      },
    ]);
  });

  it('uses the windows of the cluster’s settings', async () => {
    const setup = await setUpCluster({
      settings: { ...defaultClusterSettings, batchIdleMs: 3_000, batchMaxMs: 5_000 },
    });
    const now = setup.clock.now();
    await receivePodEvents(setup.ports, setup.clusterId, podEvents('a'));
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: now + 3_000, latestAt: now + 5_000 });
  });

  const untried = (uid: string) => ({ uid, namespace: 'default', name: uid, isUntried: true });

  it('adds pods that the scheduler has not tried', async () => {
    const { ports, store, clusterId } = await setUpCluster();
    await receivePodEvents(ports, clusterId, [untried('a')]);
    expect(await store.batches.undecidedPods(clusterId)).toEqual(['a']);
  });

  it('leaves out pods that the scheduler has not tried where it waits for the scheduler', async () => {
    const { ports, store, clusterId } = await setUpCluster({
      settings: { ...defaultClusterSettings, waitForScheduler: true },
    });
    await receivePodEvents(ports, clusterId, [untried('a')]);
    expect(store.tables.batches.all()).toEqual([]);
    await receivePodEvents(ports, clusterId, [untried('a'), ...podEvents('b')]);
    expect(await store.batches.undecidedPods(clusterId)).toEqual(['b']);
  });

  const announced = (uid: string) => ({ ...untried(uid), isAnnounced: true });

  it('closes early when the further pods of its controllers are known', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, clock } = setup;
    const openedAt = clock.now();
    await receivePodEvents(ports, clusterId, [announced('a')]);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: openedAt + 500 });
    clock.advance(200);
    await receivePodEvents(ports, clusterId, [announced('b')]);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: openedAt + 700 });
    clock.advance(700);
    await receivePodEvents(ports, clusterId, [announced('c')]);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: openedAt + 1_000 });
  });

  it.each([{ anticipatePods: false }, { waitForScheduler: true }])(
    'does not close early in a cluster with %o',
    async (settings) => {
      const setup = await setUpCluster({ settings: { ...defaultClusterSettings, ...settings } });
      const openedAt = setup.clock.now();
      await receivePodEvents(setup.ports, setup.clusterId, [
        { ...announced('a'), isUntried: false },
      ]);
      expect(await openBatchOf(setup)).toMatchObject({ dueAt: openedAt + 1_000 });
    },
  );

  it('does nothing without pods', async () => {
    const { ports, store, clusterId } = await setUpCluster();
    await receivePodEvents(ports, clusterId, []);
    expect(store.tables.batches.all()).toEqual([]);
    expect(store.tables.outbox.all()).toEqual([]);
  });

  it('refuses pods of an unknown cluster', async () => {
    const { ports } = await setUpCluster();
    await expect(receivePodEvents(ports, 'clu_2', podEvents('a'))).rejects.toMatchObject({
      code: 'STATE.NOT_FOUND',
    });
  });
});

describe('addToBatch', () => {
  it('opens no batch for no pods', async () => {
    const setup = await setUpCluster();
    await add(setup, []);
    expect(setup.store.tables.batches.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('extends the idle window for a further pod, without a second job', async () => {
    const setup = await setUpCluster();
    const openedAt = setup.clock.now();
    await add(setup, ['a']);
    setup.takeJobs();
    setup.clock.advance(400);
    await add(setup, ['b']);
    expect(await openBatchOf(setup)).toMatchObject({
      openedAt,
      dueAt: openedAt + 1_400,
      latestAt: openedAt + 10_000,
      podCount: 2,
    });
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.store.tables.batches.all()).toHaveLength(1);
  });

  it('neither extends the window nor counts a pod again for a repeated event', async () => {
    const setup = await setUpCluster();
    await add(setup, ['a', 'b']);
    const before = await openBatchOf(setup);
    setup.clock.advance(400);
    await add(setup, ['b', 'a']);
    expect(await openBatchOf(setup)).toEqual(before);
  });

  it.each([
    ['before', 8_999, 9_999],
    ['exactly when', 9_000, 10_000],
    ['after', 9_001, 10_000],
  ])(
    'closes after the maximum window when a pod comes %s the idle window reaches it',
    async (_when, ms, dueAfterMs) => {
      const setup = await setUpCluster();
      const openedAt = setup.clock.now();
      await add(setup, ['a']);
      setup.clock.advance(ms);
      await add(setup, ['b']);
      expect((await openBatchOf(setup)).dueAt).toBe(openedAt + dueAfterMs);
    },
  );

  it('opens a batch with a shorter window for pods that cannot wait', async () => {
    const setup = await setUpCluster();
    const now = setup.clock.now();
    await add(setup, ['a'], 200);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: now + 200, latestAt: now + 200 });
  });

  it('requests an earlier solve when a pod cannot wait for the open batch', async () => {
    const setup = await setUpCluster();
    const now = setup.clock.now();
    await add(setup, ['a']);
    const { id } = await openBatchOf(setup);
    setup.takeJobs();
    await add(setup, ['a'], 200);
    expect(await openBatchOf(setup)).toMatchObject({
      id,
      dueAt: now + 200,
      latestAt: now + 200,
      podCount: 1,
    });
    expect(setup.store.tables.outbox.all()).toEqual([
      {
        message: { type: 'provisioning.solve-batch', clusterId: setup.clusterId, batchId: id },
        deliverAt: now + 200,
      },
    ]);
  });

  it('shortens only the maximum window when the idle window still ends before the limit', async () => {
    const setup = await setUpCluster();
    const now = setup.clock.now();
    await add(setup, ['a']);
    setup.takeJobs();
    await add(setup, ['a'], 5_000);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: now + 1_000, latestAt: now + 5_000 });
    expect(setup.takeJobs()).toEqual([]);
  });

  it('never lengthens the maximum window', async () => {
    const setup = await setUpCluster();
    const now = setup.clock.now();
    await add(setup, ['a'], 200);
    await add(setup, ['b'], 60_000);
    expect(await openBatchOf(setup)).toMatchObject({ dueAt: now + 200, latestAt: now + 200 });
  });

  it('opens another batch while the former one is being solved', async () => {
    const setup = await setUpCluster();
    await add(setup, ['a']);
    const first = await openBatchOf(setup);
    await setup.store.batches.save({ ...first, state: 'Solving', solvingSince: 0 });
    await add(setup, ['b']);
    const second = await openBatchOf(setup);
    expect(second.id).not.toBe(first.id);
    expect(await setup.store.batches.podsOf(second.id)).toEqual(['b']);
  });

  it('asks for a retry, and adds nothing, when the batch is closed at the same time', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    await add(setup, ['a']);
    setup.takeJobs();
    const closing = store.transaction((tx) => {
      const batches = { ...tx.batches, save: () => Promise.resolve(null) };
      return addToBatch(ports, { ...tx, batches }, { clusterId, podUids: ['b'], withinMs: 0 });
    });
    await expect(closing).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(await store.batches.undecidedPods(clusterId)).toEqual(['a']);
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('solveAt', () => {
  it('returns the job that solves the batch when it is due', async () => {
    const setup = await setUpCluster();
    await add(setup, ['a']);
    const batch = await openBatchOf(setup);
    expect(solveAt(batch)).toEqual({
      message: {
        type: 'provisioning.solve-batch',
        clusterId: setup.clusterId,
        batchId: batch.id,
      },
      deliverAt: batch.dueAt,
    });
  });
});
