import { describe, expect, it } from 'vitest';
import { resolveNodeClasses } from '../definitions/resolve-node-class.js';
import { loadSnapshot } from '../snapshot/load-snapshot.js';
import { addNode, inTransactions } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordDrift } from './record-drift.js';

const record = async (setup: ClusterSetup) =>
  recordDrift(setup.ports, await loadSnapshot(setup.ports, setup.clusterId));

const driftOf = async ({ store }: ClusterSetup, id: string) =>
  (await store.nodeClaims.find(id))?.drift;

describe('recordDrift', () => {
  it('records the time from which a NodeClaim differs from its definitions', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'pool', { claim: { nodePoolHash: 'a-old' } });
    await addNode(setup, 'class', { claim: { nodeClassHash: 'b-old' } });
    await addNode(setup, 'same');
    await record(setup);
    const since = setup.clock.now();
    expect(await driftOf(setup, 'ncl_pool')).toEqual({
      reason: 'NodePoolDrifted',
      definitionHash: 'a',
      since,
    });
    expect(await driftOf(setup, 'ncl_class')).toEqual({
      reason: 'NodeClassDrift',
      definitionHash: 'b',
      since,
    });
    expect(await driftOf(setup, 'ncl_same')).toBeNull();
  });

  it('keeps the time while the drift is the same', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'pool', { claim: { nodePoolHash: 'a-old' } });
    await record(setup);
    const since = setup.clock.now();
    setup.clock.advance(60_000);
    await record(setup);
    expect(await driftOf(setup, 'ncl_pool')).toMatchObject({ since });
  });

  it('removes the drift of a NodeClaim that matches again, without changing its version', async () => {
    const setup = await setUpCluster();
    const drift = { reason: 'NodePoolDrifted', definitionHash: 'a-2', since: 1 };
    await addNode(setup, 'pool', { claim: { drift } });
    await record(setup);
    expect(await setup.store.nodeClaims.find('ncl_pool')).toMatchObject({
      drift: null,
      version: 1,
    });
  });

  it('writes nothing when nothing has changed', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'same');
    const loaded = await loadSnapshot(setup.ports, setup.clusterId);
    let transactions = 0;
    const ports = inTransactions(setup.ports, () => {
      transactions += 1;
      return {};
    });
    await recordDrift(ports, loaded);
    expect(transactions).toBe(0);
  });

  it('113: records reasons of the EC2NodeClass and of the NodePool', async () => {
    const setup = await setUpCluster();
    await addNode(setup, 'a');
    setup.cloud.selected = { ...setup.cloud.selected, imageId: 'ami-2' };
    await resolveNodeClasses(setup.ports, { clusterId: setup.clusterId });
    await record(setup);
    expect(await driftOf(setup, 'ncl_a')).toMatchObject({ reason: 'AMIDrift' });
  });

  it('6, 43: replaces hashes of another version once, and syncs them', async () => {
    const setup = await setUpCluster();
    const hashes = { nodePoolHash: 'v3-1', nodeClassHash: 'v6-2' };
    const { claim } = await addNode(setup, 'adopted', { claim: hashes });
    setup.ports.memory.published.markShown(claim);
    await record(setup);
    const stored = await setup.store.nodeClaims.find('ncl_adopted');
    expect(stored).toMatchObject({
      nodePoolHash: 'a',
      nodeClassHash: 'b',
      drift: null,
      version: 1,
    });
    expect(setup.takeJobs()).toMatchObject([
      { type: 'node-claim.sync', nodeClaimId: 'ncl_adopted' },
    ]);
    expect(setup.ports.memory.published.isShown(claim)).toBe(false);
    // The next evaluation reads other NodeClaims.
    expect(setup.store.tables.changes.all().at(-1)).toMatchObject({ topic: 'nodeClaim' });
    await record(setup);
    expect(setup.takeJobs()).toEqual([]);
  });
});
