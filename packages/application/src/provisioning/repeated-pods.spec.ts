import { aNodeClaimRecord, aPause, aPod, aPodDisruptionBudget, aSpendLimit } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { addNode, storeDecision, withoutView, withView } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { receivePodEvents } from './open-batch.js';
import { solveBatch } from './solve-batch.js';

const minute = 60_000;
const fitsNowhere = { cpu: 10_000_000, memory: 1024 ** 3 };

/** Reports the pending pods as pods that were reported before. */
const repeat = ({ cluster, clusterId }: ClusterSetup, ports: Ports) =>
  receivePodEvents(
    ports,
    clusterId,
    [...cluster.pending.values()].map(({ pod: { uid, name, spec } }) => ({
      uid,
      name,
      namespace: spec.namespace,
      isRepeated: true,
    })),
  );

const isWoken = async (setup: ClusterSetup, ports = setup.ports): Promise<boolean> => {
  await repeat(setup, ports);
  return (await setup.store.batches.findOpen(setup.clusterId)) !== null;
};

async function solve({ ports, store, clusterId, clock }: ClusterSetup): Promise<void> {
  const batch = await store.batches.findOpen(clusterId);
  if (batch === null) throw new RangeError('there is no open batch');
  clock.advance(batch.dueAt - clock.now());
  await solveBatch(ports, { clusterId, batchId: batch.id });
}

/** A cluster with a node, and with a pod that was solved and fits nowhere. */
async function withSettledPod(
  requests = fitsNowhere,
  fields: Partial<Cluster> = {},
): Promise<ClusterSetup> {
  const setup = await setUpCluster(fields);
  await addNode(setup, 'a', { pods: [aPod('web').running()] });
  setup.cluster.addPendingPods(1, requests);
  await repeat(setup, setup.ports);
  await solve(setup);
  return setup;
}

describe('pods that are reported again', () => {
  it('are not solved again while nothing changes', async () => {
    const setup = await withSettledPod();
    setup.clock.advance(4 * minute);
    expect(await isWoken(setup)).toBe(false);
  });

  it('are solved again after five minutes', async () => {
    const setup = await withSettledPod();
    setup.clock.advance(5 * minute);
    expect(await isWoken(setup)).toBe(true);
  });

  it('are solved again by a worker that has not solved them', async () => {
    const setup = await withSettledPod();
    setup.ports.memory.forget(setup.clusterId);
    expect(await isWoken(setup)).toBe(true);
  });

  it('are solved again when their plan needed nodes', async () => {
    const setup = await withSettledPod({ cpu: 1_000, memory: 1024 ** 3 });
    expect(setup.store.tables.nodeClaims.all()).toHaveLength(2);
    expect(await isWoken(setup)).toBe(true);
  });

  describe('of a cluster in mode observe, whose nodes are only shown', () => {
    const withShownNodes = async () => {
      const setup = await withSettledPod({ cpu: 1_000, memory: 1024 ** 3 }, { mode: 'observe' });
      const [decision] = setup.store.tables.decisions.all();
      if (decision === undefined) throw new RangeError('nothing was proposed');
      return { setup, decision };
    };

    it('are not solved again', async () => {
      const { setup } = await withShownNodes();
      expect(await isWoken(setup)).toBe(false);
    });

    it('are solved again in another mode', async () => {
      const { setup } = await withShownNodes();
      setup.store.tables.clusters.updateWhere(
        () => true,
        (row) => ({ ...row, mode: 'auto' }),
      );
      expect(await isWoken(setup)).toBe(true);
    });

    it('are solved again when the decision has ended', async () => {
      const { setup, decision } = await withShownNodes();
      await setup.store.decisions.save({ ...decision, state: 'Expired' }, []);
      expect(await isWoken(setup)).toBe(true);
    });
  });

  it('are solved again with a pod that was not reported before', async () => {
    const setup = await withSettledPod();
    await receivePodEvents(setup.ports, setup.clusterId, [
      { uid: 'new', name: 'new', namespace: 'default' },
    ]);
    expect(await setup.store.batches.findOpen(setup.clusterId)).not.toBeNull();
  });

  it('are solved again when the state cannot be loaded', async () => {
    const setup = await withSettledPod();
    expect(await isWoken(setup, withoutView(setup))).toBe(true);
  });

  it('are solved again when an offering is tried again', async () => {
    const setup = await setUpCluster();
    const { store, clusterId, clock } = setup;
    const until = clock.now() + minute;
    const offering = { instanceType: 'm5.large', zone: 'z', capacityType: 'spot' } as const;
    await store.catalog.markUnavailable(clusterId, [{ ...offering, code: 'X' }], until);
    setup.cluster.addPendingPods(1, fitsNowhere);
    await repeat(setup, setup.ports);
    await solve(setup);
    expect(await isWoken(setup)).toBe(false);
    clock.advance(until - clock.now());
    expect(await isWoken(setup)).toBe(true);
  });
});

