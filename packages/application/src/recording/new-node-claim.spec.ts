import { annotationKeys } from '@kerf/core';
import { aNodePoolDefinition, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { newNodeClaim, requestNodeClaims } from './new-node-claim.js';

const offering = aPlannedClaim().expected;
const aType = (name: string) => ({ name, offerings: [{ ...offering, instanceType: name }] });

/** Returns a set-up cluster with a function that returns the NodeClaim of a planned one. */
async function setUpPlan(poolFields: Parameters<typeof setUpCluster>[1] = {}) {
  const setup = await setUpCluster({}, poolFields);
  const loaded = await loadSnapshot(setup.ports, setup.clusterId);
  const request = (planned = aPlannedClaim()) =>
    newNodeClaim(setup.ports, loaded, planned, 'dec_1');
  return { setup, loaded, request };
}

describe('newNodeClaim', () => {
  it('returns a requested NodeClaim with the hashes and terms of its definitions', async () => {
    const { setup, request } = await setUpPlan();
    const planned = aPlannedClaim({ podUids: ['pod-1'] });
    const { claim } = request(planned);
    const { instanceTypes, requirements, rejectedInstanceTypes, ...plan } = planned;
    expect(claim).toEqual({
      id: expect.stringMatching(/^ncl_/),
      clusterId: setup.clusterId,
      name: expect.stringMatching(/^default-.{5}$/),
      nodePool: 'default',
      nodeClass: 'default',
      nodePoolHash: 'a',
      nodeClassHash: 'b',
      decisionId: 'dec_1',
      state: 'Requested',
      plan,
      terms: { expireAfter: '720h', terminationGracePeriod: null },
      standalone: null,
      instance: null,
      nodeName: null,
      failure: null,
      termination: null,
      drift: null,
      reboot: null,
      lastPodEventAt: null,
      requestedAt: setup.clock.now(),
      launchedAt: null,
      registeredAt: null,
      initializedAt: null,
      terminatedAt: null,
      version: 1,
    });
  });

  it('gives each NodeClaim an id and a name of its own', async () => {
    const { request } = await setUpPlan();
    const [first, second] = [request().claim, request().claim];
    expect(first.id).not.toBe(second.id);
    expect(first.name).not.toBe(second.name);
  });

  it('copies the terms of the NodePool', async () => {
    const { spec } = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' });
    const template = {
      ...spec.template,
      spec: { ...spec.template.spec, expireAfter: '24h', terminationGracePeriod: '10m' },
    };
    const { request } = await setUpPlan({ template });
    expect(request().claim.terms).toEqual({ expireAfter: '24h', terminationGracePeriod: '10m' });
  });

  it('has no hashes and no limits when the NodePool does not exist any more', async () => {
    const { request } = await setUpPlan();
    expect(request(aPlannedClaim({ nodePool: 'gone' })).claim).toMatchObject({
      nodePool: 'gone',
      nodeClass: '',
      nodePoolHash: '',
      nodeClassHash: '',
      terms: { expireAfter: 'Never', terminationGracePeriod: null },
    });
  });

  it('keeps the sixty cheapest instance types as launch options', async () => {
    const { request } = await setUpPlan();
    const types = Array.from({ length: 61 }, (_, index) => aType(`m5.${index}`));
    const { launchOptions } = request(aPlannedClaim({ instanceTypes: types }));
    expect(launchOptions.instanceTypes).toEqual(types.slice(0, 60));
  });

  it.each([
    ['no annotation without NodeOverlays', {}, {}, {}],
    [
      'the annotation of a changed price',
      { priceOverlay: { name: 'cheap', listedMicroUsdPerHour: 1 } },
      {},
      { [annotationKeys.priceOverlayApplied]: 'true' },
    ],
    [
      'the annotation of a changed capacity',
      {},
      { capacityOverlay: { 'example.com/device': 1 } },
      { [annotationKeys.capacityOverlayApplied]: 'true' },
    ],
  ])('sets %s', async (_what, price, capacity, added) => {
    const { request } = await setUpPlan();
    const overlaid = {
      name: 'm5.large',
      offerings: [offering, { ...offering, ...price }],
      ...capacity,
    };
    const planned = aPlannedClaim({
      annotations: { team: 'web' },
      instanceTypes: [aType('c5.large'), overlaid],
    });
    expect(request(planned).claim.plan.annotations).toEqual({ team: 'web', ...added });
  });
});

describe('requestNodeClaims', () => {
  it('stores the NodeClaims with their options and requests launch and objects at once', async () => {
    const { setup, request } = await setUpPlan();
    const { ports, store, clusterId, clock } = setup;
    const requested = [request(), request()];
    await store.transaction((tx) => requestNodeClaims(ports, tx, requested));
    const nodeClaimIds = requested.map(({ claim }) => claim.id);
    expect(await store.nodeClaims.inStates(clusterId, ['Requested'])).toEqual(
      requested.map(({ claim }) => claim),
    );
    expect(await store.nodeClaims.launchOptions(nodeClaimIds)).toEqual(
      new Map(requested.map(({ claim, launchOptions }) => [claim.id, launchOptions])),
    );
    expect(store.tables.outbox.all()).toEqual(
      ['node-claim.launch', 'node-claim.create-objects'].map((type) => ({
        message: { type, clusterId, nodeClaimIds },
        deliverAt: clock.now(),
      })),
    );
  });

  it('only syncs the status of a standalone NodeClaim, whose object exists', async () => {
    const { setup, request } = await setUpPlan();
    const { ports, store, clusterId } = setup;
    const requested = request();
    const standalone = { objectUid: 'uid-1', createdAt: 0 };
    const claim = { ...requested.claim, nodePool: null, standalone };
    await store.transaction((tx) => requestNodeClaims(ports, tx, [{ ...requested, claim }]));
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.launch', clusterId, nodeClaimIds: [claim.id] },
      { type: 'node-claim.sync', clusterId, nodeClaimId: claim.id },
    ]);
  });

  it('requests nothing for no NodeClaims', async () => {
    const { setup } = await setUpPlan();
    const { ports, store } = setup;
    await store.transaction((tx) => requestNodeClaims(ports, tx, []));
    expect(setup.takeJobs()).toEqual([]);
  });

  it('refuses a name that a living NodeClaim has, and stores nothing', async () => {
    const { setup, request } = await setUpPlan();
    const { ports, store } = setup;
    const requested = request();
    await store.nodeClaims.insert([{ ...requested.claim, id: 'ncl_0' }]);
    const requesting = store.transaction((tx) =>
      requestNodeClaims(ports, tx, [request(), requested]),
    );
    await expect(requesting).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(store.tables.nodeClaims.all().map(({ id }) => id)).toEqual(['ncl_0']);
    expect(setup.takeJobs()).toEqual([]);
  });
});
