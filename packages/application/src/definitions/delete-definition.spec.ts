import { aNodePoolDefinition, aRevisionOf } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { type DeleteDefinitionInput, deleteDefinition } from './delete-definition.js';

const remove = ({ ports, clusterId }: ClusterSetup, input: Partial<DeleteDefinitionInput>) =>
  deleteDefinition(ports, ada, {
    clusterId,
    kind: 'NodePool',
    name: 'default',
    expectedVersion: 1,
    requestId: null,
    ...input,
  });

describe('deleteDefinition', () => {
  it('deletes a NodePool, audits it, and requests the removal of its object', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    expect(await remove(setup, {})).toMatchObject({ kind: 'Deleted' });
    expect(await store.definitions.nodePools(clusterId)).toEqual([]);
    expect(setup.takeJobs()).toEqual([
      { type: 'definition.sync', clusterId, kind: 'NodePool', name: 'default' },
    ]);
    expect(store.tables.audit.all()).toMatchObject([{ action: 'definition.delete' }]);
    expect(store.tables.changes.all().at(-1)).toMatchObject({ topic: 'definition' });
  });

  it('keeps an EC2NodeClass that NodePools refer to, and names them', async () => {
    const setup = await setUpCluster();
    const kind = 'EC2NodeClass';
    expect(await remove(setup, { kind })).toEqual({ kind: 'InUse', nodePools: ['default'] });
    await remove(setup, {});
    expect(await remove(setup, { kind })).toMatchObject({ kind: 'Deleted' });
  });

  it.each([
    ['NotFound', { name: 'other' }],
    ['Stale', { expectedVersion: 2 }],
  ])('deletes nothing when the outcome is %s', async (kind, input) => {
    const setup = await setUpCluster();
    expect(await remove(setup, input)).toMatchObject({ kind });
    expect(await setup.store.definitions.nodePools(setup.clusterId)).toHaveLength(1);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('does not delete an object of the cluster', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    const pool = aNodePoolDefinition({ clusterId, name: 'owned', source: 'Cluster' });
    await store.definitions.insert(pool, aRevisionOf(pool));
    expect(await remove(setup, { name: 'owned' })).toEqual({ kind: 'OwnedByCluster' });
  });
});
