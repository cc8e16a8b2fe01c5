import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { type NodeClaim, nodeClaimStates } from '../domain/node-claim/node-claim.js';
import { runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { publishDrift } from './publish-drift.js';

const hashes = { nodePoolHash: 'v3-a', nodeClassHash: 'v4-b' };
const drifted = { ...hashes, nodePoolHash: 'v3-old' };

/** Sets up a cluster whose definitions have the hashes above. */
async function setUpHashes(fields: Parameters<typeof setUpCluster>[0] = {}) {
  const setup = await setUpCluster(fields);
  setup.store.tables.definitions.updateWhere(
    () => true,
    (row) => ({ ...row, driftHash: row.kind === 'NodePool' ? 'v3-a' : 'v4-b' }),
  );
  return setup;
}

/** Returns the NodeClaims whose sync is requested. */
async function publish(setup: ClusterSetup): Promise<readonly string[]> {
  await publishDrift(setup.ports, { clusterId: setup.clusterId });
  return setup
    .takeJobs()
    .flatMap((job) => (job.type === 'node-claim.sync' ? [job.nodeClaimId] : []));
}

const shows = ({ cluster }: ClusterSetup, { name }: NodeClaim, reason: string) =>
  cluster.driftedNodeClaims.set(name, reason);

describe('publishDrift', () => {
  it('requests the sync of a NodeClaim that has drifted, once it is shown', async () => {
    const setup = await setUpHashes();
    const { claim } = await runNode(setup, drifted);
    await runNode(setup, { id: 'ncl_2', ...hashes });
    setup.ports.memory.noteShown(claim);
    expect(await publish(setup)).toEqual(['ncl_1']);
    expect(setup.ports.memory.isShown(claim)).toBe(false);
    shows(setup, claim, 'NodePoolDrifted');
    expect(await publish(setup)).toEqual([]);
  });

  it.each([
    ['matches its definitions again', hashes, 'NodePoolDrifted'],
    ['has drifted for another reason', { ...hashes, nodeClassHash: 'v4-old' }, 'NodePoolDrifted'],
  ])('requests the sync of a NodeClaim that %s', async (_which, fields, reason) => {
    const setup = await setUpHashes();
    const { claim } = await runNode(setup, fields);
    shows(setup, claim, reason);
    expect(await publish(setup)).toEqual(['ncl_1']);
  });

  it('leaves a NodeClaim alone that has no object in the cluster', async () => {
    const setup = await setUpHashes();
    await storeNodeClaim(setup, { state: 'Initialized', ...drifted });
    expect(await publish(setup)).toEqual([]);
  });

  const launched = ['Launched', 'Registered', 'Initialized'];
  it.each(nodeClaimStates)('concerns NodeClaims with a node: %s', async (state) => {
    const setup = await setUpHashes();
    await runNode(setup, { state, ...drifted });
    expect(await publish(setup)).toEqual(launched.includes(state) ? ['ncl_1'] : []);
  });

  it('requests nothing in mode observe', async () => {
    const setup = await setUpHashes({ mode: 'observe' });
    await runNode(setup, drifted);
    expect(await publish(setup)).toEqual([]);
  });

  it('waits until the state of the cluster is known', async () => {
    const setup = await setUpHashes();
    await runNode(setup, drifted);
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    expect(await publish(setup)).toEqual([]);
  });
});
