import { placementGroupLabels } from '@kerf/core';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type {
  NodeClassResolution,
  ResolvedPlacementGroup,
} from '../domain/definition/definition.js';
import { addInstance, joinNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { registerNodeClaim } from './register.js';

const partitions: ResolvedPlacementGroup = {
  id: 'pg-1',
  name: 'db',
  strategy: 'partition',
  partitionCount: 2,
};
const { id: groupLabel, partition: partitionLabel } = placementGroupLabels;

/** Stores a launched NodeClaim of a placement group whose node has joined. */
async function setUp(
  placementGroup: ResolvedPlacementGroup | null = partitions,
  labels: Readonly<Record<string, string>> = { [groupLabel]: 'pg-1' },
): Promise<ClusterSetup> {
  const setup = await setUpCluster();
  const { instance } = aNodeClaimRecord({ clusterId: setup.clusterId, id: 'ncl_1' });
  if (instance === null) throw new RangeError('the record has an instance');
  const claim = await storeNodeClaim(setup, {
    instance: { ...instance, labels: { ...instance.labels, ...labels } },
  });
  joinNode(setup, claim);
  addInstance(setup, claim);
  await resolveTo(setup, { placementGroup });
  return setup;
}

async function resolveTo(
  { store, clusterId }: ClusterSetup,
  changes: Partial<NodeClassResolution>,
): Promise<void> {
  const nodeClass = await store.definitions.find(clusterId, 'EC2NodeClass', 'default');
  if (nodeClass?.kind !== 'EC2NodeClass' || nodeClass.resolution === null) {
    throw new RangeError('the EC2NodeClass is resolved');
  }
  await store.definitions.saveResolution(nodeClass, { ...nodeClass.resolution, ...changes });
}

function reportPartition({ cloud }: ClusterSetup, partition: number): void {
  for (const [id, instance] of cloud.instances) cloud.instances.set(id, { ...instance, partition });
}

const register = ({ ports, clusterId }: ClusterSetup) =>
  registerNodeClaim(ports, { clusterId, nodeClaimId: 'ncl_1' });
const claimOf = async ({ store }: ClusterSetup) => store.nodeClaims.find('ncl_1');

describe('91: the registration of a node in a placement group of partitions', () => {
  it('waits until EC2 reports the partition, and labels node and NodeClaim with it', async () => {
    const setup = await setUp();
    expect(await register(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
    expect(await claimOf(setup)).toMatchObject({ state: 'Launched' });
    reportPartition(setup, 2);
    expect(await register(setup)).toEqual({ kind: 'Done' });
    const [node] = setup.cluster.nodes.values();
    expect(node?.labels).toMatchObject({ [groupLabel]: 'pg-1', [partitionLabel]: '2' });
    expect(await claimOf(setup)).toMatchObject({
      state: 'Registered',
      instance: { labels: { [partitionLabel]: '2' } },
    });
  });

  it('waits while the instance is not visible', async () => {
    const setup = await setUp();
    setup.cloud.instances.clear();
    expect(await register(setup)).toEqual({ kind: 'Wait', ms: 1_000 });
  });

  it.each([
    ['without a placement group', null, {}],
    ['in a spread group', { ...partitions, strategy: 'spread', partitionCount: null } as const, {}],
    ['in another group than the class selects now', { ...partitions, id: 'pg-2' }, {}],
    ['whose launch required a partition', partitions, { [partitionLabel]: '1' }],
  ])('does not wait for a node %s', async (_which, group, labels) => {
    const ofGroup: Readonly<Record<string, string>> =
      group === null ? {} : { [groupLabel]: 'pg-1' };
    const setup = await setUp(group, { ...ofGroup, ...labels });
    expect(await register(setup)).toEqual({ kind: 'Done' });
    expect(await claimOf(setup)).toMatchObject({ state: 'Registered' });
  });
});
