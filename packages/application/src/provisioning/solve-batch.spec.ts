import { AppError } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { SchedulingBatchState } from '../domain/scheduling/scheduling-batch.js';
import type { Ports } from '../ports/ports.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, inTransactions, withoutView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { receivePodEvents } from './open-batch.js';
import { solveBatch } from './solve-batch.js';

const requests = { cpu: 1_000, memory: 1024 ** 3 };

/** Adds pending pods and returns the batch that Kerf opened for them. */
async function openBatch(setup: ClusterSetup, replicas: number) {
  const { cluster, ports, clusterId, store } = setup;
  cluster.addPendingPods(replicas, requests);
  const pending = [...cluster.pending.values()].map(({ pod }) => ({
    uid: pod.uid,
    name: pod.name,
    namespace: pod.spec.namespace,
  }));
  await receivePodEvents(ports, clusterId, pending);
  const batch = await store.batches.findOpen(clusterId);
  if (batch === null) throw new RangeError('no batch was opened');
  return { clusterId, batchId: batch.id, dueAt: batch.dueAt };
}

describe('solveBatch', () => {
  it('waits until the batch window has closed', async () => {
    const setup = await setUpCluster();
    const batch = await openBatch(setup, 3);
    const ms = batch.dueAt - setup.clock.now();
    expect(ms).toBeGreaterThan(0);
    expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'Wait', ms });
  });

  it('records a decision, its NodeClaims, the pods’ verdicts, and requests the launch', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const batch = await openBatch(setup, 3);
    clock.advance(batch.dueAt - clock.now());
    setup.takeJobs();
    expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'Done' });
    const [decision] = store.tables.decisions.all();
    expect(decision).toMatchObject({ kind: 'Provision', state: 'Executing', podCount: 3 });
    const claims = await store.nodeClaims.inStates(clusterId, ['Requested']);
    expect(claims.map(({ id }) => id)).toEqual(decision?.nodeClaimIds);
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.launch',
      clusterId,
      nodeClaimIds: decision?.nodeClaimIds,
    });
    expect(store.tables.verdicts.all().map(({ verdict }) => verdict.kind)).toEqual([
      'NewNode',
      'NewNode',
      'NewNode',
    ]);
    expect(await store.batches.find(batch.batchId)).toMatchObject({
      state: 'Solved',
      outcome: { pods: 3, newNodeClaims: claims.length, unschedulable: 0 },
    });
  });
});

/** Opens a batch and advances the clock to the end of its window. */
async function dueBatch(setup: ClusterSetup, replicas: number) {
  const batch = await openBatch(setup, replicas);
  setup.clock.advance(batch.dueAt - setup.clock.now());
  setup.takeJobs();
  return batch;
}

describe('solveBatch, a batch that is not solved now', () => {
  it('ignores a batch that does not exist', async () => {
    const { ports, clusterId } = await setUpCluster();
    const missing = { clusterId, batchId: 'bat_none' };
    expect(await solveBatch(ports, missing)).toEqual({ kind: 'NotNeeded' });
  });

  it.each<SchedulingBatchState>(['Solving', 'Solved', 'Failed'])(
    'ignores a batch in state %s',
    async (state) => {
      const setup = await setUpCluster();
      const batch = await dueBatch(setup, 1);
      setup.store.tables.batches.updateWhere(
        () => true,
        (row) => ({ ...row, state }),
      );
      expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'NotNeeded' });
      expect(await setup.store.batches.find(batch.batchId)).toMatchObject({ state });
      expect(setup.store.tables.decisions.all()).toEqual([]);
    },
  );

  it('decides once when the job runs twice', async () => {
    const setup = await setUpCluster();
    const batch = await dueBatch(setup, 1);
    await solveBatch(setup.ports, batch);
    expect(await solveBatch(setup.ports, batch)).toEqual({ kind: 'NotNeeded' });
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it.each([
    ['Requested', 14_999, 'Wait'],
    ['Requested', 15_000, 'Done'],
    ['Launching', 14_999, 'Wait'],
    ['Launched', 0, 'Done'],
  ] as const)('with a NodeClaim %s %i ms ago has the outcome %s', async (state, ms, kind) => {
    const setup = await setUpCluster();
    const batch = await dueBatch(setup, 1);
    const requestedAt = setup.clock.now() - ms;
    await addNode(setup, 'new', { claim: { state, requestedAt, instance: null } });
    setup.cluster.nodes.clear();
    const outcome = await solveBatch(setup.ports, batch);
    expect(outcome).toEqual(kind === 'Wait' ? { kind, ms: 200 } : { kind });
  });

  it.each([
    [119_999, 'Solving', 0],
    [120_000, 'Failed', 1],
  ] as const)(
    'waits for a batch that has been solved for %i ms, which is then %s',
    async (ms, state, added) => {
      const setup = await setUpCluster();
      const { ports, clusterId, store, clock } = setup;
      await dueBatch(setup, 1);
      store.tables.batches.updateWhere(
        () => true,
        (row) => ({ ...row, state: 'Solving' }),
      );
      const [first] = store.tables.batches.all();
      await receivePodEvents(ports, clusterId, [
        { uid: 'late', name: 'late', namespace: 'default' },
      ]);
      const open = await store.batches.findOpen(clusterId);
      clock.advance((open?.dueAt ?? 0) - clock.now());
      store.tables.batches.updateWhere(
        ({ id }) => id === first?.id,
        (row) => ({ ...row, solvingSince: clock.now() - ms }),
      );
      const input = { clusterId, batchId: open?.id ?? '' };
      expect(await solveBatch(ports, input)).toEqual({ kind: 'Wait', ms: 100 });
      expect(await store.batches.find(first?.id ?? '')).toMatchObject({ state });
      expect(await store.batches.podsOf(open?.id ?? '')).toHaveLength(1 + added);
      expect(await store.batches.find(open?.id ?? '')).toMatchObject({ state: 'Open' });
    },
  );
});

