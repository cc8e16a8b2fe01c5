import { bufferPods, type PlannedNodeClaim } from '@kerf/engine';
import { aDecision, aPlannedClaim, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Decision, ProvisionBody } from '../domain/decision/decision.js';
import { toRequestedClaim } from '../recording/new-node-claim.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { runNode } from '../testing/running-nodes.js';
import { aSchedulingResult } from '../testing/scheduling-result.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { proposeProvision, recordLaunches } from './propose-provision.js';

const origin = { batchId: 'bat_1' };
const twoNodes = [
  aPlannedClaim({ id: 'claim-0001', podUids: ['web-1', 'web-2'] }),
  aPlannedClaim({ id: 'claim-0002', podUids: ['web-3'] }),
];

/** Proposes to launch these nodes in the present state of the cluster. */
async function propose(
  { ports, store, clusterId }: ClusterSetup,
  newNodeClaims: readonly PlannedNodeClaim[],
  of: Pick<ProvisionBody, 'batchId' | 'staticPool'> = origin,
): Promise<Decision | null> {
  const loaded = await loadSnapshot(ports, clusterId);
  const result = aSchedulingResult({ newNodeClaims });
  return store.transaction((tx) => proposeProvision(ports, tx, { loaded, result, origin: of }));
}

const bodyOf = (decision: Decision | null): ProvisionBody => {
  if (decision?.body.type !== 'Provision') throw new RangeError('nothing was proposed');
  return decision.body;
};

describe('proposeProvision', () => {
  it.each(['auto', 'approve'] as const)(
    'records a decision that is executed at once in mode %s',
    async (mode) => {
      const setup = await setUpCluster({ mode });
      const { store, clusterId, clock } = setup;
      store.tables.changes.deleteWhere(() => true);
      const decision = await propose(setup, twoNodes);
      expect(decision).toMatchObject({
        id: expect.stringMatching(/^dec_/),
        kind: 'Provision',
        state: 'Executing',
        verdict: { kind: 'Auto' },
        engineVersion: '1',
        nodePools: ['default'],
        nodeCount: 2,
        podCount: 3,
        costChangeMicroUsdPerHour: 80_000,
        decidedAt: clock.now(),
        decidedBy: 'kerf',
        expiresAt: null,
        executionStep: 'None',
      });
      const id = decision?.id ?? '';
      expect(await store.decisions.find(id)).toEqual(decision);
      expect(await store.decisions.events(id)).toEqual([
        { at: clock.now(), kind: 'Proposed', actor: 'kerf', data: {} },
        {
          at: clock.now(),
          kind: 'ExecutionStarted',
          actor: 'kerf',
          data: { detail: 'no approval required' },
        },
      ]);
      expect(store.tables.changes.all()).toContainEqual({
        topic: 'decision',
        clusterId,
        id,
        version: 1,
      });
    },
  );

  it('records the NodeClaims of the decision, and requests their launch', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const decision = await propose(setup, twoNodes);
    const claims = await store.nodeClaims.inStates(clusterId, ['Requested']);
    const nodeClaimIds = claims.map(({ id }) => id);
    expect(claims.map(({ plan, decisionId }) => [plan.id, decisionId])).toEqual([
      ['claim-0001', decision?.id],
      ['claim-0002', decision?.id],
    ]);
    expect(decision?.nodeClaimIds).toEqual(nodeClaimIds);
    expect(bodyOf(decision).claims).toEqual({
      'claim-0001': nodeClaimIds[0],
      'claim-0002': nodeClaimIds[1],
    });
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.launch', clusterId, nodeClaimIds },
      { type: 'node-claim.create-objects', clusterId, nodeClaimIds },
    ]);
  });

  it('records nothing when no node has to be launched', async () => {
    const setup = await setUpCluster();
    expect(await propose(setup, [])).toBeNull();
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('records the digest of the snapshot and the origin of the nodes', async () => {
    const setup = await setUpCluster();
    const { digest } = await loadSnapshot(setup.ports, setup.clusterId);
    const staticPool = { nodePool: 'default', replicas: 2, held: 0 };
    const decision = await propose(setup, twoNodes, { batchId: null, staticPool });
    expect(decision?.snapshotDigest).toBe(digest);
    expect(bodyOf(decision)).toMatchObject({ batchId: null, staticPool });
  });

  it('names each NodePool once, sorted', async () => {
    const setup = await setUpCluster();
    const planned = ['web', 'batch', 'web'].map((nodePool, index) =>
      aPlannedClaim({ id: `claim-000${index + 1}`, nodePool }),
    );
    expect((await propose(setup, planned))?.nodePools).toEqual(['batch', 'web']);
  });

  it('records the twenty cheapest types of each node, and the number of all', async () => {
    const setup = await setUpCluster();
    const { expected } = aPlannedClaim();
    const instanceTypes = Array.from({ length: 21 }, (_, index) => ({
      name: `m5.${index}`,
      offerings: [{ ...expected, instanceType: `m5.${index}` }],
    }));
    const body = bodyOf(await propose(setup, [aPlannedClaim({ instanceTypes })]));
    expect(body.result.newNodeClaims[0]?.instanceTypes).toEqual(instanceTypes.slice(0, 20));
    expect(body.optionCounts).toEqual({ 'claim-0001': 21 });
  });

  it.each([
    [
      'the price of the cloud when a NodeOverlay changed it',
      { priceOverlay: { name: 'a', listedMicroUsdPerHour: 90_000 } },
      90_000,
    ],
    ['null when the price is an estimate', { isPriceEstimated: true }, null],
  ] as const)('records as cost %s', async (_what, changes, cost) => {
    const setup = await setUpCluster();
    const { expected } = aPlannedClaim();
    const decision = await propose(setup, [
      aPlannedClaim({ expected: { ...expected, ...changes } }),
    ]);
    expect(decision?.costChangeMicroUsdPerHour).toBe(cost);
  });
});

