import type {
  Cluster,
  Decision,
  LeaseHold,
  NodeClaim,
  NodeRow,
  SchedulingBatch,
} from '@kerf/application';
import { defaultClusterSettings } from '@kerf/application';
import { invariant } from '@kerf/core';
import { aDecision, aNodeClaimRecord } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from './client.js';
import { openFreshDatabase } from './fresh-database.js';
import { migrate } from './migrations/migrate.js';
import { createPrismaStore } from './prisma-store.js';
import { createReadQueries } from './queries/read-queries.js';
import { drainOutbox } from './stores/outbox.store.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let number = 0;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

let cluster: Cluster;
beforeEach(async () => {
  number += 1;
  cluster = {
    id: `clu_${number}`,
    name: `c${number}`,
    region: 'us-east-1',
    endpoint: null,
    certificateAuthority: null,
    endpointIsGiven: false,
    roleArn: 'arn:aws:iam::111122223333:role/kerf',
    externalId: null,
    facts: null,
    configuredMode: 'approve',
    hold: null,
    mode: 'approve',
    interruptionQueue: null,
    settings: defaultClusterSettings,
    connection: { state: 'Checking', problem: null, syncedAt: null, changedAt: 1_000 },
    checks: [{ step: 'AssumeRole', state: 'Waiting', detail: null, remedy: null }],
    createdAt: 1_000,
    version: 1,
  };
  await store.clusters.insert(cluster);
});

const batch = (id: string): SchedulingBatch => ({
  id,
  clusterId: cluster.id,
  state: 'Open',
  openedAt: 1_000,
  dueAt: 2_000,
  latestAt: 11_000,
  podCount: 1,
  solvingSince: null,
  solvedAt: null,
  outcome: null,
  version: 1,
});

const claim = (id: string): NodeClaim => ({
  id,
  clusterId: cluster.id,
  name: `pool-${id}`,
  nodePool: 'pool',
  nodeClass: 'class',
  nodePoolHash: 'a',
  nodeClassHash: 'b',
  decisionId: null,
  state: 'Requested',
  plan: {
    id: 'claim-0001',
    nodePool: 'pool',
    podUids: ['u1'],
    requests: { cpu: 1000 },
    labels: {},
    annotations: {},
    taints: [],
    startupTaints: [],
    expected: {
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      capacityType: 'spot',
      priceMicroUsdPerHour: 40_000,
    },
    savingAgainstNextBestMicroUsdPerHour: null,
  },
  terms: { expireAfter: '720h', terminationGracePeriod: '1h' },
  standalone: null,
  instance: null,
  nodeName: null,
  failure: null,
  termination: null,
  drift: null,
  lastPodEventAt: null,
  requestedAt: 1_000,
  launchedAt: null,
  registeredAt: null,
  initializedAt: null,
  terminatedAt: null,
  version: 1,
});

const node = (name: string): NodeRow => ({
  clusterId: cluster.id,
  name,
  providerId: null,
  nodePool: null,
  nodeClaimId: null,
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  capacityType: 'on-demand',
  arch: 'amd64',
  priceMicroUsdPerHour: 96_000,
  labels: { a: 'b' },
  taints: [],
  capacity: { cpu: 2000, memory: 8_589_934_592 },
  allocatable: { cpu: 1930, memory: 7_000_000_000 },
  requested: { cpu: 500 },
  podCount: 3,
  state: 'Ready',
  blockers: [{ code: 'NOT_MANAGED' }],
  blockersEvaluatedAt: 500,
  createdAt: 1_000,
  asOf: 2_000,
});

