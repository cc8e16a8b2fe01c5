import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { DefinitionKind, DefinitionSource } from '../domain/definition/definition.js';
import { override } from '../testing/override.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { syncDefinition } from './sync-definition.js';

/** Records what is written to the cluster. */
async function setUpSync(fields: Partial<Cluster> = {}) {
  const setup = await setUpCluster(fields);
  const written: string[] = [];
  const gateway = override(setup.cluster, {
    applyDefinition: async (...[, definition]: unknown[]) => {
      written.push(`apply ${JSON.stringify(definition).includes('"name":"default"')}`);
    },
    removeDefinition: async (...[, kind, name]: unknown[]) => {
      written.push(`remove ${String(kind)}/${String(name)}`);
    },
  });
  const sync = (name: string, kind: DefinitionKind = 'NodePool') =>
    syncDefinition({ ...setup.ports, gateway }, { clusterId: setup.clusterId, kind, name });
  return { ...setup, written, sync };
}

describe('syncDefinition', () => {
  it('writes a definition of the API to the cluster', async () => {
    const { sync, written } = await setUpSync();
    await sync('default');
    expect(written).toEqual(['apply true']);
  });

  it('does not write back a definition that the cluster owns', async () => {
    const { sync, written, store, clusterId } = await setUpSync();
    const pool = await store.definitions.find(clusterId, 'NodePool', 'default');
    if (pool === null) throw new RangeError('the NodePool default exists');
    const [revision] = await store.definitions.revisions(pool);
    if (revision === undefined) throw new RangeError('it has a revision');
    const source: DefinitionSource = 'Cluster';
    await store.definitions.save({ ...pool, source }, { ...revision, revision: 2 });
    await sync('default');
    expect(written).toEqual([]);
  });

  it('changes nothing in mode observe', async () => {
    const { sync, written } = await setUpSync({ mode: 'observe' });
    await sync('default');
    await sync('deleted');
    expect(written).toEqual([]);
  });

  it('removes the object and the nodes of a deleted NodePool', async () => {
    const { sync, written, store, clusterId, takeJobs } = await setUpSync();
    const nodePool = 'deleted';
    const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1', nodePool, state: 'Initialized' });
    await store.nodeClaims.insert([claim]);
    await sync(nodePool);
    expect(written).toEqual(['remove NodePool/deleted']);
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
    expect(takeJobs()).toContainEqual({
      type: 'node-claim.terminate',
      clusterId,
      nodeClaimId: 'ncl_1',
    });
    expect(store.tables.decisions.all()).toMatchObject([{ kind: 'Delete', state: 'Executing' }]);
  });

  it('waits for the instances that are being launched for a deleted NodePool', async () => {
    const { sync, written, store, clusterId } = await setUpSync();
    const nodePool = 'deleted';
    const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1', nodePool, state: 'Launching' });
    await store.nodeClaims.insert([claim]);
    expect(await sync(nodePool)).toEqual({ kind: 'Wait', ms: 5_000 });
    // The object stays, so that a worker that starts meanwhile removes the NodePool.
    expect(written).toEqual([]);
    store.tables.nodeClaims.set(claim.id, { ...claim, state: 'Launched' });
    expect(await sync(nodePool)).toEqual({ kind: 'Done' });
    expect(await store.nodeClaims.find('ncl_1')).toMatchObject({ state: 'Terminating' });
    expect(written).toEqual(['remove NodePool/deleted']);
  });

  it('removes objects that were deleted in mode observe when the mode changes', async () => {
    const { sync, written, store, clusterId } = await setUpSync({ mode: 'observe' });
    expect(await sync('deleted')).toEqual({ kind: 'Wait', ms: 60_000 });
    const cluster = await store.clusters.find(clusterId);
    if (cluster === null) throw new RangeError('there is a cluster');
    await store.clusters.save({ ...cluster, mode: 'auto', configuredMode: 'auto' });
    expect(await sync('deleted')).toEqual({ kind: 'Done' });
    expect(written).toEqual(['remove NodePool/deleted']);
  });

  it('33: deletes the instance profiles of a deleted EC2NodeClass once no NodeClaim uses it', async () => {
    const { sync, written, store, clusterId, cloud } = await setUpSync();
    const claim = { ...aNodeClaimRecord({ clusterId, id: 'ncl_1' }), nodeClass: 'deleted' };
    await store.nodeClaims.insert([claim]);
    expect(await sync('deleted', 'EC2NodeClass')).toEqual({ kind: 'Wait', ms: 60_000 });
    expect(cloud.deletedProfiles).toEqual([]);
    store.tables.nodeClaims.set(claim.id, { ...claim, state: 'Terminated' });
    expect(await sync('deleted', 'EC2NodeClass')).toEqual({ kind: 'Done' });
    expect(cloud.deletedProfiles).toEqual(['deleted']);
    expect(written).toEqual(['remove EC2NodeClass/deleted', 'remove EC2NodeClass/deleted']);
  });
});
