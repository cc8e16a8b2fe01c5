import { taintKeys } from '@kerf/core';
import {
  aDecision,
  aDefinitionRefusal,
  aNodeClassDefinition,
  aPlannedClaim,
  aPod,
  aPodDisruptionBudget,
  recordedAt,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { requireCluster, requireKnown } from '../clusters/require-cluster.js';
import { resolveNodeClasses } from '../definitions/resolve-node-class.js';
import type { DisruptBody, RemoveBody } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  addNode,
  deletionOf,
  storeDecision,
  withoutView,
  withView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { loadSnapshot, nominationMs } from './load-snapshot.js';
import { notReadyClassReason } from './not-ready-reason.js';

const load = ({ ports, clusterId }: ClusterSetup, ignored: string | null = null) =>
  loadSnapshot(ports, clusterId, ignored);

const podsOf = async (setup: ClusterSetup) =>
  (await load(setup)).snapshot.pods.map(({ uid }) => uid);

const unlaunched: Partial<NodeClaim> = {
  state: 'Launching',
  instance: null,
  nodeName: null,
  initializedAt: null,
};

describe('loadSnapshot, pods', () => {
  it('has the pending pods that may need a node', async () => {
    const setup = await setUpCluster();
    const [first = '', second = ''] = setup.cluster.addPendingPods(2, { cpu: 1, memory: 1 });
    const other = setup.cluster.pending.get(second);
    if (other === undefined) throw new RangeError('there is no such pod');
    setup.cluster.pending.set(second, { ...other, isProvisionable: false });
    expect(await podsOf(setup)).toEqual([first]);
  });

  it('has the pods of a terminating node as pods to schedule, and not on the node', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', {
      claim: { state: 'Terminating' },
      pods: [aPod('web').running(), aPod('agent').running({ ownerKind: 'DaemonSet' })],
    });
    const { snapshot } = await load(setup);
    expect(snapshot.pods.map(({ uid }) => uid)).toEqual(['web']);
    expect(snapshot.nodes).toMatchObject([{ isTerminating: true, pods: [{ uid: 'agent' }] }]);
  });

  it('has the pods of a launch on the node that is being launched', async () => {
    const setup = await setUpCluster();
    const [first = '', second = ''] = setup.cluster.addPendingPods(2, { cpu: 1, memory: 1 });
    const plan = { ...aPlannedClaim(), podUids: [first] };
    await addNode(setup, 'new', { claim: { ...unlaunched, plan } });
    setup.cluster.nodes.clear();
    const { snapshot } = await load(setup);
    expect(snapshot.pods.map(({ uid }) => uid)).toEqual([second]);
    expect(snapshot.nodes).toMatchObject([{ name: 'default-new', pods: [{ uid: first }] }]);
  });

  it('has the units of CapacityBuffers that could be resolved', async () => {
    const setup = await setUpCluster();
    const { clusterId } = setup;
    const podSpec = aPod('unit').spec();
    const record = (name: string, isResolved: boolean) => ({
      clusterId,
      namespace: 'default',
      name,
      uid: name,
      generation: 1,
      spec: null,
      resolved: isResolved
        ? {
            buffer: { namespace: 'default', name, podSpec, replicas: 2, share: null, limits: {} },
            units: 2,
            isLimited: false,
            templateGeneration: 1,
          }
        : null,
      problems: [],
      outcome: null,
    });
    const records = [record('spare', true), record('wrong', false)];
    await setup.store.capacityBuffers.replaceAll(clusterId, records);
    expect(await podsOf(setup)).toEqual([
      'capacity-buffer/default/spare/0',
      'capacity-buffer/default/spare/1',
    ]);
  });
});

