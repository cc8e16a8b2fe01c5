import { aNodeClaimRecord, anInterruption, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { type Removal, recordRemovals, removedNodes } from './record-removal.js';

const record = (setup: ClusterSetup, ...removals: readonly Removal[]) =>
  setup.store.transaction((tx) => recordRemovals(setup.ports, tx, removals));

const expired = (removal: Pick<Removal, 'claim'> & Partial<Removal>): Removal => ({
  decisionId: 'dec_1',
  reason: 'Expired',
  node: undefined,
  displaced: [],
  interruption: null,
  instanceEndsAt: null,
  ...removal,
});

describe('recordRemovals', () => {
  it('records a decision that is executed at once, and starts the termination', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { store, clock, clusterId } = setup;
    const pod = aPod('web-1').inNamespace('shop').running();
    const { claim, node } = await runNode(setup, {}, { pods: [pod] });
    const leaving = await record(setup, expired({ claim, node, displaced: [pod] }));
    expect(leaving).toMatchObject([{ id: 'ncl_1', state: 'Terminating' }]);
    const decision = await store.decisions.find('dec_1');
    const body = {
      type: 'Remove',
      reason: 'Expired',
      candidates: [
        {
          nodeName: 'node-i-ncl_1',
          nodeClaimId: 'ncl_1',
          nodePool: 'default',
          instanceType: 'm5.large',
          zone: 'us-east-1a',
          capacityType: 'spot',
          priceMicroUsdPerHour: 40_000,
          daemonPods: 0,
        },
      ],
      pods: [
        { podUid: 'web-1', pod: 'shop/web-1', from: 'node-i-ncl_1', owner: 'ReplicaSet/web-1' },
      ],
      interruption: null,
      deadline: null,
    };
    expect(decision).toMatchObject({
      kind: 'Expire',
      state: 'Executing',
      verdict: { kind: 'Auto' },
      decidedBy: 'kerf',
      executionStep: 'MarkedForDeletion',
      nodePools: ['default'],
      nodeClaimIds: ['ncl_1'],
      nodeCount: 1,
      podCount: 1,
      costChangeMicroUsdPerHour: null,
      snapshotDigest: setup.ports.digest.of(body),
    });
    expect(decision?.body).toEqual(body);
    const at = clock.now();
    expect(await store.decisions.events('dec_1')).toEqual([
      { at, kind: 'Proposed', actor: 'kerf', data: {} },
      {
        at,
        kind: 'ExecutionStarted',
        actor: 'kerf',
        data: { detail: 'no approval required', step: 'MarkedForDeletion' },
      },
    ]);
    expect(store.tables.changes.all()).toContainEqual({
      topic: 'decision',
      clusterId,
      id: 'dec_1',
      version: 1,
    });
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it('records the warning and the deadline of an interruption', async () => {
    const setup = await setUpCluster();
    const { store, clusterId, clock } = setup;
    const claim = await storeNodeClaim(setup);
    const interruption = anInterruption({ clusterId, id: 'int_1' });
    const instanceEndsAt = clock.now() + 120_000;
    await record(setup, expired({ claim, reason: 'Interrupted', interruption, instanceEndsAt }));
    expect(await store.decisions.find('dec_1')).toMatchObject({
      kind: 'Interrupt',
      body: {
        reason: 'Interrupted',
        interruption: { id: 'int_1', kind: 'SpotInterrupted', instanceId: 'i-ncl_1' },
        deadline: instanceEndsAt,
      },
    });
    expect((await store.nodeClaims.find('ncl_1'))?.termination).toMatchObject({
      reason: 'Interrupted',
      interruption: 'SpotInterrupted',
      instanceEndsAt,
    });
  });

  it('records one decision per node', async () => {
    const setup = await setUpCluster();
    const first = await storeNodeClaim(setup, { nodePool: null });
    const second = await storeNodeClaim(setup, { id: 'ncl_2' });
    await record(setup, expired({ claim: first }), expired({ claim: second, decisionId: 'dec_2' }));
    expect(
      setup.store.tables.decisions
        .all()
        .map(({ nodeClaimIds, nodePools }) => [nodeClaimIds, nodePools]),
    ).toEqual([
      [['ncl_1'], []],
      [['ncl_2'], ['default']],
    ]);
  });

  it('records nothing when another writer has changed one of the NodeClaims', async () => {
    const setup = await setUpCluster();
    const first = await storeNodeClaim(setup);
    const second = await storeNodeClaim(setup, { id: 'ncl_2' });
    await setup.store.nodeClaims.save(second);
    const recording = record(
      setup,
      expired({ claim: first }),
      expired({ claim: second, decisionId: 'dec_2' }),
    );
    await expect(recording).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launched' });
  });
});

describe('removedNodes', () => {
  it('names a node that has not joined by its NodeClaim', () => {
    const claim = aNodeClaimRecord({
      clusterId: 'clu_1',
      id: 'ncl_1',
      name: 'default-x2k4p',
      nodePool: null,
      instance: null,
    });
    expect(removedNodes([{ claim, node: undefined, displaced: [] }])).toEqual({
      candidates: [
        {
          nodeName: 'default-x2k4p',
          nodeClaimId: 'ncl_1',
          nodePool: null,
          instanceType: null,
          zone: null,
          capacityType: null,
          priceMicroUsdPerHour: null,
          daemonPods: 0,
        },
      ],
      pods: [],
    });
  });

  it('names the Deployment of a pod instead of its ReplicaSet, and no owner of a bare pod', async () => {
    const setup = await setUpCluster();
    const { claim, node } = await runNode(setup, {}, { pods: [] });
    const displaced = [
      aPod('web-1').labelled({ 'pod-template-hash': '7c9f' }).running({ ownerName: 'web-7c9f' }),
      aPod('bare').running({ ownerKind: 'None', ownerName: '' }),
    ];
    expect(removedNodes([{ claim, node, displaced }]).pods).toMatchObject([
      { pod: 'default/web-1', owner: 'Deployment/web' },
      { pod: 'default/bare' },
    ]);
    expect(removedNodes([{ claim, node, displaced }]).pods[1]).not.toHaveProperty('owner');
  });

  it('counts daemon pods and static pods that have not ended', async () => {
    const setup = await setUpCluster();
    const removed = await runNode(
      setup,
      {},
      {
        pods: [
          aPod('proxy').running({ ownerKind: 'DaemonSet' }),
          aPod('static').running({ ownerKind: 'Node' }),
          aPod('ended').running({ ownerKind: 'DaemonSet', isTerminal: true }),
          aPod('web').running(),
        ],
      },
    );
    expect(removedNodes([{ ...removed, displaced: [] }]).candidates[0]?.daemonPods).toBe(2);
  });
});
