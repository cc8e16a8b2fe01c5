import { AppError } from '@kerf/core';
import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { NodeClassObject } from '../ports/cluster-cache.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { holdNodeClasses } from './hold-node-classes.js';

const object: NodeClassObject = {
  name: 'default',
  uid: 'uid-class',
  isHeld: false,
  isBeingDeleted: false,
};
const deleted: NodeClassObject = { ...object, isHeld: true, isBeingDeleted: true };

async function setUpObject(
  shown: NodeClassObject,
  fields: Partial<Cluster> = {},
  source: 'Cluster' | 'Api' = 'Cluster',
) {
  const setup = await setUpCluster(fields);
  setup.store.tables.definitions.updateWhere(
    () => true,
    (row) => ({ ...row, source }),
  );
  setup.cluster.nodeClassObjects = [shown];
  const hold = () => holdNodeClasses(setup.ports, setup.clusterId);
  return { ...setup, hold };
}

describe('holdNodeClasses', () => {
  it('puts the finalizer on an EC2NodeClass of the cluster', async () => {
    const { hold, cluster } = await setUpObject(object);
    await hold();
    expect(cluster.nodeClassObjects).toEqual([{ ...object, isHeld: true }]);
  });

  it('leaves objects alone in mode observe, and while the cluster is not known', async () => {
    const { hold, cluster } = await setUpObject(object, { mode: 'observe' });
    await hold();
    expect(cluster.nodeClassObjects).toEqual([object]);
    const lost = await setUpObject(object);
    lost.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    await lost.hold();
    expect(lost.cluster.nodeClassObjects).toEqual([object]);
  });

  it('puts none on an EC2NodeClass of the API, and releases one at once', async () => {
    const { hold, cluster, cloud, store, clusterId } = await setUpObject(object, {}, 'Api');
    await store.nodeClaims.insert([aNodeClaimRecord({ clusterId, id: 'ncl_1' })]);
    await hold();
    expect(cluster.nodeClassObjects).toEqual([object]);
    cluster.nodeClassObjects = [deleted];
    await hold();
    expect(cluster.nodeClassObjects).toEqual([]);
    expect(cloud.deletedProfiles).toEqual([]);
  });

  it('reports a deleted EC2NodeClass that stays in mode observe, until the mode acts', async () => {
    const { hold, cluster, store } = await setUpObject(deleted, { mode: 'observe' });
    await hold();
    expect(cluster.nodeClassObjects).toEqual([deleted]);
    expect(store.tables.findings.all()).toMatchObject([
      {
        code: 'NODE_CLASS_DELETION_WAITS',
        object: 'EC2NodeClass/default',
        remedy: expect.stringContaining('Change the mode'),
      },
    ]);
    store.tables.clusters.updateWhere(
      () => true,
      (row) => ({ ...row, mode: 'auto', configuredMode: 'auto' }),
    );
    await hold();
    expect(cluster.nodeClassObjects).toEqual([]);
    expect(store.tables.findings.all()).toEqual([]);
  });

  it('reports nothing while another controller deletes it', async () => {
    const { hold, cluster, store } = await setUpObject(deleted, {
      configuredMode: 'auto',
      hold: { code: 'KARPENTER_RUNNING', object: 'Lease/k', message: 'Karpenter runs', since: 0 },
    });
    await hold();
    expect(cluster.nodeClassObjects).toEqual([deleted]);
    expect(store.tables.findings.all()).toEqual([]);
  });

  it('keeps a deleted EC2NodeClass while NodeClaims use it, and says so every ten minutes', async () => {
    const { hold, cluster, cloud, store, clusterId, events } = await setUpObject(deleted);
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', name: 'web-1', state: 'Terminating' }),
    ]);
    await hold();
    expect(cluster.nodeClassObjects).toEqual([deleted]);
    expect(cloud.deletedProfiles).toEqual([]);
    expect(events.recorded).toEqual([
      {
        about: { kind: 'EC2NodeClass', name: 'default', uid: 'uid-class' },
        type: 'Normal',
        reason: 'WaitingOnNodeClaimTermination',
        message: 'Waiting on NodeClaim termination for web-1',
        dedupeMs: 600_000,
      },
    ]);
  });

  it('keeps it while NodeClaims of an earlier Karpenter use it', async () => {
    const { hold, cluster } = await setUpObject(deleted);
    cluster.adoptableNodeClaims = [
      {
        name: 'old-1',
        isStandalone: false,
        isGone: false,
        deletionRequestedAt: null,
        adoptable: {
          providerId: 'aws:///us-east-1a/i-1',
          imageId: 'ami-1',
          nodePool: 'default',
          nodeClass: 'default',
          nodePoolHash: '',
          nodeClassHash: '',
          drifted: null,
          createdAt: 0,
          terms: { expireAfter: 'Never', terminationGracePeriod: null },
          standalone: null,
        },
      },
    ];
    await hold();
    expect(cluster.nodeClassObjects).toEqual([deleted]);
  });

  it('releases it without NodeClaims, and deletes its instance profiles', async () => {
    const { hold, cluster, cloud, store, clusterId } = await setUpObject(deleted);
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', state: 'Terminated' }),
      { ...aNodeClaimRecord({ clusterId, id: 'ncl_2', name: 'other-1' }), nodeClass: 'other' },
    ]);
    await hold();
    expect(cluster.nodeClassObjects).toEqual([]);
    expect(cloud.deletedProfiles).toEqual(['default', 'uid-class']);
  });
});
