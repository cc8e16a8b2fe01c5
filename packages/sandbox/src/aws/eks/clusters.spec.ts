import { DescribeClusterCommand, EKSClient, paginateListClusters } from '@aws-sdk/client-eks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  administrator,
  configFor,
  type Fixture,
  spokeAccount,
  startFixture,
} from '../../testing/aws-fixture.js';
import type { EksCluster } from '../../world/cluster-directory.js';

const clusterNamed = (name: string): EksCluster => ({
  name,
  arn: `arn:aws:eks:us-east-1:${spokeAccount}:cluster/${name}`,
  version: '1.34',
  endpoint: 'https://127.0.0.1:6443',
  certificateAuthority: 'Q0E=',
  serviceCidr: '10.100.0.0/16',
  createdAt: Date.parse('2026-03-01T00:00:00Z'),
  vpcId: 'vpc-1',
  subnetIds: ['subnet-1', 'subnet-2'],
  securityGroupIds: ['sg-1'],
});
const clusters = ['shop', 'büro & co', 'a+b'].map(clusterNamed);

let fixture: Fixture;
let eks: EKSClient;
beforeAll(async () => {
  const isHere = (accountId: string, region: string) =>
    accountId === spokeAccount && region === 'us-east-1';
  fixture = await startFixture({
    clusters: {
      find: (accountId, region, name) =>
        (isHere(accountId, region) && clusters.find((each) => each.name === name)) || null,
      list: (accountId, region) => (isHere(accountId, region) ? clusters : []),
    },
  });
  eks = new EKSClient(fixture.config);
});
afterAll(async () => {
  await fixture.close();
});

describe('DescribeCluster', () => {
  it('returns what a client needs to connect to the cluster and to launch its nodes', async () => {
    const { cluster } = await eks.send(new DescribeClusterCommand({ name: 'shop' }));
    expect(cluster).toMatchObject({
      name: 'shop',
      arn: `arn:aws:eks:us-east-1:${spokeAccount}:cluster/shop`,
      status: 'ACTIVE',
      version: '1.34',
      endpoint: 'https://127.0.0.1:6443',
      certificateAuthority: { data: 'Q0E=' },
      createdAt: new Date('2026-03-01T00:00:00Z'),
      kubernetesNetworkConfig: { serviceIpv4Cidr: '10.100.0.0/16', ipFamily: 'ipv4' },
      resourcesVpcConfig: { vpcId: 'vpc-1', clusterSecurityGroupId: 'sg-1' },
    });
  });

  it.each(['büro & co', 'a+b'])('decodes the name %s in a path', async (name) => {
    const { cluster } = await eks.send(new DescribeClusterCommand({ name }));
    expect(cluster?.name).toBe(name);
  });

  it('does not find clusters of other accounts and regions', async () => {
    await expect(eks.send(new DescribeClusterCommand({ name: 'none' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'No cluster found for name: none.',
      $metadata: { httpStatusCode: 404 },
    });
    const ireland = new EKSClient(configFor(fixture.server, administrator, 'eu-west-1'));
    await expect(ireland.send(new DescribeClusterCommand({ name: 'shop' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('ListClusters', () => {
  it('returns all clusters in pages', async () => {
    const pages: string[][] = [];
    for await (const { clusters: names } of paginateListClusters(
      { client: eks },
      { maxResults: 2 },
    )) {
      pages.push(names ?? []);
    }
    expect(pages).toEqual([['a+b', 'büro & co'], ['shop']]);
  });
});
