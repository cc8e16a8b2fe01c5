import { aDecision } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { saveClaim, saveClaims } from './save-claim.js';

/** Stores `ncl_1` to `ncl_<count>`, all requested by one executing decision. */
async function storeClaims(setup: ClusterSetup, count: number): Promise<readonly NodeClaim[]> {
  const { store, clusterId } = setup;
  const ids = Array.from({ length: count }, (_, index) => `ncl_${index + 1}`);
  await store.decisions.insert(
    aDecision({ clusterId, id: 'dec_1', kind: 'Provision', state: 'Executing', nodeClaimIds: ids }),
    [],
  );
  const claims: NodeClaim[] = [];
  for (const id of ids) claims.push(await storeNodeClaim(setup, { id, decisionId: 'dec_1' }));
  return claims;
}

describe('saveClaim', () => {
  it('saves the NodeClaim, requests its jobs and its sync, and notifies pages', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId, clock } = setup;
    const now = clock.now();
    const claim = await storeNodeClaim(setup);
    store.tables.changes.deleteWhere(() => true);
    const saved = await store.transaction((tx) =>
      saveClaim(
        ports,
        tx,
        { ...claim, nodeName: 'ip-10-0-0-1' },
        { next: ['node-claim.register'] },
      ),
    );
    expect(saved).toMatchObject({ id: 'ncl_1', nodeName: 'ip-10-0-0-1', version: 2 });
    expect(await store.nodeClaims.find('ncl_1')).toEqual(saved);
    expect(store.tables.outbox.all()).toEqual([
      { message: { type: 'node-claim.register', clusterId, nodeClaimId: 'ncl_1' }, deliverAt: now },
      {
        message: { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_1' },
        deliverAt: now + 520,
      },
    ]);
    expect(store.tables.changes.all()).toEqual([
      { topic: 'nodeClaim', clusterId, id: 'ncl_1', version: 2 },
    ]);
  });

  it('delivers the jobs later when asked to, but not the sync', async () => {
    const setup = await setUpCluster();
    const { ports, store, clock } = setup;
    const now = clock.now();
    const claim = await storeNodeClaim(setup);
    await store.transaction((tx) =>
      saveClaim(ports, tx, claim, { next: ['node-claim.terminate'], nextAt: now + 60_000 }),
    );
    expect(
      store.tables.outbox.all().map(({ message, deliverAt }) => [message.type, deliverAt - now]),
    ).toEqual([
      ['node-claim.terminate', 60_000],
      ['node-claim.sync', 520],
    ]);
  });

  it('adds the event to the decision that requested the NodeClaim', async () => {
    const setup = await setUpCluster();
    const { ports, store, clock } = setup;
    const [claim] = await storeClaims(setup, 1);
    if (claim === undefined) throw new RangeError('no NodeClaim was stored');
    await store.transaction((tx) =>
      saveClaim(ports, tx, claim, {
        event: { kind: 'NodeClaimLaunched', data: { detail: 'spot' } },
      }),
    );
    expect(await store.decisions.events('dec_1')).toEqual([
      {
        at: clock.now(),
        kind: 'NodeClaimLaunched',
        actor: 'kerf',
        data: { nodeClaimId: 'ncl_1', detail: 'spot' },
      },
    ]);
  });

  it('adds no event for an adopted NodeClaim, which no decision requested', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    const claim = await storeNodeClaim(setup, { decisionId: null });
    await store.transaction((tx) =>
      saveClaim(ports, tx, claim, { event: { kind: 'NodeClaimLaunched' } }),
    );
    expect(store.tables.decisionEvents.all()).toEqual([]);
  });

  it('writes nothing when another writer has saved first', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    const [claim] = await storeClaims(setup, 1);
    if (claim === undefined) throw new RangeError('no NodeClaim was stored');
    const winner = await store.nodeClaims.save({ ...claim, nodeName: 'ip-10-0-0-1' });
    store.tables.changes.deleteWhere(() => true);
    const saved = await store.transaction((tx) =>
      saveClaim(
        ports,
        tx,
        { ...claim, nodeName: 'ip-10-0-0-2' },
        { event: { kind: 'NodeClaimRegistered' }, next: ['node-claim.initialize'] },
      ),
    );
    expect(saved).toBeNull();
    expect(await store.nodeClaims.find('ncl_1')).toEqual(winner);
    expect(setup.takeJobs()).toEqual([]);
    expect(store.tables.decisionEvents.all()).toEqual([]);
    expect(store.tables.changes.all()).toEqual([]);
  });
});

describe('saveClaims', () => {
  it('saves those that no other writer has changed, and writes only their changes', async () => {
    const setup = await setUpCluster();
    const { ports, store, clusterId } = setup;
    const claims = await storeClaims(setup, 3);
    const [first] = claims;
    if (first === undefined) throw new RangeError('no NodeClaim was stored');
    await store.nodeClaims.save(first);
    const saved = await store.transaction((tx) =>
      saveClaims(ports, tx, claims, ({ id }) => ({
        event: { kind: 'NodeClaimLaunched', data: { detail: id } },
        ...(id === 'ncl_3' ? { next: ['node-claim.register'] } : {}),
      })),
    );
    expect(saved.map(({ id }) => id)).toEqual(['ncl_2', 'ncl_3']);
    expect((await store.decisions.events('dec_1')).map(({ data }) => data.detail)).toEqual([
      'ncl_2',
      'ncl_3',
    ]);
    expect(setup.takeJobs()).toEqual([
      { type: 'node-claim.register', clusterId, nodeClaimId: 'ncl_3' },
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_2' },
      { type: 'node-claim.sync', clusterId, nodeClaimId: 'ncl_3' },
    ]);
  });

  it('does nothing for no NodeClaims', async () => {
    const setup = await setUpCluster();
    const { ports, store } = setup;
    expect(await store.transaction((tx) => saveClaims(ports, tx, [], () => ({})))).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
  });

  it.each([
    [1, 520],
    [74, 1_980],
    [75, 2_000],
    [76, 2_000],
  ])('syncs %d NodeClaims into the cluster after %d ms', async (count, ms) => {
    const setup = await setUpCluster();
    const { ports, store, clock } = setup;
    const claims = await storeClaims(setup, count);
    await store.transaction((tx) => saveClaims(ports, tx, claims, () => ({})));
    const delays = store.tables.outbox.all().map(({ deliverAt }) => deliverAt - clock.now());
    expect(delays).toEqual(Array.from({ length: count }, () => ms));
  });

  it('closes the decision of the last NodeClaims with the events of all of them', async () => {
    const setup = await setUpCluster();
    const { ports, store, clock } = setup;
    const claims = (await storeClaims(setup, 2)).map((claim) => ({
      ...claim,
      state: 'Initialized' as const,
      initializedAt: clock.now(),
    }));
    await store.transaction((tx) =>
      saveClaims(ports, tx, claims, () => ({ event: { kind: 'NodeClaimInitialized' } })),
    );
    expect(await store.decisions.find('dec_1')).toMatchObject({ state: 'Executed' });
    expect((await store.decisions.events('dec_1')).map(({ kind }) => kind)).toEqual([
      'NodeClaimInitialized',
      'NodeClaimInitialized',
      'Executed',
    ]);
  });
});
