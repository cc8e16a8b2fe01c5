import { describe, expect, it } from 'vitest';
import { addNode, inTransactions, requestedJobs } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { withdrawStandaloneClaim } from './withdraw-standalone-claim.js';

const standalone = { objectUid: 'u-1', createdAt: 0 };

const addClaim = async (setup: ClusterSetup, state: 'Launching' | 'Terminating' | 'Requested') =>
  (await addNode(setup, 'box', { claim: { state, nodePool: null, standalone } })).claim;

describe('withdrawStandaloneClaim', () => {
  it.each(['Requested', 'Launched', 'Registered', 'Initialized'] as const)(
    'terminates a NodeClaim in state %s',
    async (state) => {
      const setup = await setUpCluster();
      const { claim } = await addNode(setup, 'box', {
        claim: { state, nodePool: null, standalone },
      });
      await withdrawStandaloneClaim(setup.ports, claim);
      expect(await setup.store.nodeClaims.find(claim.id)).toMatchObject({
        state: 'Terminating',
        termination: { reason: 'DeletedByUser', startedAt: setup.clock.now() },
      });
    },
  );

  it('waits for the result of a launch and then looks again', async () => {
    const setup = await setUpCluster();
    const { clusterId, clock } = setup;
    const claim = await addClaim(setup, 'Launching');
    await withdrawStandaloneClaim(setup.ports, claim);
    expect(await setup.store.nodeClaims.find(claim.id)).toMatchObject({ state: 'Launching' });
    expect(requestedJobs(setup, 'provisioning.reconcile-standalone-claims')).toEqual([
      {
        message: { type: 'provisioning.reconcile-standalone-claims', clusterId },
        deliverAt: clock.now() + 5_000,
      },
    ]);
  });

  it('leaves a NodeClaim that is terminating', async () => {
    const setup = await setUpCluster();
    const claim = await addClaim(setup, 'Terminating');
    await withdrawStandaloneClaim(setup.ports, claim);
    expect((await setup.store.nodeClaims.find(claim.id))?.version).toBe(1);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('requests nothing when another writer saves the NodeClaim first', async () => {
    const setup = await setUpCluster();
    const claim = await addClaim(setup, 'Requested');
    const ports = inTransactions(setup.ports, ({ nodeClaims }) => ({
      nodeClaims: { ...nodeClaims, saveAll: async () => [] },
    }));
    await withdrawStandaloneClaim(ports, claim);
    expect(requestedJobs(setup, 'node-claim.terminate')).toEqual([]);
  });
});
