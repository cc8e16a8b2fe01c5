import {
  adoptNodeClaim,
  type CachedStandaloneClaim,
  collectGarbage,
  type Decision,
  expireNodeClaims,
  type NodeClaim,
  nodePoolUsage,
  observeNodeClaim,
  reconcileStandaloneClaims,
} from '@kerf/application';
import { invariant, labelKeys } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { aNodeClaimRecord, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { crashPoints } from '../../testing/crash-switch.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
const living = ['Requested', 'Launching', 'Launched', 'Registered', 'Initialized'] as const;
let records: RecordSource;

/** Minutes of a cluster take thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const open = (mode: ClusterMode, crashAt = 0): Promise<ClusterSimulation> =>
  ClusterSimulation.open(records.open(), { mode, crashAt });

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
const onDemand = { key: labelKeys.capacityType, operator: 'In', values: ['on-demand'] };
const spec = {
  nodeClassRef,
  requirements: [onDemand],
  resources: { requests: { cpu: '3', memory: '2Gi' } },
  taints: [{ key: 'build', effect: 'NoSchedule' }],
  expireAfter: '10m',
  terminationGracePeriod: '1m',
};

/** Applies the NodeClaim `build-box`. */
async function make(
  simulation: ClusterSimulation,
  claim: Partial<CachedStandaloneClaim> = {},
): Promise<void> {
  simulation.cluster.applyStandaloneClaim({
    name: 'build-box',
    uid: 'u-1',
    spec,
    labels: { team: 'web' },
    ...claim,
  });
  await deliverChange(simulation);
}

/** Delivers the change of the object. */
async function deliverChange(simulation: ClusterSimulation): Promise<void> {
  await observeNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
    name: 'build-box',
    isStandalone: true,
    isGone: simulation.cluster.standaloneClaim('build-box') === null,
    deletionRequestedAt: null,
    adoptable: null,
  });
}

async function unmake(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.deleteStandaloneClaim('build-box');
  await deliverChange(simulation);
}

const claimsOf = (simulation: ClusterSimulation): Promise<readonly NodeClaim[]> =>
  simulation.store.nodeClaims.inStates(simulation.clusterId, [...living, 'Terminating']);

const isReady = async (simulation: ClusterSimulation): Promise<boolean> =>
  (await claimsOf(simulation)).some(({ state }) => state === 'Initialized');

const isGone = async (simulation: ClusterSimulation): Promise<boolean> =>
  (await claimsOf(simulation)).length === 0 &&
  simulation.cluster.standaloneClaim('build-box') === null &&
  simulation.cloud.instances.size === 0;

const latest = async (simulation: ClusterSimulation, kind: Decision['kind']) =>
  (await simulation.decisions()).findLast((decision) => decision.kind === kind);

/** Advances the simulation by a number of seconds. */
async function pass(simulation: ClusterSimulation, seconds: number): Promise<void> {
  const end = simulation.clock.now() + seconds * 1_000;
  await simulation.until(() => Promise.resolve(simulation.clock.now() >= end), seconds + 1);
}

async function findingsOf(simulation: ClusterSimulation): Promise<readonly string[]> {
  return (await simulation.findings()).map(
    ({ code, object, message }) => `${code} ${object} ${message}`,
  );
}

async function openWithNode(mode: ClusterMode = 'auto'): Promise<ClusterSimulation> {
  const simulation = await open(mode);
  await make(simulation);
  await simulation.until(() => isReady(simulation));
  return simulation;
}

