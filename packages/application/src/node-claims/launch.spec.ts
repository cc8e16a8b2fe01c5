import { AppError } from '@kerf/core';
import { aDecision, aPlannedClaim, FakeCloud } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { changeCluster } from '../clusters/change-cluster.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { LaunchOutcome, LaunchRequest } from '../ports/cloud-provider.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { refusing } from '../testing/refusing.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { storePause } from '../testing/store-pause.js';
import { launchNodeClaims } from './launch.js';

const planned = aPlannedClaim({ podUids: ['web-1'] });
const unavailableMs = 180_000;

/** Stores a NodeClaim that may be launched as a spot m5.large in us-east-1a. */
const storeRequest = (
  setup: Pick<ClusterSetup, 'store' | 'clusterId'>,
  fields: Partial<NodeClaim> = {},
) => {
  const request = { state: 'Requested', instance: null, launchedAt: null, plan: planned } as const;
  return storeNodeClaim(setup, { ...request, ...fields }, planned);
};

const launch = ({ ports, clusterId }: ClusterSetup, ...nodeClaimIds: readonly string[]) =>
  launchNodeClaims(ports, {
    clusterId,
    nodeClaimIds: nodeClaimIds.length === 0 ? ['ncl_1'] : nodeClaimIds,
  });

/** Replaces the launches of the cloud by a function that may call the original one. */
function interceptLaunches(
  { cloud }: ClusterSetup,
  answer: (
    request: LaunchRequest,
    original: () => Promise<LaunchOutcome>,
  ) => Promise<LaunchOutcome>,
): readonly LaunchRequest[] {
  const requests: LaunchRequest[] = [];
  const original = cloud.launch.bind(cloud);
  cloud.launch = (target, request) => {
    requests.push(request);
    return answer(request, () => original(target, request));
  };
  return requests;
}

const unreachable = new AppError({
  code: 'CLOUD.UNREACHABLE',
  message: 'EC2 did not answer',
  retry: { kind: 'backoff' },
});
const refused = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not authorized' });