describe('loadSnapshot, decisions', () => {
  const decisionIdOf = async (setup: ClusterSetup, ignored: string | null = null) =>
    (await load(setup, ignored)).snapshot.nodes.map(({ nodeClaim }) => nodeClaim?.decisionId);

  it.each(['Proposed', 'AwaitingApproval', 'Approved'] as const)(
    'marks the nodes of a decision in state %s as held by it',
    async (state) => {
      const setup = await setUpCluster();
      await storeDecision(setup, [await addNode(setup, 'a')], { state });
      await addNode(setup, 'b');
      expect(await decisionIdOf(setup)).toEqual(['dec_1', null]);
    },
  );

  it('ignores the decision that is evaluated again, which stays in the list', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')]);
    expect(await decisionIdOf(setup, 'dec_1')).toEqual([null]);
    expect((await load(setup, 'dec_1')).decisions).toHaveLength(1);
  });

  it('marks the replacements of a decision as held by it', async () => {
    const setup = await setUpCluster();
    const [a] = [await addNode(setup, 'a'), await addNode(setup, 'new')];
    const body: DisruptBody = {
      type: 'Disrupt',
      command: deletionOf(a),
      budgets: [],
      replacementClaims: { 'claim-0001': 'ncl_new' },
    };
    await storeDecision(setup, [a], { state: 'Executing', body });
    expect(await decisionIdOf(setup)).toEqual(['dec_1', 'dec_1']);
  });

  it('marks the nodes of a removal as held by it', async () => {
    const setup = await setUpCluster();
    const a = await addNode(setup, 'a');
    const body: RemoveBody = {
      type: 'Remove',
      reason: 'Expired',
      candidates: deletionOf(a).candidates,
      pods: [],
      interruption: null,
      deadline: null,
    };
    await storeDecision(setup, [a], { state: 'Executing', body });
    expect(await decisionIdOf(setup)).toEqual(['dec_1']);
  });

  it.each([
    ['Executing', true],
    ['Approved', false],
  ] as const)('with a decision in state %s has its node as terminating: %j', async (state, is) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [await addNode(setup, 'a')], { state });
    expect((await load(setup)).snapshot.nodes).toMatchObject([{ isTerminating: is }]);
  });

  it('has rejections on the nodes until they end', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock, store } = setup;
    const a = await addNode(setup, 'a');
    const until = clock.now() + 1_000;
    const fields = { state: 'Rejected', decidedAt: clock.now(), rejectedUntil: until } as const;
    const body: DisruptBody = { type: 'Disrupt', command: deletionOf(a), budgets: [] };
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_1', body, ...fields }), []);
    const rejectionsOf = async () => (await load(setup)).snapshot.nodes[0]?.nodeClaim?.rejections;
    expect(await rejectionsOf()).toEqual([
      {
        decisionId: 'dec_1',
        reason: 'Empty',
        at: clock.now(),
        until,
        savingMicroUsdPerHour: 96_000,
      },
    ]);
    clock.advance(1_000);
    expect(await rejectionsOf()).toEqual([]);
  });
});

describe('loadSnapshot, NodePools', () => {
  const notReadyOf = async (setup: ClusterSetup) =>
    (await load(setup)).snapshot.nodePools[0]?.notReady;

  it('count the NodeClaims that have or may get an instance', async () => {
    const setup = await setUpCluster();
    expect((await load(setup)).snapshot.nodePools).toMatchObject([{ usage: { nodes: 0 } }]);
    await addNode(setup, 'a');
    await addNode(setup, 'b', { claim: { state: 'Terminating' } });
    await addNode(setup, 'c', { claim: { state: 'Terminated' } });
    expect((await load(setup)).snapshot.nodePools).toMatchObject([
      { usage: { nodes: 2, cpu: 4_000 } },
    ]);
  });

  it('are ready with a resolved EC2NodeClass', async () => {
    expect(await notReadyOf(await setUpCluster())).toBeNull();
  });

  it.each([
    ['Cluster', 'BeingDeleted'],
    ['Api', undefined],
  ] as const)('of source %s whose objects are being deleted: %s', async (source, cause) => {
    const setup = await setUpCluster();
    setup.store.tables.definitions.updateWhere(
      () => true,
      (row) => ({ ...row, source }),
    );
    setup.cluster.deletingNodePools = ['default'];
    expect((await notReadyOf(setup))?.cause).toBe(cause);
  });

  it.each([
    ['Cluster', 'EC2NodeClass default is being deleted'],
    ['Api', undefined],
  ] as const)(
    '44: whose EC2NodeClass of source %s is being deleted: %s',
    async (source, detail) => {
      const setup = await setUpCluster();
      setup.store.tables.definitions.updateWhere(
        () => true,
        (row) => ({ ...row, source }),
      );
      setup.cluster.nodeClassObjects = [
        { name: 'default', uid: 'uid-class', isHeld: true, isBeingDeleted: true },
      ];
      expect((await notReadyOf(setup))?.detail).toBe(detail);
    },
  );

  it.each([
    ['Everything', 'ManifestUnreadable'],
    ['Disruption', undefined],
  ] as const)('of which %s cannot be read are not disrupted: %s', async (extent, cause) => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId, extent }));
    const [pool] = (await load(setup)).snapshot.nodePools;
    expect(pool).toMatchObject({ name: 'default', unreadable: { field: 'spec.weight' } });
    expect(pool?.notReady?.cause).toBe(cause);
  });

  it('are known by their name when nothing else of them could ever be read', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId, name: 'new' }));
    await store.definitions.saveRefusal(
      aDefinitionRefusal({ clusterId, kind: 'EC2NodeClass', name: 'other' }),
    );
    expect((await load(setup)).snapshot.nodePools).toMatchObject([
      { name: 'default', notReady: null },
      {
        name: 'new',
        notReady: { cause: 'ManifestUnreadable', field: 'spec.weight' },
        unreadable: { field: 'spec.weight', detail: 'spec.weight: must be a number' },
        usage: { nodes: 0 },
      },
    ]);
  });

  it('have another digest while one of them is refused', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    const before = await load(setup);
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId }));
    expect((await load(setup)).stateDigest).not.toBe(before.stateDigest);
  });

  it('are not ready without their EC2NodeClass, and have no instance types', async () => {
    const setup = await setUpCluster();
    setup.store.tables.definitions.deleteWhere(({ kind }) => kind === 'EC2NodeClass');
    const { snapshot } = await load(setup);
    expect(snapshot.nodePools).toMatchObject([
      { notReady: { cause: 'NodeClassMissing', detail: 'EC2NodeClass default not found' } },
    ]);
    expect(snapshot.instanceTypesByNodePool).toEqual({ default: [] });
  });
});

