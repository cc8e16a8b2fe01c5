import { aCachedNode, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { override } from '../testing/override.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { CostRecorder } from './record-cost.js';

const seconds = (count: number) => recordedAt + count * 1_000;

/** A cluster with one on-demand m5.large of the NodePool `default`, at $0.096 an hour. */
async function setUpCost() {
  const setup = await setUpCluster();
  setup.cluster.nodes.set(
    'ip-1',
    aCachedNode({
      name: 'ip-1',
      createdAt: recordedAt,
      labels: {
        'karpenter.sh/nodepool': 'default',
        'node.kubernetes.io/instance-type': 'm5.large',
        'topology.kubernetes.io/zone': 'us-east-1a',
        'karpenter.sh/capacity-type': 'on-demand',
      },
    }),
  );
  return { ...setup, recorder: new CostRecorder(setup.ports, setup.clusterId) };
}

describe('CostRecorder', () => {
  it('writes the cost since the first measurement every 15 seconds', async () => {
    const { recorder, store, clusterId } = await setUpCost();
    for (const second of [0, 5, 10]) await recorder.measure(seconds(second));
    expect(await store.cost.accountedUntil(clusterId)).toBe(seconds(0));
    await recorder.measure(seconds(15));
    expect(await store.cost.accountedUntil(clusterId)).toBe(seconds(15));
    const minute = store.tables.costSamples.where(({ resolution }) => resolution === 'minute');
    expect(minute).toMatchObject([
      {
        nodePool: 'default',
        capacityType: 'on-demand',
        instanceFamily: 'm5',
        nodeMs: 15_000,
        unpricedNodeMs: 0,
        // 96,000 millionths an hour for 15 s.
        costNanoUsd: 400_000,
      },
    ]);
  });

  it('measures a node without a known price as time without cost', async () => {
    const { recorder, store } = await setUpCost();
    store.tables.catalogs.deleteWhere(() => true);
    await recorder.measure(seconds(0));
    await recorder.measure(seconds(15));
    const [sample] = store.tables.costSamples.where(({ resolution }) => resolution === 'minute');
    expect(sample).toMatchObject({ nodeMs: 15_000, unpricedNodeMs: 15_000, costNanoUsd: 0 });
  });

  it('writes for how long pods were pending', async () => {
    const { recorder, store, cluster } = await setUpCost();
    await recorder.measure(seconds(0));
    cluster.addPendingPods(2, { cpu: 1_000, memory: 1 });
    await recorder.measure(seconds(5));
    cluster.pending.clear();
    await recorder.measure(seconds(15));
    const minute = store.tables.figureSamples.where(({ resolution }) => resolution === 'minute');
    expect(minute).toMatchObject([{ pendingPodMs: 10_000, reports: 0 }]);
  });

  it('continues after a restart where the last one stopped', async () => {
    const { recorder, store, ports, clusterId } = await setUpCost();
    await recorder.measure(seconds(0));
    await new CostRecorder(ports, clusterId).measure(seconds(60));
    const nodeMs = store.tables.costSamples
      .where(({ resolution }) => resolution === 'hour')
      .reduce((sum, sample) => sum + sample.nodeMs, 0);
    expect(nodeMs).toBe(60_000);
  });

  it('adds nothing that another recorder has written, and continues after it', async () => {
    const { recorder, store, ports, clusterId } = await setUpCost();
    await recorder.measure(seconds(0));
    await new CostRecorder(ports, clusterId).measure(seconds(20));
    await recorder.measure(seconds(30));
    await recorder.measure(seconds(45));
    await recorder.measure(seconds(60));
    const nodeMs = store.tables.costSamples
      .where(({ resolution }) => resolution === 'day')
      .reduce((sum, sample) => sum + sample.nodeMs, 0);
    expect(nodeMs).toBe(60_000);
  });

  it('measures the period again when it could not be written', async () => {
    const { recorder, store, ports, clusterId } = await setUpCost();
    await recorder.measure(seconds(0));
    let fails = true;
    const flaky = override(store, {
      transaction: (work) => {
        if (!fails) return store.transaction(work);
        fails = false;
        return Promise.reject(new RangeError('the database is down'));
      },
    });
    const other = new CostRecorder({ ...ports, store: flaky }, clusterId);
    await expect(other.measure(seconds(15))).rejects.toThrow('the database is down');
    await other.measure(seconds(30));
    expect(await store.cost.accountedUntil(clusterId)).toBe(seconds(30));
  });

  it('records from when until when each node ran at which price', async () => {
    const { recorder, store, cluster, ports, clusterId } = await setUpCost();
    await recorder.measure(seconds(0));
    await recorder.measure(seconds(15));
    const span = {
      nodeName: 'ip-1',
      nodePool: 'default',
      instanceType: 'm5.large',
      capacityType: 'on-demand',
      zone: 'us-east-1a',
      priceMicroUsdPerHour: 96_000,
      startedAt: seconds(0),
    };
    expect(store.tables.nodeCostSpans.all()).toMatchObject([{ ...span, endedAt: null }]);
    cluster.nodes.delete('ip-1');
    await new CostRecorder(ports, clusterId).measure(seconds(40));
    expect(store.tables.nodeCostSpans.all()).toMatchObject([{ ...span, endedAt: seconds(15) }]);
  });

  it('writes no span of a period that another recorder has written', async () => {
    const { recorder, store, cluster, ports, clusterId } = await setUpCost();
    await recorder.measure(seconds(0));
    await new CostRecorder(ports, clusterId).measure(seconds(20));
    cluster.nodes.delete('ip-1');
    await recorder.measure(seconds(30));
    expect(store.tables.nodeCostSpans.all()).toMatchObject([{ endedAt: null }]);
    await recorder.measure(seconds(45));
    expect(store.tables.nodeCostSpans.all()).toMatchObject([{ endedAt: seconds(20) }]);
  });
});
