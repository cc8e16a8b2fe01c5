import { aDecision, aNodeClaimRecord, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaimTermination } from '../domain/node-claim/node-claim.js';
import { addToBatch } from '../provisioning/open-batch.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { rearmWork } from './rearm-work.js';
import { resumeChecks, resumeWork } from './resume-work.js';

const clusterId = 'clu_1';
const claim = (id: string, fields: Partial<Parameters<typeof aNodeClaimRecord>[0]>) =>
  aNodeClaimRecord({ clusterId, id, requestedAt: recordedAt, launchedAt: recordedAt, ...fields });
const terminating: NodeClaimTermination = {
  step: 'Cordoned',
  reason: 'Empty',
  startedAt: recordedAt,
  deadline: null,
  waitingFor: null,
  stepAt: recordedAt,
};

/** NodeClaims in every state, an open batch, and decisions in several states. */
async function setUpWork(): Promise<ClusterSetup> {
  const setup = await setUpCluster({ id: clusterId });
  const { store, ports } = setup;
  await store.nodeClaims.insert([
    claim('ncl_requested', { state: 'Requested', instance: null }),
    claim('ncl_launched', { state: 'Launched' }),
    claim('ncl_registered', { state: 'Registered', registeredAt: recordedAt }),
    claim('ncl_initialized', { state: 'Initialized' }),
    claim('ncl_terminating', { state: 'Terminating', termination: terminating }),
    claim('ncl_failed', { state: 'LaunchFailed', instance: null }),
  ]);
  await store.transaction((tx) => addToBatch(ports, tx, { clusterId, podUids: ['pod-1'] }));
  const decision = (id: string, fields: object) =>
    aDecision({ clusterId, id, proposedAt: recordedAt, ...fields });
  await store.decisions.insertAll(
    [
      decision('dec_proposed', { state: 'Proposed' }),
      decision('dec_waiting', { state: 'AwaitingApproval' }),
      decision('dec_approved', { state: 'Approved' }),
      decision('dec_marked', { state: 'Executing', executionStep: 'MarkedForDeletion' }),
      decision('dec_reboot', {
        state: 'Executing',
        executionStep: 'RebootRequested',
        nodeClaimIds: ['ncl_rebooting'],
      }),
      decision('dec_tainted', { state: 'Executing', executionStep: 'Tainted' }),
      decision('dec_shown', { state: 'Approved', verdict: { kind: 'ObserveOnly' } }),
    ].map((one) => ({ decision: one, events: [] })),
  );
  setup.takeJobs();
  return setup;
}

const named = (jobs: ReturnType<ClusterSetup['takeJobs']>): readonly string[] =>
  jobs.map((job) => {
    const { type, clusterId: _, ...about } = job;
    return `${type} ${Object.values(about).flat().join(' ')}`;
  });

describe('resumeWork', () => {
  it('requests the next step of everything that is in progress', async () => {
    const setup = await setUpWork();
    await resumeWork(setup.ports, clusterId);
    expect(named(setup.takeJobs()).toSorted()).toEqual([
      'definition.sync EC2NodeClass default',
      'definition.sync NodePool default',
      'disruption.execute dec_approved',
      'disruption.execute dec_shown',
      'disruption.execute dec_tainted',
      'disruption.validate dec_proposed',
      'node-claim.initialize ncl_registered',
      'node-claim.launch ncl_requested',
      'node-claim.reboot ncl_rebooting',
      'node-claim.register ncl_launched',
      'node-claim.sync ncl_launched',
      'node-claim.sync ncl_registered',
      'node-claim.sync ncl_requested',
      'node-claim.sync ncl_terminating',
      'node-claim.terminate ncl_terminating',
      expect.stringMatching(/^provisioning.solve-batch bat_/),
    ]);
  });
});

describe('resumeChecks', () => {
  it('requests the registration checks that have not finished', async () => {
    const setup = await setUpCluster({
      checks: [{ step: 'Connect', state: 'Running', detail: null, remedy: null }],
    });
    const passed = await setUpCluster({
      checks: [{ step: 'Connect', state: 'Passed', detail: null, remedy: null }],
    });
    await resumeChecks(setup.ports);
    await resumeChecks(passed.ports);
    expect(setup.takeJobs()).toEqual([{ type: 'cluster.check-registration', clusterId }]);
    expect(passed.takeJobs()).toEqual([]);
  });
});