describe('solveBatch, failures', () => {
  const unavailable = new AppError({ code: 'DB.UNAVAILABLE', message: 'the database is away' });

  it.each<readonly [string, (setup: ClusterSetup) => Ports]>([
    ['the cluster cache is not synced', withoutView],
    [
      'the engine fails',
      ({ ports }) => ({
        ...ports,
        engine: { ...ports.engine, solve: () => Promise.reject(unavailable) },
      }),
    ],
    [
      'the decision cannot be stored',
      ({ ports }) =>
        inTransactions(ports, ({ decisions }) => ({
          decisions: { ...decisions, insert: () => Promise.reject(unavailable) },
        })),
    ],
  ])('abandons the batch when %s', async (_, portsOf) => {
    const setup = await setUpCluster();
    const batch = await dueBatch(setup, 1);
    await expect(solveBatch(portsOf(setup), batch)).rejects.toBeInstanceOf(AppError);
    expect(await setup.store.batches.find(batch.batchId)).toMatchObject({ state: 'Failed' });
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(setup.store.tables.verdicts.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('records nothing when another worker took over the batch during the solve', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    const batch = await dueBatch(setup, 1);
    const engine: Ports['engine'] = {
      ...ports.engine,
      async solve(...input) {
        const row = await store.batches.find(batch.batchId);
        if (row !== null) await store.batches.save({ ...row, state: 'Failed' });
        return ports.engine.solve(...input);
      },
    };
    await expect(solveBatch({ ...ports, engine }, batch)).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
    expect(store.tables.decisions.all()).toEqual([]);
    expect(store.tables.nodeClaims.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('solveBatch, the plan', () => {
  it('is only shown in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await solveBatch(setup.ports, await dueBatch(setup, 1));
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { state: 'Proposed', verdict: { kind: 'ObserveOnly' }, nodeClaimIds: [] },
    ]);
    expect(setup.store.tables.nodeClaims.all()).toEqual([]);
    expect(setup.store.tables.verdicts.all()).toMatchObject([
      { verdict: { kind: 'NewNode', nodePool: 'default', nodeClaimId: null } },
    ]);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
  });

  it('needs no approval in mode approve', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    await solveBatch(setup.ports, await dueBatch(setup, 1));
    expect(setup.store.tables.decisions.all()).toMatchObject([{ state: 'Executing' }]);
  });

  it('uses existing nodes, which are not disrupted while the pods are on their way', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, ports, store } = setup;
    await addNode(setup, 'a', { instanceType: 'm5.2xlarge' });
    const batch = await dueBatch(setup, 2);
    await solveBatch(ports, batch);
    expect(store.tables.decisions.all()).toEqual([]);
    expect(await store.batches.find(batch.batchId)).toMatchObject({
      state: 'Solved',
      solvedAt: clock.now(),
      outcome: { pods: 2, onExistingNodes: 2, newNodeClaims: 0, decisionId: null },
    });
    expect([...ports.memory.nominations.of(clusterId, clock.now())]).toEqual([
      ['node-a', clock.now() + 20_000],
    ]);
    expect(store.tables.verdicts.all()).toMatchObject([
      { verdict: { kind: 'ExistingNode', nodeName: 'node-a' }, evaluatedAt: clock.now() },
      { verdict: { kind: 'ExistingNode', nodeName: 'node-a' }, batchId: batch.batchId },
    ]);
  });

  it('explains unschedulable pods', async () => {
    const setup = await setUpCluster({}, { limits: { cpu: '1' } });
    const batch = await dueBatch(setup, 1);
    await solveBatch(setup.ports, batch);
    expect(setup.store.tables.verdicts.all()).toMatchObject([
      { verdict: { kind: 'Unschedulable', byNodePool: [{ nodePool: 'default' }] } },
    ]);
    expect(await setup.store.batches.find(batch.batchId)).toMatchObject({
      outcome: { pods: 1, unschedulable: 1, newNodeClaims: 0 },
    });
    expect(setup.events.reasons).toEqual(['FailedScheduling Pod']);
  });

  it('remembers the state that was solved', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports } = setup;
    await addNode(setup, 'a', { instanceType: 'm5.2xlarge' });
    const batch = await dueBatch(setup, 1);
    const { stateDigest } = await loadSnapshot(ports, clusterId);
    expect(ports.memory.plans.wasSolved(clusterId, stateDigest)).toBe(false);
    await solveBatch(ports, batch);
    expect(ports.memory.plans.wasSolved(clusterId, stateDigest)).toBe(true);
  });

  it('publishes that the pods have new verdicts', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    await solveBatch(setup.ports, await dueBatch(setup, 1));
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'pods',
      clusterId,
      id: null,
      version: clock.now(),
    });
  });
});

