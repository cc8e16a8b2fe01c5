import {
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  type Filter,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsBackend, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';

let aws: AwsBackend;
beforeAll(async () => {
  aws = await startBackend();
});
afterAll(() => aws.close());

const filter = (Name: string, ...Values: string[]): Filter => ({ Name, Values });
const discovery = (): Filter => filter('tag:karpenter.sh/discovery', aws.clusterName);

async function subnetIds(...Filters: Filter[]): Promise<readonly string[]> {
  const { Subnets = [] } = await aws.ec2.send(new DescribeSubnetsCommand({ Filters }));
  return Subnets.map(({ SubnetId = '' }) => SubnetId).sort();
}

async function groupIds(...Filters: Filter[]): Promise<readonly string[]> {
  const { SecurityGroups = [] } = await aws.ec2.send(
    new DescribeSecurityGroupsCommand({ Filters }),
  );
  return SecurityGroups.map(({ GroupId = '' }) => GroupId).sort();
}

const ofPlace = (): readonly string[] => aws.subnets.map(({ id }) => id).sort();

describe('DescribeSubnets', () => {
  it('selects by tag, by the key of a tag and by ID', async () => {
    expect(await subnetIds(discovery())).toEqual(ofPlace());
    expect(
      await subnetIds(filter('tag-key', 'karpenter.sh/discovery'), filter('vpc-id', aws.vpcId)),
    ).toEqual(ofPlace());
    expect(await subnetIds(filter('subnet-id', ofPlace()[0] ?? ''))).toEqual([ofPlace()[0]]);
  });

  it('selects what matches all filters, and any value of each', async () => {
    expect(await subnetIds(discovery(), filter('tag:Name', 'nodes-a'))).toHaveLength(1);
    expect(await subnetIds(discovery(), filter('tag:Name', 'nodes-a', 'nodes-b'))).toHaveLength(2);
    expect(await subnetIds(discovery(), filter('tag:Name', 'nodes-*'))).toHaveLength(2);
    expect(await subnetIds(discovery(), filter('tag:Name', 'nodes-?'))).toHaveLength(2);
    expect(await subnetIds(discovery(), filter('tag:Name', 'nodes'))).toEqual([]);
  });

  it('returns zone, ID of the zone, free addresses and tags', async () => {
    const { Subnets = [] } = await aws.ec2.send(
      new DescribeSubnetsCommand({ Filters: [discovery(), filter('tag:Name', 'nodes-a')] }),
    );
    expect(Subnets).toMatchObject([
      {
        AvailabilityZone: aws.subnets[0]?.zone,
        AvailabilityZoneId: expect.stringMatching(/^use1-az\d$/),
        // AWS keeps five addresses of each subnet.
        AvailableIpAddressCount: 251,
        VpcId: aws.vpcId,
        State: 'available',
        Tags: expect.arrayContaining([{ Key: 'Name', Value: 'nodes-a' }]),
      },
    ]);
  });

  it('returns nothing for an unknown ID in a filter', async () => {
    expect(await subnetIds(filter('subnet-id', 'subnet-0123456789abcdef0'))).toEqual([]);
  });

  it(
    'refuses a filter that does not exist',
    unlikeMoto('unknown-filter', async () => {
      await expect(subnetIds(filter('colour', 'red'))).rejects.toMatchObject({
        name: 'InvalidParameterValue',
      });
    }),
  );
});

describe('DescribeSecurityGroups', () => {
  it('selects by tag, ID and name', async () => {
    const { id, name } = aws.securityGroup;
    expect(await groupIds(discovery())).toEqual([id]);
    expect(await groupIds(filter('group-id', id))).toEqual([id]);
    expect(await groupIds(discovery(), filter('group-name', name))).toEqual([id]);
    expect(await groupIds(discovery(), filter('group-name', 'none'))).toEqual([]);
  });

  it('returns names', async () => {
    const { SecurityGroups = [] } = await aws.ec2.send(
      new DescribeSecurityGroupsCommand({ Filters: [discovery()] }),
    );
    expect(SecurityGroups).toMatchObject([
      { GroupName: aws.securityGroup.name, VpcId: aws.vpcId, OwnerId: aws.accountId },
    ]);
  });

  it('returns nothing for an unknown ID in a filter', async () => {
    expect(await groupIds(filter('group-id', 'sg-0123456789abcdef0'))).toEqual([]);
  });
});
