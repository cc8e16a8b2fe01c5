import { aDecision, anEmptyCommand } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NodeClaimObjectContext } from '../ports/cluster-gateway.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { syncNodeClaim } from './sync-node-claim.js';

const sync = ({ ports, clusterId }: ClusterSetup) =>
  syncNodeClaim(ports, { clusterId, nodeClaimId: 'ncl_1' });

/** Returns the NodeClaims that are written to the cluster, with their contexts. */
function recordWrites({ cluster }: ClusterSetup) {
  const writes: { readonly claim: NodeClaim; readonly context: NodeClaimObjectContext }[] = [];
  const apply = cluster.applyNodeClaim.bind(cluster);
  cluster.applyNodeClaim = (connection, claim, context) => {
    writes.push({ claim, context });
    return apply(connection, claim, context);
  };
  return writes;
}

const options = { instanceTypes: [{ name: 'm5.large', offerings: [] }], requirements: [] };

describe('syncNodeClaim', () => {
  it('writes the NodeClaim to its object', async () => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    const claim = await storeNodeClaim(setup, {}, options);
    expect(await sync(setup)).toEqual({ kind: 'Done' });
    expect(setup.cluster.nodeClaims.get(claim.name)).toEqual(claim);
    expect(writes[0]?.context).toMatchObject({
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      drifted: null,
    });
    expect(await writes[0]?.context.launchOptions()).toEqual(options);
  });

  it('has no launch options for a NodeClaim that Kerf did not launch', async () => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    await storeNodeClaim(setup);
    await sync(setup);
    expect(await writes[0]?.context.launchOptions()).toBeNull();
  });

  it('113: writes why the NodeClaim has drifted', async () => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    const { id } = await storeNodeClaim(setup);
    const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: 1 };
    await setup.store.nodeClaims.setDrifts(setup.clusterId, [{ id, drift }]);
    await sync(setup);
    expect(writes[0]?.context.drifted).toBe('AMIDrift');
  });

  it('writes the reason of the command that is executed on the node', async () => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    const { id, clusterId } = await storeNodeClaim(setup, { state: 'Initialized' });
    const body = { type: 'Disrupt', command: anEmptyCommand(), budgets: [] } as const;
    const fields = { clusterId, kind: 'Empty', state: 'Executing', nodeClaimIds: [id] } as const;
    await setup.store.decisions.insert(aDecision({ ...fields, id: 'dec_1', body }), []);
    await sync(setup);
    expect(writes[0]?.context.disruption).toBe('Empty');
  });

  it('writes each version once', async () => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    const claim = await storeNodeClaim(setup);
    await sync(setup);
    await sync(setup);
    expect(writes).toHaveLength(1);
    await setup.store.nodeClaims.save({ ...claim, nodeName: 'ip-10-0-0-1' });
    await sync(setup);
    expect(writes.map(({ claim: written }) => written.nodeName)).toEqual([null, 'ip-10-0-0-1']);
  });

  it('writes again after a failure', async () => {
    const setup = await setUpCluster();
    await storeNodeClaim(setup);
    const failure = new RangeError('the cluster did not answer');
    const apply = setup.cluster.applyNodeClaim.bind(setup.cluster);
    setup.cluster.applyNodeClaim = () => Promise.reject(failure);
    await expect(sync(setup)).rejects.toBe(failure);
    setup.cluster.applyNodeClaim = apply;
    await sync(setup);
    expect(setup.cluster.nodeClaims.size).toBe(1);
  });

  it.each([
    ['in mode observe', { mode: 'observe' } as const, true],
    ['for a NodeClaim that does not exist', {}, false],
  ])('writes nothing %s', async (_when, fields, exists) => {
    const setup = await setUpCluster(fields);
    if (exists) await storeNodeClaim(setup);
    expect(await sync(setup)).toEqual({ kind: 'Done' });
    expect(setup.cluster.nodeClaims.size).toBe(0);
  });
});

describe('syncNodeClaim of a NodeClaim that has ended', () => {
  it.each(['Terminated', 'LaunchFailed'] as const)('removes its object: %s', async (state) => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    const failure = { code: 'LAUNCH_REFUSED', detail: 'no' } as const;
    const claim = await storeNodeClaim(setup, { state, failure });
    setup.cluster.nodeClaims.set(claim.name, claim);
    setup.ports.memory.published.markShown({ ...claim, state: 'Launching', version: 0 });
    expect(await sync(setup)).toEqual({ kind: 'Done' });
    expect(setup.cluster.nodeClaims.size).toBe(0);
    expect(writes).toEqual([]);
    expect(setup.ports.memory.published.wasShown(claim)).toBe(false);
  });

  it.each([
    ['shows the failure of a launch first', { code: 'LAUNCH_REFUSED', detail: 'no' } as const, 1],
    ['only removes the object of one that was terminated', null, 0],
  ])('%s, for a standalone NodeClaim', async (_what, failure, count) => {
    const setup = await setUpCluster();
    const writes = recordWrites(setup);
    setup.cluster.applyStandaloneClaim({ name: 'gpu', uid: 'uid-1', spec: {} });
    await storeNodeClaim(setup, {
      name: 'gpu',
      nodePool: null,
      state: failure === null ? 'Terminated' : 'LaunchFailed',
      standalone: { objectUid: 'uid-1', createdAt: 0 },
      failure,
    });
    await sync(setup);
    expect(writes).toHaveLength(count);
    expect(setup.cluster.standaloneClaim('gpu')).toBeNull();
  });
});
