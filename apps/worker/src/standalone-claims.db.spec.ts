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
import { createReadQueries, type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { aNodeClaimRecord, fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';
import { tellingPlaces } from './testing/crash-switch.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const living = ['Requested', 'Launching', 'Launched', 'Registered', 'Initialized'] as const;
let database: Database;

/** Minutes of a cluster are thousands of statements, and the machine may be busy. */
vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const open = (mode: ClusterMode, crashAt = 0): Promise<Corridor> =>
  Corridor.open(database, { mode, crashAt });

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

/** Somebody applies the NodeClaim `build-box`. */
async function make(corridor: Corridor, claim: Partial<CachedStandaloneClaim> = {}): Promise<void> {
  corridor.cluster.applyStandaloneClaim({
    name: 'build-box',
    uid: 'u-1',
    spec,
    labels: { team: 'web' },
    ...claim,
  });
  await tell(corridor);
}

/** The watch tells that the object has changed. */
async function tell(corridor: Corridor): Promise<void> {
  await observeNodeClaim({ ...corridor.ports, store: corridor.store }, corridor.clusterId, {
    name: 'build-box',
    isStandalone: true,
    isGone: corridor.cluster.standaloneClaim('build-box') === null,
    deletionRequestedAt: null,
    adoptable: null,
  });
}

async function unmake(corridor: Corridor): Promise<void> {
  corridor.cluster.deleteStandaloneClaim('build-box');
  await tell(corridor);
}

const claimsOf = (corridor: Corridor): Promise<readonly NodeClaim[]> =>
  corridor.store.nodeClaims.inStates(corridor.clusterId, [...living, 'Terminating']);

const isReady = async (corridor: Corridor): Promise<boolean> =>
  (await claimsOf(corridor)).some(({ state }) => state === 'Initialized');

const isGone = async (corridor: Corridor): Promise<boolean> =>
  (await claimsOf(corridor)).length === 0 &&
  corridor.cluster.standaloneClaim('build-box') === null &&
  corridor.cloud.instances.size === 0;

const latest = async (corridor: Corridor, kind: Decision['kind']) =>
  (await corridor.decisions()).findLast((decision) => decision.kind === kind);

/** So many seconds go by. */
async function pass(corridor: Corridor, seconds: number): Promise<void> {
  const end = corridor.clock.now() + seconds * 1_000;
  await corridor.until(() => Promise.resolve(corridor.clock.now() >= end), seconds + 1);
}

async function findingsOf(corridor: Corridor): Promise<readonly string[]> {
  const found = await createReadQueries(database).clusters.findings([corridor.clusterId]);
  return found.map(({ code, object, message }) => `${code} ${object} ${message}`);
}

async function openWithNode(mode: ClusterMode = 'auto'): Promise<Corridor> {
  const corridor = await open(mode);
  await make(corridor);
  await corridor.until(() => isReady(corridor));
  return corridor;
}

describe('a NodeClaim that a person makes', () => {
  it('gets a node that it allows, by a decision that names it and what it costs', async () => {
    const corridor = await openWithNode('approve');
    const [claim, ...others] = await claimsOf(corridor);
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
    const decisions = await corridor.decisions();
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
    const [node] = corridor.cluster.nodes.values();
    expect(node?.labels).toMatchObject({ team: 'web', [labelKeys.nodeClass]: 'default' });
    expect(node?.labels).not.toHaveProperty([labelKeys.nodePool]);
    expect(node?.taints).toMatchObject([{ key: 'build' }]);
  });

  it('stays, empty and drifted as it may be, and no pool counts it', async () => {
    const corridor = await openWithNode();
    await pass(corridor, 60);
    const claims = await claimsOf(corridor);
    expect(claims).toMatchObject([{ state: 'Initialized' }]);
    expect(nodePoolUsage(claims)).toEqual(new Map());
    expect((await corridor.decisions()).map(({ kind }) => kind)).toEqual(['Provision']);
  });

  it('takes pods that tolerate it like any node', async () => {
    const corridor = await open('auto');
    await make(corridor, { spec: { ...spec, taints: [] } });
    await corridor.until(() => isReady(corridor));
    corridor.cluster.addPendingPods(1, { cpu: 500, memory: giB });
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
    expect(corridor.cloud.purchases).toBe(1);
  });

  it('that is deleted takes its node along, and its name may be given again', async () => {
    const corridor = await openWithNode();
    await unmake(corridor);
    await corridor.until(() => isGone(corridor));
    expect(corridor.cluster.nodes.size).toBe(0);
    await make(corridor, { uid: 'u-2' });
    await corridor.until(() => isReady(corridor));
    expect(await claimsOf(corridor)).toMatchObject([{ standalone: { objectUid: 'u-2' } }]);
    expect(corridor.cloud.purchases).toBe(2);
    await collectGarbage(corridor.ports, corridor.clusterId);
    await pass(corridor, 5);
    expect(corridor.cluster.standaloneClaim('build-box')?.uid).toBe('u-2');
  });

  it('is not ended by a pool’s label that somebody puts on it, and is by its deletion', async () => {
    const corridor = await openWithNode();
    const shown = () => Promise.resolve(corridor.cluster.nodeClaims.has('build-box'));
    await corridor.until(shown);
    corridor.cluster.labelWithPool('build-box');
    await tell(corridor);
    await pass(corridor, 65);
    expect(await claimsOf(corridor)).toMatchObject([{ state: 'Initialized' }]);
    await observeNodeClaim({ ...corridor.ports, store: corridor.store }, corridor.clusterId, {
      name: 'build-box',
      isStandalone: false,
      isGone: true,
      deletionRequestedAt: corridor.clock.now(),
      adoptable: null,
    });
    await corridor.until(() => isGone(corridor));
    expect(corridor.cluster.nodes.size).toBe(0);
  });

  it('that is deleted before its launch buys nothing', async () => {
    const corridor = await open('auto');
    const { clusterId } = corridor;
    await make(corridor);
    await corridor.until(async () => (await claimsOf(corridor)).length > 0);
    const [claim] = await claimsOf(corridor);
    invariant(claim !== undefined, 'it is recorded');
    // The tick that records it launches it as well; this is the claim as it was between the two.
    await database.pool.query(
      `UPDATE node_claims
       SET state = 'Requested', instance = NULL, provider_id = NULL, launched_at = NULL WHERE id = $1`,
      [claim.id],
    );
    corridor.cloud.instances.clear();
    await unmake(corridor);
    await corridor.until(() => isGone(corridor));
    expect(await corridor.store.nodeClaims.findByName(clusterId, 'build-box')).toMatchObject({
      state: 'Terminated',
      termination: { reason: 'DeletedByUser' },
    });
    expect(await latest(corridor, 'Provision')).toMatchObject({ state: 'Failed' });
  });

  it('that is deleted while the cloud is asked loses its instance as soon as that is known', async () => {
    const corridor = await open('auto');
    const launch = corridor.cloud.launch.bind(corridor.cloud);
    vi.spyOn(corridor.cloud, 'launch').mockImplementationOnce(async (...request) => {
      await unmake(corridor);
      await reconcileStandaloneClaims(corridor.ports, corridor.clusterId);
      expect(await claimsOf(corridor)).toMatchObject([{ state: 'Launching' }]);
      return launch(...request);
    });
    await make(corridor);
    await corridor.until(
      async () => corridor.cloud.purchases === 1 && (await isGone(corridor)),
      30,
    );
    expect(await latest(corridor, 'Provision')).toMatchObject({ state: 'Failed' });
  });

  it('whose object is torn away, finalizer and all, ends as well', async () => {
    const corridor = await openWithNode();
    await corridor.cluster.removeNodeClaim(null, {
      name: 'build-box',
      standalone: (await claimsOf(corridor))[0]?.standalone ?? null,
    });
    await tell(corridor);
    await corridor.until(() => isGone(corridor));
    expect(corridor.cluster.nodes.size).toBe(0);
  });

  it('expires at its own age, by a decision, and is drained no longer than it says', async () => {
    const corridor = await openWithNode();
    await expireNodeClaims(corridor.ports, corridor.clusterId);
    expect(await latest(corridor, 'Expire')).toBeUndefined();
    corridor.clock.advance(10 * 60_000);
    await expireNodeClaims(corridor.ports, corridor.clusterId);
    const [claim] = await claimsOf(corridor);
    const termination = claim?.termination;
    expect(termination).toMatchObject({ reason: 'Expired' });
    expect((termination?.deadline ?? 0) - (termination?.startedAt ?? 0)).toBe(60_000);
    await corridor.until(() => isGone(corridor));
    expect(await latest(corridor, 'Expire')).toMatchObject({
      state: 'Executed',
      nodePools: [],
      body: { candidates: [{ nodePool: null }] },
    });
  });

  it('is interrupted as any: its node is drained in time', async () => {
    const corridor = await open('auto');
    const spot = { ...onDemand, values: ['spot'] };
    await make(corridor, { spec: { ...spec, requirements: [spot] } });
    await corridor.until(() => isReady(corridor));
    const [claim] = await claimsOf(corridor);
    corridor.interrupt([claim?.instance?.instanceId ?? '']);
    await corridor.until(() => isGone(corridor));
    expect(await latest(corridor, 'Interrupt')).toMatchObject({ state: 'Executed' });
    expect(await corridor.interruptions()).toMatchObject([{ nodePool: null }]);
  });
});

describe('a NodeClaim that cannot be launched', () => {
  const refusalOf = (corridor: Corridor) => corridor.cluster.refusals.get('build-box');

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
      const corridor = await open('auto');
      await make(corridor, { spec: { ...spec, ...wrong } });
      await pass(corridor, 2);
      expect(refusalOf(corridor)).toEqual({ reason, message: expect.stringContaining(message) });
      expect(await findingsOf(corridor)).toEqual([
        expect.stringContaining(`STANDALONE_CLAIM_REFUSED NodeClaim/build-box ${message}`),
      ]);
      expect(corridor.cluster.standaloneClaim('build-box')).toMatchObject({
        hasTerminationFinalizer: false,
      });
      expect(await corridor.decisions()).toEqual([]);
      await unmake(corridor);
      await pass(corridor, 2);
      expect(await findingsOf(corridor)).toEqual([]);
    },
  );

  it('for want of room is tried while there may be some, then ends with its object', async () => {
    const corridor = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await make(corridor);
    await corridor.until(() => isGone(corridor));
    expect(corridor.events.recorded).toContainEqual({
      about: { kind: 'NodeClaim', name: 'build-box', uid: 'u-1' },
      type: 'Warning',
      reason: 'InsufficientCapacityError',
      message: 'NodeClaim build-box was not launched: none of the offerings has capacity',
    });
    expect(await latest(corridor, 'Provision')).toMatchObject({ state: 'Failed' });
    const ended = await corridor.store.nodeClaims.findByName(corridor.clusterId, 'build-box');
    expect(ended).toMatchObject({
      state: 'LaunchFailed',
      failure: { code: 'INSUFFICIENT_CAPACITY' },
    });

    // The offerings are marked now: the next one waits until they may be asked for again.
    await make(corridor, { uid: 'u-2' });
    await pass(corridor, 2);
    expect(refusalOf(corridor)?.reason).toBe('InsufficientCapacity');
    corridor.cloud.exhausted.clear();
    await corridor.until(() => isReady(corridor));
    expect(await findingsOf(corridor)).toEqual([]);
  });
});

