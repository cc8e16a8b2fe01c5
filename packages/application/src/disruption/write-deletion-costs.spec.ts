import { AppError } from '@kerf/core';
import type { WrittenDeletionCost } from '@kerf/engine';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { changeCluster } from '../clusters/change-cluster.js';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { leastDeletionCost } from './deletion-order.js';
import { planDisruption } from './plan-disruption.js';

const minuteMs = 60_000;
/** A pod of a ReplicaSet that keeps its node from being consolidated with others. */
const large = (name: string, written?: WrittenDeletionCost) =>
  aPod(name)
    .withSpec({ requests: { cpu: 1_500 } })
    .running(written === undefined ? {} : { writtenDeletionCost: written });

/** A cluster in which nodes are only removed, not replaced. */
const setUp = (podDeletionCost: boolean, mode: 'auto' | 'observe' = 'auto') =>
  setUpCluster(
    {
      mode,
      configuredMode: mode,
      settings: { ...defaultClusterSettings, podDeletionCost, minSavingPercent: 100 },
    },
    {
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: '0s',
        budgets: [{ nodes: '100%' }],
      },
    },
  );

/** Returns the annotations by name of the pod, as `value/own`. */
const costsIn = ({ cluster }: ClusterSetup): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...cluster.nodes.values()].flatMap(({ pods }) =>
      pods.flatMap(({ name, writtenDeletionCost: written }) =>
        written === undefined || (written.value === null && written.own === null)
          ? []
          : [[name, `${written.value}/${written.own}`]],
      ),
    ),
  );

const plan = ({ ports, clusterId }: ClusterSetup) => planDisruption(ports, clusterId);

async function turn(setup: ClusterSetup, podDeletionCost: boolean) {
  await changeCluster(setup.ports, setup.clusterId, (one) => ({
    ...one,
    settings: { ...one.settings, podDeletionCost },
  }));
}

describe('writeDeletionCosts', () => {
  it('writes the order of consolidation to pods of ReplicaSets only', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [large('a1'), aPod('job').running({ ownerKind: 'Job' })] });
    await addNode(setup, 'b', { instanceType: 'm5.xlarge', pods: [large('b1'), large('b2')] });
    await plan(setup);
    const costs = costsIn(setup);
    expect(Object.keys(costs).toSorted()).toEqual(['a1', 'b1', 'b2']);
    expect(costs['b1']).toBe(costs['b2']);
    expect(new Set(Object.values(costs)).size).toBe(2);
  });

  it('gives pods of nodes that are being removed the least cost', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [large('a1')], claim: { state: 'Terminating' } });
    await plan(setup);
    expect(costsIn(setup)).toEqual({ a1: `${leastDeletionCost}/${leastDeletionCost}` });
  });

  it.each([
    ['without the setting', false, 'auto'],
    ['in mode observe', true, 'observe'],
  ] as const)('writes nothing %s', async (_when, isOn, mode) => {
    const setup = await setUp(isOn, mode);
    await addNode(setup, 'a', { pods: [large('a1')] });
    await plan(setup);
    expect(costsIn(setup)).toEqual({});
  });

  it('writes once a minute at most', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [large('a1')] });
    await plan(setup);
    await addNode(setup, 'b', { pods: [large('b1')] });
    setup.clock.advance(minuteMs - 1_000);
    await plan(setup);
    expect(Object.keys(costsIn(setup))).toEqual(['a1']);
    setup.clock.advance(minuteMs);
    await plan(setup);
    expect(Object.keys(costsIn(setup))).toEqual(['a1', 'b1']);
  });

  it('leaves a cost of another writer, and says so', async () => {
    const setup = await setUp(true);
    const theirs = { value: '5', own: null };
    await addNode(setup, 'a', {
      pods: [large('a1', theirs), large('a2', { value: '5', own: '-1' })],
    });
    await plan(setup);
    expect(costsIn(setup)).toEqual({ a1: '5/null', a2: '5/null' });
    const [finding] = setup.store.tables.findings.all();
    expect(finding).toMatchObject({ code: 'DELETION_COST_NOT_WRITTEN', object: 'Pods' });
    expect(finding?.message).toMatch(
      /^The deletion cost of 2 pods, e\.g\. default\/a1, is set by another/,
    );
  });

  it('leaves a cost that another writer sets at the same time, and counts it', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [large('a1')] });
    setup.cluster.annotatePod = (_cluster, _pod, { from }) => {
      expect(from).toEqual({
        'controller.kubernetes.io/pod-deletion-cost': null,
        'kerf.dev/pod-deletion-cost': null,
      });
      return Promise.resolve('Changed');
    };
    await plan(setup);
    expect(costsIn(setup)).toEqual({});
    expect(setup.meter.of('DeletionCostAnswered')).toEqual([
      { kind: 'DeletionCostAnswered', answer: 'Changed' },
    ]);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('measures the nodes whose pods it writes to, and the answers', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [large('a1'), large('a2')] });
    await addNode(setup, 'b', { pods: [large('b1', { value: '5', own: null })] });
    await plan(setup);
    const nodes = new Map([['default', 1]]);
    expect(setup.meter.of('DeletionCostsPlanned')).toEqual([
      { kind: 'DeletionCostsPlanned', nodes },
    ]);
    expect(setup.meter.of('DeletionCostAnswered').map(({ answer }) => answer)).toEqual([
      'Written',
      'Written',
    ]);
  });

  it('removes its costs from nodes that cannot be disrupted, and when the setting is off', async () => {
    const setup = await setUp(true);
    const ours = { value: '-1', own: '-1' };
    await addNode(setup, 'a', {
      pods: [large('a1', ours)],
      node: { annotations: { 'karpenter.sh/do-not-disrupt': 'true' } },
    });
    await addNode(setup, 'b', {
      pods: [large('b1', ours), large('b2', { value: '5', own: null })],
    });
    await plan(setup);
    expect(Object.keys(costsIn(setup))).toEqual(['b1', 'b2']);
    await turn(setup, false);
    await plan(setup);
    expect(costsIn(setup)).toEqual({ b2: '5/null' });
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('writes its costs again when the setting is turned on again, but for a foreign one', async () => {
    const setup = await setUp(true);
    await addNode(setup, 'a', { pods: [] });
    await addNode(setup, 'b', { pods: [large('b1'), large('b2'), large('b3')] });
    await plan(setup);
    const [written] = Object.values(costsIn(setup));
    expect(costsIn(setup)).toEqual({ b1: written, b2: written, b3: written });
    await turn(setup, false);
    await plan(setup);
    expect(costsIn(setup)).toEqual({});
    const { nodes } = setup.cluster;
    for (const { name, pods } of nodes.values()) {
      setup.cluster.changeNode(name, {
        pods: pods.map((pod) =>
          pod.name === 'b1' ? { ...pod, writtenDeletionCost: { value: '7', own: null } } : pod,
        ),
      });
    }
    await turn(setup, true);
    await plan(setup);
    expect(costsIn(setup)).toEqual({ b1: '7/null', b2: written, b3: written });
  });

  it('names the permission that it lacks, and does not stop disruption', async () => {
    const setup = await setUp(true);
    const message = 'PATCH pods/a1: HTTP 403 (Forbidden)';
    setup.cluster.annotatePod = () =>
      Promise.reject(new AppError({ code: 'CLUSTER.FORBIDDEN', message }));
    await addNode(setup, 'a', { pods: [large('a1')] });
    await plan(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([
      { message: expect.stringContaining('Allow the verb patch on pods') },
    ]);
  });
});
