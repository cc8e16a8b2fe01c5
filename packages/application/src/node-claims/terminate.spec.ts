import { AppError, labelKeys, taintKeys } from '@kerf/core';
import { aDecision, anInterruption, aPlannedClaim, aPod, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { changeCluster } from '../clusters/change-cluster.js';
import {
  type NodeClaim,
  type NodeClaimTermination,
  nodeClaimStates,
  terminationSteps,
} from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { receivePodEvents } from '../provisioning/open-batch.js';
import { withOtherWriter } from '../testing/other-writer.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { terminateNodeClaim } from './terminate.js';

type PoolFields = Parameters<typeof setUpCluster>[1];
interface Options {
  readonly claim?: Partial<NodeClaim>;
  readonly node?: Parameters<typeof runNode>[2];
  readonly pool?: PoolFields;
}

/** Sets up a node whose termination began twenty seconds ago and has reached a step. */
async function setUpTermination(
  termination: Partial<NodeClaimTermination>,
  { claim = {}, node = {}, pool = {} }: Options = {},
) {
  const setup = await setUpCluster({}, pool);
  const now = setup.clock.now();
  const running = await runNode(
    setup,
    {
      state: 'Terminating',
      termination: {
        step: 'Requested',
        reason: 'Drifted',
        startedAt: now - 20_000,
        deadline: null,
        instanceEndsAt: null,
        lostPods: [],
        waitingFor: null,
        stepAt: now - 20_000,
        ...termination,
      },
      ...claim,
    },
    node,
  );
  const next = async () => (await setup.store.nodeClaims.find('ncl_1'))?.termination;
  return { setup, ...running, next };
}

const terminate = ({ ports, clusterId }: ClusterSetup) =>
  terminateNodeClaim(ports, { clusterId, nodeClaimId: 'ncl_1' });

const nextStep = { type: 'node-claim.terminate', clusterId: 'clu_1', nodeClaimId: 'ncl_1' };

describe('terminateNodeClaim', () => {
  it.each(nodeClaimStates.filter((state) => state !== 'Terminating'))(
    'does nothing to a NodeClaim in state %s',
    async (state) => {
      const { setup, claim } = await setUpTermination({}, { claim: { state } });
      expect(await terminate(setup)).toEqual({ kind: 'Done' });
      expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
      expect(setup.takeJobs()).toEqual([]);
    },
  );

  it('does nothing for a NodeClaim that does not exist', async () => {
    const setup = await setUpCluster();
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
  });

  it('does nothing to a NodeClaim whose termination is not recorded', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state: 'Terminating', termination: null });
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(claim);
  });

  it('fails until the registration check has read how to reach the cluster', async () => {
    const { setup } = await setUpTermination({});
    await changeCluster(setup.ports, setup.clusterId, (one) => ({ ...one, endpoint: null }));
    await expect(terminate(setup)).rejects.toMatchObject({ code: 'CLUSTER.UNREACHABLE' });
  });

  it.each(terminationSteps)(
    'repeats the step after %s when another writer has saved first, without a second job',
    async (step) => {
      const pods = step === 'Requested' ? [aPod('web').running()] : [];
      const { setup, claim, next } = await setUpTermination({ step }, { node: { pods } });
      const { ports, store, cloud, clusterId } = setup;
      await store.interruptions.insert(anInterruption({ clusterId, id: 'int_1' }));
      cloud.instances.clear();
      const busy = withOtherWriter(store, () => store.nodeClaims.save(claim));
      const input = { clusterId, nodeClaimId: 'ncl_1' };
      await terminateNodeClaim({ ...ports, store: busy }, input);
      expect(await next()).toMatchObject({ step });
      expect(setup.takeJobs()).toEqual([]);
      expect(store.tables.batches.all()).toEqual([]);
      expect(store.tables.interruptions.all()).toMatchObject([{ drainedAt: null, endedAt: null }]);
    },
  );

  it('takes all steps of an empty node', async () => {
    const { setup } = await setUpTermination({});
    const { cluster, cloud, clock, store } = setup;
    const outcomes: string[] = [];
    for (let run = 0; run < 20; run += 1) {
      const claim = await store.nodeClaims.find('ncl_1');
      if (claim?.state === 'Terminated') break;
      outcomes.push(`${claim?.termination?.step} ${(await terminate(setup)).kind}`);
      if (claim?.termination?.step === 'InstanceTerminating') cloud.finishShutdowns();
      clock.advance(5_000);
    }
    expect(outcomes).toEqual([
      'Requested Done',
      'Cordoned Done',
      'Drained Done',
      'VolumesDetached Done',
      'InstanceTerminating Wait',
      'InstanceTerminating Done',
      'InstanceGone Done',
    ]);
    expect([cluster.nodes.size, cluster.nodeClaims.size, cloud.instances.size]).toEqual([0, 0, 0]);
  });
});