describe('proposeProvision in mode observe', () => {
  const observed: Partial<Cluster> = { mode: 'observe' };

  it('only shows the decision', async () => {
    const setup = await setUpCluster(observed);
    const { store, clock } = setup;
    const decision = await propose(setup, twoNodes);
    expect(decision).toMatchObject({
      state: 'Proposed',
      verdict: { kind: 'ObserveOnly' },
      nodeClaimIds: [],
      nodeCount: 2,
      decidedAt: null,
      body: { claims: {} },
    });
    expect(await store.decisions.events(decision?.id ?? '')).toEqual([
      { at: clock.now(), kind: 'Proposed', actor: 'kerf', data: {} },
    ]);
    expect(store.tables.nodeClaims.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('keeps the decision while the plan is the same', async () => {
    const setup = await setUpCluster(observed);
    const first = await propose(setup, twoNodes);
    setup.clock.advance(60_000);
    expect(await propose(setup, twoNodes)).toEqual(first);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it.each([
    ['other pods', { podUids: ['web-9'] }],
    ['another NodePool', { nodePool: 'batch' }],
    ['another price', { expected: { ...aPlannedClaim().expected, priceMicroUsdPerHour: 1 } }],
  ])('replaces the decision when the plan has %s', async (_what, changes) => {
    const setup = await setUpCluster(observed);
    const first = await propose(setup, [aPlannedClaim({ podUids: ['web-1'] })]);
    const second = await propose(setup, [aPlannedClaim({ podUids: ['web-1'], ...changes })]);
    expect(second?.id).not.toBe(first?.id);
    expect(await setup.store.decisions.find(first?.id ?? '')).toMatchObject({
      state: 'Superseded',
    });
    expect(await setup.store.decisions.events(first?.id ?? '')).toContainEqual(
      expect.objectContaining({
        kind: 'Superseded',
        data: { detail: 'replaced by a newer plan' },
      }),
    );
  });

  it('closes the decision when no node is needed any more', async () => {
    const setup = await setUpCluster(observed);
    const first = await propose(setup, twoNodes);
    expect(await propose(setup, [])).toBeNull();
    expect(await setup.store.decisions.find(first?.id ?? '')).toMatchObject({
      state: 'Superseded',
    });
  });

  it('leaves decisions about static NodePools alone', async () => {
    const setup = await setUpCluster(observed);
    const staticPool = { nodePool: 'default', replicas: 2, held: 0 };
    const fixed = await propose(setup, twoNodes, { batchId: null, staticPool });
    await propose(setup, twoNodes);
    expect(setup.store.tables.decisions.all()).toHaveLength(2);
    expect(await setup.store.decisions.find(fixed?.id ?? '')).toMatchObject({ state: 'Proposed' });
  });

  it('leaves decisions to disrupt nodes alone', async () => {
    const setup = await setUpCluster(observed);
    const { store, clusterId } = setup;
    const verdict = { kind: 'ObserveOnly' } as const;
    await store.decisions.insert(
      aDecision({ clusterId, id: 'dec_empty', state: 'Proposed', verdict }),
      [],
    );
    await propose(setup, twoNodes);
    expect(await store.decisions.find('dec_empty')).toMatchObject({ state: 'Proposed' });
  });

  it('is followed by a new decision once the cluster is in another mode', async () => {
    const setup = await setUpCluster(observed);
    const { store, clusterId } = setup;
    const shown = await propose(setup, twoNodes);
    const cluster = await store.clusters.find(clusterId);
    if (cluster === null) throw new RangeError('there is no cluster');
    await store.clusters.save({ ...cluster, configuredMode: 'auto', mode: 'auto' });
    expect(await propose(setup, twoNodes)).toMatchObject({ state: 'Executing' });
    expect(await store.decisions.find(shown?.id ?? '')).toMatchObject({ state: 'Superseded' });
  });
});

describe('the pods of a decision', () => {
  it('are named with their owners, whether pending, running or virtual', async () => {
    const setup = await setUpCluster();
    const { ports, store, cluster, clusterId } = setup;
    cluster.addPods([aPod('web').inNamespace('shop').build(), aPod('other').build()]);
    const bare = aPod('bare').running({ ownerKind: 'None', ownerName: '' });
    await runNode(setup, {}, { pods: [bare, aPod('stays').running()] });
    const loaded = await loadSnapshot(ports, clusterId);
    const [unit] = bufferPods(
      [
        {
          namespace: 'shop',
          name: 'headroom',
          podSpec: aPod('unit').inNamespace('shop').spec(),
          replicas: 1,
          share: null,
          limits: {},
        },
      ],
      0,
    );
    if (unit === undefined) throw new RangeError('the buffer has no virtual pod');
    const result = aSchedulingResult({
      newNodeClaims: [aPlannedClaim({ podUids: ['web', unit.uid] })],
      existingNodes: [{ nodeName: 'node-i-ncl_1', podUids: ['bare'] }],
    });
    const snapshot = { ...loaded.snapshot, pods: [...loaded.snapshot.pods, unit] };
    const decision = await store.transaction((tx) =>
      proposeProvision(ports, tx, { loaded: { ...loaded, snapshot }, result, origin }),
    );
    expect(bodyOf(decision).pods).toEqual({
      web: { namespace: 'shop', name: 'web', owner: 'ReplicaSet/inflate' },
      bare: { namespace: 'default', name: 'bare', owner: '' },
      [unit.uid]: { namespace: 'shop', name: 'headroom-0', owner: 'CapacityBuffer/headroom' },
    });
    expect(decision?.podCount).toBe(1);
  });

  it('have the Deployment whose ReplicaSet owns them', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const hash = { 'pod-template-hash': '7c9f6d' };
    const ofDeployment = { ownerKind: 'ReplicaSet', ownerName: 'web-7c9f6d' } as const;
    const ofRollout = { ownerKind: 'ReplicaSet', ownerName: 'api-5d' } as const;
    const pods = [
      aPod('web').labelled(hash).running(ofDeployment),
      aPod('api').labelled(hash).running(ofRollout),
    ];
    await runNode(setup, {}, { pods });
    const loaded = await loadSnapshot(ports, clusterId);
    const result = aSchedulingResult({
      newNodeClaims: [aPlannedClaim({ podUids: ['web', 'api'] })],
    });
    const decision = await store.transaction((tx) =>
      proposeProvision(ports, tx, { loaded, result, origin }),
    );
    expect(bodyOf(decision).pods).toMatchObject({
      web: { owner: 'ReplicaSet/web-7c9f6d', workload: 'Deployment/web' },
      api: { owner: 'ReplicaSet/api-5d' },
    });
    expect(bodyOf(decision).pods['api']).not.toHaveProperty('workload');
  });

  it('include those that are unschedulable', async () => {
    const setup = await setUpCluster();
    const { ports, store, cluster, clusterId } = setup;
    cluster.addPods([aPod('web').build(), aPod('huge').build()]);
    const loaded = await loadSnapshot(ports, clusterId);
    const result = aSchedulingResult({
      newNodeClaims: [aPlannedClaim({ podUids: ['web'] })],
      unschedulable: [
        { podUid: 'huge', reasons: [], byNodePool: [], queuePosition: 2, evaluatedAt: 0 },
      ],
    });
    const decision = await store.transaction((tx) =>
      proposeProvision(ports, tx, { loaded, result, origin }),
    );
    expect(Object.keys(bodyOf(decision).pods).sort()).toEqual(['huge', 'web']);
    expect(decision?.podCount).toBe(1);
  });
});

describe('recordLaunches', () => {
  it('names the standalone NodeClaim that requests the node, and no NodePool', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const { cluster } = await loadSnapshot(ports, clusterId);
    const { nodePool: _, ...planned } = aPlannedClaim();
    const { newNodeClaims, ...rest } = aSchedulingResult();
    const decision = await store.transaction((tx) =>
      recordLaunches(ports, tx, {
        cluster,
        digest: 'digest',
        origin: { batchId: null, standaloneClaim: 'gpu-box' },
        result: { ...rest, newNodeClaims: [{ ...planned, nodePool: null }] },
        pods: {},
        claimOf: (node, decisionId) =>
          toRequestedClaim(ports, node, {
            clusterId,
            name: 'gpu-box',
            nodePool: null,
            nodeClass: 'default',
            nodePoolHash: '',
            nodeClassHash: 'b',
            decisionId,
            terms: { expireAfter: 'Never', terminationGracePeriod: null },
            standalone: { objectUid: 'uid-1', createdAt: 0 },
          }),
      }),
    );
    expect(decision).toMatchObject({
      nodePools: [],
      snapshotDigest: 'digest',
      body: { standaloneClaim: 'gpu-box' },
    });
    expect((await store.decisions.events(decision.id))[1]?.data).toEqual({
      detail: 'no approval required: requested by the NodeClaim gpu-box',
    });
    expect(await store.nodeClaims.findByName(clusterId, 'gpu-box')).toMatchObject({
      state: 'Requested',
      decisionId: decision.id,
    });
  });
});
