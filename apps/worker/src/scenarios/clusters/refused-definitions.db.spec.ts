import { importDefinition, reconcileDefinitions } from '@kerf/application';
import { createReadQueries, type Database } from '@kerf/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const refusedPool = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'wrong' },
  spec: { template: { spec: { requirements: [] } } },
};

async function openWithRefused() {
  const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'observe' });
  const { ports, store, clusterId, clock } = simulation;
  const acting = { ...ports, store };
  const change = (object: unknown) =>
    importDefinition(acting, clusterId, {
      kind: 'NodePool',
      name: 'wrong',
      object,
      generation: null,
      createdAt: object === null ? null : clock.now(),
      deletionRequestedAt: null,
      managedByKerf: false,
    });
  const refused = async () =>
    (await createReadQueries(database).clusters.findings([clusterId])).map(({ object }) => object);
  await change(refusedPool);
  expect(await refused()).toEqual(['NodePool/wrong']);
  return { acting, clusterId, change, refused };
}

describe('the finding about an invalid definition', () => {
  it('is cleared when its object is deleted', async () => {
    const { change, refused } = await openWithRefused();
    await change(null);
    expect(await refused()).toEqual([]);
  });

  it('is cleared when its object was deleted while no worker watched', async () => {
    const { acting, clusterId, refused } = await openWithRefused();
    await reconcileDefinitions(acting, clusterId, {
      nodePools: ['wrong', 'default'],
      nodeClasses: ['default'],
    });
    expect(await refused()).toEqual(['NodePool/wrong']);
    await reconcileDefinitions(acting, clusterId, {
      nodePools: ['default'],
      nodeClasses: ['default'],
    });
    expect(await refused()).toEqual([]);
  });

  it('stays while the objects of the cluster are unknown', async () => {
    const { acting, clusterId, refused } = await openWithRefused();
    await reconcileDefinitions(acting, clusterId, { nodePools: null, nodeClasses: [] });
    expect(await refused()).toEqual(['NodePool/wrong']);
  });
});