describe('the cordon', () => {
  it('keeps new pods and load balancers off the node', async () => {
    const { setup, node, next } = await setUpTermination({});
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(setup.cluster.nodes.get(node.name)).toMatchObject({
      taints: [{ key: taintKeys.disrupted, value: '', effect: 'NoSchedule' }],
      labels: { [labelKeys.excludeFromLoadBalancers]: 'karpenter' },
    });
    expect(await next()).toMatchObject({ step: 'Cordoned', stepAt: setup.clock.now() });
    expect(setup.takeJobs()).toContainEqual(nextStep);
  });

  it('comes after the deletion of the objects: what refuses that keeps the node as it is', async () => {
    const { setup, node, next } = await setUpTermination({});
    const message = 'DELETE nodeclaims/default-ncl_1: HTTP 403 (Forbidden)';
    const refused = new AppError({
      code: 'CLUSTER.FORBIDDEN',
      message,
      retry: { kind: 'backoff' },
    });
    setup.cluster.deleteNodeClaim = () => Promise.reject(refused);
    await expect(terminate(setup)).rejects.toBe(refused);
    expect(await next()).toMatchObject({ step: 'Requested' });
    expect(setup.cluster.nodes.get(node.name)).toEqual(node);
  });

  it('does not need a node', async () => {
    const { setup, next } = await setUpTermination({});
    setup.cluster.nodes.clear();
    await terminate(setup);
    expect(await next()).toMatchObject({ step: 'Cordoned' });
    expect(setup.events.reasons).toEqual(['DisruptionTerminating NodeClaim']);
  });

  it('records how many pods need another node', async () => {
    const pods = [
      aPod('web').running(),
      aPod('db').running(),
      aPod('agent').running({ ownerKind: 'DaemonSet' }),
    ];
    const { setup, next } = await setUpTermination({}, { node: { pods } });
    await terminate(setup);
    expect(await next()).toMatchObject({ step: 'Cordoned', reschedulablePods: 2 });
  });

  it('adds the pods that need another node to a batch', async () => {
    const pods = [aPod('web').running(), aPod('proxy').running({ ownerKind: 'DaemonSet' })];
    const { setup } = await setUpTermination({}, { node: { pods } });
    await terminate(setup);
    expect(await setup.store.batches.undecidedPods(setup.clusterId)).toEqual(['web']);
  });

  it.each([
    ['without pods', {}, []],
    [
      'of an interruption, whose pods joined a batch before',
      { reason: 'Interrupted' },
      [aPod('web').running()],
    ],
  ] as const)('opens no batch for a node %s', async (_which, termination, pods) => {
    const { setup } = await setUpTermination(termination, { node: { pods } });
    await terminate(setup);
    expect(setup.store.tables.batches.all()).toEqual([]);
  });

  it.each([
    [
      'a user',
      { reason: 'DeletedByUser' },
      ['Disrupting Node: the node, its NodeClaim or its NodePool was deleted'],
    ],
    ['drift', { reason: 'Drifted' }, ['Disrupting Node: Drifted']],
    [
      'an interruption without a time',
      { reason: 'Interrupted' },
      ['Disrupting Node: Interrupted', 'Interruption triggered termination for the node'],
    ],
  ] as const)(
    'reports %s as the cause on the NodeClaim and the node',
    async (_what, termination, messages) => {
      const { setup } = await setUpTermination(termination);
      await terminate(setup);
      const { recorded } = setup.events;
      for (const kind of ['NodeClaim', 'Node']) {
        expect(
          recorded.filter(({ about }) => about.kind === kind).map(({ message }) => message),
        ).toEqual(messages);
      }
    },
  );

  it.each([
    [90_000, 'the instance ends in 90 s', 'All pods will be deleted in 90 s'],
    [-1_000, 'the instance has ended', 'All pods are being deleted'],
  ])('reports the deadline and the end of the instance %d ms from now', async (ms, end, pods) => {
    const { setup } = await setUpTermination({});
    const at = setup.clock.now() + ms;
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim?.termination === null || claim === null) throw new RangeError('no termination');
    const termination = { ...claim.termination, deadline: at, instanceEndsAt: at };
    await setup.store.nodeClaims.save({
      ...claim,
      termination: { ...termination, reason: 'Interrupted' },
    });
    await terminate(setup);
    const { recorded } = setup.events;
    expect(
      recorded.filter(({ about }) => about.kind === 'Node').map(({ message }) => message),
    ).toEqual([
      'Disrupting Node: Interrupted',
      `Interruption triggered termination for the node; ${end}`,
      pods,
    ]);
  });
});