describe('a standalone NodeClaim', () => {
  it('gets a node that it allows, by a decision with its name and cost', async () => {
    const simulation = await openWithNode('approve');
    const [claim, ...others] = await claimsOf(simulation);
    expect(others).toEqual([]);
    expect(claim).toMatchObject({
      name: 'build-box',
      nodePool: null,
      nodeClass: 'default',
      terms: { expireAfter: '10m', terminationGracePeriod: '1m' },
      standalone: { objectUid: 'u-1' },
      instance: { capacityType: 'on-demand' },
    });
    expect(claim?.instance?.allocatable['cpu']).toBeGreaterThanOrEqual(3_000);
    const decisions = await simulation.decisions();
    expect(decisions).toMatchObject([
      {
        kind: 'Provision',
        state: 'Executed',
        nodePools: [],
        nodeCount: 1,
        podCount: 0,
        nodeClaimIds: [claim?.id],
        costChangeMicroUsdPerHour: claim?.instance?.priceMicroUsdPerHour,
        body: { batchId: null, standaloneClaim: 'build-box' },
      },
    ]);
    const [node] = simulation.cluster.nodes.values();
    expect(node?.labels).toMatchObject({ team: 'web', [labelKeys.nodeClass]: 'default' });
    expect(node?.labels).not.toHaveProperty([labelKeys.nodePool]);
    expect(node?.taints).toMatchObject([{ key: 'build' }]);
  });

  it('is not disrupted when it is empty or drifted, and no NodePool counts it', async () => {
    const simulation = await openWithNode();
    await pass(simulation, 60);
    const claims = await claimsOf(simulation);
    expect(claims).toMatchObject([{ state: 'Initialized' }]);
    expect(nodePoolUsage(claims)).toEqual(new Map());
    expect((await simulation.decisions()).map(({ kind }) => kind)).toEqual(['Provision']);
  });

  it('takes pods like any node', async () => {
    const simulation = await open('auto');
    await make(simulation, { spec: { ...spec, taints: [] } });
    await simulation.until(() => isReady(simulation));
    simulation.cluster.addPendingPods(1, { cpu: 500, memory: giB });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    expect(simulation.cloud.launchCount).toBe(1);
  });

  it('removes its node when it is deleted, and its name can be used again', async () => {
    const simulation = await openWithNode();
    await unmake(simulation);
    await simulation.until(() => isGone(simulation));
    expect(simulation.cluster.nodes.size).toBe(0);
    await make(simulation, { uid: 'u-2' });
    await simulation.until(() => isReady(simulation));
    expect(await claimsOf(simulation)).toMatchObject([{ standalone: { objectUid: 'u-2' } }]);
    expect(simulation.cloud.launchCount).toBe(2);
    await collectGarbage(simulation.ports, simulation.clusterId);
    await pass(simulation, 5);
    expect(simulation.cluster.standaloneClaim('build-box')?.uid).toBe('u-2');
  });

  it('survives a NodePool label that a user adds, and ends when it is deleted', async () => {
    const simulation = await openWithNode();
    const shown = () => Promise.resolve(simulation.cluster.nodeClaims.has('build-box'));
    await simulation.until(shown);
    simulation.cluster.labelWithPool('build-box');
    await deliverChange(simulation);
    await pass(simulation, 65);
    expect(await claimsOf(simulation)).toMatchObject([{ state: 'Initialized' }]);
    await observeNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
      name: 'build-box',
      isStandalone: false,
      isGone: true,
      deletionRequestedAt: simulation.clock.now(),
      adoptable: null,
    });
    await simulation.until(() => isGone(simulation));
    expect(simulation.cluster.nodes.size).toBe(0);
  });

  it('launches nothing if it is deleted before its launch', async () => {
    const simulation = await open('auto');
    const { clusterId } = simulation;
    await make(simulation);
    await simulation.until(async () => (await claimsOf(simulation)).length > 0);
    const [claim] = await claimsOf(simulation);
    invariant(claim !== undefined, 'it is recorded');
    // One tick records and launches it; this is the record between the two.
    await simulation.store.nodeClaims.save({
      ...claim,
      state: 'Requested',
      instance: null,
      launchedAt: null,
    });
    simulation.cloud.instances.clear();
    await unmake(simulation);
    await simulation.until(() => isGone(simulation));
    expect(await simulation.store.nodeClaims.findByName(clusterId, 'build-box')).toMatchObject({
      state: 'Terminated',
      termination: { reason: 'DeletedByUser' },
    });
    expect(await latest(simulation, 'Provision')).toMatchObject({ state: 'Failed' });
  });

  it('terminates its instance if it is deleted during the launch', async () => {
    const simulation = await open('auto');
    const launch = simulation.cloud.launch.bind(simulation.cloud);
    vi.spyOn(simulation.cloud, 'launch').mockImplementationOnce(async (...request) => {
      await unmake(simulation);
      await reconcileStandaloneClaims(simulation.ports, simulation.clusterId);
      expect(await claimsOf(simulation)).toMatchObject([{ state: 'Launching' }]);
      return launch(...request);
    });
    await make(simulation);
    await simulation.until(
      async () => simulation.cloud.launchCount === 1 && (await isGone(simulation)),
      30,
    );
    expect(await latest(simulation, 'Provision')).toMatchObject({ state: 'Failed' });
  });

  it('ends when its object is removed together with its finalizer', async () => {
    const simulation = await openWithNode();
    await simulation.cluster.removeNodeClaim(null, {
      name: 'build-box',
      standalone: (await claimsOf(simulation))[0]?.standalone ?? null,
    });
    await deliverChange(simulation);
    await simulation.until(() => isGone(simulation));
    expect(simulation.cluster.nodes.size).toBe(0);
  });

  it('expires after its own expireAfter, with its own terminationGracePeriod', async () => {
    const simulation = await openWithNode();
    await expireNodeClaims(simulation.ports, simulation.clusterId);
    expect(await latest(simulation, 'Expire')).toBeUndefined();
    simulation.clock.advance(10 * 60_000);
    await expireNodeClaims(simulation.ports, simulation.clusterId);
    const [claim] = await claimsOf(simulation);
    const termination = claim?.termination;
    expect(termination).toMatchObject({ reason: 'Expired' });
    expect((termination?.deadline ?? 0) - (termination?.startedAt ?? 0)).toBe(60_000);
    await simulation.until(() => isGone(simulation));
    expect(await latest(simulation, 'Expire')).toMatchObject({
      state: 'Executed',
      nodePools: [],
      body: { candidates: [{ nodePool: null }] },
    });
  });

  it('is drained in time after an interruption warning', async () => {
    const simulation = await open('auto');
    const spot = { ...onDemand, values: ['spot'] };
    await make(simulation, { spec: { ...spec, requirements: [spot] } });
    await simulation.until(() => isReady(simulation));
    const [claim] = await claimsOf(simulation);
    simulation.interrupt([claim?.instance?.instanceId ?? '']);
    await simulation.until(() => isGone(simulation));
    expect(await latest(simulation, 'Interrupt')).toMatchObject({ state: 'Executed' });
    expect(await simulation.interruptions()).toMatchObject([{ nodePool: null }]);
  });
});

