import { labelKeys } from '@kerf/core';
import { aDecision, aNodePoolDefinition, aSpendLimit } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { requireCluster } from '../clusters/require-cluster.js';
import type { ProvisionBody } from '../domain/decision/decision.js';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { Ports } from '../ports/ports.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, requestedJobs, storedDecision } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { fillStaticPool, shortage } from './fill-static-pool.js';
import { lockStaticPool, type StaticPoolState } from './static-pool-state.js';

type Spec = Partial<NodePoolDefinition['spec']>;

const keeping = (replicas: number, limits: Spec['limits'] = {}): Spec => ({ replicas, limits });

async function stateOf({ store, clusterId }: ClusterSetup): Promise<StaticPoolState> {
  const state = await lockStaticPool(store, clusterId, 'default');
  if (state === null) throw new RangeError('the NodePool is not static');
  return state;
}

async function fill(
  setup: ClusterSetup,
  { ports = setup.ports, state }: { ports?: Ports; state?: StaticPoolState } = {},
): Promise<void> {
  const cluster = await requireCluster(setup.store, setup.clusterId);
  await fillStaticPool(ports, cluster, state ?? (await stateOf(setup)));
}

const decisionsOf = ({ store }: ClusterSetup) => store.tables.decisions.all();
const statesOf = (setup: ClusterSetup) => decisionsOf(setup).map(({ state }) => state);
const claimsOf = ({ store }: ClusterSetup) =>
  store.tables.nodeClaims.where(({ state }) => state === 'Requested');

const failsFor = ({ clusterId }: ClusterSetup) => ({
  ...shortage(clusterId, 'default'),
  message: 'old',
  at: 0,
});

describe('fillStaticPool', () => {
  it('launches all missing nodes by one decision', async () => {
    const setup = await setUpCluster({ mode: 'approve' }, keeping(3));
    await addNode(setup, 'a');
    await fill(setup);
    const nodeClaimIds = claimsOf(setup).map(({ id }) => id);
    expect(nodeClaimIds).toHaveLength(2);
    expect(decisionsOf(setup)).toMatchObject([
      {
        kind: 'Provision',
        state: 'Executing',
        nodeClaimIds,
        nodeCount: 2,
        podCount: 0,
        body: { batchId: null, staticPool: { nodePool: 'default', replicas: 3, held: 1 } },
      },
    ]);
    expect(requestedJobs(setup, 'node-claim.launch')).toMatchObject([
      { message: { nodeClaimIds } },
    ]);
  });

  it('launches nothing twice when it runs twice', async () => {
    const setup = await setUpCluster({}, keeping(2));
    await fill(setup);
    await fill(setup);
    expect(claimsOf(setup)).toHaveLength(2);
    expect(decisionsOf(setup)).toHaveLength(1);
  });

  it('launches 1,000 nodes at a time of a number of replicas without a bound', async () => {
    const setup = await setUpCluster({}, keeping(2_000_000_000));
    await fill(setup);
    await fill(setup);
    expect(decisionsOf(setup)).toMatchObject([{ nodeCount: 1_000 }]);
    for (const claim of claimsOf(setup).slice(0, 2)) {
      setup.store.tables.nodeClaims.set(claim.id, { ...claim, state: 'Launched' });
    }
    await fill(setup);
    expect(decisionsOf(setup)).toMatchObject([{ nodeCount: 1_000 }, { nodeCount: 2 }]);
  });

  it('launches only what is still missing when another run was first', async () => {
    const setup = await setUpCluster({}, keeping(3));
    const state = await stateOf(setup);
    await addNode(setup, 'a');
    await addNode(setup, 'b');
    await fill(setup, { state });
    expect(claimsOf(setup)).toHaveLength(1);
    const [decision] = decisionsOf(setup);
    expect(decision).toMatchObject({ nodeCount: 1 });
    const body = decision?.body;
    const plan = body?.type === 'Provision' ? body.result : null;
    expect(plan?.totalPriceMicroUsdPerHour).toBe(
      plan?.newNodeClaims[0]?.expected.priceMicroUsdPerHour,
    );
  });

  it('launches nothing when another run has launched all of them', async () => {
    const setup = await setUpCluster({}, keeping(1));
    const state = await stateOf(setup);
    await addNode(setup, 'a');
    await fill(setup, { state });
    expect(decisionsOf(setup)).toEqual([]);
  });

  it('stays within the limit of nodes, of which a terminating node is one', async () => {
    const setup = await setUpCluster({}, keeping(3, { nodes: '2' }));
    await addNode(setup, 'leaving', { claim: { state: 'Terminating' } });
    await fill(setup);
    expect(claimsOf(setup)).toHaveLength(1);
  });

  it.each<readonly [string, (setup: ClusterSetup) => Promise<void>]>([
    [
      'was changed',
      async ({ store, clusterId }) => {
        const [pool] = await store.definitions.nodePools(clusterId);
        if (pool === undefined) throw new RangeError('there is no NodePool');
        const revision = pool.revision + 1;
        await store.definitions.save(
          { ...pool, revision },
          { revision, spec: pool.spec, savedAt: 0, savedBy: 'ada', findings: [] },
        );
      },
    ],
    [
      'was removed',
      async ({ store, clusterId }) => {
        const [pool] = await store.definitions.nodePools(clusterId);
        if (pool !== undefined) await store.definitions.remove(pool);
      },
    ],
  ])('launches nothing when the NodePool %s during the plan', async (_, change) => {
    const setup = await setUpCluster({}, keeping(1));
    const { ports } = setup;
    const engine: Ports['engine'] = {
      ...ports.engine,
      async planStaticNodes(...input) {
        await change(setup);
        return ports.engine.planStaticNodes(...input);
      },
    };
    await fill(setup, { ports: { ...ports, engine } });
    expect(decisionsOf(setup)).toEqual([]);
    expect(claimsOf(setup)).toEqual([]);
  });
});