describe('the drain', () => {
  const web = aPod('web').running();
  const drain = (termination: Partial<NodeClaimTermination> = {}, pods = [web]) =>
    setUpTermination({ step: 'Cordoned', ...termination }, { node: { pods } });

  it('evicts the pods and polls after a second', async () => {
    const { setup, node, next } = await drain();
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(setup.cluster.nodes.get(node.name)?.pods).toEqual([]);
    expect(await next()).toMatchObject({ step: 'Cordoned' });
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({ step: 'Drained', lostPods: [] });
    expect(setup.takeJobs()).toContainEqual(nextStep);
  });

  it.each([
    [0, { kind: 'Wait', ms: 5_000 }],
    [4_999, { kind: 'Wait', ms: 1 }],
    [5_000, { kind: 'Done' }],
  ])('of an empty node takes five seconds: after %d ms', async (ms, outcome) => {
    const { setup } = await setUpTermination({ step: 'Cordoned', stepAt: 0 });
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim === null || claim.termination === null) throw new RangeError('no termination');
    const stepAt = setup.clock.now() - ms;
    await setup.store.nodeClaims.save({ ...claim, termination: { ...claim.termination, stepAt } });
    expect(await terminate(setup)).toEqual(outcome);
  });

  it('ends at once when the node is gone', async () => {
    const { setup, next } = await drain();
    setup.cluster.nodes.clear();
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({ step: 'Drained', lostPods: [] });
  });

  it('records and reports the pod that it waits for', async () => {
    const { setup, next } = await drain();
    setup.cluster.protectedPods.add('web');
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    const waitingFor = 'PodDisruptionBudget default/web blocks eviction of pod web';
    expect(await next()).toMatchObject({ step: 'Cordoned', waitingFor });
    expect(setup.events.recorded).toMatchObject([
      {
        about: { kind: 'Node' },
        reason: 'FailedDraining',
        message: `Failed to drain node, 1 pods are waiting to be evicted: ${waitingFor}`,
      },
    ]);
  });

  it('saves the blocker once while it stays the same', async () => {
    const { setup } = await drain();
    setup.cluster.protectedPods.add('web');
    await terminate(setup);
    const saved = await setup.store.nodeClaims.find('ncl_1');
    await terminate(setup);
    expect(await setup.store.nodeClaims.find('ncl_1')).toEqual(saved);
  });

  it('has no progress since the number of pods decreased', async () => {
    const pods = ['a', 'b', 'c'].map((name) => aPod(name).running());
    const { setup, next } = await drain({}, pods);
    const { cluster, clock } = setup;
    const start = clock.now();
    for (const { uid } of pods) cluster.protectedPods.add(uid);
    await terminate(setup);
    clock.advance(60_000);
    await terminate(setup);
    expect(await next()).toMatchObject({ blocked: { since: start, left: 3 } });
    cluster.removePod('a');
    await terminate(setup);
    expect(await next()).toMatchObject({ blocked: { since: start + 60_000, left: 2 } });
    cluster.protectedPods.clear();
    clock.advance(60_000);
    await terminate(setup);
    expect(await next()).toMatchObject({ waitingFor: null, blocked: null });
  });

  it('forgets the blocker when the pod can be evicted', async () => {
    const { setup, next } = await drain({ waitingFor: 'PodDisruptionBudget default/web' });
    await terminate(setup);
    expect(await next()).toMatchObject({ waitingFor: null });
  });

  it('deletes pods in time for the deadline', async () => {
    const { setup, node } = await drain({ deadline: 1 });
    setup.cluster.protectedPods.add('web');
    await terminate(setup);
    expect(setup.cluster.nodes.get(node.name)?.pods).toEqual([]);
    expect(setup.events.reasons).toEqual(['Disrupted Pod']);
  });
});

