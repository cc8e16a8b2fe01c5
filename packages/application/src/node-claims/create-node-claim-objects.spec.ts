import { describe, expect, it } from 'vitest';
import { nodeClaimStates } from '../domain/node-claim/node-claim.js';
import type { NodeClaimToCreate } from '../ports/cluster-gateway.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { createNodeClaimObjects } from './create-node-claim-objects.js';

const create = ({ ports, clusterId }: ClusterSetup, ...nodeClaimIds: readonly string[]) =>
  createNodeClaimObjects(ports, { clusterId, nodeClaimIds });

/** Returns the requests to create objects. */
function recordRequests({ cluster }: ClusterSetup) {
  const requests: (readonly NodeClaimToCreate[])[] = [];
  cluster.createNodeClaims = (_connection, claims) => Promise.resolve(void requests.push(claims));
  return requests;
}

const options = { instanceTypes: [{ name: 'm5.large', offerings: [] }], requirements: [] };
const ended = ['Terminating', 'Terminated', 'LaunchFailed'];

describe('createNodeClaimObjects', () => {
  it('creates the objects of all NodeClaims in one request, with their contexts', async () => {
    const setup = await setUpCluster();
    const requests = recordRequests(setup);
    const first = await storeNodeClaim(setup, { state: 'Requested', instance: null }, options);
    const second = await storeNodeClaim(setup, { id: 'ncl_2', nodePool: 'gone', nodeClass: 'gpu' });
    expect(await create(setup, 'ncl_1', 'ncl_2', 'ncl_9')).toEqual({ kind: 'Done' });
    expect(requests).toHaveLength(1);
    const [objects = []] = requests;
    expect(objects).toMatchObject([
      { claim: first, context: { nodeClassRef: { name: 'default' }, drifted: null } },
      { claim: second, context: { nodeClassRef: { name: 'gpu' }, drifted: null } },
    ]);
    expect(await Promise.all(objects.map(({ context }) => context.launchOptions()))).toEqual([
      options,
      null,
    ]);
  });

  it('113: says why a NodeClaim has drifted', async () => {
    const setup = await setUpCluster();
    const requests = recordRequests(setup);
    const { id } = await storeNodeClaim(setup);
    const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: 1 };
    await setup.store.nodeClaims.setDrifts(setup.clusterId, [{ id, drift }]);
    await create(setup, 'ncl_1');
    expect(requests[0]?.[0]?.context.drifted).toBe('AMIDrift');
  });

  it.each(nodeClaimStates.filter((state) => !ended.includes(state)))(
    'creates the object of a NodeClaim in state %s',
    async (state) => {
      const setup = await setUpCluster();
      const requests = recordRequests(setup);
      await storeNodeClaim(setup, { state });
      await create(setup, 'ncl_1');
      expect(requests).toHaveLength(1);
    },
  );

  it.each(nodeClaimStates.filter((state) => ended.includes(state)))(
    'creates no object of a NodeClaim in state %s',
    async (state) => {
      const setup = await setUpCluster();
      const requests = recordRequests(setup);
      await storeNodeClaim(setup, { state });
      expect(await create(setup, 'ncl_1')).toEqual({ kind: 'Done' });
      expect(requests).toEqual([]);
    },
  );

  it('creates no object that a sync has written already', async () => {
    const setup = await setUpCluster();
    const requests = recordRequests(setup);
    const claim = await storeNodeClaim(setup);
    setup.ports.memory.published.markShown({ ...claim, version: 0 });
    await create(setup, 'ncl_1');
    expect(requests).toEqual([]);
  });

  it('creates nothing in mode observe', async () => {
    const setup = await setUpCluster({ mode: 'observe' });
    const requests = recordRequests(setup);
    await storeNodeClaim(setup);
    expect(await create(setup, 'ncl_1')).toEqual({ kind: 'Done' });
    expect(requests).toEqual([]);
  });

  it('fails with the failure of the cluster', async () => {
    const setup = await setUpCluster();
    const failure = new RangeError('the cluster did not answer');
    setup.cluster.createNodeClaims = () => Promise.reject(failure);
    await storeNodeClaim(setup);
    await expect(create(setup, 'ncl_1')).rejects.toBe(failure);
  });
});
