import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import { override } from '../testing/override.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordConnection } from './record-connection.js';
import { refreshConnection } from './refresh-connection.js';

async function clusterOf({ store, clusterId }: ClusterSetup): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterId);
  if (cluster === null) throw new RangeError('the cluster was removed');
  return cluster;
}

describe('recordConnection', () => {
  it('records since when the cluster is unreachable, and keeps when it was last synced', async () => {
    const setup = await setUpCluster();
    const { syncedAt } = (await clusterOf(setup)).connection;
    const lose = (at: number, problem: string) =>
      recordConnection(setup.ports, setup.clusterId, { kind: 'Lost', at, problem });
    await lose(5_000, 'timeout');
    await lose(6_000, 'refused');
    expect((await clusterOf(setup)).connection).toEqual({
      state: 'Unreachable',
      problem: 'refused',
      syncedAt,
      changedAt: 5_000,
    });
  });

  it('clears the problem when the cluster is synced again', async () => {
    const setup = await setUpCluster();
    const { ports, clusterId } = setup;
    await recordConnection(ports, clusterId, { kind: 'Lost', at: 5_000, problem: 'timeout' });
    await recordConnection(ports, clusterId, { kind: 'Synced', at: 7_000 });
    expect((await clusterOf(setup)).connection).toEqual({
      state: 'Connected',
      problem: null,
      syncedAt: 7_000,
      changedAt: 7_000,
    });
  });

  it('writes nothing when nothing changed', async () => {
    const setup = await setUpCluster();
    await recordConnection(setup.ports, setup.clusterId, { kind: 'Synced', at: 7_000 });
    expect((await clusterOf(setup)).version).toBe(1);
  });
});

describe('refreshConnection', () => {
  it('takes a new endpoint and version from EKS', async () => {
    const setup = await setUpCluster();
    const described = await setup.cloud.describeCluster();
    const newer = {
      ...described,
      endpoint: 'https://new.example',
      facts: { ...described.facts, kubernetesVersion: '1.37' },
    };
    const cloud = override(setup.cloud, { describeCluster: () => Promise.resolve(newer) });
    const cluster = await refreshConnection({ ...setup.ports, cloud }, setup.clusterId);
    expect(cluster).toMatchObject(newer);
    expect(await clusterOf(setup)).toEqual(cluster);
  });

  it('writes nothing when EKS reports the stored connection', async () => {
    const setup = await setUpCluster();
    expect((await refreshConnection(setup.ports, setup.clusterId)).version).toBe(1);
    expect((await clusterOf(setup)).version).toBe(1);
  });

  it('keeps a registered endpoint that the operator trusts', async () => {
    const endpoint = 'https://10.0.0.1';
    const setup = await setUpCluster({ endpoint, endpointIsGiven: true });
    setup.cluster.trustedEndpoints.add(endpoint);
    expect(await refreshConnection(setup.ports, setup.clusterId)).toMatchObject({ endpoint });
  });

  it('refuses a registered endpoint that is neither trusted nor that of EKS', async () => {
    const setup = await setUpCluster({ endpoint: 'https://10.0.0.1', endpointIsGiven: true });
    await expect(refreshConnection(setup.ports, setup.clusterId)).rejects.toMatchObject({
      code: 'CLUSTER.ENDPOINT_REFUSED',
    });
  });
});