describe('the drain of an instance that ends', () => {
  const blocked = async (endsInMs: number) => {
    const { setup, next, ...rest } = await setUpTermination(
      { step: 'Cordoned' },
      { node: { pods: [aPod('web').inNamespace('shop').running()] } },
    );
    setup.cluster.protectedPods.add('web');
    const { store, clock } = setup;
    const claim = await store.nodeClaims.find('ncl_1');
    if (claim === null || claim.termination === null) throw new RangeError('no termination');
    const instanceEndsAt = clock.now() + endsInMs;
    await store.nodeClaims.save({
      ...claim,
      termination: { ...claim.termination, instanceEndsAt },
    });
    return { setup, next, ...rest };
  };

  it('continues until the instance ends', async () => {
    const { setup } = await blocked(1);
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
  });

  it('stops when the instance ends, and records the pods that still ran', async () => {
    const { setup, next } = await blocked(0);
    const { store, clusterId, clock } = setup;
    await store.interruptions.insert(anInterruption({ clusterId, id: 'int_1' }));
    await store.decisions.insert(
      aDecision({ clusterId, id: 'dec_1', kind: 'Interrupt', state: 'Executing' }),
      [],
    );
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({ step: 'Drained', lostPods: ['shop/web'] });
    expect(store.tables.interruptions.all()).toMatchObject([
      { drainedAt: clock.now(), lostPods: ['shop/web'] },
    ]);
    expect((await store.decisions.events('dec_1')).map(({ data }) => data.detail)).toEqual([
      'not evicted before the instance ended: shop/web',
    ]);
  });

  it.each([
    ['is NotReady and has no instance', false, true, 'Drained'],
    ['is NotReady and has an instance', false, false, 'Cordoned'],
    ['is Ready', true, true, 'Cordoned'],
  ])('stops early only when the node %s', async (_which, isReady, isGone, step) => {
    const { setup, next, node } = await blocked(60_000);
    setup.cluster.nodes.set(node.name, { ...node, isReady });
    if (isGone) setup.cloud.instances.clear();
    await terminate(setup);
    expect(await next()).toMatchObject({
      step,
      lostPods: step === 'Drained' ? ['shop/web'] : [],
    });
  });
});

