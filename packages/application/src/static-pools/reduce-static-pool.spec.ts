import { annotationKeys } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { aDecision, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { requireCluster } from '../clusters/require-cluster.js';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import {
  addNode,
  inTransactions,
  requestedJobs,
  storedDecision,
  withoutView,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { reduceStaticPool } from './reduce-static-pool.js';
import { lockStaticPool, type StaticPoolState } from './static-pool-state.js';

const budgets = [{ nodes: '0' }];
const disruption = {
  consolidationPolicy: 'WhenEmpty',
  consolidateAfter: 'Never',
  budgets,
} as const;

/** A cluster whose static NodePool allows no disruption. */
const keeping = (replicas: number, mode: ClusterMode = 'auto') =>
  setUpCluster({ mode }, { replicas, limits: {}, disruption });

async function stateOf({ store, clusterId }: ClusterSetup): Promise<StaticPoolState> {
  const state = await lockStaticPool(store, clusterId, 'default');
  if (state === null) throw new RangeError('the NodePool is not static');
  return state;
}

async function reduce(
  setup: ClusterSetup,
  { ports = setup.ports, state }: { ports?: Ports; state?: StaticPoolState } = {},
): Promise<void> {
  const cluster = await requireCluster(setup.store, setup.clusterId);
  await reduceStaticPool(ports, cluster, state ?? (await stateOf(setup)));
}

const decisionsOf = ({ store }: ClusterSetup) => store.tables.decisions.all();
const leavingOf = ({ store }: ClusterSetup) =>
  store.tables.nodeClaims.where(({ state }) => state === 'Terminating').map(({ id }) => id);

const unlaunched = {
  claim: { state: 'Requested', instance: null, nodeName: null, initializedAt: null },
} as const;

/** Adds a NodeClaim that is not launched. */
async function addUnlaunched(setup: ClusterSetup, name: string): Promise<void> {
  const { node } = await addNode(setup, name, unlaunched);
  setup.cluster.nodes.delete(node.name);
}

describe('reduceStaticPool', () => {
  it('removes surplus nodes at once in mode auto, regardless of disruption budgets', async () => {
    const setup = await keeping(1);
    await addNode(setup, 'busy', { pods: [aPod('web').running()] });
    await addNode(setup, 'empty');
    await reduce(setup);
    expect(leavingOf(setup)).toEqual(['ncl_empty']);
    expect(decisionsOf(setup)).toMatchObject([
      {
        kind: 'Deprovision',
        state: 'Executing',
        verdict: { kind: 'Auto' },
        nodeClaimIds: ['ncl_empty'],
        costChangeMicroUsdPerHour: -96_000,
        executionStep: 'MarkedForDeletion',
        body: { reason: 'Overprovisioned', staticPool: { replicas: 1, held: 2 } },
      },
    ]);
    expect(requestedJobs(setup, 'node-claim.terminate')).toHaveLength(1);
  });

  it('does nothing without surplus, and needs no cluster cache then', async () => {
    const setup = await keeping(1);
    await addNode(setup, 'a');
    await reduce(setup, { ports: withoutView(setup) });
    expect(decisionsOf(setup)).toEqual([]);
  });

  it('fails while the pods of the nodes are unknown', async () => {
    const setup = await keeping(0);
    await addNode(setup, 'a');
    await expect(reduce(setup, { ports: withoutView(setup) })).rejects.toMatchObject({
      code: 'CLUSTER.NOT_SYNCED',
    });
    expect(leavingOf(setup)).toEqual([]);
  });

  it('removes nothing twice when it runs twice', async () => {
    const setup = await keeping(1);
    await addNode(setup, 'a');
    await addNode(setup, 'b');
    const state = await stateOf(setup);
    await reduce(setup, { state });
    await reduce(setup, { state });
    expect(leavingOf(setup)).toHaveLength(1);
    expect(decisionsOf(setup)).toHaveLength(1);
  });

  it('does nothing when the NodePool was removed meanwhile', async () => {
    const setup = await keeping(0);
    await addNode(setup, 'a');
    const state = await stateOf(setup);
    setup.store.tables.definitions.deleteWhere(({ kind }) => kind === 'NodePool');
    await reduce(setup, { state });
    expect(leavingOf(setup)).toEqual([]);
  });

  it('records nothing when another writer saves a NodeClaim first', async () => {
    const setup = await keeping(0);
    await addNode(setup, 'a');
    const ports = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: async () => [] },
    }));
    await expect(reduce(setup, { ports })).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(decisionsOf(setup)).toEqual([]);
  });
});