describe('launchNodeClaims', () => {
  it('records the instance and requests the registration of its node', async () => {
    const setup = await setUpCluster();
    const { store, cloud, clock, clusterId } = setup;
    await storeRequest(setup);
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    const [instance] = cloud.instances.values();
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Launched',
      launchedAt: clock.now(),
      instance: {
        instanceId: instance?.instanceId,
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        capacityType: 'spot',
        priceMicroUsdPerHour: 40_000,
        capacity: { cpu: 2_000 },
      },
    });
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.register', clusterId, nodeClaimId: 'ncl_1' },
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
    ]);
  });

  it('records in the decision the launched instance, with the expected and the actual price', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const decision = { clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    const expected = { ...planned.expected, priceMicroUsdPerHour: 38_000 };
    await storeRequest(setup, { decisionId: 'dec_1', plan: { ...planned, expected } });
    await launch(setup);
    expect(await store.decisions.events('dec_1')).toMatchObject([
      {
        kind: 'NodeClaimLaunched',
        data: {
          nodeClaimId: 'ncl_1',
          detail: 'm5.large spot in us-east-1a',
          expectedMicroUsdPerHour: 38_000,
          actualMicroUsdPerHour: 40_000,
        },
      },
    ]);
  });

  it('leaves unknown prices out of the history', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const decision = { clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    await storeRequest(setup, { decisionId: 'dec_1', plan: { ...planned, expected: null } });
    interceptLaunches(setup, async (_request, original) => {
      const outcome = await original();
      return { ...outcome, instance: { ...outcome.instance, priceMicroUsdPerHour: null } };
    });
    await launch(setup);
    expect((await store.decisions.events('dec_1'))[0]?.data).toEqual({
      nodeClaimId: 'ncl_1',
      detail: 'm5.large spot in us-east-1a',
    });
  });

  it.each([
    'Launched',
    'Registered',
    'Initialized',
    'Terminating',
    'Terminated',
    'LaunchFailed',
  ] as const)('launches nothing for a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeRequest(setup, { state });
    expect(await launch(setup, 'ncl_1', 'ncl_9')).toEqual({ kind: 'Done' });
    expect(setup.cloud.launchCount).toBe(0);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('uses the id of the NodeClaim as token, and says whether it repeats a launch', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup);
    await storeRequest(setup, { id: 'ncl_2', state: 'Launching' });
    const requests = interceptLaunches(setup, (_request, original) => original());
    await launch(setup, 'ncl_1', 'ncl_2');
    expect(new Map(requests.map(({ token, isRepeat }) => [token, isRepeat]))).toEqual(
      new Map([
        ['ncl_1', false],
        ['ncl_2', true],
      ]),
    );
  });

  it('does not launch a second instance when an interrupted launch is repeated', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup);
    interceptLaunches(setup, async (_request, original) => {
      await original();
      throw unreachable;
    });
    await expect(launch(setup)).rejects.toBe(unreachable);
    interceptLaunches(setup, (_request, original) => original());
    await expect(launch(setup)).rejects.toBe(unreachable);
    expect(setup.cloud.launchCount).toBe(1);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launching' });
  });

  it('launches nothing for a NodeClaim that is terminated before its launch begins', async () => {
    const setup = await setUpCluster();
    const { ports, store, cloud, clusterId } = setup;
    const claim = await storeRequest(setup);
    const busy = withOtherWriter(store, () =>
      store.nodeClaims.save({ ...claim, state: 'Terminating' }),
    );
    const input = { clusterId, nodeClaimIds: ['ncl_1'] };
    await launchNodeClaims({ ...ports, store: busy }, input);
    expect(cloud.launchCount).toBe(0);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
  });

  it('leaves a NodeClaim alone that is terminated during its launch', async () => {
    const setup = await setUpCluster();
    const { store, cloud } = setup;
    await storeRequest(setup);
    interceptLaunches(setup, async (_request, original) => {
      const claim = await store.nodeClaims.find('ncl_1');
      if (claim !== null) await store.nodeClaims.save({ ...claim, state: 'Terminating' });
      return original();
    });
    await launch(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      instance: null,
    });
    expect(cloud.instances.size).toBe(1);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('runs sixteen launches at a time', async () => {
    const setup = await setUpCluster();
    const ids = Array.from({ length: 20 }, (_, index) => `ncl_${index + 1}`);
    for (const id of ids) await storeRequest(setup, { id });
    const gate = Promise.withResolvers<void>();
    const requests = interceptLaunches(setup, async (_request, original) => {
      await gate.promise;
      return original();
    });
    const launching = launch(setup, ...ids);
    await expect.poll(() => requests.length).toBe(16);
    gate.resolve();
    await launching;
    expect(requests).toHaveLength(20);
    const { nodeClaims } = setup.store.tables;
    expect(new Set(nodeClaims.all().map(({ state }) => state))).toEqual(new Set(['Launched']));
  });
});