describe('the drain of pods that get another node', () => {
  const hold = async (startedMsAgo: number, pods = [aPod('web').running()]) => {
    const { setup, ...rest } = await setUpTermination({ step: 'Cordoned' }, { node: { pods } });
    const claim = await setup.store.nodeClaims.find('ncl_1');
    if (claim === null || claim.termination === null) throw new RangeError('no termination');
    const startedAt = setup.clock.now() - startedMsAgo;
    await setup.store.nodeClaims.save({
      ...claim,
      termination: { ...claim.termination, startedAt },
    });
    return { setup, ...rest };
  };
  const openBatch = ({ ports, clusterId }: ClusterSetup, uid: string) =>
    receivePodEvents(ports, clusterId, [{ uid, namespace: 'default', name: uid }]);
  const launchFor = (setup: ClusterSetup, uid: string, state: NodeClaim['state']) =>
    storeNodeClaim(setup, {
      id: 'ncl_2',
      state,
      instance: null,
      plan: aPlannedClaim({ podUids: [uid, 'pending'] }),
    });

  it('waits while they are in an undecided batch', async () => {
    const { setup, node } = await hold(0);
    await openBatch(setup, 'web');
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(setup.cluster.nodes.get(node.name)?.pods).toHaveLength(1);
  });

  it.each(['Requested', 'Launching'] as const)(
    'waits while a NodeClaim for them is %s',
    async (state) => {
      const { setup, node } = await hold(0);
      await launchFor(setup, 'web', state);
      expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
      expect(setup.cluster.nodes.get(node.name)?.pods).toHaveLength(1);
    },
  );

  it.each([
    ['are planned', (setup: ClusterSetup) => launchFor(setup, 'web', 'Launched')],
    ['are not concerned by the batch', (setup: ClusterSetup) => openBatch(setup, 'other')],
    [
      'are not those of the launch',
      (setup: ClusterSetup) => launchFor(setup, 'other', 'Launching'),
    ],
  ])('begins when they %s', async (_when, prepare) => {
    const { setup, node } = await hold(0);
    await prepare(setup);
    await terminate(setup);
    expect(setup.cluster.nodes.get(node.name)?.pods).toEqual([]);
  });

  it.each([
    [14_999, 1],
    [15_000, 0],
  ])('waits for fifteen seconds at most: after %d ms, %d pods are left', async (ms, left) => {
    const { setup, node } = await hold(ms);
    await openBatch(setup, 'web');
    await terminate(setup);
    expect(setup.cluster.nodes.get(node.name)?.pods).toHaveLength(left);
  });
});

describe('the detachment of volumes', () => {
  const data = { volume: 'pv-1', claim: 'shop/data' };
  const attached = async (
    termination: Partial<NodeClaimTermination> = {},
    volumeAttachments: CachedNode['volumeAttachments'] = [data],
    node: Partial<CachedNode> = {},
  ) => {
    const { setup, ...rest } = await setUpTermination(
      { step: 'Drained', stepAt: recordedAt, ...termination },
      { node: { volumeAttachments, ...node } },
    );
    await setup.store.decisions.insert(
      aDecision({ clusterId: setup.clusterId, id: 'dec_1', state: 'Executing' }),
      [],
    );
    const notes = async () =>
      (await setup.store.decisions.events('dec_1')).map(({ data: { detail } }) => detail);
    return { setup, notes, ...rest };
  };

  it('is waited for, before the instance is terminated', async () => {
    const { setup, next } = await attached();
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(await next()).toMatchObject({ step: 'Drained', waitingFor: null });
    expect(setup.cloud.instances.get('i-ncl_1')?.state).toBe('running');
    expect(setup.events.recorded).toMatchObject([
      {
        about: { kind: 'Node' },
        type: 'Warning',
        reason: 'AwaitingVolumeDetachment',
        message: 'Waiting for the deletion of 1 VolumeAttachments of the node',
      },
    ]);
  });

  it('is over when the last volume is detached', async () => {
    const { setup, next, node } = await attached();
    await terminate(setup);
    setup.cluster.nodes.set(node.name, { ...node, volumeAttachments: [] });
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({ step: 'VolumesDetached', waitingFor: null });
    expect(await next()).not.toHaveProperty('undetached');
    expect(setup.takeJobs()).toContainEqual(nextStep);
  });

  it.each([
    [29_999, [data], null],
    [30_000, [data], 'detachment of PersistentVolume pv-1 (PersistentVolumeClaim shop/data)'],
    [
      30_000,
      [{ volume: 'pv-2', claim: null }, data],
      'detachment of PersistentVolume pv-2 and 1 more',
    ],
  ])('after %d ms is what the termination waits for', async (ms, volumes, waitingFor) => {
    const { setup, next } = await attached({}, volumes);
    setup.clock.advance(ms);
    await terminate(setup);
    expect(await next()).toMatchObject({ step: 'Drained', waitingFor });
  });

  it.each([
    ['terminationGracePeriod', 'deadline', 'TerminationGracePeriodElapsed'],
    ['end of the instance', 'instanceEndsAt', 'InstanceEnded'],
  ] as const)('is not waited for after the %s', async (_what, field, reason) => {
    const { setup, next, notes } = await attached({ [field]: recordedAt + 5_000 });
    setup.clock.advance(4_999);
    await terminate(setup);
    expect(await next()).toMatchObject({ step: 'Drained' });
    setup.clock.advance(1);
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({
      step: 'VolumesDetached',
      undetached: { reason, volumes: ['pv-1'] },
    });
    expect(await notes()).toEqual([
      `volumes not detached before the instance was terminated (${reason}): pv-1`,
    ]);
  });

  it.each([
    ['is NotReady and has no instance', false, true, 'VolumesDetached'],
    ['is NotReady and has an instance', false, false, 'Drained'],
    ['is Ready', true, true, 'Drained'],
  ])('is given up only when the node %s', async (_which, isReady, isGone, step) => {
    const { setup, next } = await attached({}, [data], { isReady });
    if (isGone) setup.cloud.instances.clear();
    await terminate(setup);
    expect(await next()).toMatchObject({ step });
  });

  it('is not waited for when the node is gone', async () => {
    const { setup, next } = await attached();
    setup.cluster.nodes.clear();
    await terminate(setup);
    expect(await next()).toMatchObject({ step: 'VolumesDetached' });
  });

  it('is unknown when Kerf may not read the VolumeAttachments', async () => {
    const { setup, next, notes } = await attached({}, []);
    setup.cluster.unreadableKinds = ['volumeattachments.storage.k8s.io'];
    await terminate(setup);
    expect(await next()).toMatchObject({
      step: 'VolumesDetached',
      undetached: { reason: 'VolumeAttachmentsUnreadable', volumes: [] },
    });
    expect(await notes()).toEqual([]);
  });
});

