import { aDecision } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { settleProvision } from './settle-provision.js';

const event = { at: 1_000, kind: 'NodeClaimInitialized', actor: 'kerf', data: {} } as const;

/** Settles a provisioning decision whose NodeClaims are in these states. */
async function settle(claims: readonly Partial<NodeClaim>[], fields: Partial<Decision> = {}) {
  const setup = await setUpCluster();
  const { ports, store, clusterId } = setup;
  const nodeClaimIds = claims.map((_, index) => `ncl_${index + 1}`);
  for (const [index, claim] of claims.entries()) {
    await storeNodeClaim(setup, { id: `ncl_${index + 1}`, decisionId: 'dec_1', ...claim });
  }
  await store.decisions.insert(
    aDecision({
      clusterId,
      id: 'dec_1',
      kind: 'Provision',
      state: 'Executing',
      nodeClaimIds,
      ...fields,
    }),
    [],
  );
  store.tables.changes.deleteWhere(() => true);
  await store.transaction((tx) => settleProvision(ports, tx, 'dec_1', [event]));
  const decision = await store.decisions.find('dec_1');
  const events = await store.decisions.events('dec_1');
  return { setup, decision, events };
}

const initialized = { state: 'Initialized', initializedAt: 1_000 } as const;
const failed = { state: 'LaunchFailed', instance: null } as const;

describe('settleProvision', () => {
  it.each([
    ['all NodeClaims are initialized', [initialized, initialized], 'Executed'],
    ['one is initialized and the others have ended', [initialized, failed], 'Executed'],
    [
      'one was initialized and is terminating already',
      [{ state: 'Terminating', initializedAt: 1_000 }, failed],
      'Executed',
    ],
    ['none was launched', [failed, failed], 'Failed'],
    [
      'none has become a node',
      [
        { state: 'Terminated', initializedAt: null },
        { state: 'Terminating', initializedAt: null },
      ],
      'Failed',
    ],
  ] as const)('closes the decision when %s', async (_when, claims, state) => {
    const { setup, decision, events } = await settle(claims);
    const { clusterId, store, clock } = setup;
    expect(decision).toMatchObject({ state, finishedAt: clock.now(), version: 2 });
    expect(events).toEqual([event, { at: clock.now(), kind: state, actor: 'kerf', data: {} }]);
    expect(store.tables.changes.all()).toEqual([
      { topic: 'decision', clusterId, id: 'dec_1', version: 2 },
    ]);
  });

  it.each(['Requested', 'Launching', 'Launched', 'Registered'] as const)(
    'only adds the events while a NodeClaim is %s',
    async (state) => {
      const { decision, events } = await settle([initialized, { state }]);
      expect(decision).toMatchObject({ state: 'Executing', version: 1 });
      expect(events).toEqual([event]);
    },
  );

  it.each([
    ['removes nodes', { kind: 'Empty' }],
    ['is closed already', { state: 'Executed' }],
  ] as const)('only adds the events to a decision that %s', async (_which, fields) => {
    const { decision, events } = await settle([initialized], fields);
    expect(decision).toMatchObject({ version: 1, ...fields });
    expect(events).toEqual([event]);
  });

  it('does nothing more for a decision that does not exist', async () => {
    const { ports, store } = await setUpCluster();
    await store.transaction((tx) => settleProvision(ports, tx, 'dec_9', []));
    expect(store.tables.decisions.all()).toEqual([]);
  });

  it('publishes nothing when another writer has changed the decision first', async () => {
    const { setup } = await settle([{ state: 'Registered' }]);
    const { ports, store } = setup;
    const claim = await store.nodeClaims.find('ncl_1');
    if (claim !== null) await store.nodeClaims.save({ ...claim, ...initialized });
    await store.transaction((tx) => {
      const decisions = { ...tx.decisions, save: () => Promise.resolve(null) };
      return settleProvision(ports, { ...tx, decisions }, 'dec_1', []);
    });
    expect(store.tables.changes.all()).toEqual([]);
  });

  it('closes the decision once', async () => {
    const { setup } = await settle([initialized]);
    const { ports, store } = setup;
    await store.transaction((tx) => settleProvision(ports, tx, 'dec_1', []));
    expect((await store.decisions.events('dec_1')).map(({ kind }) => kind)).toEqual([
      'NodeClaimInitialized',
      'Executed',
    ]);
  });
});