describe('records', () => {
  it('are equal after a round trip', async () => {
    expect(await store.clusters.find(cluster.id)).toEqual(cluster);
    await store.nodeClaims.insert([claim('ncl_rt' + number)]);
    expect(await store.nodeClaims.find('ncl_rt' + number)).toEqual(claim('ncl_rt' + number));
  });

  it('without a newer setting have its default', async () => {
    await database.pool.query(
      `UPDATE clusters SET settings = settings - 'searchMs' || '{"batchIdleMs": 7}' WHERE id = $1`,
      [cluster.id],
    );
    const settings = { ...defaultClusterSettings, batchIdleMs: 7 };
    expect(await store.clusters.find(cluster.id)).toMatchObject({ settings });
    const queries = createReadQueries(database);
    expect(await queries.clusters.find(cluster.id)).toMatchObject({ settings });
  });

  it('are saved once per version', async () => {
    const first = await store.clusters.save({ ...cluster, configuredMode: 'auto' });
    expect(first?.version).toBe(2);
    expect(await store.clusters.save({ ...cluster, configuredMode: 'observe' })).toBeNull();
    expect((await store.clusters.find(cluster.id))?.mode).toBe('auto');
  });

  it('of clusters have unique names', async () => {
    await expect(store.clusters.insert({ ...cluster, id: 'clu_other' })).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
    });
  });

  it('are removed with their cluster', async () => {
    await store.nodeClaims.insert([claim('ncl_gone' + number)]);
    await store.clusters.remove(cluster.id);
    expect(await store.nodeClaims.find('ncl_gone' + number)).toBeNull();
  });
});

