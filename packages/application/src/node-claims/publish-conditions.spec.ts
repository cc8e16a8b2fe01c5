import { AppError } from '@kerf/core';
import { aDecision, anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import {
  type ClaimDrift,
  type NodeClaim,
  nodeClaimStates,
} from '../domain/node-claim/node-claim.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { publishConditions } from './publish-conditions.js';
import { syncNodeClaim } from './sync-node-claim.js';

const drifted = { reason: 'NodePoolDrifted', definitionHash: 'v3-a', since: 1 };

/** Adds a node whose NodeClaim has this recorded drift. */
async function addNode(
  setup: ClusterSetup,
  drift: ClaimDrift | null,
  fields: Partial<NodeClaim> = {},
): Promise<NodeClaim> {
  const { claim } = await runNode(setup, fields);
  await setup.store.nodeClaims.setDrifts(setup.clusterId, [{ id: claim.id, drift }]);
  return claim;
}

/** Returns the NodeClaims whose sync is requested. */
async function publish(setup: ClusterSetup): Promise<readonly string[]> {
  await publishConditions(setup.ports, { clusterId: setup.clusterId });
  return setup
    .takeJobs()
    .flatMap((job) => (job.type === 'node-claim.sync' ? [job.nodeClaimId] : []));
}

const shows = ({ cluster }: ClusterSetup, { name }: NodeClaim, reason: string) =>
  cluster.driftedNodeClaims.set(name, reason);

describe('publishConditions', () => {
  it('requests the sync of a NodeClaim that has drifted, once it is shown', async () => {
    const setup = await setUpCluster();
    const claim = await addNode(setup, drifted);
    await addNode(setup, null, { id: 'ncl_2' });
    setup.ports.memory.published.markShown(claim);
    expect(await publish(setup)).toEqual(['ncl_1']);
    expect(setup.ports.memory.published.isShown(claim)).toBe(false);
    shows(setup, claim, 'NodePoolDrifted');
    expect(await publish(setup)).toEqual([]);
  });

  it('is due again when the next NodeClaim becomes consolidatable', async () => {
    const setup = await setUpCluster();
    const now = setup.clock.now();
    const input = { clusterId: setup.clusterId };
    await addNode(setup, null, { initializedAt: now - 1_000 });
    await addNode(setup, null, { id: 'ncl_2', initializedAt: now - 2_000 });
    await addNode(setup, null, { id: 'ncl_3', initializedAt: now - 4_000 });
    expect(await publishConditions(setup.ports, input)).toEqual({
      kind: 'Done',
      nextAt: now + 1_000,
    });
    setup.clock.advance(2_000);
    expect(await publishConditions(setup.ports, input)).toEqual({ kind: 'Done' });
  });

  it.each([
    ['matches its definitions again', null],
    ['has drifted for another reason', { ...drifted, reason: 'AMIDrift' }],
  ])('113: requests the sync of a NodeClaim that %s', async (_which, drift) => {
    const setup = await setUpCluster();
    shows(setup, await addNode(setup, drift), 'NodePoolDrifted');
    expect(await publish(setup)).toEqual(['ncl_1']);
  });

  it('leaves a NodeClaim alone that has no object in the cluster', async () => {
    const setup = await setUpCluster();
    const { id } = await storeNodeClaim(setup, { state: 'Initialized' });
    await setup.store.nodeClaims.setDrifts(setup.clusterId, [{ id, drift: drifted }]);
    expect(await publish(setup)).toEqual([]);
  });

  const launched = ['Launched', 'Registered', 'Initialized'];
  it.each(nodeClaimStates)('concerns NodeClaims with a node: %s', async (state) => {
    const setup = await setUpCluster();
    await addNode(setup, drifted, { state });
    expect(await publish(setup)).toEqual(launched.includes(state) ? ['ncl_1'] : []);
  });

  it('requests nothing in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    await addNode(setup, drifted);
    expect(await publish(setup)).toEqual([]);
  });

  /** Runs a job of one NodeClaim's sync. */
  async function syncAll(setup: ClusterSetup): Promise<readonly string[]> {
    const ids = await publish(setup);
    for (const nodeClaimId of ids) {
      await syncNodeClaim(setup.ports, { clusterId: setup.clusterId, nodeClaimId });
    }
    return ids;
  }
  const shownOf = ({ cluster }: ClusterSetup, { name }: NodeClaim) =>
    cluster.otherConditions.get(name);

  it('105: shows that a NodeClaim is consolidatable when it is due, and writes it once', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup, { initializedAt: setup.clock.now() });
    setup.clock.advance(2_999);
    expect(await syncAll(setup)).toEqual([]);
    setup.clock.advance(1);
    expect(await syncAll(setup)).toEqual(['ncl_1']);
    expect(shownOf(setup, claim)).toMatchObject({ consolidatable: true });
    expect(await syncAll(setup)).toEqual([]);
  });

  it('105: shows that a NodeClaim is not consolidatable after a pod came or went', async () => {
    const setup = await setUpCluster();
    const { claim, node } = await runNode(setup, { initializedAt: setup.clock.now() });
    setup.clock.advance(3_000);
    await syncAll(setup);
    const at = setup.clock.now();
    await setup.store.nodeClaims.touchPodEvents(setup.clusterId, [{ nodeName: node.name, at }]);
    expect(await syncAll(setup)).toEqual(['ncl_1']);
    expect(shownOf(setup, claim)).toMatchObject({ consolidatable: false });
  });

  it('95: shows the result of the consistency check, and keeps it after a restart', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup);
    setup.ports.memory.published.setConsistency(setup.clusterId, new Map([[claim.id, false]]));
    expect(await syncAll(setup)).toEqual(['ncl_1']);
    expect(shownOf(setup, claim)).toMatchObject({ consistent: false });
    setup.ports.memory.forget(setup.clusterId);
    expect(await syncAll(setup)).toEqual([]);
    setup.ports.memory.published.setConsistency(setup.clusterId, new Map([[claim.id, true]]));
    expect(await syncAll(setup)).toEqual(['ncl_1']);
    expect(shownOf(setup, claim)).toMatchObject({ consistent: true });
  });

  it('117: shows the reason of a command only while it is executed', async () => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup);
    const shown = { consolidatable: false, consistent: null, disruption: 'Drifted' };
    setup.cluster.otherConditions.set(claim.name, shown);
    const command = { type: 'Disrupt', command: anEmptyCommand(), budgets: [] } as const;
    const nodeClaimIds = [claim.id];
    const fields = { clusterId: setup.clusterId, kind: 'Empty', body: command } as const;
    await setup.store.decisions.insert(
      aDecision({ ...fields, id: 'dec_1', state: 'Executing', nodeClaimIds }),
      [],
    );
    expect(await syncAll(setup)).toEqual([]);
    const decision = await setup.store.decisions.find('dec_1');
    if (decision !== null) await setup.store.decisions.save({ ...decision, state: 'Failed' }, []);
    expect(await syncAll(setup)).toEqual(['ncl_1']);
    expect(shownOf(setup, claim)).toMatchObject({ disruption: null });
  });

  it('requests a limited number of syncs, and the others in the next run', async () => {
    const setup = await setUpCluster();
    const ids = Array.from({ length: 250 }, (_, index) => `ncl_${1_000 + index}`);
    for (const id of ids) await addNode(setup, drifted, { id });
    expect(await syncAll(setup)).toEqual(ids.slice(0, 200));
    expect(await syncAll(setup)).toEqual(ids.slice(200));
  });

  it('waits until the state of the cluster is known', async () => {
    const setup = await setUpCluster();
    await addNode(setup, drifted);
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    expect(await publish(setup)).toEqual([]);
  });
});