describe('the end of the instance', () => {
  it('terminates the instance', async () => {
    const { setup, next } = await setUpTermination({ step: 'VolumesDetached' });
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(setup.cloud.instances.get('i-ncl_1')).toMatchObject({ state: 'shutting-down' });
    expect(await next()).toMatchObject({ step: 'InstanceTerminating' });
    expect(setup.takeJobs()).toContainEqual(nextStep);
  });

  it('has nothing to terminate for a NodeClaim that was never launched', async () => {
    const setup = await setUpCluster();
    const { store, clock } = setup;
    const step = { step: 'VolumesDetached', reason: 'Overprovisioned', waitingFor: null } as const;
    const termination = { ...step, startedAt: 0, deadline: null, stepAt: clock.now() };
    await storeNodeClaim(setup, { state: 'Terminating', instance: null, termination });
    await terminate(setup);
    await terminate(setup);
    expect((await store.nodeClaims.find('ncl_1'))?.termination?.step).toBe('InstanceGone');
    await terminate(setup);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminated' });
  });

  it('reports an error of the cloud, and does not advance', async () => {
    const { setup, next } = await setUpTermination({ step: 'VolumesDetached' });
    const error = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not authorized' });
    setup.cloud.terminate = () => Promise.reject(error);
    await expect(terminate(setup)).rejects.toBe(error);
    expect(setup.meter.of('InstanceTerminationFailed')).toHaveLength(1);
    expect(await next()).toMatchObject({ step: 'VolumesDetached' });
    expect(setup.events.recorded).toMatchObject([
      { about: { kind: 'NodeClaim' }, message: 'Failed to terminate the instance: not authorized' },
      { about: { kind: 'Node' }, reason: 'FailedTermination' },
    ]);
  });

  it('does not report a bug as an Event', async () => {
    const { setup } = await setUpTermination({ step: 'VolumesDetached' });
    const bug = new TypeError('undefined is not a function');
    setup.cloud.terminate = () => Promise.reject(bug);
    await expect(terminate(setup)).rejects.toBe(bug);
    expect(setup.events.recorded).toEqual([]);
  });

  it('terminates an instance again that EC2 did not know before', async () => {
    const { setup, next } = await setUpTermination({ step: 'InstanceTerminating' });
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 5_000 });
    expect(setup.cloud.instances.get('i-ncl_1')?.state).toBe('shutting-down');
    expect(await next()).toMatchObject({ step: 'InstanceTerminating' });
  });

  it('waits until the instance is gone', async () => {
    const { setup, next } = await setUpTermination({ step: 'InstanceTerminating' });
    expect(await terminate(setup)).toEqual({ kind: 'Wait', ms: 5_000 });
    expect(await next()).toMatchObject({ step: 'InstanceTerminating' });
    setup.cloud.instances.clear();
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect(await next()).toMatchObject({ step: 'InstanceGone' });
    expect(setup.meter.of('InstanceTerminated')).toMatchObject([{ claim: { id: 'ncl_1' } }]);
  });
});

