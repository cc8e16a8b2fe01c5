import { aDecision, anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision, RemoveBody } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { requestedJobs } from '../testing/disruption-setup.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { closeWhenGone, recordRemovalStep, settleDisruption } from './settle-disruption.js';

const ended = { state: 'Terminated', nodeName: 'ip-10-0-0-1' } as const;
const candidate = anEmptyCommand().candidates[0];

/** Stores an executing decision that removes `ncl_1`. */
async function storeDecision(setup: ClusterSetup, fields: Partial<Decision> = {}): Promise<void> {
  const { store, clusterId } = setup;
  const decision = aDecision({ clusterId, id: 'dec_1', state: 'Executing', ...fields });
  await store.decisions.insert(decision, []);
}

async function settle(setup: ClusterSetup, claim: NodeClaim): Promise<Decision | null> {
  const { ports, store } = setup;
  await store.transaction((tx) => settleDisruption(ports, tx, claim));
  return store.decisions.find('dec_1');
}

describe('settleDisruption', () => {
  it('records the end of the node and closes the decision', async () => {
    const setup = await setUpCluster();
    const { store, clock, clusterId } = setup;
    const claim = await storeNodeClaim(setup, ended);
    await storeDecision(setup);
    store.tables.changes.deleteWhere(() => true);
    expect(await settle(setup, claim)).toMatchObject({
      state: 'Executed',
      executionStep: 'Terminated',
      finishedAt: clock.now(),
      achievedSavingMicroUsdPerHour: 96_000,
    });
    const at = clock.now();
    expect(await store.decisions.events('dec_1')).toEqual([
      {
        at,
        kind: 'NodeClaimTerminated',
        actor: 'kerf',
        data: { nodeClaimId: 'ncl_1', nodeName: 'ip-10-0-0-1' },
      },
      { at, kind: 'Executed', actor: 'kerf', data: { step: 'Terminated' } },
    ]);
    expect(store.tables.changes.all()).toEqual([
      { topic: 'decision', clusterId, id: 'dec_1', version: 2 },
    ]);
    expect(requestedJobs(setup, 'disruption.plan')).toHaveLength(1);
  });

  it('requests no evaluation for a removal that is not a disruption', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    const body: RemoveBody = {
      type: 'Remove',
      reason: 'Unhealthy',
      candidates: [],
      pods: [],
      deadline: null,
      interruption: null,
    };
    await storeDecision(setup, { body });
    expect(await settle(setup, claim)).toMatchObject({ state: 'Executed' });
    expect(requestedJobs(setup, 'disruption.plan')).toEqual([]);
  });

  it('names no node for a NodeClaim that never had one', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state: 'Terminated', nodeName: null });
    await storeDecision(setup);
    await settle(setup, claim);
    expect((await setup.store.decisions.events('dec_1'))[0]?.data).toEqual({
      nodeClaimId: 'ncl_1',
    });
  });

  it('keeps the decision open until all of its nodes are gone', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Terminating' });
    await storeDecision(setup, { nodeClaimIds: ['ncl_1', 'ncl_2'] });
    expect(await settle(setup, claim)).toMatchObject({ state: 'Executing' });
    expect(await setup.store.decisions.events('dec_1')).toHaveLength(1);
  });

  it.each([
    ['is awaiting approval', { state: 'AwaitingApproval' }],
    ['requested the NodeClaim', { kind: 'Provision' }],
    ['is about another NodeClaim', { nodeClaimIds: ['ncl_2'] }],
  ] as const)('does nothing to a decision that %s', async (_which, fields) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    await storeDecision(setup, fields);
    expect(await settle(setup, claim)).toMatchObject({ version: 1 });
    expect(await setup.store.decisions.events('dec_1')).toEqual([]);
  });

  it('closes each of several decisions about the same node', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    await storeDecision(setup);
    await storeDecision(setup, { id: 'dec_2', kind: 'Delete' });
    await settle(setup, claim);
    expect(setup.store.tables.decisions.all().map(({ state }) => state)).toEqual([
      'Executed',
      'Executed',
    ]);
  });
});

describe('the achieved saving', () => {
  const replaced = (price: number | null): Partial<Decision> => ({
    body: {
      type: 'Disrupt',
      command: anEmptyCommand({
        candidates: candidate === undefined ? [] : [{ ...candidate, priceMicroUsdPerHour: price }],
      }),
      budgets: [],
      replacementClaims: { 'claim-0001': 'ncl_2' },
    },
  });
  const removed = (reason: RemoveBody['reason']): Partial<Decision> => ({
    kind: 'Deprovision',
    body: {
      type: 'Remove',
      reason,
      candidates: candidate === undefined ? [] : [candidate],
      pods: [],
      interruption: null,
      deadline: null,
    },
  });

  it.each([
    ['is the price of the node less that of its replacement', replaced(96_000), 56_000],
    ['is unknown when the price of the node is', replaced(null), null],
    ['is the price of a surplus node', removed('Overprovisioned'), 96_000],
    ['is not computed for a node that has expired', removed('Expired'), null],
    ['is not computed for a node that a user deleted', removed('Deleted'), null],
  ])('%s', async (_what, fields, saving) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Initialized' });
    await storeDecision(setup, fields);
    expect(await settle(setup, claim)).toMatchObject({
      state: 'Executed',
      achievedSavingMicroUsdPerHour: saving,
    });
  });

  it.each([
    ['has no instance', { instance: null, state: 'Requested' } as const],
    ['is not recorded', null],
  ])('is unknown when the replacement %s', async (_which, fields) => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, ended);
    if (fields !== null) await storeNodeClaim(setup, { id: 'ncl_2', ...fields });
    await storeDecision(setup, replaced(96_000));
    expect(await settle(setup, claim)).toMatchObject({ achievedSavingMicroUsdPerHour: null });
  });
});

describe('closeWhenGone', () => {
  it('does nothing for a decision that does not exist', async () => {
    const { ports, store } = await setUpCluster();
    await store.transaction((tx) => closeWhenGone(ports, tx, 'dec_9'));
    expect(store.tables.decisionEvents.all()).toEqual([]);
  });

  it('leaves a decision alone that is not being executed', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    await storeNodeClaim(setup, ended);
    await storeDecision(setup, { state: 'Approved' });
    await store.transaction((tx) => closeWhenGone(ports, tx, 'dec_1'));
    expect(await store.decisions.find('dec_1')).toMatchObject({ state: 'Approved', version: 1 });
  });

  it('publishes nothing when another writer has changed the decision first', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    await storeNodeClaim(setup, ended);
    await storeDecision(setup);
    store.tables.changes.deleteWhere(() => true);
    await store.transaction((tx) => {
      const decisions = { ...tx.decisions, save: () => Promise.resolve(null) };
      return closeWhenGone(ports, { ...tx, decisions }, 'dec_1');
    });
    expect(store.tables.changes.all()).toEqual([]);
  });
});

describe('recordRemovalStep', () => {
  it('records how a step ended in the decision that removes the node', async () => {
    const setup = await setUpCluster();
    const { ports, store, clock } = setup;
    const claim = await storeNodeClaim(setup, { state: 'Terminating' });
    await storeDecision(setup);
    await store.transaction((tx) => recordRemovalStep(ports, tx, claim, 'pods were lost'));
    expect(await store.decisions.events('dec_1')).toEqual([
      {
        at: clock.now(),
        kind: 'StepDone',
        actor: 'kerf',
        data: { nodeClaimId: 'ncl_1', detail: 'pods were lost' },
      },
    ]);
  });
});
