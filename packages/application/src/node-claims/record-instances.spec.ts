import { describe, expect, it } from 'vitest';
import type { CloudInstance } from '../ports/cloud-provider.js';
import { inTransactions } from '../testing/disruption-setup.js';
import { runNode } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordInstances } from './record-instances.js';

async function record(setup: ClusterSetup, seen: Partial<CloudInstance>, ports = setup.ports) {
  const { clusterId, store, cloud } = setup;
  const claims = await store.nodeClaims.inStates(clusterId, ['Initialized']);
  const instances = (await cloud.listInstances()).map((one) => ({ ...one, ...seen }));
  await recordInstances(ports, clusterId, { claims, instances });
  return store.nodeClaims.find('ncl_1');
}

describe('113: recordInstances', () => {
  it('records image, subnet and security groups as EC2 reports them', async () => {
    const setup = await setUpCluster();
    await runNode(setup);
    const origin = { imageId: 'ami-2', subnetId: 'subnet-2', securityGroupIds: ['sg-1', 'sg-2'] };
    setup.store.tables.changes.deleteWhere(() => true);
    expect(await record(setup, origin)).toMatchObject({ instance: origin, version: 1 });
    // The node may have drifted.
    expect(setup.store.tables.changes.all()).toMatchObject([{ topic: 'nodeClaim' }]);
  });

  it.each([
    ['nothing has changed', { securityGroupIds: ['sg-1'] }],
    ['EC2 does not report them', { imageId: '', securityGroupIds: ['sg-2'] }],
    ['EC2 reports no security groups', { securityGroupIds: [] }],
    ['EC2 reports another instance', { providerId: 'aws:///us-east-1a/i-other', imageId: 'ami-2' }],
  ])('writes nothing if %s', async (_what, seen) => {
    const setup = await setUpCluster();
    const { claim } = await runNode(setup);
    let transactions = 0;
    const ports = inTransactions(setup.ports, () => {
      transactions += 1;
      return {};
    });
    expect((await record(setup, seen, ports))?.instance).toEqual(claim.instance);
    expect(transactions).toBe(0);
  });
});
