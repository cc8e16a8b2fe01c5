import { aDecision } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import {
  requestTermination,
  requestTerminations,
  requireTerminations,
  type TerminationCause,
  tightenTermination,
} from './request-termination.js';

const terminate = (
  { ports, store }: ClusterSetup,
  claim: NodeClaim,
  cause: TerminationCause = { reason: 'Expired' },
) => store.transaction((tx) => requestTermination(ports, tx, claim, cause));

/** Returns how long the jobs of a type are delayed, in milliseconds. */
const delaysOf = ({ store, clock }: ClusterSetup, type: string): readonly number[] =>
  store.tables.outbox
    .where(({ message }) => message.type === type)
    .map(({ deliverAt }) => deliverAt - clock.now());

async function storeNodeClaims(setup: ClusterSetup, count: number): Promise<readonly NodeClaim[]> {
  const claims: NodeClaim[] = [];
  for (let index = 1; index <= count; index += 1) {
    claims.push(await storeNodeClaim(setup, { id: `ncl_${index}` }));
  }
  return claims;
}

describe('requestTermination', () => {
  it.each([
    [null, 5_000, 5_000],
    ['1m', 5_000, 5_000],
    ['1m', 90_000, 60_000],
    ['1m', undefined, 60_000],
  ])(
    'ends the drain with the grace period %s or after %s ms, whichever is earlier: %d ms',
    async (terminationGracePeriod, ms, expected) => {
      const setup = await setUpCluster();
      const terms = { expireAfter: '720h', terminationGracePeriod };
      const now = setup.clock.now();
      const saved = await terminate(setup, await storeNodeClaim(setup, { terms }), {
        reason: 'Unhealthy',
        ...(ms !== undefined && { drainUntil: now + ms }),
      });
      expect(saved?.termination?.deadline).toBe(now + expected);
    },
  );

  it('moves the NodeClaim to Terminating and requests its first step', async () => {
    const setup = await setUpCluster();
    const { store, clusterId, clock } = setup;
    const now = clock.now();
    const saved = await terminate(setup, await storeNodeClaim(setup));
    expect(saved).toMatchObject({ state: 'Terminating', version: 2 });
    expect(saved?.termination).toEqual({
      step: 'Requested',
      reason: 'Expired',
      startedAt: now,
      deadline: null,
      instanceEndsAt: null,
      lostPods: [],
      waitingFor: null,
      stepAt: now,
    });
    expect(await store.nodeClaims.find('ncl_1')).toEqual(saved);
    expect(setup.store.tables.outbox.all()).toEqual([
      {
        message: { type: 'node-claim.terminate', clusterId, nodeClaimId: 'ncl_1' },
        deliverAt: now,
      },
      {
        message: { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
        deliverAt: now + 520,
      },
    ]);
  });

  it.each([
    ['10m', 600_000],
    ['0s', 0],
  ])('sets the deadline by a terminationGracePeriod of %s', async (terminationGracePeriod, ms) => {
    const setup = await setUpCluster();
    const terms = { expireAfter: 'Never', terminationGracePeriod };
    const saved = await terminate(setup, await storeNodeClaim(setup, { terms }));
    expect(saved?.termination?.deadline).toBe(setup.clock.now() + ms);
  });

  it('records the warning and the end of an interrupted instance', async () => {
    const setup = await setUpCluster();
    const instanceEndsAt = setup.clock.now() + 120_000;
    const saved = await terminate(setup, await storeNodeClaim(setup), {
      reason: 'Interrupted',
      interruption: { kind: 'SpotInterrupted' },
      instanceEndsAt,
    });
    expect(saved?.termination).toMatchObject({
      reason: 'Interrupted',
      interruption: 'SpotInterrupted',
      instanceEndsAt,
    });
  });

  it.each([
    ['that never was a node', null, [{ nodeClaimId: 'ncl_1', detail: 'Expired' }]],
    ['that was initialized', 1_000, []],
  ])('tells the decision that requested a NodeClaim %s', async (_which, initializedAt, data) => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    await store.decisions.insert(
      aDecision({ clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing' }),
      [],
    );
    await terminate(setup, await storeNodeClaim(setup, { decisionId: 'dec_1', initializedAt }));
    const events = await store.decisions.events('dec_1');
    expect(
      events.filter(({ kind }) => kind === 'NodeClaimTerminated').map((event) => event.data),
    ).toEqual(data);
  });

  it('returns null, and requests nothing, when another writer has saved first', async () => {
    const setup = await setUpCluster({}, { replicas: 1 });
    const claim = await storeNodeClaim(setup);
    await setup.store.nodeClaims.save(claim);
    expect(await terminate(setup, claim)).toBeNull();
    expect(await setup.store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Launched' });
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each(
    nodeClaimStates.filter((state) =>
      ['Terminating', 'Terminated', 'LaunchFailed'].includes(state),
    ),
  )('refuses a NodeClaim in state %s', async (state) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state });
    await expect(terminate(setup, claim)).rejects.toThrow(
      `NodeClaim ncl_1 cannot go from ${state} to Terminating`,
    );
  });
});

describe('the first step of interrupted nodes', () => {
  it.each([
    [1, 60],
    [166, 9_960],
    [167, 10_000],
    [200, 10_000],
  ])('of %d nodes waits %d ms for capacity', async (count, ms) => {
    const setup = await setUpCluster();
    const claims = await storeNodeClaims(setup, count);
    await setup.store.transaction((tx) =>
      requestTerminations(
        setup.ports,
        tx,
        claims.map((claim) => ({ claim, reason: 'Interrupted' })),
      ),
    );
    expect(new Set(delaysOf(setup, 'node-claim.terminate'))).toEqual(new Set([ms]));
  });

  it('does not delay nodes that are terminated for other reasons', async () => {
    const setup = await setUpCluster();
    const [first, second] = await storeNodeClaims(setup, 2);
    if (first === undefined || second === undefined) throw new RangeError('no NodeClaims');
    await setup.store.transaction((tx) =>
      requestTerminations(setup.ports, tx, [
        { claim: first, reason: 'Interrupted' },
        { claim: second, reason: 'Drifted' },
      ]),
    );
    expect(delaysOf(setup, 'node-claim.terminate')).toEqual([120, 0]);
  });
});

describe('the termination of nodes of a static NodePool', () => {
  const reconcile = 'provisioning.reconcile-static-pools';

  it('requests that the NodePool is brought to its number of nodes, once', async () => {
    const setup = await setUpCluster({}, { replicas: 2 });
    const claims = await storeNodeClaims(setup, 2);
    await setup.store.transaction((tx) =>
      requestTerminations(
        setup.ports,
        tx,
        claims.map((claim) => ({ claim, reason: 'Drifted' })),
      ),
    );
    expect(delaysOf(setup, reconcile)).toEqual([0]);
  });

  it.each([
    ['of another NodePool', {}, { nodePool: 'default' }],
    ['of a deleted NodePool', { replicas: 2 }, { nodePool: 'gone' }],
    ['without a NodePool', { replicas: 2 }, { nodePool: null }],
  ])('requests nothing for a node %s', async (_which, poolFields, fields) => {
    const setup = await setUpCluster({}, poolFields);
    await terminate(setup, await storeNodeClaim(setup, fields));
    expect(delaysOf(setup, reconcile)).toEqual([]);
  });
});

describe('the consolidation policy of a termination', () => {
  const policyOf = async (reason: 'Empty' | 'Drifted', nodePool = 'default') => {
    const setup = await setUpCluster(
      {},
      {
        disruption: {
          consolidationPolicy: 'Balanced',
          consolidateAfter: '0s',
          budgets: [{ nodes: '10%' }],
        },
      },
    );
    const saved = await terminate(setup, await storeNodeClaim(setup, { nodePool }), { reason });
    return saved?.termination?.consolidationPolicy;
  };

  it('is that of the NodePool if the node is consolidated, and absent otherwise', async () => {
    expect(await policyOf('Empty')).toBe('Balanced');
    expect(await policyOf('Drifted')).toBeUndefined();
    expect(await policyOf('Empty', 'gone')).toBeUndefined();
  });
});

describe('requestTerminations', () => {
  it('returns those that no other writer has changed first', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    const [first, second] = await storeNodeClaims(setup, 2);
    if (first === undefined || second === undefined) throw new RangeError('no NodeClaims');
    await store.nodeClaims.save(first);
    const saved = await store.transaction((tx) =>
      requestTerminations(ports, tx, [
        { claim: first, reason: 'Drifted' },
        { claim: second, reason: 'Drifted' },
      ]),
    );
    expect(saved.map(({ id }) => id)).toEqual(['ncl_2']);
  });
});

describe('requireTerminations', () => {
  it('starts the termination of all NodeClaims', async () => {
    const setup = await setUpCluster();
    const claims = await storeNodeClaims(setup, 2);
    const saved = await setup.store.transaction((tx) =>
      requireTerminations(
        setup.ports,
        tx,
        claims.map((claim) => ({ claim, reason: 'Underutilized' })),
      ),
    );
    expect(saved.map(({ state }) => state)).toEqual(['Terminating', 'Terminating']);
  });

  it('starts none when another writer has changed one of them', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const claims = await storeNodeClaims(setup, 2);
    const second = claims[1];
    if (second === undefined) throw new RangeError('no NodeClaims');
    await store.nodeClaims.save(second);
    const requiring = store.transaction((tx) =>
      requireTerminations(
        ports,
        tx,
        claims.map((claim) => ({ claim, reason: 'Underutilized' })),
      ),
    );
    await expect(requiring).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      message: 'NodeClaim default-ncl_2 is being changed by another job.',
      retry: { kind: 'backoff' },
    });
    expect(await store.nodeClaims.inStates(clusterId, ['Terminating'])).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });
});

