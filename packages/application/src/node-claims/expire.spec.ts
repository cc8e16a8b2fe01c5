import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { expireNodeClaims } from './expire.js';

const hour = 3_600_000;
const terms = { expireAfter: '1h', terminationGracePeriod: null };
const expire = ({ ports, clusterId }: ClusterSetup) => expireNodeClaims(ports, clusterId);

/** Stores a NodeClaim with a lifetime of one hour that was requested so long ago. */
const storeAged = (setup: ClusterSetup, ageMs: number, fields: Partial<NodeClaim> = {}) =>
  storeNodeClaim(setup, { terms, requestedAt: setup.clock.now() - ageMs, ...fields });

describe('expireNodeClaims', () => {
  it('removes the node with a decision of its own, whatever needs approval', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { store, clusterId, clock } = setup;
    const pods = [aPod('web').running(), aPod('stays').running({ doNotDisrupt: 'true' })];
    await runNode(setup, { terms, requestedAt: clock.now() - hour }, { pods });
    await expire(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Expired', deadline: null, instanceEndsAt: null },
    });
    expect(store.tables.decisions.all()).toMatchObject([
      {
        id: expect.stringMatching(/^dec_/),
        kind: 'Expire',
        state: 'Executing',
        nodeClaimIds: ['ncl_1'],
        body: {
          reason: 'Expired',
          candidates: [{ nodeName: 'node-i-ncl_1' }],
          pods: [{ podUid: 'web' }],
        },
      },
    ]);
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it('counts the pods that its terminationGracePeriod ends, whatever protects them', async () => {
    const setup = await setUpCluster();
    const pods = [aPod('web').running(), aPod('stays').running({ doNotDisrupt: 'true' })];
    const limited = { ...terms, terminationGracePeriod: '10m' };
    await runNode(setup, { terms: limited, requestedAt: setup.clock.now() - hour }, { pods });
    await expire(setup);
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { podCount: 2, body: { pods: [{ podUid: 'web' }, { podUid: 'stays' }] } },
    ]);
  });

  it.each([
    ['exactly at the end of its lifetime', hour, {}, 'Terminating'],
    ['just before', hour - 1, {}, 'Launched'],
    [
      'without a lifetime',
      10_000 * hour,
      { terms: { ...terms, expireAfter: 'Never' } },
      'Launched',
    ],
  ])('decides about a NodeClaim %s', async (_when, ageMs, fields, state) => {
    const setup = await setUpCluster();
    await storeAged(setup, ageMs, fields);
    await expire(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state });
  });

  it.each([
    [hour - 1, 'Launched'],
    [hour, 'Terminating'],
  ])(
    'counts from the creation of a standalone NodeClaim’s object, %d ms ago',
    async (ms, state) => {
      const setup = await setUpCluster();
      const standalone = { objectUid: 'uid-1', createdAt: setup.clock.now() - ms };
      await storeAged(setup, hour + ms, { nodePool: null, standalone });
      await expire(setup);
      expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state });
    },
  );

  const living: readonly NodeClaimState[] = ['Launched', 'Registered', 'Initialized'];
  it.each(living)('expires a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    await storeAged(setup, hour, { state });
    await expire(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
  });

  const others: readonly NodeClaimState[] = [
    'Requested',
    'Launching',
    'Terminating',
    'Terminated',
    'LaunchFailed',
  ];
  it.each(others)('leaves a NodeClaim in state %s alone', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeAged(setup, hour, { state });
    await expire(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('does nothing in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const claim = await storeAged(setup, hour);
    await expire(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    expect(setup.store.tables.decisions.all()).toEqual([]);
  });

  it('does not need the state of the cluster while nothing expires', async () => {
    const setup = await setUpCluster();
    await storeAged(setup, 0);
    setup.cluster.view = () => {
      throw new RangeError('not synced');
    };
    await expect(expire(setup)).resolves.toBeUndefined();
  });

  it('removes the node once, however often it runs', async () => {
    const setup = await setUpCluster();
    await storeAged(setup, hour);
    await expire(setup);
    await expire(setup);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
  });

  it('asks for a retry when another writer changes the NodeClaim at the same time', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const claim = await storeAged(setup, hour);
    const busy = withOtherWriter(store, () => store.nodeClaims.save(claim));
    await expect(expireNodeClaims({ ...ports, store: busy }, clusterId)).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
    expect(store.tables.decisions.all()).toEqual([]);
  });
});
