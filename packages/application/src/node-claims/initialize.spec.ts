import { labelKeys } from '@kerf/core';
import { aDecision, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { initializeNodeClaim } from './initialize.js';

const initialize = ({ ports, clusterId }: ClusterSetup) =>
  initializeNodeClaim(ports, { clusterId, nodeClaimId: 'ncl_1' });

/** Sets up a registered node that is Ready. */
async function setUpRegistered(
  fields: Partial<NodeClaim> = {},
  node: Parameters<typeof runNode>[2] = {},
) {
  const setup = await setUpCluster();
  const registered = { state: 'Registered', initializedAt: null, ...fields } as const;
  return { setup, ...(await runNode(setup, registered, node)) };
}

describe('initializeNodeClaim', () => {
  it('marks a node that is ready for pods, and records it', async () => {
    const { setup, node } = await setUpRegistered({ decisionId: 'dec_1' });
    const { store, clock, clusterId } = setup;
    const decision = { clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    expect(await initialize(setup)).toEqual({ kind: 'Done' });
    expect(setup.cluster.nodes.get(node.name)?.labels).toMatchObject({
      [labelKeys.initialized]: 'true',
    });
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Initialized',
      initializedAt: clock.now(),
    });
    expect((await store.decisions.events('dec_1')).map(({ kind, data }) => [kind, data])).toEqual([
      ['NodeClaimInitialized', { nodeClaimId: 'ncl_1', nodeName: node.name }],
      ['Executed', {}],
    ]);
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
    ]);
  });

  it.each([
    ['its pods', ['uid-web-1'], true],
    ['pods that do not exist yet', ['expected-pod/ReplicaSet/shop/web/0'], true],
    ['no pods', [], false],
  ])('protects a node that was launched for %s, or not', async (_name, podUids, expected) => {
    const { setup, node } = await setUpRegistered({ plan: aPlannedClaim({ podUids }) });
    await initialize(setup);
    const { ports, clock, clusterId } = setup;
    expect(ports.memory.nominations.of(clusterId, clock.now()).has(node.name)).toBe(expected);
    expect(ports.memory.nominations.of(clusterId, clock.now() + 20_000).size).toBe(0);
  });

  const startup = { key: 'cilium', value: '', effect: 'NoExecute' } as const;
  it.each([
    ['is not Ready', {}, { isReady: false }],
    [
      'has an ephemeral taint',
      {},
      { taints: [{ key: 'node.kubernetes.io/not-ready', value: '', effect: 'NoSchedule' }] },
    ],
    [
      'has a startup taint of its NodeClaim',
      { plan: aPlannedClaim({ startupTaints: [startup] }) },
      { taints: [startup] },
    ],
    [
      'lacks a requested resource',
      { plan: aPlannedClaim({ requests: { 'example.com/device': 1 } }) },
      { allocatable: { cpu: 2_000, 'example.com/device': 0 } },
    ],
  ] as const)('waits while the node %s', async (_which, fields, nodeFields) => {
    const { setup, claim, node } = await setUpRegistered(fields, nodeFields);
    expect(await initialize(setup)).toEqual({ kind: 'Done' });
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    expect(setup.cluster.nodes.get(node.name)).toEqual(node);
  });

  it.each([
    ['another taint', {}, { taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }] }],
    [
      'a taint of another effect than its startup taint',
      { plan: aPlannedClaim({ startupTaints: [startup] }) },
      { taints: [{ ...startup, effect: 'NoSchedule' }] },
    ],
    [
      'none of a resource that is requested with 0',
      { plan: aPlannedClaim({ requests: { 'example.com/device': 0 } }) },
      {},
    ],
  ] as const)('does not wait for a node with %s', async (_which, fields, nodeFields) => {
    const { setup } = await setUpRegistered(fields, nodeFields);
    await initialize(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Initialized' });
  });

  it.each(nodeClaimStates.filter((state) => state !== 'Registered'))(
    'does nothing to a NodeClaim in state %s',
    async (state) => {
      const { setup, claim, node } = await setUpRegistered({ state });
      expect(await initialize(setup)).toEqual({ kind: 'Done' });
      expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
      expect(setup.cluster.nodes.get(node.name)).toEqual(node);
    },
  );

  it('does nothing while there is no NodeClaim or no node', async () => {
    const setup = await setUpCluster();
    expect(await initialize(setup)).toEqual({ kind: 'Done' });
    const claim = await storeNodeClaim(setup, { state: 'Registered' });
    expect(await initialize(setup)).toEqual({ kind: 'Done' });
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('leaves a NodeClaim alone that is terminated at the same time', async () => {
    const { setup, claim } = await setUpRegistered();
    setup.cluster.markInitialized = async () => {
      await setup.store.nodeClaims.save({ ...claim, state: 'Terminating' });
    };
    expect(await initialize(setup)).toEqual({ kind: 'Done' });
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      initializedAt: null,
    });
    expect(setup.takeJobs()).toEqual([]);
  });
});
