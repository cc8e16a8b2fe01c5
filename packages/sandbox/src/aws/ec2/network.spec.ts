import {
  DescribeAvailabilityZonesCommand,
  DescribeImagesCommand,
  DescribePlacementGroupsCommand,
  DescribeRegionsCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  DescribeVpcsCommand,
  EC2Client,
  type Filter,
  paginateDescribeSubnets,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  configFor,
  type Fixture,
  hubAccount,
  spokeAccount,
  startFixture,
} from '../../testing/aws-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.close();
});

describe('DescribeSubnets', () => {
  const zonesFor = async (...Filters: Filter[]) => {
    const { Subnets = [] } = await fixture.ec2.send(new DescribeSubnetsCommand({ Filters }));
    return Subnets.map(({ AvailabilityZone = '' }) => AvailabilityZone.slice(-1))
      .sort()
      .join('');
  };

  it('returns the number of free addresses', async () => {
    const SubnetIds = [fixture.subnetIds.a];
    const { Subnets } = await fixture.ec2.send(new DescribeSubnetsCommand({ SubnetIds }));
    expect(Subnets).toMatchObject([
      {
        SubnetId: fixture.subnetIds.a,
        AvailabilityZone: 'us-east-1a',
        AvailabilityZoneId: 'use1-az4',
        AvailableIpAddressCount: 251,
        CidrBlock: '10.0.0.0/24',
        OwnerId: spokeAccount,
        State: 'available',
      },
    ]);
  });

  it.each<[string, Filter[], string]>([
    ['a tag', [{ Name: 'tag:karpenter.sh/discovery', Values: ['shop'] }], 'abc'],
    ['a tag with another value', [{ Name: 'tag:karpenter.sh/discovery', Values: ['other'] }], ''],
    ['a wildcard', [{ Name: 'tag:Name', Values: ['private-*'] }], 'abc'],
    ['one character', [{ Name: 'tag:Name', Values: ['private-?'] }], 'abc'],
    ['an escaped star', [{ Name: 'tag:Name', Values: ['private-\\*'] }], ''],
    [
      'one of several values',
      [{ Name: 'availability-zone', Values: ['us-east-1a', 'us-east-1c'] }],
      'ac',
    ],
    [
      'all of several filters',
      [
        { Name: 'tag-key', Values: ['Name'] },
        { Name: 'availability-zone-id', Values: ['use1-az6'] },
      ],
      'b',
    ],
    ['no value', [{ Name: 'availability-zone', Values: [] }], ''],
    ['the prototype of an object', [{ Name: 'tag:__proto__', Values: ['*'] }], ''],
  ])('filters by %s', async (_what, filters, zones) => {
    expect(await zonesFor(...filters)).toBe(zones);
  });

  it.each(['colour', 'constructor', 'tag'])('refuses the filter %s', async (Name) => {
    await expect(zonesFor({ Name, Values: ['x'] })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: `The filter '${Name}' is invalid`,
    });
  });

  it('refuses an ID that does not exist, and one of another account', async () => {
    const hub = fixture.world.addUser({
      accountId: hubAccount,
      name: 'nosy',
      accessKeyId: 'AKIANOSY',
      secretAccessKey: 'x',
    });
    const client = new EC2Client(
      configFor(fixture.server, { accessKeyId: hub.id, secretAccessKey: 'x' }),
    );
    await expect(
      client.send(new DescribeSubnetsCommand({ SubnetIds: [fixture.subnetIds.a] })),
    ).rejects.toMatchObject({ name: 'InvalidSubnetID.NotFound' });
    expect((await client.send(new DescribeSubnetsCommand({}))).Subnets).toEqual([]);
  });

  it('returns all subnets in pages', async () => {
    const { world } = fixture;
    const { vpcId } = world.state.subnets.get(fixture.subnetIds.a)!;
    for (let index = 10; index < 20; index += 1) {
      world.addSubnet({ vpcId, zone: 'us-east-1a', cidr: `10.0.${index}.0/24` });
    }
    const sizes: number[] = [];
    for await (const page of paginateDescribeSubnets({ client: fixture.ec2 }, { MaxResults: 5 })) {
      sizes.push(page.Subnets?.length ?? 0);
    }
    expect(sizes).toEqual([5, 5, 3]);
  });

  it('refuses an invalid token', async () => {
    await expect(
      fixture.ec2.send(new DescribeSubnetsCommand({ NextToken: 'anything' })),
    ).rejects.toMatchObject({ name: 'InvalidNextToken' });
  });
});

