import { AppError, annotationKeys, type ErrorCode, taintKeys } from '@kerf/core';
import type { BoundPod } from '@kerf/engine';
import { aCachedNode, aPod, type PodBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { PodRef } from '../ports/cluster-gateway.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { drainNode, podsBlockingDeletion, volumesBlockingTermination } from './drain.js';

const noDeadline = { deadline: null, reason: 'Drifted' } as const;
const critical = 2_000_000_000;
const prioritized = (name: string, priority: number): PodBuilder =>
  aPod(name).withSpec({ priority });

/** Adds the node `node-a` with these pods, and returns a function that drains it. */
async function setUpNode(pods: readonly BoundPod[]) {
  const setup = await setUpCluster();
  const { ports, store, cluster, clusterId } = setup;
  cluster.nodes.set('node-a', aCachedNode({ pods }));
  const connection = connectionOf(requireKnown(await requireCluster(store, clusterId)));
  const requests = recordRequests(setup);
  return {
    setup,
    requests,
    drain: (termination: Parameters<typeof drainNode>[3] = noDeadline) => {
      const node = cluster.nodes.get('node-a');
      if (node === undefined) throw new RangeError('there is no node');
      return drainNode(ports, connection, node, termination);
    },
  };
}

/** Returns the evictions and deletions that are requested, in their order. */
function recordRequests({ cluster }: ClusterSetup): readonly string[] {
  const requests: string[] = [];
  const evict = cluster.evict.bind(cluster);
  cluster.evict = (connection, pod: PodRef) => {
    requests.push(`evict ${pod.name}`);
    return evict(connection, pod);
  };
  cluster.deletePod = (_connection, pod: PodRef, graceMs?: number) => {
    requests.push(`delete ${pod.name} in ${graceMs} ms`);
    return Promise.resolve();
  };
  return requests;
}

describe('drainNode', () => {
  it('has drained a node without pods', async () => {
    const { drain, requests } = await setUpNode([]);
    expect(await drain()).toEqual({ kind: 'Drained' });
    expect(requests).toEqual([]);
  });

  it('evicts ordinary pods, then daemons, then critical pods, then critical daemons', async () => {
    const { drain, requests, setup } = await setUpNode([
      prioritized('critical-daemon', critical).running({ ownerKind: 'DaemonSet' }),
      prioritized('critical', critical).running(),
      aPod('daemon').running({ ownerKind: 'DaemonSet' }),
      prioritized('almost-critical', critical - 1).running(),
      aPod('web').running(),
    ]);
    for (let round = 1; round <= 4; round += 1) {
      expect(await drain()).toEqual({ kind: 'Draining', waitingFor: null });
    }
    expect(requests).toEqual([
      'evict almost-critical',
      'evict web',
      'evict daemon',
      'evict critical',
      'evict critical-daemon',
    ]);
    expect(await drain()).toEqual({ kind: 'Drained' });
    expect(setup.events.recorded.map(({ message }) => message)).toEqual(
      Array.from({ length: 5 }, () => 'Evicted pod: Drifted'),
    );
    expect(setup.meter.of('PodDrained').map(({ reason }) => reason)).toEqual(
      Array.from({ length: 5 }, () => 'Drifted'),
    );
    expect(setup.meter.of('EvictionAnswered')).toHaveLength(5);
  });

  it('waits for a pod that is terminating before it evicts the next tier', async () => {
    const { drain, requests } = await setUpNode([
      aPod('web').running({ isTerminating: true }),
      aPod('daemon').running({ ownerKind: 'DaemonSet' }),
    ]);
    expect(await drain()).toEqual({ kind: 'Draining', waitingFor: null });
    expect(requests).toEqual([]);
  });

  it('names the PodDisruptionBudget that blocks an eviction, and evicts the other pods', async () => {
    const { drain, requests, setup } = await setUpNode([
      aPod('web-1').inNamespace('shop').running(),
      aPod('web-2').inNamespace('shop').running(),
    ]);
    setup.cluster.protectedPods.add('web-1');
    expect(await drain()).toEqual({
      kind: 'Draining',
      waitingFor: 'PodDisruptionBudget shop/web blocks eviction of pod web-1',
    });
    expect(requests).toEqual(['evict web-1', 'evict web-2']);
    expect(setup.events.recorded.map(({ about }) => about.name)).toEqual(['web-2']);
  });

  it('tries a blocked pod again after a growing pause, and still names the blocker', async () => {
    const { drain, requests, setup } = await setUpNode([aPod('web').running()]);
    setup.cluster.protectedPods.add('web');
    const seconds: number[] = [];
    for (let second = 0; second <= 40; second += 1) {
      const before = requests.length;
      expect(await drain()).toMatchObject({
        waitingFor: 'PodDisruptionBudget default/web blocks eviction of pod web',
      });
      if (requests.length > before) seconds.push(second);
      setup.clock.advance(1_000);
    }
    expect(seconds).toEqual([0, 1, 3, 7, 15, 25, 35]);
  });

  it('evicts a blocked pod once its budget allows it', async () => {
    const { drain, setup } = await setUpNode([aPod('web').running()]);
    setup.cluster.protectedPods.add('web');
    await drain();
    setup.cluster.protectedPods.clear();
    setup.clock.advance(1_000);
    expect(await drain()).toEqual({ kind: 'Draining', waitingFor: null });
  });

  it('starts with the shortest pause again for a pod that was not tried for a minute', async () => {
    const { drain, requests, setup } = await setUpNode([aPod('web').running()]);
    setup.cluster.protectedPods.add('web');
    for (const pauseMs of [1_000, 2_000, 70_000, 1_000]) {
      await drain();
      setup.clock.advance(pauseMs);
    }
    await drain();
    expect(requests).toHaveLength(5);
  });

  it('gives the message of a refused eviction without a known PodDisruptionBudget', async () => {
    const { drain, setup } = await setUpNode([aPod('web').running()]);
    setup.cluster.evict = () =>
      Promise.resolve({ kind: 'Blocked', message: 'more than one budget', pdb: null });
    expect(await drain()).toEqual({
      kind: 'Draining',
      waitingFor: 'default/web: more than one budget',
    });
  });

  it('records no Event for a pod that is gone already', async () => {
    const { drain, setup } = await setUpNode([aPod('web').running()]);
    setup.cluster.evict = () => Promise.resolve({ kind: 'Gone' });
    expect(await drain()).toEqual({ kind: 'Draining', waitingFor: null });
    expect(setup.events.recorded).toEqual([]);
  });

  it('does not evict a pod with the annotation do-not-disrupt', async () => {
    const { drain, requests } = await setUpNode([
      aPod('web').running({ doNotDisrupt: 'true' }),
      aPod('other').running(),
    ]);
    expect(await drain()).toEqual({
      kind: 'Draining',
      waitingFor: `Pod default/web has the annotation ${annotationKeys.doNotDisrupt}`,
    });
    expect(requests).toEqual(['evict other']);
  });

  it('names the first of several blockers', async () => {
    const { drain, setup } = await setUpNode([aPod('web-1').running(), aPod('web-2').running()]);
    setup.cluster.protectedPods.add('web-1').add('web-2');
    expect(await drain()).toMatchObject({
      waitingFor: 'PodDisruptionBudget default/web blocks eviction of pod web-1',
    });
  });
});

describe('drainNode with a deadline', () => {
  const inTime = (setup: ClusterSetup, ms: number) => ({
    deadline: setup.clock.now() + ms,
    reason: 'Expired' as const,
  });

  it.each([
    ['more than its grace period is left', 30_001, ['evict web']],
    ['exactly its grace period is left', 30_000, ['delete web in 30000 ms']],
    ['less is left', 2_000, ['delete web in 2000 ms']],
    ['the deadline is there', 0, ['delete web in 1000 ms']],
    ['the deadline has passed', -5_000, ['delete web in 1000 ms']],
  ])('treats a pod in time when %s', async (_when, ms, expected) => {
    const { drain, requests, setup } = await setUpNode([
      aPod('web').running({ gracePeriodMs: 30_000 }),
    ]);
    expect(await drain(inTime(setup, ms))).toEqual({ kind: 'Draining', waitingFor: null });
    expect(requests).toEqual(expected);
  });

  it('deletes a pod whatever protects it, and reports it', async () => {
    const { drain, requests, setup } = await setUpNode([
      aPod('protected').running({ doNotDisrupt: 'true' }),
      aPod('blocked').running(),
    ]);
    setup.cluster.protectedPods.add('blocked');
    expect(await drain(inTime(setup, 10_000))).toEqual({ kind: 'Draining', waitingFor: null });
    expect(requests).toEqual(['delete protected in 10000 ms', 'delete blocked in 10000 ms']);
    expect(setup.events.reasons).toEqual(['Disrupted Pod']);
  });

  it('deletes pods of later tiers without waiting for the first', async () => {
    const { drain, requests, setup } = await setUpNode([
      aPod('quick').running({ gracePeriodMs: 1_000 }),
      prioritized('slow', critical).running({ gracePeriodMs: 60_000 }),
    ]);
    await drain(inTime(setup, 30_000));
    expect(requests).toEqual(['delete slow in 30000 ms', 'evict quick']);
  });

  it.each([
    ['after', 1, ['delete web in 10000 ms']],
    ['exactly at', 0, []],
    ['before', -1, []],
  ])(
    'pulls in the end of a terminating pod that ends %s the deadline',
    async (_when, ms, expected) => {
      const { drain, requests, setup } = await setUpNode([]);
      const terminatesAt = setup.clock.now() + 10_000 + ms;
      const pods = [aPod('web').running({ isTerminating: true, terminatesAt })];
      setup.cluster.nodes.set('node-a', aCachedNode({ pods }));
      await drain(inTime(setup, 10_000));
      expect(requests).toEqual(expected);
    },
  );
});

describe('drainNode when the cluster refuses one of the pods', () => {
  async function setUpRefusal(code: ErrorCode, retry: 'never' | 'backoff') {
    const node = await setUpNode([aPod('odd').running(), aPod('web').running()]);
    const { cluster } = node.setup;
    const error = new AppError({ code, message: 'HTTP 422', retry: { kind: retry } });
    const evict = cluster.evict.bind(cluster);
    cluster.evict = (connection, pod: PodRef) =>
      pod.name === 'odd' ? Promise.reject(error) : evict(connection, pod);
    const deleted: string[] = [];
    cluster.deletePod = (_connection, { name }: PodRef) =>
      name === 'odd' ? Promise.reject(error) : Promise.resolve(void deleted.push(name));
    return { ...node, deleted };
  }

  it('evicts the others, and names a pod for which no retry helps', async () => {
    const { drain, requests } = await setUpRefusal('CLUSTER.INVALID', 'never');
    const waitingFor = 'Pod default/odd: HTTP 422';
    expect(await drain()).toEqual({ kind: 'Draining', waitingFor });
    expect(requests).toEqual(['evict web']);
  });

  it('evicts the others before it fails because of a pod for which a retry may help', async () => {
    const { drain, requests } = await setUpRefusal('CLUSTER.FAILED', 'backoff');
    await expect(drain()).rejects.toMatchObject({ code: 'CLUSTER.FAILED' });
    expect(requests).toEqual(['evict web']);
  });

  it('deletes the others in time for the deadline', async () => {
    const { drain, deleted, setup } = await setUpRefusal('CLUSTER.INVALID', 'never');
    const deadline = setup.clock.now() + 10_000;
    const waitingFor = 'Pod default/odd: HTTP 422';
    expect(await drain({ deadline, reason: 'Expired' })).toEqual({ kind: 'Draining', waitingFor });
    expect(deleted).toEqual(['web']);
  });

  it('evicts the others if the cluster does not answer for one, as behind a slow webhook', async () => {
    const { drain, requests } = await setUpRefusal('CLUSTER.UNREACHABLE', 'backoff');
    await expect(drain()).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
    expect(requests).toEqual(['evict web']);
  });

  it('gives up if the cluster answers for none of three pods', async () => {
    const { drain, setup } = await setUpNode(
      ['a', 'b', 'c', 'd', 'e'].map((name) => aPod(name).running()),
    );
    const unreachable = new AppError({ code: 'CLUSTER.UNREACHABLE', message: 'no answer' });
    const asked: string[] = [];
    setup.cluster.evict = (_, { name }: PodRef) => {
      asked.push(name);
      return Promise.reject(unreachable);
    };
    await expect(drain()).rejects.toBe(unreachable);
    expect(asked).toEqual(['a', 'b', 'c']);
  });
});

describe('podsBlockingDeletion', () => {
  const now = 1_000_000;
  const blocks = (pod: BoundPod): boolean =>
    podsBlockingDeletion(aCachedNode({ pods: [pod] }), now).length === 1;

  it.each([
    ['a running pod', aPod().running(), true],
    ['a daemon', aPod().running({ ownerKind: 'DaemonSet' }), true],
    ['a static pod', aPod().running({ ownerKind: 'Node' }), false],
    ['a pod that has ended', aPod().running({ isTerminal: true }), false],
    [
      'a pod one minute past its grace period',
      aPod().running({ isTerminating: true, terminatesAt: now - 60_000 }),
      true,
    ],
    [
      'a pod more than one minute past its grace period',
      aPod().running({ isTerminating: true, terminatesAt: now - 60_001 }),
      false,
    ],
  ])('tells whether %s blocks the deletion of its node', (_which, pod, expected) => {
    expect(blocks(pod)).toBe(expected);
  });

  it.each([
    ['the disruption taint', { key: taintKeys.disrupted, effect: 'NoSchedule' }, false],
    ['the disruption taint with any effect', { key: taintKeys.disrupted }, false],
    ['all taints', { key: '' }, false],
    ['all taints that forbid scheduling', { key: '', effect: 'NoSchedule' }, false],
    [
      'the disruption taint with another effect',
      { key: taintKeys.disrupted, effect: 'NoExecute' },
      true,
    ],
    [
      'another value of the disruption taint',
      { key: taintKeys.disrupted, operator: 'Equal', value: 'other' },
      true,
    ],
    ['another taint', { key: 'gpu' }, true],
  ] as const)('looks at a pod that tolerates %s', (_what, toleration, expected) => {
    expect(blocks(aPod().tolerating(toleration).running())).toBe(expected);
  });
});

describe('volumesBlockingTermination', () => {
  const now = 1_000_000;
  const attached = [
    { volume: 'pv-1', claim: 'default/data' },
    { volume: 'pv-2', claim: null },
  ];
  const blocking = (pods: readonly BoundPod[]) =>
    volumesBlockingTermination(aCachedNode({ pods, volumeAttachments: attached }), now).map(
      ({ volume }) => volume,
    );

  it('are all volumes of a node whose pods are gone', () => {
    expect(blocking([])).toEqual(['pv-1', 'pv-2']);
  });

  it.each([
    ['that the drain removes', aPod().running(), ['pv-1', 'pv-2']],
    ['with do-not-disrupt', aPod().running({ doNotDisrupt: 'true' }), ['pv-1', 'pv-2']],
    ['that has ended', aPod().running({ isTerminal: true }), ['pv-1', 'pv-2']],
    ['that is static', aPod().running({ ownerKind: 'Node' }), ['pv-2']],
    [
      'that is stuck after its grace period',
      aPod().running({ isTerminating: true, terminatesAt: now - 60_001 }),
      ['pv-2'],
    ],
  ] as const)('with the volume of a pod %s', (_which, pod, expected) => {
    const { spec } = aPod().withVolume('default/data').running();
    expect(blocking([{ ...pod, spec: { ...pod.spec, volumes: spec.volumes } }])).toEqual(expected);
  });

  it('do not include the volume of a pod that tolerates the disruption taint', () => {
    const pod = aPod()
      .withVolume('default/data')
      .tolerating({ key: taintKeys.disrupted, effect: 'NoSchedule' });
    expect(blocking([pod.running()])).toEqual(['pv-2']);
  });
});