describe('a transaction', () => {
  it('leaves nothing behind when it fails', async () => {
    const failing = store.transaction(async (tx) => {
      await tx.nodeClaims.insert([claim('ncl_tx' + number)]);
      await tx.outbox.add([
        { message: { type: 'cluster.check-registration', clusterId: cluster.id }, deliverAt: 0 },
      ]);
      throw new RangeError('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await store.nodeClaims.find('ncl_tx' + number)).toBeNull();
    expect(await drainOutbox(database.pool, 10, () => Promise.resolve())).toBe(0);
  });

  it('that locks a decision sees what earlier ones saved', async () => {
    const decision = aDecision({ id: `dec_last${number}`, clusterId: cluster.id });
    const ids = [1, 2, 3, 4, 5, 6].map((index) => `ncl_last${number}_${index}`);
    await store.decisions.insert(decision, []);
    await store.nodeClaims.insert(ids.map(claim));
    const seen = await Promise.all(
      ids.map((id) =>
        store.transaction(async (tx) => {
          await tx.nodeClaims.save({ ...claim(id), state: 'Launching' });
          await tx.decisions.addEvents(decision.id, [
            { at: 2_000, kind: 'NodeClaimLaunched', actor: 'kerf', data: {} },
          ]);
          expect(await tx.decisions.lock(decision.id)).toMatchObject({ kind: decision.kind });
          return (await tx.nodeClaims.inStates(cluster.id, ['Launching'])).length;
        }),
      ),
    );
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(await store.decisions.lock('dec_nowhere')).toBeNull();
  });

  it('stores the launch options of a NodeClaim separately', async () => {
    const [requested, adopted] = [claim('ncl_asked' + number), claim('ncl_adopted' + number)];
    const launchOptions = {
      instanceTypes: [{ name: 'm5.large', offerings: [] }],
      requirements: [{ key: 'zone', operator: 'In', values: ['a'], minValues: null }],
    } as const;
    await store.nodeClaims.insert([requested, adopted], new Map([[requested.id, launchOptions]]));
    expect(await store.nodeClaims.find(requested.id)).toEqual(requested);
    const allOptions = () =>
      store.nodeClaims.launchOptions([requested.id, adopted.id, 'ncl_nowhere']);
    expect(await allOptions()).toEqual(new Map([[requested.id, launchOptions]]));
    expect(await store.nodeClaims.optionNames(cluster.id)).toEqual(
      new Map([[requested.id, ['m5.large']]]),
    );
    await store.nodeClaims.save({ ...requested, state: 'Launching' });
    expect(await store.nodeClaims.optionNames(cluster.id)).toHaveProperty('size', 1);
    expect(await allOptions()).toEqual(new Map([[requested.id, launchOptions]]));
    expect(await store.nodeClaims.progressOf([requested.id, 'ncl_nowhere'])).toEqual([
      { id: requested.id, state: 'Launching', initializedAt: null },
    ]);
    await store.nodeClaims.save({
      ...requested,
      state: 'Initialized',
      instance: aNodeClaimRecord({ id: 'i', clusterId: cluster.id }).instance,
      version: 2,
    });
    expect(await store.nodeClaims.optionNames(cluster.id)).toHaveProperty('size', 0);
    expect(
      await store.nodeClaims.capacities(cluster.id, 'pool', ['Requested', 'Initialized']),
    ).toEqual(
      new Map([
        [requested.id, { cpu: 2_000, memory: 8_000 }],
        [adopted.id, null],
      ]),
    );
  });

  it('allows a name again after its NodeClaim ended, and one NodeClaim per object', async () => {
    const ofObject = (id: string, objectUid: string): NodeClaim => ({
      ...claim(id + number),
      name: `hand-made-${number}`,
      nodePool: null,
      terms: { expireAfter: '24h', terminationGracePeriod: '5m' },
      standalone: { objectUid, createdAt: 500 },
    });
    const first = ofObject('ncl_a', `u1-${number}`);
    await store.nodeClaims.insert([first]);
    expect(await store.nodeClaims.find(first.id)).toEqual(first);
    const conflict = { code: 'STATE.CONFLICT', retry: { kind: 'backoff' } };
    const second = ofObject('ncl_b', `u2-${number}`);
    await expect(store.nodeClaims.insert([second])).rejects.toMatchObject(conflict);
    await store.nodeClaims.save({ ...first, state: 'LaunchFailed', terminatedAt: 3_000 });
    expect(await store.nodeClaims.findByName(cluster.id, first.name)).toMatchObject({
      id: first.id,
    });
    const again = { ...ofObject('ncl_c', `u1-${number}`), name: `other-${number}` };
    await expect(store.nodeClaims.insert([again])).rejects.toMatchObject(conflict);
    await store.nodeClaims.insert([second]);
    expect(await store.nodeClaims.findByName(cluster.id, first.name)).toEqual(second);
  });

  it('saves several NodeClaims at once, or none after a conflict', async () => {
    const claims = [1, 2, 3].map((index) => claim(`ncl_several${number}_${index}`));
    await store.nodeClaims.insert(claims);
    const [first, second, third] = claims;
    invariant(
      first !== undefined && second !== undefined && third !== undefined,
      'there are three',
    );
    const { instance } = aNodeClaimRecord({ id: 'i', clusterId: cluster.id });
    await store.nodeClaims.save({ ...second, state: 'LaunchFailed', terminatedAt: 3_000 });
    const launched = [first, second, third].map((one, index) => ({
      ...one,
      state: 'Launched' as const,
      instance: instance === null ? null : { ...instance, providerId: `aws:///a/i-${index}` },
      launchedAt: 4_000,
    }));
    const saved = await store.nodeClaims.saveAll(launched);
    expect(saved.map(({ id, version }) => [id, version])).toEqual([
      [first.id, 2],
      [third.id, 2],
    ]);
    expect(await store.nodeClaims.findAll([third.id, first.id, 'ncl_nowhere'])).toEqual(saved);
    expect(await store.nodeClaims.findByProviderId(cluster.id, 'aws:///a/i-2')).toEqual(saved[1]);
    expect((await store.nodeClaims.find(second.id))?.state).toBe('LaunchFailed');
    expect(await store.nodeClaims.saveAll([])).toEqual([]);
  });

  it('of a worker that lost its lease is refused', async () => {
    const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
    expect(lease).toMatchObject({ owner: 'w1', epoch: 1 });
    const held = store.heldBy(holdOf(lease));
    await held.transaction((tx) => tx.nodeClaims.insert([claim('ncl_l' + number)]));
    await store.leases.acquire(cluster.id, 'w2', 20_000, 10_000);
    await expect(
      held.transaction((tx) => tx.nodeClaims.insert([claim('ncl_m' + number)])),
    ).rejects.toMatchObject({ code: 'STATE.STALE' });
    expect(await store.nodeClaims.find('ncl_m' + number)).toBeNull();
  });
});

/** The acquired lease. */
function holdOf(lease: LeaseHold | null): LeaseHold {
  invariant(lease !== null, 'the lease was free');
  return lease;
}

describe('a lease', () => {
  it('is held by one worker until it expires', async () => {
    const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
    expect(await store.leases.acquire(cluster.id, 'w2', 5_000, 10_000)).toBeNull();
    expect(await store.leases.renew(holdOf(lease), 5_000, 10_000)).toBe(true);
    expect(await store.leases.acquire(cluster.id, 'w2', 14_000, 10_000)).toBeNull();
    expect(await store.leases.acquire(cluster.id, 'w2', 15_000, 10_000)).toMatchObject({
      epoch: 2,
    });
    expect(await store.leases.renew(holdOf(lease), 16_000, 10_000)).toBe(false);
  });

  it('is free after its release, and acquired again by a restarted worker', async () => {
    const lease = await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000);
    expect(await store.leases.acquire(cluster.id, 'w1', 2_000, 10_000)).toMatchObject({ epoch: 2 });
    await store.leases.release({ ...holdOf(lease), epoch: 2 });
    expect(await store.leases.acquire(cluster.id, 'w2', 3_000, 10_000)).toMatchObject({ epoch: 3 });
  });
});

describe('scheduling batches', () => {
  it('are open one at a time', async () => {
    await store.batches.insert(batch('bat_a' + number));
    await expect(store.batches.insert(batch('bat_b' + number))).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      retry: { kind: 'backoff' },
    });
  });

  it('are solved one at a time', async () => {
    const a = batch('bat_c' + number);
    await store.batches.insert(a);
    await store.batches.save({ ...a, state: 'Solving', solvingSince: 3_000 });
    const b = batch('bat_d' + number);
    await store.batches.insert(b);
    const second = await store.transaction((tx) =>
      tx.batches.save({ ...b, state: 'Solving', solvingSince: 3_000 }),
    );
    expect(second).toBeNull();
    expect(await store.batches.solvingSince(cluster.id, 4_000)).toHaveLength(1);
  });

  it('count each pod once', async () => {
    const a = batch('bat_e' + number);
    await store.batches.insert(a);
    expect(await store.batches.addPods(a.id, ['p1', 'p2'])).toBe(2);
    expect(await store.batches.addPods(a.id, ['p2', 'p3'])).toBe(1);
  });
});