describe('fillStaticPool, a NodePool that lacks nothing', () => {
  it('has no plan and no finding', async () => {
    const setup = await setUpCluster({}, keeping(1));
    await addNode(setup, 'a');
    await setup.store.findings.record(failsFor(setup));
    await fill(setup);
    expect(decisionsOf(setup)).toEqual([]);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('needs neither the cluster cache nor the engine', async () => {
    const setup = await setUpCluster({}, keeping(0));
    const refuse = () => {
      throw new RangeError('not needed');
    };
    const engine = { ...setup.ports.engine, planStaticNodes: refuse };
    await fill(setup, {
      ports: { ...setup.ports, engine, cache: { view: refuse, clockAheadMs: refuse } },
    });
    expect(decisionsOf(setup)).toEqual([]);
  });
});

describe('fillStaticPool, a NodePool that cannot be filled', () => {
  /** Sets up a NodePool with a requirement that no instance type meets. */
  function withoutTypes(replicas: number, mode: 'auto' | 'observe' = 'auto') {
    const { template } = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' }).spec;
    const unmet = { key: labelKeys.instanceType, operator: 'In', values: ['x9.large'] } as const;
    const spec = { ...template.spec, requirements: [unmet] };
    return setUpCluster({ mode }, { ...keeping(replicas), template: { ...template, spec } });
  }

  it('has a finding that says how many replicas are missing and why', async () => {
    const setup = await withoutTypes(2);
    await fill(setup);
    expect(setup.store.tables.findings.all()).toMatchObject([
      {
        code: 'STATIC_POOL_SHORT',
        object: 'NodePool/default',
        lastSeenAt: setup.clock.now(),
        message: expect.stringMatching(/^2 of 2 replicas cannot be launched: ./),
      },
    ]);
    expect(decisionsOf(setup)).toEqual([]);
  });

  it('no longer shows an earlier plan', async () => {
    const setup = await withoutTypes(1, 'observe');
    await setup.store.decisions.insert(shownPlan(setup), []);
    await fill(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });
});

describe('fillStaticPool under an hourly spend limit', () => {
  /** Sets up a NodePool of two replicas, of which the limit leaves one. */
  async function setUpLimited(mode: 'auto' | 'observe') {
    const setup = await setUpCluster({ mode }, keeping(2));
    const { snapshot } = await loadSnapshot(setup.ports, setup.clusterId);
    const plan = await setup.ports.engine.planStaticNodes(snapshot, 'default', 1);
    if (plan.kind !== 'Planned') throw new RangeError(JSON.stringify(plan));
    const [cheapest] = plan.result.newNodeClaims;
    const hourlyMicroUsd = Math.floor((cheapest?.expected.priceMicroUsdPerHour ?? 0) * 1.5);
    const scope = { kind: 'Cluster', clusterId: setup.clusterId } as const;
    await setup.store.spendLimits.insert(aSpendLimit({ id: 'spl_1', scope, hourlyMicroUsd }));
    return setup;
  }

  it('launches the nodes that fit, and has a finding about the others', async () => {
    const setup = await setUpLimited('auto');
    await fill(setup);
    expect(claimsOf(setup)).toHaveLength(1);
    await fill(setup);
    expect(claimsOf(setup)).toHaveLength(1);
    expect(setup.store.tables.findings.all()).toMatchObject([
      {
        code: 'STATIC_POOL_SHORT',
        message: expect.stringMatching(/^1 of 2 replicas cannot be launched: .*spend limit/),
      },
    ]);
  });

  it('keeps the shown plan of the nodes that fit', async () => {
    const setup = await setUpLimited('observe');
    await fill(setup);
    await fill(setup);
    expect(decisionsOf(setup)).toMatchObject([{ state: 'Proposed', nodeCount: 1 }]);
  });
});

/** A plan that is only shown, for a NodePool without nodes. */
function shownPlan({ clusterId }: ClusterSetup, replicas = 1) {
  const body: ProvisionBody = {
    type: 'Provision',
    batchId: null,
    staticPool: { nodePool: 'default', replicas, held: 0 },
    result: {
      engineVersion: '1',
      newNodeClaims: [],
      existingNodes: [],
      unschedulable: [],
      totalPriceMicroUsdPerHour: 0,
      cost: null,
    },
    optionCounts: {},
    pods: {},
    claims: {},
  };
  return aDecision({
    clusterId,
    id: 'dec_1',
    kind: 'Provision',
    state: 'Proposed',
    verdict: { kind: 'ObserveOnly' },
    body,
    nodeClaimIds: [],
    nodeCount: replicas,
    expiresAt: null,
  });
}

describe('fillStaticPool in mode observe', () => {
  it('only shows the plan', async () => {
    const setup = await setUpCluster({ mode: 'observe' }, keeping(2));
    await fill(setup);
    expect(decisionsOf(setup)).toMatchObject([
      { state: 'Proposed', verdict: { kind: 'ObserveOnly' }, nodeCount: 2, nodeClaimIds: [] },
    ]);
    expect(claimsOf(setup)).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('keeps the shown plan while nothing has changed', async () => {
    const setup = await setUpCluster({ mode: 'observe' }, keeping(2));
    await fill(setup);
    await fill(setup);
    expect(statesOf(setup)).toEqual(['Proposed']);
  });

  it('replaces the shown plan when nodes are gone or added', async () => {
    const setup = await setUpCluster({ mode: 'observe' }, keeping(2));
    await fill(setup);
    await addNode(setup, 'a');
    await fill(setup);
    expect(decisionsOf(setup)).toMatchObject([
      { state: 'Superseded', nodeCount: 2 },
      { state: 'Proposed', nodeCount: 1 },
    ]);
  });

  it.each([
    ['another number of replicas', { replicas: 3, nodeCount: 2 }],
    ['another number of nodes to launch', { replicas: 2, nodeCount: 1 }],
  ])('replaces a shown plan for %s', async (_, { replicas, nodeCount }) => {
    const setup = await setUpCluster({ mode: 'observe' }, keeping(2));
    await setup.store.decisions.insert({ ...shownPlan(setup, replicas), nodeCount }, []);
    await fill(setup);
    expect(statesOf(setup)).toEqual(['Superseded', 'Proposed']);
  });

  it('removes the shown plan when nothing is missing', async () => {
    const setup = await setUpCluster({ mode: 'observe' }, keeping(1));
    await setup.store.decisions.insert(shownPlan(setup), []);
    await addNode(setup, 'a');
    await fill(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    const [event] = await setup.store.decisions.events('dec_1');
    expect(event?.data).toEqual({ detail: 'the NodePool has all of its replicas' });
  });
});

describe('fillStaticPool after mode observe', () => {
  it('launches the nodes, supersedes the shown plan and clears the finding', async () => {
    const setup = await setUpCluster({ mode: 'auto' }, keeping(1));
    await setup.store.decisions.insert(shownPlan(setup), []);
    await setup.store.findings.record(failsFor(setup));
    await fill(setup);
    expect(statesOf(setup)).toEqual(['Superseded', 'Executing']);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });
});
