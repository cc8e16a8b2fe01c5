import { type Instant, labelKeys } from '@kerf/core';
import { aDecision, aPod, aSpendLimit } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { addNode } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { storePause } from '../testing/store-pause.js';
import { planDisruption } from './plan-disruption.js';

const pollMs = 10_000;
/** It fits nowhere else, so its node stays. */
const oddPod = aPod('odd').selecting({ disk: 'ssd' }).running();

/** Sets up a cluster with one node that nothing is to be done about, and looks at it once. */
async function setUpQuiet(): Promise<ClusterSetup> {
  const setup = await setUpCluster();
  await addNode(setup, 'busy', { pods: [oddPod] });
  // The first pass records what later ones leave alone.
  await poll(setup);
  await poll(setup);
  return setup;
}

const storeFleetLimit = ({ store }: ClusterSetup): Promise<void> =>
  store.spendLimits.insert(aSpendLimit({ id: 'spl_1', scope: { kind: 'Organization' } }));

/** Returns whether a poll 10 s later looked at the cluster. */
async function poll(setup: ClusterSetup): Promise<boolean> {
  setup.clock.advance(pollMs);
  await planDisruption(setup.ports, setup.clusterId);
  const [budget] = setup.store.tables.budgets.all();
  return budget?.asOf === setup.clock.now();
}

/** Returns when the next pass is due after one. */
async function dueAt({ ports, clusterId }: ClusterSetup): Promise<Instant | undefined> {
  const outcome = await planDisruption(ports, clusterId);
  return outcome.kind === 'Done' ? outcome.nextAt : undefined;
}

