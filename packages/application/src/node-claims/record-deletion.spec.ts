import type { PodDisruptionBudget } from '@kerf/engine';
import { aPod, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { RemoveBody } from '../domain/decision/decision.js';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordDeletion, recordNodePoolDeletion } from './record-deletion.js';

const bodyOf = ({ store }: ClusterSetup): RemoveBody => {
  const [decision] = store.tables.decisions.all();
  if (decision?.body.type !== 'Remove') throw new RangeError('no removal was recorded');
  return decision.body;
};

describe('recordDeletion', () => {
  const deleted = { kind: 'NodeClaim', name: 'default-ncl_1' } as const;
  const record = (
    { ports, store, clusterId, cluster }: ClusterSetup,
    claims: readonly NodeClaim[],
    view: ReturnType<typeof cluster.view> | null = cluster.view(),
  ) => store.transaction((tx) => recordDeletion(ports, tx, { clusterId, deleted, claims, view }));

  it('records a decision that is executed at once, and starts the termination', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { store, clock, clusterId } = setup;
    const { claim } = await runNode(setup, {}, { pods: [aPod('web-1').running()] });
    await record(setup, [claim]);
    const [decision] = store.tables.decisions.all();
    expect(decision).toMatchObject({
      id: expect.stringMatching(/^dec_/),
      kind: 'Delete',
      state: 'Executing',
      verdict: { kind: 'Auto' },
      decidedBy: 'kerf',
      executionStep: 'MarkedForDeletion',
      nodePools: ['default'],
      nodeClaimIds: ['ncl_1'],
      podCount: 1,
      body: {
        reason: 'Deleted',
        deleted,
        candidates: [{ nodeName: 'node-i-ncl_1' }],
        pods: [{ podUid: 'web-1', from: 'node-i-ncl_1' }],
        deadline: null,
      },
    });
    expect(decision?.snapshotDigest).toBe(setup.ports.digest.of(decision?.body));
    const at = clock.now();
    expect(await store.decisions.events(decision?.id ?? '')).toEqual([
      { at, kind: 'Proposed', actor: 'kerf', data: {} },
      {
        at,
        kind: 'ExecutionStarted',
        actor: 'kerf',
        data: { detail: 'NodeClaim default-ncl_1 was deleted', step: 'MarkedForDeletion' },
      },
    ]);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'DeletedByUser' },
    });
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it('lists only the pods that capacity elsewhere is provisioned for', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(
      setup,
      {},
      {
        pods: [
          aPod('proxy').running({ ownerKind: 'DaemonSet' }),
          aPod('protected').running({ doNotDisrupt: 'true' }),
          aPod('web-1').running(),
        ],
      },
    );
    await record(setup, [claim]);
    expect(bodyOf(setup).pods.map(({ podUid }) => podUid)).toEqual(['web-1']);
  });

  it('lists the pods that the terminationGracePeriod ends, whatever protects them', async () => {
    const setup = await setUpCluster();
    const terms = { expireAfter: 'Never', terminationGracePeriod: '10m' };
    const pods = [aPod('protected').running({ doNotDisrupt: 'true' }), aPod('web-1').running()];
    const { claim } = await runNode(setup, { terms }, { pods });
    await record(setup, [claim]);
    expect(bodyOf(setup).pods.map(({ podUid }) => podUid)).toEqual(['protected', 'web-1']);
  });

  it('does not list a pod that a PodDisruptionBudget blocks', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup, {}, { pods: [aPod('web-1').running()] });
    const budget: PodDisruptionBudget = {
      namespace: 'default',
      name: 'web',
      selector: podsWith({ app: 'web' }),
      disruptionsAllowed: 0,
      unhealthyPodEvictionPolicy: 'IfHealthyBudget',
    };
    await record(setup, [claim], { ...setup.cluster.view(), podDisruptionBudgets: [budget] });
    expect(bodyOf(setup).pods).toEqual([]);
  });

  it('lists no pods while the state of the cluster is unknown', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup, {}, { pods: [aPod('web-1').running()] });
    await record(setup, [claim], null);
    expect(bodyOf(setup)).toMatchObject({
      candidates: [{ nodeName: 'default-ncl_1', nodeClaimId: 'ncl_1' }],
      pods: [],
    });
  });

  it('names each NodePool once, sorted, and none for a standalone NodeClaim', async () => {
    const setup = await setUpCluster();
    const claims = await Promise.all(
      (['web', 'batch', 'web', null] as const).map((nodePool, index) =>
        storeNodeClaim(setup, { id: `ncl_${index}`, nodePool }),
      ),
    );
    await record(setup, claims);
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { nodePools: ['batch', 'web'], nodeCount: 4 },
    ]);
  });

  it('records nothing when another writer has changed a NodeClaim', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup);
    await setup.store.nodeClaims.save(claim);
    await expect(record(setup, [claim])).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(setup.store.tables.decisions.all()).toEqual([]);
  });
});

describe('recordNodePoolDeletion', () => {
  const record = ({ ports, store, clusterId, cluster }: ClusterSetup) =>
    store.transaction((tx) =>
      recordNodePoolDeletion(ports, tx, { clusterId, name: 'default', view: cluster.view() }),
    );

  it('terminates all NodeClaims of the NodePool in one decision', async () => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup);
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Initialized' });
    await storeNodeClaim(setup, { id: 'ncl_3', nodePool: 'batch' });
    await record(setup);
    expect(setup.store.tables.decisions.all()).toMatchObject([
      {
        nodeClaimIds: ['ncl_1', 'ncl_2'],
        body: { deleted: { kind: 'NodePool', name: 'default' } },
      },
    ]);
    expect(await setup.store.nodeClaims.find('ncl_3')).toMatchObject({ state: 'Launched' });
  });

  const included: readonly NodeClaimState[] = [
    'Requested',
    'Launched',
    'Registered',
    'Initialized',
  ];
  it.each(included)('includes a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup, { state });
    await record(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
  });

  const leftOut: readonly NodeClaimState[] = [
    'Launching',
    'Terminating',
    'Terminated',
    'LaunchFailed',
  ];
  it.each(leftOut)('leaves out a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state });
    await record(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    expect(setup.store.tables.decisions.all()).toEqual([]);
  });
});