describe('decisions', () => {
  it('keep their history in order', async () => {
    const decision: Decision = {
      id: 'dec_' + number,
      clusterId: cluster.id,
      kind: 'Empty',
      state: 'AwaitingApproval',
      verdict: { kind: 'NeedsApproval', approvals: 1 },
      engineVersion: '1',
      snapshotDigest: 'x',
      body: {
        type: 'Disrupt',
        command: {
          method: 'Emptiness',
          reason: 'Empty',
          candidates: [],
          replacements: [],
          moves: [],
          savingMicroUsdPerHour: null,
        },
        budgets: [],
      },
      nodePools: ['pool'],
      nodeClaimIds: ['ncl_1'],
      nodeCount: 1,
      podCount: 0,
      costChangeMicroUsdPerHour: -96_000,
      achievedSavingMicroUsdPerHour: null,
      proposedAt: 1_000,
      expiresAt: null,
      rejectedUntil: null,
      decidedAt: null,
      decidedBy: null,
      comment: null,
      finishedAt: null,
      executionStep: 'None',
      version: 1,
    };
    const proposed = { at: 1_000, kind: 'Proposed' as const, actor: 'kerf', data: {} };
    await store.decisions.insert(decision, [proposed]);
    expect(await store.decisions.open(cluster.id)).toEqual([decision]);
    const launching = aDecision({
      id: `dec_buy${number}`,
      clusterId: cluster.id,
      kind: 'Provision',
      state: 'Executing',
    });
    await store.decisions.insert(launching, []);
    expect(await store.decisions.open(cluster.id)).toEqual([decision]);
    const [taken, other] = [claim('ncl_1'), claim('ncl_2')];
    expect(await store.decisions.removing(taken)).toEqual([]);
    const removing = { ...decision, id: `dec_remove${number}`, state: 'Executing' as const };
    await store.decisions.insert(removing, []);
    expect(await store.decisions.removing(taken)).toEqual([removing.id]);
    expect(await store.decisions.removing(other)).toEqual([]);
    await store.decisions.save({ ...removing, state: 'Executed' }, []);
    expect(await store.decisions.removing(taken)).toEqual([]);
    const approved = {
      at: 2_000,
      kind: 'Approved' as const,
      actor: 'ada',
      data: { comment: 'ok' },
    };
    await store.decisions.save({ ...decision, state: 'Rejected' }, [approved]);
    expect(await store.decisions.events(decision.id)).toEqual([proposed, approved]);
    expect(await store.decisions.open(cluster.id)).toEqual([]);
  });
});