/** Changes of the cluster, of what Kerf stores, and of what the worker remembers. */
const changes: readonly (readonly [string, (setup: ClusterSetup) => unknown])[] = [
  ['another pending pod', ({ cluster }) => cluster.addPendingPods(1, fitsNowhere)],
  ['a new node', (setup) => addNode(setup, 'b')],
  ['a node that is gone', ({ cluster }) => cluster.nodes.delete('node-a')],
  ['a label of a node', ({ cluster }) => cluster.setNodeLabels(null, 'node-a', { rack: '7' })],
  ['a taint of a node', ({ cluster }) => cluster.addTaint(null, 'node-a', taint)],
  ['less allocatable capacity', ({ cluster }) => cluster.changeNode('node-a', { allocatable: {} })],
  ['a pod that ends', ({ cluster }) => cluster.removePod('web')],
  ['a NodeOverlay', ({ cluster }) => cluster.applyNodeOverlay('a', { price: '1' })],
  [
    'a NodePool that is being deleted',
    (setup) => {
      setup.store.tables.definitions.updateWhere(
        ({ kind }) => kind === 'NodePool',
        (row) => ({ ...row, source: 'Cluster' }),
      );
      setup.cluster.deletingNodePools = ['default'];
    },
  ],
  [
    'another limit of the NodePool',
    ({ store }) =>
      store.tables.definitions.updateWhere(
        () => true,
        (row) =>
          row.kind === 'NodePool' ? { ...row, spec: { ...row.spec, limits: { cpu: '9' } } } : row,
      ),
  ],
  [
    'a NodePool that is removed',
    ({ store }) => store.tables.definitions.deleteWhere(({ kind }) => kind === 'NodePool'),
  ],
  [
    'another revision of the EC2NodeClass',
    ({ store }) =>
      store.tables.definitions.updateWhere(
        ({ kind }) => kind === 'EC2NodeClass',
        (row) => ({ ...row, revision: 9 }),
      ),
  ],
  [
    'another resolution of the EC2NodeClass, e.g. of its capacity reservations',
    ({ store }) =>
      store.tables.definitions.updateWhere(
        () => true,
        (row) => (row.kind === 'EC2NodeClass' ? { ...row, resolution: null } : row),
      ),
  ],
  [
    'another spot price',
    ({ store }) =>
      store.tables.spotPrices.updateWhere(
        () => true,
        ({ prices, ...list }) => ({
          ...list,
          prices: prices.map((price) => ({ ...price, priceMicroUsdPerHour: 1 })),
        }),
      ),
  ],
  [
    'newer instance types and on-demand prices',
    ({ store, clock }) =>
      store.tables.catalogs.updateWhere(
        () => true,
        (row) => ({ ...row, onDemandPricesAt: clock.now() }),
      ),
  ],
  [
    'an offering without capacity',
    ({ store, clusterId, clock }) =>
      store.catalog.markUnavailable(
        clusterId,
        [{ instanceType: 'm5.large', zone: 'z', capacityType: 'spot', code: 'X' }],
        clock.now() + minute,
      ),
  ],
  [
    'a zonal shift',
    ({ store }) =>
      store.tables.clusters.updateWhere(
        () => true,
        (row) => ({
          ...row,
          settings: { ...row.settings, zonalShift: true },
          zonalShifts: [{ zoneId: 'use1-az1', until: null }],
        }),
      ),
  ],
  [
    'a NodeClaim',
    ({ store, clusterId }) =>
      store.nodeClaims.insert([aNodeClaimRecord({ clusterId, id: 'ncl_new' })]),
  ],
  [
    'a pause of launches',
    ({ store, clusterId }) =>
      store.pauses.insert(
        aPause({
          id: 'pau_1',
          scope: { kind: 'Cluster', clusterId },
          stops: 'DisruptionAndLaunches',
        }),
      ),
  ],
  [
    'a spend limit that blocks launches',
    ({ store, clusterId }) =>
      store.spendLimits.insert(
        aSpendLimit({ id: 'spl_1', scope: { kind: 'Cluster', clusterId }, blocksLaunches: true }),
      ),
  ],
  [
    'a setting of the cluster',
    ({ store }) =>
      store.tables.clusters.updateWhere(
        () => true,
        (row) => ({ ...row, settings: { ...row.settings, searchMs: 0 } }),
      ),
  ],
  [
    'a decision that holds a node',
    async (setup) => storeDecision(setup, [await addNode(setup, 'b')]),
  ],
  [
    'a nomination',
    ({ ports, clusterId, clock }) =>
      ports.memory.nominations.nominate(clusterId, ['node-a'], clock.now() + minute),
  ],
];

const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;

/** Parts of the cluster cache that the fake does not change. */
const views: readonly (readonly [string, Partial<ClusterView>])[] = [
  ['a DaemonSet', { daemonSets: [{ namespace: 'x', name: 'agent', podSpec: aPod('d').spec() }] }],
  ['a PodDisruptionBudget', { podDisruptionBudgets: [aPodDisruptionBudget('web', null)] }],
  ['labels of a namespace', { namespaces: [{ name: 'default', labels: { team: 'a' } }] }],
];

describe('a pod that fits nowhere is solved again after', () => {
  it.each(changes)('%s', async (_, alter) => {
    const setup = await withSettledPod();
    expect(await isWoken(setup)).toBe(false);
    await alter(setup);
    expect(await isWoken(setup)).toBe(true);
  });

  it.each(views)('%s', async (_, view) => {
    const setup = await withSettledPod();
    expect(await isWoken(setup)).toBe(false);
    expect(await isWoken(setup, withView(setup, view))).toBe(true);
  });
});
