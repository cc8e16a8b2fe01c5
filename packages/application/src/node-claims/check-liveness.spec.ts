import { aDecision, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { changeCluster } from '../clusters/change-cluster.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkLiveness } from './check-liveness.js';

const minute = 60_000;

/** Stores a NodeClaim that was requested so long ago and has no instance. */
const storeRequest = (setup: ClusterSetup, ageMs: number, fields: Partial<NodeClaim> = {}) =>
  storeNodeClaim(setup, {
    state: 'Launching',
    instance: null,
    launchedAt: null,
    requestedAt: setup.clock.now() - ageMs,
    plan: aPlannedClaim({ podUids: ['web-1', 'web-2'] }),
    ...fields,
  });

const check = ({ ports, clusterId }: ClusterSetup) => checkLiveness(ports, clusterId);

describe('checkLiveness of a NodeClaim without an instance', () => {
  it.each(['Requested', 'Launching'] as const)('gives up its launch in state %s', async (state) => {
    const setup = await setUpCluster();
    const { store, events, clock } = setup;
    await storeRequest(setup, 5 * minute + 1, { state });
    await check(setup);
    const detail = 'not launched within 5 minutes';
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'LaunchFailed',
      failure: { code: 'LAUNCH_REFUSED', detail },
      terminatedAt: clock.now(),
    });
    expect(store.tables.findings.all()).toMatchObject([
      {
        code: 'CLAIM_TIMED_OUT',
        object: 'NodeClaim/default-ncl_1',
        message: detail,
        lastSeenAt: clock.now(),
      },
    ]);
    expect(events.reasons).toEqual(['LaunchFailed NodeClaim']);
  });

  it('waits for five minutes', async () => {
    const setup = await setUpCluster();
    const claim = await storeRequest(setup, 5 * minute);
    await check(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it.each([
    [90_000, 'LaunchFailed'],
    [10 * minute, 'Launching'],
  ])(
    'waits as long as the setting says: after two minutes with %i ms it is %s',
    async (ms, state) => {
      const setup = await setUpCluster();
      await changeCluster(setup.ports, setup.clusterId, (one) => ({
        ...one,
        settings: { ...one.settings, launchTimeoutMs: ms },
      }));
      await storeRequest(setup, 2 * minute);
      await check(setup);
      expect((await setup.store.nodeClaims.find('ncl_1'))?.state).toBe(state);
    },
  );

  it('adds its pods to a batch', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup, 6 * minute);
    await check(setup);
    expect(await setup.store.batches.undecidedPods(setup.clusterId)).toEqual(['web-1', 'web-2']);
    expect(setup.takeJobs().map(({ type }) => type)).toEqual([
      'node-claim.sync',
      'provisioning.solve-batch',
    ]);
  });

  it('opens no batch for a NodeClaim without pods', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup, 6 * minute, { plan: aPlannedClaim({ podUids: [] }) });
    await check(setup);
    expect(setup.store.tables.batches.all()).toEqual([]);
  });

  it('records it in the decision that requested it', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const decision = { clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    await storeRequest(setup, 6 * minute, { decisionId: 'dec_1' });
    await check(setup);
    expect(await store.decisions.find('dec_1')).toMatchObject({ state: 'Failed' });
    expect((await store.decisions.events('dec_1'))[0]).toMatchObject({
      kind: 'NodeClaimLaunchFailed',
      data: { nodeClaimId: 'ncl_1', detail: 'not launched within 5 minutes' },
    });
  });

  it.each([
    [
      'the last error of its launch',
      'node-claim.launch',
      'ncl_1',
      'not launched within 5 minutes: CLOUD.UNREACHABLE: EC2 did not answer',
    ],
    ['no error of another job', 'node-claim.sync', 'ncl_1', 'not launched within 5 minutes'],
    ['no error of another launch', 'node-claim.launch', 'ncl_2', 'not launched within 5 minutes'],
  ])('reports %s', async (_what, operation, id, detail) => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    await storeRequest(setup, 6 * minute);
    await store.operationFailures.record([
      {
        clusterId,
        operation,
        object: { kind: 'NodeClaim', id, name: `default-${id}` },
        errorCode: 'CLOUD.UNREACHABLE',
        message: 'EC2 did not answer',
        remedy: null,
        at: 0,
      },
    ]);
    await check(setup);
    expect((await store.nodeClaims.find('ncl_1'))?.failure).toMatchObject({ detail });
  });

  it('does nothing when the instance is recorded at the same time', async () => {
    const setup = await setUpCluster();
    const { ports, store, events, clusterId } = setup;
    const claim = await storeRequest(setup, 6 * minute);
    const busy = withOtherWriter(store, () =>
      store.nodeClaims.save({ ...claim, state: 'Launched' }),
    );
    await checkLiveness({ ...ports, store: busy }, clusterId);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launched' });
    expect(store.tables.batches.all()).toEqual([]);
    expect(store.tables.findings.all()).toEqual([]);
    expect(events.recorded).toEqual([]);
  });
});

describe('checkLiveness of a launched NodeClaim', () => {
  const storeLaunched = (setup: ClusterSetup, ageMs: number, fields: Partial<NodeClaim> = {}) =>
    storeNodeClaim(setup, {
      requestedAt: setup.clock.now() - 60 * minute,
      launchedAt: setup.clock.now() - ageMs,
      ...fields,
    });

  it('starts its termination when its node has not joined', async () => {
    const setup = await setUpCluster();
    const { store, clock, clusterId } = setup;
    await storeLaunched(setup, 15 * minute + 1);
    await check(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'RegistrationTimeout' },
    });
    expect(store.tables.findings.all()).toMatchObject([
      {
        code: 'CLAIM_TIMED_OUT',
        object: 'NodeClaim/default-ncl_1',
        message: 'Instance i-ncl_1 did not join the cluster within 15 minutes.',
        lastSeenAt: clock.now(),
      },
    ]);
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it.each([
    ['for fifteen minutes', 15 * minute, {}],
    ['when the time of its launch is unknown', 0, { launchedAt: null }],
  ])('waits %s', async (_what, ageMs, fields) => {
    const setup = await setUpCluster();
    const claim = await storeLaunched(setup, ageMs, fields);
    await check(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('does nothing when it registers at the same time', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const claim = await storeLaunched(setup, 16 * minute);
    const busy = withOtherWriter(store, () =>
      store.nodeClaims.save({ ...claim, state: 'Registered' }),
    );
    await checkLiveness({ ...ports, store: busy }, clusterId);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Registered' });
    expect(store.tables.findings.all()).toEqual([]);
  });
});

describe('checkLiveness', () => {
  it.each(['Registered', 'Initialized', 'Terminating', 'Terminated', 'LaunchFailed'] as const)(
    'leaves a NodeClaim in state %s alone',
    async (state) => {
      const setup = await setUpCluster();
      const claim = await storeNodeClaim(setup, { state, requestedAt: 0, launchedAt: 0 });
      await check(setup);
      expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
    },
  );

  it('gives up each NodeClaim that is late', async () => {
    const setup = await setUpCluster();
    await storeRequest(setup, 6 * minute);
    await storeRequest(setup, 6 * minute, { id: 'ncl_2', name: 'default-2' });
    await storeRequest(setup, minute, { id: 'ncl_3', name: 'default-3' });
    await check(setup);
    const { nodeClaims } = setup.store.tables;
    expect(nodeClaims.all().map(({ state }) => state)).toEqual([
      'LaunchFailed',
      'LaunchFailed',
      'Launching',
    ]);
  });
});