describe('solveBatch, units of CapacityBuffers', () => {
  /** Stores a buffer of two units. */
  async function addBuffer({ store, clusterId }: ClusterSetup): Promise<void> {
    const podSpec = aPod('unit').requesting({ milliCpu: 500, memoryMib: 64 }).spec();
    await store.capacityBuffers.replaceAll(clusterId, [
      {
        clusterId,
        namespace: 'default',
        name: 'spare',
        uid: 'uid-spare',
        generation: 1,
        spec: null,
        resolved: {
          buffer: {
            namespace: 'default',
            name: 'spare',
            podSpec,
            replicas: 2,
            share: null,
            limits: {},
          },
          units: 2,
          isLimited: false,
          templateGeneration: 1,
        },
        problems: [],
        outcome: null,
      },
    ]);
  }

  it('are held on nodes without nominating them, and are no pods of the batch', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, ports, store } = setup;
    await addBuffer(setup);
    await addNode(setup, 'a', { instanceType: 'm5.2xlarge' });
    await receivePodEvents(ports, clusterId, [{ uid: 'gone', name: 'gone', namespace: 'x' }]);
    const batch = await store.batches.findOpen(clusterId);
    clock.advance(1_000);
    await solveBatch(ports, { clusterId, batchId: batch?.id ?? '' });
    expect(await store.batches.find(batch?.id ?? '')).toMatchObject({
      outcome: { pods: 0, onExistingNodes: 0, unschedulable: 0 },
    });
    expect([...ports.memory.nominations.of(clusterId, clock.now())]).toEqual([]);
    expect(store.tables.verdicts.all()).toEqual([]);
    expect(await store.capacityBuffers.list(clusterId)).toMatchObject([
      { outcome: { held: 2, coming: 0, without: 0, at: clock.now() } },
    ]);
  });

  it('get nodes of their own, which are launched', async () => {
    const setup = await setUpCluster();
    const { clusterId, ports, store } = setup;
    await addBuffer(setup);
    const batch = await dueBatch(setup, 1);
    await solveBatch(ports, batch);
    expect(store.tables.decisions.all()).toMatchObject([{ podCount: 1, state: 'Executing' }]);
    expect(await store.capacityBuffers.list(clusterId)).toMatchObject([
      { outcome: { held: 0, coming: 2, without: 0 } },
    ]);
  });
});