describe('the end of the NodeClaim', () => {
  it('removes node and object, and closes the decision and the warning', async () => {
    const { setup } = await setUpTermination({ step: 'InstanceGone' });
    const { store, cluster, clusterId, clock } = setup;
    await store.interruptions.insert(anInterruption({ clusterId, id: 'int_1' }));
    const decision = { clusterId, id: 'dec_1', kind: 'Interrupt', state: 'Executing' } as const;
    await store.decisions.insert(aDecision(decision), []);
    expect(await terminate(setup)).toEqual({ kind: 'Done' });
    expect([cluster.nodes.size, cluster.nodeClaims.size]).toEqual([0, 0]);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({
      state: 'Terminated',
      terminatedAt: clock.now(),
    });
    expect(setup.meter.of('NodeClaimTerminated')).toMatchObject([
      { claim: { state: 'Terminated', terminatedAt: clock.now() } },
    ]);
    expect(store.tables.interruptions.all()).toMatchObject([{ endedAt: clock.now() }]);
    expect(await store.decisions.find('dec_1')).toMatchObject({ state: 'Executed' });
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
      // The command has closed: what it held back may be removed now.
      { type: 'disruption.plan', clusterId },
    ]);
  });

  it.each([
    [
      'by its recorded name when the cache has it no more',
      { nodeName: 'ip-10-0-0-1' },
      ['ip-10-0-0-1'],
    ],
    ['not at all when it never joined', { nodeName: null }, []],
  ])('removes the node %s', async (_how, claim, removed) => {
    const { setup } = await setUpTermination({ step: 'InstanceGone' }, { claim });
    setup.cluster.nodes.clear();
    const names: string[] = [];
    setup.cluster.removeNode = (_connection, name) => Promise.resolve(void names.push(name));
    await terminate(setup);
    expect(names).toEqual(removed);
  });

  it('leaves the node of another instance alone that has the name now', async () => {
    const { setup, node } = await setUpTermination(
      { step: 'InstanceGone' },
      { claim: { nodeName: 'ip-10-0-0-1' } },
    );
    const next = { ...node, name: 'ip-10-0-0-1', providerId: 'aws:///us-east-1a/i-next' };
    setup.cluster.nodes.clear();
    setup.cluster.nodes.set(next.name, next);
    await terminate(setup);
    expect([...setup.cluster.nodes.keys()]).toEqual(['ip-10-0-0-1']);
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminated' });
  });

  it.each([
    ['its static NodePool', { replicas: 1 }, {}, 1],
    ['no NodePool that is not static', {}, {}, 0],
    ['no other static NodePool', { replicas: 1 }, { nodePool: 'batch' }, 0],
  ])('requests the reconciliation of %s', async (_which, pool, claim, jobs) => {
    const { setup } = await setUpTermination({ step: 'InstanceGone' }, { pool, claim });
    await terminate(setup);
    expect(
      setup.takeJobs().filter(({ type }) => type === 'provisioning.reconcile-static-pools'),
    ).toHaveLength(jobs);
  });
});
