import {
  approveDecision,
  type Decision,
  deleteDefinition,
  importDefinition,
  type NodeClaim,
  observeNodeClaim,
  type Principal,
  reconcileStaticPools,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import { createReadQueries, type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Corridor } from './testing/corridor.js';
import { tellingPlaces } from './testing/crash-switch.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
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

interface Wanted {
  readonly replicas: number;
  /** `limits.nodes`. */
  readonly nodes?: number;
  readonly labels?: string;
}

/** The pool `fixed`, whose budgets allow everything. */
const manifest = ({ replicas, nodes, labels = 'team: web' }: Wanted): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: fixed }
spec:
  replicas: ${replicas}
  ${nodes === undefined ? '' : `limits: { nodes: "${nodes}" }`}
  disruption: { budgets: [{ nodes: "100%" }] }
  template:
    metadata: { labels: { ${labels} } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }]
`;

async function want(corridor: Corridor, wanted: Wanted): Promise<void> {
  const { applied } = await corridor.apply(ada, manifest(wanted));
  expect(applied).toBe(true);
}

const claimsOf = (corridor: Corridor): Promise<readonly NodeClaim[]> =>
  corridor.store.nodeClaims.inStates(corridor.clusterId, [...living, 'Terminating']);

const has = async (corridor: Corridor, nodes: number): Promise<boolean> => {
  const claims = await claimsOf(corridor);
  return claims.length === nodes && claims.every(({ state }) => state === 'Initialized');
};

const decisionsOf = async (corridor: Corridor, kind: Decision['kind']) =>
  (await corridor.decisions()).filter((decision) => decision.kind === kind);

const latest = async (corridor: Corridor, kind: Decision['kind']) =>
  (await decisionsOf(corridor, kind)).at(-1);

async function openWith(mode: ClusterMode, wanted: Wanted): Promise<Corridor> {
  const corridor = await open(mode);
  await want(corridor, wanted);
  await corridor.until(() => has(corridor, wanted.replicas));
  return corridor;
}

async function approve(corridor: Corridor, { id, version }: Decision): Promise<void> {
  const outcome = await approveDecision({ ...corridor.ports, store: corridor.store }, ada, {
    decisionId: id,
    expectedVersion: version,
    comment: null,
    requestId: null,
  });
  expect(outcome.kind).toBe('Decided');
}

/** So many seconds go by. */
async function pass(corridor: Corridor, seconds: number): Promise<void> {
  const end = corridor.clock.now() + seconds * 1_000;
  await corridor.until(() => Promise.resolve(corridor.clock.now() >= end), seconds + 1);
}

async function findingsOf(corridor: Corridor): Promise<readonly string[]> {
  const found = await createReadQueries(database).clusters.findings([corridor.clusterId]);
  return found.map(({ code, object, message }) => `${code} ${object} ${message}`);
}

describe('a static pool', () => {
  it('gets its nodes by one decision that names its replicas, and loses the empty ones', async () => {
    const corridor = await openWith('auto', { replicas: 0 });
    expect(await corridor.decisions()).toEqual([]);

    await want(corridor, { replicas: 3 });
    await corridor.until(() => has(corridor, 3));
    const [bought, ...others] = await corridor.decisions();
    expect(others).toEqual([]);
    expect(bought).toMatchObject({
      kind: 'Provision',
      nodeCount: 3,
      podCount: 0,
      body: { batchId: null, staticPool: { nodePool: 'fixed', replicas: 3, held: 0 } },
    });
    expect(corridor.cloud.purchases).toBe(3);
    expect([...corridor.cluster.nodes.values()].map(({ labels }) => labels['team'])).toEqual([
      'web',
      'web',
      'web',
    ]);

    corridor.cluster.addPendingPods(1, { cpu: 500, memory: giB });
    corridor.cluster.schedule();
    const busy = [...corridor.cluster.nodes.values()].find(({ pods }) => pods.length > 0)?.name;
    await want(corridor, { replicas: 1 });
    await corridor.until(() => has(corridor, 1));
    expect([...corridor.cluster.nodes.keys()]).toEqual([busy]);
    const price = bought?.costChangeMicroUsdPerHour ?? 0;
    expect(await latest(corridor, 'Deprovision')).toMatchObject({
      state: 'Executed',
      nodeCount: 2,
      podCount: 0,
      costChangeMicroUsdPerHour: -(price * 2) / 3,
      achievedSavingMicroUsdPerHour: (price * 2) / 3,
      body: {
        type: 'Remove',
        reason: 'Overprovisioned',
        staticPool: { nodePool: 'fixed', replicas: 1, held: 3 },
      },
    });
    expect(corridor.cloud.purchases).toBe(3);
  });

  it('takes no pod that waits for a node, and its empty nodes stay', async () => {
    const corridor = await openWith('auto', { replicas: 1 });
    corridor.cluster.addPendingPods(4, { cpu: 1_500, memory: giB });
    await corridor.until(() => Promise.resolve(corridor.cluster.pending.size === 0));
    const pools = (await claimsOf(corridor)).map(({ nodePool }) => nodePool);
    expect(pools.filter((name) => name === 'fixed')).toHaveLength(1);
    corridor.cluster.removePods();
    await corridor.until(async () => (await claimsOf(corridor)).length === 1);
    expect(await claimsOf(corridor)).toMatchObject([{ nodePool: 'fixed' }]);
    await pass(corridor, 30);
    expect(await claimsOf(corridor)).toMatchObject([{ nodePool: 'fixed', state: 'Initialized' }]);
  });

  it('gets a node that somebody deleted again', async () => {
    const corridor = await openWith('auto', { replicas: 2 });
    const [gone] = await claimsOf(corridor);
    invariant(gone !== undefined, 'there are two');
    await observeNodeClaim({ ...corridor.ports, store: corridor.store }, corridor.clusterId, {
      name: gone.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: corridor.clock.now(),
      adoptable: null,
    });
    await corridor.until(
      async () =>
        (await has(corridor, 2)) && !(await claimsOf(corridor)).some(({ id }) => id === gone.id),
    );
    expect(corridor.cloud.purchases).toBe(3);
    expect(await latest(corridor, 'Provision')).toMatchObject({
      nodeCount: 1,
      body: { staticPool: { replicas: 2, held: 1 } },
    });
  });

  it('never has more nodes than its limit, leaving ones included', async () => {
    const corridor = await open('auto');
    await want(corridor, { replicas: 4, nodes: 2 });
    await corridor.until(() => has(corridor, 2));
    const [gone] = await claimsOf(corridor);
    invariant(gone !== undefined, 'there are two');
    await observeNodeClaim({ ...corridor.ports, store: corridor.store }, corridor.clusterId, {
      name: gone.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: corridor.clock.now(),
      adoptable: null,
    });
    let most = 0;
    await corridor.until(async () => {
      most = Math.max(most, (await claimsOf(corridor)).length);
      return (await has(corridor, 2)) && corridor.cloud.purchases === 3;
    });
    expect(most).toBe(2);
  });

  it('tries again what could not be bought, once a minute, and says what it lacks', async () => {
    const corridor = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(corridor, { replicas: 2 });
    await pass(corridor, 150);
    // All offerings are marked at the first try, for three minutes: there is nothing to ask for.
    const tried = await decisionsOf(corridor, 'Provision');
    expect(tried.map(({ state }) => state)).toEqual(['Failed']);
    expect(await findingsOf(corridor)).toEqual([
      'STATIC_POOL_SHORT NodePool/fixed 2 of 2 replicas cannot be launched: no compatible instance type is available now',
    ]);
    corridor.cloud.exhausted.clear();
    await corridor.until(() => has(corridor, 2));
    expect(corridor.cloud.purchases).toBe(2);
    await pass(corridor, 61);
    expect(await findingsOf(corridor)).toEqual([]);
  });

  it('does not lack anything once it is deleted', async () => {
    const corridor = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(corridor, { replicas: 2 });
    await pass(corridor, 90);
    expect(await findingsOf(corridor)).toHaveLength(1);
    const pool = await corridor.store.definitions.find(corridor.clusterId, 'NodePool', 'fixed');
    if (pool !== null) await corridor.store.definitions.remove(pool);
    await pass(corridor, 61);
    expect(await findingsOf(corridor)).toEqual([]);
  });

  it('withdraws what is not launched before it takes a node', async () => {
    const corridor = await openWith('approve', { replicas: 1 });
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        corridor.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(corridor, { replicas: 3 });
    await reconcileStaticPools(corridor.ports, corridor.clusterId);
    const before = await claimsOf(corridor);
    expect(before.map(({ state }) => state)).toEqual(['Initialized', 'Requested', 'Requested']);
    await want(corridor, { replicas: 1 });
    await reconcileStaticPools(corridor.ports, corridor.clusterId);
    expect(await decisionsOf(corridor, 'Deprovision')).toMatchObject([
      {
        state: 'Executing',
        nodeClaimIds: before
          .slice(1)
          .map(({ id }) => id)
          .toReversed(),
      },
    ]);
    await corridor.until(() => has(corridor, 1));
    expect(await latest(corridor, 'Deprovision')).toMatchObject({ state: 'Executed' });
    expect(corridor.cloud.purchases).toBe(1);
  });
});

describe('a mode of the cluster', () => {
  it('that asks first has a person decide on each scaling down, and on what they saw', async () => {
    const corridor = await openWith('approve', { replicas: 3 });
    await want(corridor, { replicas: 2 });
    await corridor.until(
      async () => (await latest(corridor, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    await pass(corridor, 70);
    expect(await decisionsOf(corridor, 'Deprovision')).toHaveLength(1);

    // Another number of nodes is another question.
    await want(corridor, { replicas: 1 });
    await corridor.until(async () => (await decisionsOf(corridor, 'Deprovision')).length === 2);
    const [first, second] = await decisionsOf(corridor, 'Deprovision');
    expect(first).toMatchObject({ state: 'Superseded', nodeCount: 1 });
    expect(second).toMatchObject({ state: 'AwaitingApproval', nodeCount: 2 });
    expect(await claimsOf(corridor)).toHaveLength(3);

    invariant(second !== undefined, 'it waits');
    await approve(corridor, second);
    await corridor.until(() => has(corridor, 1));
    expect(await latest(corridor, 'Deprovision')).toMatchObject({
      id: second.id,
      state: 'Executed',
      decidedBy: 'ada',
    });
  });

  it('that asks first does nothing with a consent that came too late', async () => {
    const corridor = await openWith('approve', { replicas: 2 });
    await want(corridor, { replicas: 1 });
    await corridor.until(
      async () => (await latest(corridor, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    const requested = await latest(corridor, 'Deprovision');
    invariant(requested !== undefined, 'it waits');
    await approve(corridor, requested);
    await want(corridor, { replicas: 2 });
    await corridor.until(
      async () => (await latest(corridor, 'Deprovision'))?.state === 'Superseded',
    );
    expect(await has(corridor, 2)).toBe(true);
  });

  it('that only observes shows what it would buy, as long as it would', async () => {
    const corridor = await open('observe');
    await want(corridor, { replicas: 2 });
    await pass(corridor, 130);
    expect(await decisionsOf(corridor, 'Provision')).toMatchObject([
      { state: 'Proposed', verdict: { kind: 'ObserveOnly' }, nodeCount: 2, nodeClaimIds: [] },
    ]);
    await want(corridor, { replicas: 3 });
    await pass(corridor, 5);
    expect((await decisionsOf(corridor, 'Provision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Proposed',
    ]);
    const pool = await corridor.store.definitions.find(corridor.clusterId, 'NodePool', 'fixed');
    invariant(pool !== null, 'it was saved');
    await deleteDefinition({ ...corridor.ports, store: corridor.store }, ada, {
      clusterId: corridor.clusterId,
      kind: 'NodePool',
      name: 'fixed',
      expectedVersion: pool.version,
      requestId: null,
    });
    await pass(corridor, 61);
    expect(await latest(corridor, 'Provision')).toMatchObject({ state: 'Superseded' });
    expect(corridor.cloud.purchases).toBe(0);
  });
});

describe('a mode that is changed', () => {
  const setMode = async (corridor: Corridor, mode: ClusterMode): Promise<void> => {
    const cluster = await corridor.store.clusters.find(corridor.clusterId);
    invariant(cluster !== null, 'it is registered');
    await corridor.store.clusters.save({ ...cluster, configuredMode: mode });
  };

  it('has what was only shown bought', async () => {
    const corridor = await open('observe');
    await want(corridor, { replicas: 2 });
    await pass(corridor, 5);
    await setMode(corridor, 'auto');
    await corridor.until(() => has(corridor, 2));
    expect((await decisionsOf(corridor, 'Provision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Executed',
    ]);
  });

  it('has what was asked done without a word, or only shown', async () => {
    const corridor = await openWith('approve', { replicas: 2 });
    await want(corridor, { replicas: 1 });
    await corridor.until(
      async () => (await latest(corridor, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    await setMode(corridor, 'observe');
    await corridor.until(
      async () => (await latest(corridor, 'Deprovision'))?.verdict.kind === 'ObserveOnly',
    );
    expect(await has(corridor, 2)).toBe(true);
    await setMode(corridor, 'auto');
    await corridor.until(() => has(corridor, 1));
    expect((await decisionsOf(corridor, 'Deprovision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Superseded',
      'Executed',
    ]);
  });
});

describe('a pool that is static', () => {
  const spec = {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [],
      },
    },
  };

  it('cannot be made dynamic through the API', async () => {
    const corridor = await openWith('auto', { replicas: 0 });
    const dynamic = manifest({ replicas: 0 }).replace('replicas: 0', 'weight: 1');
    const { applied, documents } = await corridor.apply(ada, dynamic);
    expect(applied).toBe(false);
    expect(documents[0]?.reading.findings[0]).toMatchObject({
      severity: 'Error',
      code: 'REPLICAS_SWITCHED',
      path: 'spec.replicas',
    });
  });

  it('stays so when its object in the cluster changes, unless that is another one', async () => {
    const corridor = await open('auto');
    const store = corridor.store;
    const see = (fields: object, createdAt: number) =>
      importDefinition({ ...corridor.ports, store }, corridor.clusterId, {
        kind: 'NodePool',
        name: 'own',
        object: {
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: 'own' },
          spec: { ...spec, ...fields },
        },
        createdAt,
        managedByKerf: false,
      });
    const stored = async () => {
      const pool = await store.definitions.find(corridor.clusterId, 'NodePool', 'own');
      return pool?.kind === 'NodePool' ? pool.spec.replicas : null;
    };
    const madeAt = corridor.clock.now() - 5_000;
    await see({ replicas: 1 }, madeAt);
    await see({}, madeAt);
    expect(await stored()).toBe(1);
    expect(await findingsOf(corridor)).toEqual([
      'DEFINITION_REFUSED NodePool/own spec.replicas: NodePool own is static, which cannot be changed; keep replicas, or create another NodePool',
    ]);
    corridor.clock.advance(60_000);
    await see({}, corridor.clock.now());
    expect(await stored()).toBeUndefined();
    expect(await findingsOf(corridor)).toEqual([]);
  });
});

describe('nodes of a static pool whose definition changed', () => {
  it('are replaced first, within the limit of nodes, and the pool never has too few', async () => {
    const corridor = await openWith('auto', { replicas: 2, nodes: 3 });
    const before = (await claimsOf(corridor)).map(({ id }) => id);
    corridor.clock.advance(5_000);
    const changedAt = corridor.clock.now();
    await want(corridor, { replicas: 2, nodes: 3, labels: 'team: api' });
    let most = 0;
    let fewest = 2;
    await corridor.until(async () => {
      const claims = await claimsOf(corridor);
      most = Math.max(most, claims.length);
      fewest = Math.min(fewest, claims.filter(({ state }) => state === 'Initialized').length);
      return (await has(corridor, 2)) && !claims.some(({ id }) => before.includes(id));
    }, 600);
    expect({ most, fewest, purchases: corridor.cloud.purchases }).toEqual({
      most: 3,
      fewest: 2,
      purchases: 4,
    });
    expect([...corridor.cluster.nodes.values()].map(({ labels }) => labels['team'])).toEqual([
      'api',
      'api',
    ]);
    const drift = [
      {
        reason: 'NodePoolDrifted',
        definition: 'NodePool/fixed',
        since: changedAt,
        fields: [{ path: 'spec.template.metadata.labels.team', before: 'web', after: 'api' }],
      },
    ];
    const command = { method: 'StaticDrift', replacements: [{}] };
    expect(await decisionsOf(corridor, 'Drift')).toMatchObject([
      { state: 'Executed', body: { command, drift } },
      { state: 'Executed', body: { command, drift } },
    ]);
    expect(await decisionsOf(corridor, 'Deprovision')).toEqual([]);
  });

  it('stay where the limit leaves no room for a replacement', async () => {
    const corridor = await openWith('auto', { replicas: 2, nodes: 2 });
    await want(corridor, { replicas: 2, nodes: 2, labels: 'team: api' });
    await pass(corridor, 60);
    expect(await decisionsOf(corridor, 'Drift')).toEqual([]);
    expect(corridor.cloud.purchases).toBe(2);
  });
});

describe('however often it is asked', () => {
  it('side by side, there are as many claims as the pool wants', async () => {
    const corridor = await open('auto');
    await want(corridor, { replicas: 3 });
    const ports = { ...corridor.ports, store: corridor.store };
    const keep = () => reconcileStaticPools(ports, corridor.clusterId);
    await Promise.all([keep(), keep(), keep(), keep()]);
    expect(await claimsOf(corridor)).toHaveLength(3);
    await corridor.until(() => has(corridor, 3));
    await want(corridor, { replicas: 1 });
    await Promise.all([keep(), keep(), keep(), keep()]);
    await corridor.until(() => has(corridor, 1));
    expect(await decisionsOf(corridor, 'Deprovision')).toHaveLength(1);
    expect(corridor.cloud.purchases).toBe(3);
  });

  it('by a worker that lost the cluster, nothing is bought', async () => {
    const corridor = await open('auto');
    await want(corridor, { replicas: 2 });
    const lost = corridor.ports;
    const taken = await corridor.store.leases.acquire(
      corridor.clusterId,
      'spec',
      corridor.clock.now(),
      60_000,
    );
    invariant(taken !== null, 'the owner comes back');
    await expect(reconcileStaticPools(lost, corridor.clusterId)).rejects.toMatchObject({
      code: 'STATE.STALE',
    });
    const ports = { ...lost, store: corridor.store.heldBy(taken) };
    await reconcileStaticPools(ports, corridor.clusterId);
    expect(await claimsOf(corridor)).toHaveLength(2);
  });

  it('by a worker that is killed after any effect, as many nodes are bought and left', async () => {
    const scale = async (corridor: Corridor): Promise<void> => {
      await want(corridor, { replicas: 2 });
      await corridor.until(() => has(corridor, 2));
      await want(corridor, { replicas: 1 });
      await corridor.until(
        async () =>
          (await has(corridor, 1)) && (await latest(corridor, 'Deprovision'))?.state === 'Executed',
      );
    };
    const calm = await open('auto');
    const before = calm.crash.calls;
    await scale(calm);
    for (const crashAt of tellingPlaces(calm.crash.places, before)) {
      const corridor = await open('auto', crashAt);
      await scale(corridor);
      expect({
        crash: corridor.crash.at,
        purchases: corridor.cloud.purchases,
        instances: corridor.cloud.instances.size,
        open: await corridor.store.decisions.open(corridor.clusterId),
      }).toEqual({ crash: expect.any(String), purchases: 2, instances: 1, open: [] });
    }
  });

  it('by a worker that is killed while a drifted node is replaced, one is bought for it', async () => {
    const replace = async (corridor: Corridor): Promise<void> => {
      await want(corridor, { replicas: 1 });
      await corridor.until(() => has(corridor, 1));
      await want(corridor, { replicas: 1, labels: 'team: api' });
      await corridor.until(
        async () =>
          (await has(corridor, 1)) && (await latest(corridor, 'Drift'))?.state === 'Executed',
      );
    };
    const calm = await open('auto');
    await want(calm, { replicas: 1 });
    await calm.until(() => has(calm, 1));
    const before = calm.crash.calls;
    await replace(calm);
    // The corridor is consolidation's, where every place is tried.
    const places = tellingPlaces(calm.crash.places, before).filter((_, index) => index % 4 === 0);
    for (const crashAt of places) {
      const corridor = await open('auto', crashAt);
      await replace(corridor);
      expect({
        crash: corridor.crash.at,
        purchases: corridor.cloud.purchases,
        instances: corridor.cloud.instances.size,
        open: await corridor.store.decisions.open(corridor.clusterId),
      }).toEqual({ crash: expect.any(String), purchases: 2, instances: 1, open: [] });
    }
  });
});
