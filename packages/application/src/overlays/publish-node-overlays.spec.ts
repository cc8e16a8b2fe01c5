import { AppError, labelKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { withoutView, withView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { conflictSentence, publishNodeOverlays } from './publish-node-overlays.js';

const typeIn = (...values: readonly string[]) => ({
  key: labelKeys.instanceType,
  operator: 'In',
  values,
});
const cheap = { requirements: [typeIn('m5.large')], price: '0.01' };

const publish = ({ ports, clusterId }: ClusterSetup) => publishNodeOverlays(ports, { clusterId });
const rowsOf = ({ store }: ClusterSetup) => store.tables.overlays.all();

/** Counts the statuses that are written. */
function countWrites({ cluster }: ClusterSetup): { count: number } {
  const writes = { count: 0 };
  const applyDefinitionStatus = cluster.applyDefinitionStatus.bind(cluster);
  cluster.applyDefinitionStatus = (...input) => {
    writes.count += 1;
    return applyDefinitionStatus(...input);
  };
  return writes;
}

/** Returns `type=status reason` of the conditions of an overlay. */
const conditionsOf = ({ cluster }: ClusterSetup, name: string) =>
  cluster.statuses
    .get(`NodeOverlay/${name}`)
    ?.conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`);

describe('publishNodeOverlays', () => {
  it('reports the instance types and NodePools that an overlay applies to', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    setup.cluster.applyNodeOverlay('cheap', cheap);
    expect(await publish(setup)).toEqual({ kind: 'Done' });
    expect(rowsOf(setup)).toMatchObject([
      {
        clusterId,
        name: 'cheap',
        spec: { price: '0.01' },
        state: { kind: 'Applied', nodePools: ['default'], instanceTypes: 1 },
      },
    ]);
    expect(conditionsOf(setup, 'cheap')).toEqual([
      'ValidationSucceeded=True ValidationSucceeded',
      'Ready=True Ready',
    ]);
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'definition',
      clusterId,
      id: null,
      version: clock.now(),
    });
  });

  it('reports an overlay that applies to no instance type as applied to none', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyNodeOverlay('none', { ...cheap, requirements: [typeIn('x9.large')] });
    await publish(setup);
    expect(rowsOf(setup)).toMatchObject([
      { state: { kind: 'Applied', nodePools: [], instanceTypes: 0 } },
    ]);
  });

  it('reports the problems of an overlay that cannot be read, and sorts by name', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyNodeOverlay('wrong', { ...cheap, price: 'cheap' });
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    expect(rowsOf(setup)).toMatchObject([
      { name: 'cheap', state: { kind: 'Applied' } },
      { name: 'wrong', spec: null, state: { kind: 'Refused' } },
    ]);
    expect(conditionsOf(setup, 'wrong')).toEqual([
      'ValidationSucceeded=False RuntimeValidation',
      'Ready=False NotReady',
    ]);
    const [condition] = setup.cluster.statuses.get('NodeOverlay/wrong')?.conditions ?? [];
    expect(condition?.message).toMatch(/price: ./);
  });

  it('records an Event on an overlay that is refused, on no other one, and on none in mode observe', async () => {
    for (const mode of ['auto', 'observe'] as const) {
      const setup = await setUpCluster({ mode });
      setup.cluster.applyNodeOverlay('wrong', { ...cheap, price: 'cheap' });
      setup.cluster.applyNodeOverlay('cheap', cheap);
      await publish(setup);
      // The status is published; the Event goes on, because Events are kept for an hour.
      await publish(setup);
      const about = { kind: 'NodeOverlay', name: 'wrong', uid: null };
      const event = { about, type: 'Warning', reason: 'ValidationFailed', dedupeMs: 600_000 };
      expect(setup.events.recorded).toMatchObject(mode === 'auto' ? [event, event] : []);
      for (const { message } of setup.events.recorded) expect(message).toMatch(/price: .*Until/);
    }
  });

  it('reports overlays of the same weight that set the same price', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyNodeOverlay('a', cheap);
    setup.cluster.applyNodeOverlay('b', { ...cheap, price: '0.02' });
    await publish(setup);
    const [conflict] = rowsOf(setup).flatMap(({ name, state }) =>
      state.kind === 'Conflict' ? [{ name, state }] : [],
    );
    const other = conflict?.name === 'a' ? 'b' : 'a';
    expect(conflict?.state).toEqual({
      kind: 'Conflict',
      with: other,
      about: 'price',
      instanceType: 'm5.large',
      nodePool: 'default',
    });
    expect(conditionsOf(setup, conflict?.name ?? '')).toEqual([
      'ValidationSucceeded=False Conflict',
      'Ready=False NotReady',
    ]);
    expect(conditionsOf(setup, other)).toContain('Ready=True Ready');
  });

  it('removes the rows of overlays that are gone', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    setup.cluster.removeNodeOverlay('cheap');
    await publish(setup);
    expect(rowsOf(setup)).toEqual([]);
  });

  it('needs no catalog in a cluster without overlays', async () => {
    const setup = await setUpCluster();
    setup.store.tables.catalogs.deleteWhere(() => true);
    await publish(setup);
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await expect(publish(setup)).rejects.toMatchObject({ code: 'CATALOG.UNAVAILABLE' });
  });

  it('does nothing while the cluster cache is not synced', async () => {
    const setup = await setUpCluster();
    setup.cluster.applyNodeOverlay('cheap', cheap);
    const { clusterId } = setup;
    expect(await publishNodeOverlays(withoutView(setup), { clusterId })).toEqual({ kind: 'Done' });
    expect(rowsOf(setup)).toEqual([]);
  });
});

describe('publishNodeOverlays, repeated', () => {
  it('writes nothing when the report has not changed', async () => {
    const setup = await setUpCluster();
    const writes = countWrites(setup);
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    const published = setup.store.tables.changes.all().length;
    await publish(setup);
    expect(writes.count).toBe(1);
    expect(setup.store.tables.changes.all()).toHaveLength(published);
  });

  it('writes the status of an object that was created again', async () => {
    const setup = await setUpCluster();
    const writes = countWrites(setup);
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    setup.cluster.removeNodeOverlay('cheap');
    await publish(setup);
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    expect(writes.count).toBe(2);
  });

  it('writes the status of an object that was replaced between two reports', async () => {
    const setup = await setUpCluster();
    const { clusterId } = setup;
    const writes = countWrites(setup);
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    const nodeOverlays = setup.cluster.view().nodeOverlays.map((one) => ({ ...one, uid: 'new' }));
    await publishNodeOverlays(withView(setup, { nodeOverlays }), { clusterId });
    expect(writes.count).toBe(2);
  });

  it('retries after the status could not be written', async () => {
    const setup = await setUpCluster();
    const { cluster } = setup;
    cluster.applyNodeOverlay('cheap', cheap);
    const applyDefinitionStatus = cluster.applyDefinitionStatus.bind(cluster);
    const failure = new AppError({ code: 'CLUSTER.FAILED', message: 'no API server' });
    cluster.applyDefinitionStatus = () => Promise.reject(failure);
    await expect(publish(setup)).rejects.toMatchObject({ code: 'CLUSTER.FAILED', cause: failure });
    cluster.applyDefinitionStatus = applyDefinitionStatus;
    await publish(setup);
    expect(conditionsOf(setup, 'cheap')).toContain('Ready=True Ready');
  });

  it('writes no status in mode observe, and writes it once the mode has changed', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const { clusterId, store } = setup;
    setup.cluster.applyNodeOverlay('cheap', cheap);
    await publish(setup);
    expect(rowsOf(setup)).toHaveLength(1);
    expect(setup.cluster.statuses.size).toBe(0);
    const cluster = await store.clusters.find(clusterId);
    if (cluster === null) throw new RangeError('there is no cluster');
    await store.clusters.save({ ...cluster, configuredMode: 'auto' });
    await publish(setup);
    expect(conditionsOf(setup, 'cheap')).toContain('Ready=True Ready');
  });

  it('has a finding while Kerf may not read the overlays', async () => {
    const setup = await setUpCluster();
    const kind = 'nodeoverlays.karpenter.sh';
    setup.cluster.unreadableKinds = [kind];
    await publish(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([
      { code: 'KIND_UNREADABLE', object: `CustomResourceDefinition/${kind}` },
    ]);
    setup.cluster.unreadableKinds = [];
    await publish(setup);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });
});

describe('conflictSentence', () => {
  const conflict = { with: 'b', instanceType: 'm5.large', nodePool: 'default' };

  it.each([
    ['price', 'sets the price of m5.large'],
    ['example.com/gpu', 'sets the resource example.com/gpu of m5.large'],
  ])('about %s says that the other overlay %s', (about, text) => {
    expect(conflictSentence({ ...conflict, about })).toBe(
      `NodeOverlay b has the same weight and ${text} in NodePool default`,
    );
  });
});