describe('reduceStaticPool, modes', () => {
  it.each([
    ['observe', 'Proposed', null],
    ['approve', 'AwaitingApproval', 24 * 3_600_000],
  ] as const)('in mode %s proposes the removal in state %s', async (mode, state, ttlMs) => {
    const setup = await keeping(0, mode);
    await addNode(setup, 'a');
    await reduce(setup);
    expect(leavingOf(setup)).toEqual([]);
    expect(decisionsOf(setup)).toMatchObject([
      {
        state,
        executionStep: 'None',
        expiresAt: ttlMs === null ? null : setup.clock.now() + ttlMs,
      },
    ]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    ['auto', ['ncl_a', 'ncl_new']],
    ['approve', ['ncl_new']],
    ['observe', []],
  ] as const)('in mode %s terminates %j of a node and an unlaunched one', async (mode, leaving) => {
    const setup = await keeping(0, mode);
    await addNode(setup, 'a');
    await addUnlaunched(setup, 'new');
    await reduce(setup);
    expect(leavingOf(setup).toSorted()).toEqual(leaving);
  });

  it('withdraws unlaunched NodeClaims by a decision of their own', async () => {
    const setup = await keeping(0, 'approve');
    await addNode(setup, 'a');
    await addUnlaunched(setup, 'new');
    await reduce(setup);
    expect(decisionsOf(setup)).toMatchObject([
      { state: 'Executing', nodeClaimIds: ['ncl_new'], costChangeMicroUsdPerHour: 0 },
      { state: 'AwaitingApproval', nodeClaimIds: ['ncl_a'], costChangeMicroUsdPerHour: -96_000 },
    ]);
  });
});

describe('reduceStaticPool, earlier proposals', () => {
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Overprovisioned',
    candidates: [],
    pods: [],
    interruption: null,
    deadline: null,
    staticPool: { nodePool: 'default', replicas: 1, held: 2 },
  };
  const propose = (setup: ClusterSetup, fields: Partial<Decision>) =>
    setup.store.decisions.insert(
      aDecision({
        clusterId: setup.clusterId,
        id: 'dec_1',
        kind: 'Deprovision',
        state: 'AwaitingApproval',
        body,
        ...fields,
      }),
      [],
    );

  it('stays while it is about exactly these nodes', async () => {
    const setup = await keeping(0, 'approve');
    await addNode(setup, 'a');
    await propose(setup, { nodeClaimIds: ['ncl_a'] });
    await reduce(setup);
    expect(decisionsOf(setup)).toMatchObject([{ id: 'dec_1', state: 'AwaitingApproval' }]);
    expect(await storedDecision(setup)).toMatchObject({ version: 1 });
  });

  it.each<readonly [string, Partial<Decision>]>([
    ['about other nodes', { nodeClaimIds: ['ncl_b'] }],
    ['about fewer nodes', { nodeClaimIds: [] }],
    [
      'made in mode observe',
      { nodeClaimIds: ['ncl_a'], state: 'Proposed', verdict: { kind: 'ObserveOnly' } },
    ],
  ])('is replaced when it is %s', async (_, fields) => {
    const setup = await keeping(0, 'approve');
    await addNode(setup, 'a');
    await propose(setup, fields);
    await reduce(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    expect(decisionsOf(setup)).toHaveLength(2);
    expect(decisionsOf(setup).at(-1)).toMatchObject({
      state: 'AwaitingApproval',
      nodeClaimIds: ['ncl_a'],
    });
  });

  it('is superseded without another one when there is no surplus', async () => {
    const setup = await keeping(1, 'approve');
    await addNode(setup, 'a');
    await propose(setup, { nodeClaimIds: ['ncl_a'] });
    await reduce(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    const [event] = await setup.store.decisions.events('dec_1');
    expect(event?.data).toEqual({ detail: 'other nodes, or none, are too many now' });
    expect(decisionsOf(setup)).toHaveLength(1);
  });

  it('that was approved removes its own nodes first', async () => {
    const setup = await keeping(0, 'approve');
    await addNode(setup, 'a');
    await propose(setup, { nodeClaimIds: ['ncl_a'], state: 'Approved' });
    await reduce(setup);
    expect(decisionsOf(setup)).toMatchObject([{ id: 'dec_1', state: 'Approved', version: 1 }]);
  });

  it('of another static NodePool is left alone', async () => {
    const setup = await keeping(0, 'approve');
    await addNode(setup, 'a', { node: { annotations: { [annotationKeys.doNotDisrupt]: 'true' } } });
    const staticPool = { nodePool: 'batch', replicas: 1, held: 2 };
    await propose(setup, { nodeClaimIds: ['ncl_z'], body: { ...body, staticPool } });
    await reduce(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval', version: 1 });
    expect(decisionsOf(setup)).toHaveLength(2);
  });
});