describe('a launch without capacity', () => {
  it('ends, marks the offerings, and adds the pods to a batch', async () => {
    const setup = await setUpCluster();
    const { store, cloud, clock, clusterId, events } = setup;
    cloud.exhausted.add('m5.large/us-east-1a/spot');
    await storeRequest(setup);
    await launch(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'LaunchFailed',
      failure: {
        code: 'INSUFFICIENT_CAPACITY',
        offerings: 1,
        detail: 'There is no Spot capacity available that matches your request.',
      },
      terminatedAt: clock.now(),
      instance: null,
    });
    const until = clock.now() + unavailableMs;
    expect(store.tables.unavailableOfferings.all()).toMatchObject([
      { instanceType: 'm5.large', zone: 'us-east-1a', capacityType: 'spot', until },
    ]);
    expect(await store.batches.undecidedPods(clusterId)).toEqual(['web-1']);
    expect(events.reasons).toEqual(['InsufficientCapacityError NodeClaim']);
  });

  it('is an Event of each of its pods that has no node', async () => {
    const setup = await setUpCluster();
    const { cloud, cluster, events } = setup;
    cloud.exhausted.add('m5.large/us-east-1a/spot');
    const [uid = ''] = cluster.addPendingPods(2, { cpu: 1, memory: 1 });
    await storeRequest(setup, { plan: aPlannedClaim({ podUids: [uid, 'gone'] }) });
    await launch(setup);
    expect(events.reasons).toEqual([
      'InsufficientCapacityError NodeClaim',
      'InsufficientCapacityError Pod',
    ]);
  });

  it('opens no batch for a NodeClaim without pods', async () => {
    const setup = await setUpCluster();
    setup.cloud.exhausted.add('m5.large/us-east-1a/spot');
    await storeRequest(setup, { plan: aPlannedClaim() });
    await launch(setup);
    expect(setup.store.tables.batches.all()).toEqual([]);
  });

  it('marks offerings that were tried before another one had capacity', async () => {
    const setup = await setUpCluster();
    const { store, cloud, clock } = setup;
    cloud.exhausted.add('m5.large/us-east-1a/spot');
    const [option] = planned.instanceTypes;
    const other = { ...planned.expected, zone: 'us-east-1b', priceMicroUsdPerHour: 41_000 };
    await storeNodeClaim(
      setup,
      { state: 'Requested', instance: null, plan: planned },
      {
        requirements: [],
        instanceTypes: [{ name: 'm5.large', offerings: [...(option?.offerings ?? []), other] }],
      },
    );
    await launch(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Launched',
      instance: { zone: 'us-east-1b' },
    });
    expect(store.tables.unavailableOfferings.all()).toMatchObject([
      { zone: 'us-east-1a', until: clock.now() + unavailableMs },
    ]);
    expect(setup.meter.of('OfferingsUnavailable')).toMatchObject([
      { offerings: [{ zone: 'us-east-1a', capacityType: 'spot' }] },
    ]);
  });

  it.each([
    ['no list', undefined],
    ['another value than a list', 'm5.large'],
    ['entries that are no offerings', [null, 'm5.large', { instanceType: 'm5.large' }]],
  ])('marks nothing when the error has %s', async (_what, unavailable) => {
    const setup = await setUpCluster();
    await storeRequest(setup);
    interceptLaunches(setup, () =>
      Promise.reject(
        new AppError({
          code: 'CLOUD.INSUFFICIENT_CAPACITY',
          message: 'no capacity',
          meta: { unavailable },
        }),
      ),
    );
    await launch(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 0 },
    });
    expect(setup.store.tables.unavailableOfferings.all()).toEqual([]);
  });

  it('is not reported when another writer has ended the NodeClaim', async () => {
    const setup = await setUpCluster();
    const { store, cloud, events } = setup;
    cloud.exhausted.add('m5.large/us-east-1a/spot');
    await storeRequest(setup);
    interceptLaunches(setup, async (_request, original) => {
      const claim = await store.nodeClaims.find('ncl_1');
      if (claim !== null) await store.nodeClaims.save({ ...claim, state: 'Terminating' });
      return original();
    });
    await launch(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
    expect(store.tables.unavailableOfferings.all()).toHaveLength(1);
    expect(store.tables.batches.all()).toEqual([]);
    expect(events.recorded).toEqual([]);
  });
});

describe('a launch that is not begun', () => {
  it('and cannot be ended keeps no other from being launched', async () => {
    const setup = await setUpCluster();
    const { store, clusterId, ports } = setup;
    await storeRequest(setup);
    await storeRequest(setup, { id: 'ncl_2', name: 'default-2', nodePool: null });
    await storePause(setup, 'DisruptionAndLaunches');
    const refusal = refusing(ports, { of: 'nodeClaims.saveAll', about: 'LaunchFailed' });
    const nodeClaimIds = ['ncl_1', 'ncl_2'];
    await expect(launchNodeClaims(refusal, { clusterId, nodeClaimIds })).rejects.toMatchObject({
      code: 'CLUSTER.INVALID',
    });
    expect((await store.nodeClaims.find('ncl_1'))?.state).toBe('Requested');
    expect((await store.nodeClaims.find('ncl_2'))?.state).toBe('Launched');
  });
});