describe('a NodeClaim that cannot be launched', () => {
  const refusalOf = (simulation: ClusterSimulation) => simulation.cluster.refusals.get('build-box');

  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'that says what is no duration',
      { expireAfter: 'soon' },
      'ValidationFailed',
      'spec.expireAfter: ',
    ],
    [
      'of a class that there is not',
      { nodeClassRef: { ...nodeClassRef, name: 'other' } },
      'NodeClassNotReady',
      'EC2NodeClass other not found',
    ],
    [
      'that is larger than any type',
      { resources: { requests: { cpu: '9000' } } },
      'InsufficientCapacity',
      'no instance type is large enough for the request of cpu',
    ],
    [
      'of an architecture that nothing has',
      { requirements: [{ key: labelKeys.arch, operator: 'In', values: ['arm64'] }] },
      'InsufficientCapacity',
      `no instance type satisfies the requirement of ${labelKeys.arch}`,
    ],
  ])(
    '%s says why, as a finding too, and stays for its maker',
    async (_what, wrong, reason, message) => {
      const simulation = await open('auto');
      await make(simulation, { spec: { ...spec, ...wrong } });
      await pass(simulation, 2);
      expect(refusalOf(simulation)).toEqual({ reason, message: expect.stringContaining(message) });
      expect(await findingsOf(simulation)).toEqual([
        expect.stringContaining(`STANDALONE_CLAIM_REFUSED NodeClaim/build-box ${message}`),
      ]);
      expect(simulation.cluster.standaloneClaim('build-box')).toMatchObject({
        hasTerminationFinalizer: false,
      });
      expect(await simulation.decisions()).toEqual([]);
      await unmake(simulation);
      await pass(simulation, 2);
      expect(await findingsOf(simulation)).toEqual([]);
    },
  );

  it('for lack of capacity tries every offering, then ends with its object', async () => {
    const simulation = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await make(simulation);
    await simulation.until(() => isGone(simulation));
    expect(simulation.events.recorded).toContainEqual({
      about: { kind: 'NodeClaim', name: 'build-box', uid: 'u-1' },
      type: 'Warning',
      reason: 'InsufficientCapacityError',
      message: expect.stringMatching(/^NodeClaim build-box was not launched: \S/),
    });
    expect(await latest(simulation, 'Provision')).toMatchObject({ state: 'Failed' });
    const ended = await simulation.store.nodeClaims.findByName(simulation.clusterId, 'build-box');
    expect(ended).toMatchObject({
      state: 'LaunchFailed',
      failure: { code: 'INSUFFICIENT_CAPACITY' },
    });

    // The offerings are marked now: the next NodeClaim waits until the marks expire.
    await make(simulation, { uid: 'u-2' });
    await pass(simulation, 2);
    expect(refusalOf(simulation)?.reason).toBe('InsufficientCapacity');
    simulation.cloud.exhausted.clear();
    await simulation.until(() => isReady(simulation));
    expect(await findingsOf(simulation)).toEqual([]);
  });
});

