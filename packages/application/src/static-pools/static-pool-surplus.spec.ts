import { annotationKeys } from '@kerf/core';
import { aDecision, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { lockStaticPool } from './static-pool-state.js';
import { chooseSurplus, isAbout } from './static-pool-surplus.js';

/** Returns the surplus of the static NodePool `default`. */
async function surplusOf({ store, cluster, clusterId, clock }: ClusterSetup) {
  const state = await store.transaction((tx) => lockStaticPool(tx, clusterId, 'default'));
  if (state === null) throw new RangeError('the NodePool is not static');
  return chooseSurplus(state, cluster.view(), clock.now());
}

describe('chooseSurplus', () => {
  it('chooses nothing when the number of nodes is right', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    await runNode(setup);
    expect(await surplusOf(setup)).toEqual({ withdrawn: [], removed: [] });
  });

  it('withdraws NodeClaims without an instance first, then removes empty nodes', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    await runNode(setup, {}, { pods: [aPod('web-1').running()] });
    const empty = await runNode(setup, { id: 'ncl_2' });
    const launching = await storeNodeClaim(setup, {
      id: 'ncl_3',
      state: 'Launching',
      instance: null,
    });
    const requested = await storeNodeClaim(setup, {
      id: 'ncl_4',
      state: 'Requested',
      instance: null,
    });
    expect(await surplusOf(setup)).toEqual({
      withdrawn: [
        { claim: requested, node: undefined, displaced: [] },
        { claim: launching, node: undefined, displaced: [] },
      ],
      removed: [{ ...empty, displaced: [] }],
    });
  });

  it('counts an instance that has not joined as launched', async () => {
    const setup = await setUpCluster({}, { replicas: 0 });
    const claim = await storeNodeClaim(setup);
    expect(await surplusOf(setup)).toEqual({
      withdrawn: [],
      removed: [{ claim, node: undefined, displaced: [] }],
    });
  });

  it('chooses nodes with the annotation do-not-disrupt last', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    await runNode(setup, {}, { pods: [aPod('web-1').running()] });
    await runNode(
      setup,
      { id: 'ncl_2' },
      { annotations: { [annotationKeys.doNotDisrupt]: 'true' } },
    );
    expect((await surplusOf(setup)).removed.map(({ claim }) => claim.id)).toEqual(['ncl_1']);
  });

  it('names the pods that need another node', async () => {
    const setup = await setUpCluster({}, { replicas: 0 });
    const daemon = aPod('proxy').running({ ownerKind: 'DaemonSet' });
    const web = aPod('web-1').running();
    const protectedPod = aPod('stays').running({ doNotDisrupt: 'true' });
    await runNode(setup, {}, { pods: [daemon, web, protectedPod] });
    expect((await surplusOf(setup)).removed[0]?.displaced).toEqual([web]);
  });

  it('names all pods of a node whose terminationGracePeriod ends its drain', async () => {
    const setup = await setUpCluster({}, { replicas: 0 });
    const protectedPod = aPod('stays').running({ doNotDisrupt: 'true' });
    const terms = { expireAfter: 'Never', terminationGracePeriod: '10m' };
    await runNode(setup, { terms }, { pods: [protectedPod] });
    expect((await surplusOf(setup)).removed[0]?.displaced).toEqual([protectedPod]);
  });
});

describe('isAbout', () => {
  const decision = aDecision({ clusterId: 'clu_1', id: 'dec_1', nodeClaimIds: ['ncl_1', 'ncl_2'] });

  it.each([
    ['the same NodeClaims', ['ncl_2', 'ncl_1'], true],
    ['fewer', ['ncl_1'], false],
    ['more', ['ncl_1', 'ncl_2', 'ncl_3'], false],
    ['others', ['ncl_1', 'ncl_3'], false],
  ])('compares with %s', async (_which, ids, expected) => {
    const setup = await setUpCluster();
    const leaving = await Promise.all(
      ids.map(async (id) => ({
        claim: await storeNodeClaim(setup, { id }),
        node: undefined,
        displaced: [],
      })),
    );
    expect(isAbout(decision, leaving)).toBe(expected);
  });
});
