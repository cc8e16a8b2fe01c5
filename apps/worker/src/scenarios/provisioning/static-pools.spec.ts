import {
  approveDecision,
  type Decision,
  deleteDefinition,
  importDefinition,
  type NodeClaim,
  observeNodeClaim,
  organizationAdmin,
  type Principal,
  reconcileStaticPools,
} from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { fakeInstanceTypes } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { crashPoints } from '../../testing/crash-switch.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const giB = 1024 ** 3;
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
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

interface Wanted {
  readonly replicas: number;
  /** `limits.nodes`. */
  readonly nodes?: number;
  readonly labels?: string;
}

/** The NodePool `fixed`, whose budgets allow everything. */
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

async function want(simulation: ClusterSimulation, wanted: Wanted): Promise<void> {
  const { applied } = await simulation.apply(ada, manifest(wanted));
  expect(applied).toBe(true);
}

const claimsOf = (simulation: ClusterSimulation): Promise<readonly NodeClaim[]> =>
  simulation.store.nodeClaims.inStates(simulation.clusterId, [...living, 'Terminating']);

const has = async (simulation: ClusterSimulation, nodes: number): Promise<boolean> => {
  const claims = await claimsOf(simulation);
  return claims.length === nodes && claims.every(({ state }) => state === 'Initialized');
};

const decisionsOf = async (simulation: ClusterSimulation, kind: Decision['kind']) =>
  (await simulation.decisions()).filter((decision) => decision.kind === kind);

const latest = async (simulation: ClusterSimulation, kind: Decision['kind']) =>
  (await decisionsOf(simulation, kind)).at(-1);

async function openWith(mode: ClusterMode, wanted: Wanted): Promise<ClusterSimulation> {
  const simulation = await open(mode);
  await want(simulation, wanted);
  await simulation.until(() => has(simulation, wanted.replicas));
  return simulation;
}

async function approve(simulation: ClusterSimulation, { id, version }: Decision): Promise<void> {
  const outcome = await approveDecision({ ...simulation.ports, store: simulation.store }, ada, {
    decisionId: id,
    expectedVersion: version,
    comment: null,
    requestId: null,
  });
  expect(outcome.kind).toBe('Decided');
}

/** Advances the simulation by a number of seconds. */
async function pass(simulation: ClusterSimulation, seconds: number): Promise<void> {
  const end = simulation.clock.now() + seconds * 1_000;
  await simulation.until(() => Promise.resolve(simulation.clock.now() >= end), seconds + 1);
}

async function findingsOf(simulation: ClusterSimulation): Promise<readonly string[]> {
  const found = await simulation.findings();
  return found.map(({ code, object, message }) => `${code} ${object} ${message}`);
}