describe('the outbox', () => {
  const message = () => ({
    message: { type: 'node-claim.register' as const, clusterId: cluster.id, nodeClaimId: 'ncl_1' },
    deliverAt: 5_000,
  });

  it('removes delivered entries', async () => {
    await store.transaction((tx) => tx.outbox.add([message(), message()]));
    const seen: unknown[] = [];
    const deliver = (entries: readonly unknown[]) => {
      seen.push(...entries);
      return Promise.resolve();
    };
    expect(await drainOutbox(database.pool, 10, deliver)).toBe(2);
    expect(seen).toMatchObject([message(), message()]);
    expect(await drainOutbox(database.pool, 10, deliver)).toBe(0);
  });

  it('keeps entries that cannot be delivered', async () => {
    await store.outbox.add([message()]);
    await expect(
      drainOutbox(database.pool, 10, () => Promise.reject(new RangeError('queue is down'))),
    ).rejects.toThrow('queue is down');
    expect(await drainOutbox(database.pool, 10, () => Promise.resolve())).toBe(1);
  });
});

describe('the read model', () => {
  it('inserts and deletes rows', async () => {
    await store.readModel.applyNodes(cluster.id, [node('n1'), node('n2')], []);
    await store.readModel.applyNodes(cluster.id, [{ ...node('n1'), podCount: 9 }], ['n2']);
    const rows = await database.prisma.nodeRow.findMany({ where: { clusterId: cluster.id } });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      name: 'n1',
      podCount: 9,
      priceMicroUsdPerHour: 96_000n,
      memoryAllocatable: 7_000_000_000n,
      cpuRequestedMilli: 500n,
      blockers: { v: 1, value: [{ code: 'NOT_MANAGED' }] },
      blockersEvaluatedAt: new Date(500),
      asOf: new Date(2_000),
    });
  });

  it('deletes rows that a new list omits', async () => {
    await store.readModel.applyNodes(cluster.id, [node('n1'), node('n2')], []);
    await store.readModel.retainOnly(cluster.id, { nodeNames: ['n2'], podUids: [] });
    const rows = await database.prisma.nodeRow.findMany({ where: { clusterId: cluster.id } });
    expect(rows.map(({ name }) => name)).toEqual(['n2']);
  });
});

describe('the audit log', () => {
  it('cannot be updated or deleted', async () => {
    await store.audit.add({
      id: 'aud_' + number,
      at: 1_000,
      actor: { kind: 'User', id: 'usr_1', name: 'ada' },
      action: 'cluster.update',
      object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
      clusterId: cluster.id,
      outcome: 'Done',
      comment: null,
      before: { mode: 'approve' },
      after: { mode: 'auto' },
      requestId: null,
    });
    await expect(database.prisma.auditEntry.deleteMany({})).rejects.toThrow(/append-only/);
    await expect(
      database.prisma.auditEntry.updateMany({ data: { actorName: 'eve' } }),
    ).rejects.toThrow(/append-only/);
    const rows = await database.prisma.auditEntry.findMany({ where: { id: 'aud_' + number } });
    expect(rows[0]).toMatchObject({
      clusterName: cluster.name,
      after: { v: 1, value: { mode: 'auto' } },
    });
  });
});

describe('migrations', () => {
  it('are applied once', async () => {
    expect(await migrate(database.pool, migrations)).toEqual([]);
  });
});
