import { aCluster, createMemoryStore } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { cloudTargetOf, connectionOf, requireCluster, requireKnown } from './require-cluster.js';

const facts = {
  accountId: '111122223333',
  kubernetesVersion: '1.36',
  serviceCidr: '10.100.0.0/16',
  clusterDnsIp: '10.100.0.10',
};
const cluster = aCluster({
  id: 'clu_1',
  name: 'prod',
  endpoint: 'https://eks.example',
  certificateAuthority: 'LS0t',
  externalId: 'ext-1',
  facts,
});

describe('requireCluster', () => {
  it('returns the cluster', async () => {
    const store = createMemoryStore();
    await store.clusters.insert(cluster);
    expect(await requireCluster(store, 'clu_1')).toMatchObject({ name: 'prod' });
  });

  it('fails for a cluster that does not exist', async () => {
    await expect(requireCluster(createMemoryStore(), 'clu_2')).rejects.toMatchObject({
      code: 'STATE.NOT_FOUND',
      message: 'Cluster clu_2 not found.',
    });
  });
});

describe('requireKnown', () => {
  it('returns a cluster whose registration check has passed', () => {
    expect(requireKnown(cluster)).toEqual(cluster);
  });

  it.each([{ endpoint: null }, { certificateAuthority: null }, { facts: null }])(
    'fails for a cluster with %j',
    (missing) => {
      expect(() => requireKnown({ ...cluster, ...missing })).toThrow(
        expect.objectContaining({ code: 'CLUSTER.UNREACHABLE' }),
      );
    },
  );
});

describe('cloudTargetOf and connectionOf', () => {
  it('have the role and the endpoint of the cluster', () => {
    const target = {
      clusterName: 'prod',
      region: 'us-east-1',
      roleArn: 'arn:aws:iam::111122223333:role/kerf',
      externalId: 'ext-1',
    };
    expect(cloudTargetOf(cluster)).toEqual(target);
    expect(connectionOf(requireKnown(cluster))).toEqual({
      clusterId: 'clu_1',
      endpoint: 'https://eks.example',
      certificateAuthority: 'LS0t',
      target,
    });
  });
});