describe('when the next pass over a quiet cluster is due', () => {
  it('is at most a minute later', async () => {
    const setup = await setUpQuiet();
    while (!(await poll(setup)));
    const passedAt = setup.clock.now();
    expect(await dueAt(setup)).toBe(passedAt + 60_000);
    // A pass that ends at once does not change it.
    setup.clock.advance(pollMs);
    expect(await dueAt(setup)).toBe(passedAt + 60_000);
  });

  it('is when an annotation of a pod ends that protects its node', async () => {
    const setup = await setUpCluster();
    const startedAt = setup.clock.now();
    const pods = [oddPod, aPod('guarded').running({ doNotDisrupt: '90s', startedAt })];
    await addNode(setup, 'guarded', { pods });
    await poll(setup);
    setup.clock.advance(60_000);
    expect(await dueAt(setup)).toBe(startedAt + 90_000);
  });

  it('is at once while spending of other clusters counts', async () => {
    const setup = await setUpQuiet();
    await storeFleetLimit(setup);
    expect(await dueAt(setup)).toBe(setup.clock.now());
  });

  it.each<[string, (setup: ClusterSetup, at: Instant) => unknown]>([
    ['a pause expires', (setup, expiresAt) => storePause(setup, 'Disruption', { expiresAt })],
    [
      'an offering is free again',
      ({ store, clusterId }, until) => {
        const [instanceType, zone] = ['m5.large', 'us-east-1a'];
        const code = 'InsufficientInstanceCapacity';
        const offering = { instanceType, zone, capacityType: 'spot', code } as const;
        return store.catalog.markUnavailable(clusterId, [offering], until);
      },
    ],
    [
      'a rejection ends',
      ({ store, clusterId }, rejectedUntil) =>
        store.decisions.insert(
          aDecision({ id: 'dec_1', clusterId, state: 'Rejected', rejectedUntil }),
          [],
        ),
    ],
    [
      'a nomination ends',
      ({ ports, clusterId }, until) =>
        ports.memory.nominations.nominate(clusterId, ['node-busy'], until),
    ],
    [
      'a proposal that is only shown expires',
      ({ store, clusterId }, expiresAt) =>
        store.decisions.insert(
          aDecision({
            id: 'dec_1',
            clusterId,
            kind: 'Provision',
            state: 'Proposed',
            verdict: { kind: 'ObserveOnly' },
            expiresAt,
          }),
          [],
        ),
    ],
  ])('is when %s', async (_event, prepare) => {
    const setup = await setUpQuiet();
    const at = setup.clock.now() + 7_000;
    await prepare(setup, at);
    expect(await dueAt(setup)).toBe(at);
  });

  it('is at once after a proposal', async () => {
    const setup = await setUpQuiet();
    await addNode(setup, 'empty');
    expect(await dueAt(setup)).toBe(setup.clock.now());
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it('is now if the clock was set back since the last pass', async () => {
    const setup = await setUpQuiet();
    setup.clock.advance(-3_600_000);
    await planDisruption(setup.ports, setup.clusterId);
    const [budget] = setup.store.tables.budgets.all();
    expect(budget?.asOf).toBe(setup.clock.now());
  });
});

describe('the polls of a quiet cluster', () => {
  it('look at it once in a minute', async () => {
    const setup = await setUpQuiet();
    const looks: boolean[] = [];
    for (let count = 0; count < 12; count += 1) looks.push(await poll(setup));
    expect(looks.filter(Boolean)).toHaveLength(2);
    expect(looks.slice(0, 4)).toEqual([false, false, false, false]);
  });

  const changes: Record<string, (setup: ClusterSetup) => Promise<unknown>> = {
    'a further node': (setup) => addNode(setup, 'new', { pods: [oddPod] }),
    'another pod on the node': async ({ cluster }) => {
      const [node] = cluster.view().nodes;
      if (node !== undefined) cluster.nodes.set(node.name, { ...node, pods: [oddPod, oddPod] });
    },
    'another label of the node': async ({ cluster }) => {
      const [node] = cluster.view().nodes;
      if (node === undefined) return;
      const labels = { ...node.labels, [labelKeys.zone]: 'us-east-1b' };
      cluster.nodes.set(node.name, { ...node, labels });
    },
    'a changed NodePool': async ({ store, clusterId }) => {
      store.tables.definitions.updateWhere(
        (row) => row.clusterId === clusterId && row.kind === 'NodePool',
        (row) => ({ ...row, version: row.version + 1 }),
      );
    },
    'another mode': async ({ store, clusterId }) => {
      const cluster = await store.clusters.find(clusterId);
      if (cluster !== null) await store.clusters.save({ ...cluster, configuredMode: 'observe' });
    },
    'a changed NodeClaim': async ({ store }) => {
      store.tables.nodeClaims.updateWhere(
        () => true,
        (row) => ({ ...row, version: row.version + 1 }),
      );
    },
    'a pause': (setup) => storePause(setup, 'Disruption'),
    'a spend limit': ({ store }) =>
      store.spendLimits.insert(
        aSpendLimit({ id: 'spl_1', scope: { kind: 'Cluster', clusterId: 'clu_1' } }),
      ),
    'an open disruption': ({ store, clusterId }) =>
      store.decisions.insert(aDecision({ id: 'dec_1', clusterId, state: 'Executing' }), []),
    'a node that waits for its pods': async ({ ports, clusterId, clock }) =>
      ports.memory.nominations.nominate(clusterId, ['node-busy'], clock.now() + 2 * pollMs),
    'pods that are expected': async ({ cluster }) => {
      cluster.expectedPods = [
        {
          ownerKind: 'Job',
          ownerName: 'import',
          spec: aPod('expected').build().spec,
          wanted: 2,
          existing: 1,
          count: 1,
        },
      ];
    },
  };

  it.each(Object.entries(changes))('look at it again after %s', async (_what, change) => {
    const setup = await setUpQuiet();
    expect(await poll(setup)).toBe(false);
    await change(setup);
    expect(await poll(setup)).toBe(true);
  });

  it('look at it each time while what counts is no record of it', async () => {
    const setup = await setUpQuiet();
    await storeFleetLimit(setup);
    expect([await poll(setup), await poll(setup), await poll(setup)]).toEqual([true, true, true]);
  });

  it('look at a paused cluster once', async () => {
    const setup = await setUpQuiet();
    await storePause(setup, 'Disruption');
    expect([await poll(setup), await poll(setup), await poll(setup)]).toEqual([true, false, false]);
  });
});