const taint = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' } as const;

/** Changes the pod of the node `node-a`. */
function change({ cluster }: ClusterSetup, fields: object): void {
  const node = cluster.nodes.get('node-a');
  if (node === undefined) throw new RangeError('there is no node');
  cluster.nodes.set(node.name, { ...node, pods: node.pods.map((pod) => ({ ...pod, ...fields })) });
}

describe('loadSnapshot, digests', () => {
  const digestsOf = async (setup: ClusterSetup) => {
    const { digest, stateDigest } = await load(setup);
    return { digest, stateDigest };
  };

  it('are equal for the same state at the same time', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [aPod('web').running()] });
    expect(await digestsOf(setup)).toEqual(await digestsOf(setup));
  });

  it('differ only in the one with the time when time passes', async () => {
    const setup = await setUpCluster();
    const before = await digestsOf(setup);
    setup.clock.advance(1);
    const after = await digestsOf(setup);
    expect(after.stateDigest).toBe(before.stateDigest);
    expect(after.digest).not.toBe(before.digest);
  });

  it('are equal after selectors were resolved again with the same result', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId, clock } = setup;
    const before = await digestsOf(setup);
    clock.advance(60_000);
    await resolveNodeClasses(ports, { clusterId });
    const [nodeClass] = await setup.store.definitions.nodeClasses(clusterId);
    expect(nodeClass?.resolution?.resolvedAt).toBe(clock.now());
    expect((await digestsOf(setup)).stateDigest).toBe(before.stateDigest);
  });

  it.each<readonly [string, (setup: ClusterSetup) => unknown]>([
    ['a pending pod', ({ cluster }) => cluster.addPendingPods(1, { cpu: 1, memory: 1 })],
    ['a new node', (setup) => addNode(setup, 'b')],
    ['a taint', ({ cluster }) => cluster.addTaint(null, 'node-a', taint)],
    ['a pod that becomes unready', (setup) => change(setup, { isReady: false })],
    ['a pod that is being deleted', (setup) => change(setup, { isTerminating: true })],
    ['a pod that ends', (setup) => change(setup, { isTerminal: true })],
    ['a pod that is protected', (setup) => change(setup, { doNotDisrupt: 'true' })],
    ['a pod with another deletion cost', (setup) => change(setup, { deletionCost: 5 })],
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
      'an offering that is unavailable',
      ({ store, clusterId, clock }) =>
        store.catalog.markUnavailable(
          clusterId,
          [{ instanceType: 'm5.large', zone: 'z', capacityType: 'spot', code: 'X' }],
          clock.now() + 1,
        ),
    ],
    ['a NodeOverlay', ({ cluster }) => cluster.applyNodeOverlay('a', { price: '1' })],
    [
      'another optimizer setting',
      ({ store }) =>
        store.tables.clusters.updateWhere(
          () => true,
          (row) => ({ ...row, settings: { ...row.settings, searchMs: 0 } }),
        ),
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
      'a nomination',
      ({ ports, clusterId, clock }) =>
        ports.memory.nominations.nominate(clusterId, ['node-a'], clock.now() + 1),
    ],
  ])('differ after %s', async (_, alter) => {
    const setup = await setUpCluster();
    await addNode(setup, 'a', { pods: [aPod('web').running()] });
    const before = await digestsOf(setup);
    await alter(setup);
    const after = await digestsOf(setup);
    expect(after.digest).not.toBe(before.digest);
    expect(after.stateDigest).not.toBe(before.stateDigest);
  });
});