describe('a NodeClaim that is not Kerf’s to launch', () => {
  it('is left alone in mode observe', async () => {
    const corridor = await open('observe');
    await make(corridor);
    await pass(corridor, 65);
    expect(await claimsOf(corridor)).toEqual([]);
    expect(await corridor.decisions()).toEqual([]);
    expect(corridor.cluster.refusals.size).toBe(0);
  });

  it('is left alone while a Karpenter is at work on it, and taken over as a node', async () => {
    const corridor = await open('auto');
    await make(corridor, { hasTerminationFinalizer: true });
    await pass(corridor, 65);
    expect(await claimsOf(corridor)).toEqual([]);
    expect(corridor.cloud.purchases).toBe(0);

    const { instance } = aNodeClaimRecord({ clusterId: corridor.clusterId, id: 'of-karpenter' });
    invariant(instance !== null, 'it is launched');
    const standalone = { objectUid: 'u-1', createdAt: corridor.clock.now() };
    const terms = { expireAfter: '10m', terminationGracePeriod: null };
    const of = { clusterId: corridor.clusterId, id: 'ncl_theirs', instance };
    corridor.cluster.joinNode(aNodeClaimRecord(of));
    await adoptNodeClaim({ ...corridor.ports, store: corridor.store }, corridor.clusterId, {
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
        createdAt: corridor.clock.now(),
        terms,
        standalone,
      },
    });
    expect(await claimsOf(corridor)).toMatchObject([
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
  it('after any effect buys one instance, and leaves none', async () => {
    const walk = async (corridor: Corridor) => {
      await make(corridor);
      await corridor.until(() => isReady(corridor));
      await unmake(corridor);
      await corridor.until(() => isGone(corridor));
    };
    const calm = await open('auto');
    const from = calm.crash.calls;
    await walk(calm);
    const places = tellingPlaces(calm.crash.places, from);
    expect(places.length).toBeGreaterThan(10);
    for (const crashAt of places) {
      const corridor = await open('auto', crashAt);
      await walk(corridor);
      expect(corridor.cloud.purchases, `after a crash ${corridor.crash.at}`).toBe(1);
      expect(await corridor.decisions()).toMatchObject([{ state: 'Executed' }]);
    }
  });
});