describe('a static NodePool', () => {
  it('gets its nodes by one decision with its replicas, and removes empty ones first', async () => {
    const simulation = await openWith('auto', { replicas: 0 });
    expect(await simulation.decisions()).toEqual([]);

    await want(simulation, { replicas: 3 });
    await simulation.until(() => has(simulation, 3));
    const [provision, ...others] = await simulation.decisions();
    expect(others).toEqual([]);
    expect(provision).toMatchObject({
      kind: 'Provision',
      nodeCount: 3,
      podCount: 0,
      body: { batchId: null, staticPool: { nodePool: 'fixed', replicas: 3, held: 0 } },
    });
    expect(simulation.cloud.launchCount).toBe(3);
    expect([...simulation.cluster.nodes.values()].map(({ labels }) => labels['team'])).toEqual([
      'web',
      'web',
      'web',
    ]);

    simulation.cluster.addPendingPods(1, { cpu: 500, memory: giB });
    simulation.cluster.schedule();
    const busy = [...simulation.cluster.nodes.values()].find(({ pods }) => pods.length > 0)?.name;
    await want(simulation, { replicas: 1 });
    await simulation.until(() => has(simulation, 1));
    expect([...simulation.cluster.nodes.keys()]).toEqual([busy]);
    const price = provision?.costChangeMicroUsdPerHour ?? 0;
    expect(await latest(simulation, 'Deprovision')).toMatchObject({
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
    expect(simulation.cloud.launchCount).toBe(3);
  });

  it('is not used for pending pods, and keeps its empty nodes', async () => {
    const simulation = await openWith('auto', { replicas: 1 });
    simulation.cluster.addPendingPods(4, { cpu: 1_500, memory: giB });
    await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
    const pools = (await claimsOf(simulation)).map(({ nodePool }) => nodePool);
    expect(pools.filter((name) => name === 'fixed')).toHaveLength(1);
    simulation.cluster.removePods();
    await simulation.until(async () => (await claimsOf(simulation)).length === 1);
    expect(await claimsOf(simulation)).toMatchObject([{ nodePool: 'fixed' }]);
    await pass(simulation, 30);
    expect(await claimsOf(simulation)).toMatchObject([{ nodePool: 'fixed', state: 'Initialized' }]);
  });

  it('replaces a node that a user deleted', async () => {
    const simulation = await openWith('auto', { replicas: 2 });
    const [gone] = await claimsOf(simulation);
    invariant(gone !== undefined, 'there are two');
    await observeNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
      name: gone.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: simulation.clock.now(),
      adoptable: null,
    });
    await simulation.until(
      async () =>
        (await has(simulation, 2)) &&
        !(await claimsOf(simulation)).some(({ id }) => id === gone.id),
    );
    expect(simulation.cloud.launchCount).toBe(3);
    expect(await latest(simulation, 'Provision')).toMatchObject({
      nodeCount: 1,
      body: { staticPool: { replicas: 2, held: 1 } },
    });
  });

  it('never exceeds its limit of nodes, terminating ones included', async () => {
    const simulation = await open('auto');
    await want(simulation, { replicas: 4, nodes: 2 });
    await simulation.until(() => has(simulation, 2));
    const [gone] = await claimsOf(simulation);
    invariant(gone !== undefined, 'there are two');
    await observeNodeClaim({ ...simulation.ports, store: simulation.store }, simulation.clusterId, {
      name: gone.name,
      isStandalone: false,
      isGone: false,
      deletionRequestedAt: simulation.clock.now(),
      adoptable: null,
    });
    let most = 0;
    await simulation.until(async () => {
      most = Math.max(most, (await claimsOf(simulation)).length);
      return (await has(simulation, 2)) && simulation.cloud.launchCount === 3;
    });
    expect(most).toBe(2);
  });

  it('retries failed launches once a minute, with a condition', async () => {
    const simulation = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(simulation, { replicas: 2 });
    await pass(simulation, 150);
    // All offerings are marked at the first attempt, for three minutes.
    const tried = await decisionsOf(simulation, 'Provision');
    expect(tried.map(({ state }) => state)).toEqual(['Failed']);
    expect(await findingsOf(simulation)).toEqual([
      'STATIC_POOL_SHORT NodePool/fixed 2 of 2 replicas cannot be launched: no compatible instance type is available now',
    ]);
    simulation.cloud.exhausted.clear();
    await simulation.until(() => has(simulation, 2));
    expect(simulation.cloud.launchCount).toBe(2);
    await pass(simulation, 61);
    expect(await findingsOf(simulation)).toEqual([]);
  });

  it('launches nothing once it is deleted', async () => {
    const simulation = await open('auto');
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(simulation, { replicas: 2 });
    await pass(simulation, 90);
    expect(await findingsOf(simulation)).toHaveLength(1);
    const pool = await simulation.store.definitions.find(simulation.clusterId, 'NodePool', 'fixed');
    if (pool !== null) await simulation.store.definitions.remove(pool);
    await pass(simulation, 61);
    expect(await findingsOf(simulation)).toEqual([]);
  });

  it('withdraws NodeClaims that are not launched before it removes nodes', async () => {
    const simulation = await openWith('approve', { replicas: 1 });
    for (const { name, offerings } of fakeInstanceTypes) {
      for (const { zone, capacityType } of offerings) {
        simulation.cloud.exhausted.add(`${name}/${zone}/${capacityType}`);
      }
    }
    await want(simulation, { replicas: 3 });
    await reconcileStaticPools(simulation.ports, simulation.clusterId);
    const before = await claimsOf(simulation);
    expect(before.map(({ state }) => state)).toEqual(['Initialized', 'Requested', 'Requested']);
    await want(simulation, { replicas: 1 });
    await reconcileStaticPools(simulation.ports, simulation.clusterId);
    expect(await decisionsOf(simulation, 'Deprovision')).toMatchObject([
      {
        state: 'Executing',
        nodeClaimIds: before
          .slice(1)
          .map(({ id }) => id)
          .toReversed(),
      },
    ]);
    await simulation.until(() => has(simulation, 1));
    expect(await latest(simulation, 'Deprovision')).toMatchObject({ state: 'Executed' });
    expect(simulation.cloud.launchCount).toBe(1);
  });
});