describe('tightenTermination', () => {
  const endsAt = 100_000;

  /** Stores a terminating NodeClaim and tightens its end to `endsAt`. */
  async function tighten(instanceEndsAt: number | null | undefined) {
    const setup = await setUpCluster();
    const saved = await terminate(setup, await storeNodeClaim(setup));
    if (saved === null || saved.termination === null) throw new RangeError('no termination');
    const { instanceEndsAt: _, ...termination } = saved.termination;
    const claim = {
      ...saved,
      termination: { ...termination, ...(instanceEndsAt === undefined ? {} : { instanceEndsAt }) },
    };
    setup.takeJobs();
    const { ports, store } = setup;
    const tightened = await store.transaction((tx) => tightenTermination(ports, tx, claim, endsAt));
    return { setup, claim, tightened };
  }

  it.each([
    ['a later time', endsAt + 1],
    ['no time', null],
    ['no time, in an older record', undefined],
  ])('replaces %s and requests the next step', async (_what, known) => {
    const { setup, claim, tightened } = await tighten(known);
    expect(tightened?.termination).toEqual({ ...claim.termination, instanceEndsAt: endsAt });
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId: setup.clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it.each([
    ['the same time', endsAt],
    ['an earlier time', endsAt - 1],
  ])('keeps %s', async (_what, known) => {
    const { setup, tightened } = await tighten(known);
    expect(tightened).toBeNull();
    expect(setup.takeJobs()).toEqual([]);
  });

  it('does nothing to a NodeClaim that is not terminated', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup);
    const { ports, store } = setup;
    expect(
      await store.transaction((tx) => tightenTermination(ports, tx, claim, endsAt)),
    ).toBeNull();
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ version: 1 });
  });
});