describe('loadSnapshot, inputs', () => {
  it('passes on what the cluster cache knows', async () => {
    const setup = await setUpCluster();
    const podDisruptionBudgets = [aPodDisruptionBudget('web', null)];
    const daemonSets = [{ namespace: 'default', name: 'agent', podSpec: aPod('agent').spec() }];
    const ports = withView(setup, { podDisruptionBudgets, daemonSets });
    expect((await loadSnapshot(ports, setup.clusterId)).snapshot).toMatchObject({
      clusterName: 'prod',
      now: setup.clock.now(),
      podDisruptionBudgets,
      daemonSets,
      namespaces: [{ name: 'default', labels: {} }],
    });
  });

  it.each<readonly [string, (setup: ClusterSetup) => Promise<unknown>]>([
    ['CLUSTER.NOT_SYNCED', (setup) => loadSnapshot(withoutView(setup), setup.clusterId)],
    ['STATE.NOT_FOUND', ({ ports }) => loadSnapshot(ports, 'clu_none')],
    [
      'CLUSTER.UNREACHABLE',
      (setup) => {
        setup.store.tables.clusters.updateWhere(
          () => true,
          (row) => ({ ...row, facts: null }),
        );
        return load(setup);
      },
    ],
    [
      'CATALOG.UNAVAILABLE',
      (setup) => {
        setup.store.tables.catalogs.deleteWhere(() => true);
        return load(setup);
      },
    ],
  ])('fails with %s', async (code, failing) => {
    await expect(failing(await setUpCluster())).rejects.toMatchObject({ code });
  });
});

describe('nominationMs', () => {
  it.each([
    [10_000, 20_000],
    [5_000, 10_000],
    [4_999, 10_000],
  ])('with a maximum batch window of %i ms is %i ms', async (batchMaxMs, expected) => {
    const { store, clusterId } = await setUpCluster();
    const cluster = requireKnown(await requireCluster(store, clusterId));
    const settings = { ...cluster.settings, batchMaxMs };
    expect(nominationMs({ ...cluster, settings })).toBe(expected);
  });
});

describe('notReadyClassReason', () => {
  const nodeClass = aNodeClassDefinition({ clusterId: 'clu_1', name: 'gpu' });
  const problem = { condition: 'AMIsReady', reason: 'NotFound', message: 'no AMI' } as const;
  const { resolution } = nodeClass;
  const withProblem = resolution && { ...resolution, problems: [problem] };

  it.each([
    ['is missing', undefined, 'EC2NodeClass gpu not found'],
    ['is not resolved', { ...nodeClass, resolution: null }, 'EC2NodeClass gpu is not resolved yet'],
    [
      'has a problem',
      { ...nodeClass, resolution: withProblem },
      'EC2NodeClass gpu is not ready: no AMI',
    ],
    [
      'is being deleted',
      { ...nodeClass, deletionRequestedAt: recordedAt },
      'EC2NodeClass gpu is being deleted',
    ],
    ['is ready', nodeClass, null],
  ])('of one that %s', (_, definition, reason) => {
    const nodeClasses = definition === undefined ? [] : [definition];
    expect(notReadyClassReason('gpu', { nodeClasses, refusals: [], shown: null })).toBe(reason);
  });

  it.each([
    ['a change', [nodeClass]],
    ['the whole object', []],
  ])('of one of which %s cannot be read', (_, nodeClasses) => {
    const refusals = [aDefinitionRefusal({ kind: 'EC2NodeClass', name: 'gpu' })];
    expect(notReadyClassReason('gpu', { nodeClasses, refusals, shown: null })).toBe(
      'EC2NodeClass gpu is refused: spec.weight: must be a number',
    );
  });
});