describe('a launch that fails', () => {
  it('ends when the cloud refuses it, without another plan', async () => {
    const setup = await setUpCluster();
    const { store, events } = setup;
    await storeRequest(setup);
    interceptLaunches(setup, () => Promise.reject(refused));
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'LaunchFailed',
      failure: { code: 'LAUNCH_REFUSED', detail: 'not authorized' },
    });
    expect(store.tables.batches.all()).toEqual([]);
    expect(store.tables.unavailableOfferings.all()).toEqual([]);
    expect(events.reasons).toEqual(['LaunchFailed NodeClaim']);
  });

  it('records it in the decision that requested it', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const decision = { clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    await storeRequest(setup, { decisionId: 'dec_1' });
    interceptLaunches(setup, () => Promise.reject(refused));
    await launch(setup);
    expect(await store.decisions.events('dec_1')).toMatchObject([
      {
        kind: 'NodeClaimLaunchFailed',
        data: { nodeClaimId: 'ncl_1', detail: 'not authorized' },
      },
      { kind: 'Failed' },
    ]);
  });

  it('stays begun when the cloud does not answer', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup);
    interceptLaunches(setup, () => Promise.reject(unreachable));
    await expect(launch(setup)).rejects.toBe(unreachable);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Launching',
      failure: null,
    });
    expect(setup.events.recorded).toEqual([]);
  });

  it('does not affect other launches, and the failure to retry comes first', async () => {
    const setup = await setUpCluster();
    const { store } = setup;
    const bug = new TypeError('undefined is not a function');
    const failures = new Map<string, Error>([
      ['ncl_1', bug],
      ['ncl_2', unreachable],
      ['ncl_3', refused],
    ]);
    const ids = ['ncl_1', 'ncl_2', 'ncl_3', 'ncl_4'];
    for (const id of ids) await storeRequest(setup, { id });
    interceptLaunches(setup, ({ token }, original) => {
      const failure = failures.get(token);
      return failure === undefined ? original() : Promise.reject(failure);
    });
    await expect(launch(setup, ...ids)).rejects.toBe(unreachable);
    expect(store.tables.nodeClaims.all().map(({ state }) => state)).toEqual([
      'Launching',
      'Launching',
      'LaunchFailed',
      'Launched',
    ]);
  });

  it('throws a failure to retry rather than an earlier one that no retry helps', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    await storeRequest(setup);
    await storeRequest(setup, { id: 'ncl_2' });
    const stale = new AppError({ code: 'STATE.STALE', message: 'the lease was lost' });
    const refusal = Promise.withResolvers<void>();
    let transactions = 0;
    const failing: typeof store = {
      ...store,
      transaction: (work) => {
        transactions += 1;
        if (transactions === 1) return store.transaction(work);
        refusal.resolve();
        return Promise.reject(stale);
      },
    };
    interceptLaunches(setup, async ({ token }, original) => {
      if (token === 'ncl_1') return original();
      await refusal.promise;
      await Promise.resolve();
      throw unreachable;
    });
    const launching = launchNodeClaims(
      { ...ports, store: failing },
      { clusterId, nodeClaimIds: ['ncl_1', 'ncl_2'] },
    );
    await expect(launching).rejects.toBe(unreachable);
  });

  it('throws an error that is no failure of the cloud when there is no other', async () => {
    const setup = await setUpCluster();
    const bug = new TypeError('undefined is not a function');
    await storeRequest(setup);
    interceptLaunches(setup, () => Promise.reject(bug));
    await expect(launch(setup)).rejects.toBe(bug);
  });

  it('throws the error of the store that could not record an instance', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    await storeRequest(setup);
    const lost = new AppError({
      code: 'DB.UNAVAILABLE',
      message: 'no connection',
      retry: { kind: 'backoff' },
    });
    let transactions = 0;
    const failing: typeof store = {
      ...store,
      transaction: (work) => {
        transactions += 1;
        return transactions === 2 ? Promise.reject(lost) : store.transaction(work);
      },
    };
    const input = { clusterId, nodeClaimIds: ['ncl_1'] };
    await expect(launchNodeClaims({ ...ports, store: failing }, input)).rejects.toBe(lost);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launching' });
  });
});

describe('a launch that has begun and is stopped before its result is known', () => {
  const stop: Readonly<Record<string, (setup: ClusterSetup) => Promise<unknown>>> = {
    'a pause': (setup) => storePause(setup, 'DisruptionAndLaunches'),
    'mode observe': ({ ports, clusterId }) =>
      changeCluster(ports, clusterId, (cluster) => ({
        ...cluster,
        mode: 'observe',
        configuredMode: 'observe',
      })),
  };
  const longAgo = 60_000;
  const setUpBegun = async () => {
    const setup = await setUpCluster();
    const requestedAt = setup.clock.now() - longAgo;
    await storeRequest(setup, { state: 'Launching', requestedAt });
    return setup;
  };
  const stateOf = async ({ store }: ClusterSetup) =>
    (await store.nodeClaims.find('ncl_1'))?.state ?? null;

  it.each(Object.entries(stop))('ends without an instance: %s', async (_why, begin) => {
    const setup = await setUpBegun();
    await begin(setup);
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    expect(setup.cloud.launchCount).toBe(0);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'LaunchFailed',
      failure: { code: 'LAUNCH_WITHHELD' },
    });
  });

  it.each(Object.entries(stop))('records the instance that exists: %s', async (_why, begin) => {
    const setup = await setUpBegun();
    interceptLaunches(setup, async (_request, original) => {
      await original();
      throw unreachable;
    });
    await expect(launch(setup)).rejects.toBe(unreachable);
    await begin(setup);
    setup.cloud.launch = FakeCloud.prototype.launch.bind(setup.cloud);
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    expect(setup.cloud.launchCount).toBe(1);
    expect(await stateOf(setup)).toBe('Launched');
  });

  it('waits while EC2 may not list an instance yet', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup, { state: 'Launching', requestedAt: setup.clock.now() });
    await storePause(setup, 'DisruptionAndLaunches');
    expect(await launch(setup)).toEqual({ kind: 'Wait', ms: 5_000 });
    expect([setup.cloud.launchCount, await stateOf(setup)]).toEqual([0, 'Launching']);
    setup.clock.advance(30_000);
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    expect([setup.cloud.launchCount, await stateOf(setup)]).toEqual([0, 'LaunchFailed']);
  });
});

