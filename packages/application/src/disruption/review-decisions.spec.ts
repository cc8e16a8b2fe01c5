import { annotationKeys } from '@kerf/core';
import { aDecision, aPlannedClaim, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, ProvisionBody, RemoveBody } from '../domain/decision/decision.js';
import { Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import {
  addNode,
  historyOf,
  losingDecisions,
  publishedVersions,
  storeDecision,
  storedDecision,
} from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { reviewDecisions } from './review-decisions.js';

const needsApproval = { kind: 'NeedsApproval', approvals: 1 } as const;
const awaiting = { state: 'AwaitingApproval', verdict: needsApproval } as const;
const shown = { state: 'Proposed', verdict: { kind: 'ObserveOnly' } } as const;

async function review(setup: ClusterSetup, ports: Ports = setup.ports): Promise<void> {
  await reviewDecisions(ports, {
    loaded: await loadSnapshot(ports, setup.clusterId),
    stored: { policy: null, teams: [] },
    sweep: new Sweep(),
  });
}

/** A proposal to launch a node for these pods. */
const provisionFor = (podUids: readonly string[], fields: Partial<ProvisionBody> = {}) =>
  ({
    type: 'Provision',
    batchId: 'bat_1',
    result: {
      engineVersion: '1',
      newNodeClaims: [aPlannedClaim({ podUids })],
      existingNodes: [],
      unschedulable: [],
      totalPriceMicroUsdPerHour: 40_000,
      cost: null,
    },
    optionCounts: {},
    pods: {},
    claims: {},
    ...fields,
  }) satisfies ProvisionBody;

const removalOf = (fields: Partial<RemoveBody>): RemoveBody => ({
  type: 'Remove',
  reason: 'Overprovisioned',
  candidates: [],
  pods: [],
  interruption: null,
  deadline: null,
  ...fields,
});

const counts = { nodePool: 'default', replicas: 1, held: 2 };

describe('reviewDecisions, expiration', () => {
  it.each([
    [-1, 'AwaitingApproval'],
    [0, 'Expired'],
  ] as const)('leaves a decision %i ms after its end in state %s', async (ms, state) => {
    const setup = await setUpCluster({ mode: 'approve' });
    const expiresAt = setup.clock.now() + 1_000;
    await storeDecision(setup, [await addNode(setup, 'a')], { ...awaiting, expiresAt });
    setup.clock.advance(1_000 + ms);
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ state });
  });

  it('records when a decision expired, and does not validate it', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { ...awaiting, expiresAt: setup.clock.now() });
    await review(setup);
    const finishedAt = setup.clock.now();
    expect(await storedDecision(setup)).toMatchObject({ state: 'Expired', finishedAt });
    expect(await historyOf(setup)).toEqual(['Expired']);
    expect(publishedVersions(setup)).toEqual([2]);
  });

  it('also expires a proposal to reduce a static NodePool', async () => {
    const setup = await setUpCluster();
    const body = removalOf({ staticPool: counts });
    await storeDecision(setup, [], { ...awaiting, body, expiresAt: setup.clock.now() });
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Expired' });
  });

  it('publishes nothing when another writer is first', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { ...awaiting, expiresAt: setup.clock.now() });
    await review(setup, losingDecisions(setup));
    expect(await storedDecision(setup)).toMatchObject({ state: 'AwaitingApproval' });
    expect(publishedVersions(setup)).toEqual([]);
  });
});