describe('solveBatch, pods that the scheduler has not tried', () => {
  /** Two pods of one CPU each and the batch that they open. */
  async function untriedBatch(setup: ClusterSetup) {
    const batch = await dueBatch(setup, 2);
    const { cluster } = setup;
    const pods = [...cluster.pending.values()].map(({ pod }) => pod);
    cluster.pending.clear();
    cluster.addUntriedPods(pods);
    return { batch, pods };
  }

  it('get a node at once when no node can take them', async () => {
    const setup = await setUpCluster();
    const { batch } = await untriedBatch(setup);
    await solveBatch(setup.ports, batch);
    const { newNodeClaims } = (await setup.store.batches.find(batch.batchId))?.outcome ?? {};
    expect(newNodeClaims).toBe(1);
    expect(setup.store.tables.verdicts.all().map(({ verdict }) => verdict.kind)).toEqual([
      'NewNode',
      'NewNode',
    ]);
  });

  it('are not planned for where the cluster waits for its scheduler', async () => {
    const setup = await setUpCluster({
      settings: { ...defaultClusterSettings, waitForScheduler: true },
    });
    const { batch } = await untriedBatch(setup);
    await solveBatch(setup.ports, batch);
    expect((await setup.store.batches.find(batch.batchId))?.outcome).toMatchObject({
      pods: 0,
      newNodeClaims: 0,
    });
  });

  it('are left to the scheduler without a verdict or event when a node could take them', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'free', { instanceType: 'c5.2xlarge' });
    const { batch, pods } = await untriedBatch(setup);
    await solveBatch(setup.ports, batch);
    expect(setup.store.tables.verdicts.all()).toEqual([]);
    expect(setup.events.recorded).toEqual([]);
    const until = setup.clock.now() + 20_000;
    expect(setup.ports.memory.nominations.of(setup.clusterId, setup.clock.now())).toEqual(
      new Map([['node-free', until]]),
    );
    for (const { uid } of pods) setup.cluster.markUnschedulable(uid);
    const { snapshot } = await loadSnapshot(setup.ports, setup.clusterId);
    expect(snapshot.pods.map(({ isUntried }) => isUntried)).toEqual([undefined, undefined]);
  });

  it('have no verdict while the plan refuses them', async () => {
    const setup = await setUpCluster();
    const { batch } = await untriedBatch(setup);
    for (const [uid, pending] of setup.cluster.pending) {
      const spec = { ...pending.pod.spec, key: 'huge', requests: { cpu: 10_000_000, pods: 1 } };
      setup.cluster.pending.set(uid, { ...pending, pod: { ...pending.pod, spec } });
    }
    await solveBatch(setup.ports, batch);
    expect(setup.store.tables.verdicts.all()).toEqual([]);
  });
});

describe('solveBatch, pods that their controller has not created yet', () => {
  async function solveWithExpected(settings = {}) {
    const setup = await setUpCluster({ settings: { ...defaultClusterSettings, ...settings } });
    const batch = await dueBatch(setup, 1);
    const [pending] = setup.cluster.pending.values();
    if (pending === undefined) throw new RangeError('there is no pending pod');
    const { ownerKind, ownerName, pod } = pending;
    setup.cluster.expectedPods = [
      { ownerKind, ownerName, wanted: 40, existing: 1, count: 39, spec: pod.spec },
    ];
    await solveBatch(setup.ports, batch);
    const [decision] = setup.store.tables.decisions.all();
    return { ...setup, decision, batch: await setup.store.batches.find(batch.batchId) };
  }

  it('are planned for with the pods that exist', async () => {
    const { decision, batch } = await solveWithExpected();
    expect(decision?.podCount).toBe(40);
    expect(batch?.outcome?.pods).toBe(1);
    const { pods = {} } = decision?.body.type === 'Provision' ? decision.body : {};
    expect(Object.values(pods)).toContainEqual({
      namespace: 'default',
      name: 'inflate-expected-1',
      owner: 'ReplicaSet/inflate',
    });
  });

  it('have no verdicts and events', async () => {
    const { store, events } = await solveWithExpected();
    expect(store.tables.verdicts.all().map(({ podUid }) => podUid)).toEqual(['pod-1']);
    expect(events.recorded.filter(({ about }) => about.kind === 'Pod')).toHaveLength(1);
  });

  it.each([{ anticipatePods: false }, { waitForScheduler: true }])(
    'are not planned for in a cluster with %o',
    async (settings) => {
      const { decision } = await solveWithExpected(settings);
      expect(decision?.podCount).toBe(1);
    },
  );
});