describe('other parts of the network', () => {
  it('has a VPC and its security groups', async () => {
    const { Vpcs } = await fixture.ec2.send(new DescribeVpcsCommand({}));
    expect(Vpcs).toMatchObject([{ CidrBlock: '10.0.0.0/16', State: 'available' }]);
    const { SecurityGroups } = await fixture.ec2.send(
      new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'group-name', Values: ['nodes'] }] }),
    );
    expect(SecurityGroups).toMatchObject([
      { GroupId: fixture.securityGroupId, GroupName: 'nodes', VpcId: Vpcs?.[0]?.VpcId },
    ]);
  });

  it('names security groups that do not exist', async () => {
    await expect(
      fixture.ec2.send(new DescribeSecurityGroupsCommand({ GroupIds: ['sg-0'] })),
    ).rejects.toMatchObject({ name: 'InvalidGroup.NotFound' });
  });

  it('has two regions of three zones', async () => {
    const { Regions } = await fixture.ec2.send(new DescribeRegionsCommand({}));
    expect(Regions?.map(({ RegionName }) => RegionName)).toEqual(['eu-west-1', 'us-east-1']);
    const { AvailabilityZones } = await fixture.ec2.send(new DescribeAvailabilityZonesCommand({}));
    expect(AvailabilityZones?.map(({ ZoneName, ZoneId }) => `${ZoneName} ${ZoneId}`)).toEqual([
      'us-east-1a use1-az4',
      'us-east-1b use1-az6',
      'us-east-1c use1-az1',
    ]);
  });

  it('has no placement groups at first', async () => {
    const groups = await fixture.ec2.send(new DescribePlacementGroupsCommand({}));
    expect(groups.PlacementGroups).toEqual([]);
  });
});

describe('DescribeImages', () => {
  it('finds the images of the public parameters by ID', async () => {
    const ImageIds = [fixture.imageId('arm64')];
    const { Images } = await fixture.ec2.send(new DescribeImagesCommand({ ImageIds }));
    expect(Images).toMatchObject([
      {
        Architecture: 'arm64',
        ImageOwnerAlias: 'amazon',
        Name: 'amazon-eks-node-al2023-arm64-standard-1.34-v20261023',
        CreationDate: '2026-10-23T00:00:00.000Z',
      },
    ]);
  });

  it('finds images by name and owner, including the newest', async () => {
    const { Images } = await fixture.ec2.send(
      new DescribeImagesCommand({
        Owners: ['amazon'],
        Filters: [{ Name: 'name', Values: ['amazon-eks-node-al2023-x86_64-standard-1.35-*'] }],
      }),
    );
    expect(Images?.map(({ CreationDate }) => CreationDate?.slice(0, 10)).sort()).toEqual([
      '2026-08-14',
      '2026-09-18',
      '2026-10-23',
    ]);
  });

  it('shows an account its own images only', async () => {
    const own = fixture.world.addImage({
      region: 'us-east-1',
      ownerId: spokeAccount,
      name: 'golden',
      description: '',
      family: 'custom',
      architecture: 'x86_64',
      rootVolumeGiB: 30,
      tags: { team: 'platform' },
    });
    fixture.world.addImage({ ...own, ownerId: hubAccount, name: 'secret' });
    const { Images } = await fixture.ec2.send(new DescribeImagesCommand({ Owners: ['self'] }));
    expect(Images?.map(({ Name }) => Name)).toEqual(['golden']);
    const all = await fixture.ec2.send(
      new DescribeImagesCommand({ Filters: [{ Name: 'is-public', Values: ['false'] }] }),
    );
    expect(all.Images?.map(({ Name }) => Name)).toEqual(['golden']);
  });
});