describe('a NodeClaim that Kerf does not launch', () => {
  it('has no effect in mode observe', async () => {
    const simulation = await open('observe');
    await make(simulation);
    await pass(simulation, 65);
    expect(await claimsOf(simulation)).toEqual([]);
    expect(await simulation.decisions()).toEqual([]);
    expect(simulation.cluster.refusals.size).toBe(0);
  });

  it('is left alone while Karpenter launches it, and adopted later', async () => {
    const simulation = await open('auto');
    await make(simulation, { hasTerminationFinalizer: true });
    await pass(simulation, 65);
    expect(await claimsOf(simulation)).toEqual([]);
    expect(simulation.cloud.launchCount).toBe(0);

    const { instance } = aNodeClaimRecord({ clusterId: simulation.clusterId, id: 'of-karpenter' });
    invariant(instance !== null, 'it is launched');
    const standalone = { objectUid: 'u-1', createdAt: simulation.clock.now() };
    const terms = { expireAfter: '10m', terminationGracePeriod: null };
    const of = { clusterId: simulation.clusterId, id: 'ncl_theirs', instance };
    simulation.cluster.joinNode(aNodeClaimRecord(of));
    await adoptNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
      name: 'build-box',
      isStandalone: true,
      isGone: false,
      deletionRequestedAt: null,
      adoptable: {
        providerId: instance.providerId,
        imageId: instance.imageId,
        nodePool: null,
        nodeClass: 'default',
        nodePoolHash: '',
        nodeClassHash: '',
        drifted: null,
        createdAt: simulation.clock.now(),
        terms,
        standalone,
      },
    });
    expect(await claimsOf(simulation)).toMatchObject([
      {
        name: 'build-box',
        nodePool: null,
        decisionId: null,
        state: 'Initialized',
        terms,
        standalone,
      },
    ]);
  });
});

describe('a worker that is killed', () => {
  it('after any port call launches one instance, and leaves none', async () => {
    const scenario = async (simulation: ClusterSimulation) => {
      await make(simulation);
      await simulation.until(() => isReady(simulation));
      await unmake(simulation);
      await simulation.until(() => isGone(simulation));
    };
    const calm = await open('auto');
    const from = calm.crash.calls;
    await scenario(calm);
    const places = crashPoints(calm.crash.calledMethods, from);
    expect(places.length).toBeGreaterThan(10);
    for (const crashAt of places) {
      const simulation = await open('auto', crashAt);
      await scenario(simulation);
      expect(simulation.cloud.launchCount, `after a crash ${simulation.crash.at}`).toBe(1);
      expect(await simulation.decisions()).toMatchObject([{ state: 'Executed' }]);
    }
  });
});