describe('rearmWork', () => {
  const nothingPending = () => Promise.resolve({ has: () => false });

  it('requests jobs for work that has not moved for a minute and has none', async () => {
    const setup = await setUpWork();
    setup.clock.advance(75_000);
    const requested = await rearmWork(setup.ports, clusterId, nothingPending);
    expect(named(requested).toSorted()).toEqual([
      'disruption.execute dec_approved',
      'disruption.execute dec_tainted',
      'disruption.validate dec_proposed',
      'node-claim.launch ncl_requested',
      'node-claim.reboot ncl_rebooting',
      'node-claim.terminate ncl_terminating',
      expect.stringMatching(/^provisioning.solve-batch bat_/),
    ]);
    expect(setup.takeJobs()).toEqual(requested);
  });

  it('requests nothing within the minute, and does not read the queue', async () => {
    const setup = await setUpWork();
    setup.clock.advance(59_999);
    const readPending = () => Promise.reject(new RangeError('the queue was read'));
    expect(await rearmWork(setup.ports, clusterId, readPending)).toEqual([]);
  });

  it('leaves out jobs that are in the queue', async () => {
    const setup = await setUpWork();
    setup.clock.advance(75_000);
    const pending = () =>
      Promise.resolve({ has: ({ type }: { type: string }) => !type.startsWith('disruption') });
    expect(named(await rearmWork(setup.ports, clusterId, pending)).toSorted()).toEqual([
      'disruption.execute dec_approved',
      'disruption.execute dec_tainted',
      'disruption.validate dec_proposed',
    ]);
  });

  it('spreads the jobs, so that they do not all run at the same time', async () => {
    const setup = await setUpWork();
    setup.clock.advance(75_000);
    await rearmWork(setup.ports, clusterId, nothingPending);
    const times = setup.store.tables.outbox.all().map(({ deliverAt }) => deliverAt);
    expect(times.map((time) => time - setup.clock.now())).toEqual([0, 50, 100, 150, 200, 250, 300]);
  });

  const failure = {
    clusterId,
    operation: 'node-claim.launch',
    object: { kind: 'NodeClaim', id: 'ncl_requested', name: 'default-1' },
    errorCode: 'CLOUD.UNREACHABLE',
    message: 'EC2 did not answer.',
    remedy: null,
  } as const;

  it('waits longer with each failed attempt', async () => {
    const setup = await setUpWork();
    setup.clock.advance(75_000);
    const at = setup.clock.now();
    await setup.store.operationFailures.record([{ ...failure, at }]);
    await setup.store.operationFailures.record([{ ...failure, at }]);
    const launches = async () =>
      named(await rearmWork(setup.ports, clusterId, nothingPending)).filter((job) =>
        job.startsWith('node-claim.launch'),
      );
    setup.clock.advance(119_999);
    expect(await launches()).toEqual([]);
    setup.clock.advance(1);
    expect(await launches()).toEqual(['node-claim.launch ncl_requested']);
  });

  it('clears the failure of a NodeClaim that has moved on, and keeps that of one that has not', async () => {
    const setup = await setUpWork();
    const { store, clock } = setup;
    const done = { ...failure, object: { ...failure.object, id: 'ncl_initialized' } };
    await store.operationFailures.record([
      { ...failure, at: clock.now() },
      { ...done, at: clock.now() },
    ]);
    await rearmWork(setup.ports, clusterId, nothingPending);
    const left = await store.operationFailures.list(clusterId);
    expect(left.map(({ object }) => object.id)).toEqual(['ncl_requested']);
  });

  it('requests a failed sync to the cluster again, because nothing else does', async () => {
    const setup = await setUpWork();
    const { store, clock } = setup;
    const pool = { kind: 'NodePool', id: 'default', name: 'default' } as const;
    const synced = { ...failure, operation: 'node-claim.sync' };
    await store.operationFailures.record([
      { ...synced, object: { ...failure.object, id: 'ncl_initialized' }, at: clock.now() },
      { ...failure, operation: 'definition.sync', object: pool, at: clock.now() },
    ]);
    clock.advance(60_000);
    expect(named(await rearmWork(setup.ports, clusterId, nothingPending))).toEqual(
      expect.arrayContaining([
        'node-claim.sync ncl_initialized',
        'definition.sync NodePool default',
      ]),
    );
  });
});
