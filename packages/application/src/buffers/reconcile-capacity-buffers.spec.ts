import { describe, expect, it } from 'vitest';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { requestedJobs, withoutView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { reconcileCapacityBuffers } from './reconcile-capacity-buffers.js';

const follows = { apiGroup: 'apps', kind: 'Deployment', name: 'web' };
const spec = { scalableRef: follows, replicas: 2 };
const status = 'CapacityBuffer/default/spare';

/** A cluster with the buffer `spare` of two units. */
async function withBuffer(mode: 'auto' | 'observe' = 'auto'): Promise<ClusterSetup> {
  const setup = await setUpCluster({ mode });
  setup.cluster.deploy('web', 8, { cpu: 500, memory: 1024 ** 3 });
  setup.cluster.applyCapacityBuffer('spare', spec);
  return setup;
}

const reconcile = ({ ports, clusterId }: ClusterSetup) =>
  reconcileCapacityBuffers(ports, { clusterId });

const buffersOf = ({ store, clusterId }: ClusterSetup) => store.capacityBuffers.list(clusterId);

/** Counts how often the template of the buffer is read. */
function countReads({ cluster }: ClusterSetup): { count: number } {
  const reads = { count: 0 };
  const readPodTemplate = cluster.readPodTemplate.bind(cluster);
  cluster.readPodTemplate = (...input) => {
    reads.count += 1;
    return readPodTemplate(...input);
  };
  return reads;
}

/** Counts how often a status is written. */
function countWrites({ cluster }: ClusterSetup): { count: number } {
  const writes = { count: 0 };
  const applyBufferStatus = cluster.applyBufferStatus.bind(cluster);
  cluster.applyBufferStatus = (...input) => {
    writes.count += 1;
    return applyBufferStatus(...input);
  };
  return writes;
}

describe('reconcileCapacityBuffers', () => {
  it('records the buffer, requests a solve and writes the status', async () => {
    const setup = await withBuffer();
    const { clusterId, clock, store } = setup;
    // Solved batches record outcomes of buffers without a notice.
    expect(await reconcile(setup)).toEqual({ kind: 'Done', nextAt: clock.now() + 30_000 });
    expect(await buffersOf(setup)).toMatchObject([
      {
        namespace: 'default',
        name: 'spare',
        uid: 'uid-spare',
        generation: 1,
        resolved: { units: 2 },
        outcome: null,
      },
    ]);
    const batch = await store.batches.findOpen(clusterId);
    expect(await store.batches.podsOf(batch?.id ?? '')).toEqual([
      'capacity-buffer/default/spare/0',
    ]);
    expect(requestedJobs(setup, 'provisioning.solve-batch')).toHaveLength(1);
    expect(setup.cluster.statuses.get(status)?.fields).toMatchObject({ replicas: 2 });
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'definition',
      clusterId,
      id: null,
      version: clock.now(),
    });
  });

  it('does nothing while the cluster cache is not synced', async () => {
    const setup = await withBuffer();
    const { clusterId } = setup;
    expect(await reconcileCapacityBuffers(withoutView(setup), { clusterId })).toEqual({
      kind: 'Done',
    });
    expect(await buffersOf(setup)).toEqual([]);
  });

  it('writes no status in mode observe', async () => {
    const setup = await withBuffer('observe');
    await reconcile(setup);
    expect(setup.cluster.statuses.size).toBe(0);
    expect(await buffersOf(setup)).toHaveLength(1);
  });

  it.each(['auto', 'observe'] as const)(
    'records an Event on a buffer that cannot be read, unless the mode is observe: %s',
    async (mode) => {
      const setup = await withBuffer(mode);
      setup.cluster.applyCapacityBuffer('wrong', { ...spec, replicas: 'many' });
      await reconcile(setup);
      const about = { kind: 'CapacityBuffer', namespace: 'default', name: 'wrong' };
      const event = { about, type: 'Warning', reason: 'ValidationFailed' };
      expect(setup.events.recorded).toMatchObject(mode === 'auto' ? [event] : []);
      for (const { message } of setup.events.recorded) expect(message).toMatch(/replicas.*Until/);
    },
  );

  it('removes the record of a buffer that is gone', async () => {
    const setup = await withBuffer();
    await reconcile(setup);
    setup.cluster.removeCapacityBuffer('spare');
    await reconcile(setup);
    expect(await buffersOf(setup)).toEqual([]);
  });

  it('requests no solve for a buffer without units or with problems', async () => {
    const setup = await withBuffer();
    setup.cluster.applyCapacityBuffer('spare', { ...spec, replicas: 0 });
    setup.cluster.applyCapacityBuffer('wrong', { ...spec, scalableRef: { ...follows, name: 'x' } });
    await reconcile(setup);
    expect(await buffersOf(setup)).toHaveLength(2);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('fails until the cluster has an endpoint', async () => {
    const setup = await withBuffer();
    setup.store.tables.clusters.updateWhere(
      () => true,
      (row) => ({ ...row, facts: null }),
    );
    await expect(reconcile(setup)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
  });
});

describe('reconcileCapacityBuffers, repeated', () => {
  it('resolves unchanged buffers again after 30 s', async () => {
    const setup = await withBuffer();
    const reads = countReads(setup);
    await reconcile(setup);
    setup.clock.advance(29_999);
    await reconcile(setup);
    expect(reads.count).toBe(1);
    setup.clock.advance(1);
    await reconcile(setup);
    expect(reads.count).toBe(2);
  });

  it('resolves changed buffers at once', async () => {
    const setup = await withBuffer();
    await reconcile(setup);
    setup.cluster.applyCapacityBuffer('spare', { ...spec, replicas: 3 });
    await reconcile(setup);
    expect(await buffersOf(setup)).toMatchObject([{ resolved: { units: 3 } }]);
  });

  it('follows the replicas of the workload', async () => {
    const setup = await withBuffer();
    setup.cluster.applyCapacityBuffer('spare', { scalableRef: follows, percentage: 50 });
    await reconcile(setup);
    setup.cluster.deploy('web', 20, { cpu: 500, memory: 1024 ** 3 });
    setup.clock.advance(30_000);
    await reconcile(setup);
    expect(await buffersOf(setup)).toMatchObject([{ resolved: { units: 10 } }]);
  });

  it('stores and writes nothing that has not changed', async () => {
    const setup = await withBuffer();
    const writes = countWrites(setup);
    await reconcile(setup);
    const published = setup.store.tables.changes.all().length;
    setup.clock.advance(30_000);
    await reconcile(setup);
    expect(writes.count).toBe(1);
    expect(setup.store.tables.changes.all()).toHaveLength(published);
  });

  it('adds the buffer to an open batch once', async () => {
    const setup = await withBuffer();
    await reconcile(setup);
    setup.clock.advance(30_000);
    await reconcile(setup);
    expect(requestedJobs(setup, 'provisioning.solve-batch')).toHaveLength(1);
    expect(await setup.store.batches.findOpen(setup.clusterId)).toMatchObject({ podCount: 1 });
  });

  it('requests no solve of a state that was solved', async () => {
    const setup = await withBuffer();
    const { clusterId, clock, ports, store } = setup;
    await reconcile(setup);
    const { stateDigest } = await loadSnapshot(ports, clusterId);
    store.tables.batches.deleteWhere(() => true);
    ports.memory.plans.setSolved(clusterId, {
      stateDigest,
      at: ports.clock.now(),
      mode: 'auto',
      decisionId: null,
      launches: false,
    });
    clock.advance(30_000);
    await reconcile(setup);
    expect(await store.batches.findOpen(clusterId)).toBeNull();
    setup.cluster.addPendingPods(1, { cpu: 100, memory: 1_024 });
    clock.advance(30_000);
    await reconcile(setup);
    expect(await store.batches.findOpen(clusterId)).not.toBeNull();
  });

  it('writes the outcome of the solve to the status, and keeps it', async () => {
    const setup = await withBuffer();
    const { clusterId, clock, store } = setup;
    await reconcile(setup);
    const outcome = { held: 2, coming: 0, without: 0, reasons: [], at: clock.now() };
    await store.capacityBuffers.saveOutcomes(clusterId, new Map([['default/spare', outcome]]));
    await reconcile(setup);
    const conditions = setup.cluster.statuses.get(status)?.conditions;
    expect(conditions).toContainEqual({
      type: 'Provisioning',
      status: 'True',
      reason: 'FitsExistingCapacity',
      message: 'All 2 units fit on existing nodes',
    });
    clock.advance(30_000);
    await reconcile(setup);
    expect(await buffersOf(setup)).toMatchObject([{ outcome }]);
  });

  it('writes the status again for an object that was created again', async () => {
    const setup = await withBuffer();
    const writes = countWrites(setup);
    await reconcile(setup);
    setup.cluster.removeCapacityBuffer('spare');
    await reconcile(setup);
    setup.cluster.applyCapacityBuffer('spare', spec);
    await reconcile(setup);
    expect(writes.count).toBe(2);
  });

  it('writes no status of a buffer that belongs to another controller', async () => {
    const setup = await withBuffer();
    setup.cluster.applyCapacityBuffer('spare', { ...spec, provisioningStrategy: 'x.com/lazy' });
    await reconcile(setup);
    expect(setup.cluster.statuses.size).toBe(0);
  });
});

describe('reconcileCapacityBuffers, the permission to read them', () => {
  const kind = 'capacitybuffers.autoscaling.x-k8s.io';

  it('is a finding while it is missing', async () => {
    const setup = await setUpCluster();
    setup.cluster.unreadableKinds = [kind];
    await reconcile(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([
      { code: 'KIND_UNREADABLE', object: `CustomResourceDefinition/${kind}`, count: 1 },
    ]);
    setup.clock.advance(30_000);
    await reconcile(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([{ count: 1 }]);
    setup.cluster.unreadableKinds = [];
    setup.clock.advance(30_000);
    await reconcile(setup);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });
});
