import { describe, expect, it } from 'vitest';
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
});