describe('a launch that is not requested from the cloud', () => {
  it.each([
    ['the cluster is in mode observe', { mode: 'observe' }, {}, 'LAUNCH_WITHHELD'],
    ['its NodePool was deleted', {}, { nodePool: 'gone' }, 'LAUNCH_WITHHELD'],
    ['its EC2NodeClass was deleted', {}, { nodeClass: 'gone' }, 'NODE_CLASS_NOT_READY'],
  ] as const)('ends because %s', async (_why, clusterFields, fields, code) => {
    const setup = await setUpCluster(clusterFields);
    await storeRequest(setup, fields);
    expect(await launch(setup)).toEqual({ kind: 'Done' });
    expect(setup.cloud.launchCount).toBe(0);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'LaunchFailed',
      failure: { code },
    });
    expect(setup.store.tables.batches.all()).toEqual([]);
    expect(setup.store.tables.unavailableOfferings.all()).toEqual([]);
  });

  it('ends when its launch options are not recorded', async () => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup, { state: 'Requested', instance: null });
    await launch(setup);
    expect((await setup.store.nodeClaims.find('ncl_1'))?.failure).toEqual({
      code: 'LAUNCH_REFUSED',
      detail: 'its launch options are not recorded',
    });
  });

  it('waits while the instance types of the region are unknown', async () => {
    const setup = await setUpCluster();
    const claim = await storeRequest(setup);
    setup.store.tables.catalogs.deleteWhere(() => true);
    await expect(launch(setup)).rejects.toMatchObject({
      code: 'CATALOG.UNAVAILABLE',
      retry: { kind: 'backoff' },
    });
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('fails until the registration check has read the account', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup);
    await changeCluster(setup.ports, setup.clusterId, (cluster) => ({ ...cluster, facts: null }));
    await expect(launch(setup)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
  });
});

describe('an instance that another NodeClaim has', () => {
  it('is not recorded again: its launch fails, and others are recorded', async () => {
    const setup = await setUpCluster();
    const { store } = setup;
    for (const id of ['ncl_1', 'ncl_2', 'ncl_3']) await storeRequest(setup, { id, name: id });
    await launch(setup, 'ncl_1');
    const [first] = setup.cloud.instances.values();
    interceptLaunches(setup, async (request, original) => {
      const outcome = await original();
      if (request.token !== 'ncl_2' || first === undefined) return outcome;
      const { instanceId, providerId } = first;
      return { ...outcome, instance: { ...outcome.instance, instanceId, providerId } };
    });
    await launch(setup, 'ncl_2', 'ncl_3');
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launched' });
    expect(await store.nodeClaims.find('ncl_2')).toMatchObject({
      state: 'LaunchFailed',
      failure: {
        code: 'LAUNCH_REFUSED',
        detail: `EC2 named the instance ${first?.instanceId}, which another NodeClaim has.`,
      },
    });
    expect(await store.nodeClaims.find('ncl_3')).toMatchObject({ state: 'Launched' });
  });

  it('is recorded once when two launches of one group name it', async () => {
    const setup = await setUpCluster();
    const { store } = setup;
    for (const id of ['ncl_1', 'ncl_2']) await storeRequest(setup, { id, name: id });
    interceptLaunches(setup, async (_request, original) => {
      const outcome = await original();
      const same = { instanceId: 'i-same', providerId: 'aws:///us-east-1a/i-same' };
      return { ...outcome, instance: { ...outcome.instance, ...same } };
    });
    await launch(setup, 'ncl_1', 'ncl_2');
    const states = await Promise.all(
      ['ncl_1', 'ncl_2'].map(async (id) => (await store.nodeClaims.find(id))?.state),
    );
    expect(new Set(states)).toEqual(new Set(['LaunchFailed', 'Launched']));
  });
});
