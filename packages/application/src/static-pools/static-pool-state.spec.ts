import {
  aDecision,
  aDefinitionRefusal,
  aNodePoolDefinition,
  anEmptyCommand,
  aPlannedClaim,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { isStaticPool, type StaticPool } from '../domain/static-pool/static-pool-need.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { aSchedulingResult } from '../testing/scheduling-result.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { lockStaticPool, staticPoolOf, staticPoolState } from './static-pool-state.js';

const clusterId = 'clu_1';
const counts = { nodePool: 'default', replicas: 2, held: 3 };

/** Returns the static NodePool `default` with two replicas. */
function aStaticPool(limits: Readonly<Record<string, string>> = {}) {
  const pool = aNodePoolDefinition({ clusterId, name: 'default' });
  const fixed = { ...pool, spec: { ...pool.spec, replicas: 2, limits } };
  if (!isStaticPool(fixed)) throw new RangeError('the NodePool is not static');
  return fixed;
}

/** Returns NodeClaims `ncl_1`, `ncl_2` and so on, in these states. */
async function claimsIn(
  ...states: readonly (NodeClaim['state'] | Partial<NodeClaim>)[]
): Promise<readonly NodeClaim[]> {
  const setup = await setUpCluster();
  const claims: NodeClaim[] = [];
  for (const [index, state] of states.entries()) {
    const fields = typeof state === 'string' ? { state } : state;
    claims.push(await storeNodeClaim(setup, { id: `ncl_${index + 1}`, ...fields }));
  }
  return claims;
}

const removal = (fields: Partial<Decision> = {}, staticPool = counts): Decision => {
  const body: RemoveBody = {
    type: 'Remove',
    reason: 'Overprovisioned',
    candidates: [],
    pods: [],
    interruption: null,
    deadline: null,
    staticPool,
  };
  return aDecision({ clusterId, id: 'dec_1', kind: 'Deprovision', body, ...fields });
};

/** A drift command that replaces `ncl_1` by `ncl_2`. */
const replacing: Decision = aDecision({
  clusterId,
  id: 'dec_2',
  kind: 'Drift',
  state: 'Executing',
  body: {
    type: 'Disrupt',
    command: anEmptyCommand({ method: 'StaticDrift', reason: 'Drifted' }),
    budgets: [],
    replacementClaims: { 'claim-0001': 'ncl_2' },
  },
});

const stateOf = (
  pool: StaticPool,
  claims: readonly NodeClaim[],
  decisions: readonly Decision[],
  refusals: readonly DefinitionRefusal[] = [],
) => staticPoolState(pool, { claims, decisions, refusals });

describe('staticPoolState', () => {
  it('counts the NodeClaims of the NodePool that are not terminating', async () => {
    const claims = await claimsIn('Requested', 'Launched', 'Initialized', 'Terminating', {
      nodePool: 'batch',
    });
    expect(stateOf(aStaticPool(), claims, [])).toMatchObject({
      counts: { nodePool: 'default', replicas: 2, held: 3 },
      need: { lacking: 0, surplus: 1 },
      free: claims.slice(0, 3),
      undecided: [],
      isBeingReduced: false,
    });
  });

  it.each([
    ['Everything', 0],
    ['Disruption', 1],
  ] as const)('with %s unreadable has a surplus of %i', async (extent, surplus) => {
    const claims = await claimsIn('Launched', 'Launched', 'Launched');
    const refusal = aDefinitionRefusal({ extent });
    expect(stateOf(aStaticPool(), claims, [], [refusal]).need.surplus).toBe(surplus);
  });

  it.each([
    ['Requested', 998],
    ['Launching', 998],
    ['Launched', 1_000],
  ] as const)('launches 1,000 nodes at a time, two of which are %s', async (state, toLaunch) => {
    const claims = await claimsIn(state, state);
    const pool = aStaticPool();
    const large = { ...pool, spec: { ...pool.spec, replicas: 5_000 } };
    expect(stateOf(large, claims, []).need.toLaunch).toBe(toLaunch);
  });

  it('lacks the nodes that it has too few of', async () => {
    expect(stateOf(aStaticPool(), await claimsIn('Launched'), []).need).toEqual({
      lacking: 1,
      toLaunch: 1,
      surplus: 0,
    });
  });

  it('counts terminating NodeClaims toward the limit of nodes', async () => {
    const claims = await claimsIn('Launched', 'Terminating');
    const lackingOf = (nodes: string) => stateOf(aStaticPool({ nodes }), claims, []).need.lacking;
    expect([lackingOf('2'), lackingOf('3')]).toEqual([0, 1]);
  });

  it('has no surplus while a node is being replaced', async () => {
    const claims = await claimsIn('Initialized', 'Launched', 'Initialized');
    expect(stateOf(aStaticPool(), claims, [replacing])).toMatchObject({
      counts: { held: 3 },
      need: { lacking: 0, surplus: 0 },
      free: [{ id: 'ncl_3' }],
    });
  });

  it('may remove nodes of a command that is not executed yet', async () => {
    const claims = await claimsIn('Initialized', 'Initialized', 'Initialized');
    const proposed: Decision = { ...replacing, state: 'AwaitingApproval' };
    expect(stateOf(aStaticPool(), claims, [proposed])).toMatchObject({
      need: { surplus: 1 },
      free: claims,
    });
  });

  it('holds no successors for a command without replacements', async () => {
    const claims = await claimsIn('Initialized', 'Initialized');
    const { body } = replacing;
    if (body.type !== 'Disrupt') throw new RangeError('not a command');
    const { replacementClaims: _, ...without } = body;
    expect(stateOf(aStaticPool(), claims, [{ ...replacing, body: without }]).free).toMatchObject([
      { id: 'ncl_2' },
    ]);
  });

  it.each([
    ['awaits approval', removal()],
    ['is only shown', removal({ state: 'Proposed', verdict: { kind: 'ObserveOnly' } })],
  ])('lists a decision about its number of nodes that %s', (_which, decision) => {
    expect(stateOf(aStaticPool(), [], [decision])).toMatchObject({
      undecided: [decision],
      isBeingReduced: false,
    });
  });

  it.each([
    ['is about another NodePool', removal({}, { ...counts, nodePool: 'batch' })],
    ['is being executed', removal({ state: 'Executing' })],
    ['disrupts nodes', { ...replacing, state: 'AwaitingApproval' } as const],
  ])('does not list a decision that %s', (_which, decision) => {
    expect(stateOf(aStaticPool(), [], [decision])).toMatchObject({
      undecided: [],
      isBeingReduced: false,
    });
  });

  it('is being reduced once a removal is approved', () => {
    expect(stateOf(aStaticPool(), [], [removal({ state: 'Approved' })])).toMatchObject({
      undecided: [],
      isBeingReduced: true,
    });
  });
});

describe('staticPoolOf', () => {
  const provision = {
    type: 'Provision',
    batchId: null,
    result: aSchedulingResult({ newNodeClaims: [aPlannedClaim()] }),
    optionCounts: {},
    pods: {},
    claims: {},
  } as const;

  it.each([
    ['a removal of surplus nodes', removal().body, 'default'],
    ['a launch of missing nodes', { ...provision, staticPool: counts }, 'default'],
    ['a launch for pending pods', provision, null],
    ['a command', replacing.body, null],
  ])('returns the NodePool of %s, or null', (_what, body, name) => {
    expect(staticPoolOf(body)).toBe(name);
  });
});

describe('lockStaticPool', () => {
  it('returns the state of the NodePool with its stored NodeClaims and open decisions', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    await runNode(setup);
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Terminating' });
    await storeNodeClaim(setup, { id: 'ncl_3', state: 'Terminated' });
    await setup.store.decisions.insert(removal(), []);
    const state = await setup.store.transaction((tx) => lockStaticPool(tx, clusterId, 'default'));
    expect(state).toMatchObject({
      pool: { name: 'default' },
      counts: { replicas: 1, held: 1 },
      free: [{ id: 'ncl_1' }],
      undecided: [{ id: 'dec_1' }],
    });
  });

  it.each([
    ['does not exist', { replicas: 1 }, 'batch'],
    ['is not static', {}, 'default'],
  ])('returns null for a NodePool that %s', async (_which, poolFields, name) => {
    const { store } = await setUpCluster({}, poolFields);
    expect(await store.transaction((tx) => lockStaticPool(tx, clusterId, name))).toBeNull();
  });
});