describe('reviewDecisions, disruptions', () => {
  it.each([
    ['what was only shown', shown, 'approve'],
    ['what was only shown', shown, 'auto'],
    ['what awaits approval', awaiting, 'auto'],
    ['what awaits approval', awaiting, 'observe'],
  ] as const)(
    'supersedes %s once the mode is another one, so that it is proposed again',
    async (_, state, mode) => {
      const setup = await setUpCluster({ mode });
      await storeDecision(setup, [await addNode(setup, 'a')], state);
      await review(setup);
      expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
      expect(await setup.store.decisions.events('dec_1')).toMatchObject([
        { data: { detail: `the mode of the cluster is now ${mode}` } },
      ]);
    },
  );

  it.each([
    ['approve', awaiting],
    ['observe', shown],
  ] as const)('keeps a valid decision in mode %s', async (mode, state) => {
    const setup = await setUpCluster({ mode });
    await storeDecision(setup, [await addNode(setup, 'a')], state);
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ ...state, version: 1 });
  });

  it.each([
    ['approve', awaiting],
    ['observe', shown],
  ] as const)(
    'supersedes an invalid decision in mode %s, with the blockers of its nodes',
    async (mode, state) => {
      const setup = await setUpCluster({ mode });
      const annotations = { [annotationKeys.doNotDisrupt]: 'true' };
      await storeDecision(setup, [await addNode(setup, 'a', { node: { annotations } })], state);
      await review(setup);
      expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
      const [event] = await setup.store.decisions.events('dec_1');
      expect(event).toMatchObject({
        kind: 'Superseded',
        data: {
          detail: 'the cluster has changed',
          dropped: [{ nodeName: 'node-a', reasons: [{ code: 'NODE_DO_NOT_DISRUPT' }] }],
        },
      });
    },
  );

  it('supersedes a decision when only some of its nodes are still valid', async () => {
    const setup = await setUpCluster();
    const busy = await addNode(setup, 'b', { pods: [aPod().running()] });
    await storeDecision(setup, [await addNode(setup, 'a'), busy], awaiting);
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
  });

  it.each(['Proposed', 'Approved'] as const)(
    'leaves an invalid decision in state %s to its own job',
    async (state) => {
      const setup = await setUpCluster();
      const busy = await addNode(setup, 'b', { pods: [aPod().running()] });
      await storeDecision(setup, [busy], { state });
      await review(setup);
      expect(await storedDecision(setup)).toMatchObject({ state, version: 1 });
    },
  );

  it('keeps the first of two decisions that need the same disruption budget', async () => {
    const disruption = {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '3s',
      budgets: [{ nodes: '1' }],
    } as const;
    const setup = await setUpCluster({ mode: 'approve' }, { disruption });
    await storeDecision(setup, [await addNode(setup, 'a')], awaiting);
    await storeDecision(setup, [await addNode(setup, 'b')], { ...awaiting, id: 'dec_2' });
    await review(setup);
    expect(await storedDecision(setup, 'dec_1')).toMatchObject({ state: 'AwaitingApproval' });
    expect(await storedDecision(setup, 'dec_2')).toMatchObject({ state: 'Superseded' });
  });

  it('publishes nothing when another writer is first', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const busy = await addNode(setup, 'b', { pods: [aPod().running()] });
    await storeDecision(setup, [busy], awaiting);
    await review(setup, losingDecisions(setup));
    expect(publishedVersions(setup)).toEqual([]);
    expect(await historyOf(setup)).toEqual([]);
  });
});

describe('reviewDecisions, other decisions', () => {
  const provision = { ...shown, kind: 'Provision', nodeClaimIds: [] } as const;

  it('keeps a plan for pods while one of them is pending', async () => {
    const setup = await setUpCluster();
    const [uid = ''] = setup.cluster.addPendingPods(1, { cpu: 1_000, memory: 1_024 });
    await storeDecision(setup, [], { ...provision, body: provisionFor(['gone', uid]) });
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Proposed', version: 1 });
  });

  it('supersedes a plan for pods when none of them is pending', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { ...provision, body: provisionFor(['gone']) });
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ state: 'Superseded' });
    const [event] = await setup.store.decisions.events('dec_1');
    expect(event?.data).toEqual({ detail: 'its pods are no longer pending' });
  });

  it.each<readonly [string, Partial<Decision>]>([
    ['to fill a static NodePool', { ...shown, body: provisionFor([], { staticPool: counts }) }],
    ['to reduce a static NodePool', { ...awaiting, body: removalOf({ staticPool: counts }) }],
    ['to remove a deleted node', { ...awaiting, body: removalOf({ reason: 'Deleted' }) }],
  ])('leaves a decision %s', async (_, fields) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], fields);
    await review(setup);
    expect(await storedDecision(setup)).toMatchObject({ version: 1, state: fields.state });
  });

  it('continues after a decision that it leaves', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await storeDecision(setup, [], { ...awaiting, body: removalOf({ staticPool: counts }) });
    const [fields, expiresAt] = [{ clusterId, id: 'dec_2' }, setup.clock.now()];
    await store.decisions.insert(aDecision({ ...fields, ...awaiting, expiresAt }), []);
    await review(setup);
    expect(await storedDecision(setup, 'dec_2')).toMatchObject({ state: 'Expired' });
  });
});