describe('the mode of the cluster', () => {
  it('approve: each scale-down waits for approval of the nodes that were shown', async () => {
    const simulation = await openWith('approve', { replicas: 3 });
    await want(simulation, { replicas: 2 });
    await simulation.until(
      async () => (await latest(simulation, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    await pass(simulation, 70);
    expect(await decisionsOf(simulation, 'Deprovision')).toHaveLength(1);

    // Another number of nodes needs another approval.
    await want(simulation, { replicas: 1 });
    await simulation.until(async () => (await decisionsOf(simulation, 'Deprovision')).length === 2);
    const [first, second] = await decisionsOf(simulation, 'Deprovision');
    expect(first).toMatchObject({ state: 'Superseded', nodeCount: 1 });
    expect(second).toMatchObject({ state: 'AwaitingApproval', nodeCount: 2 });
    expect(await claimsOf(simulation)).toHaveLength(3);

    invariant(second !== undefined, 'it waits');
    await approve(simulation, second);
    await simulation.until(() => has(simulation, 1));
    expect(await latest(simulation, 'Deprovision')).toMatchObject({
      id: second.id,
      state: 'Executed',
      decidedBy: 'ada',
    });
  });

  it('approve: a late approval has no effect', async () => {
    const simulation = await openWith('approve', { replicas: 2 });
    await want(simulation, { replicas: 1 });
    await simulation.until(
      async () => (await latest(simulation, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    const requested = await latest(simulation, 'Deprovision');
    invariant(requested !== undefined, 'it waits');
    await approve(simulation, requested);
    await want(simulation, { replicas: 2 });
    await simulation.until(
      async () => (await latest(simulation, 'Deprovision'))?.state === 'Superseded',
    );
    expect(await has(simulation, 2)).toBe(true);
  });

  it('observe: launches are only shown, while they are needed', async () => {
    const simulation = await open('observe');
    await want(simulation, { replicas: 2 });
    await pass(simulation, 130);
    expect(await decisionsOf(simulation, 'Provision')).toMatchObject([
      { state: 'Proposed', verdict: { kind: 'ObserveOnly' }, nodeCount: 2, nodeClaimIds: [] },
    ]);
    await want(simulation, { replicas: 3 });
    await pass(simulation, 5);
    expect((await decisionsOf(simulation, 'Provision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Proposed',
    ]);
    const pool = await simulation.store.definitions.find(simulation.clusterId, 'NodePool', 'fixed');
    invariant(pool !== null, 'it was saved');
    await deleteDefinition({ ...simulation.ports, store: simulation.store }, ada, {
      clusterId: simulation.clusterId,
      kind: 'NodePool',
      name: 'fixed',
      expectedVersion: pool.version,
      requestId: null,
    });
    await pass(simulation, 61);
    expect(await latest(simulation, 'Provision')).toMatchObject({ state: 'Superseded' });
    expect(simulation.cloud.launchCount).toBe(0);
  });
});

describe('a changed mode', () => {
  const setMode = async (simulation: ClusterSimulation, mode: ClusterMode): Promise<void> => {
    const cluster = await simulation.store.clusters.find(simulation.clusterId);
    invariant(cluster !== null, 'it is registered');
    await simulation.store.clusters.save({ ...cluster, configuredMode: mode });
  };

  it('launches what mode observe only showed', async () => {
    const simulation = await open('observe');
    await want(simulation, { replicas: 2 });
    await pass(simulation, 5);
    await setMode(simulation, 'auto');
    await simulation.until(() => has(simulation, 2));
    expect((await decisionsOf(simulation, 'Provision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Executed',
    ]);
  });

  it('executes or only shows what waited for approval', async () => {
    const simulation = await openWith('approve', { replicas: 2 });
    await want(simulation, { replicas: 1 });
    await simulation.until(
      async () => (await latest(simulation, 'Deprovision'))?.state === 'AwaitingApproval',
    );
    await setMode(simulation, 'observe');
    await simulation.until(
      async () => (await latest(simulation, 'Deprovision'))?.verdict.kind === 'ObserveOnly',
    );
    expect(await has(simulation, 2)).toBe(true);
    await setMode(simulation, 'auto');
    await simulation.until(() => has(simulation, 1));
    expect((await decisionsOf(simulation, 'Deprovision')).map(({ state }) => state)).toEqual([
      'Superseded',
      'Superseded',
      'Executed',
    ]);
  });
});

describe('the kind of a static NodePool', () => {
  const spec = {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [],
      },
    },
  };

  it('cannot be changed through the API', async () => {
    const simulation = await openWith('auto', { replicas: 0 });
    const dynamic = manifest({ replicas: 0 }).replace('replicas: 0', 'weight: 1');
    const { applied, documents } = await simulation.apply(ada, dynamic);
    expect(applied).toBe(false);
    expect(documents[0]?.reading.findings[0]).toMatchObject({
      severity: 'Error',
      code: 'REPLICAS_SWITCHED',
      path: 'spec.replicas',
    });
  });

  it('stays when its object changes, unless the object was created again', async () => {
    const simulation = await open('auto');
    const store = simulation.store;
    const see = (fields: object, createdAt: number) =>
      importDefinition({ ...simulation.ports, store }, simulation.clusterId, {
        kind: 'NodePool',
        name: 'own',
        object: {
          apiVersion: 'karpenter.sh/v1',
          kind: 'NodePool',
          metadata: { name: 'own' },
          spec: { ...spec, ...fields },
        },
        generation: null,
        createdAt,
        deletionRequestedAt: null,
        managedByKerf: false,
      });
    const stored = async () => {
      const pool = await store.definitions.find(simulation.clusterId, 'NodePool', 'own');
      return pool?.kind === 'NodePool' ? pool.spec.replicas : null;
    };
    const madeAt = simulation.clock.now() - 5_000;
    await see({ replicas: 1 }, madeAt);
    await see({}, madeAt);
    expect(await stored()).toBe(1);
    expect(await findingsOf(simulation)).toEqual([
      'DEFINITION_REFUSED NodePool/own spec.replicas: NodePool own is static, which cannot be changed; keep replicas, or create another NodePool. Until this is corrected, no node of the NodePool is launched or disrupted voluntarily.',
    ]);
    simulation.clock.advance(60_000);
    await see({}, simulation.clock.now());
    expect(await stored()).toBeUndefined();
    expect(await findingsOf(simulation)).toEqual([]);
  });
});

describe('nodes of a static pool whose definition changed', () => {
  it('are replaced first, within the limit of nodes and never below replicas', async () => {
    const simulation = await openWith('auto', { replicas: 2, nodes: 3 });
    const before = (await claimsOf(simulation)).map(({ id }) => id);
    simulation.clock.advance(5_000);
    const changedAt = simulation.clock.now();
    await want(simulation, { replicas: 2, nodes: 3, labels: 'team: api' });
    let most = 0;
    let fewest = 2;
    await simulation.until(async () => {
      const claims = await claimsOf(simulation);
      most = Math.max(most, claims.length);
      fewest = Math.min(fewest, claims.filter(({ state }) => state === 'Initialized').length);
      return (await has(simulation, 2)) && !claims.some(({ id }) => before.includes(id));
    }, 600);
    expect({ most, fewest, launchCount: simulation.cloud.launchCount }).toEqual({
      most: 3,
      fewest: 2,
      launchCount: 4,
    });
    expect([...simulation.cluster.nodes.values()].map(({ labels }) => labels['team'])).toEqual([
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
    expect(await decisionsOf(simulation, 'Drift')).toMatchObject([
      { state: 'Executed', body: { command, drift } },
      { state: 'Executed', body: { command, drift } },
    ]);
    expect(await decisionsOf(simulation, 'Deprovision')).toEqual([]);
  });

  it('stay if the limit allows no replacement', async () => {
    const simulation = await openWith('auto', { replicas: 2, nodes: 2 });
    await want(simulation, { replicas: 2, nodes: 2, labels: 'team: api' });
    await pass(simulation, 60);
    expect(await decisionsOf(simulation, 'Drift')).toEqual([]);
    expect(simulation.cloud.launchCount).toBe(2);
  });
});

describe('repeated and concurrent reconciliations', () => {
  it('create as many NodeClaims as replicas', async () => {
    const simulation = await open('auto');
    await want(simulation, { replicas: 3 });
    const ports = { ...simulation.ports, store: simulation.store };
    const keep = () => reconcileStaticPools(ports, simulation.clusterId);
    await Promise.all([keep(), keep(), keep(), keep()]);
    expect(await claimsOf(simulation)).toHaveLength(3);
    await simulation.until(() => has(simulation, 3));
    await want(simulation, { replicas: 1 });
    await Promise.all([keep(), keep(), keep(), keep()]);
    await simulation.until(() => has(simulation, 1));
    expect(await decisionsOf(simulation, 'Deprovision')).toHaveLength(1);
    expect(simulation.cloud.launchCount).toBe(3);
  });

  it('by a worker without the lease launch nothing', async () => {
    const simulation = await open('auto');
    await want(simulation, { replicas: 2 });
    const lost = simulation.ports;
    const taken = await simulation.store.leases.acquire(
      simulation.clusterId,
      'spec',
      simulation.clock.now(),
      60_000,
    );
    invariant(taken !== null, 'the owner comes back');
    await expect(reconcileStaticPools(lost, simulation.clusterId)).rejects.toMatchObject({
      code: 'STATE.STALE',
    });
    const ports = { ...lost, store: simulation.store.heldBy(taken) };
    await reconcileStaticPools(ports, simulation.clusterId);
    expect(await claimsOf(simulation)).toHaveLength(2);
  });

  it('by a worker that is killed after any port call launch as many nodes as replicas', async () => {
    const scale = async (simulation: ClusterSimulation): Promise<void> => {
      await want(simulation, { replicas: 2 });
      await simulation.until(() => has(simulation, 2));
      await want(simulation, { replicas: 1 });
      await simulation.until(
        async () =>
          (await has(simulation, 1)) &&
          (await latest(simulation, 'Deprovision'))?.state === 'Executed',
      );
    };
    const calm = await open('auto');
    const before = calm.crash.calls;
    await scale(calm);
    for (const crashAt of crashPoints(calm.crash.calledMethods, before)) {
      const simulation = await open('auto', crashAt);
      await scale(simulation);
      expect({
        crash: simulation.crash.at,
        launchCount: simulation.cloud.launchCount,
        instances: simulation.cloud.instances.size,
        open: await simulation.store.decisions.open(simulation.clusterId),
      }).toEqual({ crash: expect.any(String), launchCount: 2, instances: 1, open: [] });
    }
  });

  it('by a worker that is killed during a replacement launch one node', async () => {
    const replace = async (simulation: ClusterSimulation): Promise<void> => {
      await want(simulation, { replicas: 1 });
      await simulation.until(() => has(simulation, 1));
      await want(simulation, { replicas: 1, labels: 'team: api' });
      await simulation.until(
        async () =>
          (await has(simulation, 1)) && (await latest(simulation, 'Drift'))?.state === 'Executed',
      );
    };
    const calm = await open('auto');
    await want(calm, { replicas: 1 });
    await calm.until(() => has(calm, 1));
    const before = calm.crash.calls;
    await replace(calm);
    // The disruption simulation is covered by consolidation.spec.ts, with every call.
    const places = crashPoints(calm.crash.calledMethods, before).filter(
      (_, index) => index % 4 === 0,
    );
    for (const crashAt of places) {
      const simulation = await open('auto', crashAt);
      await replace(simulation);
      expect({
        crash: simulation.crash.at,
        launchCount: simulation.cloud.launchCount,
        instances: simulation.cloud.instances.size,
        open: await simulation.store.decisions.open(simulation.clusterId),
      }).toEqual({ crash: expect.any(String), launchCount: 2, instances: 1, open: [] });
    }
  });
});
